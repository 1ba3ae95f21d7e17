"""The ranking of a circuit, in cases small enough for a pencil (rules/circuits.md#circuit)."""

from fractions import Fraction
from typing import Any

import pytest

from pairing.registry import SYSTEM_SPECS
from scoring.circuit import CircuitRow, Needs
from scoring.circuit_reasons import needs_text, outcome_text, place_reason, use_reason
from scoring.circuit_results import event_outcome
from scoring.reasons import issue_line
from scoring.record import DocumentError
from tests.circuits import Raw, by_name, circuit, ranks, read, results, standings, to_come, totals
from tests.documents import players, raw, stage, table
from tests.scoring.test_qualification import event_of

THREE = (
    results("Gennaio", Ada=10, Ugo=8, Zoe=5),
    results("Febbraio", Ada=2, Ugo=7),
    results("Marzo", Ada=9, Ugo=7, Zoe=9),
)


def uses(row: CircuitRow) -> list[tuple[int, Fraction, str]]:
    return [(result.event, result.points, result.use.value) for result in row.results]


def test_all_results_are_summed() -> None:
    assert ranks(circuit(*THREE)) == [(1, "Ugo"), (2, "Ada"), (3, "Zoe")]
    assert totals(circuit(*THREE)) == {"Ugo": (22,), "Ada": (21,), "Zoe": (14,)}


def test_the_best_so_many_count_and_the_others_are_shown_as_discarded() -> None:
    found = by_name(circuit(*THREE, rules={"best": 2}))
    assert [(name, row.values["points"]) for name, row in found.items()] == [
        ("Ada", (19,)),
        ("Ugo", (15,)),
        ("Zoe", (14,)),
    ]
    assert uses(found["Ada"]) == [(1, 10, "counted"), (2, 2, "discarded"), (3, 9, "counted")]
    assert use_reason(found["Ada"].results[1], "en") == "Beyond the best results that count."


def test_an_event_has_the_weight_of_its_kind_or_its_own() -> None:
    events = (
        results("Interno", Ada=10),
        results("Amichevole", Ada=10) | {"kind": "friendly"},
        results("Esterno", Ada=10) | {"kind": "external"},
        results("Finale", Ada=10) | {"kind": "external", "weight": 3},
    )
    value = circuit(*events, rules={"friendly_weight": 0.5, "external_weight": 1.25})
    row = by_name(value)["Ada"]
    assert [result.points for result in row.results] == [10, 5, Fraction("12.5"), 30]
    assert row.values["points"] == (Fraction("57.5"),)


def test_only_so_many_friendlies_count_even_if_they_are_the_best() -> None:
    events = [results(f"Amichevole {number}", Ada=20 - number) | {"kind": "friendly"} for number in range(3)]
    value = circuit(*events, results("Torneo", Ada=1), rules={"best": 3, "best_friendly": 2})
    assert uses(by_name(value)["Ada"]) == [
        (1, 20, "counted"),
        (2, 19, "counted"),
        (3, 18, "kind_full"),
        (4, 1, "counted"),
    ]


def test_who_has_played_too_little_is_not_ranked_yet_and_told_so() -> None:
    value = circuit(*THREE, rules={"least_events": 3})
    assert ranks(value) == [(1, "Ugo"), (2, "Ada"), (None, "Zoe")]
    rows = standings(value).rows
    assert place_reason(rows, 2, "en") == "Not ranked yet: one more tournament needed."
    games = circuit(
        results("A", Ada={"points": 1, "played": 4}, Ugo={"points": 9, "played": 1}), rules={"least_games": 4}
    )
    assert ranks(games) == [(1, "Ada"), (None, "Ugo")]
    assert place_reason(standings(games).rows, 1) == "Non ancora in classifica: mancano ancora 3 partite."


PLACES: Raw = {"way": "places", "table": [5, 3, 1]}
MEMBERS = [{"id": "a", "name": "Ada", "member": True}, {"id": "u", "name": "Ugo", "member": True}]
WITH_A_GUEST = results("A", Guest={"place": 1}, Ada={"place": 2}, Ugo={"place": 3})


