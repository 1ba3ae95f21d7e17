"""The Amalfi system: each player meets one as many places below him as there are rounds to play
(rules/amalfi.md#opponents).

The result is the first complete pairing in the order of the candidates. The source (Amalfi regulation,
B.3.3) finds it by backtracking; here a pair is fixed only if all others can still be paired, which gives the
same pairing.
"""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any

from msgspec import Struct

from pairing.colours import (
    CLAIM_TO_WHITE,
    NONE,
    OPPOSITE,
    ColourOfRound,
    colours_of,
    first_colour,
    within_limits,
)
from pairing.matching import PerfectMatching, first, last, positions
from pairing.objections import colour_limits, met
from pairing.offers import CHESS, DRAUGHTS, MOST_IN_FIDE_SWISS, SWISS, UsualChoice
from pairing.random_generator import Generator
from pairing.swiss import advised_rounds, meetings, most_rounds, nobody_left, not_met, present, prohibited
from pairing.system import (
    Draw,
    NoLegalPairing,
    PairedBye,
    PairedTable,
    Reason,
    Remedy,
    System,
    one_report_code,
)
from scoring.ledger import BLACK, WHITE, Colour
from scoring.options import NOTHING_MORE, bounds, meta
from scoring.record import Record
from scoring.system_spec import SystemSpec

_MOST_PASSED = 3
MOST_ROUNDS = 200
"""The most candidates passed over in the search that a reason names."""


class Options(Struct, frozen=True):
    """The number of rounds, the first colour, byes, late entries, waived colour limits."""

    rounds: Annotated[
        int,
        meta(
            ("Turni", "Quanti turni si giocano; va annunciato prima del primo."),
            ("Rounds", "How many rounds are played, as announced before the first one."),
            announced=NOTHING_MORE,
            minimum=1,
            maximum=MOST_ROUNDS,
        ),
    ]
    first_white: Annotated[
        bool | None,
        meta(
            (
                "Bianco al n. 1",
                "Se al primo turno il più forte del primo tavolo ha il Bianco; vuoto: si sorteggia.",
            ),
            (
                "White for no. 1",
                "Does the stronger player on board 1 have White in round 1? If empty, drawn by lot.",
            ),
            announced=(
                "Il colore del più forte del primo tavolo al primo turno.",
                "The colour of the stronger player on board 1 in round 1.",
            ),
            empty=("si sorteggia", "drawn by lot"),
        ),
    ] = None
    bye_points: Annotated[
        Decimal,
        meta(
            ("Punti del riposo", "Punti di chi riposa."),
            ("Points for a bye", "Points scored for a bye."),
            announced=NOTHING_MORE,
        ),
    ] = Decimal(1)
    late_points: Annotated[
        Decimal,
        meta(
            (
                "Punti a chi entra dopo",
                "Con quanti punti comincia chi entra dopo il primo turno, ai fini dell’abbinamento.",
            ),
            ("Points for a late entry", "Points with which a late entry starts, for pairing."),
        ),
    ] = Decimal("0.5")
    late_in_standings: Annotated[
        bool,
        meta(
            (
                "Quei punti contano in classifica",
                "Se i punti di chi entra dopo contano anche in classifica, o solo per l’abbinamento.",
            ),
            (
                "Those points count in the standings",
                "Whether a late entry’s points also count in the standings, or only for pairing.",
            ),
        ),
    ] = False
    late_entries: Annotated[
        bool,
        meta(
            ("Si entra anche dopo", "Se ci si può iscrivere dopo il primo turno."),
            ("Late entries", "Whether players may enter after round 1."),
            announced=NOTHING_MORE,
        ),
    ] = True
    waive_colours: Annotated[
        tuple[Annotated[int, bounds(1, MOST_ROUNDS)], ...],
        meta(
            (
                "Turni senza limiti di colore",
                "I turni in cui l’arbitro rinuncia ai limiti sui colori, come nell’ultimo.",
            ),
            (
                "Rounds without colour limits",
                "The rounds in which the arbiter waives the colour limits, as in the last round.",
            ),
        ),
    ] = ()


class PairedPlayer(Struct, frozen=True):
    """A player in the pairing list: id, order number, and his colour in each round played, in order."""

    id: int
    number: int
    colours: Mapping[int, Colour]

    @property
    def played(self) -> tuple[Colour, ...]:
        """The colours of his games."""
        return tuple(self.colours.values())

    def colour_in(self, round_number: int) -> ColourOfRound:
        return self.colours.get(round_number, NONE)

    @property
    def share(self) -> Fraction:
        """The share of Blacks among his games; a half where he has none."""
        games = self.played
        return Fraction(games.count(BLACK), len(games)) if games else Fraction(1, 2)

    def may_have(self, colour: Colour) -> bool:
        """Is the colour within the limits: not three times in a row, and not three more than of the other?"""
        return within_limits(self.played, colour)


