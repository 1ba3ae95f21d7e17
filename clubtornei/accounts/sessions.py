"""Django's sessions in the database, each with its user, so that he sees his own and ends them."""

from django.conf import settings
from django.contrib.auth import SESSION_KEY, login
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions
from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now

from clubtornei.accounts.lockouts import remember_browser
from clubtornei.accounts.models import LONGEST_ADDRESS, LONGEST_AGENT, Session
from clubtornei.text.text_fields import one_line
from clubtornei.text.untyped import CleanedData
from clubtornei.web.http import client_address

SIGNED_IN = "signed_in"
"""The key of the session with what is remembered of its beginning: at, agent, address."""


class SessionStore(DatabaseSessions):
    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def create_model_instance(self, data: CleanedData) -> Session:
        session = super().create_model_instance(data)
        assert isinstance(session, Session)
        session.user_id = int(data[SESSION_KEY]) if SESSION_KEY in data else None
        for name, value in data.get(SIGNED_IN, {}).items():
            setattr(session, name, value)
        return session


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
