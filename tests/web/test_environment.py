"""EMAIL_URL as Django's settings."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from clubtornei.web.environment import email_settings


def test_a_server_with_a_user_and_tls() -> None:
    found = email_settings("smtp+tls://torneo%40example.org:se%2Fgreto@mail.example.org")
    assert found == {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": "mail.example.org",
        "EMAIL_PORT": 587,
        "EMAIL_HOST_USER": "torneo@example.org",
        "EMAIL_HOST_PASSWORD": "se/greto",
        "EMAIL_TIMEOUT": 10,
        "EMAIL_USE_TLS": True,
        "DEFAULT_FROM_EMAIL": "torneo@example.org",
    }


@pytest.mark.parametrize(
    ("url", "port", "security"),
    [
        ("smtp://localhost/?from=a@example.org", 25, None),
        ("smtp://localhost:2525/?from=a@example.org", 2525, None),
        ("smtps://u:p@mail.example.org/?from=a@example.org", 465, "EMAIL_USE_SSL"),
    ],
)
def test_other_ports_and_kinds(url: str, port: int, security: str | None) -> None:
    found = email_settings(url)
    assert (found["EMAIL_PORT"], found["DEFAULT_FROM_EMAIL"]) == (port, "a@example.org")
    assert [name for name in ("EMAIL_USE_SSL", "EMAIL_USE_TLS") if found.get(name)] == [security] * bool(
        security
    )


@pytest.mark.parametrize(
    ("url", "wrong"),
    [
        ("mail.example.org", "begins with"),
        ("imap://u:segreto@mail.example.org", "begins with imap://"),
        ("smtp:///?from=a@example.org", "names no host"),
        ("smtp://u:segreto@mail.example.org", "not from whom"),
    ],
)
def test_what_is_wrong_is_said_without_the_password(url: str, wrong: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=wrong) as refused:
        email_settings(url)
    assert "segreto" not in str(refused.value)
