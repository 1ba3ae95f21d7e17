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

    def owners(self, values: Columns) -> list[Player]:
        """Those who have one of the ids: the same person, whatever the name."""
        found = [self._by_fide.get(values.get("fide_id", 0)), self._by_fsi.get(values.get("fsi_id", ""))]
        return list({id(owner): owner for owner in found if owner}.values())

    def candidates(self, values: Columns) -> list[Player]:
        """The players the values may mean: those with one of their ids, else namesakes without another id,
        of several those of the same year of birth and club.

        More than one: the values do not decide between them.
        """
        if owners := self.owners(values):
            return owners
        found = [player for player in self.namesakes(values) if _ids_agree(player, values)]
        for name in ("birth_year", "affiliation"):
            if len(found) > 1 and values.get(name):
                found = [player for player in found if getattr(player, name) == values[name]] or found
        return found

    def namesakes(self, values: Columns) -> list[Player]:
        return self._by_name.get(sort_key(values["name"]), [])


def _ids_agree(player: Player, values: Columns) -> bool:
    """Whether the player and the values have no two different ids of one federation."""
    return not any(
        getattr(player, name) and values.get(name) and getattr(player, name) != values[name]
        for name in ("fide_id", "fsi_id")
    )
