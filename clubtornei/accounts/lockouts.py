"""The limits of wrong passwords and codes. django-axes counts them and refuses; see AXES_ in the settings.

Three limits hold for a browser that is not known: account and address together, the address, and the account
from all addresses. A browser that has signed in to the account before has a signed cookie, and a budget of
its own, which the failures of others do not touch.
"""

import hashlib
from collections.abc import Iterable
from datetime import datetime, timedelta
from ipaddress import IPv6Address, ip_address

from axes.handlers.database import AxesDatabaseHandler
from axes.models import AccessAttempt, AccessBase, AccessFailureLog
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_login_failed
from django.db.models import Count, Max, Q, QuerySet, Sum
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.crypto import get_random_string
from django.utils.timezone import now

from clubtornei.web.http import client_address

PER_ADDRESS, ADDRESS_WINDOW = 30, timedelta(minutes=15)
PER_ACCOUNT, ACCOUNT_WINDOW = 50, timedelta(days=1)

SALT = "clubtornei.accounts.known_browser"
KNOWN_FOR = 365 * 24 * 60 * 60  # seconds since the browser last signed in
CODE = "code"
"""The step of a sign-in that comes after the password."""

Credentials = dict[str, str]
"""As Django's signals hand them on: `username`; and `step`, if it is not the password."""


def known_browser(request: HttpRequest, username: str) -> str | None:
    """What identifies this browser, if it has signed in to that account before."""
    value: str | None = request.get_signed_cookie(
        _cookie_name(username), default=None, salt=SALT, max_age=KNOWN_FOR
    )
    return value


def remember_browser(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Give the browser the cookie by which it is known. Only the pages of signing in get it back."""
    username = user.get_username()
    response.set_signed_cookie(
        _cookie_name(username),
        known_browser(request, username) or get_random_string(16),
        salt=SALT,
        max_age=KNOWN_FOR,
        path=reverse("login"),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _cookie_name(username: str) -> str:
    return f"known-{hashlib.sha256(username.encode()).hexdigest()[:16]}"


def counted_name(request: HttpRequest, credentials: Credentials | None) -> str:
    """Under which name django-axes counts a failure: the account; then the step and the known browser, each
    after a space, which no user name has.
    """
    given = credentials or {}
    username = given.get("username") or ""
    words = [username, given.get("step"), known_browser(request, username)]
    return " ".join(word for word in words if word)


def counted_address(request: HttpRequest) -> str | None:
    """The address under which a failure is counted: of IPv6 the network /64, which one customer has."""
    address = client_address(request)
    if address is None or not isinstance(found := ip_address(address), IPv6Address):
        return address
    return str(found.ipv4_mapped or IPv6Address(int(found) >> 64 << 64))


class SignInLimits(AxesDatabaseHandler):
    """django-axes, with the limits for an address and for an account beside its own."""

    def is_locked(self, request: HttpRequest, credentials: Credentials | None = None) -> bool:
        return waits_until(request, credentials or {}) is not None


def waits_until(request: HttpRequest, credentials: Credentials) -> datetime | None:
    """When the next password or code is looked at; None: at once."""
    name, address = counted_name(request, credentials), counted_address(request)
    ends = [_pairs_locked([name], address).get(name)]
    if not known_browser(request, credentials.get("username", "")):
        log = AccessFailureLog.objects
        ends.append(_limit_ends(log.filter(ip_address=address), PER_ADDRESS, ADDRESS_WINDOW))
        ends.append(_limit_ends(log.filter(username=name), PER_ACCOUNT, ACCOUNT_WINDOW))
    return max((end for end in ends if end), default=None)


def _limit_ends(failures: QuerySet[AccessFailureLog], limit: int, window: timedelta) -> datetime | None:
    """When fewer than `limit` of these failures are within the window; None: they are now."""
    times = failures.order_by("-attempt_time").filter(attempt_time__gt=now() - window)
    reached: datetime | None = times.values_list("attempt_time", flat=True)[limit - 1 : limit].first()
    return reached + window if reached else None


def _pairs_locked(names: Iterable[str], address: str | None = None) -> dict[str, datetime]:
    """When each of these names that is locked out at an address may try again; at that one, or at any."""
    wait = settings.AXES_COOLOFF_TIME
    attempts = AccessAttempt.objects.filter(username__in=names, attempt_time__gt=now() - wait)
    if address is not None:
        attempts = attempts.filter(ip_address=address)
    counted = attempts.order_by().values("username", "ip_address")
    locked = counted.annotate(failures=Sum("failures_since_start"), last=Max("attempt_time")).filter(
        failures__gte=settings.AXES_FAILURE_LIMIT
    )
    return {row["username"]: row["last"] + wait for row in locked.order_by("last")}


def locked_until(names: Iterable[str]) -> dict[str, datetime]:
    """When each of these accounts that is locked out, at some address or at all, may try again. Two queries,
    and one for each account that is locked at all addresses.
    """
    names = list(names)
    recent = AccessFailureLog.objects.filter(username__in=names, attempt_time__gt=now() - ACCOUNT_WINDOW)
    counted = recent.order_by().values("username").annotate(failures=Count("pk"))
    everywhere = counted.filter(failures__gte=PER_ACCOUNT).values_list("username", flat=True)
    ends = {
        name: _limit_ends(recent.filter(username=name), PER_ACCOUNT, ACCOUNT_WINDOW) for name in everywhere
    }
    return _pairs_locked(names) | {name: end for name, end in ends.items() if end}


def count_wrong_code(request: HttpRequest, user: User) -> None:
    """Count it as django-axes counts a wrong password."""
    credentials = {"username": user.get_username(), "step": CODE}
    user_login_failed.send(sender=__name__, credentials=credentials, request=request)


def failures_of(user: User) -> list[QuerySet[AccessBase]]:
    """The wrong passwords and codes given for the account, as django-axes keeps them in its two tables."""
    name = user.get_username()
    counted = Q(username=name) | Q(username__startswith=f"{name} ")
    return [model.objects.filter(counted) for model in (AccessAttempt, AccessFailureLog)]


def lift(user: User) -> None:
    """Let the user try again, from wherever."""
    for failures in failures_of(user):
        failures.delete()
