"""The result of a table as it is recorded, whatever the number of seats."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from clubtornei.rounds.core.formatting import points
from clubtornei.rounds.core.result_codes import outcome_in
from clubtornei.rounds.models import Seat, Table
from scoring.document import Number
from scoring.standings import exact

Games = Sequence[Sequence[Number]]
"""Of each game what the two seats have."""


State = Mapping[str, Any]
"""What a ResultEntry keeps of a table: {"scores", "forfeit", "adjourned", "games"}."""


def state_of(table: Table, seats: Sequence[Seat]) -> dict[str, Any]:
    """The table's result as a ResultEntry keeps it."""
    return {
        "scores": [seat.score for seat in seats],
        "forfeit": table.forfeit,
        "adjourned": table.adjourned,
        "games": table.games,
    }


def label_in(state: State) -> str:
    """What a table's state says, in short: the outcome, or how a match stands."""
    outcome = outcome_in(state)
    if outcome.forfeit or outcome.adjourned or not state["games"]:
        return outcome.label
    return " – ".join(match_score_of(state["games"]))


def match_score_of(games: Games) -> tuple[str, str]:
    """The points of both seats, as they are written."""
    first, second = (sum((Fraction(game[seat]) for game in games), Fraction(0)) for seat in (0, 1))
    return points(exact(first)), points(exact(second))
