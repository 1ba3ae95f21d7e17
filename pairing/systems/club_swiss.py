"""The club's own Swiss: score groups folded in two, without ratings and colours
(rules/club-swiss.md#candidates).

Source: the club's rules, "Sistema svizzero", with the Labyrinth's variant: players may come and go at any
round.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, islice
from typing import Annotated, Any

from msgspec import Struct

from pairing.fewest_repeats import FewestRepeats
from pairing.matching import PerfectMatching, first, last, nth, positions
from pairing.objections import met, rested_more
from pairing.random_generator import Generator
from pairing.swiss import advised_rounds, meetings, not_met, present, unpairable
from pairing.system import Draw, NoLegalPairing, PairedBye, PairedTable, Reason, System
from scoring.options import meta
from scoring.record import Record
from scoring.standings import exact
from scoring.system_spec import SystemSpec

_MOST_PASSED = 3
"""How many of those passed over in the search a reason names."""


class Options(Struct, frozen=True):
    """Whether players may meet again where the round cannot be paired otherwise."""

    repeats: Annotated[
        bool,
        meta(
            (
                "Incontri ripetuti",
                "Se non c’è altro modo, due giocatori possono incontrarsi di nuovo: il meno possibile, e chi"
                " si è incontrato da più tempo.",
            ),
            (
                "Repeated meetings",
                "Where there is no other way two players may meet again: as few as possible, and those whose"
                " meeting is longest ago.",
            ),
        ),
    ] = False


class Round(Struct, frozen=True, kw_only=True):
    """The round to be paired: the list by points and number, the points, the groups, and who has met whom.

    `group[p]`: the positions of those with as many points as the player at position p, as a set.
    """

    number: int
    line: tuple[int, ...]
    points: tuple[str, ...]
    group: tuple[int, ...]
    met: list[dict[int, int]]


def pair(record: Record, options: Options, rng: Generator) -> Draw:
    """The next round. NoLegalPairing: a result is missing, nobody is there, or they cannot all be paired."""
    this = _round(record)
    field, repeating = _field(this, options)
    byes = []
    if len(this.line) % 2:
        byes.append(_sitting_out(record, this, field, repeating))
    tables = []
    while field.rest:
        place, unpaired = first(field.rest), field.rest
        group = _score_group(this, place, unpaired)
        opponent = _opponent(field, place, group)
        why = _reasons(this, place, opponent, group, unpaired, repeating)
        tables.append(PairedTable(seats=(this.line[place], this.line[opponent]), why=tuple(why)))
    return Draw(tables=tuple(tables), byes=tuple(byes))


def _round(record: Record) -> Round:
    players = present(record)
    points = _points(record)
    players.sort(key=lambda player: -points[player.id])
    line = tuple(player.id for player in players)
    groups: dict[Fraction, int] = {}
    for place, player in enumerate(line):
        groups[points[player]] = groups.get(points[player], 0) | 1 << place
    return Round(
        number=record.next_round,
        line=line,
        points=tuple(exact(points[player]) for player in line),
        group=tuple(groups[points[player]] for player in line),
        met=meetings(record, line),
    )


def _points(record: Record) -> dict[int, Fraction]:
    """The tournament points of everybody who takes part."""
    points = dict.fromkeys(record.players, Fraction(0))
    for played in record.rounds:
        scored = record.method.score(played.tables, record.scoring_options)
        for table, counted in zip(played.tables, scored, strict=True):
            if counted is not None:
                for player, gained in zip(table.seats, counted.points, strict=True):
                    points[player] += gained
        for bye in played.byes:
            points[bye.player] += Fraction(bye.points)
    return points


def _field(this: Round, options: Options) -> tuple[PerfectMatching | FewestRepeats, bool]:
    """Who can be paired with whom, and whether somebody must meet again.

    Who sits out of an odd number meets the position after the last.
    """
    met, masks = list(this.met), not_met(this.met)
    if len(masks) % 2:
        sits_out = 1 << len(masks)
        masks = [*(mask | sits_out for mask in masks), sits_out - 1]
        met.append({})
    field = PerfectMatching(masks)
    if field.complete:
        return field, False
    if options.repeats:
        return FewestRepeats(met, masks), True
    names, opponents = unpairable(field.deficiency(), this.line)
    raise NoLegalPairing("nobody_new_left", players=names, opponents=opponents, round=this.number)


def _sitting_out(
    record: Record, this: Round, field: PerfectMatching | FewestRepeats, repeating: bool
) -> PairedBye:
    """Who sits out: by fewest byes so far, those asked for not counted, then from the end of the list."""
    byes = dict.fromkeys(this.line, 0)
    for played in record.rounds:
        for bye in played.byes:
            if not bye.requested and bye.player in byes:
                byes[bye.player] += 1
    nobody = len(this.line)
    order = sorted(range(nobody), key=lambda place: (byes[this.line[place]], -place))
    passed = []
    for place in order:
        if field.open_to(nobody) >> place & 1 and field.take(nobody, place):
            break
        passed.append(this.line[place])
    player = this.line[place]
    why = [Reason("fold_bye", {"player": player, "byes": byes[player]})]
    if passed:
        code = "bye_passed_repeats" if repeating else "bye_passed"
        facts = {"player": player, "players": passed[:_MOST_PASSED], "count": len(passed)}
        why.append(Reason(code if len(passed) <= _MOST_PASSED else f"{code}_many", facts))
    points = record.method.bye(record.scoring_options)
    return PairedBye(player=player, points=points, why=tuple(why))


def _score_group(this: Round, place: int, unpaired: int) -> int:
    """The unpaired of his score group; an odd group takes the first unpaired player of the next one."""
    group = this.group[place] & unpaired
    if group.bit_count() % 2:
        group |= 1 << first(unpaired & ~((2 << last(group)) - 1))
    return group


def _opponent(field: PerfectMatching | FewestRepeats, place: int, group: int) -> int:
    """The first candidate with whom the rest can be paired.

    They are: the theoretical one, in the middle of the group; on to its end; from the middle back; below.
    """
    middle = nth(group, group.bit_count() // 2)
    while True:
        may_meet = field.open_to(place)
        within = may_meet & group
        before = within & ((1 << middle) - 1)
        if within ^ before:
            opponent = first(within ^ before)
        elif before:
            opponent = last(before)
        else:
            opponent = first(may_meet)
        if field.take(place, opponent):
            return opponent


def _reasons(
    this: Round, place: int, opponent: int, group: int, unpaired: int, repeating: bool
) -> list[Reason]:
    """Whom the fold gives, why he and others were passed over, and who was taken."""
    middle = nth(group, group.bit_count() // 2)
    facts = {"player": this.line[place], "points": this.points[place], "size": group.bit_count()}
    reasons = []
    if group & ~this.group[place]:
        added = this.line[last(group)]
        reasons.append(Reason("fold_added", {"player": added, "points": this.points[place]}))
    if opponent == middle:
        reasons.append(Reason("fold_sought", facts | {"opponent": this.line[middle]}))
    else:
        reasons.append(Reason("fold_not_sought", facts | {"opponent": this.line[middle]}))
        passed, count = _passed(group, unpaired, place, middle, opponent)
        reasons += (_hindrance(this, place, candidate, repeating) for candidate in passed)
        if count > len(passed):
            reasons.append(Reason("passed_more", {"count": count - len(passed)}))
        where = "below" if not group >> opponent & 1 else "after" if opponent > middle else "before"
        reasons.append(Reason(f"fold_found_{where}", {"opponent": this.line[opponent]}))
    if opponent in this.met[place]:
        again = {"opponent": this.line[opponent], "round": this.met[place][opponent]}
        reasons.append(Reason("fold_repeat", again))
    return reasons


def _passed(group: int, unpaired: int, place: int, middle: int, opponent: int) -> tuple[list[int], int]:
    """The first of those searched before the one who was taken, in that order, and how many there are."""
    up_to_middle = (1 << middle) - 1
    taken, up_to_taken = 1 << opponent, (1 << opponent) - 1
    after, before = group & ~up_to_middle, group & up_to_middle & ~(1 << place)
    below = unpaired & ~group
    if after & taken:
        after, before, below = after & up_to_taken, 0, 0
    elif before & taken:
        before, below = before & ~up_to_taken ^ taken, 0
    else:
        below &= up_to_taken
    order = chain(positions(after), _backwards(before), positions(below))
    return list(islice(order, _MOST_PASSED)), (after | before | below).bit_count()


def _backwards(players: int) -> Iterator[int]:
    while players:
        yield last(players)
        players ^= 1 << last(players)


def _hindrance(this: Round, place: int, candidate: int, repeating: bool) -> Reason:
    """Why this candidate was not taken."""
    facts: dict[str, Any] = {"opponent": this.line[candidate], "place": candidate + 1}
    if repeating:
        return Reason("passed_repeats", facts)
    if candidate in this.met[place]:
        return Reason("passed_met", facts | {"round": this.met[place][candidate]})
    return Reason("passed_rest", facts)


def objections(record: Record, options: Options, seats: tuple[int, ...]) -> Iterator[Reason]:
    """Who meets again; for a bye, that others have sat out less often."""
    return met(record, seats) if len(seats) > 1 else rested_more(record, seats[0])


SYSTEM = System(
    spec=SystemSpec(
        name="club-swiss",
        multiplayer=False,
        family="swiss",
        options=Options,
        scoring="game",
        scoring_defaults={"win": 2, "draw": 1, "loss": 0},
    ),
    pair=pair,
    objections=objections,
    rounds=lambda options, players: None,
    title={"it": "Svizzero del circolo", "en": "The club’s Swiss"},
    meaning={
        "it": "Gruppi di pari punti, prima metà contro seconda; senza colori. Si può entrare o mancare a ogni"
        " turno.",
        "en": "Groups of equal points, first half against second; no colours. Players may come and go between"
        " rounds.",
    },
    seat_order=False,
    draws_numbers=True,
    ranking=("points", "buchholz", "sonneborn_berger", "direct"),
    open_field=True,
    requested_byes=True,
    advised_rounds=advised_rounds,
    remedies={"nobody_new_left": "repeats"},
)