@pytest.mark.parametrize(("guests_take_places", "points"), [(True, (3, 1)), (False, (5, 3))])
def test_members_only_with_guests_taking_places_or_not(
    guests_take_places: bool, points: tuple[int, int]
) -> None:
    rules = {"members_only": True, "guests_take_places": guests_take_places}
    value = circuit(WITH_A_GUEST, counting=PLACES, rules=rules, people=MEMBERS)
    assert totals(value) == {"Ada": (points[0],), "Ugo": (points[1],)}


@pytest.mark.parametrize(
    ("criterion", "first"),
    [
        ("average", "Ugo"),
        ("results", "Ugo"),
        ("discards", "Zoe"),
        ("firsts", "Ada"),
        ("seconds", "Zoe"),
        ("thirds", "Ugo"),
        ("events", "Zoe"),
        ("games", "Zoe"),
    ],
)
def test_each_criterion_ranks_who_is_level_on_points(criterion: str, first: str) -> None:
    # Best two: Ada 7 + 3, Ugo 10 alone, Zoe 5 + 5 with a discard of 4.
    value = circuit(
        results("A", Ada={"points": 7, "place": 1, "played": 1}, Zoe={"points": 5, "place": 2, "played": 2}),
        results("B", Ada={"points": 3, "place": 9}, Zoe={"points": 5, "place": 2, "played": 2}),
        results("C", Ugo={"points": 10, "place": 3}, Zoe={"points": 4, "place": 4, "played": 2}),
        rules={"best": 2},
        ranking=["points", criterion],
    )
    rows = standings(value).rows
    assert rows[0].person.name == first
    assert rows[1].decided_by == criterion
    assert {row.values["points"] for row in rows} == {(10,)}


def test_who_is_level_on_everything_shares_the_rank_in_the_order_of_names() -> None:
    value = circuit(results("A", Zoe=3, Ugo=3, Ada=1))
    assert ranks(value) == [(1, "Ugo"), (1, "Zoe"), (3, "Ada")]
    rows = standings(value).rows
    assert [place_reason(rows, place, "en") for place in range(3)] == [
        "Tied with Zoe on everything.",
        "Tied with Ugo on everything.",
        "Behind Zoe on: Points (1 against 3).",
    ]


def test_why_this_place_names_the_criterion_that_decided() -> None:
    value = circuit(
        results("A", Ada={"points": 3, "place": 1}, Ugo={"points": 3, "place": 2}),
        ranking=["points", "firsts"],
    )
    rows = standings(value).rows
    assert place_reason(rows, 0) == "Davanti a Ugo per: Primi posti (1 contro 0)."
    assert place_reason(rows, 1) == "Dietro a Ada per: Primi posti (0 contro 1)."
    assert place_reason(standings(circuit(results("A", Ada=1))).rows, 0, "en") == "Nobody else is ranked."


def test_values_that_are_printed_alike_are_not_set_against_each_other() -> None:
    rows = standings(circuit(results("A", Ada=1.00001, Ugo=1))).rows
    assert place_reason(rows, 1, "en") == "Behind Ada on: Points."


# ── ways of counting ──

LEVEL = results(
    "A",
    Ada={"points": 4, "place": 1},
    Ugo={"points": 3, "place": 2},
    Zoe={"points": 3, "place": 3},
    Ivo={"points": 1, "place": 4},
)


