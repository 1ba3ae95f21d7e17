"""`manage.py worker`: does jobs, one at a time, and looks after those of workers that died."""

import time
from argparse import ArgumentParser
from contextlib import suppress
from threading import Thread
from typing import Any

from django.db import Error, OperationalError, close_old_connections
from django_tasks_db.management.commands import db_worker

from clubtornei.jobs.actions import revive_lost_jobs
from clubtornei.jobs.models import LISTS, PRINTS

INTERVAL = 0.3  # seconds between two looks for a task
LOOKS_AFTER = 10.0  # seconds between two looks for lost jobs
PAUSE = 1.0  # seconds; the database is back soon


class Command(db_worker.Command):
    help = "Does jobs; with --queue-name=prints no rating lists."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.set_defaults(
            queue_name=f"{PRINTS},{LISTS}", interval=INTERVAL, startup_delay=False, reload=False
        )

    def configure_logging(self, verbosity: int) -> None:
        """What is logged stands in the settings."""

    def handle(self, *args: Any, **options: Any) -> None:
        Thread(target=look_after_lost_jobs, daemon=True).start()
        while True:
            try:
                return super().handle(*args, **options)
            except OperationalError:
                time.sleep(PAUSE)


def look_after_lost_jobs() -> None:
    while True:
        with suppress(Error):
            close_old_connections()
            revive_lost_jobs()
        time.sleep(LOOKS_AFTER)
