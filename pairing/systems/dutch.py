"""The Dutch system, FIDE's usual Swiss (rules/dutch.md#pairing).

Source: FIDE Handbook, C.04.3 in force from 1 February 2026, with C.04.2 (byes, late entries, boards) and the
Baku acceleration of C.04.5. The round is computed by gacrux, FIDE's own engine, in `pairing/dutch_engine.py`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Struct

from pairing.colours import colours_of, first_colour
from pairing.matching import PerfectMatching
from pairing.objections import colour_limits, met
from pairing.offers import (
    CHESS,
    DRAUGHTS,
    MOST_IN_A_ROUND_ROBIN,
    MOST_IN_FIDE_SWISS,
    SWISS,
    UsualChoice,
    between,
)
from pairing.random_generator import Generator
from pairing.swiss import advised_rounds, meetings, most_rounds, nobody_left, points_of, present
from pairing.system import Draw, NoLegalPairing, PairedBye, PairedTable, Reason, ReportType, System
from scoring.options import NOTHING_MORE, meta
from scoring.record import DocumentError, Number, Record, ValidationIssue
from scoring.standings import decimal_text
from scoring.system_spec import SystemSpec
from scoring.trf import AccelerationLine

if TYPE_CHECKING:
    from pairing.dutch_engine import Pair, Pairing

MOST = MOST_IN_FIDE_SWISS
"""The engine weighs everybody against everybody: beyond this a round takes too long."""

STRONGER, ALTERNATE, HIGHER, LOTS = 2, 3, 4, 5
"""The articles of C.04.3, 5.2, by which colours are given where not both get the one they should have."""


class Options(Struct, frozen=True):
    """The number of rounds, the first colour, the acceleration, the points of late entries."""

    rounds: Annotated[
        int,
        meta(
            ("Turni", "Quanti turni si giocano; va annunciato prima del primo."),
            ("Rounds", "How many rounds are played, as announced before the first one."),
            announced=NOTHING_MORE,
            minimum=1,
            maximum=99,
        ),
    ]
    first_white: Annotated[
        bool | None,
        meta(
            (
                "Bianco al n. 1",
                "Se al primo turno il n. 1 ha il Bianco (il colore iniziale); vuoto: si sorteggia.",
            ),
            (
                "White for no. 1",
                "Does no. 1 have White in round 1 (the initial colour)? If empty, drawn by lot.",
            ),
            announced=(
                "Il colore del n. 1 al primo turno (il colore iniziale).",
                "The colour of no. 1 in round 1 (the initial colour).",
            ),
            empty=("si sorteggia", "drawn by lot"),
        ),
    ] = None
    acceleration: Annotated[
        Literal["none", "baku"],
        meta(
            (
                "Accelerazione",
                "Con la Baku la metà più forte ha punti virtuali nella prima metà dei turni: chi vince si"
                " incontra prima, e bastano meno turni.",
            ),
            (
                "Acceleration",
                "With Baku, the stronger half has virtual points in the first half of the rounds: winners"
                " meet sooner, so fewer rounds are needed.",
            ),
            choice_labels={"none": ("Nessuna", "None"), "baku": ("Baku", "Baku")},
            unsaid="none",
        ),
    ] = "none"
    late_points: Annotated[
        Decimal,
        meta(
            (
                "Punti a chi entra dopo",
                "Con quanti punti comincia chi entra dopo il primo turno, come per un riposo a richiesta.",
            ),
            (
                "Points for a late entry",
                "Points with which a late entry starts, as for a requested bye.",
            ),
        ),
    ] = Decimal(0)


def pair(record: Record, options: Options, rng: Generator) -> Draw:
    """The next round. NoLegalPairing: all are played, a result is missing, or there is no legal pairing."""
    if record.next_round > options.rounds:
        raise NoLegalPairing("all_rounds_played", rounds=options.rounds)
    SYSTEM.check_size(record)
    line = tuple(player.id for player in present(record))
    pairing = _paired(record, options, line)
    reasons = _RoundReasons(record, pairing, line)
    tables = tuple(
        PairedTable(seats=(pair.white, pair.black), why=tuple(reasons.why(pair)))
        for pair in sorted(pairing.pairs, key=reasons.board_order)
    )
    return Draw(tables=tables, byes=() if pairing.bye is None else (reasons.bye(pairing.bye),))


def _paired(record: Record, options: Options, line: Sequence[int]) -> "Pairing":
    """The engine's round for the ids present."""
    try:
        # gacrux brings networkx: nothing else should load them. And the engines may run without them.
        from pairing import dutch_engine
    except ImportError as missing:
        path = f"stages[{record.number - 1}].system"
        raise DocumentError(ValidationIssue(path, "package_missing", {"package": "gacrux"})) from missing
    virtual, accelerated = acceleration(record, options)
    round_ = dutch_engine.DutchRound(
        line=[player.id for player in record.by_number if player.joined <= record.next_round],
        present=frozenset(line),
        rounds=options.rounds,
        first_colour=first_colour(record, options.first_white),
        virtual=virtual,
        accelerated=accelerated,
        late_points=options.late_points,
    )
    try:
        return dutch_engine.paired(record, round_)
    except dutch_engine.NoPairing as refused:
        matching = PerfectMatching(_masks(line, refused.open_to, refused.may_rest))
        raise nobody_left("nobody_left_dutch", record, matching, line) from refused
    except dutch_engine.EngineFailed as fault:
        raise NoLegalPairing("engine_failed", players=line, round=record.next_round) from fault


