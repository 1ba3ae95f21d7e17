"""The arbiter's page of the projectors: what each shows, for how long, and a message to all."""

from collections.abc import Callable, Sequence
from functools import partial

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.models import Event
from clubtornei.events.outcome_messages import RefusalAsMessage
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.models import Screen
from clubtornei.rounds.pages import screen_actions as actions
from clubtornei.rounds.pages.screen_forms import ScreenForm, ScreenMessageForm
from clubtornei.rounds.pages.screen_queries import screens_of
from clubtornei.rounds.state.access import event_of, locked_for_post
from clubtornei.rounds.state.page_context import event_context
from clubtornei.rounds.state.stages import stage_and_tabs, stages_of
from clubtornei.web.local_hosts import url_for_other_devices
from pairing.registry import SYSTEMS


@require_http_methods(["GET", "HEAD", "POST"])
@locked_for_post
def screens(request: MemberRequest, slug: str) -> HttpResponse:
    """All screens of the event, with what each shows; sent back, all of them at once."""
    event = event_of(request, slug)
    forms = _forms(event, request.POST if request.method == "POST" else None)
    are_valid = [form.is_valid() for form in forms]  # each is to say what is wrong
    if not all(are_valid):
        return _page(request, event, forms)
    return _write(request, event, lambda: actions.set_screens(event, [form.instance for form in forms]))


def _forms(event: Event, sent: QueryDict | None = None) -> list[ScreenForm]:
    has_bracket = any(SYSTEMS[stage.system].bracket for stage in stages_of(event))
    form_of = partial(ScreenForm, sent, has_bracket=has_bracket)
    return [form_of(instance=screen, prefix=f"screen-{screen.number}") for screen in screens_of(event).all]


@require_POST
def add_screen(request: MemberRequest, slug: str, number: int) -> HttpResponse:
    """One more screen, which shows by itself what the hall wants to know."""
    event = event_of(request, slug)
    if not 1 <= number <= Screen.MOST:
        raise Http404
    new = Screen.objects.filter(event=event, number=number).first() or Screen(number=number)
    return _write(request, event, lambda: actions.set_screens(event, [new]))


@require_POST
def remove_screen(request: MemberRequest, slug: str, number: int) -> HttpResponse:
    """Take a screen off the list."""
    event = event_of(request, slug)
    return _write(request, event, lambda: actions.remove_screen(event, number))


@require_POST
def screen_message(request: MemberRequest, slug: str) -> HttpResponse:
    """Show a message on all screens, or (`do=clear`) take it back."""
    event = event_of(request, slug)
    if request.POST.get("do") == "clear":
        return _write(request, event, lambda: actions.put_message(event, ""))
    form = ScreenMessageForm(request.POST)
    if not form.is_valid():
        return _page(request, event, _forms(event), said=form)
    return _write(request, event, lambda: actions.put_message(event, form.cleaned_data["message"]))


def _write(request: MemberRequest, event: Event, action: Callable[[], None]) -> HttpResponse:
    with RefusalAsMessage(request):
        action()
        messages.success(request, _("Fatto: gli schermi lo mostrano entro pochi secondi."))
    return redirect("rounds:screens", event.slug)


def _path(event: Event, number: int) -> str:
    """Of the screen's page: the public one, which is short to type, unless the hall reads other names."""
    key = [event.hall_key] if EventSnapshot(event).for_hall().full_names.players else []
    if number == 1:
        return reverse("public:hall_screen" if key else "public:screen", args=[event.slug, *key])
    numbered = "public:hall_screen_numbered" if key else "public:screen_numbered"
    return reverse(numbered, args=[event.slug, *key, number])


def _page(
    request: MemberRequest, event: Event, forms: Sequence[ScreenForm], said: ScreenMessageForm | None = None
) -> HttpResponse:
    found = screens_of(event)
    taken = {form.instance.number for form in forms}
    paths = [_path(event, form.instance.number) for form in forms]
    _stage, stages = stage_and_tabs(stages_of(event), None)
    context = event_context(request, event) | {
        "section": "settings",
        "stages": stages,
        "cards": [
            (form, path, url_for_other_devices(request, path))
            for form, path in zip(forms, paths, strict=True)
        ],
        "said": found.message,
        "message_form": said or ScreenMessageForm(initial={"message": found.message}),
        "free": next((number for number in range(1, Screen.MOST + 1) if number not in taken), None),
        "longest": Screen.LONGEST_MESSAGE,
    }
    refused = said or any(form.errors for form in forms)
    return render(request, "rounds/pages/screens.html", context, status=422 if refused else 200)
