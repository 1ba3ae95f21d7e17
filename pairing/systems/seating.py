"""Seating at tables of four and five, keeping apart players who should not meet (rules/seating.md#draw).

Source: Master regulation of 2016, "Formazione dei tavoli": the fifths are drawn first and sit at their
tables; all others are seated as if the fifths were of no club; then the fifths are exchanged among their
tables.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Annotated, Literal

from msgspec import Struct
from msgspec.structs import replace

from pairing.assignment import assignment
from pairing.objections import size
from pairing.offers import MOST_ROTATING, RISIKO, TABLES, UsualChoice
from pairing.quality import Quality
from pairing.random_generator import Generator
from pairing.seating_bound import SeatingProblem
from pairing.seating_search import lexicographic_weights, seat, spread_over, units_by_criterion
from pairing.separation import Pairs, cliques, club_bound, club_pairs, within
from pairing.system import Draw, NoLegalPairing, PairedTable, Reason, Remedy, System, TablesOfRound
from pairing.table_history import present_players
from scoring.options import NOT_EMPTY, NOTHING_MORE, bounds, meta
from scoring.record import DocumentPlayer, Record
from scoring.system_spec import SystemSpec

THREE, FOUR, FIVE, SIX = 3, 4, 5, 6
FEW: Mapping[int, Mapping[int, tuple[int, ...]]] = {
    THREE: {3: (3,), 6: (3, 3), 7: (4, 3), 11: (4, 4, 3)},
    SIX: {6: (6,), 11: (5, 6)},
}
"""The sizes of tables for so few players, where tables of three, or else of six, are allowed."""
LARGEST_GAP = 20
"""From so many on every number can be seated at fours and fives."""
MOST_ROUNDS, MOST_TABLES = 200, 2_500
Criterion = Literal["fives", "winners", "clubs", "opponents"]
Cost = dict[str, int]


class Options(Struct, frozen=True):
    """The number of rounds and tables, the sizes of tables, and what is kept apart, by importance."""

    rounds: Annotated[
        Annotated[int, bounds(1, MOST_ROUNDS)] | None,
        meta(
            ("Turni", "Quanti turni ha la fase; vuoto: quanti se ne vogliono."),
            ("Rounds", "The number of rounds in the stage; leave empty for any number."),
            announced=NOTHING_MORE,
            empty=("quanti se ne vogliono", "any number"),
        ),
    ] = None
    tables: Annotated[
        Annotated[int, bounds(1, MOST_TABLES)] | None,
        meta(
            ("Tavoli", "Quanti tavoli; vuoto: il maggior numero di tavoli da almeno quattro."),
            ("Tables", "The number of tables; if empty, as many as possible with four or more players."),
            announced=NOTHING_MORE,
            empty=(
                "il maggior numero di tavoli da almeno quattro",
                "as many as possible with four or more players",
            ),
        ),
    ] = None
    tables_by_round: Annotated[
        tuple[Annotated[int, bounds(0, MOST_TABLES)], ...],
        meta(
            (
                "Tavoli, serata per serata",
                "Quanti tavoli al primo turno, al secondo e così via; 0: come sempre.",
            ),
            (
                "Tables per evening",
                "The number of tables in the first round, the second, and so on; 0 for the default.",
            ),
        ),
    ] = ()
    allow: Annotated[
        tuple[Annotated[int, bounds(THREE, SIX)], ...],
        meta(
            (
                "Tavoli ammessi",
                "Di quanti giocatori può essere un tavolo, da 3 a 6. I tavoli da tre, o da sei, si fanno solo"
                " in 3, 6, 7 e 11; i metodi di punteggio contano tre giocatori per quattro e sei per cinque.",
            ),
            (
                "Allowed tables",
                "How many players a table may have, from 3 to 6. Tables of three, or of six, are made only"
                " for 3, 6, 7 and 11 players; scoring methods count three players as four, and six as"
                " five.",
            ),
            announced=NOTHING_MORE,
        ),
        NOT_EMPTY,
    ] = (FOUR, FIVE)
    fifths: Annotated[
        bool,
        meta(
            (
                "Prima i cinquisti",
                "Chi va per quinto ai tavoli da cinque si sorteggia per primo; altrimenti si siedono"
                " tutti insieme.",
            ),
            (
                "Fifth players first",
                "Who sits fifth at a table of five is drawn by lot first; otherwise all are seated at once.",
            ),
            announced=(
                "Chi va per quinto ai tavoli da cinque si sorteggia per primo.",
                "Who sits fifth at a table of five is drawn by lot before anybody else.",
            ),
        ),
    ] = True
    separate: Annotated[
        tuple[Criterion, ...],
        meta(
            (
                "Che cosa separare",
                "In ordine d’importanza: chi torna a un tavolo da cinque, i vincitori del turno prima, i"
                " circoli e i gruppi, chi si è già incontrato.",
            ),
            (
                "What to keep apart",
                "In order of priority: players at a table of five again, winners of the previous round,"
                " clubs and groups, players who have already met.",
            ),
            choice_labels={
                "fives": ("Chi è già stato a un tavolo da cinque", "Players already at a table of five"),
                "winners": ("I vincitori del turno prima", "Winners of the previous round"),
                "clubs": ("I circoli e i gruppi", "Clubs and groups"),
                "opponents": ("Chi si è già incontrato", "Players who have already met"),
            },
            announced=("In ordine d’importanza.", "In order of priority."),
        ),
    ] = ("fives", "winners", "clubs", "opponents")


class Past(Struct, frozen=True, kw_only=True):
    """The facts of earlier rounds: ids that sat at a five, winners of the last round, all tables."""

    fives: frozenset[int]
    winners: frozenset[int]
    tables: tuple[tuple[tuple[int, ...], ...], ...]


class Criteria(Struct, frozen=True, kw_only=True):
    """The criteria in order, the weight of a unit of each, and the pairs that each of them but `fives`
    counts.
    """

    order: tuple[Criterion, ...]
    weight: Mapping[str, int]
    pairs: Mapping[str, Pairs]
    past: Past

    def cost(self, tables: Sequence[Sequence[int]], fifths: Collection[int] = ()) -> Cost:
        """The cost of the tables by criterion; of these `fifths` clubs do not count, nor that they sit at a
        five again.
        """
        others = [[player for player in seats if player not in fifths] for seats in tables]
        seated_again = sum(
            player in self.past.fives
            for seats, rest in zip(tables, others, strict=True)
            if len(seats) >= FIVE
            for player in rest
        )
        return {
            name: seated_again
            if name == "fives"
            else within(others if name == "clubs" else tables, self.pairs[name])
            for name in self.order
        }

    def total(self, cost: Cost) -> int:
        return sum(self.weight[name] * units for name, units in cost.items())

    def pair_cost(self, player: int, opponent: int, *, clubs: bool = True) -> int:
        """The cost of two players at one table."""
        two = (player, opponent) if player < opponent else (opponent, player)
        return sum(
            self.weight[name] * pairs.get(two, 0)
            for name, pairs in self.pairs.items()
            if name in self.order and (clubs or name != "clubs")
        )


def pair(record: Record, options: Options, rng: Generator) -> Draw:
    """The next round. NoLegalPairing: all are played, players cannot be seated, or a result is missing."""
    if options.rounds is not None and record.next_round > options.rounds:
        raise NoLegalPairing("all_rounds_played", rounds=options.rounds)
    line = present_players(record)
    options = _in_round(options, record.next_round)
    sizes = _sizes_or_none(len(line), options)
    if sizes is None:
        raise _cannot_be_seated(len(line), options)
    past = _past(record, options, line)
    drawn = _fifths(line, sizes.count(FIVE), past, rng) if options.fifths and max(sizes) <= FIVE else []
    criteria = _criteria([record.players[player] for player in line], options, past)
    seated, bound = _seat(record, line, sizes, drawn, criteria, rng)
    cost = criteria.cost(seated, drawn)
    tables, fifths = _exchange_fifths(seated, drawn, criteria)
    quality: Quality = {
        "fifths": fifths,
        "drawn": drawn,
        "cost": criteria.cost(tables),
        "cost_step2": cost,
        "bound": bound,
        "optimal": cost == bound,
    }
    seatings = []
    for seats in tables:
        order = rng.sample(seats, len(seats))
        fifth = next((player for player in seats if player in fifths), None)
        seatings.append(PairedTable(seats=tuple(order), why=_why(order, fifth, criteria, quality)))
    return Draw(tables=tuple(seatings), quality=quality)


def _in_round(options: Options, round_number: int) -> Options:
    """The options with the number of tables that was chosen for that round, if one was."""
    chosen = options.tables_by_round[round_number - 1 : round_number]
    return replace(options, tables=chosen[0]) if chosen and chosen[0] else options


def possible_tables(options: Options, present: int) -> Sequence[int]:
    """At how many tables so many players can be seated."""
    return [
        tables
        for tables in range(1, present // FOUR + 1)
        if _sizes_or_none(present, replace(options, tables=tables))
    ]


def table_sizes(options: Options, present: int, tables: int) -> Sequence[int]:
    """How many sit at each of so many tables (0: as usual); empty where so many players cannot be seated."""
    return _sizes_or_none(present, replace(options, tables=tables) if tables else options) or ()


def _cannot_be_seated(players: int, options: Options) -> NoLegalPairing:
    """That so many players cannot be seated, and which numbers near it can."""
    search_end = max(players, FIVE * (options.tables or 0)) + FIVE * FOUR
    below = (size for size in range(players - 1, 0, -1) if _sizes_or_none(size, options))
    above = (size for size in range(players + 1, search_end) if _sizes_or_none(size, options))
    near = [size for size in (next(below, None), next(above, None)) if size is not None]
    allowed = sorted(set(options.allow))
    with_threes = _sizes_or_none(players, replace(options, allow=(*allowed, THREE)))
    facts = {"present": players, "near": near, "allowed": allowed}
    if options.tables is not None:
        return NoLegalPairing("seating_tables", tables=options.tables, **facts)
    return NoLegalPairing("seating_size_threes" if with_threes else "seating_size", **facts)


def _sizes_or_none(players: int, options: Options) -> tuple[int, ...] | None:
    """The sizes of the tables in their order; None: so many players cannot be seated."""
    allowed = set(options.allow)
    usual = players // FIVE if allowed == {FIVE} else players // FOUR
    tables = usual if options.tables is None else options.tables
    fives = players - FOUR * tables
    ways = [(FOUR,) * (tables - fives) + (FIVE,) * fives] if tables and 0 <= fives <= tables else []
    if options.tables is None:
        few = [sizes[players] for size, sizes in FEW.items() if size in allowed and players in sizes]
        ways = [*ways, *few]
    return next((sizes for sizes in ways if allowed.issuperset(sizes)), None)


def seats(options: Options, players: int) -> bool:
    """Whether so many can be seated."""
    return _sizes_or_none(players, options) is not None


def notice(options: Options, players: int) -> Reason | None:
    """That so many cannot be seated, and which numbers can."""
    if seats(options, players):
        return None
    facts = _cannot_be_seated(players, options).facts
    without = [number for number in range(FOUR, LARGEST_GAP) if not seats(options, number)]
    if options.tables is None and len(without) <= FOUR:
        return Reason("seating_notice", {**facts, "least": FOUR, "without": without})
    return Reason("seating_notice_near", facts)


def _past(record: Record, options: Options, line: Sequence[int]) -> Past:
    return Past(
        fives=frozenset(
            player
            for played in record.rounds
            for table in played.tables
            if len(table.seats) >= FIVE
            for player in table.seats
        ),
        winners=_winners(record, line) if "winners" in options.separate else frozenset(),
        tables=tuple(tuple(table.seats for table in played.tables) for played in record.rounds),
    )


def _winners(record: Record, line: Sequence[int]) -> frozenset[int]:
    """The ids that won their table in the round before. NoLegalPairing: a result of it is missing."""
    if not record.rounds:
        return frozenset()
    last, present_ids = record.rounds[-1], set(line)
    missing = [
        {"round": record.rounds_played, "table": board, "players": list(table.seats)}
        for board, table in enumerate(last.tables, 1)
        if table.result is None and not present_ids.isdisjoint(table.seats)
    ]
    if missing:
        raise NoLegalPairing("results_missing", games=missing)
    scored = record.method.score(last.tables, record.scoring_options)
    return frozenset(
        player
        for table, scored_table in zip(last.tables, scored, strict=True)
        if scored_table is not None
        for player, place in zip(table.seats, scored_table.places, strict=True)
        if place == 1
    )


def _fifths(line: Sequence[int], count: int, past: Past, rng: Generator) -> list[int]:
    """The fifths, one for each table of five, by lot; those who have sat at one only where others are too
    few.
    """
    first_time = rng.sample([player for player in line if player not in past.fives], count)
    second_time = [player for player in line if player in past.fives]
    return first_time + rng.sample(second_time, count - len(first_time))


def _criteria(players: Sequence[DocumentPlayer], options: Options, past: Past) -> Criteria:
    order = tuple(dict.fromkeys(options.separate))
    present = {player.id for player in players}
    pairs: dict[str, Pairs] = {
        "winners": cliques([past.winners & present]),
        "clubs": club_pairs(players),
        "opponents": cliques(present & set(seats) for tables in past.tables for seats in tables),
    }
    totals = [len(past.fives & present) if name == "fives" else sum(pairs[name].values()) for name in order]
    weight: dict[str, int] = dict(zip(order, lexicographic_weights(totals), strict=False))
    return Criteria(order=order, weight=weight, pairs=pairs, past=past)


def _seat(
    record: Record,
    line: Sequence[int],
    sizes: Sequence[int],
    fifths: Sequence[int],
    criteria: Criteria,
    rng: Generator,
) -> tuple[list[list[int]], Cost]:
    """All tables, the last with the fifths at their ends, and a proven lower bound for their cost."""
    bound = _bound(record, line, sizes, fifths, criteria)
    rest = [player for player in line if player not in fifths]
    fours = len(sizes) - len(fifths)
    place = {player: position for position, player in enumerate(rest)}
    pair_cost: list[dict[int, int]] = [{} for _ in rest]
    table_cost: list[dict[int, int]] = [{} for _ in rest]
    for pairs in criteria.pairs.values():
        for player, opponent in pairs:
            if player in place and opponent in place:
                cost = criteria.pair_cost(player, opponent)
                pair_cost[place[player]][place[opponent]] = cost
                pair_cost[place[opponent]][place[player]] = cost
    for player, costs in zip(rest, table_cost, strict=True):
        again = criteria.weight.get("fives", 0) if player in criteria.past.fives else 0
        for table in range(len(sizes)):
            cost = again * (sizes[table] >= FIVE)
            if table >= fours:
                cost += criteria.pair_cost(player, fifths[table - fours], clubs=False)
            if cost:
                costs[table] = cost
    problem = SeatingProblem(
        sizes=[*sizes[:fours], *(size - 1 for size in sizes[fours:])],
        pair_cost=pair_cost,
        table_cost=table_cost,
        group=[0] * len(rest),
    )
    solution = seat(problem, criteria.total(bound), rng)
    seated = [[rest[position] for position in row] for row in solution.tables]
    usual = [seats for seats in seated[:fours] if len(seats) == FOUR]
    rng.shuffle(usual)
    others = [seats for seats in seated[:fours] if len(seats) != FOUR]
    seated = [
        *usual,
        *others,
        *([*seats, fifth] for seats, fifth in zip(seated[fours:], fifths, strict=True)),
    ]
    proven = units_by_criterion(solution.bound, [criteria.weight[name] for name in criteria.order])
    return seated, dict(zip(criteria.order, proven, strict=True))


def _bound(
    record: Record, line: Sequence[int], sizes: Sequence[int], fifths: Collection[int], criteria: Criteria
) -> Cost:
    """For each criterion alone a lower bound for all seatings of these players with these fifths."""
    present = set(line)
    others = [record.players[player] for player in line if player not in fifths]
    not_yet_at_five = sum(player.id not in criteria.past.fives for player in others)
    seats_at_fives = sum(size for size in sizes if size >= FIVE) - len(fifths)
    bound = {
        "fives": max(0, seats_at_fives - not_yet_at_five),
        "winners": spread_over(len(sizes), [len(criteria.past.winners & present)]),
        "clubs": club_bound(others, len(sizes)),
        "opponents": spread_over(
            len(sizes), (len(present & set(seats)) for before in criteria.past.tables for seats in before)
        ),
    }
    return {name: bound[name] for name in criteria.order}


def _exchange_fifths(
    seated: Sequence[Sequence[int]], drawn: Sequence[int], criteria: Criteria
) -> tuple[list[Sequence[int]], list[int]]:
    """The tables with the fifths exchanged so that the total cost is the least, and the fifths in their
    order.
    """
    fours = len(seated) - len(drawn)
    at_fives = [seats[:-1] for seats in seated[fours:]]
    costs = [
        [sum(criteria.pair_cost(fifth, player) for player in seats) for seats in at_fives] for fifth in drawn
    ]
    fifth_at = {table: fifth for fifth, table in zip(drawn, assignment(costs), strict=True)}
    fifths = [fifth_at[table] for table in range(len(drawn))]
    return [
        *seated[:fours],
        *([*seats, fifth] for seats, fifth in zip(at_fives, fifths, strict=True)),
    ], fifths


def _why(seats: Sequence[int], fifth: int | None, criteria: Criteria, quality: Quality) -> tuple[Reason, ...]:
    """That the table was drawn, its fifth, and the players who could not be kept apart."""
    reasons = [Reason("seating_best" if quality["optimal"] else "seating_good", {"players": list(seats)})]
    if fifth is not None:
        code = "seating_fifth_again" if fifth in criteria.past.fives else "seating_fifth"
        reasons.append(Reason(code, {"player": fifth}))
    at_five = [player for player in seats if player != fifth] if len(seats) >= FIVE else []
    return (*reasons, *_not_kept_apart(seats, at_five, criteria))


def _not_kept_apart(seats: Sequence[int], at_five: Sequence[int], criteria: Criteria) -> Iterator[Reason]:
    """The players of a table not kept apart; `at_five`: those of them who sit at a five, which should not be
    again.
    """
    for name in criteria.order:
        if name == "fives":
            again = [player for player in at_five if player in criteria.past.fives]
            yield from (Reason("seating_fives", {"player": player}) for player in again)
            continue
        for player, opponent in combinations(sorted(seats), 2):
            if (player, opponent) in criteria.pairs[name]:
                yield Reason(f"seating_{name}", {"player": player, "opponent": opponent})


def objections(record: Record, options: Options, seats: tuple[int, ...]) -> Iterator[Reason]:
    """A size that is not allowed, and players to be kept apart."""
    if len(seats) == 1:
        yield Reason("hand_bye_none")
        return
    yield from size(seats, options.allow)
    players = [record.players[player] for player in seats]
    criteria = _criteria(players, options, _past(record, options, present_players(record)))
    yield from _not_kept_apart(seats, seats if len(seats) >= FIVE else (), criteria)


def cost(record: Record, options: Options, tables: Sequence[Sequence[int]]) -> Cost:
    """The cost of a whole round by criterion."""
    players = [record.players[player] for seats in tables for player in seats]
    criteria = _criteria(players, options, _past(record, options, present_players(record)))
    return criteria.cost(tables)


SYSTEM = System(
    spec=SystemSpec(
        name="seating", multiplayer=True, family="tables", options=Options, scoring="conversion-150"
    ),
    pair=pair,
    objections=objections,
    cost=cost,
    rounds=lambda options, players: options.rounds,
    title={"it": "Tavoli separando circoli e avversari", "en": "Tables keeping clubs and opponents apart"},
    meaning={
        "it": "Tavoli da quattro e cinque a sorte, separando vincitori, circoli e chi si è già incontrato.",
        "en": "Tables of four and five by lot, keeping winners, clubs and previous opponents apart.",
    },
    seat_order=False,
    draws_numbers=True,
    fewest=THREE,
    seats=seats,
    notice=notice,
    remedies={
        "seating_size_threes": Remedy("allow", lambda current, round_number: sorted({*current, THREE}))
    },
    tables_of_round=TablesOfRound("tables_by_round", possible_tables, table_sizes),
    usual=(
        UsualChoice(
            games=(RISIKO,),
            players=lambda players: players in FEW[THREE],
            why={
                "it": "I tavoli da quattro e cinque vanno bene da 4 giocatori, non 6, 7 o 11: qui possono"
                " essere anche da tre.",
                "en": "Tables of four and five work from 4 players on, but not with 6, 7 or 11: here there"
                " may also be tables of three.",
            },
        ),
        UsualChoice(
            games=(TABLES,),
            players=lambda players: players > MOST_ROTATING,
            why={
                "it": "In tanti così una rotazione non si calcola più: i tavoli si formano turno per turno.",
                "en": "Too many players to plan a rotation: tables are made round by round.",
            },
        ),
    ),
    open_field=True,
    extendable=True,
)
