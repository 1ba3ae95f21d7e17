"""Scoring methods side by side on one evening, in figures worked out by hand."""

from fractions import Fraction

import pytest

from pairing.registry import SYSTEM_SPECS
from scoring.comparison import ScoringChoice, compare, fits, usual_way
from scoring.document import SeatScore
from scoring.example_evenings import example_evening
from scoring.methods import METHODS
from scoring.record import Record, record_of
from tests.documents import document, players, raw, stage


def evening(*tables: tuple[tuple[int, int], ...]) -> Record:
    """One game: for each table the ids with their points."""
    rounds = [
        {
            "tables": [
                {"seats": [seat for seat, _ in table], "result": [{"points": points} for _, points in table]}
                for table in tables
            ]
        }
    ]
    value = raw(players(8), stage(system="seating", scoring="table-points", rounds=rounds))
    return record_of(document(value), SYSTEM_SPECS)


CLOSE = evening(((1, 60), (2, 59), (3, 20), (4, 10)), ((5, 40), (6, 12), (7, 11), (8, 10)))


def test_every_player_has_his_place_and_points_by_each_method_and_how_far_he_moves() -> None:
    found = compare(CLOSE, [usual_way("table-points"), usual_way("conversion-150"), usual_way("wins")])
    by_player = {
        row.player: [(one.rank, dict(one.counted), one.moved) for one in row.outcomes] for row in found.rows
    }
    assert by_player[1] == [
        (1, {"points": 110}, 0),
        (2, {"points": Fraction("150.01")}, -1),
        (1, {"wins": 1, "points": 110}, 0),
    ]
    # A gap of 28 to the second is worth 0.28 more by the conversion.
    assert by_player[5] == [
        (2, {"points": 90}, 0),
        (1, {"points": Fraction("150.28")}, 1),
        (2, {"wins": 1, "points": 90}, 0),
    ]
    assert [row.player for row in found.rows] == [1, 5, 2, 3, 6, 7, 4, 8]
    assert found.movers(0) == []
    assert {1, 5} <= set(found.movers(1))


def test_discards_and_options_of_a_way_count() -> None:
    no_bonus = ScoringChoice(scoring="table-points", scoring_options={"bonus": 0}, ranking=("points",))
    [first, *_] = compare(CLOSE, [no_bonus]).rows
    assert first.outcomes[0].counted == {"points": 60}
    assert usual_way("spartaco", 2).scoring_options == {"discards": 2}


def test_medals_have_no_points_and_show_the_places() -> None:
    [first, *_] = compare(CLOSE, [usual_way("medals")]).rows
    assert first.outcomes[0].counted == {"firsts": 1, "seconds": 0, "thirds": 0, "fourths": 0}


def test_a_method_fits_where_all_that_it_counts_was_recorded() -> None:
    assert fits(CLOSE, METHODS["faentino"]) and fits(CLOSE, METHODS["places"])
    assert not fits(CLOSE, METHODS["edition-1993-1"])  # the territories outside were not counted
    assert not fits(CLOSE, METHODS["winds"]) and not fits(CLOSE, METHODS["game"])
    cards = evening(((1, 175), (2, 140), (3, 120), (4, 78)))
    assert fits(cards, METHODS["places"]) and not fits(cards, METHODS["conversion-150"])


@pytest.mark.parametrize(("system", "risiko"), [("seating", True), ("rotation", False), ("bands", True)])
def test_the_example_fits_all_that_are_offered_and_they_differ(system: str, risiko: bool) -> None:
    options = {"tables": 1} if system == "bands" else {}
    record = example_evening(SYSTEM_SPECS[system], options, risiko=risiko)
    names = [name for name, method in METHODS.items() if fits(record, method)]
    wanted = [
        name
        for name, method in METHODS.items()
        if method.multiplayer and (risiko or method.level_first == "shared")
    ]
    assert {*wanted} - ({"winds"} if system != "rotation" else set()) <= {*names}
    found = compare(record, [usual_way(name) for name in wanted])
    assert any(found.movers(way) for way in range(len(wanted)))
    assert any(isinstance(score, SeatScore) for score in record.rounds[0].tables[0].seat_scores or ())
