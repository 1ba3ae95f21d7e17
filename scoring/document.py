"""The tournament document as frozen records, and writing it back (rules/document.md#document).

A record that stands for a model of the site has the model's name after `Document`.
Ids are integers; numbers are exact: an int or a Decimal, never a float. Unknown keys
of a document are kept in `extra` and written back, so `read(write(document))` is `document` again.
"""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Struct, field
from msgspec.structs import replace

from scoring.identity import Identity, ReportFacts

Number = int | Decimal
GameScore = tuple[Number, Number]
"""The score of each of two seats in a game: 1 and 0, or a half each; 0 and 0 only when both forfeited."""

FORMAT = 1
"""The version that the key `clubtornei` of a document names."""


LONGEST_NAME = 200
MOST_TABLE = 1_000
MOST_ROUNDS = 2_000
MOST_OTHER_LISTS = 9
"""Of how many rating lists, besides the event's own, a player may have a rating."""


Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
Id = Annotated[int, Meta(ge=1)]
Amount = Annotated[Number, Meta(extra={"minimum": 0})]
RoundNumber = Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]


def as_decimal(value: Fraction) -> Decimal:
    """The fraction as a decimal: those of a document are finite, so this is exact.

    >>> as_decimal(Fraction(5, 2)), as_decimal(Fraction(10))
    (Decimal('2.5'), Decimal('10'))
    """
    return Decimal(value.numerator) / value.denominator


class ValidationIssue(Struct, frozen=True):
    """One thing wrong with a document: its path (`stages[0].rounds[1].tables[3].seats`), code and facts."""

    path: str
    code: str
    facts: Mapping[str, Any] = field(default_factory=dict)


class DocumentError(Exception):
    """The document or the command cannot be used; `issues`: everything that is wrong, not only the first."""

    def __init__(self, *issues: ValidationIssue) -> None:
        super().__init__("; ".join(f"{issue.path}: {issue.code}" for issue in issues))
        self.issues = issues


class DocumentPlayer(Struct, frozen=True, kw_only=True):
    """A player of the event.

    `rating`: in the event's rating list; `other_ratings`: in the other lists, in their order. None or 0: not
    in that list. Rounds (`joined`, `absent`, `withdrawn`) are counted from 1, in the first stage;
    `joined`, where that is one of parallel groups, in the player's. `table`: the number of the table at which
    he always plays, at tables of two; None: any. `identity`: personal, see there.
    """

    id: Id
    name: Name
    number: int
    rating: Number | None = None
    other_ratings: tuple[Number | None, ...] = ()
    title: str | None = None
    club: str | None = None
    group: str | None = None
    joined: RoundNumber = 1
    absent: tuple[RoundNumber, ...] = ()
    withdrawn: RoundNumber | None = None
    exempt: Annotated[int, Meta(le=MOST_ROUNDS)] = 0
    table: Annotated[int, Meta(ge=1, le=MOST_TABLE)] | None = None
    identity: Identity = Identity()
    extra: Mapping[str, Any] = field(default_factory=dict)

    def plays_in(self, round_number: int) -> bool:
        """Does the player take part in that round (joined, not absent, not withdrawn)?"""
        return (
            self.joined <= round_number
            and (self.withdrawn is None or round_number < self.withdrawn)
            and round_number not in self.absent
        )


