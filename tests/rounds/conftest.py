from collections.abc import Sequence

import pytest

from clubtornei.events.models import Event
from clubtornei.rounds.printing.rendering import SheetHtml


@pytest.fixture
def event(kept_event: Event) -> Event:
    """That of the module, read anew: what a test changes of it is no other's."""
    return Event.objects.get(pk=kept_event.pk)


@pytest.fixture
def not_laid_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sheet is what WeasyPrint would lay out, which takes it most of the time: for who reads only words."""

    def html_of(sheets: Sequence[SheetHtml], **_others: object) -> bytes:
        return "".join(sheet.html for sheet in sheets).encode()

    monkeypatch.setattr("clubtornei.rounds.printing.pdf_responses.render", html_of)
    monkeypatch.setattr("clubtornei.rounds.printing.pdf_responses.render", html_of)
