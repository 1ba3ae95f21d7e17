"""All sheets of a round as one PDF: what is hung up first, then what is cut out and goes to the tables."""

from collections.abc import Iterator

from clubtornei.rounds.printouts.catalogue import SHEETS
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot

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
        if SHEETS[name].applies(snapshot) and SHEETS[name].ready(snapshot)
    ]


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