class AmalfiRound(Struct, frozen=True, kw_only=True):
    """The round to be paired. `line`: the players in pairing order; `met`, `prohibited`: see
    `pairing/swiss.py`; `limits`: whether colours are limited; `colour_of_number_one`: the colour of number 1
    in round 1; `rounds_left`: this round included.
    """

    number: int
    rounds_left: int
    line: tuple[PairedPlayer, ...]
    met: Sequence[Mapping[int, int]]
    prohibited: Sequence[int]
    limits: bool
    colour_of_number_one: Colour

    def ids(self) -> list[int]:
        return [entrant.id for entrant in self.line]


def pair(record: Record, options: Options, rng: Generator) -> Draw:
    """The next round. NoLegalPairing: all are played, a result is missing, or not all can be paired."""
    if record.next_round > options.rounds:
        raise NoLegalPairing("all_rounds_played", rounds=options.rounds)
    round_ = _round(record, options)
    masks = _compatible(round_)
    byes = []
    if len(round_.line) % 2:
        may_rest = _may_rest(round_.line)
        masks = [mask | (may_rest >> place & 1) << len(round_.line) for place, mask in enumerate(masks)]
        masks.append(may_rest)
    matching = PerfectMatching(masks)
    if not matching.complete:
        code = "nobody_left_colours" if round_.limits else "nobody_left"
        raise nobody_left(code, record, matching, round_.ids())
    if len(round_.line) % 2:
        byes.append(_bye(round_, matching, options))
    return Draw(tables=tuple(_tables(round_, matching)), byes=tuple(byes))


def _round(record: Record, options: Options) -> AmalfiRound:
    players = present(record)
    points = _points(record, options)
    players.sort(key=lambda player: -points[player.id])
    colours = colours_of(record)
    line = tuple(PairedPlayer(player.id, player.number, colours[player.id]) for player in players)
    number = record.next_round
    ids = [player.id for player in players]
    return AmalfiRound(
        number=number,
        rounds_left=options.rounds - number + 1,
        line=line,
        met=meetings(record, ids),
        prohibited=prohibited(record, ids),
        limits=_has_colour_limits(number, options),
        colour_of_number_one=first_colour(record, options.first_white),
    )


def _has_colour_limits(number: int, options: Options) -> bool:
    """Are colours limited in that round?"""
    return number < options.rounds and number not in options.waive_colours


def _points(record: Record, options: Options) -> dict[int, int | Fraction]:
    """Twice the points for pairing by id: 1, ½ and 0 whatever the scoring, and those of byes, of late entries
    and of the arbiter's bonuses and penalties.
    """
    late = 2 * Fraction(options.late_points)
    points: dict[int, int | Fraction] = {
        player.id: late if player.joined > 1 else 0 for player in record.players.values()
    }
    for played in record.rounds:
        for table in played.tables:
            if table.shares is not None:
                for player, share in zip(table.seats, table.shares, strict=True):
                    points[player] += int(2 * share)
        for bye in played.byes:
            points[bye.player] += 2 * Fraction(bye.points)
    for player in record.adjustments:
        points[player] += 2 * record.adjustment_of(player)
    return points


def _compatible(round_: AmalfiRound) -> list[int]:
    """For each position the set of opponents whom he may be paired with."""
    masks = not_met(round_.met, round_.prohibited)
    if not round_.limits:
        return masks
    may_white = may_black = 0
    for place, entrant in enumerate(round_.line):
        may_white |= entrant.may_have(WHITE) << place
        may_black |= entrant.may_have(BLACK) << place
    for place in range(len(masks)):
        bit = 1 << place
        masks[place] &= (may_black if may_white & bit else 0) | (may_white if may_black & bit else 0)
    return masks


def _may_rest(line: Sequence[PairedPlayer]) -> int:
    """The set of positions that may have the bye: those with the most games in the list."""
    games = [len(entrant.played) for entrant in line]
    most = max(games)
    return sum(1 << place for place, count in enumerate(games) if count == most)


def _bye(round_: AmalfiRound, matching: PerfectMatching, options: Options) -> PairedBye:
    """The bye, from the end of the list up; it is a pair with the position after the last."""
    bye_position = len(round_.line)
    may_rest = matching.open_to(bye_position)
    while not matching.take(bye_position, place := last(matching.open_to(bye_position))):
        pass
    player = round_.line[place].id
    facts = {"player": player, "games": len(round_.line[place].played)}
    why = [Reason("bye_last" if last(may_rest) == bye_position - 1 else "bye_most_games", facts)]
    passed_over = [round_.line[position].id for position in positions(may_rest & -(2 << place))]
    if passed_over:
        code = "bye_passed" if len(passed_over) <= _MOST_PASSED else "bye_passed_many"
        first_passed = passed_over[::-1][:_MOST_PASSED]
        why.append(Reason(code, {"player": player, "players": first_passed, "count": len(passed_over)}))
    return PairedBye(player=player, points=options.bye_points, why=tuple(why))


