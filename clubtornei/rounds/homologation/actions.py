"""Writing down what report files ask of an event."""

from collections.abc import Sequence

from msgspec.structs import replace

from clubtornei.events.models import Event
from clubtornei.events.writing import writing
from clubtornei.rounds.participation.entries.actions import choose_rating_lists
from clubtornei.rounds.state.event_state import is_locked
from scoring.record import ReportFacts, facts_as_plain


def change_report(event: Event, report: ReportFacts, rating_lists: Sequence[str] = ()) -> None:
    """Keep the report, of a closed event too. Another rate of play takes the ratings of that rate, and until
    numbers rest on them also the players' order; afterwards numbers and ratings stay. `rating_lists`:
    of which lists the ratings are, where that can no longer be chosen and was never said.
    """
    with writing(event, even_closed=True) as locked:
        if not is_locked(locked):
            choose_rating_lists(locked, locked.rating_lists, report.rate)
        locked.report = facts_as_plain(replace(report, starts_on="", ends_on="", rating_lists=()))
        if asks_list(locked):
            locked.rating_lists = list(rating_lists)
        locked.save(update_fields=["report", "rating_lists"])


def asks_list(event: Event) -> bool:
    """Whether the rating list is missing where the settings no longer take it: it is only named then."""
    return not event.rating_lists and (event.closed or is_locked(event))
