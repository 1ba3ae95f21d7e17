"""A club's year in a browser: from the arbiter's forms to the ranking on anybody's phone."""

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import PHONE, Visit
from tests.factories import make_played_event

pytestmark = pytest.mark.django_db(transaction=True)

WITHOUT_HTTPS = "Object.defineProperty(navigator.clipboard, 'write', { value: undefined })"
"""A browser in a hall, where the site has no https, has no clipboard but that of a selection."""


def test_the_text_for_a_chat_is_copied_on_a_phone(visit: Visit) -> None:
    event = make_played_event(4, 1)
    context = visit(**PHONE)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(f"/t/{event.slug}/standings/")
    for script in ("", WITHOUT_HTTPS):
        page.evaluate(f"navigator.clipboard.writeText(''); {script}")
        page.get_by_role("button", name="Copia per una chat").tap()
        expect(page.get_by_text("Copiato: incollalo nella chat.")).to_be_visible()
        copied = page.evaluate("navigator.clipboard.readText()")
        assert "1. Giocatore 001" in copied
        assert f"/t/{event.slug}/standings/" in copied
