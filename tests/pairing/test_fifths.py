"""Over many seeds everybody is a fifth equally often (rules/risiko.md, "Seating")."""

from collections import Counter
from math import sqrt

import pytest

from pairing.system import pair
from tests.documents import players, raw, record, stage

SEEDS = 1_300


@pytest.mark.parametrize("count", [9, 13, 14])
def test_everybody_is_a_fifth_equally_often(count: int) -> None:
    """Clubs and numbers play no part. Each count is within four and a half standard deviations, which a fair
    draw misses in less than one case of ten thousand.
    """
    clubs = {f"p{player}": {"club": "a" if player < 5 else None} for player in range(1, count + 1)}
    fifths: Counter[int] = Counter()
    last: Counter[int] = Counter()
    for seed in range(SEEDS):
        drawn = pair(record(raw(players(count, **clubs), stage("seating"), seed=str(seed))))
        found = drawn.quality["fifths"]
        fifths.update(found)
        last[found[-1]] += 1
        assert [
            table.seats.count(fifth) for fifth, table in zip(found, drawn.tables[-len(found) :], strict=True)
        ] == [1] * len(found)
    fives = count % 4
    for counted, chance in ((fifths, fives / count), (last, 1 / count)):
        expected, deviation = SEEDS * chance, sqrt(SEEDS * chance * (1 - chance))
        assert set(counted) == set(range(1, count + 1))
        assert all(abs(times - expected) < 4.5 * deviation for times in counted.values())
