"""The club's own Swiss against its rules word for word, with and without repeats."""

from random import Random

import pytest

from pairing.registry import SYSTEMS, pair
from scoring.record import to_json
from tests.documents import record
from tests.pairing.club_swiss_literal import Literal
from tests.pairing.random_documents import small_document
from tests.pairing.rounds import answer, document_of

CASES = 800


@pytest.mark.parametrize("repeats", [False, True])
@pytest.mark.parametrize("played", [(0, 3), (4, 10)])
def test_the_round_is_that_of_the_literal_search(repeats: bool, played: tuple[int, int]) -> None:
    random = Random(f"{repeats} {played}")
    repeated = 0
    for _ in range(CASES // 4):
        rounds = random.randint(*played)
        value = small_document(random, "club-swiss", {"repeats": repeats}, rounds)
        literal = Literal(value, rounds + 1)
        expected = literal.round()
        assert answer(value) == expected, to_json(value)
        repeated += expected is not None and any(literal.met(*table) for table in expected[0])
    assert (repeated > 0) == repeats


def test_who_sits_out_has_the_points_of_a_win() -> None:
    three = {"players": 3}
    assert [bye.points for bye in pair(record(document_of(three, "club-swiss"))).byes] == [2]


def test_the_number_of_rounds_is_open() -> None:
    seen = record(document_of({"players": 4}, "club-swiss"))
    assert SYSTEMS["club-swiss"].rounds(seen.options, 4) is None
