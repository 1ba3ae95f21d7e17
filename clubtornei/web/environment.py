"""What the environment says, checked for the settings: sending mail, whom to write to, the time zone."""

import os
from difflib import get_close_matches
from urllib.parse import parse_qs, unquote, urlsplit
from zoneinfo import ZoneInfo, available_timezones

from django.core.exceptions import ImproperlyConfigured

SMTP = "django.core.mail.backends.smtp.EmailBackend"
BACKENDS = {
    "smtp": (SMTP, 25, {}),
    "smtp+tls": (SMTP, 587, {"EMAIL_USE_TLS": True}),
    "smtps": (SMTP, 465, {"EMAIL_USE_SSL": True}),
    "console": ("django.core.mail.backends.console.EmailBackend", 0, {}),
}
TIMEOUT = 10  # seconds: an organiser waits for it


def env_flag(name: str) -> bool:
    """Whether the environment variable `name` is set to 1, true, yes or on."""
    return os.environ.get(name, "").lower() in {"1", "true", "yes", "on"}


def checked_days(name: str, days: str) -> int:
    """A number of days from the environment. Raises ImproperlyConfigured."""
    if not (days.isdecimal() and int(days) <= 36_500):
        raise ImproperlyConfigured(f"{name}={days}: a number of days from 0 (for ever) to 36500 is needed.")
    return int(days)


def email_settings(url: str) -> dict[str, str | int | bool]:
    """Django's settings, from smtp+tls://user:password@host:587/?from=torneo@example.org, for example.

    Raises ImproperlyConfigured, with what is wrong, but without the password.
    """
    parts = urlsplit(url)
    if parts.scheme not in BACKENDS:
        raise ImproperlyConfigured(
            f"EMAIL_URL begins with {parts.scheme}://, not with one of {', '.join(BACKENDS)}"
        )
    backend, port, security = BACKENDS[parts.scheme]
    if backend == SMTP and not parts.hostname:
        raise ImproperlyConfigured("EMAIL_URL names no host")
    sender = parse_qs(parts.query).get("from", [unquote(parts.username or "")])[0]
    if "@" not in sender:
        raise ImproperlyConfigured("EMAIL_URL says not from whom: add ?from=name@example.org")
    return {
        "EMAIL_BACKEND": backend,
        "EMAIL_HOST": parts.hostname or "",
        "EMAIL_PORT": parts.port or port,
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_TIMEOUT": TIMEOUT,
        "DEFAULT_FROM_EMAIL": sender,
        **security,
    }


def contact_url(text: str) -> str:
    """The SECURITY_CONTACT as a URL: `mailto:` before a mail address. Raises ImproperlyConfigured."""
    if not text or text.startswith(("https://", "mailto:")):
        return text
    if "@" not in text or not text.isprintable() or " " in text:
        raise ImproperlyConfigured("SECURITY_CONTACT is neither a mail address nor an https:// one")
    return f"mailto:{text}"


def checked_time_zone(name: str) -> str:
    """The name. Raises ImproperlyConfigured, with the name that may be meant, where there is no such zone."""
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # KeyError: not found; the others: no name at all, or a folder
        raise ImproperlyConfigured(_message(name)) from None
    return name


def _message(name: str) -> str:
    known = sorted(available_timezones())
    near = get_close_matches(name, known, n=1) or ["Europe/Rome"]
    return (
        f"TIME_ZONE={name} is no time zone. Write a place as the tz database does, for example"
        f" TIME_ZONE={near[0]}, or leave it out for Europe/Rome."
    )
