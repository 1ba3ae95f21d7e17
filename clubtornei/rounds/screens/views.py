"""The arbiter's page of the projectors: what each shows, for how long, and a message to all."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST
from msgspec import Struct

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.models import Event, Stage
from clubtornei.events.outcome_messages import carry_out
from clubtornei.rounds.core.access import event_of, hold_to_save, merging
from clubtornei.rounds.core.page_context import event_context
from clubtornei.rounds.core.stages import stage_and_tabs, stages_of
from clubtornei.rounds.models import Screen
from clubtornei.rounds.screens import actions
from clubtornei.rounds.screens.forms import MessageForm, ScreenForm
from clubtornei.rounds.screens.queries import screens_of
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.web.local_hosts import url_for_other_devices
from pairing.registry import SYSTEMS


class ScreenCard(Struct, frozen=True):
    """A screen, its form, the `path` of its public page, and the `address` for the projector's computer."""

    number: int
    form: ScreenForm
    path: str
    address: str

    @property
    def is_first(self) -> bool:
        """The first screen is always there."""
        return self.number == 1


@require_http_methods(["GET", "HEAD", "POST"])
def screens(request: MemberRequest, slug: str) -> HttpResponse:
    """All screens of the event, with what each shows; sent back, all of them at once."""
    event = event_of(request, slug)
    if request.method == "POST":
        return _set(request, event, [screen.number for screen in screens_of(event).all])
    return _page(request, event)


@require_POST
def set_screen(request: MemberRequest, slug: str, number: int) -> HttpResponse:
    """Say what a screen shows; a new one is added so."""
    event = event_of(request, slug)
    if not 1 <= number <= Screen.MOST:
        raise Http404
    return _set(request, event, [number])


@merging
def _set(request: MemberRequest, event: Event, numbers: Iterable[int]) -> HttpResponse:
    hold_to_save(request, event)
    known = {screen.number: screen for screen in screens_of(event).all}
    form_of = partial(ScreenForm, request.POST, has_bracket=_has_bracket(stages_of(event)))
    forms = {
        number: form_of(instance=known.get(number, Screen(number=number)), prefix=_prefix(number))
        for number in numbers
    }
    if not all([form.is_valid() for form in forms.values()]):  # noqa: C419 - each is to say what is wrong
        return _page(request, event, forms)
    return _write(
        request, event, lambda: actions.set_screens(event, [form.instance for form in forms.values()])
    )


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
    form = MessageForm(request.POST)
    if not form.is_valid():
        return _page(request, event, said=form)
    return _write(request, event, lambda: actions.put_message(event, form.cleaned_data["message"]))


def _write(request: MemberRequest, event: Event, action: Callable[[], None]) -> HttpResponse:
    carry_out(request, action, _("Fatto: gli schermi lo mostrano entro pochi secondi."))
    return redirect("rounds:screens", event.slug)


def _card(request: MemberRequest, event: Event, number: int, form: ScreenForm) -> ScreenCard:
    path = _path(event, number)
    return ScreenCard(number, form, path, url_for_other_devices(request, path))


def _path(event: Event, number: int) -> str:
    """Of the screen's page: the public one, which is short to type, unless the hall reads other names."""
    key = [event.hall_key] if EventSnapshot(event).for_hall().full_names.players else []
    if number == 1:
        return reverse("public:hall_screen" if key else "public:screen", args=[event.slug, *key])
    numbered = "public:hall_screen_numbered" if key else "public:screen_numbered"
    return reverse(numbered, args=[event.slug, *key, number])


def _prefix(number: int) -> str:
    return f"screen-{number}"


def _has_bracket(stages: Sequence[Stage]) -> bool:
    return any(SYSTEMS[stage.system].bracket for stage in stages)


def _page(
    request: MemberRequest,
    event: Event,
    refused: dict[int, ScreenForm] | None = None,
    said: MessageForm | None = None,
) -> HttpResponse:
    found, listed = screens_of(event), stages_of(event)
    known = {screen.number: screen for screen in found.all}
    form_of = partial(ScreenForm, has_bracket=_has_bracket(listed))
    forms = {number: form_of(instance=known[number], prefix=_prefix(number)) for number in known}
    forms |= refused or {}
    free = [number for number in range(1, Screen.MOST + 1) if number not in forms]
    _stage, stages = stage_and_tabs(listed, None)
    context = event_context(request, event) | {
        "section": "settings",
        "stages": stages,
        "cards": [_card(request, event, number, form) for number, form in sorted(forms.items())],
        "said": found.message,
        "message_form": said or MessageForm(initial={"message": found.message}),
        "free": free[0] if free else None,
        "fresh": Screen(),
        "longest": Screen.LONGEST_MESSAGE,
        "usual": Screen.SECONDS,
    }
    return render(request, "rounds/screens/screens.html", context, status=422 if refused or said else 200)
