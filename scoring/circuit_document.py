"""The document of a circuit as frozen records, and writing it back (rules/circuits.md#document)."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from scoring.document import LONGEST_NAME, Amount, Document, Name, Number, as_plain, fields_as_plain, to_json
from scoring.options import bounds, meta

CIRCUIT_FORMAT = 1
"""The version that the key `circuit` of a document names."""

MOST_EVENTS = 1000
MOST_COUNTED = 10_000
MOST_RANKED = 100_000

EventKind = Literal["internal", "friendly", "external"]
PersonId = Annotated[str, Meta(title="id", min_length=1, max_length=LONGEST_NAME)]
"""A document may have a whole number, too."""
EARLIEST_YEAR, LATEST_YEAR = 1800, 2999
BirthYear = Annotated[int, Meta(ge=EARLIEST_YEAR, le=LATEST_YEAR)]
Counted = Annotated[int, Meta(ge=1, le=MOST_COUNTED)]


class CircuitRules(Struct, frozen=True, kw_only=True):
    """What counts, and for whom (rules/circuits.md#rules); ready for a form."""

    best: Annotated[
        Annotated[int, bounds(1, MOST_COUNTED)] | None,
        meta(
            ("Migliori risultati", "Quanti dei risultati migliori di ciascuno contano; vuoto: tutti."),
            ("Best results", "How many of each player’s best results count; leave empty for all."),
        ),
    ] = None
    friendly_weight: Annotated[
        Decimal,
        meta(
            ("Peso delle amichevoli", "Per quanto si moltiplicano i loro risultati."),
            ("Weight of friendlies", "Their results are multiplied by this."),
            least=0,
        ),
    ] = Decimal(1)
    external_weight: Annotated[
        Decimal,
        meta(
            ("Peso degli esterni", "Per quanto si moltiplicano i risultati dei tornei di altri."),
            (
                "Weight of external tournaments",
                "Results of other organisers’ tournaments are multiplied by this.",
            ),
            least=0,
        ),
    ] = Decimal(1)
    best_friendly: Annotated[
        Annotated[int, bounds(0, MOST_COUNTED)] | None,
        meta(
            ("Amichevoli al massimo", "Quanti risultati di amichevoli possono contare; vuoto: tutti."),
            ("Maximum friendlies", "How many results from friendlies may count; leave empty for all."),
        ),
    ] = None
    best_external: Annotated[
        Annotated[int, bounds(0, MOST_COUNTED)] | None,
        meta(
            ("Esterni al massimo", "Quanti risultati di tornei esterni possono contare; vuoto: tutti."),
            (
                "Maximum external tournaments",
                "How many results from external tournaments may count; leave empty for all.",
            ),
        ),
    ] = None
    least_events: Annotated[
        int,
        meta(
            ("Tornei almeno", "Chi ne ha giocati meno non è ancora in classifica."),
            ("Minimum tournaments", "Players with fewer are not ranked yet."),
            minimum=0,
            maximum=MOST_EVENTS,
        ),
    ] = 0
    least_games: Annotated[
        int,
        meta(
            ("Partite almeno", "Chi ne ha giocate meno non è ancora in classifica."),
            ("Minimum games", "Players with fewer are not ranked yet."),
            minimum=0,
            maximum=MOST_COUNTED,
        ),
    ] = 0
    members_only: Annotated[
        bool,
        meta(
            ("Solo i soci", "In classifica solo chi è segnato come socio."),
            ("Members only", "Only those marked as members are ranked."),
        ),
    ] = False
    guests_take_places: Annotated[
        bool,
        meta(
            (
                "Gli ospiti occupano posti",
                "I posti dei tornei contano anche chi non è socio; se no si contano fra i soci soltanto.",
            ),
            (
                "Guests take places",
                "Guests also count in the places of a tournament; otherwise places are counted among members"
                " only.",
            ),
        ),
    ] = True


class Counting(Struct, frozen=True):
    """How an event counts: a way of `circuit_points.WAYS`, and its options as written."""

    way: str
    options: Mapping[str, Any] = field(default_factory=dict)


class CircuitPerson(Struct, frozen=True, kw_only=True):
    """Somebody the circuit knows by an id of his own; `also`: other spellings of his name."""

    id: PersonId
    name: Name
    birth_year: BirthYear | None = None
    member: bool = False
    also: tuple[Name, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)


class DocumentTypedResult(Struct, frozen=True, kw_only=True):
    """A line of an event that was played elsewhere, as published there; `games`: the points of each game."""

    name: Name
    person: PersonId | None = None
    birth_year: BirthYear | None = None
    place: Counted | None = None
    points: Number | None = None
    games: tuple[Number, ...] = ()
    played: Annotated[int, Meta(le=MOST_COUNTED)] | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)


