"""The calendar of a stage, as the pages of organisers and public show it."""

from msgspec import Struct

from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.reports.pairings import RoundReports, round_reports


class Calendar(Struct, frozen=True, kw_only=True):
    """The rounds as far as they are known: the `past` ones and the `later` ones are folded. While one is
    played, or the next one awaited, it is the one `now`; before the first and after the last all are.
    """

    past: tuple[RoundReports, ...] = ()
    now: tuple[RoundReports, ...] = ()
    later: tuple[RoundReports, ...] = ()

    @property
    def games(self) -> int:
        """How many tables they have."""
        return sum(len(shown.round.tables) for shown in (*self.past, *self.now, *self.later))


def calendar_of(snapshot: EventSnapshot, *, planned: bool = False) -> Calendar:
    """`planned`: who meets whom, without results."""
    progress = snapshot.progress
    current = None if progress.complete else progress.current.number
    rounds = tuple(
        round_reports(snapshot, round_, planned=planned, is_current=round_.number == current)
        for round_ in snapshot.calendar
    )
    played = progress.rounds if current is None else current - 1
    if not progress.rounds or played == len(rounds):
        return Calendar(now=rounds)
    return Calendar(past=rounds[:played], now=rounds[played : played + 1], later=rounds[played + 1 :])
