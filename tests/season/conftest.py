"""What the tests of a club's year share."""

import pgtrigger
import pytest
from django.db import connection


@pytest.fixture(autouse=True)
def roster_version_at_once(request: pytest.FixtureRequest) -> None:
    """A test that never commits does not wait with the triggers for the end of its transaction."""
    if "transactional_db" in request.fixturenames:
        return
    request.getfixturevalue("db")
    assert connection.in_atomic_block
    pgtrigger.constraints(pgtrigger.Immediate, "players.Player:roster_version")
