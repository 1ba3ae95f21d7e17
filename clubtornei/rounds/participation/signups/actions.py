"""Signing up, cancelling, and what the arbiter makes of it. All of an event queue at its lock, so that places
are given in the order in which they were asked for.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import timedelta
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils.crypto import salted_hmac
from django.utils.timezone import localdate, now
from django.utils.translation import gettext as _
from msgspec import Struct

from clubtornei.accounts.actions import lock_club
from clubtornei.accounts.models import Club
from clubtornei.events.models import Entry, Event, SignUp, SignUpSettings
from clubtornei.events.namesakes import set_public_name
from clubtornei.events.writing import ActionRefused, writing
from clubtornei.mail.actions import tell_organisers
from clubtornei.players.actions import save_player, save_players
from clubtornei.players.models import Player
from clubtornei.players.names import sort_key
from clubtornei.rounds.participation.entries.actions import (
    EntriesChange,
    create_entries,
    entry_of,
    remove_entry,
    update_public_names,
)
from clubtornei.rounds.participation.entries.late_entry_queries import openings_of
from clubtornei.rounds.participation.signups.queries import (
    ACTIVE,
    PlacedSignUp,
    SignUpState,
    namesakes_on_roster,
    person_meant,
    place_of,
    placed_sign_ups,
    settings_of,
    sign_up_state,
)
from clubtornei.rounds.participation.signups.questions import Question, fingerprint_of, questions_of, stored
from clubtornei.rounds.state.event_mail import tell_accepted, tell_ended
from clubtornei.rounds.state.event_state import is_locked
from clubtornei.rounds.state.visitor_requests import Cancelling, SigningUp, keep_for_laptop

MOST_FROM_AN_ADDRESS, PERIOD = 30, timedelta(minutes=10)
"""A hall has one address for all who are in it."""
MOST_OF_AN_EVENT = 1_000
SOMEBODY_NEW = "new"


class SignUpRequest(Struct, frozen=True, kw_only=True):
    """What was sent, with the rules accepted. `key`: of the form; `address`: of the network; `consent_by`:
    the parent of a minor who consents to the whole name; `answers`: pairs of a question and its answer.
    """

    name: str
    affiliation: str
    contact: str
    key: str
    address: str
    birth_year: int | None = None
    consent_by: str = ""
    answers: Sequence[tuple[str, str]] = ()


def sign_up(event: Event, asked: SignUpRequest) -> PlacedSignUp:
    """Sign somebody up, and say where he stands. The same form sent again is the same sign-up; with another
    name it is refused.

    Whom of the roster the name means is kept, and never told. Raises ActionRefused.
    """
    with writing(event) as locked:
        locked.club = event.club
        settings = settings_of(locked)
        again = locked.sign_ups.filter(key=asked.key).first()
        if again and again.sort_name != sort_key(asked.name):
            raise ActionRefused(
                _("Da qui si è già iscritto qualcun altro: controlla e premi di nuovo «Iscriviti».")
            )
        if again is None:
            refuse_unless_open(sign_up_state(locked, settings))
            address = _fingerprint(asked.address)
            _refuse_too_many(locked, address)
            again = _new_sign_up(locked, asked, settings, address=address)
            tell_organisers(again)
            keep_for_laptop(locked, signing_up(again))
        placed = place_of(again, settings)
    if placed is None:
        raise ActionRefused(_("Questa iscrizione è già stata annullata: ricarica la pagina per una nuova."))
    return placed


def take_over_sign_up(event: Event, asked: SignUpRequest, link_key: UUID) -> None:
    """Write down who has signed up on the server that shows the event, where sign-ups were open. Once the
    numbers are drawn, or where nobody signs up, it is refused: the arbiter finds it among those put aside.
    """
    with writing(event) as locked:
        locked.club = event.club
        settings = settings_of(locked)
        if locked.sign_ups.filter(Q(link_key=link_key) | Q(key=asked.key)).exists():
            return
        _refuse_too_many(locked, "")
        sign_up = _new_sign_up(locked, asked, settings, address="")
        late = sign_up_state(locked, settings) in (SignUpState.DRAWN, SignUpState.OFF)
        sign_up.link_key, sign_up.status = link_key, SignUp.Status.REFUSED if late else sign_up.status
        sign_up.save(update_fields=["link_key", "status"])
        tell_organisers(sign_up)


def _new_sign_up(event: Event, asked: SignUpRequest, settings: SignUpSettings, *, address: str) -> SignUp:
    """`address`: the fingerprint of that of the network."""
    known = list(event.club.players.named(asked.name))
    return SignUp.objects.create(
        event=event,
        player=person_meant(sort_key(asked.name), asked.birth_year, known),
        status=SignUp.Status.SENT if settings.approval else SignUp.Status.ACCEPTED,
        name=asked.name,
        affiliation=asked.affiliation,
        contact=asked.contact,
        birth_year=asked.birth_year,
        consent_by=asked.consent_by,
        consent_at=now() if asked.consent_by else None,
        accepted_rules=True,
        answers=list(asked.answers),
        key=asked.key,
        address=address,
    )


def signing_up(sign_up: SignUp) -> SigningUp:
    """The sign-up as the laptop is told of it."""
    return SigningUp(
        person=sign_up.link_key,
        form=sign_up.key,
        name=sign_up.name,
        affiliation=sign_up.affiliation,
        contact=sign_up.contact,
        birth_year=sign_up.birth_year,
        consent_by=sign_up.consent_by,
        answers=[(question, answer) for question, answer in sign_up.answers],
    )


@transaction.atomic
def cancel(sign_up: SignUp) -> None:
    """Cancel it, with its entry before the draw; who waits moves up. Raises ActionRefused after the draw."""
    with writing(sign_up.event) as locked:
        current = locked.sign_ups.select_related("entry").filter(pk=sign_up.pk, status__in=ACTIVE).first()
        if current is None:
            raise ActionRefused(_("L’iscrizione era già annullata."))
        entry = current.entry
        if entry is not None and is_locked(locked):
            raise ActionRefused(_("Il sorteggio è fatto: per non giocare parla con l’arbitro."))
        current.entry, current.status = None, SignUp.Status.CANCELLED
        current.contact, current.birth_year, current.answers = "", None, []
        current.save(update_fields=["entry", "status", "contact", "birth_year", "answers"])
        tell_ended(locked, [current])
        keep_for_laptop(locked, Cancelling(person=current.link_key))
    if entry is not None:
        remove_entry(sign_up.event, entry.entry_no)


def decide(event: Event, pk: int, *, accepted: bool) -> SignUp:
    """Accept a sign-up, one refused before too, or refuse it. Raises ActionRefused."""
    with writing(event) as locked:
        found = locked.sign_ups.filter(pk=pk).first()
        if found is None or found.status == SignUp.Status.CANCELLED:
            raise ActionRefused(_("Intanto l’iscrizione è stata annullata da chi l’aveva fatta."))
        if found.entry_id is not None:
            raise ActionRefused(_("%(name)s è già tra gli iscritti: si toglie da lì.") % {"name": found.name})
        before, found.status = found.status, SignUp.Status.ACCEPTED if accepted else SignUp.Status.REFUSED
        found.save(update_fields=["status"])
        if found.status != before:
            (tell_accepted if accepted else tell_ended)(locked, [found])
        return found


def enter_sign_ups(
    event: Event, chosen: Collection[int] | None = None, persons: Mapping[int, str] | None = None
) -> EntriesChange:
    """Enter those who have a place: all that are accepted, or the `chosen`, which are accepted with it.

    `persons`: whom of the roster a sign-up means, by its key, where there are several; or SOMEBODY_NEW. Who
    is in doubt stays out; who is new joins the roster, and a year of birth that it lacked is written there.
    Raises ActionRefused where nobody is left.
    """
    with writing(event) as locked:
        lock_club(event.club)
        locked.club = event.club
        openings = openings_of(locked)
        placed = [one for one in placed_sign_ups(locked, settings_of(locked)) if not one.is_entered]
        wanted = [
            one.sign_up
            for one in placed
            if one.has_place and (one.enterable if chosen is None else one.sign_up.pk in chosen)
        ]
        if not wanted:
            raise ActionRefused(
                _("Non c’è posto: è in lista d’attesa, o intanto ha annullato.")
                if chosen is not None
                else _("Chi ha un posto ed è accettato è già tra gli iscritti.")
            )
        players = _players_of(locked, wanted, persons or {})
        if not players:
            raise ActionRefused(_("Così non entra nessuno: scegli prima chi sono gli omonimi."))
        _write_birth_years(event.club, wanted, players)
        sent = [one for one in wanted if one.status == SignUp.Status.SENT]
        tell_accepted(locked, [one for one in sent if one.pk in players])
        persons_by_pk = {player.pk: player for player in players.values()}
        entered = {entry.player_id: entry for entry in locked.entries.filter(player__in=persons_by_pk)}
        sign_ups = {players[one.pk].pk: one for one in reversed(wanted) if one.pk in players}
        new = [entry_of(locked, one, sign_ups[pk]) for pk, one in persons_by_pk.items() if pk not in entered]
        change = create_entries(locked, new, openings) if new else EntriesChange(entries=())
        _link(wanted, players, {entry.player_id: entry for entry in new} | entered)
        _apply_consents(locked, wanted, entered.values())
        return change


def save_settings(event: Event, settings: SignUpSettings) -> None:
    with writing(event) as locked:
        settings.event = locked
        settings.save()


def save_questions(event: Event, questions: Sequence[Question], expected: str) -> None:
    """`expected`: the fingerprint of those that the page showed. Raises ActionRefused where a colleague has
    changed them since.
    """
    with writing(event) as locked:
        settings = settings_of(locked)
        if fingerprint_of(questions_of(settings)) != expected:
            raise ActionRefused(_("Intanto un altro ha cambiato le domande: ecco come sono adesso."))
        settings.event, settings.questions = locked, stored(questions)
        settings.save()


def why_closed(state: SignUpState) -> str:
    """What to do instead of signing up; empty where it is open."""
    reasons = {
        SignUpState.OFF: _("A questo torneo non ci si iscrive da qui: chiedi a chi organizza."),
        SignUpState.EARLY: _("Le iscrizioni non sono ancora aperte."),
        SignUpState.LATE: _("Le iscrizioni sono chiuse: per entrare lo stesso parla con l’arbitro."),
        SignUpState.DRAWN: _(
            "I numeri sono assegnati e le iscrizioni chiuse: per entrare adesso parla con l’arbitro."
        ),
        SignUpState.CLOSED: _("Il torneo è chiuso."),
    }
    return reasons.get(state, "")


def refuse_unless_open(state: SignUpState) -> None:
    """Raises ActionRefused, saying what to do instead."""
    if reason := why_closed(state):
        raise ActionRefused(reason)


def _refuse_too_many(event: Event, address: str) -> None:
    recent = event.sign_ups.filter(address=address, at__gt=now() - PERIOD).count() if address else 0
    if recent >= MOST_FROM_AN_ADDRESS or event.sign_ups.count() >= MOST_OF_AN_EVENT:
        raise ActionRefused(
            _("Da questa rete sono arrivate troppe iscrizioni insieme: riprova fra %(minutes)d minuti.")
            % {"minutes": PERIOD.seconds // 60}
        )


def _fingerprint(address: str) -> str:
    """Of the address, another one each day: nobody can be followed by it."""
    if not address:
        return ""
    return salted_hmac(f"clubtornei.sign-up.{localdate()}", address, algorithm="sha256").hexdigest()


def _players_of(event: Event, sign_ups: list[SignUp], persons: Mapping[int, str]) -> dict[int, Player]:
    """By the key of a sign-up who of the roster it is; who is new is added to it."""
    known = namesakes_on_roster(event, sign_ups)
    players: dict[int, Player] = {}
    for one in sign_ups:
        candidates, choice = known.get(one.sort_name, []), persons.get(one.pk, "")
        if one.player is not None:
            players[one.pk] = one.player
        elif named := [player for player in candidates if str(player.pk) == choice]:
            players[one.pk] = named[0]
        elif not candidates or choice == SOMEBODY_NEW:
            players[one.pk] = new = _new_player(event, one, candidates)
            known[one.sort_name] = [*candidates, new]  # who sends the same name again is he
        elif not choice and (meant := person_meant(one.sort_name, one.birth_year, candidates)):
            players[one.pk] = meant
    return players


def _write_birth_years(club: Club, sign_ups: Sequence[SignUp], players: Mapping[int, Player]) -> None:
    """What somebody says of himself whom the arbiter enters."""
    changed = {}
    for one in sign_ups:
        player = players.get(one.pk)
        if player and one.birth_year and not player.birth_year and not player.birth_date:
            player.birth_year = one.birth_year
            changed[player.pk] = player
    if changed:
        save_players(club, list(changed.values()))


def _apply_consents(event: Event, sign_ups: Iterable[SignUp], entered: Collection[Entry]) -> None:
    """Call those who were entered before as their sign-up, now known, lets the public read."""
    signed_up = {one.entry_id: one for one in sign_ups}
    for entry in entered:
        sign_up = signed_up.get(entry.pk)
        if sign_up and sign_up.player:
            entry.event, entry.sign_up = event, sign_up
            if set_public_name(entry, sign_up.player):
                entry.save()
                update_public_names(event)


def _new_player(event: Event, sign_up: SignUp, namesakes: Collection[Player]) -> Player:
    player = Player(
        club=event.club,
        name=sign_up.name,
        affiliation=sign_up.affiliation,
        contact=sign_up.contact,
        birth_year=sign_up.birth_year,
    )
    try:
        return save_player(player, namesakes)
    except ValidationError as error:
        raise ActionRefused(f"{sign_up.name}: {' '.join(error.messages)}") from error


def _link(sign_ups: list[SignUp], players: Mapping[int, Player], entries: Mapping[int | None, Entry]) -> None:
    """Note whose entry is whose. Of two sign-ups of one person the second is put aside."""
    linked = set(SignUp.objects.filter(entry__in=entries.values()).values_list("entry", flat=True))
    for one in sign_ups:
        if one.pk not in players:
            continue
        one.player = players[one.pk]
        entry = entries[one.player.pk]
        if entry.pk in linked:
            one.status = SignUp.Status.REFUSED
        else:
            linked.add(entry.pk)
            one.entry, one.status = entry, SignUp.Status.ACCEPTED
        one.save(update_fields=["player", "entry", "status"])
