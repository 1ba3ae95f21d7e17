"""How the numbers of the players are computed before the first round, by each method."""

from collections.abc import Callable, Mapping

from clubtornei.events.games import plays_with_colours
from clubtornei.events.models import NumberingMethod, Stage
from clubtornei.events.stage_titles import is_group
from pairing import draws, numbering
from pairing.draws import Numbers
from pairing.registry import SYSTEMS
from pairing.system import System
from scoring.record import Record


def number_by_rating(record: Record) -> Numbers:
    """The numbers by rating, with equals in the order of the record's system."""
    players, by_name = record.players.values(), SYSTEMS[record.spec.name].equals_by_name
    numbers = numbering.by_rating(players, record.document.seed, record.number, by_name=by_name)
    return Numbers(numbers=numbers, clashes=0)


NUMBERING_FUNCTIONS: Mapping[NumberingMethod, Callable[[Record], Numbers]] = {
    NumberingMethod.RANDOM: draws.by_lot,
    NumberingMethod.VARMA: draws.restricted,
    NumberingMethod.RATING: number_by_rating,
}


def methods_of(stage: Stage) -> tuple[NumberingMethod, ...]:
    """The methods that the stage's system allows for giving numbers from the seed, the usual one first."""
    system = SYSTEMS[stage.system]
    if not system.draws_numbers:
        return (NumberingMethod.RATING,)
    if may_keep_clubs_apart(system, stage.event.game, in_groups=is_group(stage)):
        return (NumberingMethod.RANDOM, NumberingMethod.VARMA)
    return (NumberingMethod.RANDOM,)


def may_keep_clubs_apart(system: System, game: str, *, in_groups: bool) -> bool:
    """Whether the Varma tables may give the numbers: they keep clubs apart in the last rounds of one round
    robin of all, in a game with White and Black.
    """
    calendar = system.draws_numbers and system.spec.games_each is not None
    return calendar and not in_groups and plays_with_colours(game)
