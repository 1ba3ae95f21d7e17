"""How far a round has been played, counted from its tables.

`event_state.py` counts the same in the database, for many events at once.
"""

from collections.abc import Iterable
from datetime import date
from typing import Protocol

from msgspec import Struct


class RoundProgress(Struct, frozen=True, kw_only=True):
    """How far a round has been played. Games of players whose results are annulled are left out.

    `adjourned`: games without a result that are finished another day. `day`: on which the round is played,
    if known. `unplayed`: whether byes, absences or forfeits count in it before anything is played.
    """

    number: int
    published: bool
    games: int = 0
    finished: int = 0
    adjourned: int = 0
    day: date | None = None
    unplayed: bool = False

    @property
    def open(self) -> int:
        """Games without a result, adjourned or not."""
        return self.games - self.finished

    @property
    def missing(self) -> int:
        """Results still to be entered today: those of games not adjourned."""
        return self.open - self.adjourned

    @property
    def complete(self) -> bool:
        """Whether all games are finished."""
        return self.finished == self.games


class Countable(Protocol):
    """A table in any of its view-models."""

    @property
    def finished(self) -> bool: ...

    @property
    def adjourned(self) -> bool: ...

    @property
    def annulled(self) -> bool: ...


def round_progress(
    number: int, published: bool, tables: Iterable[Countable], day: date | None = None
) -> RoundProgress:
    """The progress of the round with these tables."""
    counted = [table for table in tables if not table.annulled]
    return RoundProgress(
        number=number,
        published=published,
        games=len(counted),
        finished=sum(table.finished for table in counted),
        adjourned=sum(table.adjourned for table in counted),
        day=day,
    )
