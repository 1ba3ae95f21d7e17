"""Who takes part: entering players, changing and removing their entries, the roll call."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubtornei.events.models import Entry, Event
from clubtornei.events.systems import limits_of
from clubtornei.events.writing import ActionRefused, writing
from clubtornei.players.actions import save_player
from clubtornei.players.models import Player
from clubtornei.rounds.core.event_state import is_locked
from clubtornei.rounds.participation.entries.late_entries import (
    is_unpaired_newcomer,
    joining_round,
    number_new_entries,
)

AS_ON_THE_DAY = ("name", "rating", "title", "affiliation", "group")


@dataclass(frozen=True, kw_only=True)
class EntriesChange:
    """What a change of the entries did: to whom, and whether the announced draw fell with it.

    `late`: the round from which those play who entered after the draw; `renumbered`: did others get another
    order number by it?
    """

    entries: tuple[Entry, ...]
    announcement_fell: bool = False
    late: int | None = None
    renumbered: bool = False


def enter(event: Event, players: Iterable[Player]) -> EntriesChange:
    """Enter players of the roster, each as he is today; who is in already is left as he is.

    Raises Refused where all of them are in already, where there would be too many, and, where the field is
    fixed by it, after the draw.
    """
    with writing(event) as locked:
        joined = joining_round(locked)
        # Read again and held: nobody takes a player off the roster while he is being entered.
        roster = Player.objects.filter(club=locked.club_id, pk__in=[player.pk for player in players])
        chosen = {player.pk: player for player in roster.by_name().select_for_update(no_key=True)}
        if not chosen:
            raise ActionRefused(_("Questo giocatore non è nella rosa del circolo."))
        there = set(locked.entries.filter(player__in=chosen).values_list("player", flat=True))
        new = [player for pk, player in chosen.items() if pk not in there]
        if not new:
            raise ActionRefused(_already_entered(list(chosen.values())))
        return _enter_all(locked, new, joined)


def enter_new(event: Event, player: Player, namesakes: Collection[Player] = ()) -> EntriesChange:
    """Put a person nobody knew yet (not saved so far) on the roster, and enter him.

    `namesakes`: the players of his name that the arbiter knows of. Raises Refused where there is another one.
    """
    with writing(event) as locked:
        joined = joining_round(locked)
        player.club = locked.club
        try:
            save_player(player, namesakes)
        except ValidationError as error:
            raise ActionRefused(" ".join(error.messages)) from error
        return _enter_all(locked, [player], joined)


def change_entry(event: Event, entry_no: int, changes: Mapping[str, Any]) -> EntriesChange:
    """Change an entry's data of the day; the roster stays as it is."""
    with writing(event) as locked:
        entry = _entry(locked, entry_no)
        if is_locked(locked) and any(
            getattr(entry, name) != changes.get(name, getattr(entry, name))
            for name in ("affiliation", "group")
        ):
            raise ActionRefused(_("Circolo e gruppo sono fissati dal sorteggio, che ne può tener conto."))
        for name, value in changes.items():
            setattr(entry, name, value)
        entry.save(update_fields=[*changes, "sort_name"])
        return EntriesChange(entries=(entry,), announcement_fell=_drop_announcement(locked))


def remove_entry(event: Event, entry_no: int) -> EntriesChange:
    """Take somebody off the entries; the roster keeps him. After the draw only who has just come."""
    with writing(event) as locked:
        entry = _entry(locked, entry_no)
        if not is_locked(locked):
            return _remove(locked, [entry])
        if not is_unpaired_newcomer(locked, entry):
            _refuse_settled(locked)
        change = _remove(locked, [entry])
        return replace(change, renumbered=number_new_entries(locked))


def remove_absent(event: Event, entry_nos: Iterable[int]) -> EntriesChange:
    """Take those off the entries who have not been called present, of those the arbiter has confirmed."""
    with writing(event) as locked:
        _refuse_settled(locked)
        return _remove(
            locked, list(locked.entries.filter(entry_no__in=entry_nos).exclude(present=True).by_name())
        )