def _tables(round_: AmalfiRound, matching: PerfectMatching) -> list[PairedTable]:
    tables: list[PairedTable] = []
    with_bye = ((1 << len(round_.line)) - 1) & ~matching.rest
    while matching.rest:
        place = first(matching.rest)
        unpaired = matching.rest
        opponent = _opponent(round_, matching, place)
        search = _search_reasons(round_, place, opponent, unpaired, with_bye)
        white, black, colour = _colours_of(round_, round_.line[place], round_.line[opponent], len(tables))
        tables.append(PairedTable(seats=(white.id, black.id), why=(*search, *colour)))
    return tables


def _opponent(round_: AmalfiRound, matching: PerfectMatching, place: int) -> int:
    """The first candidate with whom all others can be paired: from the theoretical place up, then down."""
    down_to_theoretical = (2 << min(place + round_.rounds_left, len(round_.line))) - 1
    while True:
        may_meet = matching.open_to(place)
        above = may_meet & down_to_theoretical
        opponent = last(above) if above else first(may_meet)
        if matching.take(place, opponent):
            return opponent


def _search_reasons(
    round_: AmalfiRound, place: int, opponent: int, unpaired: int, with_bye: int
) -> list[Reason]:
    """The place sought, why it and others were passed over, and the opponent taken."""
    sought = place + round_.rounds_left
    facts = {
        "player": round_.line[place].id,
        "place": place + 1,
        "rounds": round_.rounds_left,
        "sought": sought + 1,
    }
    if sought == opponent:
        return [Reason("amalfi_sought", facts | {"opponent": round_.line[opponent].id})]
    if sought >= len(round_.line):
        reasons = [Reason("amalfi_beyond_end", facts | {"end": len(round_.line)})]
    else:
        reasons = [
            Reason("amalfi_not_sought", facts | {"opponent": round_.line[sought].id}),
            _reason_passed_over(round_, place, sought, unpaired, with_bye),
        ]
    if opponent < sought:
        passed_over = unpaired & ((1 << min(sought, len(round_.line))) - 1) & -(2 << opponent)
        found_code = "amalfi_found_up"
    else:
        passed_over = unpaired & ((1 << opponent) - 1) & -(2 << place) & ~(1 << sought)
        found_code = "amalfi_found_down"
    for _ in range(min(_MOST_PASSED, passed_over.bit_count())):
        # In the order of the search: from the sought place up, then from it down.
        above = passed_over & ((1 << sought) - 1)
        candidate = last(above) if above else first(passed_over)
        passed_over ^= 1 << candidate
        reasons.append(_reason_passed_over(round_, place, candidate, unpaired, with_bye))
    if passed_over:
        reasons.append(Reason("passed_more", {"count": passed_over.bit_count()}))
    reasons.append(Reason(found_code, {"opponent": round_.line[opponent].id, "place": opponent + 1}))
    return reasons


def _reason_passed_over(
    round_: AmalfiRound, place: int, candidate: int, unpaired: int, with_bye: int
) -> Reason:
    """Why this candidate was not taken."""
    player, opponent = round_.line[place], round_.line[candidate]
    facts: dict[str, Any] = {"player": player.id, "opponent": opponent.id, "place": candidate + 1}
    if with_bye >> candidate & 1:
        return Reason("passed_bye", facts)
    if not unpaired >> candidate & 1:
        return Reason("passed_paired", facts)
    if round_.prohibited[place] >> candidate & 1:
        return Reason("passed_prohibited", facts)
    if candidate in round_.met[place]:
        return Reason("passed_met", facts | {"round": round_.met[place][candidate]})
    if round_.limits and not _colours_fit(player, opponent) and not _colours_fit(opponent, player):
        for colour in (WHITE, BLACK):
            if not player.may_have(OPPOSITE[colour]) and not opponent.may_have(OPPOSITE[colour]):
                return Reason(f"passed_colour_{colour}", facts)
        return Reason("passed_colour", facts)
    return Reason("passed_rest", facts)


def _colours_fit(white: PairedPlayer, black: PairedPlayer) -> bool:
    return white.may_have(WHITE) and black.may_have(BLACK)


Colours = tuple[PairedPlayer, PairedPlayer, list[Reason]]
"""White, Black, and the reasons for these colours."""


