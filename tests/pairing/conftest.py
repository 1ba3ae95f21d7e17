"""What the tests of searches share."""

from collections.abc import Iterator

import pytest

from pairing import rotations, seating_bound, seating_search


@pytest.fixture(scope="module")
def short_search() -> Iterator[None]:
    """The fields of these tests are small, or what they show holds for a hasty seating too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rotations, "STEPS_A_GAME", 500)
        patch.setattr(seating_search, "EVALUATIONS", 10_000)
        patch.setattr(seating_search, "SEARCH_NODES", 2_000)
        patch.setattr(seating_bound, "EVALUATIONS", 5_000)
        yield
