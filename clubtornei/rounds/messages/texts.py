"""The mails: each in the language of who gets it, from what the site knows when it is sent."""

from collections.abc import Callable
from datetime import datetime
from email.utils import formataddr, parseaddr

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext, override
from msgspec import Struct

from clubtornei.accounts.models import Membership, Role
from clubtornei.events.models import SignUp
from clubtornei.events.public_address import public_url
from clubtornei.events.stage_titles import is_only_round, stage_title
from clubtornei.events.templatetags.dates import day
from clubtornei.mail.models import LONGEST_SUBJECT, Address, Delivery, Message
from clubtornei.rounds.documents.calendar import ShownBye, ShownRound, ShownTable
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.models import Round
from clubtornei.rounds.participation.signups.queries import (
    ACTIVE,
    PlacedSignUp,
    place_of,
    placed_sign_ups,
    settings_of,
)
from clubtornei.rounds.reports.bracket_layout import round_name
from clubtornei.rounds.state.addresses import event_args
from clubtornei.rounds.state.formatting import with_number
from clubtornei.rounds.state.page_context import title_of_round
from clubtornei.rounds.state.reason_texts import reason_texts
from clubtornei.rounds.state.table_words import colours_of, seat_name, with_colour
from clubtornei.text.languages import listed
from clubtornei.text.text_fields import one_line
from clubtornei.text.untyped import Context
from pairing.registry import SYSTEMS
from scoring.document import DocumentPlayer

MOST_NAMES = 50


class Mail(Struct, frozen=True):
    """A mail, all of it plain text."""

    subject: str
    text: str
    sender: str
    headers: dict[str, str]


class Words(Struct, frozen=True):
    """What a kind of message says: what its subject adds to the event's name, and what its template shows."""

    subject: str
    context: Context


def mail_of(delivery: Delivery) -> Mail | None:
    """The mail, in the reader's language; None if it has nothing to say any more."""
    address, message = delivery.address, delivery.message
    if address is None:
        return None
    with override(address.language):
        words = WORDS[message.kind](address, message)
        return None if words is None else _mail(delivery, address, words)


