"""What the site says of itself."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import make_event


@pytest.mark.django_db
def test_who_reads_the_pages_of_an_event_gets_no_cookie_as_the_page_says(client: Client) -> None:
    assert "non riceve cookie" in " ".join(client.get(reverse("rounds:privacy")).text.split())
    reader, event = Client(), make_event(published=True)
    for name in ("event", "rules", "verify", "screen"):
        reader.get(reverse(f"public:{name}", args=[event.slug]))
    assert not reader.cookies
