"""The keys of all that goes over when two people are merged, as the row of the merge keeps them."""

from collections.abc import Callable

from msgspec import Struct, convert, to_builtins
from msgspec.structs import replace

from clubtornei.season.circuits.state import PersonResult, StateEvent, frozen_state
from clubtornei.season.models import Circuit
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
