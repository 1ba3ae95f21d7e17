"""What people are called in public: nothing of who is forgotten; initials of who asks for them, and of a
minor unless a parent has consented. What is changed here holds at once, in the events of before too.

Results, pairings and rankings name players by number: none of them changes.
"""

import json
from collections.abc import Sequence, Set

from django.core.cache import cache
from django.db import transaction
from django.db.models import CharField, F, Func, JSONField, Model, QuerySet, TextField, Value
from django.db.models.functions import Cast, Concat, Replace
from django.dispatch import receiver
from django.utils.timezone import localdate, now

from clubtornei.accounts.club_history import history_of
from clubtornei.accounts.models import Club
from clubtornei.events.models import Entry, Event, SignUp
from clubtornei.events.namesakes import set_name, set_public_name
from clubtornei.events.writing import writing
from clubtornei.jobs.actions import forget_jobs
from clubtornei.mail.models import Address
from clubtornei.players.actions import roster_changed
from clubtornei.players.models import Player
from clubtornei.players.names import is_initials, sort_key
from clubtornei.rounds.documents.importing import event_imported
from clubtornei.rounds.models import PublishedDocument, Round, Table
from clubtornei.rounds.participation.entries.actions import update_public_names, void_announcement
from clubtornei.rounds.privacy.queries import (
    ELSEWHERE,
    PublicName,
    consents_of,
    entries_of,
    keys_of,
    past_entries_in,
    past_entries_of,
    sign_ups_of,
    teams_of,
    with_people,
)

NOBODY = "N. N."
"""Nomen nescio: what stands for a name in any language."""
WRITTEN = {
    *("announcement", "rule_changes", "interventions", "adjustments", "decisions", "extra"),
    *("subject", "text"),
}
"""The columns with texts that people have written, or another program."""


@transaction.atomic
def forget(player: Player) -> int:
    """Delete the player, and his name wherever the site has it; returns in how many events he played.

    His entries are called N. N. and their number. What pairings rest on stays: club, group and rating.
    """
    _locked(player)
    entries = list(entries_of(player))
    pks = [entry.pk for entry in entries]
    keys = keys_of(player)
    for event in _events_of(entries, teams_of(player)):
        with writing(event, even_closed=True, even_closed_club=True) as locked:
            for entry in locked.entries.filter(pk__in=pks):
                _rename(entry, f"{NOBODY} {entry.entry_no}")
                entry.title, entry.captain, entry.members = "", "", []
                entry.identity, entry.extra = {}, {}
                entry.save()
            _take_out_of_teams(locked.entries.all(), keys, NOBODY)
            for rows in _rows_of(locked):
                _take_out_of_texts(rows, player.name, NOBODY)
            _names_removed(locked)
    number = Cast("entry_no", CharField())
    past_entries_of(player, pks).update(
        name=Concat(Value(f"{NOBODY} "), number),
        sort_name=Concat(Value(f"{sort_key(NOBODY)} "), number),
        mark="",
        title="",
        captain="",
        members=[],
        identity={},
        extra={},
    )
    _take_out_of_teams(past_entries_in(player.club), keys, NOBODY)
    for versions in history_of([player.club]):
        _take_out_of_texts(versions, player.name, NOBODY)
    for room in ELSEWHERE:
        room.forget(player)
    sign_ups_of(player, pks).delete()
    Address.objects.filter(entry__in=pks).delete()
    player.delete()
    _forget_what_was_made(player.club)
    return len({entry.event_id for entry in entries})


@transaction.atomic
def show_initials(player: Player, *, wanted: bool) -> None:
    """Call the player by his initials, as he asks; or by his name again."""
    player = _locked(player)
    player.initials = wanted
    player.save(update_fields=["initials"])
    apply_public_name(player)


@transaction.atomic
def withdraw_consent(player: Player) -> None:
    """Withdraw the consent of a parent to the player's whole name, and those given at sign-ups."""
    player = _locked(player)
    player.consent_by, player.consent_at = "", None
    player.save(update_fields=["consent_by", "consent_at"])
    consents_of(player).update(consent_by="", consent_at=None)
    apply_public_name(player)


@transaction.atomic
def ask_for_initials(person: SignUp | Entry) -> None:
    """Whoever holds a personal link asks for initials: a consent is withdrawn; who is no minor on the day of
    the event is called by them because he asks. Who has only signed up changes nothing of the roster.
    """
    if isinstance(person, SignUp):
        SignUp.objects.filter(pk=person.pk).update(consent_by="", consent_at=None)
    if player := _player_of(person):
        withdraw_consent(player)
        player = _locked(player)
        if player.public_name(person.event.starts_on) == player.name:
            show_initials(player, wanted=True)


@transaction.atomic
def ask_for_initials_no_more(person: SignUp | Entry) -> None:
    if player := _player_of(person):
        show_initials(player, wanted=False)


def _player_of(person: SignUp | Entry) -> Player | None:
    """Whom the arbiter has entered."""
    entry = person.entry if isinstance(person, SignUp) else person
    return entry.player if entry else None


@transaction.atomic
def save_public_name(player: Player, choice: PublicName) -> None:
    """All that organisers say of the player's name in public, at once."""
    SignUp.objects.filter(player=player, pk__in=choice.withdrawn).update(consent_by="", consent_at=None)
    player = _locked(player)
    player.initials = choice.initials
    if player.consent_by != choice.consent_by:
        player.consent_by = choice.consent_by
        player.consent_at = now() if choice.consent_by else None
    player.save(update_fields=["initials", "consent_by", "consent_at"])
    apply_public_name(player)


