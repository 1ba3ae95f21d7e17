"""The organisers' page of an event's mail; and the one where anybody asks to be told of a player's rounds."""

from uuid import uuid4

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.models import Event
from clubtornei.events.outcome_messages import RefusalAsMessage
from clubtornei.events.public_address import public_url, url_for_others
from clubtornei.mail.models import LONGEST_ADDRESS, LONGEST_SUBJECT, LONGEST_TEXT, can_send
from clubtornei.rounds.messages import actions
from clubtornei.rounds.messages.actions import Letter
from clubtornei.rounds.messages.queries import (
    addresses_of,
    any_failed,
    is_told,
    messages_of,
    people_of,
    requests_of,
)
from clubtornei.rounds.participation.signups.own_mail import OwnMailForm, ask_to_confirm
from clubtornei.rounds.state.access import event_of
from clubtornei.rounds.state.page_context import event_context
from clubtornei.text.text_fields import LineField
from clubtornei.text.untyped import CleanedData, Context, FormData
from clubtornei.web.form_choices import set_choices
from clubtornei.web.form_pages import form_page
from clubtornei.web.http import form_status, post_data

EVERYBODY, SOME = "everybody", "some"


class MessageForm(forms.Form):
    """A message. `key`: of this form, so that it is sent once however often it is confirmed."""

    subject = LineField(label=gettext_lazy("Oggetto"), max_length=LONGEST_SUBJECT)
    text = forms.CharField(
        label=gettext_lazy("Testo"), max_length=LONGEST_TEXT, widget=forms.Textarea({"rows": 8})
    )
    whom = forms.ChoiceField(
        label=gettext_lazy("A chi"),
        choices=[(EVERYBODY, gettext_lazy("a tutti")), (SOME, gettext_lazy("solo a chi scelgo qui sotto"))],
        widget=forms.RadioSelect,
        initial=EVERYBODY,
    )
    people = forms.MultipleChoiceField(
        label=gettext_lazy("Chi"), required=False, widget=forms.CheckboxSelectMultiple
    )
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, data: FormData | None, *, event: Event) -> None:
        super().__init__(data, initial={"key": uuid4()})
        people = [(one.key, one.name) for one in people_of(event)]
        set_choices(self, "people", people)
        self.everybody = [key for key, _name in people]

    def clean(self) -> CleanedData | None:
        cleaned = super().clean()
        if self.cleaned_data.get("whom") == SOME and not self.cleaned_data.get("people"):
            self.add_error("people", _("Scegli almeno una persona."))
        return cleaned

    @property
    def chosen(self) -> list[str]:
        """The keys of who gets it, of a valid form."""
        if self.cleaned_data["whom"] == EVERYBODY:
            return self.everybody
        people: list[str] = self.cleaned_data["people"]
        return people

    @property
    def names(self) -> list[str]:
        """The names of who gets the message."""
        choices = dict(self.fields["people"].choices)  # type: ignore[attr-defined]
        return [choices[key] for key in self.chosen]


class OrganiserForm(forms.Form):
    """The address at which an organiser is told of new sign-ups."""

    email = forms.EmailField(label=gettext_lazy("Indirizzo email"), max_length=LONGEST_ADDRESS)


def _event_of(request: MemberRequest, slug: str) -> Event:
    """Of a laptop's event, too: its mail is sent from here."""
    return event_of(request, slug, even_received=True)


def _context(request: MemberRequest, event: Event) -> Context:
    return event_context(request, event) | {"section": "mail"}


@require_safe
def mail(request: MemberRequest, slug: str) -> HttpResponse:
    """What was sent, what waits, what failed and why; how many can be written to."""
    event = _event_of(request, slug)
    user = request.user
    context = _context(request, event) | {
        "sends": can_send(),
        "page": messages_of(event, request.GET.get("page")),
        "query": request.GET,
        "requests": requests_of(event),
        "any_failed": any_failed(event),
        "addresses": addresses_of(event),
        "is_told": is_told(event, user),
        "organiser_form": OrganiserForm(initial={"email": user.email}),
        "address": url_for_others(request, event, reverse("public:event", args=[event.slug])),
    }
    return render(request, "rounds/messages/mail.html", context)


def _there(event: Event, path: str) -> str:
    """The same page on the server that the event is published on, if that sends mail."""
    return "" if event.addresses_there is None else public_url(event, path)


@require_http_methods(["GET", "POST"])
def write(request: MemberRequest, slug: str) -> HttpResponse:
    """Write to all or some of who has an address; the page shows it before it is sent (`confirmed`)."""
    event = _event_of(request, slug)
    form = MessageForm(post_data(request), event=event)
    is_back = "back" in request.POST
    context = _context(request, event) | {"form": form, "sends": can_send()}
    if not form.is_valid() or is_back:
        status = form_status(form.is_bound and not is_back)
        return render(request, "rounds/messages/write.html", context, status=status)
    if request.POST.get("confirmed") != "1":
        context |= {"names": form.names, "data": form.cleaned_data}
        return render(request, "rounds/messages/confirm.html", context, status=form_status(True))
    return _sent(request, event, form)


def _sent(request: MemberRequest, event: Event, form: MessageForm) -> HttpResponse:
    data = form.cleaned_data
    letter = Letter(key=data["key"], subject=data["subject"], text=data["text"], people=form.chosen)
    with RefusalAsMessage(request):
        count = actions.write(event, request.user, letter)
        text = ngettext("Parte una mail.", "Partono %(count)d mail.", count) % {"count": count}
        messages.success(request, text)
    return redirect("rounds:mail", event.slug)


@require_POST
def organiser(request: MemberRequest, slug: str) -> HttpResponse:
    """Be told of new sign-ups at an address, or no more (`stop`)."""
    event = _event_of(request, slug)
    user = request.user
    form = OrganiserForm(request.POST)
    if "stop" in request.POST:
        done = _("Non ti scriviamo più chi si iscrive.")
        with RefusalAsMessage(request):
            actions.tell_no_more(event, user)
            messages.success(request, done)
    elif form.is_valid():
        ask_to_confirm(request, event, form.cleaned_data["email"], of=user)
    else:
        messages.error(request, str(form.errors["email"][0]))
    return redirect("rounds:mail", event.slug)


@require_POST
def try_again(request: MemberRequest, slug: str) -> HttpResponse:
    """Send once more what was not sent."""
    event = _event_of(request, slug)
    with RefusalAsMessage(request):
        actions.try_again(event)
        messages.success(request, _("Riproviamo adesso."))
    return redirect("rounds:mail", event.slug)


@never_cache
@require_http_methods(["GET", "POST"])
def follow(request: HttpRequest, slug: str, entry_no: int) -> HttpResponse:
    """Ask to be told when a round is out in which the player sits; of a public event, for anybody."""
    event = get_object_or_404(Event.objects.public().select_related("club"), slug=slug)
    entry = get_object_or_404(event.entries, entry_no=entry_no)
    refused = _("Il torneo è chiuso.") if event.closed or event.club.closed else ""
    form = OwnMailForm(post_data(request))
    context = {"event": event, "club": event.club, "entry": entry, "query": request.GET}
    if form.is_valid() and not refused:
        ask_to_confirm(request, event, form.cleaned_data["email"], of=entry, is_own=False)
        return redirect("rounds:follow", slug, entry_no)
    return form_page(
        request,
        context | {"sends": can_send(), "there": _there(event, request.path)},
        form,
        title=_("Scrivimi quando esce il turno"),
        button=_("Scrivimi"),
        back=reverse("public:card", args=[slug, entry_no]),
        refused=refused,
        template="rounds/messages/follow.html",
    )
