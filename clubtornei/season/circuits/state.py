"""What the events of a circuit have brought, without a name: people are numbers of entries, of results typed
in, and of the roster. A closed circuit keeps it, so whoever is forgotten later is forgotten there, too.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

from django.utils.timezone import localdate
from django.utils.translation import gettext as _, gettext_lazy
from msgspec import Struct, convert, to_builtins
from msgspec.structs import replace

from clubtornei.events.models import Entry, Event
from clubtornei.season.circuits.events import SeasonEvent, counting_in, events_of, plain
from clubtornei.season.circuits.identities import NOBODY, Roster
from clubtornei.season.event_records import RankedEntry, StoredOutcome, outcome_of, outcomes_of
from clubtornei.season.models import Circuit, CircuitEvent, EventKind, TypedResult
from clubtornei.text.languages import reader_language
from clubtornei.text.untyped import JsonObject, Options
from scoring import circuit_document as engine
from scoring.circuit_document import EntryResult
from scoring.circuit_points import WAYS, says
from scoring.circuit_reasons import outcome_text
from scoring.circuit_results import EventOutcome
from scoring.options import build


@lru_cache(maxsize=1024)
def _fraction(text: str) -> Fraction:
    """Most points of a circuit are the same few: parsing each took two thirds of its page."""
    return Fraction(text)


@lru_cache(maxsize=1024)
def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


@lru_cache(maxsize=1024)
def _fractions(texts: tuple[str, ...]) -> tuple[Fraction, ...]:
    return tuple(map(_fraction, texts))


class PersonResult(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What one person has reached in an event: an entry of it, or a result typed in. `player`: on the roster,
    as far as that is known. Points are written as fractions: "7/2".
    """

    entry_no: int | None = None
    typed: int | None = None
    player: int | None = None
    place: int | None = None
    points: str = "0"
    games: tuple[str, ...] = ()
    played: int = 0

    def entry(self, person: engine.CircuitPerson) -> EntryResult:
        """The result as the engines have it."""
        return EntryResult(
            name=person.name,
            path="",
            person=person.id,
            place=self.place,
            points=_fraction(self.points),
            games=_fractions(self.games),
            played=self.played,
        )


