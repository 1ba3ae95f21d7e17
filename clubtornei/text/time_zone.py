"""The time zone that the environment names."""

from difflib import get_close_matches
from zoneinfo import ZoneInfo, available_timezones

from django.core.exceptions import ImproperlyConfigured


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
