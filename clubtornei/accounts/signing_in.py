"""Beginning the session of a user, and ending those that he has."""

from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now

from clubtornei.accounts.lockouts import remember_browser
from clubtornei.accounts.models import LONGEST_ADDRESS, LONGEST_AGENT, Session
from clubtornei.accounts.sessions import SIGNED_IN
from clubtornei.text.text_fields import one_line
from clubtornei.web.http import client_address


def sign_in(request: HttpRequest, user: User, response: HttpResponse) -> HttpResponse:
    """From now on the browser's requests are the user's. Returns the response, by which it is known again."""
    login(request, user, backend=settings.AUTHENTICATION_BACKENDS[-1])
    request.session[SIGNED_IN] = {
        "signed_in_at": now().isoformat(),
        "agent": one_line(request.headers.get("User-Agent", ""))[:LONGEST_AGENT],
        "address": one_line(client_address(request) or "")[:LONGEST_ADDRESS],
    }
    remember_browser(request, response, user)
    return response


def end_sessions(user: User, but: str | None = None) -> None:
    """End the user's sessions in all browsers, but for the one with that key. The password has changed:
    Django lets none of them in any more, and so they are not to be listed.
    """
    Session.objects.filter(user=user).exclude(pk=but or "").delete()