@pytest.mark.parametrize(
    ("counting", "expected"),
    [
        ({"way": "points"}, [4, 3, 3, 1]),
        ({"way": "places", "table": [10, 6, 3]}, [10, 6, 3, 0]),
        ({"way": "places", "table": [10, 6, 3], "rest": 1}, [10, 6, 3, 1]),
        ({"way": "places", "table": [10, 6, 3], "ranked_by": "points"}, [10, 4.5, 4.5, 0]),
        ({"way": "places", "table": [10, 6], "ranked_by": "points", "shared": "each"}, [10, 6, 6, 0]),
        ({"way": "field"}, [4, 3, 2, 1]),
        ({"way": "field", "ranked_by": "points"}, [4, 2.5, 2.5, 1]),
        ({"way": "normalised"}, [100, 75, 75, 25]),
        ({"way": "normalised", "scale": 1, "against": "possible"}, [0.8, 0.6, 0.6, 0.2]),
    ],
)
def test_an_event_counts_in_the_way_that_the_circuit_says(counting: Raw, expected: list[float]) -> None:
    found = by_name(circuit(LEVEL | {"possible": 5}, counting=counting))
    assert [found[name].results[0].points for name in ("Ada", "Ugo", "Zoe", "Ivo")] == [
        Fraction(str(points)) for points in expected
    ]


def test_an_event_may_count_in_a_way_of_its_own() -> None:
    other = results("B", Ada={"place": 1}) | {"counting": PLACES}
    assert totals(circuit(LEVEL, other))["Ada"] == (9,)


def test_of_a_published_list_only_ones_own_people_may_be_typed() -> None:
    value = circuit(results("Esterno", Ada={"place": 17}) | {"players": 60}, counting={"way": "field"})
    assert totals(value) == {"Ada": (44,)}


def test_nobody_is_divided_by_nothing() -> None:
    assert totals(circuit(results("A", Ada=0, Ugo=0), counting={"way": "normalised"})) == {
        "Ada": (0,),
        "Ugo": (0,),
    }


# ── events with documents ──

FIRST: Raw = {"rounds": [{"1 2 3 4": [40, 30, 20, 10], "5 6 7 8": [38, 28, 18, 8]}]}
FINAL: Raw = {
    "entry": {"ranked": {"stage": 1, "to": 4}},
    "rounds": [{"1 2 5 6": [5, 9, 7, 6]}],
    "scoring_options": {"bonus": 0},
}


def tables_event(*stages: Raw, first: Raw = FIRST) -> Raw:
    return event_of({"players": 8, "first": first, "stages": list(stages)})


def test_an_event_brings_its_final_ranking_and_the_points_of_all_stages() -> None:
    value = circuit({"name": "A", "document": tables_event(FINAL)}, counting={"way": "points"})
    found = by_name(value)
    # As the final ranking has it: 2, 5, 6, 1 in the final, then the sums.
    assert [(name, row.results[0].place) for name, row in sorted(found.items())] == [
        ("Player 1", 4),
        ("Player 2", 1),
        ("Player 3", 5),
        ("Player 4", 7),
        ("Player 5", 2),
        ("Player 6", 3),
        ("Player 7", 6),
        ("Player 8", 8),
    ]
    assert found["Player 2"].values["points"] == (39,)
    assert found["Player 2"].games == 2


def test_each_game_of_an_event_may_be_a_result_of_its_own() -> None:
    value = circuit(
        {"name": "A", "document": tables_event(FINAL)},
        results("Amichevole", **{"Player 2": {"games": [50]}}) | {"kind": "friendly"},
        counting={"way": "games"},
        rules={"best": 2, "friendly_weight": 0.5},
    )
    row = by_name(value)["Player 2"]
    assert [(result.event, result.game, result.points) for result in row.results] == [
        (1, 1, 30),
        (1, 2, 9),
        (2, 1, 25),
    ]
    assert row.values["points"] == (55,)


def test_points_are_exact_fractions() -> None:
    rounds = [{"tables": [table(1, 2, (1, 0)), table(3, 4, (0.5, 0.5))]}]
    document = raw(players(4), stage(rounds=rounds))
    value = circuit({"name": "A", "document": document}, counting={"way": "normalised", "scale": 1})
    event = circuit(
        {"name": "A", "document": document},
        counting={"way": "places", "table": [1, 0, 1], "ranked_by": "points"},
    )
    assert totals(value)["Player 3"] == (Fraction(1, 2),)
    assert totals(event)["Player 3"] == (Fraction(1, 2),)


