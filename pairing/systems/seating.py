"""Seating at tables of four and five, keeping apart players who should not meet (rules/seating.md#draw).

Source: Master regulation of 2016, "Formazione dei tavoli": the fifths are drawn first, then all others are
seated regardless of them, then the fifths are exchanged among their tables.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Annotated, Literal

from msgspec import Struct

from pairing.assignment import assignment
from pairing.objections import size
from pairing.random_generator import Generator
from pairing.seating_bound import SeatingProblem
from pairing.seating_search import lexicographic_weights, seat, spread_over, units_by_criterion
from pairing.separation import Pairs, cliques, club_bound, club_pairs, within
from pairing.system import Draw, NoLegalPairing, PairedTable, Reason, System
from pairing.table_history import present_players
from scoring.options import meta
from scoring.record import DocumentError, Player, Record, ValidationIssue
from scoring.system_spec import SystemSpec

FOUR, FIVE = 4, 5
MOST = 2_500
"""The most tables, and the most rounds: no document has more than 10,000 players."""
Criterion = Literal["fives", "winners", "clubs", "opponents"]
Cost = dict[str, int]


class Options(Struct, frozen=True):
    """The number of rounds and tables, the sizes of tables, and what is kept apart, by importance."""

    rounds: Annotated[
        int | None,
        meta(
            ("Turni", "Quanti turni ha la fase; vuoto: quanti se ne vogliono."),
            ("Rounds", "How many rounds the stage has; empty: as many as you like."),
        ),
    ] = None
    tables: Annotated[
        int | None,
        meta(
            ("Tavoli", "Quanti tavoli; vuoto: il maggior numero di tavoli da almeno quattro."),
            ("Tables", "How many tables; empty: as many as there can be with four or more."),
        ),
    ] = None
    allow: Annotated[
        tuple[int, ...],
        meta(
            ("Tavoli ammessi", "Di quanti giocatori può essere un tavolo: 4, 5."),
            ("Tables allowed", "How many may sit at a table: 4, 5."),
        ),
    ] = (FOUR, FIVE)
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
                "By importance: who sits at a table of five again, winners of the round before, clubs and"
                " groups, those who have met.",
            ),
            choice_labels={
                "fives": ("Chi è già stato a un tavolo da cinque", "Who has sat at a table of five"),
                "winners": ("I vincitori del turno prima", "Winners of the round before"),
                "clubs": ("I circoli e i gruppi", "Clubs and groups"),
                "opponents": ("Chi si è già incontrato", "Those who have met"),
            },
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

    def cost(self, tables: Sequence[Iterable[int]], fives: int) -> Cost:
        """The cost of the tables by criterion; the last `fives` of them are those of five."""
        at_fives = [player for seats in tables[len(tables) - fives :] for player in seats]
        seated_again = sum(player in self.past.fives for player in at_fives)
        return {
            name: seated_again if name == "fives" else within(tables, self.pairs[name]) for name in self.order
        }

    def total(self, cost: Cost) -> int:
        return sum(self.weight[name] * units for name, units in cost.items())


def pair(record: Record, options: Options, rng: Generator) -> Draw:
    """The next round. NoLegalPairing: all are played, players cannot be seated, or a result is missing."""
    _check_options(record, options)
    if options.rounds is not None and record.next_round > options.rounds:
        raise NoLegalPairing("all_rounds_played", rounds=options.rounds)
    line = present_players(record)
    tables = _tables(options, len(line))
    past = _past(record, options, line)
    fifths = _fifths(line, len(line) - FOUR * tables, past, rng)
    criteria = _criteria([record.players[player] for player in line], options, past)
    rest = [player for player in line if player not in fifths]
    fours, cost, bound = _seat(record, rest, tables, len(fifths), criteria, rng)
    tables_of_five = _exchange_fifths(fours, fifths, criteria)
    all_tables = [*fours[: tables - len(fifths)], *tables_of_five]
    quality = {
        "fifths": [seats[-1] for seats in tables_of_five],
        "cost": criteria.cost(all_tables, len(fifths)),
        "cost_step2": cost,
        "bound": bound,
        "optimal": cost == bound,
    }
    seatings = []
    for number, seats in enumerate(all_tables):
        fifth = seats[-1] if number >= tables - len(fifths) else None
        order = rng.sample(seats, len(seats))
        seatings.append(PairedTable(seats=tuple(order), why=_why(order, fifth, criteria, quality)))
    return Draw(tables=tuple(seatings), quality=quality)


def _check_options(record: Record, options: Options) -> None:
    """Checks what the option record cannot check by itself. DocumentError: a value is out of range."""
    wrong_options: list[tuple[str, dict[str, object]]] = []
    for name, value in (("rounds", options.rounds), ("tables", options.tables)):
        if value is not None and not 1 <= value <= MOST:
            wrong_options.append((name, {"type": "integer", "minimum": 1, "maximum": MOST, "choices": ()}))
    if not options.allow or not set(options.allow) <= {FOUR, FIVE}:
        limits = {"minimum": None, "maximum": None, "choices": (FOUR, FIVE)}
        wrong_options.append(("allow", {"type": "choices", **limits}))
    if wrong_options:
        path = f"stages[{record.number - 1}].options"
        raise DocumentError(
            *(
                ValidationIssue(f"{path}.{name}", "option_value", {"option": name, **facts})
                for name, facts in wrong_options
            )
        )


def _tables(options: Options, players: int) -> int:
    """The number of tables. NoLegalPairing: so many players cannot be seated."""
    sizes = set(options.allow)
    tables = _number_of_tables(players, options, sizes)
    if tables is None:
        sizes_below = (size for size in range(players - 1, 0, -1) if _number_of_tables(size, options, sizes))
        search_end = max(players, FIVE * (options.tables or 0)) + FIVE * FOUR
        sizes_above = (
            size for size in range(players + 1, search_end) if _number_of_tables(size, options, sizes)
        )
        near = [size for size in (next(sizes_below, None), next(sizes_above, None)) if size is not None]
        raise NoLegalPairing("seating_size", present=players, near=near, allowed=sorted(sizes))
    return tables


def _number_of_tables(players: int, options: Options, sizes: set[int]) -> int | None:
    """The number of tables; None: so many players cannot be seated."""
    usual = players // FIVE if sizes == {FIVE} else players // FOUR
    tables = usual if options.tables is None else options.tables
    fives = players - FOUR * tables
    if not tables or not 0 <= fives <= tables:
        return None
    used = {FIVE} if fives == tables else {FOUR, FIVE} if fives else {FOUR}
    return tables if used <= sizes else None


def _past(record: Record, options: Options, line: Sequence[int]) -> Past:
    return Past(
        fives=frozenset(
            player
            for played in record.rounds
            for table in played.tables
            if len(table.seats) == FIVE
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


def _criteria(players: Sequence[Player], options: Options, past: Past) -> Criteria:
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
    record: Record, rest: list[int], tables: int, fives: int, criteria: Criteria, rng: Generator
) -> tuple[list[list[int]], Cost, Cost]:
    """The tables of all players but the fifths, four to each; their cost; and a proven lower bound for it."""
    bound = _bound([record.players[player] for player in rest], tables, fives, criteria)
    place = {player: position for position, player in enumerate(rest)}
    pair_cost: list[dict[int, int]] = [{} for _ in rest]
    for name in criteria.order:
        for (first, second), units in criteria.pairs.get(name, {}).items():
            if first in place and second in place:
                for first_place, second_place in (
                    (place[first], place[second]),
                    (place[second], place[first]),
                ):
                    pair_cost[first_place][second_place] = (
                        pair_cost[first_place].get(second_place, 0) + units * criteria.weight[name]
                    )
    fives_weight = criteria.weight.get("fives", 0)
    problem = SeatingProblem(
        tables=tables,
        seats=FOUR,
        pair_cost=pair_cost,
        tail_penalty=[fives_weight * (player in criteria.past.fives) for player in rest],
        tail_tables=fives,
        group=[0] * len(rest),
    )
    solution = seat(problem, criteria.total(bound), rng)
    seated = [[rest[position] for position in row] for row in solution.tables]
    fours, tail_tables = seated[: tables - fives], seated[tables - fives :]
    rng.shuffle(fours)
    rng.shuffle(tail_tables)
    seated = fours + tail_tables
    cost = criteria.cost(seated, fives)
    proven = units_by_criterion(solution.bound, [criteria.weight[name] for name in criteria.order])
    return seated, cost, dict(zip(criteria.order, proven, strict=True))


def _bound(players: Sequence[Player], tables: int, fives: int, criteria: Criteria) -> Cost:
    """For each criterion alone a lower bound for all seatings of these players."""
    present = {player.id for player in players}
    not_yet_at_five = len(present - criteria.past.fives)
    bound = {
        "fives": max(0, FOUR * fives - not_yet_at_five),
        "winners": spread_over(tables, [len(criteria.past.winners & present)]),
        "clubs": club_bound(players, tables),
        "opponents": spread_over(
            tables, (len(present & set(seats)) for before in criteria.past.tables for seats in before)
        ),
    }
    return {name: bound[name] for name in criteria.order}


def _exchange_fifths(
    fours: Sequence[list[int]], fifths: Sequence[int], criteria: Criteria
) -> list[list[int]]:
    """The tables of five, each with its fifth at the end, assigned so that the total cost is the least."""
    tables = fours[len(fours) - len(fifths) :]
    costs = [
        [
            sum(
                criteria.weight[name] * criteria.pairs[name].get((min(fifth, player), max(fifth, player)), 0)
                for name in criteria.order
                if name != "fives"
                for player in seats
            )
            for seats in tables
        ]
        for fifth in fifths
    ]
    fifth_at = {table: fifth for fifth, table in zip(fifths, assignment(costs), strict=True)}
    return [[*seats, fifth_at[table]] for table, seats in enumerate(tables)]


def _why(
    seats: Sequence[int], fifth: int | None, criteria: Criteria, quality: Mapping[str, object]
) -> tuple[Reason, ...]:
    """That the table was drawn, its fifth, and the players who could not be kept apart."""
    reasons = [Reason("seating_best" if quality["optimal"] else "seating_good", {"players": list(seats)})]
    if fifth is not None:
        code = "seating_fifth_again" if fifth in criteria.past.fives else "seating_fifth"
        reasons.append(Reason(code, {"player": fifth}))
    at_five = [player for player in seats if player != fifth] if fifth is not None else []
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
    yield from _not_kept_apart(seats, seats if len(seats) == FIVE else (), criteria)


def cost(record: Record, options: Options, tables: Sequence[Sequence[int]]) -> Cost:
    """The cost of a whole round by criterion."""
    players = [record.players[player] for seats in tables for player in seats]
    criteria = _criteria(players, options, _past(record, options, present_players(record)))
    fives = [seats for seats in tables if len(seats) == FIVE]
    return criteria.cost([*(seats for seats in tables if len(seats) != FIVE), *fives], len(fives))


SYSTEM = System(
    spec=SystemSpec(
        name="seating", multiplayer=True, family="tables", options=Options, scoring="conversion-150"
    ),
    pair=pair,
    objections=objections,
    cost=cost,
    rounds=lambda options, players: options.rounds,
    title={"it": "Tavoli separando circoli e avversari", "en": "Seating clubs and opponents apart"},
    meaning={
        "it": "Tavoli da quattro e cinque a sorte, separando vincitori, circoli e chi si è già incontrato.",
        "en": "Tables of four and five by lot, keeping winners, clubs and earlier opponents apart.",
    },
    seat_order=False,
    fewest=FOUR,
    open_field=True,
    extendable=True,
)
