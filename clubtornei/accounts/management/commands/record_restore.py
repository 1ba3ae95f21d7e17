"""`manage.py record_restore FILE`, called after a restore: the log tells of it."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from clubtornei.accounts.audit import record


class Command(BaseCommand):
    help = "Writes into the log that the backup of this name was restored."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file")

    def handle(self, *args: Any, **options: Any) -> None:
        record("restored", None, None, name=options["file"])
