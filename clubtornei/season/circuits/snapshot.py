"""A circuit as it stands, with names: its events and its ranking.

Computed from what the events have brought, so a correction of months ago is in it at once. Of a circuit
that is closed the results are those of the day it was closed.
"""

import hashlib
from collections.abc import Mapping

from msgspec import Struct

from clubtornei.players.models import roster_version
from clubtornei.season.circuits.events import candidates, counting_in
from clubtornei.season.circuits.identities import NOBODY, Identities, public_name, roster_of
from clubtornei.season.circuits.state import UNKNOWN, CircuitState, NamedEntries, StateEvent, circuit_state
from clubtornei.season.models import Circuit, TypedResult
from clubtornei.web.build_id import build_id
from scoring import circuit_document as engine
from scoring.circuit import CircuitStandings, circuit_standings
from scoring.circuit_document import EntryResult


class CircuitSnapshot(Struct, frozen=True, kw_only=True):
    """`record`: the circuit as the engines have it, without documents and results; `entries`: what each event
    has brought, None: nothing that counts yet.
    """

    events: tuple[StateEvent, ...]
    record: engine.DocumentCircuit
    entries: tuple[tuple[EntryResult, ...] | None, ...]
    standings: CircuitStandings


def fingerprint_of(circuit: Circuit) -> str:
    """Changes with whatever the circuit's pages show. Two queries."""
    events = candidates(circuit).order_by("pk").values_list("pk", "version", "published", "name")
    roster = roster_version(circuit.club_id)
    facts = (circuit.pk, circuit.version, circuit.published, list(events), roster, build_id())
    return hashlib.sha256(repr(facts).encode()).hexdigest()


def snapshot_of(circuit: Circuit) -> CircuitSnapshot:
    """Computed now, in the reader's language."""
    roster = roster_of(circuit.club)
    state, named = circuit_state(circuit, roster)
    # The document is public, and tells who is a member only where that decides the ranking.
    members = state.members if circuit.rules.get("members_only") else ()
    identities = Identities(roster, state.day, members)
    typed = _typed_names(state)
    entries = tuple(_entries(event, identities, named, typed) for event in state.events)
    record = engine.DocumentCircuit(
        name=circuit.name,
        counting=counting_in(circuit.counting),
        rules=circuit.rules,
        ranking=tuple(circuit.ranking),
        people=tuple(identities.people.values()),
        events=tuple(event.record() for event in state.events),
    )
    return CircuitSnapshot(
        events=state.events, record=record, entries=entries, standings=circuit_standings(record, entries)
    )


def _typed_names(state: CircuitState) -> Mapping[int, str]:
    """What people are called in results typed in, by the number of the result. One query."""
    typed = [one.typed for event in state.events for one in event.reached or () if one.typed]
    return {
        result.pk: public_name(result.name, result.birth_year, state.day)
        for result in TypedResult.objects.filter(pk__in=typed)
    }


def _entries(
    event: StateEvent, identities: Identities, named: NamedEntries, typed: Mapping[int, str]
) -> tuple[EntryResult, ...] | None:
    if event.reached is None:
        return None
    taken: set[str] = set()
    names = named.get(event.event or 0, {})
    found = []
    for one in event.reached:
        if one.typed is not None:
            name, otherwise = typed.get(one.typed, NOBODY), f"t{one.typed}"
        else:
            name, _ = names.get(one.entry_no or 0, UNKNOWN)
            otherwise = f"e{event.event}:{one.entry_no}"
        found.append(one.entry(identities.person_of(one.player, name, otherwise, taken)))
    return tuple(found)
