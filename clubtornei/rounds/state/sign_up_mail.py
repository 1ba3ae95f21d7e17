"""Mail about sign-ups: their owners are told what became of them."""

from collections.abc import Collection

from clubtornei.events.models import Event, SignUp
from clubtornei.mail.actions import queue
from clubtornei.mail.models import Message


def tell_accepted(event: Event, sign_ups: Collection[SignUp]) -> None:
    """Have those told whose sign-up was to be approved, and is accepted. Inside `writing`."""
    to = event.addresses.confirmed().filter(sign_up__in=sign_ups)
    queue(event, Message.Kind.ACCEPTED, f"accepted:{event.version}", to)


def tell_ended(event: Event, sign_ups: Collection[SignUp]) -> None:
    """Have those told who are cancelled, refused or taken off the entries, with which their addresses go.
    Inside `writing`.
    """
    addresses = event.addresses.filter(sign_up__in=sign_ups)
    queue(event, Message.Kind.CANCELLED, f"cancelled:{event.version}", addresses.confirmed())
    addresses.filter(confirmed_at=None).delete()