def _mail(delivery: Delivery, address: Address, words: Words) -> Mail:
    event = address.event
    stop = link_to(address, "mail:stop", address.link_key)
    context = words.context | {"event": event, "club": event.club, "address": address, "stop": stop}
    sender = parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    return Mail(
        subject=one_line(f"{event.name}: {words.subject}")[:LONGEST_SUBJECT],
        text=render_to_string(f"rounds/messages/mail/{delivery.message.kind}.txt", context),
        sender=formataddr((one_line(event.club.name), sender)),
        headers={
            "Message-ID": f"<{delivery.pk}.{delivery.message_id}.clubtornei@{sender.rpartition('@')[2]}>",
            "Auto-Submitted": "auto-generated",
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
    )


def link_to(address: Address, view: str, *args: object) -> str:
    """An absolute link: to the server that the event is published on, where that has the page; else to the
    site where the address was given.
    """
    path = reverse(view, args=args)
    return public_url(address.event, path) or address.site + path


def _confirm(address: Address, _message: Message) -> Words | None:
    """Nothing in it was written by who gave the address, which may be somebody else's."""
    if address.confirmed_at:
        return None
    return Words(_("conferma l’indirizzo"), {"url": link_to(address, "mail:confirm", address.link_key)})


def _signed_up(address: Address, _message: Message) -> Words | None:
    sign_up = address.sign_up
    if sign_up is None or sign_up.status not in ACTIVE:
        return None
    placed = _place_now(address)
    return Words(_("la tua iscrizione"), {"placed": placed, "name": sign_up.name, "url": _own(address)})


def _accepted(address: Address, _message: Message) -> Words | None:
    placed = _place_now(address)
    if placed is None or placed.to_be_approved:
        return None
    context = {"name": placed.sign_up.name, "placed": placed, "url": _own(address)}
    return Words(_("iscrizione accettata"), context)


def _place(address: Address, _message: Message) -> Words | None:
    placed = _place_now(address)
    if placed is None or placed.waiting:
        return None
    context = {"name": placed.sign_up.name, "placed": placed, "url": _own(address)}
    return Words(_("c’è un posto per te"), context)


def _place_now(address: Address) -> PlacedSignUp | None:
    """Where he stands. Who waits is told when there is a place: see sending.tell_places."""
    placed = place_of(address.sign_up, settings_of(address.event)) if address.sign_up else None
    if placed and placed.waiting:
        Address.objects.filter(pk=address.pk).update(waits_since=address.event.version)
    return placed


def _cancelled(address: Address, _message: Message) -> Words | None:
    sign_up = address.sign_up
    if sign_up is None or sign_up.status in ACTIVE:
        return None
    refused = sign_up.status == SignUp.Status.REFUSED
    subject = _("non sei tra gli iscritti") if refused else _("iscrizione annullata")
    return Words(subject, {"name": sign_up.name, "refused": refused, "url": _own(address)})


def _sign_ups(address: Address, message: Message) -> Words | None:
    """For who still organises in the club."""
    event = address.event
    roles = [Role.ARBITER, Role.OWNER]
    if not Membership.objects.filter(user=address.user_id, club=event.club, role__in=roles).exists():
        return None
    begins, ends = (datetime.fromisoformat(message.facts[name]) for name in ("from", "to"))
    came = [one for one in placed_sign_ups(event, settings_of(event)) if begins <= one.sign_up.at < ends]
    if not came:
        return None
    subject = ngettext("%(count)d nuova preiscrizione", "%(count)d nuove preiscrizioni", len(came))
    context = {
        "came": came[:MOST_NAMES],
        "more": len(came) - MOST_NAMES,
        "url": link_to(address, "public:event" if event.received else "rounds:sign_ups", event.slug),
    }
    return Words(subject % {"count": len(came)}, context)


class OwnRound(Struct, frozen=True, kw_only=True):
    """Where somebody sits in a round, in words, and why."""

    title: str
    day: str
    seat: str
    why: list[str]


def _round(address: Address, message: Message) -> Words | None:
    """As long as the rounds are published as they were then, and no later one is."""
    event, player, facts = address.event, address.player, message.facts
    stage, numbers = facts["stage"], facts["rounds"]
    published = Round.objects.published().of(event, stage)
    moment = datetime.fromisoformat(facts["published_at"])
    valid = dict(
        published.filter(number__in=numbers, published_at=moment).values_list("number", "by_hand_reason")
    )
    if not (valid and player and event.published) or published.filter(number__gt=max(numbers)).exists():
        return None
    snapshot = EventSnapshot(event, stage)
    found = (
        _own_round(snapshot, snapshot.round(number), player.entry_no, valid[number])
        for number in sorted(valid)
    )
    rounds = [one for one in found if one is not None]
    if not rounds:
        return None
    subject = f"{rounds[0].title}: {rounds[0].seat}" if len(rounds) == 1 else _("il calendario")
    url = link_to(address, "public:pairings", *event_args(event, stage), min(valid))
    name = player.whole_name if address.is_own else player.name
    return Words(subject, {"rounds": rounds, "name": name, "url": url})


def _own_round(
    snapshot: EventSnapshot, round_: ShownRound, player: int, by_hand_reason: str
) -> OwnRound | None:
    """None for who neither plays nor rests. `by_hand_reason`: why the arbiter made tables of it by hand."""
    table = next((one for one in round_.tables if player in [each.id for each in one.seats]), None)
    bye = next((one for one in round_.byes if one.player.id == player), None)
    if table is None and bye is None:
        return None
    colours = colours_of(SYSTEMS[snapshot.system], snapshot.event)
    name = round_name(snapshot, round_.number)
    only = is_only_round(snapshot.progress.total, name)
    number = "" if only else _("turno %(number)d") % {"number": round_.number}
    why = _why(snapshot, table or bye, colours=any(colours))
    if by_hand_reason and table and table.by_hand:
        why.append(_("Il motivo dell’arbitro: %(reason)s") % {"reason": by_hand_reason})
    return OwnRound(
        title=" · ".join(filter(None, (name, number))),
        day=day(round_.day),
        seat=_seat(snapshot, table, player) if table else _rest(snapshot),
        why=why,
    )


def _seat(snapshot: EventSnapshot, table: ShownTable, player: int) -> str:
    seat = [each.id for each in table.seats].index(player)
    colour = table.colour_of(seat, colours_of(SYSTEMS[snapshot.system], snapshot.event))
    words = [snapshot.table_words.in_sentence(table.number)]
    if colour:
        words.append(str(with_colour(colour)))
    elif snapshot.multiplayer:
        words.append(seat_name(seat + 1, winds=snapshot.winds))
    return ", ".join([*words, _against(table.seats, player)])


def _against(seats: tuple[DocumentPlayer, ...], player: int) -> str:
    others = [with_number(other) for other in seats if other.id != player]
    return _("contro %(names)s") % {"names": listed(others)}


def _rest(snapshot: EventSnapshot) -> str:
    return _("passi il turno") if SYSTEMS[snapshot.system].bracket else _("riposi")


def _why(snapshot: EventSnapshot, of: ShownTable | ShownBye | None, *, colours: bool) -> list[str]:
    if of is None:
        return []
    names = {player.id: player.name for player in snapshot.players.values()}
    return reason_texts(of.why, names, colours=colours, figure=snapshot.notation.figure)


def _taken_back(address: Address, message: Message) -> Words | None:
    """It is right even where the next one is out already."""
    event, facts = address.event, message.facts
    stage = event.stages.filter(number=facts["stage"]).first()
    if stage is None:
        return None
    name = stage_title(stage.number, stage.name) if event.several else ""
    title = title_of_round(stage, facts["round"], name)
    return Words(_("%(round)s: di nuovo in bozza") % {"round": title}, {"title": title})


def _written(_address: Address, message: Message) -> Words | None:
    return Words(message.subject, {"text": message.text})


def _own(address: Address) -> str:
    assert address.sign_up
    return link_to(address, "rounds:own", address.sign_up.link_key)


WORDS: dict[str, Callable[[Address, Message], Words | None]] = {
    Message.Kind.CONFIRM: _confirm,
    Message.Kind.SIGNED_UP: _signed_up,
    Message.Kind.PLACE: _place,
    Message.Kind.ACCEPTED: _accepted,
    Message.Kind.CANCELLED: _cancelled,
    Message.Kind.SIGN_UPS: _sign_ups,
    Message.Kind.ROUND: _round,
    Message.Kind.TAKEN_BACK: _taken_back,
    Message.Kind.WRITTEN: _written,
}