class DocumentCircuitEvent(Struct, frozen=True, kw_only=True):
    """An event of the circuit: its document, read from `file` if that is given, or its typed results; with
    neither it is still to come.

    `weight` None: that of its kind. `counting` None: the circuit's. `people`: the person ids of players of
    the document. `players`: how many took part, where the results are not all. `possible`: the most points
    that could be scored. To come: `most`, the most points one result can bring, before the weight; `games`,
    how many results.
    """

    name: Name
    kind: EventKind = "internal"
    weight: Amount | None = None
    counting: Counting | None = None
    source: str = ""
    file: str = ""
    document: Document | None = None
    results: tuple[DocumentTypedResult, ...] | None = None
    people: Mapping[int, str] = field(default_factory=dict)
    players: Counted | None = None
    possible: Amount | None = None
    most: Amount | None = None
    games: Annotated[int, Meta(ge=1, le=MOST_EVENTS)] = 1
    extra: Mapping[str, Any] = field(default_factory=dict)


class RankedPerson(Struct, frozen=True, kw_only=True):
    """A line of the ranking as it was announced: the values are written as the command `circuit` prints them;
    `rank` None: not ranked yet.
    """

    name: Name
    rank: Annotated[int, Meta(ge=1, le=MOST_RANKED)] | None = None
    person: PersonId | None = None
    values: Mapping[str, str] = field(default_factory=dict)
    extra: Mapping[str, Any] = field(default_factory=dict)


class DocumentCircuit(Struct, frozen=True, kw_only=True):
    """A circuit: everything its ranking depends on. `final_ranking`: as it was announced, to be checked."""

    events: tuple[DocumentCircuitEvent, ...]
    counting: Counting
    name: str = ""
    rules: Mapping[str, Any] = field(default_factory=dict)
    ranking: tuple[str, ...] = ("points",)
    people: tuple[CircuitPerson, ...] = ()
    final_ranking: tuple[RankedPerson, ...] | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)


class EntryResult(Struct, frozen=True, kw_only=True, gc=False):
    """What somebody has reached in an event, however it was found.

    `path`: where the document says so, for messages. `place`, `points`: in its final ranking. `games`: the
    points of each game; `played`: how many.
    """

    name: str
    path: str
    person: str | None = None
    birth_year: int | None = None
    place: int | None = None
    points: Fraction = Fraction(0)
    games: tuple[Fraction, ...] = ()
    played: int = 0


def write_circuit(circuit: DocumentCircuit) -> str:
    """The circuit as JSON text; reading it gives the same circuit. Documents of files are left out."""
    return to_json(circuit_as_plain(circuit))


def circuit_as_plain(circuit: DocumentCircuit) -> dict[str, Any]:
    """The circuit as the plain values its JSON text is made of."""
    plain = fields_as_plain(circuit, ("name", "ranking"))
    plain["counting"] = _counting_as_plain(circuit.counting)
    plain["people"] = [fields_as_plain(person, ("id", "name")) for person in circuit.people]
    plain["events"] = [_event_as_plain(event) for event in circuit.events]
    if circuit.final_ranking is not None:
        plain["final_ranking"] = [fields_as_plain(row, ("name",)) for row in circuit.final_ranking]
    return {"circuit": CIRCUIT_FORMAT, **plain}


def _counting_as_plain(counting: Counting) -> dict[str, Any]:
    return {"way": counting.way, **counting.options}


def _event_as_plain(event: DocumentCircuitEvent) -> dict[str, Any]:
    plain = fields_as_plain(event, ("name",))
    if event.counting is not None:
        plain["counting"] = _counting_as_plain(event.counting)
    if event.people:
        plain["people"] = {str(player): person for player, person in event.people.items()}
    if event.results is not None:
        plain["results"] = [fields_as_plain(result, ("name",)) for result in event.results]
    if event.file:
        plain.pop("document", None)
    elif event.document is not None:
        plain["document"] = as_plain(event.document)
    return plain
