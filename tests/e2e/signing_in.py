"""Coming in with a session, where the sign-in itself is not what is looked at."""

from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import BrowserContext


def sign_in(context: BrowserContext, user: User, site: str) -> None:
    """From now on the context's pages are the user's."""
    client = Client()
    client.force_login(user)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": site}])
