"""All sheets by name, in the order in which the page of the printouts lists them; and which of them are a
round's in one PDF: what is hung up first, then what is cut out and goes to the tables.
"""

from collections.abc import Iterator, Mapping

from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.models import Round
from clubtornei.rounds.printing import announcements, certificates, pairings, players, rankings, slips
from clubtornei.rounds.printing.sheet import Sheet, system_of
from clubtornei.rounds.state.last_round import rounds_to_finish

SHEETS: Mapping[str, Sheet] = {
    **announcements.SHEETS,
    **players.SHEETS,
    **pairings.SHEETS,
    **slips.SHEETS,
    **rankings.SHEETS,
    **certificates.SHEETS,
}
WITHOUT_RESULTS = ("pairings", "tables", "by-name", "bracket")
OF_RESULTS = ("summary",)
RANKINGS = ("standings", "crosstable", "swiss-crosstable")
TO_CUT = ("slips", "scores")
LARGEST_CROSSTABLE = 24  # players, as many as one page holds; a larger one is printed by itself


def names_of_set(snapshot: EventSnapshot, number: int) -> list[str]:
    """The sheets of that round that there are and that serve now, in the order of the PDF."""
    if not number:
        return []
    return [
        name
        for name in _wanted(snapshot, number)
        if SHEETS[name].applies(snapshot)
        and SHEETS[name].ready(snapshot)
        and not (name in TO_CUT and is_too_early(snapshot, number))
    ]


def is_too_early(snapshot: EventSnapshot, number: int) -> bool:
    """Whether the round, the last of a calendar, waits for earlier games. At most four queries."""
    if not system_of(snapshot).whole_calendar:
        return False
    rounds = Round.objects.of(snapshot.event, snapshot.stages.shown).select_related("stage__event")
    return bool(rounds_to_finish(rounds.get(number=number)))


def _wanted(snapshot: EventSnapshot, number: int) -> Iterator[str]:
    """Slips while there is something to play, results once all are in, a ranking once it has a meaning."""
    still_open = number in [round_.number for round_ in snapshot.progress.open]
    yield from WITHOUT_RESULTS
    if not still_open:
        yield from OF_RESULTS
    if snapshot.progress.started:
        yield from RANKINGS if len(snapshot.players) <= LARGEST_CROSSTABLE else RANKINGS[:1]
    if still_open:
        yield from TO_CUT
