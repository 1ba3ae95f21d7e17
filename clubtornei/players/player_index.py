"""Looking players up by federation id or by name, to recognise in an import who is known already."""

from collections import defaultdict
from collections.abc import Iterable

from clubtornei.players.models import Player
from clubtornei.players.names import sort_key
from clubtornei.untyped import Columns


class PlayerIndex:
    """Players by FIDE id, national id and sort key of the name. Values of a row are given by field name."""

    def __init__(self, players: Iterable[Player] = ()) -> None:
        self._by_fide: dict[int, Player] = {}
        self._by_fsi: dict[str, Player] = {}
        self._by_name: defaultdict[str, list[Player]] = defaultdict(list)
        for player in players:
            self.add(player)

    def add(self, player: Player) -> None:
        if player.fide_id:
            self._by_fide[player.fide_id] = player
        if player.fsi_id:
            self._by_fsi[player.fsi_id] = player
        self._by_name[sort_key(player.name)].append(player)

    def candidates(self, values: Columns) -> list[Player]:
        """The players the values may mean: those with one of their ids, else namesakes without another id.

        More than one: the values do not decide between them.
        """
        owners = [self._by_fide.get(values.get("fide_id", 0)), self._by_fsi.get(values.get("fsi_id", ""))]
        by_id = {id(owner): owner for owner in owners if owner}
        if by_id:
            return list(by_id.values())
        return [player for player in self.namesakes(values) if _ids_agree(player, values)]

    def namesakes(self, values: Columns) -> list[Player]:
        return self._by_name.get(sort_key(values["name"]), [])


def _ids_agree(player: Player, values: Columns) -> bool:
    """Whether the player and the values have no two different ids of one federation."""
    return not any(
        getattr(player, name) and values.get(name) and getattr(player, name) != values[name]
        for name in ("fide_id", "fsi_id")
    )
