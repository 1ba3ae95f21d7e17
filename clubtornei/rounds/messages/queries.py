"""The mail of an event as its organisers see it: how many addresses, never which; and what became of it."""

from collections import Counter
from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db.models import Count, Q
from msgspec import Struct

from clubtornei.events.models import Event
from clubtornei.mail.models import Address, Delivery, Message
from clubtornei.players.names import sort_key
from clubtornei.web.key_pages import KeyPage, key_page

ON_A_PAGE = 50


class Recipient(Struct, frozen=True):
    """Somebody to whom organisers may write. `key`: of the sign-up or the entry."""

    key: str
    name: str


class Addresses(Struct, frozen=True):
    """How many people may be written to; how many addresses are confirmed, and how many not yet."""

    people: int
    confirmed: int
    unconfirmed: int


class Sent(Struct, frozen=True):
    """What became of mails; `why`: what is known of those that did not go, in sentences."""

    sent: int
    waiting: int
    failed: int
    why: list[str]


class SentMessage(Struct, frozen=True):
    """A message, and what became of it."""

    message: Message
    sent: Sent


def people_of(event: Event) -> list[Recipient]:
    """Who has confirmed an address of his own, by name."""
    found = {key_of(one): name_of(one) for one in writable(event)}
    return sorted((Recipient(key, name) for key, name in found.items()), key=lambda one: sort_key(one.name))


def writable(event: Event) -> Sequence[Address]:
    """The addresses to which organisers write."""
    return list(event.addresses.confirmed().of_people().with_people())


def key_of(address: Address) -> str:
    return f"s{address.sign_up_id}" if address.sign_up_id else f"e{address.entry_id}"


def name_of(address: Address) -> str:
    """As organisers read it."""
    if address.player:
        return address.player.whole_name
    return address.sign_up.name if address.sign_up else ""


def addresses_of(event: Event) -> Addresses:
    counted = event.addresses.aggregate(
        people=Count("pk", filter=Q(confirmed_at__isnull=False, is_own=True, user=None)),
        confirmed=Count("pk", filter=Q(confirmed_at__isnull=False)),
        unconfirmed=Count("pk", filter=Q(confirmed_at=None)),
    )
    return Addresses(**counted)


def messages_of(event: Event, asked: str | None) -> KeyPage[SentMessage]:
    """A page of them, the latest first, without the requests to confirm an address; `asked`: `?page=`."""
    written = event.messages.exclude(kind=Message.Kind.CONFIRM).select_related("user")
    page = key_page(written, ("-pk",), asked, ON_A_PAGE)
    deliveries: dict[int, list[Delivery]] = {}
    for one in Delivery.objects.filter(message__in=page.rows):
        deliveries.setdefault(one.message_id, []).append(one)
    return KeyPage(
        rows=[SentMessage(one, _sent(deliveries.get(one.pk, []))) for one in page],
        previous_page_number=page.previous_page_number,
        next_page_number=page.next_page_number,
    )


def any_failed(event: Event) -> bool:
    return Delivery.objects.filter(message__event=event, state=Delivery.State.FAILED).exists()


def requests_of(event: Event) -> Sent:
    """What became of the requests to confirm an address."""
    return _sent(list(Delivery.objects.filter(message__event=event, message__kind=Message.Kind.CONFIRM)))


def _sent(deliveries: Sequence[Delivery]) -> Sent:
    counted = Counter(one.state for one in deliveries)
    state = Delivery.State
    why = dict.fromkeys(one.get_why_display() for one in deliveries if one.why and one.state != state.SENT)
    return Sent(counted[state.SENT], counted[state.WAITING], counted[state.FAILED], list(why))


def is_told(event: Event, user: User) -> bool | None:
    """Whether the organiser is told of new sign-ups; None: he has not confirmed the address yet."""
    address = event.addresses.filter(user=user).order_by("-confirmed_at").first()
    if address is None:
        return False
    return True if address.confirmed_at else None