class SeatScore(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The score of one seat at a table of more than two.

    None: not recorded, which is not the same as 0.
    """

    points: Amount
    outside: Amount | None = None
    armies_in: Amount | None = None
    armies_out: Amount | None = None
    cards: Amount | None = None
    territories_in: Amount | None = None
    territories_out: Amount | None = None
    order: Id | None = None
    eliminated: Id | None = None
    risiko: bool = False
    penalty: Amount | None = None
    dice: Amount | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)


class Reported(Struct, frozen=True, kw_only=True):
    """How a game of two really ended: so it is reported for rating, while the table's result counts on."""

    result: GameScore
    forfeit: bool = False
    unrated: bool = False
    extra: Mapping[str, Any] = field(default_factory=dict)


class DocumentTable(Struct, frozen=True, kw_only=True):
    """The ids at a table in seat order (two seats: White first), and its result (None: not known yet).

    `adjourned`: there is none because the game goes on another day. `unrated`: the result
    of a game that ended before both had moved, which counts, but for no rating. `reported`: where
    another result is reported for rating than counts. `score`: what each of two scored in the game, where the
    more points win.
    """

    seats: tuple[int, ...]
    result: GameScore | tuple[SeatScore, ...] | None = None
    forfeit: bool = False
    adjourned: bool = False
    unrated: bool = False
    reported: Reported | None = None
    games: tuple[GameScore, ...] = ()
    score: tuple[Number, Number] | None = None
    by_hand: bool = False
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def as_reported(self) -> "DocumentTable":
        """The table with the result that is reported for rating."""
        found = self.reported
        if found is None:
            return self
        return replace(self, result=found.result, forfeit=found.forfeit, unrated=found.unrated, reported=None)

    @property
    def shares(self) -> GameScore | None:
        """The result of a table of two; None while it is not known, or where more than two sit."""
        return self.result if len(self.seats) == 2 else None  # type: ignore[return-value]

    @property
    def seat_scores(self) -> tuple[SeatScore, ...] | None:
        """The result of a table of more than two; None while it is not known, or where only two sit."""
        return self.result if len(self.seats) != 2 else None  # type: ignore[return-value]


def shares_of(first: Number, second: Number) -> GameScore:
    """The result of a game in which the more points win."""
    if first == second:
        return Decimal("0.5"), Decimal("0.5")
    return (1, 0) if first > second else (0, 1)


class Bye(Struct, frozen=True, kw_only=True):
    """A round without a table for a player, with the points recorded for it; `requested`: he asked for it."""

    player: int
    points: Number
    requested: bool = False
    extra: Mapping[str, Any] = field(default_factory=dict)


TablePlace = tuple[int, int]
"""A table of a stage: its round and its place in the round, both from 1."""


class DocumentRound(Struct, frozen=True, kw_only=True):
    """One round.

    `numbers` (id to order number) only where numbers were assigned again after it was paired. `provisional`:
    the adjourned games of earlier rounds that counted as draws when it was paired.
    """

    tables: tuple[DocumentTable, ...] = ()
    byes: tuple[Bye, ...] = ()
    numbers: Mapping[int, int] = field(default_factory=dict)
    provisional: tuple[TablePlace, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)


class Prohibition(Struct, frozen=True, kw_only=True):
    """Players of whom no two may meet, from the round `first` to the round `last` (None: to the end)."""

    players: tuple[int, ...]
    first: int = 1
    last: int | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)

    def holds_in(self, round_number: int) -> bool:
        return self.first <= round_number and (self.last is None or round_number <= self.last)


InterventionKind = Annotated[
    str, Meta(pattern=r"^(import|correction|configuration)$", examples=["import", "correction"])
]


class Intervention(Struct, frozen=True, kw_only=True):
    """What the arbiter did from the round `round` on, or at the table of `players` in it, and the rounds do
    not show; `text`, in English, is for report files.
    """

    kind: InterventionKind
    round: RoundNumber = 1
    players: tuple[int, ...] = ()
    text: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)


class Adjustment(Struct, frozen=True, kw_only=True):
    """Bonus points, or penalty points where they are negative, that the arbiter gave in a round, and why."""

    players: tuple[int, ...]
    points: Number
    round: RoundNumber = 1
    reason: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)


class DocumentStage(Struct, frozen=True, kw_only=True):
    """One part of an event, with one system and one ranking.

    `options` are as written; see `Record.options`. `decided`: ids who were level where that decides who
    enters, the better first (rules/qualification.md#undecided). `dates`: round to the day on which it is or
    was played, `2026-11-07`. `requested_byes`: id to the rounds, not paired yet, in which he has asked for a
    bye and is absent, with its points.
    """

    system: str
    name: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    scoring: str = ""
    scoring_options: Mapping[str, Any] = field(default_factory=dict)
    ranking: tuple[str, ...] = ("points",)
    entry: Mapping[str, Any] | None = None
    entrants: tuple[int, ...] | None = None
    declined: tuple[int, ...] = ()
    decided: tuple[int, ...] = ()
    absences: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    withdrawals: Mapping[int, int] = field(default_factory=dict)
    dates: Mapping[int, str] = field(default_factory=dict)
    prohibited: tuple[Prohibition, ...] = ()
    interventions: tuple[Intervention, ...] = ()
    requested_byes: Mapping[int, Mapping[int, Number]] = field(default_factory=dict)
    adjustments: tuple[Adjustment, ...] = ()
    rounds: tuple[DocumentRound, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)


class Document(Struct, frozen=True, kw_only=True):
    """A whole event: everything the engines decide is a pure function of it."""

    players: tuple[DocumentPlayer, ...]
    stages: tuple[DocumentStage, ...]
    name: str = ""
    seed: str = ""
    report: ReportFacts = ReportFacts()
    extra: Mapping[str, Any] = field(default_factory=dict)


_ENCODER = msgspec.json.Encoder(decimal_format="number")


def to_json(value: object) -> str:
    """JSON text on one line; a Decimal becomes a JSON number with the digits it has."""
    return _ENCODER.encode(value).decode()


def write(document: Document) -> str:
    """The document as JSON text, without default values; `read` gives the same document back."""
    return to_json(as_plain(document))


def as_plain(document: Document) -> dict[str, Any]:
    """The document as the plain values its JSON text is made of."""
    head = {"clubtornei": FORMAT, "name": document.name, "seed": document.seed}
    lists = {
        "players": [_player_as_plain(player) for player in document.players],
        "stages": [_stage_as_plain(stage) for stage in document.stages],
    }
    return {**document.extra, **head, **_facts_as_plain("report", document.report), **lists}


