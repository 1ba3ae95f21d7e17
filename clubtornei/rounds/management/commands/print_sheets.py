"""`manage.py print_sheets`: the process of a print that takes long, as the site begins it."""

import os
import signal
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import connection
from psycopg import IsolationLevel

from clubtornei.rounds.printouts.print_job import print_job

NICENESS = 10


class Command(BaseCommand):
    help = "Prints the sheets of a job, as its page asks for."
    requires_system_checks = ()  # those of the site, which takes its time for them

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("key")

    def handle(self, *args: Any, **options: Any) -> None:
        step_back()
        # All that a transaction reads is of one moment, whatever is entered meanwhile.
        connection.settings_dict["OPTIONS"]["isolation_level"] = IsolationLevel.REPEATABLE_READ
        print_job(options["key"])


def step_back() -> None:
    """Where processors or memory run short, the hall comes first: of a crosstable of 200 WeasyPrint makes
    boxes of 0.9 GB. What Linux takes memory from is interrupted, and can be printed again. Ctrl-C at the
    terminal of the site ends it without a word.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    with suppress(OSError):
        os.nice(NICENESS)
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")
