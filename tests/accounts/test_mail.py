"""Each mail that the site sends, as its reader's program shows it."""

import re
from smtplib import SMTPRecipientsRefused

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.invitation_views import SUBJECT, send
from clubtornei.accounts.models import Role
from tests.factories import make_club, make_user

pytestmark = pytest.mark.django_db
COLUMNS = 76
LONGEST = "Circolo dell’Arte & “Bell'Italia” <Verona>" + " e dintorni" * 5
NAME = "d'Este-di.Sotto" + "x" * 40


@pytest.mark.parametrize(("language", "greeting"), [("it", "Ciao"), ("en", "Hello")])
@pytest.mark.parametrize("address", ["accounts:invite", "accounts:password_forgotten"])
def test_lines_and_sender(address: str, language: str, greeting: str, client: Client, settings) -> None:
    settings.EMAIL_URL = "smtp://mail.example.org/?from=torneo@example.org"
    owner = make_user(NAME, "alfiere-51", email="ada@example.org")
    club = make_club(LONGEST, owner=owner)
    client.force_login(owner)
    path = reverse(address, args=[club.slug] if address == "accounts:invite" else [])
    data = {"whom": "Eva", "role": Role.ARBITER, "email": "ada@example.org"}
    client.post(path, data, headers={"Accept-Language": language})
    [sent] = mail.outbox
    lines = sent.body.splitlines()
    assert len(sent.subject) <= SUBJECT
    if sent.subject.endswith("…"):
        assert f"{sent.subject.partition(': ')[2][:-1]} " in LONGEST, "cut between words"
    assert lines[0].startswith(greeting)
    assert [line for line in lines if len(line) > COLUMNS and not line.startswith("http://")] == []
    assert len(re.findall("^http://testserver/.+$", sent.body, re.MULTILINE)) == 1
    assert lines[-1] == "ClubTornei"
    assert not re.search("&#?\\w+;", sent.subject + sent.body)
    assert NAME in sent.body
    assert (LONGEST in " ".join(lines)) is (address == "accounts:invite")


def test_the_log_has_no_address_of_a_mail_that_is_refused(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*_mail: object) -> None:
        raise SMTPRecipientsRefused({"ada@example.org": (550, b"ada@example.org is unknown")})

    monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", refuse)
    assert not send("accounts/mail/password_subject.txt", "Invito", {}, ["ada@example.org"])
    assert "SMTPRecipientsRefused" in caplog.text
    assert "ada" not in caplog.text
