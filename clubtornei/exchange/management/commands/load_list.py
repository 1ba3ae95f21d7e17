"""`manage.py load_list`: loads the rating list that was uploaded, as the site begins it."""

import os
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from clubtornei.exchange.load_job import load_job
from clubtornei.exchange.models import TABLES

NICENESS = 10


class Command(BaseCommand):
    help = "Loads the rating list that was uploaded on the page of the lists."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("list", choices=sorted(TABLES))

    def handle(self, *args: Any, **options: Any) -> None:
        os.nice(NICENESS)
        load_job(options["list"])
