import pytest

from clubtornei.rounds.printouts import calendars


@pytest.fixture
def short_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts of a calendar by name with a third of the rounds: more of them have pages that are alike."""
    monkeypatch.setattr(calendars, "MOST_NAMES", calendars.MOST_NAMES // 3)
