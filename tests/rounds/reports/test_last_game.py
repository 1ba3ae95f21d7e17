"""What a player needs from the last game: a result of a game for two, points at larger tables."""

from fractions import Fraction

import pytest
from django.utils import translation

from clubtornei.rounds.reports.clinch import limits_of_last_game
from clubtornei.rounds.state.formatting import Notation
from scoring.clinch import ClinchScenario, ClinchStatus
from scoring.games import GameOptions

HALF = Fraction(1, 2)


def need(clinches_above: Fraction | None, eliminated_below: Fraction | None) -> ClinchScenario:
    return ClinchScenario(
        player=1,
        verdict=ClinchStatus.OPEN,
        least=Fraction(3),
        most=Fraction(4),
        results_to_come=1,
        clinches_above=clinches_above,
        eliminated_below=eliminated_below,
    )


@pytest.mark.parametrize(
    ("clinches_above", "eliminated_below", "briefs"),
    [
        (Fraction(0), None, ["gli basta una patta"]),
        (HALF, None, ["gli basta vincere"]),
        (HALF, HALF, ["gli basta vincere", "fuori se perde"]),
        (None, Fraction(1), ["fuori se non vince"]),
        (None, None, []),
    ],
)
def test_of_a_game_for_two_the_result_is_named(
    clinches_above: Fraction | None, eliminated_below: Fraction | None, briefs: list[str]
) -> None:
    limits = limits_of_last_game(need(clinches_above, eliminated_below), GameOptions(), Notation())
    assert [limit.brief for limit in limits] == briefs


def test_what_no_result_of_the_game_says_stays_in_points() -> None:
    """With a point for a loss any result that is played is enough, and a miss is not."""
    game = GameOptions(win=3, draw=2, loss=1)
    limits = limits_of_last_game(need(Fraction(0), None), game, Notation())
    assert [limit.brief for limit in limits] == ["sicuro sopra 0"]


def test_at_larger_tables_points_are_named() -> None:
    limits = limits_of_last_game(need(Fraction(2), Fraction(1)), None, Notation())
    assert [limit.brief for limit in limits] == ["sicuro sopra 2", "fuori sotto 1"]
    assert limits[0].sentence == "Con più di 2 punti nell’ultima partita è sicuro."


@pytest.mark.parametrize(
    ("points", "italian", "english"),
    [
        (Fraction(1), "Con più di 1 punto nell’ultima", "Safe with more than 1 point in"),
        (HALF, "Con più di mezzo punto nell’ultima", "Safe with more than half a point in"),
        (Fraction(2), "Con più di 2 punti nell’ultima", "Safe with more than 2 points in"),
    ],
)
def test_of_one_point_there_is_no_plural(points: Fraction, italian: str, english: str) -> None:
    for language, sentence in (("it", italian), ("en", english)):
        with translation.override(language):
            (limit,) = limits_of_last_game(need(points, None), None, Notation())
        assert limit.sentence.startswith(sentence)
