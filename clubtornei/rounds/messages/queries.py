"""The mail of an event as its organisers see it: how many addresses, never which; and what became of it."""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db.models import Count, Q
from msgspec import Struct

from clubtornei.events.models import Event
from clubtornei.mail.models import Address, Delivery, Message
from clubtornei.players.names import sort_key

MOST_SHOWN = 200
State = Delivery.State


class Person(Struct, frozen=True):
    """Somebody to whom organisers may write. `key`: of the sign-up or the entry."""

    key: str
    name: str


class Addresses(Struct, frozen=True):
    """How many people may be written to; how many addresses are confirmed, and how many not yet."""

    people: int
    confirmed: int
    unconfirmed: int


class SentMessage(Struct, frozen=True):
    """A message with what became of it; `why`: what is known of those that did not go, in sentences."""

    message: Message
    sent: int
    waiting: int
    failed: int
    why: list[str]


def people_of(event: Event) -> list[Person]:
    """Who has confirmed an address of his own, by name."""
    found = {key_of(one): name_of(one) for one in writable(event)}
    return sorted((Person(key, name) for key, name in found.items()), key=lambda one: sort_key(one.name))


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


def messages_of(event: Event) -> list[SentMessage]:
    """The latest first, without the requests to confirm an address. Two queries."""
    shown = (
        event.messages.exclude(kind=Message.Kind.CONFIRM)
        .select_related("user")
        .annotate(
            sent=Count("deliveries", filter=Q(deliveries__state=State.SENT)),
            waiting=Count("deliveries", filter=Q(deliveries__state=State.WAITING)),
            failed=Count("deliveries", filter=Q(deliveries__state=State.FAILED)),
        )
    )
    latest = list(shown[:MOST_SHOWN])
    why: dict[int, list[str]] = {}
    troubled = Delivery.objects.filter(message__in=latest).exclude(why="").exclude(state=State.SENT)
    for pk, code in troubled.values_list("message", "why").distinct():
        why.setdefault(pk, []).append(str(Delivery.Why(code).label))
    return [SentMessage(one, one.sent, one.waiting, one.failed, why.get(one.pk, [])) for one in latest]


def is_told(event: Event, user: User) -> bool | None:
    """Whether the organiser is told of new sign-ups; None: he has not confirmed the address yet."""
    address = event.addresses.filter(user=user).order_by("-confirmed_at").first()
    if address is None:
        return False
    return True if address.confirmed_at else None
