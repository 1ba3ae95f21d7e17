"""Looking players up by federation id or by name, to recognise in an import who is known already."""

from collections import defaultdict
from collections.abc import Iterable

from clubtornei.players.models import Player
from clubtornei.players.names import sort_key, word_key
from clubtornei.players.reading.roster_line import RosterLine


class PlayerIndex:
    """Players by FIDE id, national id and sort key of the name."""

    def __init__(self, players: Iterable[Player] = ()) -> None:
        self._by_fide: dict[int, Player] = {}
        self._by_fsi: dict[str, Player] = {}
        self._by_name: defaultdict[str, list[Player]] = defaultdict(list)
        self._by_words: defaultdict[str, list[Player]] = defaultdict(list)
        for player in players:
            self.add(player)

    def add(self, player: Player) -> None:
        if player.fide_id:
            self._by_fide[player.fide_id] = player
        if player.fsi_id:
            self._by_fsi[player.fsi_id] = player
        apart = sort_key(f"{player.surname} {player.given_name}") if player.given_name else ""
        for key in {sort_key(player.name), apart} - {""}:
            self._by_name[key].append(player)
        self._by_words[word_key(player.name)].append(player)

    def owners(self, said: RosterLine) -> list[Player]:
        """The players who have one of the ids: the same person, whatever the name."""
        found = [self._by_fide.get(said.fide_id or 0), self._by_fsi.get(said.fsi_id)]
        return list({id(owner): owner for owner in found if owner}.values())

    def candidates(self, said: RosterLine) -> list[Player]:
        """The players the line may mean: those with one of its ids, else namesakes without another id, of
        several those of the same year of birth and club.

        More than one: the line does not decide between them.
        """
        if owners := self.owners(said):
            return owners
        found = [player for player in self.namesakes(said) if not differ(player, said, ("fide_id", "fsi_id"))]
        for name in ("birth_year", "affiliation"):
            if len(found) > 1 and (value := getattr(said, name)):
                found = [player for player in found if getattr(player, name) == value] or found
        return found

    def namesakes(self, said: RosterLine) -> list[Player]:
        return self._by_name.get(sort_key(said.name), [])

    def turned_round(self, said: RosterLine) -> list[Player]:
        """The players whose name has the same words in another order."""
        return self._by_words.get(word_key(said.name), [])


def differ(player: Player, said: RosterLine, fields: Iterable[str]) -> bool:
    """Whether the player and the line have something else in one of the fields; empty ones say nothing."""
    return any(
        bool(getattr(player, name))
        and bool(getattr(said, name))
        and getattr(player, name) != getattr(said, name)
        for name in fields
    )
