"""In place of Django's command, which test cases call that commit (tests/settings.py)."""

from typing import Any

from django.core.management.commands import flush

from tests.emptying import empty_database


class Command(flush.Command):
    """Deletes whatever the migrations have not put into the database."""

    def handle(self, **_options: Any) -> None:
        empty_database()