def _colours_of(round_: AmalfiRound, player: PairedPlayer, opponent: PairedPlayer, pairs: int) -> Colours:
    """The colours of a pair; `pairs`: the number of pairs made before it."""
    stronger, weaker = (player, opponent) if player.number < opponent.number else (opponent, player)
    if round_.number == 1:
        colour = round_.colour_of_number_one if pairs % 2 == 0 else OPPOSITE[round_.colour_of_number_one]
        return _stronger_has(stronger, weaker, colour, "first" if pairs == 0 else "alternate")
    white, black, why = _colours_by_claim(round_, stronger, weaker)
    if round_.limits and not _colours_fit(white, black):
        held_back = black if white.may_have(WHITE) else white
        why.append(Reason("colour_limits", {"player": held_back.id}))
        return black, white, why
    return white, black, why


def _colours_by_claim(round_: AmalfiRound, stronger: PairedPlayer, weaker: PairedPlayer) -> Colours:
    if stronger.share != weaker.share:
        white, black = (stronger, weaker) if stronger.share > weaker.share else (weaker, stronger)
        facts = {"player": white.id, "opponent": black.id}
        counts = {"blacks": white.played.count(BLACK), "games": len(white.played)}
        others = {"other_blacks": black.played.count(BLACK), "other_games": len(black.played)}
        code = "" if white.played and black.played else "_new_opponent" if white.played else "_new_player"
        return white, black, [Reason(f"colour_share{code}", facts | counts | others)]
    for number in sorted({*stronger.colours, *weaker.colours}, reverse=True):
        claims = CLAIM_TO_WHITE[stronger.colour_in(number)], CLAIM_TO_WHITE[weaker.colour_in(number)]
        if claims[0] != claims[1]:
            white, black = (stronger, weaker) if claims[0] > claims[1] else (weaker, stronger)
            code = f"colour_latest_{white.colour_in(number)}_{black.colour_in(number)}"
            facts = {"player": white.id, "opponent": black.id, "round": number}
            return white, black, [Reason(code, facts)]
    if stronger.played:
        return _stronger_has(stronger, weaker, OPPOSITE[stronger.played[-1]], "opposite")
    odd = stronger.number % 2 == 1
    return _stronger_has(
        stronger,
        weaker,
        round_.colour_of_number_one if odd else OPPOSITE[round_.colour_of_number_one],
        "odd" if odd else "even",
    )


def _stronger_has(stronger: PairedPlayer, weaker: PairedPlayer, colour: Colour, clause: str) -> Colours:
    """The colours where the stronger player gets this one, by this clause."""
    why = [Reason(f"colour_{clause}_{colour}", {"player": stronger.id, "number": stronger.number})]
    return (stronger, weaker, why) if colour == WHITE else (weaker, stronger, why)


def objections(record: Record, options: Options, seats: tuple[int, ...]) -> Iterator[Reason]:
    """Repeated meetings and colours beyond the limits; for a bye, that others have played more games."""
    colours = colours_of(record)
    if len(seats) == 1:
        most = max(len(colours[player.id]) for player in record.present(record.next_round))
        if len(colours[seats[0]]) < most:
            yield Reason("hand_bye_missed", {"player": seats[0]})
        return
    yield from met(record, seats)
    if not _has_colour_limits(record.next_round, options):
        return
    yield from colour_limits(seats, colours)


SYSTEM = System(
    spec=SystemSpec(
        name="amalfi",
        multiplayer=False,
        family="swiss",
        options=Options,
        scoring="game",
        late_points=lambda options: options.late_points,
        late_in_standings=lambda options: options.late_in_standings,
    ),
    pair=pair,
    objections=objections,
    rounds=lambda options, players: options.rounds,
    title={"it": "Sistema Amalfi", "en": "Amalfi system"},
    meaning={
        "it": "Tutti giocano ogni turno, e chi è in testa si incontra sempre più da vicino verso la fine.",
        "en": "Everybody plays every round, and the leaders meet ever closer rivals towards the end.",
    },
    ranking=("points", "buchholz_cut1", "buchholz", "progressive"),
    family=SWISS,
    usual=(
        UsualChoice(
            games=(CHESS, DRAUGHTS),
            players=lambda players: players > MOST_IN_FIDE_SWISS,
            why={
                "it": "In tanti così lo svizzero della FIDE non arriva: l’Amalfi non ha un numero massimo.",
                "en": "The FIDE Swiss cannot take this many players: the Amalfi system has no maximum.",
            },
        ),
    ),
    open_field=True,
    late_entries=lambda options: options.late_entries,
    renumbers=True,
    requested_byes=True,
    adjourned_as_draws=True,
    advised_rounds=advised_rounds,
    most_rounds=most_rounds,
    colour_options=frozenset({"first_white"}),
    remedies={
        "nobody_left_colours": Remedy("waive_colours", lambda current, round_number: [*current, round_number])
    },
    report=one_report_code("Individual: Swiss-System", "CUSTOM_SWISS", lambda rounds: {"rounds": rounds}),
)
