"""How many passwords are hashed at a time: each takes a processor for a good part of a second.

At most two in a process, of which browsers that are not known have one: a crowd at the sign-in page holds up
neither the public pages nor the organisers.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin

AT_A_TIME = BoundedSemaphore(2)
OF_UNKNOWN_BROWSERS = BoundedSemaphore(1)
WAIT = 1.0  # seconds for a place; an unknown browser does not wait
RETRY_AFTER = 2  # seconds


class HashingBusy(Exception):
    """Others are signing in: the browser is to try again in a moment."""


class PasswordHasher(PBKDF2PasswordHasher):
    """Django's, in one of the places. Raises HashingBusy if none becomes free."""

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        if not AT_A_TIME.acquire(timeout=WAIT):
            raise HashingBusy
        try:
            return super().encode(password, salt, iterations)
        finally:
            AT_A_TIME.release()


@contextmanager
def place_for_unknown_browser() -> Iterator[None]:
    """The one place that browsers have that are not known. Raises HashingBusy if it is taken."""
    if not OF_UNKNOWN_BROWSERS.acquire(blocking=False):
        raise HashingBusy
    try:
        yield
    finally:
        OF_UNKNOWN_BROWSERS.release()


class HashingBusyMiddleware(MiddlewareMixin):
    """Answers HashingBusy with 429, wherever a password is hashed."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, HashingBusy):
            return None
        headers = {"Retry-After": str(RETRY_AFTER)}
        return HttpResponse(render(request, "accounts/busy.html").content, status=429, headers=headers)
