"""Merging two people of the roster, and parting them again: each in one transaction, wholly or not at all."""

from collections.abc import Callable, Iterable
from functools import partial

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _
from msgspec import Struct, convert, to_builtins
from msgspec.structs import replace

from clubtornei.accounts.actions import lock_open_club
from clubtornei.accounts.club_history import history_models
from clubtornei.accounts.models import Club
from clubtornei.events.models import Entry, Event, SignUp
from clubtornei.events.writing import ActionRefused, writing
from clubtornei.players.actions import save_players
from clubtornei.players.models import Player, PlayerMerge
from clubtornei.rounds.privacy.actions import apply_public_name
from clubtornei.season.circuits.actions import renew_circuits_of
from clubtornei.season.circuits.state import PersonResult, StateEvent, frozen_state
from clubtornei.season.merging.queries import COLUMNS, IDS, events_of_both, plan_of
from clubtornei.season.models import Circuit, TypedResult
from clubtornei.text.untyped import JsonObject

PlainScalar = str | int | bool | None
"""A value of a column as JSON has it."""


class Frozen(Struct, frozen=True, kw_only=True):
    """A result in a closed circuit: of an entry of an event, or of a typed result."""

    circuit: int
    event: int | None
    number: int


class Moved(Struct, frozen=True, kw_only=True):
    """`filled`: by column of who is kept, its value before and since; `history`: versions of entries;
    `merges`: those of before into who is merged now; `frozen_members`: the closed circuits that had him as a
    member.
    """

    filled: dict[str, tuple[PlainScalar, PlainScalar]] = {}
    entries: list[int] = []
    sign_ups: list[int] = []
    history: list[int] = []
    results: list[int] = []
    merges: list[int] = []
    frozen: list[Frozen] = []
    frozen_members: list[int] = []

    def stored(self) -> JsonObject:
        """For a JSON column."""
        plain: JsonObject = to_builtins(self)
        return plain


def moved_in(stored: JsonObject) -> Moved:
    return convert(stored, Moved)


def move_frozen(circuit: Circuit, before: int, after: int, among: Callable[[Frozen], bool]) -> list[Frozen]:
    """Let results of a closed circuit be of another player, and say which: those of `before` that are `among`
    those meant. Saves nothing.
    """
    state = frozen_state(circuit.frozen)
    moved: list[Frozen] = []

    def of_event(event: StateEvent) -> StateEvent:
        if event.reached is None:
            return event
        return replace(event, reached=tuple(of_result(event, one) for one in event.reached))

    def of_result(event: StateEvent, one: PersonResult) -> PersonResult:
        key = key_of(circuit, event, one)
        if one.player != before or not among(key):
            return one
        moved.append(key)
        return replace(one, player=after)

    circuit.frozen = replace(state, events=tuple(map(of_event, state.events))).frozen()
    return moved


def key_of(circuit: Circuit, event: StateEvent, one: PersonResult) -> Frozen:
    if one.typed is not None:
        return Frozen(circuit=circuit.pk, event=None, number=one.typed)
    return Frozen(circuit=circuit.pk, event=event.event, number=one.entry_no or 0)


def is_frozen_member(circuit: Circuit, player: int) -> bool:
    return player in frozen_state(circuit.frozen).members


def change_frozen_members(circuit: Circuit, *, add: int, remove: int | None = None) -> None:
    """Saves nothing."""
    state = frozen_state(circuit.frozen)
    circuit.frozen = replace(state, members=tuple(sorted({*state.members, add} - {remove}))).frozen()


@transaction.atomic
def merge(kept: Player, merged: Player, by: User | None = None) -> PlayerMerge:
    """Let all that is of `merged` be of `kept`, and take him off the roster. Raises ActionRefused, also where
    both have something in one event.
    """
    locked = events_of_both(kept, merged)
    _lock_events(locked)
    club = lock_open_club(kept.club)
    kept, merged = _locked_players(club, kept.pk, merged.pk)
    plan = plan_of(kept, merged)
    if plan.refusals:
        raise ActionRefused(" ".join(plan.refusals))
    if not events_of_both(kept, merged) <= locked:
        raise ActionRefused(_("Intanto uno dei due si è iscritto a un torneo: riguarda che cosa succede."))
    filled = {name: (getattr(kept, name), value) for name, value in plan.filled.items()}
    frozen, frozen_members = _move_in_closed_circuits(club, kept, merged)
    row = PlayerMerge(kept=kept, name=merged.name, by=by, merged=_columns(merged))
    row.moved = Moved(
        filled=to_builtins(filled),
        entries=_move(merged.entries.all(), player=kept),
        sign_ups=_move(SignUp.objects.filter(player=merged), player=kept),
        history=_move(_history().filter(player_id=merged.pk), player_id=kept.pk),
        results=_move(TypedResult.objects.filter(player=merged), player=kept),
        merges=_move(merged.merges.all(), kept=kept),
        frozen=frozen,
        frozen_members=frozen_members,
    ).stored()
    merged.delete()
    for name, value in plan.filled.items():
        setattr(kept, name, value)
    save_players(club, [kept])
    row.save()
    _apply_public_names(kept)
    renew_circuits_of(club.pk)
    return row


