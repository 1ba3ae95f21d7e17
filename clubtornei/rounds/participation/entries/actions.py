"""Entering players, changing and removing entries, and the roll call."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.core.exceptions import ValidationError
from django.db.models import Count, Max, Q
from django.utils.translation import gettext as _, ngettext
from msgspec import structs
from msgspec.structs import asdict

from clubtornei.accounts.actions import lock_club
from clubtornei.events.details import EntryDetails, entry_details_of
from clubtornei.events.entry_identity import with_ratings
from clubtornei.events.models import Entry, Event, SignUp, Stage
from clubtornei.events.namesakes import distinguish_namesakes, refuse_other_than_initials, set_name
from clubtornei.events.systems import limits_of
from clubtornei.events.writing import ActionRefused, refuse_if_awarded, writing
from clubtornei.players.actions import save_player, save_players
from clubtornei.players.identity import IN_DOCUMENT, identity_of
from clubtornei.players.models import EventList, Player
from clubtornei.players.names import sort_key
from clubtornei.rounds.participation.entries.late_entry_actions import number_new_entries, place, put_into
from clubtornei.rounds.participation.entries.late_entry_queries import (
    Opening,
    is_unpaired_newcomer,
    openings_of,
)
from clubtornei.rounds.participation.entries.queries import of_surname, pasted_names_of
from clubtornei.rounds.state.event_mail import tell_ended
from clubtornei.rounds.state.event_state import is_locked
from scoring.record import Identity, facts_as_plain, facts_from

# What report files ask is copied as a whole: see `identity_of`.
COPIED_FROM_PLAYER = ("title", "affiliation", "group")


@dataclass(frozen=True, kw_only=True)
class EntriesChange:
    """The result of a change: the entries concerned, and what else changed with them.

    `announcement_voided`: an announced draw was cancelled. `late`: the first round of players entered after
    the draw, and `sooner`: how they may play one round sooner; `groups`: for each, the parallel group, if
    there are any. `renumbered`: whether other entries got new numbers.
    """

    entries: tuple[Entry, ...]
    announcement_voided: bool = False
    late: int | None = None
    sooner: str = ""
    groups: tuple[str, ...] = ()
    renumbered: bool = False


def enter(event: Event, players: Iterable[Player], text: str = "") -> EntriesChange:
    """Enter players of the roster with their data of today; players already entered are left as they are.

    `text`: what they were sought by. Raises ActionRefused where all of them are entered already, where there
    would be too many, and after the draw in systems that admit no late entries.
    """
    with writing(event) as locked:
        openings = openings_of(locked)
        # Read again with a lock, so that no player is deleted from the roster while being entered.
        roster = Player.objects.filter(club=locked.club_id, pk__in=[player.pk for player in players])
        chosen = {player.pk: player for player in roster.by_name().select_for_update(no_key=True)}
        if not chosen:
            raise ActionRefused(_not_found_text(locked, text))
        already_entered = set(locked.entries.filter(player__in=chosen).values_list("player", flat=True))
        new = [player for pk, player in chosen.items() if pk not in already_entered]
        if not new:
            raise ActionRefused(_already_entered_text(list(chosen.values())))
        return create_entries(locked, [entry_of(locked, player) for player in new], openings, at_desk=True)


def enter_new(event: Event, player: Player, namesakes: Collection[Player] = ()) -> EntriesChange:
    """Save a new player to the roster and enter him or her.

    `namesakes`: the players of the same name that the arbiter was shown. Raises ActionRefused where there is
    another one.
    """
    with writing(event) as locked:
        openings = openings_of(locked)
        player.club = locked.club
        try:
            save_player(player, namesakes)
        except ValidationError as error:
            raise ActionRefused(" ".join(error.messages)) from error
        return create_entries(locked, [entry_of(locked, player)], openings, at_desk=True)


def enter_names(
    event: Event, text: str, expected: str, choices: Mapping[int, str], *, given_first: bool = False
) -> EntriesChange:
    """Enter the names of the text, and save those who are new to the roster: all or nobody.

    `expected`: the fingerprint of what the arbiter was shown; `choices`: by line, whom doubtful names mean;
    `given_first`: whether the given names stand before the surnames. Raises ActionRefused.
    """
    with writing(event) as locked:
        openings = openings_of(locked)
        lock_club(locked.club)
        names = pasted_names_of(locked, text, given_first=given_first)
        if names.fingerprint != expected:
            raise ActionRefused(
                _("I nomi, l’elenco dei giocatori o gli iscritti sono cambiati: guarda di nuovo chi è chi.")
            )
        players, unsaved = names.chosen(choices)
        if not players:
            raise ActionRefused(_("Così non entra nessuno: correggi i nomi, o scegli chi sono."))
        save_players(locked.club, unsaved)
        return create_entries(locked, [entry_of(locked, player) for player in players], openings)


def enter_team(event: Event, team: EntryDetails) -> EntriesChange:
    """Enter a team. Raises ActionRefused, also where it is entered already: a second click."""
    with writing(event) as locked:
        openings = openings_of(locked)
        entered = locked.entries.filter(members=team.members).exclude(members=[])
        if any(sort_key(entry.own_name) == sort_key(team.name) for entry in entered):
            raise ActionRefused(_("%(name)s è già tra gli iscritti.") % {"name": team.name})
        entry = Entry(event=locked, mark_chosen=bool(team.mark), **asdict(team))
        return create_entries(locked, [entry], openings, at_desk=True)


def change_entry(
    event: Event, entry_no: int, details: EntryDetails, *, plays_in: int | None = None
) -> EntriesChange:
    """Change an entry's data for this event; the roster stays as it is. Raises ActionRefused.

    `plays_in`: the number of another parallel group, for who has just entered one. Of a closed event what
    report files ask can still be written down.
    """
    with writing(event, even_closed=True) as locked:
        entry = _entry(locked, entry_no)
        if locked.closed and structs.replace(details, identity={}) != structs.replace(
            entry_details_of(entry), identity={}
        ):
            raise ActionRefused(_("Il torneo è chiuso: si possono scrivere solo i dati per l’omologazione."))
        fixed = (entry.affiliation, entry.group)
        if is_locked(locked) and (details.affiliation, details.group) != fixed:
            raise ActionRefused(_("Circolo e gruppo sono fissati dal sorteggio, che ne può tener conto."))
        refuse_other_than_initials(entry, details.name)
        for name, value in asdict(details).items():
            setattr(entry, name, value)
        entry.identity = with_ratings(locked, entry)
        entry.mark_chosen = bool(details.mark)
        set_name(entry, details.name, details.mark)
        if details.mark and locked.entries.exclude(pk=entry.pk).filter(name__iexact=entry.name).exists():
            raise ActionRefused(
                _("Un omonimo ha già il contrassegno «%(mark)s»: scegline un altro.") % {"mark": details.mark}
            )
        _refuse_taken_table(locked, entry)
        update_public_names(locked, entry)
        if plays_in is not None:
            _move(locked, entry, plays_in)
        entry.save()
        return EntriesChange(entries=(entry,), announcement_voided=void_announcement(locked))


def _refuse_taken_table(event: Event, entry: Entry) -> None:
    """Raises ActionRefused where the entry's fixed table is another's, too."""
    if entry.fixed_table is None:
        return
    other = event.entries.exclude(pk=entry.pk).filter(fixed_table=entry.fixed_table).first()
    if other is not None:
        raise ActionRefused(
            _("Il tavolo %(table)d è già fissato per %(name)s: scegline un altro.")
            % {"table": entry.fixed_table, "name": other.name}
        )


def choose_rating_lists(event: Event, lists: Sequence[str], rate: str) -> None:
    """Order the players by these lists at that rate of play, inside `writing`. Raises ActionRefused once
    numbers rest on others.

    Ratings stay those of the entries; one of a list that the event has not had is that which the player had
    when he entered, or else has on the roster now.
    """
    if event.rating_lists == lists and event.rate == rate:
        return
    _refuse_if_locked(event)
    before, same_rate = event.rating_lists, event.rate == rate
    event.rating_lists, event.report = list(lists), {**event.report, "rate": str(rate)}
    entries = list(event.entries.select_related("player"))
    for entry in entries:
        known = dict(zip(before, [entry.rating, *entry.other_ratings], strict=False))
        if not lists or (not known and entry.player is None):
            continue  # of another program: nobody knows of which list the rating is
        if not same_rate:
            known = {}
        entry.rating, *entry.other_ratings = [
            known.get(name, rating)
            for name, rating in zip(lists, _ratings_of(entry, lists, rate), strict=True)
        ]
        entry.identity = with_ratings(event, entry)
    Entry.objects.bulk_update(entries, ["rating", "other_ratings", "identity"])
    void_announcement(event)


def _ratings_of(entry: Entry, lists: Sequence[str], rate: str) -> list[int | None]:
    """His ratings in these lists as on the day he entered, or else as the roster has them."""
    then = {
        (listed.list, listed.rate): listed.rating for listed in facts_from(entry.identity, Identity).ratings
    }
    today = entry.player.ratings_in(lists, rate) if entry.player else [None] * len(lists)
    return [
        next(
            (found for one in EventList(name).lists if (found := then.get((IN_DOCUMENT[one], rate)))),
            None,
        )
        if then
        else rating
        for name, rating in zip(lists, today, strict=True)
    ]


def remove_entry(event: Event, entry_no: int) -> EntriesChange:
    """Remove an entry; the roster keeps the player. Raises ActionRefused.

    After the draw only an entry that is in no round yet can be removed.
    """
    with writing(event) as locked:
        entry = _entry(locked, entry_no)
        if not is_locked(locked):
            return _delete_entries(locked, [entry])
        if not is_unpaired_newcomer(locked, entry):
            _refuse_if_locked(locked)
        change = _delete_entries(locked, [entry])
        return replace(change, renumbered=number_new_entries(locked))


def remove_absent(event: Event, entry_nos: Iterable[int]) -> EntriesChange:
    """Remove those of the given entries that are not marked as present. Raises ActionRefused."""
    with writing(event) as locked:
        _refuse_if_locked(locked)
        absent = locked.entries.filter(entry_no__in=entry_nos).exclude(present=True)
        return _delete_entries(locked, list(absent.by_name()))


def check_in(event: Event, entry_no: int, present: bool) -> Entry:
    """Mark one entry as present or absent. Raises ActionRefused."""
    with writing(event) as locked:
        _refuse_if_locked(locked)
        entry = _entry(locked, entry_no)
        entry.present = present
        entry.save(update_fields=["present"])
        return entry


def check_all_in(event: Event) -> int:
    """Mark everybody as present; returns how many were not yet. Raises ActionRefused."""
    with writing(event) as locked:
        _refuse_if_locked(locked)
        return locked.entries.exclude(present=True).update(present=True)


def _entry(event: Event, entry_no: int) -> Entry:
    entry: Entry | None = event.entries.select_related("player").filter(entry_no=entry_no).first()
    if entry is None:
        raise ActionRefused(_("Questo iscritto non c’è più: qualcun altro l’ha appena tolto."))
    return entry


def update_public_names(event: Event, *written: Entry) -> None:
    """Tell the event's entries apart, and save those that are now called otherwise, but not the `written`
    ones: they are not in the database yet as they will be.
    """
    pks = {entry.pk for entry in written if entry.pk}
    stored = event.entries.exclude(pk__in=pks).select_related("player").order_by("entry_no")
    changed = distinguish_namesakes(sorted([*stored, *written], key=lambda entry: entry.entry_no))
    Entry.objects.bulk_update(
        [entry for entry in changed if entry not in written], ["name", "sort_name", "mark"]
    )


def _refuse_if_locked(event: Event) -> None:
    if event.drawn:
        raise ActionRefused(
            _("I numeri sono già sorteggiati: per cambiare gli iscritti annulla prima il sorteggio.")
        )
    if is_locked(event):
        raise ActionRefused(_("C’è già un turno, che si basa su questi iscritti: non cambiano più."))


def _not_found_text(event: Event, text: str) -> str:
    """Empty where nobody is called so: the page offers to add a new person."""
    if text and (alike := of_surname(event, text)):
        names = ", ".join(player.told_apart for player in alike[:5])
        said = _("Più di uno si chiama «%(text)s»: %(names)s. Tocca chi intendi, o scrivi anche il nome.")
        return said % {"text": text, "names": names}
    if text and (entered := list(event.entries.search(text).best_first(text)[:5])):
        return _already_entered_text(entered)
    return "" if text else _("Chi cerchi non è nell’elenco dei giocatori del circolo, o è già iscritto.")


def _already_entered_text(players: Sequence[Player | Entry]) -> str:
    return ngettext(
        "%(names)s è già tra gli iscritti.", "%(names)s sono già tra gli iscritti.", len(players)
    ) % {"names": ", ".join(player.name for player in players[:5])}


def entry_of(event: Event, player: Player, sign_up: SignUp | None = None) -> Entry:
    """An entry of this player, as he is today, with the name that anybody may read; not saved. `sign_up`: by
    which he enters.
    """
    rating, *other_ratings = event.ratings_of(player)
    copied = {name: getattr(player, name) for name in COPIED_FROM_PLAYER}
    name = sign_up.public_name(player) if sign_up else player.public_name(event.starts_on)
    identity = facts_as_plain(
        identity_of(
            player, player.list_of_rating(event.rating_lists[0], event.rate) if event.rating_lists else ""
        )
    )
    return Entry(
        event=event,
        player=player,
        name=name,
        rating=rating,
        other_ratings=other_ratings,
        identity=identity,
        **copied,
    )


def _move(event: Event, entry: Entry, group: int) -> None:
    """Let the entry, which is saved later, play in that parallel group."""
    chosen = [opening for opening in openings_of(event) if opening.group and opening.stage.number == group]
    if not chosen or not is_unpaired_newcomer(event, entry):
        raise ActionRefused(_("Il gruppo si cambia a chi è appena entrato, finché non è in un turno."))
    if entry.entry_no in (chosen[0].stage.entrants or ()):
        return
    _delete_from_stages(event, {entry.entry_no})
    entry.absent = []
    put_into(chosen[0], entry)


def create_entries(
    event: Event, new: Sequence[Entry], openings: Sequence[Opening], *, at_desk: bool = False
) -> EntriesChange:
    """Write the new entries. `at_desk`: those entered one by one, who are there once the roll is called."""
    _refuse_too_many(openings[0].stage, len(new))
    there = event.entries.aggregate(highest=Max("entry_no"), present=Count("pk", filter=Q(present=True)))
    first = max(event.last_entry_no, there["highest"] or 0) + 1
    for entry_no, entry in enumerate(new, first):
        entry.entry_no = entry_no
        if at_desk and there["present"]:
            entry.present = True
    groups = place(openings, new)
    event.last_entry_no = first + len(new) - 1
    event.save(update_fields=["last_entry_no"])
    update_public_names(event, *new)
    Entry.objects.bulk_create(new)
    if not is_locked(event):
        return EntriesChange(entries=tuple(new), announcement_voided=void_announcement(event))
    renumbered = number_new_entries(event)
    return EntriesChange(
        entries=tuple(new),
        late=new[0].joined,
        sooner=openings[0].sooner if len(openings) == 1 else "",
        groups=tuple(filter(None, groups)),
        renumbered=renumbered,
    )


def _refuse_too_many(stage: Stage, more: int) -> None:
    most = limits_of(stage).most
    if most is not None and stage.event.entries.count() + more > most:
        raise ActionRefused(
            _("Questa formula ammette al massimo %(most)s giocatori: non è stato iscritto nessuno.")
            % {"most": most}
        )


def _delete_entries(event: Event, entries: list[Entry]) -> EntriesChange:
    refuse_if_awarded(event)
    event.last_entry_no = max([event.last_entry_no, *(entry.entry_no for entry in entries)])
    event.save(update_fields=["last_entry_no"])
    pks = [entry.pk for entry in entries]
    removed = list(event.sign_ups.filter(entry__in=pks))
    event.sign_ups.filter(entry__in=pks).update(entry=None, status=SignUp.Status.REFUSED)
    tell_ended(event, removed)
    event.entries.filter(pk__in=pks).delete()
    _delete_from_stages(event, {entry.entry_no for entry in entries})
    update_public_names(event)
    voided = bool(entries) and void_announcement(event)
    return EntriesChange(entries=tuple(entries), announcement_voided=voided)


def _delete_from_stages(event: Event, deleted: Collection[int]) -> None:
    """Remove deleted entry numbers from the columns of all stages, so that no document names them."""
    for stage in event.stages.all():
        for column in ("entrants", "declined", "decided", "invited"):
            entry_nos = getattr(stage, column)
            if entry_nos is not None:
                setattr(stage, column, [entry_no for entry_no in entry_nos if entry_no not in deleted])
        for column in ("absences", "withdrawals", "requested_byes"):
            by_entry_no = getattr(stage, column)
            remaining = {key: value for key, value in by_entry_no.items() if int(key) not in deleted}
            setattr(stage, column, remaining)
        stage.prohibited = [
            prohibition | {"players": players}
            for prohibition in stage.prohibited
            if len(players := [player for player in prohibition["players"] if player not in deleted]) > 1
        ]
        stage.adjustments = [
            adjustment | {"players": players}
            for adjustment in stage.adjustments
            if (players := [player for player in adjustment["players"] if player not in deleted])
        ]
        stage.decisions = [
            decision | {"players": players}
            for decision in stage.decisions
            if len(players := [player for player in decision["players"] if player not in deleted]) > 1
        ]
        stage.save(
            update_fields=[
                *("entrants", "declined", "decided", "invited", "absences", "withdrawals", "requested_byes"),
                *("prohibited", "adjustments", "decisions"),
            ]
        )


def void_announcement(event: Event) -> bool:
    """Cancel an announced draw, whose commitment holds only for the entries it was made of.

    Returns whether there was one.
    """
    if not event.commitment or event.drawn:
        return False
    event.seed = event.commitment = ""
    event.save(update_fields=["seed", "commitment"])
    return True
