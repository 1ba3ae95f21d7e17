"""Beginning the session of a user."""

from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.http import HttpRequest


def sign_in(request: HttpRequest, user: User) -> None:
    """From now on the browser's requests are the user's."""
    login(request, user, backend=settings.AUTHENTICATION_BACKENDS[-1])
