"""Asking for the reason of a change of the rules, after showing what it does to the ranking."""

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from msgspec.structs import replace

from clubtornei.accounts.access import MemberRequest
from clubtornei.accounts.models import Role
from clubtornei.events.models import Event
from clubtornei.events.stage_titles import stage_title
from clubtornei.rounds.documents.exporting import published_document_of
from clubtornei.rounds.results.corrections import Changes, ranking_changes
from clubtornei.rounds.rules.actions import ReasonNeeded
from clubtornei.rounds.rules.changes import change_in_words
from clubtornei.rounds.state.page_context import event_context
from clubtornei.text.text_fields import one_line
from clubtornei.web.form_pages import form_page
from scoring.record import Document

LONGEST_REASON = 500
_OWN_FIELDS = {"csrfmiddlewaretoken", "reason"}


def reason_in(request: MemberRequest) -> str:
    """The reason typed for a change of the rules; empty for anybody but the owner."""
    if request.role != Role.OWNER:
        return ""
    return one_line(request.POST.get("reason", ""))[:LONGEST_REASON]


def ask_for_reason(request: MemberRequest, event: Event, fixed: ReasonNeeded) -> HttpResponse:
    """What would change, in the rules and in the ranking; the owner may send the same form with a reason."""
    context = event_context(request, event) | {
        "words": list(change_in_words(fixed.before, fixed.now)),
        "rankings": _ranking_previews(published_document_of(event), fixed),
        "sent": [
            (name, value)
            for name, values in request.POST.lists()
            if name not in _OWN_FIELDS
            for value in values
        ],
        "missing": "reason" in request.POST,
        "longest": LONGEST_REASON,
    }
    refused = _(
        "Da quando il turno 1 è pubblicato le regole le cambia solo il titolare del circolo, dicendone il"
        " motivo."
    )
    return form_page(
        request,
        context | {"danger": True},
        title=_("Cambia le regole a torneo iniziato"),
        lead=_("Le regole annunciate valgono per tutto il torneo. Non è ancora stato salvato niente."),
        button=_("Cambia le regole"),
        back=reverse("rounds:stages", args=[event.slug]),
        refused="" if request.role == Role.OWNER else refused,
        template="rounds/rules/change.html",
    )


def _ranking_previews(document: Document, fixed: ReasonNeeded) -> list[tuple[str, Changes]]:
    """For each stage that has a published round and other rules: its title, and who moves in its ranking."""
    previews = []
    pairs = zip(document.stages, fixed.before, fixed.now, strict=False)
    for number, (stage, before, now) in enumerate(pairs, 1):
        if not stage.rounds or not any(change_in_words([before], [now])):
            continue
        changed = replace(
            stage,
            options=now.options,
            scoring=now.scoring,
            scoring_options=now.scoring_options,
            ranking=tuple(now.ranking),
        )
        stages = (*document.stages[: number - 1], changed, *document.stages[number:])
        title = stage_title(number, stage.name) if len(document.stages) > 1 else ""
        previews.append((title, ranking_changes(document, replace(document, stages=stages), number)))
    return previews
