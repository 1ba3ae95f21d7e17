"""What an event is called, how it is ranked, who sees it, and whether it stays."""

from copy import copy

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubtornei.accounts.access import MemberRequest
from clubtornei.accounts.models import Role
from clubtornei.events.access import event_of
from clubtornei.events.advice import advice_of, course_of
from clubtornei.events.forms import DeleteForm, EventForm
from clubtornei.events.models import Event
from clubtornei.events.ranking import forgive, moved
from clubtornei.events.stage_forms import StageForms
from clubtornei.events.writing import ActionRefused
from clubtornei.local_hosts import address_for_others
from clubtornei.rounds.core.event_state import is_locked, states_of
from clubtornei.rounds.pages import settings_actions


@require_http_methods(["GET", "POST"])
def settings(request: MemberRequest, slug: str) -> HttpResponse:
    """Change an event's data and ranking; the formula's options only until the draw."""
    event = event_of(request, slug)
    fixed, entered = is_locked(event), event.entries.count()
    first = event.stages.get(number=1)
    shuffled = moved(request.POST)
    data = shuffled or request.POST or None
    form = EventForm(data, instance=copy(event))  # the page's heading keeps the name that holds
    stage = StageForms(
        first.system,
        data,
        {
            "options": first.options,
            "scoring": first.scoring,
            "scoring_options": first.scoring_options,
            "ranking": first.ranking,
        },
    )
    looking = data is None or shuffled is not None or stage.changed
    if not looking and form.is_valid() & stage.is_valid(with_options=not fixed):
        return _saved(request, event, form, stage, fixed)
    context = _page(request, event) | {
        "form": form,
        "stage": stage,
        "locked": fixed,
        "advice": None if fixed else advice_of(first, entered) or course_of(first, entered),
    }
    if shuffled is None and not stage.changed:
        return render(request, "rounds/pages/settings.html", context, status=422 if data else 200)
    forgive(form, *stage.all)
    part = "events/_scored.html" if stage.changed else "events/_ranking.html"
    return render(request, part if request.htmx else "rounds/pages/settings.html", context)


def _saved(
    request: MemberRequest, event: Event, form: EventForm, stage: StageForms, fixed: bool
) -> HttpResponse:
    try:
        settings_actions.change_settings(event, form.cleaned_data, stage.stage(with_options=not fixed))
    except ActionRefused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("Impostazioni salvate."))
    return redirect("rounds:settings", event.slug)


@require_POST
def publish(request: MemberRequest, slug: str) -> HttpResponse:
    """Show the event to everybody (`published` = 1), or no longer."""
    event = event_of(request, slug)
    if request.POST.get("published") == "1":
        settings_actions.publish(event)
        messages.success(request, _("Il torneo è pubblico."))
    else:
        settings_actions.unpublish(event)
        messages.success(request, _("Il torneo non è più pubblico: lo vedono solo gli organizzatori."))
    return redirect("rounds:settings", event.slug)


@require_http_methods(["GET", "POST"])
def delete(request: MemberRequest, slug: str) -> HttpResponse:
    """Delete the event, for the owner, who types its name as a moment of thought."""
    event = event_of(request, slug, Role.OWNER)
    form = DeleteForm(request.POST or None, event=event)
    if form.is_valid():
        settings_actions.delete_event(event)
        messages.success(request, _("«%(name)s» è stato eliminato.") % {"name": event.name})
        return redirect("rounds:club", event.club.slug)
    context = _page(request, event) | {"form": form, "state": states_of([event])[event.pk]}
    return render(request, "rounds/pages/delete.html", context, status=422 if form.is_bound else 200)


def _page(request: MemberRequest, event: Event) -> dict[str, object]:
    return {
        "club": event.club,
        "event": event,
        "section": "settings",
        "owner": request.role == Role.OWNER,
        "address": address_for_others(request, reverse("public:event", args=[event.slug])),
    }
