"""Mail about rounds and sign-ups: what is published or taken back, and what became of a sign-up."""

from collections.abc import Collection, Sequence

from django.db.models import Q, QuerySet

from clubtornei.events.models import Event, SignUp
from clubtornei.mail.actions import queue
from clubtornei.mail.models import Address, Delivery, Message
from clubtornei.rounds.models import Round, Seat
from clubtornei.text.untyped import JsonObject


def tell_published(event: Event, rounds: Sequence[Round]) -> None:
    """Have those who asked for it told where they sit: of a public event, who sits in one of these rounds of
    one stage. Inside `writing`, once the rounds are published.
    """
    if not event.published or not rounds:
        return
    seated = Seat.objects.filter(round__in=rounds).values("entry")
    to = event.addresses.confirmed().filter(Q(entry__in=seated) | Q(sign_up__entry__in=seated))
    first = rounds[0]
    facts = _facts(first) | {"rounds": [round_.number for round_ in rounds]}
    key = f"round:{first.stage.number}:{first.number}:{event.version}"
    queue(event, Message.Kind.ROUND, key, to, facts=facts)


def tell_taken_back(event: Event, round_: Round) -> None:
    """Send no more what is still to be sent of the round; have those told who have had it. Inside `writing`,
    before the round is no longer published.
    """
    about = _messages_about(round_)
    alone = [message for message in about if message.facts["rounds"] == [round_.number]]
    Delivery.objects.waiting().filter(message__in=alone, tries=0).delete()
    to = mailed_addresses(round_)
    key = f"taken-back:{round_.stage.number}:{round_.number}:{event.version}"
    facts = {"stage": round_.stage.number, "round": round_.number}
    queue(event, Message.Kind.TAKEN_BACK, key, to, facts=facts)


def mailed_addresses(round_: Round) -> QuerySet[Address]:
    """The addresses to which mail about the published round has gone."""
    return Address.objects.filter(
        deliveries__message__in=_messages_about(round_), deliveries__tries__gt=0
    ).distinct()


def _messages_about(round_: Round) -> QuerySet[Message]:
    return Message.objects.filter(
        event=round_.stage.event_id,
        kind=Message.Kind.ROUND,
        facts__contains=_facts(round_) | {"rounds": [round_.number]},
    )


def _facts(round_: Round) -> JsonObject:
    assert round_.published_at
    return {"stage": round_.stage.number, "published_at": round_.published_at.isoformat()}


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
