"""`security.txt`: where to report a hole in this site."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from clubtornei.web.environment import contact_url

PATH = "/.well-known/security.txt"


def test_it_names_the_contact_and_a_day_that_is_still_to_come(client: Client, settings) -> None:
    settings.SECURITY_CONTACT = contact_url("sicurezza@example.org")
    answer = client.get(PATH)
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    fields = dict(line.split(": ", 1) for line in answer.text.splitlines())
    assert fields["Contact"] == "mailto:sicurezza@example.org"
    expires = datetime.fromisoformat(fields["Expires"])
    assert timedelta(days=170) < expires - datetime.now(UTC) < timedelta(days=366)
    assert fields["Canonical"].endswith(PATH)


def test_without_a_contact_there_is_none(client: Client, settings) -> None:
    settings.SECURITY_CONTACT = ""
    assert client.get(PATH).status_code == 404


@pytest.mark.parametrize("text", ["nessuno", "http://example.org/", "a@example.org\nb: c", "a b@example.org"])
def test_what_is_no_contact_is_refused_at_the_start(text: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="SECURITY_CONTACT"):
        contact_url(text)
