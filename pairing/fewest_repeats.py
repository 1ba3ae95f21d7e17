"""Pairing where some players must meet again: with the fewest repeated meetings, and the oldest ones.

The best pairings are those that repeat the fewest meetings; among these, those whose latest repeated meeting
is the oldest, then the second latest, and so on. That order is one weight for each edge, so a best pairing is
a perfect matching of minimum weight, which networkx finds.
"""

from collections.abc import Iterable, Mapping, Sequence

from pairing.matching import PerfectMatching, positions
from scoring.record import DocumentError, ValidationIssue


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