@transaction.atomic
def apply_public_name(player: Player, *, in_teams: bool = True) -> int:
    """Call him as he is to be called in public where he is called otherwise; returns in how many events.

    Teams keep his name, that of today: their events are only read anew, as the public document says what may
    be read of it.
    """
    entries = [entry for entry in entries_of(player) if set_public_name(entry, player)]
    teams = teams_of(player) if in_teams else []
    events = _events_of(entries, teams)
    former_keys = keys_of(player) - {player.sort_name} if teams else set()
    changed = {entry.event_id: entry.own_name for entry in entries}
    for event in events:
        with writing(event, even_closed=True, even_closed_club=True) as locked:
            pks = [one.pk for one in entries]
            for entry in locked.entries.select_related("sign_up__event").filter(pk__in=pks):
                if set_public_name(entry, player):
                    entry.save()
            if player.public_name(locked.starts_on) != player.name:
                _take_out_of_teams(locked.entries.all(), former_keys, player.name)
            if event.pk not in changed:
                continue
            update_public_names(locked)
            void_announcement(locked)
            if changed[event.pk] != player.name:
                _names_removed(locked)
    if events or player.sign_ups.filter(entry=None).exists():
        _forget_what_was_made(player.club)
    return len(changed)


def _forget_what_was_made(club: Club) -> None:
    """Pages, sheets, packages and kept documents with the name as it was."""
    forget_jobs(club)
    PublishedDocument.objects.filter(event__club=club).delete()
    transaction.on_commit(cache.clear)


@receiver(roster_changed)
def follow_roster(players: Sequence[Player], **_signal: object) -> None:
    """Show only the initials of who turns out to be a minor by a birth just written down; or the name
    again.
    """
    named = Entry.objects.filter(player__in=players).only("name", "mark", "player_id")
    by_initials = {entry.player_id for entry in named if is_initials(entry.own_name)}
    for player in players:
        if player.initials or player.may_be_minor(localdate()) or player.pk in by_initials:
            apply_public_name(player)


@receiver(event_imported)
def follow_import(event: Event, **_signal: object) -> None:
    """Nor has an imported event the names of minors, and of who asks for it."""
    people = event.entries.values_list("sort_name", "name", "mark", "captain", "members")
    names = set()
    for key, name, mark, captain, members in people:
        names |= {key, *map(sort_key, (name.removesuffix(f" ({mark})"), captain, *members))}
    for player in Player.objects.filter(club=event.club_id, sort_name__in=names).select_related("club"):
        if player.public_name(event.starts_on) != player.name:
            apply_public_name(player)


def _locked(player: Player) -> Player:
    """Nobody enters him meanwhile. His events are locked before him, as they are by who enters somebody."""
    list(_events_of(list(entries_of(player)), teams_of(player)).select_for_update(no_key=True))
    locked: Player = Player.objects.select_for_update(of=("self",)).select_related("club").get(pk=player.pk)
    return locked


def _events_of(entries: list[Entry], teams: list[Entry]) -> "QuerySet[Event]":
    """Always in the same order, as each of them is locked."""
    return Event.objects.filter(pk__in={one.event_id for one in (*entries, *teams)}).order_by("pk")


def _rename(entry: Entry, name: str) -> None:
    entry.mark_chosen = False
    set_name(entry, name, "")


def _take_out_of_teams(entries: "QuerySet[Entry] | QuerySet[Model]", keys: Set[str], other: str) -> None:
    """Whoever of a team has a name with one of these sort keys, however it is spelt, is called otherwise.

    The keys are made here, as no function of the database makes them; one update for each spelling found.
    """
    people = with_people(entries).values_list("captain", "members").distinct()
    spellings = {
        name for captain, members in people for name in (captain, *members) if sort_key(name) in keys
    }
    for name in spellings:
        entries.filter(captain=name).update(captain=other)
        replaced = Func(
            F("members"), Value(name, TextField()), Value(other, TextField()), function="array_replace"
        )
        entries.filter(members__contains=[name]).update(members=replaced)


def _rows_of(event: Event) -> "list[QuerySet[Model]]":
    """The event and what there is in it."""
    tables = Table.objects.filter(round__stage__event=event)
    rounds = Round.objects.filter(stage__event=event)
    whole = Event.objects.filter(pk=event.pk)
    return [whole, event.entries.all(), event.stages.all(), rounds, tables, event.messages.all()]


def _take_out_of_texts(rows: "QuerySet[Model]", name: str, other: str) -> None:
    """Where people have written the name as it is on the roster. One word alone may mean something else."""
    if " " not in name:
        return
    for field in rows.model._meta.concrete_fields:
        if field.name in WRITTEN:
            said = json.dumps(name, ensure_ascii=False)[1:-1] if isinstance(field, JSONField) else name
            text = Cast(field.name, TextField())
            replaced = Cast(Replace(text, Value(said), Value(other)), output_field=type(field)())
            rows.annotate(said=text).filter(said__contains=said).update(**{field.name: replaced})


def _names_removed(event: Event) -> None:
    """An announced draw is void, as its text has the name; of one already made the text is shown no more."""
    void_announcement(event)
    event.names_removed_at = now()
    event.save(update_fields=["names_removed_at"])
