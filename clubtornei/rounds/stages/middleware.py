"""An event of which nobody can say who plays in a stage: the page says what is missing instead.

Only a document of another hand can be so: what is begun here has its entrants written down.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from scoring.qualification_reasons import undecided_text

from clubtornei.events.models import Event
from clubtornei.events.stages import stage_title, stages_of
from clubtornei.rounds.core.reason_texts import faults_of, language
from scoring.qualification import Undecided
from scoring.record import DocumentError
from scoring.stages import NonEntrants

CONFLICT = 409


class UndecidedStageMiddleware:
    """Middleware: any page that needs the stage answers with the engine's words, and the ways out."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, Undecided | DocumentError):
            return None
        event = _event(request)
        context = _ways_out(request, event) if event else {}
        words = {"words": _words(error, event)}
        return render(request, "rounds/stages/undecided.html", context | words, status=CONFLICT)


def _words(error: Undecided | DocumentError, event: Event | None) -> str:
    if isinstance(error, Undecided):
        return undecided_text(error, language())
    if not isinstance(error, NonEntrants) or event is None:
        return faults_of(error)
    names = event.entries.filter(entry_no__in=error.players).values_list("name", flat=True)
    return _(
        "Nella fase %(stage)d siede chi non vi è entrato (%(players)s): per la regola della fase non passa."
        " L’arbitro corregga i risultati di prima, o confermi nella pagina «Chi passa» che gioca chi siede ai"
        " tavoli."
    ) % {"stage": error.stage, "players": ", ".join(names)}


def _event(request: HttpRequest) -> Event | None:
    """The event of the page. Who asks may see it: the page was being made."""
    match = request.resolver_match
    return Event.objects.filter(slug=match.kwargs.get("slug", "")).first() if match else None


def _ways_out(request: HttpRequest, event: Event) -> dict[str, object]:
    """The stages that can be looked at from here."""
    assert request.resolver_match is not None
    public = request.resolver_match.namespace == "public"
    confirmed = [one for one in stages_of(event) if one.number == 1 or one.entrants is not None]
    return {
        "of_event": event,
        "confirmed": [(one.number, stage_title(one.number, one.name)) for one in confirmed],
        "ranking_of": "public:standings" if public else "rounds:standings",
        "all_stages": "" if public else "rounds:stages",
    }
