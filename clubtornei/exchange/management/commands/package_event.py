"""`manage.py package_event`: packs everything of an event, as the site begins it."""

import os
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from clubtornei.exchange.package_jobs import pack

NICENESS = 10


class Command(BaseCommand):
    help = "Packs an event: document, sheets and spreadsheets, as its page asks for."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", type=int)

    def handle(self, *args: Any, **options: Any) -> None:
        os.nice(NICENESS)
        pack(options["event"])