def _masks(line: Sequence[int], open_to: Mapping[int, frozenset[int]], may_rest: frozenset[int]) -> list[int]:
    """The possible opponents by position, the bye being the position after the last."""
    place = {player: position for position, player in enumerate(line)}
    masks = [sum(1 << place[other] for other in open_to[player]) for player in line]
    if len(line) % 2 == 0:
        return masks
    resting = sum(1 << place[player] for player in may_rest)
    bye = 1 << len(line)
    return [*(mask | bye * (resting >> position & 1) for position, mask in enumerate(masks)), resting]


def acceleration(record: Record, options: Options) -> tuple[Sequence[Number], int]:
    """The virtual points of each accelerated round, and the order number of the last who has them
    (rules/dutch.md#acceleration).

    The half is that of those who were entered in round 1; late entries before its last player belong to it.
    """
    if options.acceleration == "none":
        return (), 0
    accelerated = (options.rounds + 1) // 2
    full = (accelerated + 1) // 2
    worth = record.scoring_options
    numbers = [player.number for player in record.by_number if player.joined == 1 and player.withdrawn != 1]
    if not numbers:
        return (), 0
    last = numbers[min(len(numbers), 2 * -(-len(numbers) // 4)) - 1]
    entered = [player for player in record.by_number if player.joined <= record.next_round]
    half = sum(1 for player in entered if player.number <= last)
    return (worth.win,) * full + (worth.draw,) * (accelerated - full), half


class _RoundReasons:
    """The reasons of a round, from the engine's answer and the record."""

    def __init__(self, record: Record, pairing: "Pairing", line: Sequence[int]) -> None:
        self.record = record
        self.points, self.paired_by = pairing.points, pairing.paired_by
        self.colours = colours_of(record)
        self.met = dict(zip(line, meetings(record, line), strict=True))
        self.line = line
        self.place = {player: position for position, player in enumerate(line)}
        self.groups: dict[Fraction, list[int]] = {}
        for pair in pairing.pairs:
            if self.paired_by[pair.white] == self.paired_by[pair.black]:
                self.groups.setdefault(self.paired_by[pair.white], []).extend((pair.white, pair.black))
        for group in self.groups.values():
            group.sort(key=self.place.__getitem__)

    def board_order(self, pair: "Pair") -> tuple[Fraction, Fraction, int]:
        """By the points of the better placed, those of both, and his number (C.04.2); none are virtual."""
        seats = (pair.white, pair.black)
        better, other = sorted(seats, key=lambda player: (-self.points[player], self.place[player]))
        return -self.points[better], -self.points[better] - self.points[other], self.place[better]

    def why(self, pair: "Pair") -> Iterator[Reason]:
        """Why these two meet, and why with these colours."""
        seats = (pair.white, pair.black)
        higher, lower = sorted(seats, key=lambda player: (-self.paired_by[player], self.place[player]))
        if self.paired_by[higher] == self.paired_by[lower]:
            yield from self._in_group(higher, lower)
        else:
            facts = {
                "points": decimal_text(self.paired_by[higher]),
                "other_points": decimal_text(self.paired_by[lower]),
            }
            yield Reason("dutch_float", {"player": higher, "opponent": lower, **facts})
        helped = [player for player in (higher, lower) if self.paired_by[player] != self.points[player]]
        if helped:
            virtual = self.paired_by[helped[0]] - self.points[helped[0]]
            yield Reason("dutch_virtual", {"players": helped, "virtual": decimal_text(virtual)})
        yield self._colours(pair, higher)

    def _in_group(self, higher: int, lower: int) -> Iterator[Reason]:
        """Half against half of the players of equal points; where another than the one of the same place in
        the other half was taken, why not that one.
        """
        group = self.groups[self.paired_by[higher]]
        half, place = len(group) // 2, group.index(higher)
        facts: dict[str, Any] = {
            "player": higher,
            "opponent": lower,
            "points": decimal_text(self.paired_by[higher]),
            "size": len(group),
            "place": place + 1,
        }
        if place < half and group[place + half] == lower:
            yield Reason("dutch_halves", facts)
        elif place < half:
            yield Reason("dutch_exchanged", facts)
            yield self._not_sought(higher, group[place + half])
        else:
            yield Reason("dutch_same_half", facts)

    def _not_sought(self, player: int, sought: int) -> Reason:
        facts: dict[str, Any] = {"player": player, "opponent": sought}
        if self.place[sought] in self.met[player]:
            return Reason("dutch_not_met", facts | {"round": self.met[player][self.place[sought]]})
        if sought in self.record.prohibited.get(player, ()):
            return Reason("dutch_not_prohibited", facts)
        return Reason("dutch_not_best", facts)

    def _colours(self, pair: "Pair", higher: int) -> Reason:
        facts: dict[str, Any] = {"player": pair.white, "opponent": pair.black}
        if pair.article == LOTS:
            has = "white" if pair.white == higher else "black"
            return Reason(f"dutch_lots_{has}", {"player": higher, "number": pair.number})
        facts |= {"colours": self._had(pair.white), "other_colours": self._had(pair.black)}
        if pair.article in (STRONGER, HIGHER):
            clause = "stronger" if pair.article == STRONGER else "higher"
            return Reason(f"dutch_{clause}_{pair.wanted}", facts)
        return Reason("dutch_alternate" if pair.article == ALTERNATE else "dutch_granted", facts)

    def _had(self, player: int) -> str:
        """The colours of his games in order, a letter each."""
        return "".join(colour[0] for colour in self.colours[player].values())

    def bye(self, player: int) -> PairedBye:
        missed = self.record.rounds_played - len(self.colours[player])
        facts = {"player": player, "points": decimal_text(self.paired_by[player]), "missed": missed}
        points = self.record.method.bye(self.record.scoring_options)
        return PairedBye(player=player, points=points, why=(Reason("dutch_bye", facts),))


def objections(record: Record, options: Options, seats: tuple[int, ...]) -> Iterator[Reason]:
    """Repeated meetings and colours beyond the limits, which in the last round do not hold for who has more
    than half of the points; for a bye, that he has had one, or a win without playing.
    """
    if len(seats) == 1:
        yield from _rested(record, seats[0])
        return
    yield from met(record, seats)
    if record.next_round < options.rounds or not any(_leads(record, player) for player in seats):
        yield from colour_limits(seats, colours_of(record))


def _rested(record: Record, player: int) -> Iterator[Reason]:
    """Objects to a bye for who has had one, or as many points as for a win without playing."""
    win = record.scoring_options.win
    byes = [bye for played in record.rounds for bye in played.byes if bye.player == player]
    forfeits = (
        table.shares[table.seats.index(player)]
        for played in record.rounds
        for table in played.tables
        if table.forfeit and table.shares and player in table.seats
    )
    if any(not bye.requested or bye.points == win for bye in byes) or 1 in forfeits:
        yield Reason("hand_bye_had", {"player": player})


def _leads(record: Record, player: int) -> bool:
    """Has he more than half of the points that could be won?"""
    return 2 * points_of(record)[player] > Fraction(record.scoring_options.win) * record.rounds_played


_REPORT_CODE = re.compile(r"FIDE_DUTCH(?:_20\d\d)?(_BAKU)?")


def _report_code(options: Options) -> str:
    return "FIDE_DUTCH" if options.acceleration == "none" else "FIDE_DUTCH_BAKU"


def _report_options(code: str, rounds: int, players: int) -> Mapping[str, Any] | None:
    found = _REPORT_CODE.fullmatch(code)
    if found is None:
        return None
    return {"rounds": rounds, **({"acceleration": "baku"} if found[1] else {})}


def _accelerated(record: Record) -> tuple[AccelerationLine, ...]:
    virtual, last = acceleration(record, record.options)
    rounds: dict[Number, list[int]] = {}
    for number, points in enumerate(virtual, 1):
        rounds.setdefault(points, []).append(number)
    return tuple(
        AccelerationLine(Decimal(points), numbers[0], numbers[-1], 1, last)
        for points, numbers in rounds.items()
    )


SYSTEM = System(
    spec=SystemSpec(
        name="dutch",
        multiplayer=False,
        family="swiss",
        options=Options,
        scoring="game",
        late_points=lambda options: options.late_points,
    ),
    pair=pair,
    objections=objections,
    rounds=lambda options, players: options.rounds,
    title={"it": "Svizzero FIDE", "en": "FIDE Swiss"},
    meaning={
        "it": "Il sistema olandese: chi ha gli stessi punti si incontra, prima metà contro seconda, con"
        " colori alterni.",
        "en": "The Dutch system: players on equal scores meet, first half against second half, with"
        " alternating colours.",
    },
    most=MOST,
    ranking=("points", "buchholz_cut1", "buchholz", "sonneborn_berger", "direct"),
    family=SWISS,
    usual=(
        UsualChoice(
            games=(CHESS, DRAUGHTS),
            players=between(MOST_IN_A_ROUND_ROBIN + 1, MOST),
            why={
                "it": "Perché si incontrino tutti ci vogliono {rounds} turni: qui ne bastano pochi.",
                "en": "A round robin would take {rounds} rounds: here a few are enough.",
            },
        ),
    ),
    open_field=True,
    renumbers=True,
    frozen_from=4,
    equals_by_name=True,
    requested_byes=True,
    adjourned_as_draws=True,
    advised_rounds=advised_rounds,
    most_rounds=most_rounds,
    colour_options=frozenset({"first_white"}),
    report=ReportType("Individual: Swiss-System", _report_code, _report_options, accelerated=_accelerated),
)