class StateEvent(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An event: what it is, how it counts, and what it has brought. `reached` None: nothing that counts yet;
    `note` says why, or what is still missing. The other fields are those of a document's event.
    """

    name: str
    day: date | None = None
    event: int | None = None
    slug: str = ""
    item: int | None = None
    kind: engine.EventKind = "internal"
    weight: int | Decimal | None = None
    counting: Options | None = None
    source: str = ""
    players: int | None = None
    possible: int | Decimal | None = None
    most: int | Decimal | None = None
    games: int = 1
    reached: tuple[PersonResult, ...] | None = None
    note: str = ""

    @property
    def kind_label(self) -> str:
        """What kind it is, where it is not the usual one."""
        return "" if self.kind == "internal" else str(EventKind(self.kind).label)

    @property
    def to_come(self) -> bool:
        return self.reached is None

    def record(self) -> engine.DocumentCircuitEvent:
        """As the engines have it, without what it has brought."""
        return engine.DocumentCircuitEvent(
            name=self.name,
            kind=self.kind,
            weight=self.weight,
            counting=counting_in(self.counting) if self.counting else None,
            source=self.source,
            players=self.players,
            possible=self.possible,
            most=self.most,
            games=self.games,
        )


class CircuitState(Struct, frozen=True, kw_only=True):
    """`day`: of the first event; who was a minor then has only his initials. `members`: on the roster."""

    day: date
    members: tuple[int, ...]
    events: tuple[StateEvent, ...]

    def frozen(self) -> JsonObject:
        """For a JSON column."""
        plain: JsonObject = to_builtins(self, builtin_types=(Decimal,))
        return plain


def frozen_state(frozen: JsonObject) -> CircuitState:
    return convert(frozen, CircuitState)


NamedEntries = Mapping[int, Mapping[int, tuple[str, int | None]]]
"""By event, then by entry_no: what the entry is called, and the player on the roster."""

UNKNOWN: tuple[str, int | None] = (NOBODY, None)
"""An entry that is gone."""


def circuit_state(circuit: Circuit, roster: Roster) -> tuple[CircuitState, NamedEntries]:
    """The state of today, or of the day on which the circuit was closed; and the entries of its events, as
    they are now. Five queries, and those for records of events that have changed.
    """
    if circuit.frozen:
        state = frozen_state(circuit.frozen)
        return state, _entries_of(event.event for event in state.events if event.event)
    events = events_of(circuit)
    played = [one.event for one in events if one.event]
    outcomes = outcomes_of({event.pk: event.version for event in played})
    entries = _entries_of(event.pk for event in played)
    shown = [_event(circuit, one, outcomes, entries) for one in events]
    days = [one.day for one in events if one.day]
    state = CircuitState(
        day=min(days, default=circuit.first_day or localdate()),
        members=tuple(sorted(roster.members)),
        events=tuple(shown),
    )
    return state, entries


def _entries_of(events: Iterable[int]) -> NamedEntries:
    """One query."""
    found = Entry.objects.filter(event__in=list(events)).order_by()
    entries: dict[int, dict[int, tuple[str, int | None]]] = defaultdict(dict)
    for event, entry_no, name, player in found.values_list("event", "entry_no", "name", "player"):
        entries[event][entry_no] = (name, player)
    return entries


def _event(
    circuit: Circuit,
    one: SeasonEvent,
    outcomes: Mapping[int, StoredOutcome],
    entries: NamedEntries,
) -> StateEvent:
    if one.event is None:
        assert one.item is not None
        return _typed_event(circuit, one.item)
    outcome = outcomes.get(one.event.pk, StoredOutcome())
    without = _state_event(one)
    noted = replace(without, note=_missing(without, one.event, outcome))
    if outcome.entries is None:
        return noted
    if lacking := lacking_in(circuit, one.item):
        return replace(without, note=lacking)
    own = entries.get(one.event.pk, {})
    return replace(noted, reached=tuple([_of_entry(entry, own) for entry in outcome.entries]))


def _missing(shown: StateEvent, event: Event, outcome: StoredOutcome) -> str:
    """Which results are missing, with names, which are not stored."""
    found = outcome_of(event.pk) if outcome.undecided else EventOutcome(open_tables=outcome.open_tables)
    return outcome_text(shown.record(), found, reader_language())


def _of_entry(entry: RankedEntry, own: Mapping[int, tuple[str, int | None]]) -> PersonResult:
    return PersonResult(
        entry_no=entry.entry_no,
        player=own.get(entry.entry_no, UNKNOWN)[1],
        place=entry.place,
        points=entry.points,
        games=_words(entry.games),
        played=entry.played,
    )


def _typed_event(circuit: Circuit, item: CircuitEvent) -> StateEvent:
    results = list(item.results.all())
    one = SeasonEvent(name=item.name, day=item.day, item=item)
    lacking = lacking_in(circuit, item, results) if results else ""
    if not results or lacking:
        return replace(_state_event(one), note=lacking)
    return replace(_state_event(one), reached=tuple(map(_of_typed, results)))


def _of_typed(result: TypedResult) -> PersonResult:
    games = tuple(Fraction(points) for points in result.games)
    return PersonResult(
        typed=result.pk,
        player=result.player_id,
        place=result.place,
        points=str(sum(games, Fraction(0)) if result.points is None else Fraction(result.points)),
        games=tuple(map(str, games)),
        played=len(games) if result.played is None else result.played,
    )


def lacking_in(circuit: Circuit, item: CircuitEvent | None, results: Sequence[TypedResult] = ()) -> str:
    """What an event does not say although its way of counting needs it, in a sentence; empty: nothing."""
    written = (item.counting if item else None) or circuit.counting
    counting = counting_in(written)
    way = WAYS[counting.way]
    options = build(way.options, counting.options)
    if way.possible(options) and not (item and item.possible):
        return _("Non conta ancora: mancano i punti possibili, con cui si confronta.")
    for field in way.needs(options):
        names = [result.name for result in results if not says(typed_result_of(result), field)]
        if names:
            text = _("Non conta ancora: di %(name)s manca «%(field)s», che serve per contare.")
            return text % {"name": names[0], "field": FIELDS[field]}
    return ""


FIELDS = {
    "place": gettext_lazy("posto"),
    "points": gettext_lazy("punti"),
    "games": gettext_lazy("punti di ogni partita"),
}


def typed_result_of(result: TypedResult) -> engine.DocumentTypedResult:
    """The result as the engines have it."""
    return engine.DocumentTypedResult(
        name=result.name,
        place=result.place,
        points=plain(result.points),
        games=tuple(result.games),
        played=result.played,
    )


def _state_event(one: SeasonEvent) -> StateEvent:
    """Without what it has brought."""
    item, event = one.item, one.event
    return StateEvent(
        name=one.name,
        day=one.day,
        event=event.pk if event else None,
        slug=event.slug if event and event.published else "",
        item=item.pk if item else None,
        kind=one.kind,
        weight=one.weight,
        counting=item.counting if item else None,
        source=item.source if item else "",
        players=item.players if item else None,
        possible=plain(item.possible) if item else None,
        most=plain(item.most) if item else None,
        games=item.games if item else 1,
    )
