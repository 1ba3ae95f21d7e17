from collections.abc import Sequence

import pytest
from django.test import Client

from clubtornei.accounts.models import Club, Role
from clubtornei.events.models import Event
from clubtornei.rounds.printing.rendering import Markup
from tests.factories import make_club, signed_in


@pytest.fixture
def club(db: None) -> Club:
    return make_club("Circolo di prova")


@pytest.fixture
def event(kept_event: Event) -> Event:
    """That of the module, read anew: what a test changes of it is no other's."""
    return Event.objects.get(pk=kept_event.pk)


@pytest.fixture
def arbiter(club: Club) -> Client:
    """Signed in as an arbiter of the club."""
    return signed_in(club, Role.ARBITER)


@pytest.fixture
def helper(club: Club) -> Client:
    """Signed in as one who only enters results."""
    return signed_in(club, Role.HELPER)


@pytest.fixture
def owner(club: Club) -> Client:
    """Signed in as the owner of the club."""
    return signed_in(club, Role.OWNER)


@pytest.fixture
def not_laid_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sheet is what WeasyPrint would lay out, which takes it most of the time: for who reads only words."""

    def html_of(sheets: Sequence[Markup], **_others: object) -> bytes:
        return "".join(sheet.html for sheet in sheets).encode()

    monkeypatch.setattr("clubtornei.rounds.printing.printing.render", html_of)
    monkeypatch.setattr("clubtornei.rounds.printing.printing.render", html_of)
