"""The addends of the criteria that are sums, exact, so that anybody can add them up again."""

from collections.abc import Iterable
from fractions import Fraction

from msgspec import Struct


class Addend(Struct, frozen=True, kw_only=True):
    """What a round, or an opponent, adds to a criterion.

    `share`: in a product, the player's own share of the game, by which `points` are multiplied. `opponent`:
    whose points they are, or against whom they were made; `dummy`: those of the dummy of an unplayed round.
    `cut`: it is left out.
    """

    points: Fraction
    round: int | None = None
    share: Fraction | None = None
    opponent: int | None = None
    dummy: bool = False
    cut: bool = False

    @property
    def value(self) -> Fraction:
        return self.points if self.share is None else self.points * self.share


def total(addends: Iterable[Addend]) -> Fraction:
    """The sum of those that are not left out."""
    return sum((addend.value for addend in addends if not addend.cut), Fraction(0))
