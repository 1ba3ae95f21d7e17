"""Django's sessions in the database, each with its user, so that he sees his own and ends them."""

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions

from clubtornei.accounts.models import Session
from clubtornei.text.untyped import CleanedData

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
