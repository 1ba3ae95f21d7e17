"""The settings for sending mail, from one URL; and the contact of those who run the site."""

from urllib.parse import parse_qs, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

SMTP = "django.core.mail.backends.smtp.EmailBackend"
BACKENDS = {
    "smtp": (SMTP, 25, {}),
    "smtp+tls": (SMTP, 587, {"EMAIL_USE_TLS": True}),
    "smtps": (SMTP, 465, {"EMAIL_USE_SSL": True}),
    "console": ("django.core.mail.backends.console.EmailBackend", 0, {}),
}
TIMEOUT = 10  # seconds: an organiser waits for it


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
