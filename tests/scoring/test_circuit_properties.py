"""What holds for every circuit."""

import json
from fractions import Fraction
from typing import Any

from hypothesis import given, strategies as st

from scoring.circuit import CircuitRow, ResultUse
from scoring.circuit_document import write_circuit
from tests.circuits import Raw, circuit, read, standings, to_come

NAMES = ("Ada", "Ugo", "Zoe", "Ivo", "Eva")
RULES = st.fixed_dictionaries(
    {},
    optional={
        "best": st.integers(1, 4),
        "best_friendly": st.integers(0, 2),
        "external_weight": st.sampled_from([0, 0.5, 1.25, 2]),
        "least_events": st.integers(0, 2),
    },
)
COUNTINGS = st.sampled_from(
    [
        {"way": "points"},
        {"way": "games"},
        {"way": "places", "table": [5, 3, 1]},
        {"way": "places", "table": [5, 3, 1], "shared": "each", "ranked_by": "points"},
        {"way": "field", "ranked_by": "points"},
        {"way": "normalised"},
    ]
)
CRITERIA = st.sampled_from(["average", "results", "discards", "firsts", "seconds", "events", "games"])


@st.composite
def events(draw: st.DrawFn) -> Raw:
    names = draw(st.lists(st.sampled_from(NAMES), unique=True))
    lines = [
        {
            "name": name,
            "place": draw(st.integers(1, 5)),
            "points": draw(st.integers(0, 9)),
            "games": draw(st.lists(st.integers(0, 5), min_size=1, max_size=3)),
        }
        for name in names
    ]
    kind = draw(st.sampled_from(["internal", "friendly", "external"]))
    return {"name": "Event", "kind": kind, "source": "a club", "results": lines}


@st.composite
def circuits(draw: st.DrawFn) -> Raw:
    return circuit(
        *draw(st.lists(events(), max_size=5)),
        counting=draw(COUNTINGS),
        rules=draw(RULES),
        ranking=["points", *draw(st.lists(CRITERIA, unique=True))],
    )


def lines_of(value: Any) -> list[tuple[Any, ...]]:
    """The ranking without the numbers of the events, in which of two equal results counts may differ."""
    return [
        (
            row.rank,
            row.person,
            row.values,
            row.events,
            row.games,
            row.decided_by,
            row.lacking,
            sorted((result.points, result.kind) for result in row.results),
        )
        for row in standings(value).rows
    ]


@given(circuits(), st.randoms(use_true_random=False))
def test_the_order_of_events_and_of_people_in_them_does_not_matter(value: Raw, random: Any) -> None:
    shuffled = [dict(event, results=list(event["results"])) for event in value["events"]]
    random.shuffle(shuffled)
    for event in shuffled:
        random.shuffle(event["results"])
    assert lines_of({**value, "events": shuffled}) == lines_of(value)


@given(circuits(), st.integers(1, 4))
def test_discards_never_raise_anybody_s_points(value: Raw, best: int) -> None:
    rules = {key: rule for key, rule in value["rules"].items() if key != "best"}
    all_count = points_of({**value, "rules": rules})
    fewer = points_of({**value, "rules": {**rules, "best": best}})
    more = points_of({**value, "rules": {**rules, "best": best + 1}})
    assert all(fewer[name] <= more[name] <= all_count[name] for name in all_count)


def points_of(value: Raw) -> dict[str, Fraction]:
    return {row.person.name: row.values["points"][0] for row in standings(value).rows}


@given(circuits())
def test_no_other_choice_of_results_would_count_more(value: Raw) -> None:
    limits = {"friendly": value["rules"].get("best_friendly")}
    best = value["rules"].get("best")
    for row in standings(value).rows:
        assert row.values["points"][0] == most_of(row, best, limits)


def most_of(row: CircuitRow, best: int | None, limits: dict[str, int | None]) -> Fraction:
    """The most points that any allowed choice of the results makes, tried one by one."""
    tables: dict[tuple[int, int], Fraction] = {(0, 0): Fraction(0)}
    for result in row.results:
        friendly = result.kind == "friendly"
        for (count, friendlies), points in list(tables.items()):
            key = (count + 1, friendlies + friendly)
            limit = limits["friendly"]
            if (best is None or key[0] <= best) and (limit is None or key[1] <= limit):
                tables[key] = max(tables.get(key, points), points + result.points)
    return max(tables.values())


@given(circuits(), st.sampled_from([2, 3, 0.5]))
def test_a_weight_for_all_multiplies_all_and_changes_no_rank(value: Raw, weight: float) -> None:
    rules = {key: rule for key, rule in value["rules"].items() if "weight" not in key}
    plain = {**value, "rules": rules, "ranking": ["points"]}
    weighted = {**plain, "events": [{**event, "weight": weight} for event in value["events"]]}
    assert [(row.rank, row.person) for row in standings(weighted).rows] == [
        (row.rank, row.person) for row in standings(plain).rows
    ]
    factor = Fraction(str(weight))
    assert points_of(weighted) == {name: points * factor for name, points in points_of(plain).items()}


@given(circuits(), st.integers(0, 9), st.sampled_from(["internal", "friendly"]))
def test_what_is_said_to_pass_the_one_ahead_does_and_no_less(value: Raw, most: int, kind: str) -> None:
    coming = to_come("C", kind=kind, counting={"way": "points"}, most=most)
    rows = standings({**value, "events": [*value["events"], coming]}).rows
    for row in rows:
        if row.needs is None or row.needs.above is None:
            continue
        target = rows[row.needs.above]
        for worth in range(most + 1):
            played = {"name": "C", "kind": kind, "counting": {"way": "points"}, "source": "a club"}
            played["results"] = [{"name": row.person.name, "points": worth}]
            after = points_of({**value, "events": [*value["events"], played]})
            passes = after[row.person.name] > after[target.person.name]
            assert passes == (row.needs.single is not None and worth > row.needs.single)
            assert after[row.person.name] <= (row.needs.most or 0)


@given(circuits())
def test_every_result_is_shown_once_and_those_that_count_make_the_points(value: Raw) -> None:
    for row in standings(value).rows:
        counted = [result.points for result in row.results if result.use is ResultUse.COUNTED]
        assert sum(counted) == row.values["points"][0]
        assert len({(result.event, result.game) for result in row.results}) == len(row.results)


@given(circuits())
def test_a_circuit_written_and_read_is_the_same(value: Raw) -> None:
    found = read({**value, "events": [*value["events"], to_come("C", most=3)], "season": 2026})
    text = write_circuit(found)
    assert read(json.loads(text)) == found
