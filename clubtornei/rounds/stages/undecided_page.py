"""Answers requests for an event in which the players of a stage cannot be determined.

This happens only with imported documents: stages begun on this site have their entrants stored.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _

from clubtornei.events.models import Event
from clubtornei.events.stage_titles import stage_title
from clubtornei.rounds.state.reason_texts import error_text
from clubtornei.rounds.state.stages import stages_of
from clubtornei.text.languages import reader_language
from clubtornei.text.untyped import Context
from scoring.qualification import Undecided
from scoring.qualification_reasons import undecided_text
from scoring.record import DocumentError
from scoring.stages import NonEntrants

CONFLICT = 409


class UndecidedStageMiddleware(MiddlewareMixin):
    """Turns an engine's error about the stages into a page (409) with its reason and links to what works."""

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, Undecided | DocumentError):
            return None
        event = _event_of(request)
        context = _links_context(request, event) if event else {}
        words = {"title": _("Non si può ancora dire"), "refused": _reason_text(error, event)}
        return render(request, "rounds/stages/undecided.html", context | words, status=CONFLICT)


def undecided_stage_text(error: Undecided | DocumentError, slug: str) -> str:
    """Why the players of a stage cannot be determined, for who reads the event of this slug."""
    return _reason_text(error, Event.objects.filter(slug=slug).first())


def _reason_text(error: Undecided | DocumentError, event: Event | None) -> str:
    if isinstance(error, Undecided):
        return undecided_text(error, reader_language())
    if not isinstance(error, NonEntrants) or event is None:
        return error_text(error)
    names = event.entries.filter(entry_no__in=error.players).values_list("name", flat=True)
    return _(
        "Nella fase %(stage)d siede chi non vi è entrato (%(players)s): per la regola della fase non passa."
        " L’arbitro corregga i risultati di prima, o confermi nella pagina «Chi passa» che gioca chi siede ai"
        " tavoli."
    ) % {"stage": error.stage, "players": ", ".join(names)}


def _event_of(request: HttpRequest) -> Event | None:
    """The event that the address names. The user may see it, since the view has already checked that."""
    match = request.resolver_match
    return Event.objects.filter(slug=match.kwargs.get("slug", "")).first() if match else None


def _links_context(request: HttpRequest, event: Event) -> Context:
    """Links to the stages whose players are known."""
    assert request.resolver_match is not None
    public = request.resolver_match.namespace == "public"
    confirmed = [stage for stage in stages_of(event) if stage.number == 1 or stage.entrants is not None]
    return {
        "of_event": event,
        "confirmed": [(stage.number, stage_title(stage.number, stage.name)) for stage in confirmed],
        "ranking_of": "public:standings" if public else "rounds:standings",
        "all_stages": "" if public else "rounds:stages",
    }
