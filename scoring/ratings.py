"""The club's own ratings: Elo where two sit at a table, Plackett–Luce (OpenSkill) where more do.

A rating is an estimate and no points of any ranking, so it is a float. All games of an event are rated
against the ratings before it, so their order inside the event does not matter; that of the events does
(rules/ratings.md#order). So what comes after an event follows from the ratings after it.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct
from openskill.models import PlackettLuce


class EloRules(Struct, frozen=True, kw_only=True):
    """The parameters of Elo (rules/ratings.md#elo): the rating of who has not played yet; how far a game
    moves it, and does in the first games; how many these are.
    """

    start: int = 1500
    k: int = 20
    k_new: int = 40
    new_games: int = 30


class SkillRules(Struct, frozen=True, kw_only=True):
    """The parameters of Plackett–Luce (rules/ratings.md#skill), those of OpenSkill; a rating shows mu less so
    many `deviations`.
    """

    mu: float = 25.0
    sigma: float = 25.0 / 3
    beta: float = 25.0 / 6
    tau: float = 25.0 / 300
    deviations: int = 3


class RatedGame(Struct, frozen=True):
    """Who sat at a table, and the place of each: 1 is the best, who is level has the same."""

    people: tuple[str, ...]
    places: tuple[int, ...]


class RatingPoint(Struct, frozen=True, array_like=True, omit_defaults=True):
    """A rating after an event: its place (from 0) among the events, and how many games it rests on; `skill`:
    the mu and sigma behind it, of larger tables.
    """

    event: int
    value: float
    games: int
    skill: tuple[float, float] | None = None


Ratings = Mapping[str, Sequence[RatingPoint]]
"""By person the rating after each of his events, in their order."""

NO_RATINGS: Ratings = MappingProxyType({})

Rated = tuple[float, tuple[float, float] | None]
"""A rating, and the mu and sigma behind it."""


def expected(own: float, other: float) -> float:
    """The score to expect of a game, between 0 and 1 (rules/ratings.md#elo).

    >>> expected(1500, 1500), round(expected(1700, 1500), 2)
    (0.5, 0.76)
    """
    return float(1 / (1 + 10 ** ((other - own) / 400)))


def elo_change(own: float, games: Iterable[tuple[float, float]], k: float) -> float:
    """By how much a rating changes: of each game the opponent's rating and the own score."""
    return k * sum(score - expected(own, other) for other, score in games)


def elo(
    events: Sequence[Sequence[RatedGame]],
    rules: EloRules | None = None,
    *,
    before: Ratings = NO_RATINGS,
    first: int = 0,
) -> Ratings:
    """The ratings after each event, of games of two. `before`: those after the events before, of which there
    are `first`; they are part of the answer.
    """
    rules = rules or EloRules()
    current: dict[str, float] = defaultdict(lambda: float(rules.start))
    current.update({person: history[-1].value for person, history in before.items()})
    played = _played(before)

    def rate(games: Sequence[RatedGame]) -> Mapping[str, Rated]:
        met: dict[str, list[tuple[float, float]]] = defaultdict(list)
        for game in games:
            for seat, (person, other) in enumerate((game.people, game.people[::-1])):
                own, others = game.places[seat], game.places[1 - seat]
                met[person].append((current[other], 0.5 if own == others else float(own < others)))
        changed = {}
        for person, found in met.items():
            k = rules.k_new if played[person] < rules.new_games else rules.k
            changed[person] = current[person] + elo_change(current[person], found, k)
        current.update(changed)
        return {person: (value, None) for person, value in changed.items()}

    return _history(events, rate, played, before, first)


def skill(
    events: Sequence[Sequence[RatedGame]],
    rules: SkillRules | None = None,
    *,
    before: Ratings = NO_RATINGS,
    first: int = 0,
) -> Ratings:
    """As `elo`, of games of more than two: what is nearly certain, mu − 3 sigma."""
    rules = rules or SkillRules()
    model = PlackettLuce(mu=rules.mu, sigma=rules.sigma, beta=rules.beta, tau=rules.tau)
    current: dict[str, tuple[float, float]] = defaultdict(lambda: (rules.mu, rules.sigma))
    current.update({person: known for person, history in before.items() if (known := history[-1].skill)})
    played = _played(before)

    def rate(games: Sequence[RatedGame]) -> Mapping[str, Rated]:
        old = {person: current[person] for game in games for person in game.people}
        for game in games:
            teams = [[model.rating(mu=old[one][0], sigma=old[one][1])] for one in game.people]
            rated = model.rate(teams, ranks=[float(place) for place in game.places])
            for person, (after,) in zip(game.people, rated, strict=True):
                mu, sigma = current[person]
                old_mu, old_sigma = old[person]
                current[person] = (mu + after.mu - old_mu, sigma * after.sigma / old_sigma)
        return {
            person: (current[person][0] - rules.deviations * current[person][1], current[person])
            for person in old
        }

    return _history(events, rate, played, before, first)


def _played(before: Ratings) -> dict[str, int]:
    """How many games everybody has."""
    return defaultdict(int, {person: history[-1].games for person, history in before.items()})


def _history(
    events: Sequence[Sequence[RatedGame]],
    rate: Callable[[Sequence[RatedGame]], Mapping[str, Rated]],
    played: dict[str, int],
    before: Ratings,
    first: int,
) -> Ratings:
    """What `rate` makes of each event in turn; `played` counts everybody's games."""
    history: dict[str, list[RatingPoint]] = defaultdict(list)
    history.update({person: list(points) for person, points in before.items()})
    for number, games in enumerate(events, first):
        rated = rate(games)
        for game in games:
            for person in game.people:
                played[person] += 1
        for person, (value, skill) in rated.items():
            history[person].append(RatingPoint(number, value, played[person], skill))
    return dict(history)