@transaction.atomic
def part(merge: PlayerMerge) -> Player:
    """Put who was merged back on the roster, with all that was his and is still there. What has been changed
    since stays as it is. Raises ActionRefused where somebody else has his number by now, or a later merge has
    to be undone first.
    """
    moved = moved_in(merge.moved)
    entries = Entry.objects.filter(pk__in=moved.entries)
    sign_ups = SignUp.objects.filter(pk__in=moved.sign_ups)
    _lock_events({*entries.values_list("event", flat=True), *sign_ups.values_list("event", flat=True)})
    club = lock_open_club(merge.kept.club)
    (kept,) = _locked_players(club, merge.kept_id)
    _refuse_if_later(kept, merge)
    restored = _restored(club, merge.merged)
    for name, (before, after) in moved.filled.items():
        field = COLUMNS[name]
        if getattr(kept, name) == field.to_python(after):
            setattr(kept, name, field.to_python(before))
    _refuse_if_taken(restored, kept)
    save_players(club, [kept])
    restored.save(force_insert=True)
    _move(sign_ups.filter(player=kept), player=restored)
    _move(_history().filter(pk__in=moved.history, player_id=kept.pk), player_id=restored.pk)
    _move(TypedResult.objects.filter(pk__in=moved.results, player=kept), player=restored)
    _move(PlayerMerge.objects.filter(pk__in=moved.merges), kept=restored)
    _move(entries.filter(player=kept), player=restored)
    _apply_public_names(restored, kept)
    _part_in_closed_circuits(club, kept, restored, moved)
    merge.delete()
    renew_circuits_of(club.pk)
    return restored


def _lock_events(pks: Iterable[int]) -> None:
    """Lock the events, always in the same order, and make a new version of each."""
    for event in Event.objects.filter(pk__in=pks).select_related("club").order_by("pk"):
        with writing(event, even_closed=True):
            pass


def _apply_public_names(*players: Player) -> None:
    """Once it is committed: it locks events, and who writes to an event locks the club after it."""
    for player in players:
        transaction.on_commit(partial(apply_public_name, player))


def _locked_players(club: Club, *pks: int) -> list[Player]:
    found = {one.pk: one for one in club.players.select_for_update().filter(pk__in=pks)}
    if len(found) < len(set(pks)) or len(set(pks)) < len(pks):
        raise ActionRefused(_("Intanto uno dei due non è più in elenco: ricarica la pagina."))
    for one in found.values():
        one.club = club
    return [found[pk] for pk in pks]


def _history() -> "QuerySet[Model]":
    """The versions of entries."""
    return history_models()[Entry]._base_manager.all()


def _move(rows: "QuerySet[Model]", **to: object) -> list[int]:
    """Their keys."""
    pks = list(rows.values_list("pk", flat=True))
    rows.model._base_manager.filter(pk__in=pks).update(**to)
    return pks


def _columns(player: Player) -> JsonObject:
    """All columns of his row but that of the club; dates as DjangoJSONEncoder writes them."""
    return {name: getattr(player, name) for name in COLUMNS if name != "club"}


def _restored(club: Club, columns: JsonObject) -> Player:
    """The row as it was; columns that there were not are as of anybody of whom nothing is said."""
    said = {name: COLUMNS[name].to_python(value) for name, value in columns.items() if name in COLUMNS}
    return Player(club=club, **said)


def _refuse_if_later(kept: Player, merge: PlayerMerge) -> None:
    latest = kept.merges.first()
    if latest is None or not kept.merges.filter(pk=merge.pk).exists():
        raise ActionRefused(_("L’unione è già stata annullata."))
    if latest.pk != merge.pk:
        raise ActionRefused(
            _("Prima annulla l’unione con %(name)s, che è venuta dopo.") % {"name": latest.name}
        )


def _refuse_if_taken(restored: Player, kept: Player) -> None:
    """Nobody on the roster may have his numbers by now."""
    others = kept.club.players.exclude(pk=kept.pk)
    for name in IDS:
        number = getattr(restored, name)
        owner = kept if number and getattr(kept, name) == number else None
        if number and (owner or (owner := others.filter(**{name: number}).first())):
            raise ActionRefused(
                _("%(name)s ha ora il numero %(number)s, che era suo: toglilo prima da lì.")
                % {"name": owner.name, "number": number}
            )


def _locked_circuits(club: Club) -> "QuerySet[Circuit]":
    return Circuit.objects.select_for_update().filter(club=club, frozen__isnull=False).order_by("pk")


def _move_in_closed_circuits(club: Club, kept: Player, merged: Player) -> tuple[list[Frozen], list[int]]:
    """Which results were his there, and which of the circuits had him as a member and not the other."""
    frozen: list[Frozen] = []
    members = []
    for circuit in _locked_circuits(club):
        frozen += move_frozen(circuit, merged.pk, kept.pk, lambda _key: True)
        if is_frozen_member(circuit, merged.pk) and not is_frozen_member(circuit, kept.pk):
            change_frozen_members(circuit, add=kept.pk)
            members.append(circuit.pk)
        circuit.save(update_fields=["frozen"])
    return frozen, members


def _part_in_closed_circuits(club: Club, kept: Player, restored: Player, moved: Moved) -> None:
    his = set(moved.frozen)
    for circuit in _locked_circuits(club):
        move_frozen(circuit, kept.pk, restored.pk, his.__contains__)
        if circuit.pk in moved.frozen_members:
            change_frozen_members(circuit, add=restored.pk, remove=kept.pk)
        circuit.save(update_fields=["frozen"])
