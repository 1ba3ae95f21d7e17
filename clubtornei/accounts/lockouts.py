"""Who has given too many wrong passwords, and until when he waits: what django-axes keeps, in our words."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from ipaddress import ip_address

from axes.models import AccessAttempt
from axes.utils import reset
from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Max, Sum
from django.http import HttpRequest
from django.utils.timezone import now


def client_address(request: HttpRequest) -> str | None:
    """The address of who asks; where there is a proxy in front, what it says behind all that others said."""
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.HTTPS else ""
    for said in (forwarded.rpartition(",")[2].strip(), request.META.get("REMOTE_ADDR", "")):
        with suppress(ValueError):
            return str(ip_address(said))
    return None


def locked_until(names: Iterable[str], address: str | None = None) -> dict[str, datetime]:
    """When each of these user names that is locked out may try again; from that address, or from any.

    One query. Some may be nobody's: what is answered must not tell.
    """
    wait = settings.AXES_COOLOFF_TIME
    attempts = AccessAttempt.objects.filter(username__in=names, attempt_time__gt=now() - wait)
    if address is not None:
        attempts = attempts.filter(ip_address=address)
    counted = attempts.order_by().values("username", "ip_address")
    locked = counted.annotate(failures=Sum("failures_since_start"), last=Max("attempt_time")).filter(
        failures__gte=settings.AXES_FAILURE_LIMIT
    )
    return {row["username"]: row["last"] + wait for row in locked.order_by("last")}


def lift(user: User) -> None:
    """Let the user try again, from wherever."""
    reset(username=user.get_username())
