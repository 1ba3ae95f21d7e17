"""The club's own Swiss: score groups folded in two, without ratings and colours
(rules/club-swiss.md#candidates).

Source: the club's rules, "Sistema svizzero", with the variant of the Labyrinth: players may enter, be absent
and withdraw at any round.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, takewhile
from typing import Annotated, Any

from msgspec import Struct

from pairing.matching import PerfectMatching, first, last, nth, positions
from pairing.objections import met, rested_more
from pairing.offers import DUELS, MOST_IN_A_ROUND_ROBIN, SWISS, UsualChoice
from pairing.random_generator import Generator
from pairing.swiss import advised_rounds, meetings, nobody_left, not_met, points_of, present, prohibited
from pairing.system import Draw, PairedBye, PairedTable, Reason, Remedy, System
from scoring.options import meta
from scoring.record import DocumentError, Record, ValidationIssue
from scoring.standings import decimal_text
from scoring.system_spec import SystemSpec


class FewestRepeats:
    """The players not yet paired, with the interface of `PerfectMatching` that Swiss systems use.

    `met[p]`: the opponents of the player at position p, with the latest round; `not_met[p]`: the others he
    may meet, as a set. It must be possible to pair all, repeats included. Time: one matching for each pair,
    as long as meetings must be repeated.
    """

    def __init__(self, met: Sequence[Mapping[int, int]], not_met: Sequence[int]) -> None:
        self.rest = (1 << len(met)) - 1
        self._not_met = not_met
        self._weights = _weights(met)

    def take_first(self, player: int, candidates: Iterable[int]) -> int:
        """Fixes the pair with the first of these that a best pairing has; returns his position."""
        without_repeats = PerfectMatching(self._not_met, self.rest)
        if without_repeats.complete:
            opponent = without_repeats.take_first(player, candidates)
        else:
            opponent = self._best_opponent(player, list(candidates))
        self.rest &= ~(1 << player | 1 << opponent)
        return opponent

    def _best_opponent(self, player: int, candidates: Sequence[int]) -> int:
        """His opponent in the best pairing; of several best ones, the first of the candidates."""
        try:
            # Loading networkx takes a tenth of a second, and few rounds must repeat meetings.
            from networkx import Graph, max_weight_matching
        except ImportError as missing:
            issue = ValidationIssue("stages", "package_missing", {"package": "networkx"})
            raise DocumentError(issue) from missing

        place = {candidate: index for index, candidate in enumerate(candidates)}
        graph = Graph()
        for one in positions(self.rest):
            for other in positions(self.rest & ~((2 << one) - 1)):
                new = self._not_met[one] >> other & 1
                if new or other in self._weights[one]:
                    weight = 0 if new else self._weights[one][other] * (len(candidates) + 1)
                    if player in (one, other):
                        weight += place[one + other - player]
                    graph.add_edge(one, other, weight=-weight)
        (pair,) = (pair for pair in max_weight_matching(graph, maxcardinality=True) if player in pair)
        opponent: int = pair[1] if pair[0] == player else pair[0]
        return opponent


def _weights(met: Sequence[Mapping[int, int]]) -> list[dict[int, int]]:
    """Edge weights that order pairings as the rules do: one more repeat weighs more than any change of
    rounds; a later meeting more than all older ones together.
    """
    rounds = sorted({number for opponents in met for number in opponents.values()})
    base = len(met) // 2 + 1
    weight = {number: base ** len(rounds) + base**place for place, number in enumerate(rounds)}
    return [{opponent: weight[number] for opponent, number in opponents.items()} for opponents in met]


_MOST_PASSED = 3
"""The most candidates passed over in the search that a reason names."""


class Options(Struct, frozen=True):
    """Whether meetings may be repeated where the round cannot be paired otherwise."""

    repeats: Annotated[
        bool,
        meta(
            (
                "Incontri ripetuti",
                "Se non c’è altro modo, due giocatori possono incontrarsi di nuovo: il meno possibile, e chi"
                " si è incontrato da più tempo.",
            ),
            (
                "Repeated pairings",
                "If there is no other way, two players may meet again: as rarely as possible, and those"
                " who met longest ago first.",
            ),
        ),
    ] = False


class ClubSwissRound(Struct, frozen=True, kw_only=True):
    """The round to be paired. `line`: the ids in pairing order, by points and number; `met`,
    `prohibited`: see `pairing/swiss.py`.

    `points[p]`: the points of the player at position p; `group[p]`: the positions with equal points, as a
    set.
    """

    number: int
    line: tuple[int, ...]
    points: tuple[str, ...]
    group: tuple[int, ...]
    met: list[dict[int, int]]
    prohibited: list[int]


def pair(record: Record, options: Options, rng: Generator) -> Draw:
    """The next round. NoLegalPairing: a result is missing, no player is present, or not all can be paired."""
    round_ = _round(record)
    matching, must_repeat = _matching(record, round_, options)
    byes = []
    if len(round_.line) % 2:
        byes.append(_bye(record, round_, matching, must_repeat))
    tables = []
    while matching.rest:
        place, unpaired = first(matching.rest), matching.rest
        group = _score_group(round_, place, unpaired)
        opponent = matching.take_first(place, _candidates(group, unpaired, place))
        why = _reasons(round_, place, opponent, group, unpaired, must_repeat)
        tables.append(PairedTable(seats=(round_.line[place], round_.line[opponent]), why=tuple(why)))
    return Draw(tables=tuple(tables), byes=tuple(byes))


def _round(record: Record) -> ClubSwissRound:
    players = present(record)
    points = points_of(record)
    players.sort(key=lambda player: -points[player.id])
    line = tuple(player.id for player in players)
    groups: dict[Fraction, int] = {}
    for place, player in enumerate(line):
        groups[points[player]] = groups.get(points[player], 0) | 1 << place
    return ClubSwissRound(
        number=record.next_round,
        line=line,
        points=tuple(decimal_text(points[player]) for player in line),
        group=tuple(groups[points[player]] for player in line),
        met=meetings(record, line),
        prohibited=prohibited(record, line),
    )


def _matching(
    record: Record, round_: ClubSwissRound, options: Options
) -> tuple[PerfectMatching | FewestRepeats, bool]:
    """The matching of the players, and whether meetings must be repeated.

    With an odd number of players the bye is a pair with the position after the last.
    """
    masks = _with_bye(not_met(round_.met, round_.prohibited))
    matching = PerfectMatching(masks)
    if matching.complete:
        return matching, False
    if not options.repeats:
        raise nobody_left("nobody_new_left", record, matching, round_.line)
    nobody_met: list[dict[int, int]] = [{} for _ in round_.line]
    with_repeats = PerfectMatching(_with_bye(not_met(nobody_met, round_.prohibited)))
    if not with_repeats.complete:
        raise nobody_left("nobody_allowed_left", record, with_repeats, round_.line)
    met = [
        {opponent: number for opponent, number in opponents.items() if not banned >> opponent & 1}
        for opponents, banned in zip(round_.met, round_.prohibited, strict=True)
    ]
    return FewestRepeats(met + [{}] * (len(met) % 2), masks), True


def _with_bye(masks: list[int]) -> list[int]:
    """The sets of possible opponents, with the bye where the players are odd in number."""
    if len(masks) % 2 == 0:
        return masks
    bye_bit = 1 << len(masks)
    return [*(mask | bye_bit for mask in masks), bye_bit - 1]


def _bye(
    record: Record, round_: ClubSwissRound, matching: PerfectMatching | FewestRepeats, must_repeat: bool
) -> PairedBye:
    """The bye: to a player with the fewest byes, without requested ones, from the end of the list."""
    byes = dict.fromkeys(round_.line, 0)
    for played in record.rounds:
        for bye in played.byes:
            if not bye.requested and bye.player in byes:
                byes[bye.player] += 1
    bye_position = len(round_.line)
    order = sorted(range(bye_position), key=lambda place: (byes[round_.line[place]], -place))
    place = matching.take_first(bye_position, order)
    passed_over = [round_.line[before] for before in order[: order.index(place)]]
    player = round_.line[place]
    why = [Reason("fold_bye", {"player": player, "byes": byes[player]})]
    if passed_over:
        code = "bye_passed_repeats" if must_repeat else "bye_passed"
        facts = {"player": player, "players": passed_over[:_MOST_PASSED], "count": len(passed_over)}
        why.append(Reason(code if len(passed_over) <= _MOST_PASSED else f"{code}_many", facts))
    points = record.method.bye(record.scoring_options)
    return PairedBye(player=player, points=points, why=tuple(why))


def _score_group(round_: ClubSwissRound, place: int, unpaired: int) -> int:
    """The unpaired positions of his score group, and if they are odd the first unpaired one after them."""
    group = round_.group[place] & unpaired
    if group.bit_count() % 2:
        group |= 1 << first(unpaired & ~((2 << last(group)) - 1))
    return group


def _candidates(group: int, unpaired: int, place: int) -> Iterator[int]:
    """In the order of the search: the theoretical opponent, in the middle of the group; those after him in
    the group; those before him, backwards; then those below the group.
    """
    up_to_middle = (1 << nth(group, group.bit_count() // 2)) - 1
    before = group & up_to_middle & ~(1 << place)
    below = unpaired & ~group
    return chain(positions(group & ~up_to_middle), reversed([*positions(before)]), positions(below))


def _reasons(
    round_: ClubSwissRound, place: int, opponent: int, group: int, unpaired: int, must_repeat: bool
) -> list[Reason]:
    """The theoretical opponent, why he and others were passed over, and the opponent taken."""
    middle = nth(group, group.bit_count() // 2)
    facts = {"player": round_.line[place], "points": round_.points[place], "size": group.bit_count()}
    reasons = []
    if group & ~round_.group[place]:
        joined = round_.line[last(group)]
        reasons.append(Reason("fold_added", {"player": joined, "points": round_.points[place]}))
    if opponent == middle:
        reasons.append(Reason("fold_sought", facts | {"opponent": round_.line[middle]}))
    else:
        reasons.append(Reason("fold_not_sought", facts | {"opponent": round_.line[middle]}))
        passed = [*takewhile(opponent.__ne__, _candidates(group, unpaired, place))]
        reasons += (
            _reason_passed_over(round_, place, candidate, must_repeat) for candidate in passed[:_MOST_PASSED]
        )
        if (more := len(passed) - _MOST_PASSED) > 0:
            reasons.append(Reason("passed_more", {"count": more}))
        where = "below" if not group >> opponent & 1 else "after" if opponent > middle else "before"
        reasons.append(Reason(f"fold_found_{where}", {"opponent": round_.line[opponent]}))
    if opponent in round_.met[place]:
        repeat_facts = {"opponent": round_.line[opponent], "round": round_.met[place][opponent]}
        reasons.append(Reason("fold_repeat", repeat_facts))
    return reasons


def _reason_passed_over(round_: ClubSwissRound, place: int, candidate: int, must_repeat: bool) -> Reason:
    """Why this candidate was not taken."""
    facts: dict[str, Any] = {"opponent": round_.line[candidate], "place": candidate + 1}
    if round_.prohibited[place] >> candidate & 1:
        return Reason("passed_prohibited", facts)
    if must_repeat:
        return Reason("passed_repeats", facts)
    if candidate in round_.met[place]:
        return Reason("passed_met", facts | {"round": round_.met[place][candidate]})
    return Reason("passed_rest", facts)


def objections(record: Record, options: Options, seats: tuple[int, ...]) -> Iterator[Reason]:
    """Repeated meetings; for a bye, that others have had fewer byes."""
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
    title={"it": "Svizzero del circolo", "en": "Club Swiss"},
    meaning={
        "it": "Gruppi di pari punti, prima metà contro seconda; senza colori. Si può entrare o mancare a ogni"
        " turno.",
        "en": "Score groups, first half against second half; no colours. Players may join or miss any round.",
    },
    seat_order=False,
    draws_numbers=True,
    ranking=("points", "buchholz", "sonneborn_berger", "direct"),
    family=SWISS,
    usual=(
        UsualChoice(
            games=(DUELS,),
            players=lambda players: players > MOST_IN_A_ROUND_ROBIN,
            why={
                "it": "Giocano tutti fino alla fine; chi arriva tardi o salta un turno rientra senza guai.",
                "en": "Everybody plays to the end; players who arrive late or miss a round simply rejoin.",
            },
        ),
    ),
    open_field=True,
    requested_byes=True,
    adjourned_as_draws=True,
    advised_rounds=advised_rounds,
    remedies={"nobody_new_left": Remedy("repeats")},
)