def test_who_has_played_no_game_has_no_result_and_takes_no_place() -> None:
    rounds = [{"tables": [table(1, 2, (0, 1))]}]
    document = raw(players(3, p3={"absent": [1]}), stage("amalfi", rounds=rounds, options={"rounds": 3}))
    value = circuit({"name": "A", "document": document}, counting=PLACES)
    assert totals(value) == {"Player 2": (5,), "Player 1": (3,)}


def test_an_event_not_begun_is_to_come_and_an_unfinished_one_counts_with_a_warning() -> None:
    begun = raw(players(4), stage(rounds=[{"tables": [table(1, 2, (1, 0)), table(3, 4)]}]))
    value = circuit({"name": "A", "document": raw(players(4), stage())}, {"name": "B", "document": begun})
    assert standings(value).to_come == (1,)
    assert set(totals(value)) == {"Player 1", "Player 2"}
    event = read(value).events[1]
    outcome = event_outcome(event, SYSTEM_SPECS, "events[1]")
    assert outcome_text(event, outcome, "en") == (
        "B: the result from one table is missing; it counts as it stands."
    )


def test_an_event_whose_final_ranking_is_open_does_not_count_yet_and_says_why() -> None:
    semis = {"entry": {"ranked": {"stage": 1, "to": 4}}, "rounds": [{"1 2 5 6": None}]}
    document = tables_event(semis, {"entry": {"winners_of": 2}})
    value = circuit({"name": "A", "document": document})
    assert standings(value).to_come == (1,)
    event = read(value).events[0]
    text = outcome_text(event, event_outcome(event, SYSTEM_SPECS, "events[0]"), "en")
    assert text.startswith("A: does not count yet. ")
    assert "Player 1 – Player 2 – Player 5 – Player 6" in text


def test_who_sits_in_a_stage_he_has_not_entered_is_refused_with_its_path() -> None:
    stranger = {"entry": {"ranked": {"stage": 1, "to": 4}}, "rounds": [{"1 2 5 8": [5, 9, 7, 6]}]}
    value = circuit(results("A", Ada=1), {"name": "B", "document": tables_event(stranger)})
    with pytest.raises(DocumentError) as refused:
        standings(value)
    assert issue_line(refused.value.issues[0], "en") == (
        "events[1].document.stages[1].rounds[0].tables[0].seats: player 8 does not take part in this stage"
    )


# ── what do I need ──

TABLE: Raw = {"way": "places", "table": [10, 6, 3]}
YEAR = (
    results("A", Ada={"place": 1}, Ugo={"place": 2}, Zoe={"place": 3}),
    results("B", Ada={"place": 1}, Ugo={"place": 2}, Zoe={"place": 3}),
)


def needs(*events: Raw, **more: Any) -> dict[str, Needs]:
    found = by_name(circuit(*YEAR, *events, counting=TABLE, **more))
    return {name: row.needs for name, row in found.items() if row.needs is not None}


def test_nothing_is_needed_once_all_events_are_played() -> None:
    assert needs() == {}


def test_what_can_still_be_reached_and_what_passes_the_one_ahead() -> None:
    # 20, 12, 6 and one event to come: Ugo needs more than 8, Zoe more than 6 for Ugo and never Ada.
    found = needs(to_come("C"))
    assert found["Ada"] == Needs(most=Fraction(30), best_rank=1, worst_rank=2)
    assert found["Ugo"] == Needs(
        most=Fraction(22), best_rank=1, worst_rank=3, above=0, gap=Fraction(8), single=Fraction(8)
    )
    assert found["Zoe"] == Needs(
        most=Fraction(16), best_rank=2, worst_rank=3, above=1, gap=Fraction(6), single=Fraction(6)
    )


