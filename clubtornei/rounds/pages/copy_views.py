"""The same event again: a copy of it, or a preset of the club."""

from datetime import timedelta

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.models import Event
from clubtornei.events.preset_forms import EventCopyForm, PresetForm
from clubtornei.events.presets import save_preset
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.pages.copy_actions import CopyChoice, copy_event
from clubtornei.rounds.state.access import event_of
from clubtornei.rounds.state.page_context import section_context
from clubtornei.web.form_pages import form_page
from clubtornei.web.http import post_data

A_WEEK = timedelta(days=7)


@require_http_methods(["GET", "POST"])
def copy(request: MemberRequest, slug: str) -> HttpResponse:
    """Choose what comes along; then the entries of the new event."""
    event = event_of(request, slug)
    form = EventCopyForm(post_data(request), initial=_usual(event))
    if form.is_valid():
        try:
            made = copy_event(event, CopyChoice(**form.cleaned_data))
        except ActionRefused as refused:
            form.add_error("entries", str(refused))
        else:
            messages.success(request, _("Il nuovo torneo c’è. Non è ancora pubblico."))
            return redirect("rounds:event", made.slug)
    return _page(request, event, form, PresetForm())


@require_POST
def preset(request: MemberRequest, slug: str) -> HttpResponse:
    """Keep how this event is played as a preset of the club."""
    event = event_of(request, slug)
    form = PresetForm(request.POST)
    if form.is_valid():
        try:
            made = save_preset(event, form.cleaned_data["preset"])
        except ActionRefused as refused:
            form.add_error("preset", str(refused))
        else:
            messages.success(
                request, _("«%(name)s» è tra i modelli: si trova in «Nuovo torneo».") % {"name": made.name}
            )
            return redirect("rounds:copy", event.slug)
    return _page(request, event, EventCopyForm(initial=_usual(event)), form)


def _usual(event: Event) -> dict[str, str]:
    """The same name, a week later, or today where that is past."""
    day = max(event.starts_on + A_WEEK, localdate())
    return {"name": event.name, "starts_on": day.isoformat()}


def _page(request: MemberRequest, event: Event, form: EventCopyForm, preset_form: PresetForm) -> HttpResponse:
    return form_page(
        request,
        section_context(event, "settings")
        | {
            "preset_form": preset_form,
            "action": reverse("rounds:copy", args=[event.slug]),
        },
        form,
        title=_("Un altro così"),
        lead=_("Un torneo nuovo con quello che scegli di questo; i giorni si spostano tutti insieme."),
        button=_("Crea il torneo"),
        back=reverse("rounds:settings", args=[event.slug]),
        template="rounds/pages/copy.html",
    )
