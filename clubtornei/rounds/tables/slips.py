"""The slip that two players fill in: of which game, and who has White in it."""

from msgspec import Struct

from clubtornei.rounds.snapshot.calendar import ShownTable
from scoring.record import Player


class Slip(Struct, frozen=True, kw_only=True):
    """The slip of a game or of a match of several, with the path of its table's page. `size`: how many games
    the match is to have; those that follow while it is level have slips of their own.
    """

    table: ShownTable
    link: str
    size: int

    @property
    def single_game(self) -> int | None:
        """The number of the game that follows a level match."""
        number = self.table.next_game
        return number if number and number > self.size else None

    @property
    def is_match(self) -> bool:
        return self.size > 1 and not self.single_game

    @property
    def games(self) -> range:
        return range(1, self.size + 1) if self.is_match else range(1, 2)

    @property
    def players(self) -> tuple[Player, ...]:
        """White first; of a match as in its first game."""
        return self.table.seats if self.is_match else self.table.white_and_black