def check_in(event: Event, entry_no: int, present: bool) -> Entry:
    """Mark one entry as present, or as not here."""
    with writing(event) as locked:
        _refuse_settled(locked)
        entry = _entry(locked, entry_no)
        entry.present = present
        entry.save(update_fields=["present"])
        return entry


def check_all_in(event: Event) -> int:
    """Mark everybody as present; how many were not yet."""
    with writing(event) as locked:
        _refuse_settled(locked)
        return locked.entries.exclude(present=True).update(present=True)


def _entry(event: Event, entry_no: int) -> Entry:
    entry: Entry | None = event.entries.filter(entry_no=entry_no).first()
    if entry is None:
        raise ActionRefused(_("Questo iscritto non c’è più: qualcun altro l’ha appena tolto."))
    return entry


def _refuse_settled(event: Event) -> None:
    if event.drawn:
        raise ActionRefused(
            _("I numeri sono già sorteggiati: per cambiare gli iscritti annulla prima il sorteggio.")
        )
    if is_locked(event):
        raise ActionRefused(_("C’è già un turno, che si basa su questi iscritti: non cambiano più."))


def _already_entered(players: list[Player]) -> str:
    if not players:
        return _("Questo giocatore non è nella rosa del circolo.")
    return ngettext(
        "%(names)s è già tra gli iscritti.", "%(names)s sono già tra gli iscritti.", len(players)
    ) % {"names": ", ".join(player.name for player in players[:5])}


def _enter_all(event: Event, players: list[Player], joined: int) -> EntriesChange:
    most = limits_of(event.stages.get(number=1)).most
    if most is not None and event.entries.count() + len(players) > most:
        raise ActionRefused(
            _("Questa formula ammette al massimo %(most)s giocatori: non è stato iscritto nessuno.")
            % {"most": most}
        )
    highest = event.entries.aggregate(highest=Max("entry_no"))["highest"] or 0
    first = max(event.last_entry_no, highest) + 1
    entries = [
        Entry(
            event=event,
            player=player,
            entry_no=entry_no,
            joined=joined,
            **{name: getattr(player, name) for name in AS_ON_THE_DAY},
        )
        for entry_no, player in enumerate(players, first)
    ]
    event.last_entry_no = first + len(players) - 1
    event.save(update_fields=["last_entry_no"])
    Entry.objects.bulk_create(entries)
    if not is_locked(event):
        return EntriesChange(entries=tuple(entries), announcement_fell=_drop_announcement(event))
    renumbered = number_new_entries(event)
    return EntriesChange(entries=tuple(entries), late=joined, renumbered=renumbered)


def _remove(event: Event, entries: list[Entry]) -> EntriesChange:
    event.last_entry_no = max([event.last_entry_no, *(entry.entry_no for entry in entries)])
    event.save(update_fields=["last_entry_no"])
    event.entries.filter(pk__in=[entry.pk for entry in entries]).delete()
    _forget(event, {entry.entry_no for entry in entries})
    return EntriesChange(
        entries=tuple(entries), announcement_fell=bool(entries) and _drop_announcement(event)
    )


def _forget(event: Event, gone: Collection[int]) -> None:
    """What was noted of somebody in any stage goes with his entry: no document names a stranger."""
    for stage in event.stages.all():
        for lists in ("declined", "invited"):
            setattr(stage, lists, [entry_no for entry_no in getattr(stage, lists) if entry_no not in gone])
        for noted in ("absences", "withdrawals", "requested_byes"):
            kept = {
                entry_no: said
                for entry_no, said in getattr(stage, noted).items()
                if int(entry_no) not in gone
            }
            setattr(stage, noted, kept)
        stage.save(update_fields=["declined", "invited", "absences", "withdrawals", "requested_byes"])


def _drop_announcement(event: Event) -> bool:
    """An announced draw commits to the list of entries: another list makes it void. True if there was one."""
    if not event.commitment or event.drawn:
        return False
    event.seed = event.commitment = ""
    event.save(update_fields=["seed", "commitment"])
    return True
