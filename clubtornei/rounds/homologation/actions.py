"""Writing down what report files ask of an event."""

from msgspec.structs import replace

from clubtornei.events.models import Event
from clubtornei.events.writing import writing
from clubtornei.rounds.core.event_state import is_locked
from clubtornei.rounds.participation.entries.actions import choose_rating_lists
from scoring.record import Report, facts_as_plain


def change_report(event: Event, report: Report) -> None:
    """Keep the report, of a closed event too. Another rate of play takes the ratings of that rate, and until
    numbers rest on them also the players' order; afterwards numbers and ratings stay.
    """
    with writing(event, even_closed=True) as locked:
        if not is_locked(locked):
            choose_rating_lists(locked, locked.rating_lists, report.rate)
        locked.report = facts_as_plain(replace(report, starts_on="", ends_on="", rating_lists=()))
        locked.save(update_fields=["report"])
