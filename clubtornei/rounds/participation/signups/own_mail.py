"""The mail of those without an account: who gives an address, to be told of his own rounds or another's."""

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from django.utils.translation import gettext as _, gettext_lazy
from msgspec import Struct

from clubtornei.accounts.lockouts import counted_address
from clubtornei.events.models import Entry, Event, SignUp
from clubtornei.events.writing import ActionRefused
from clubtornei.mail.actions import Giver, give_address
from clubtornei.mail.models import LONGEST_ADDRESS, can_send
from clubtornei.web.local_hosts import require_own_host, url_for_other_devices


class OwnMailForm(forms.Form):
    """One address."""

    email = forms.EmailField(
        label=gettext_lazy("Indirizzo email"),
        max_length=LONGEST_ADDRESS,
        widget=forms.EmailInput({"autocomplete": "email"}),
    )


class OwnMail(Struct, frozen=True):
    """What the holder of a personal link reads of his addresses: how many are confirmed, and how many are not
    yet; never which.
    """

    confirmed: int
    unconfirmed: int


def own_mail(person: SignUp | Entry) -> OwnMail | None:
    """None where there is nothing to tell him: the site sends no mail, or he does not take part."""
    over = person.event.closed or (isinstance(person, SignUp) and not person.is_active)
    if over or not can_send():
        return None
    own = person.addresses.filter(is_own=True)
    confirmed = own.confirmed().count()
    return OwnMail(confirmed, own.count() - confirmed)


def ask_to_confirm(
    request: HttpRequest, event: Event, email: str, *, of: SignUp | Entry | User, is_own: bool = True
) -> None:
    """Write to the address, whose owner has to confirm it; the next page says so."""
    giver = Giver(url_for_other_devices(request, "/").rstrip("/"), counted_address(request) or "")
    try:
        require_own_host(request)
        give_address(event, email, giver, of=of, is_own=is_own)
    except ActionRefused as refused:
        messages.error(request, str(refused))
    except DisallowedHost:
        messages.error(request, _("Per lasciare un indirizzo apri la pagina con l’indirizzo vero del sito."))
    else:
        messages.success(
            request,
            _("Ti abbiamo scritto: apri la mail e conferma. Se l’avevi già confermato non serve altro."),
        )
