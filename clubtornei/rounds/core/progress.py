"""How far a round has been played, counted from its tables."""

from collections.abc import Collection
from datetime import date
from typing import Protocol

from django.utils.translation import gettext as _
from msgspec import Struct
from msgspec.structs import replace


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

    @property
    def text(self) -> str:
        """The counts in words."""
        text = _("%(finished)d di %(games)d") % {"finished": self.finished, "games": self.games}
        if self.adjourned:
            text += " · " + _("aggiornate: %(count)d") % {"count": self.adjourned}
        return text


class Countable(Protocol):
    """A table in any of its forms."""

    @property
    def finished(self) -> bool: ...

    @property
    def adjourned(self) -> bool: ...


def without(progress: RoundProgress, annulled: Collection[Countable]) -> RoundProgress:
    """The progress, counted with all tables of the round, without those of annulled players."""
    return replace(
        progress,
        games=progress.games - len(annulled),
        finished=progress.finished - sum(table.finished for table in annulled),
        adjourned=progress.adjourned - sum(table.adjourned for table in annulled),
    )
