"""The signed addresses of those who have no account: their own page, and the one that hangs in the hall.

Who holds an address needs nothing else. None of them is ever public; that of a person is his alone.
"""

from django.core.signing import BadSignature, Signer

from clubtornei.events.models import Entry, Event, SignUp

_PERSON = Signer(salt="clubtornei.person", sep=".")
_HALL = Signer(salt="clubtornei.hall", sep=".")
_SIGN_UP, _ENTRY = "s", "e"


def token_of_sign_up(sign_up: SignUp) -> str:
    return _PERSON.sign(f"{_SIGN_UP}{sign_up.pk}")


def token_of_entry(entry: Entry) -> str:
    """For who was entered by the arbiter."""
    return _PERSON.sign(f"{_ENTRY}{entry.pk}")


def token_of_hall(event: Event) -> str:
    return _HALL.sign(str(event.pk))


def person_of(token: str) -> SignUp | Entry | None:
    """Whose own page it is, with event and club; None if the token is not valid, or he is there no longer."""
    named = _unsigned(_PERSON, token)
    if named[:1] == _SIGN_UP:
        sign_ups = SignUp.objects.select_related("event__club", "entry")
        return sign_ups.filter(pk=named[1:]).first()
    return Entry.objects.select_related("event__club").filter(pk=named[1:]).first() if named else None


def event_of_hall(token: str) -> Event | None:
    """The event with its club; None if the token is not valid."""
    pk = _unsigned(_HALL, token)
    return Event.objects.select_related("club").filter(pk=pk).first() if pk else None


def _unsigned(signer: Signer, token: str) -> str:
    try:
        return signer.unsign(token)
    except BadSignature:
        return ""
