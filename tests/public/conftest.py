import pytest

from clubtornei.events.models import Event
from tests.factories import make_played_event


@pytest.fixture(scope="module")
def kept_played_event(request: pytest.FixtureRequest, kept_db: None) -> Event:
    """Two rounds played by four, or by as many as the test's parameter says."""
    return make_played_event(getattr(request, "param", 4), 2)


@pytest.fixture
def played_event(kept_played_event: Event) -> Event:
    """As the database has it, whatever the test before has done."""
    return Event.objects.get(pk=kept_played_event.pk)
