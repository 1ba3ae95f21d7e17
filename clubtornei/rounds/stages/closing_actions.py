"""Closing an event, which makes its ranking final and stores it, and opening it again."""

from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import to_builtins
from msgspec.structs import asdict

from clubtornei.backups.site_backups import back_up_soon
from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused, writing
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.drafts.refusals import stage_or_refuse
from clubtornei.rounds.rules.actions import changing_rules
from clubtornei.rounds.stages.closing_queries import (
    closing_state_in,
    event_ranking,
    missing_text,
    shared_firsts_of,
    shared_text,
)
from clubtornei.rounds.state.site_facts import RankedRow
from scoring.standings import Row


def close(
    event: Event, *, unfinished: bool = False, level: bool = False, expected: int | None = None
) -> None:
    """Store the ranking as it is now and close the event. Raises ActionRefused.

    `unfinished`: close although rounds are missing. `level`: although several share the first
    place of a final, or of the only stage. `expected`: the version of the event whose ranking the page
    showed; if it has changed, nothing is done. An event with a draft or an open game is never closed.
    """
    with writing(event) as locked:
        if expected is not None and expected != locked.version:
            raise ActionRefused(_("Intanto è cambiato qualcosa: guarda di nuovo la classifica, poi chiudi."))
        document = document_of(locked)
        state = closing_state_in(document)
        if state.draft is not None:
            raise ActionRefused(
                _("Il turno %(number)d è ancora una bozza: pubblicalo o scartalo.")
                % {"number": state.draft.round}
            )
        if state.open_games:
            raise ActionRefused(state.open_games)
        if not state.complete and not unfinished:
            raise ActionRefused(missing_text(state))
        shared = shared_firsts_of(document)
        if shared and not level:
            raise ActionRefused(
                shared_text(shared) + " " + _("Falli spareggiare, o conferma che restano primi insieme.")
            )
        locked.final_ranking = to_builtins([_stored_row(row) for row in event_ranking(document)])
        locked.closed_at = timezone.now()
        locked.save(update_fields=["final_ranking", "closed_at"])
        locked.request_keys.all().delete()
        back_up_soon("closing")


def draw_lots(event: Event, number: int, *, reason: str = "") -> None:
    """Let lots decide who is level in everything else in that stage. Raises ActionRefused, and ReasonNeeded
    where there is no `reason`.
    """
    with writing(event) as locked:
        stage = stage_or_refuse(locked, number)
        if "lot" not in stage.ranking:
            stage.ranking = [*stage.ranking, "lot"]
            with changing_rules(locked, reason):
                stage.save(update_fields=["ranking"])


def reopen(event: Event) -> None:
    """Open a closed event again and delete its stored ranking; closing it again makes a new one."""
    with writing(event, even_closed=True) as locked:
        locked.final_ranking = locked.closed_at = None
        locked.save(update_fields=["final_ranking", "closed_at"])


def _stored_row(row: Row) -> RankedRow:
    values = {name: value for name, value in row.values.items() if value is not None}
    return RankedRow(**{**asdict(row), "values": values})
