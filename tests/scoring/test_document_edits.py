"""A part of a document replaced: everything else stays as it was."""

import pytest
from msgspec.structs import replace

from scoring.document_edits import replace_round, replace_stage, replace_table
from scoring.record import as_plain
from tests.documents import document, players, raw, stage, table

ROUNDS = [{"tables": [table(1, 4), table(2, 3)]}, {"tables": [table(4, 3), table(1, 2)]}]
TWO_STAGES = document(raw(players(4), stage(rounds=ROUNDS), stage(rounds=ROUNDS), seed="s"))


def test_a_replaced_table_changes_nothing_else() -> None:
    old = TWO_STAGES.stages[1].rounds[0].tables[1]
    changed = replace_table(TWO_STAGES, 2, 1, 2, replace(old, result=(1, 0)))
    expected = as_plain(TWO_STAGES)
    expected["stages"][1]["rounds"][0]["tables"][1]["result"] = (1, 0)
    assert as_plain(changed) == expected


def test_a_replaced_round_changes_nothing_else() -> None:
    rounds = TWO_STAGES.stages[0].rounds
    changed = replace_round(TWO_STAGES, 1, 2, rounds[0])
    assert changed.stages[0].rounds == (rounds[0], rounds[0])
    assert changed.stages[1] is TWO_STAGES.stages[1]


def test_a_replaced_stage_changes_nothing_else() -> None:
    changed = replace_stage(TWO_STAGES, 1, replace(TWO_STAGES.stages[0], name="other"))
    assert [one.name for one in changed.stages] == ["other", ""]
    assert changed.stages[1] is TWO_STAGES.stages[1]


@pytest.mark.parametrize("where", [(0, 1, 1), (3, 1, 1), (1, 0, 1), (1, 3, 1), (1, 1, 0), (1, 1, 3)])
def test_a_part_that_is_not_there_is_an_error(where: tuple[int, int, int]) -> None:
    with pytest.raises(IndexError):
        replace_table(TWO_STAGES, *where, TWO_STAGES.stages[0].rounds[0].tables[0])
