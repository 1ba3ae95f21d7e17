"""Documents of tables, right ones and broken ones: read, written, ranked, or told what is wrong."""

import json
from typing import Any

from hypothesis import given, strategies as st

from scoring.criteria import CRITERIA
from scoring.methods import METHODS
from scoring.reasons import issue_line
from scoring.record import DocumentError, read, record_of, write
from scoring.standings import standings
from scoring.texts import LANGUAGES
from tests.documents import players, raw
from tests.scoring.system_specs import MANY
from tests.scoring.tables import KINDS
from tests.strategies import JUNK

SCORINGS = [name for name, method in METHODS.items() if method.multiplayer]
RANKINGS = [name for name, criterion in CRITERIA.items() if criterion.multiplayer]


@st.composite
def stages(draw: st.DrawFn) -> dict[str, Any]:
    """Some rounds of nine players at tables of three to six; who has no table is absent or sits out."""
    rounds = []
    for _ in range(draw(st.integers(0, 4))):
        waiting = draw(st.permutations(range(1, 10)))
        tables = []
        for size in draw(st.sampled_from([(3, 3, 3), (4, 4), (4, 5), (3, 6), (5,)])):
            seats, waiting = waiting[:size], waiting[size:]
            scores = [{"points": draw(st.integers(0, 90)), "penalty": draw(st.integers(0, 2))} for _ in seats]
            for out in range(1, draw(st.integers(0, size - 1)) + 1):
                scores[out - 1] = {"points": 0, "eliminated": out}
            scores[-1] |= {"risiko": True} if draw(st.booleans()) else {}
            tables.append({"seats": list(seats), "result": scores if draw(st.integers(0, 4)) else None})
        rounds.append({"tables": tables, "byes": [{"player": player} for player in waiting[:1]]})
    return {
        "system": MANY.name,
        "scoring": draw(st.sampled_from(SCORINGS)),
        "scoring_options": {"discards": draw(st.integers(0, 3))},
        "ranking": draw(st.lists(st.sampled_from(RANKINGS), unique=True)),
        "rounds": rounds,
    }


@given(stages())
def test_everybody_is_ranked_and_the_document_stays_the_same(stage: dict[str, Any]) -> None:
    once = read(json.dumps(raw(players(9), stage)), KINDS)
    assert read(write(once), KINDS) == once
    rows = standings(record_of(once, KINDS))
    assert sorted(row.player for row in rows) == list(range(1, 10))
    assert [row.rank for row in rows] == sorted(row.rank or 0 for row in rows)
    for row in rows:
        assert list(row.values) == stage["ranking"]


@given(stages(), st.permutations(range(1, 10)))
def test_other_ids_get_the_same_values(stage: dict[str, Any], ids: list[int]) -> None:
    ranking = [name for name in stage["ranking"] if name != "lot"]
    new = dict(zip(range(1, 10), ids, strict=True))
    renamed = json.loads(json.dumps(stage)) | {"ranking": ranking}
    for played in renamed["rounds"]:
        for table in played["tables"]:
            table["seats"] = [new[player] for player in table["seats"]]
        for bye in played["byes"]:
            bye["player"] = new[bye["player"]]
    before = standings(
        record_of(read(json.dumps(raw(players(9), stage | {"ranking": ranking})), KINDS), KINDS)
    )
    after = standings(record_of(read(json.dumps(raw(players(9), renamed)), KINDS), KINDS))
    assert {new[row.player]: (row.rank, row.values) for row in before} == {
        row.player: (row.rank, row.values) for row in after
    }


@given(stages(), st.data())
def test_a_broken_table_ends_in_faults_or_a_ranking(stage: dict[str, Any], data: st.DataObject) -> None:
    tables = [table for played in stage["rounds"] for table in played["tables"] if table["result"]]
    if not tables:
        return
    score = data.draw(st.sampled_from(data.draw(st.sampled_from(tables))["result"]))
    names = ["points", "outside", "order", "eliminated", "risiko", "penalty", "dice", "armies_in"]
    score[data.draw(st.sampled_from(names))] = data.draw(JUNK | st.integers(-1, 7))
    try:
        standings(record_of(read(json.dumps(raw(players(9), stage)), KINDS), KINDS))
    except DocumentError as error:
        assert error.issues
        for fault in error.issues:
            assert all(issue_line(fault, language).isprintable() for language in LANGUAGES)