def as_keys(record: Struct, *names: str) -> dict[str, Any]:
    """The fields of a record that differ from their default, of those named, as keys of the document."""
    match record:
        case Document():
            plain = as_plain(record)
        case DocumentPlayer():
            plain = _player_as_plain(record)
        case DocumentStage():
            plain = _stage_as_plain(record)
        case _:
            plain = fields_as_plain(record)
    return {name: plain[name] for name in names if name in plain}


def _player_as_plain(player: DocumentPlayer) -> dict[str, Any]:
    plain = fields_as_plain(player, ("id", "name", "number"))
    return plain | _facts_as_plain("identity", player.identity)


def _facts_as_plain(key: str, facts: Struct) -> dict[str, Any]:
    """The key with the facts; nothing where all of them have their default."""
    plain = facts_as_plain(facts)
    return {key: plain} if plain else {}


def facts_as_plain(facts: Struct) -> dict[str, Any]:
    """An identity or a report without its defaults; `facts_from` of fields.py gives it back."""
    return {
        name: [_inner_as_plain(inner) for inner in value]
        if isinstance(value, tuple)
        else _inner_as_plain(value)
        for name, value in fields_as_plain(facts).items()
    }


def _inner_as_plain(value: Any) -> Any:
    return fields_as_plain(value) if isinstance(value, Struct) else value


def fields_as_plain(record: Struct, always: tuple[str, ...] = ()) -> dict[str, Any]:
    """The fields of the record that are in `always` or differ from their default, and the keys of `extra`."""
    plain: dict[str, Any] = {}
    for name, default in zip(record.__struct_fields__, _defaults(type(record)), strict=True):
        value = getattr(record, name)
        if name != "extra" and (name in always or value != default):
            plain[name] = value
    return plain | {key: extra for key, extra in record.extra.items() if key not in plain}  # type: ignore[attr-defined]


_DEFAULTS: dict[type[Struct], tuple[Any, ...]] = {}


def _defaults(record: type[Struct]) -> tuple[Any, ...]:
    defaults = _DEFAULTS.get(record)
    if defaults is None:
        defaults = tuple(
            item.default_factory() if item.default_factory is not msgspec.NODEFAULT else item.default
            for item in msgspec.structs.fields(record)
        )
        _DEFAULTS[record] = defaults
    return defaults


def _stage_as_plain(stage: DocumentStage) -> dict[str, Any]:
    plain = fields_as_plain(stage, ("name", "system", "options", "scoring", "ranking", "rounds"))
    for key in ("absences", "withdrawals", "dates"):
        if getattr(stage, key):
            plain[key] = {str(number): value for number, value in getattr(stage, key).items()}
    if stage.requested_byes:
        plain["requested_byes"] = {
            str(player): {str(number): points for number, points in byes.items()}
            for player, byes in stage.requested_byes.items()
        }
    if stage.adjustments:
        plain["adjustments"] = adjustments_as_plain(stage.adjustments)
    if stage.prohibited:
        plain["prohibited"] = prohibited_as_plain(stage.prohibited)
    if stage.interventions:
        plain["interventions"] = interventions_as_plain(stage.interventions)
    plain["rounds"] = [_round_as_plain(played) for played in stage.rounds]
    return plain


Part = TypeVar("Part", bound=Struct)


def records_in(plain: Iterable[Mapping[str, Any]], kind: type[Part]) -> tuple[Part, ...]:
    """The prohibitions, interventions or adjustments that one of the functions below has made plain."""
    return tuple(_record_in(one, kind) for one in plain)


def _record_in(plain: Mapping[str, Any], kind: type[Part]) -> Part:
    names = kind.__struct_fields__
    known = {name: tuple(value) if isinstance(value, list) else value for name, value in plain.items()}
    extra = {name: value for name, value in plain.items() if name not in names}
    return kind(**{name: known[name] for name in names if name in known}, extra=extra)


def prohibited_as_plain(prohibited: Iterable[Prohibition]) -> list[dict[str, Any]]:
    return [fields_as_plain(prohibition, ("players",)) for prohibition in prohibited]


def interventions_as_plain(interventions: Iterable[Intervention]) -> list[dict[str, Any]]:
    return [fields_as_plain(intervention, ("kind", "round")) for intervention in interventions]


def adjustments_as_plain(adjustments: Iterable[Adjustment]) -> list[dict[str, Any]]:
    return [fields_as_plain(adjustment, ("players", "points", "round")) for adjustment in adjustments]


def _round_as_plain(played: DocumentRound) -> dict[str, Any]:
    plain = fields_as_plain(played)
    if played.numbers:
        plain["numbers"] = {str(player): number for player, number in played.numbers.items()}
    plain["tables"] = [_table_as_plain(table) for table in played.tables]
    plain["byes"] = [fields_as_plain(bye, ("player", "points")) for bye in played.byes]
    return plain


def _table_as_plain(table: DocumentTable) -> dict[str, Any]:
    plain = fields_as_plain(table, ("seats", "result"))
    if table.reported is not None:
        plain["reported"] = fields_as_plain(table.reported)
    if table.seat_scores is not None:
        plain["result"] = [fields_as_plain(seat_score, ("points",)) for seat_score in table.seat_scores]
    return plain
