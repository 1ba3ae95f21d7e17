"""How far a round has been played, counted from its tables."""

from datetime import date

from django.utils.translation import gettext as _
from msgspec import Struct

from clubtornei.rounds.state.table_state import state_in
from scoring.record import Record
from scoring.withdrawals import annulled


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
        """How many games are finished, in words."""
        return _("%(finished)d di %(games)d") % {"finished": self.finished, "games": self.games}

    @property
    def adjourned_text(self) -> str:
        """How many are adjourned, in words; empty if none is."""
        return _("aggiornate: %(count)d") % {"count": self.adjourned} if self.adjourned else ""


def progress_of(record: Record, number: int) -> RoundProgress:
    """The progress of a published round."""
    round_, annulled_players = record.rounds[number - 1], annulled(record)
    tables = [table for table in round_.tables if annulled_players.isdisjoint(table.seats)]
    return RoundProgress(
        number=number,
        published=True,
        games=len(tables),
        finished=sum(table.result is not None for table in tables),
        adjourned=sum(state_in(table).adjourned for table in tables),
        unplayed=any(bye.points for bye in round_.byes)
        or any(table.forfeit for table in tables)
        or any(
            player.withdrawn is None and not player.plays_in(number) for player in record.players.values()
        ),
    )