def test_with_discards_a_result_has_to_be_better_than_the_one_it_replaces() -> None:
    # Best two: Ugo has 6 + 6, and Ada 20: even 10 leave him at 16.
    found = needs(to_come("C"), rules={"best": 2})
    assert (found["Ugo"].most, found["Ugo"].single, found["Ugo"].reachable) == (16, None, False)
    # Zoe's 3 + 3: a result of more than 9 makes more than 12.
    assert (found["Zoe"].most, found["Zoe"].single) == (13, 9)


def test_several_events_may_reach_what_a_single_one_does_not() -> None:
    found = needs(to_come("C", weight=0.5), to_come("D"))
    assert (found["Ugo"].single, found["Ugo"].reachable, found["Ugo"].most) == (None, True, 27)


def test_an_event_without_a_bound_leaves_open_what_can_be_reached() -> None:
    value = circuit(results("A", Ada=5, Ugo=3), to_come("B"), counting={"way": "points"})
    found = by_name(value)
    assert found["Ugo"].needs == Needs(
        most=None, best_rank=1, worst_rank=2, above=0, gap=Fraction(2), single=Fraction(2)
    )
    bounded = circuit(results("A", Ada=5, Ugo=3), to_come("B", most=1), counting={"way": "points"})
    assert by_name(bounded)["Ugo"].needs == Needs(
        most=Fraction(4), best_rank=2, worst_rank=2, above=0, gap=Fraction(2), reachable=False
    )


def test_no_more_friendlies_may_help_who_has_all_that_count() -> None:
    friendly = {"kind": "friendly"}
    value = circuit(
        results("A", Ada=9, Ugo=4),
        results("B", Ada=9, Ugo=4) | friendly,
        to_come("C", most=3, **friendly),
        rules={"best_friendly": 1},
    )
    needed = by_name(value)["Ugo"].needs
    assert needed is not None
    assert (needed.most, needed.single, needed.reachable) == (8, None, False)


def test_game_by_game_an_event_to_come_brings_as_many_results_as_it_says() -> None:
    value = circuit(
        results("A", Ada={"games": [5]}), to_come("B", most=7, games=3), counting={"way": "games"}
    )
    needed = by_name(value)["Ada"].needs
    assert needed is not None
    assert needed.most == 26


def test_what_is_needed_in_words() -> None:
    value = circuit(*YEAR, to_come("C"), counting=TABLE)
    rows, event = standings(value).rows, read(value).events[2]
    assert needs_text(rows, 0, event, "en") == "Can still reach 30 points. Places still possible: 1 to 2."
    assert needs_text(rows, 1, event, "en") == (
        "Can still reach 22 points. Places still possible: 1 to 3. One result of more than 8 in C is"
        " enough to pass Ada (8 points ahead)."
    )
    discards = circuit(*YEAR, to_come("C"), counting=TABLE, rules={"best": 2})
    assert needs_text(standings(discards).rows, 1, event).endswith(
        "Ada, 8 punti più su, non si può più raggiungere."
    )


ONE_APART: Raw = {"way": "places", "table": [3, 2, 1]}


def test_a_gap_of_one_point_is_in_the_singular() -> None:
    value = circuit(results("A", Ada={"place": 1}, Bea={"place": 2}), to_come("C"), counting=ONE_APART)
    rows = standings(value).rows
    texts = [needs_text(rows, 1, read(value).events[1], language) for language in ("it", "en")]
    assert "Ada (1 punto più su)" in texts[0]
    assert "Ada (1 point ahead)" in texts[1]


def test_points_that_do_not_rank_first_need_nothing() -> None:
    assert needs(to_come("C"), ranking=["average", "points"]) == {}


def test_numbers_in_sentences_are_written_as_the_language_has_them() -> None:
    rows = standings(circuit(results("A", Ada=2.5, Ugo=1.5))).rows
    assert place_reason(rows, 0) == "Davanti a Ugo per: Punti (2,5 contro 1,5)."
    assert place_reason(rows, 0, "en") == "Ahead of Ugo on: Points (2.5 against 1.5)."
