"""`manage.py worker`: does jobs and sends mail, one task at a time, and looks after what no task does yet."""

import logging
import time
from argparse import ArgumentParser
from threading import Thread
from typing import Any

from django.conf import settings
from django.db import OperationalError, close_old_connections
from django.utils.module_loading import import_string
from django_tasks_db.management.commands import db_worker

from clubtornei.jobs.models import LISTS, MAIL, PRINTS

logger = logging.getLogger(__name__)

INTERVAL = 0.3  # seconds between two looks for a task
LOOKS_AFTER = 10.0  # seconds between two looks at settings.LOOKED_AFTER
PAUSE = 1.0  # seconds; the database is back soon


class Command(db_worker.Command):
    help = "Does jobs and sends mail; with --queue-name=prints neither rating lists nor mail."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.set_defaults(
            queue_name=f"{PRINTS},{LISTS},{MAIL}", interval=INTERVAL, startup_delay=False, reload=False
        )

    def configure_logging(self, verbosity: int) -> None:
        """What is logged stands in the settings."""

    def handle(self, *args: Any, **options: Any) -> None:
        Thread(target=look_after, daemon=True).start()
        while True:
            try:
                return super().handle(*args, **options)
            except OperationalError:
                time.sleep(PAUSE)


def look_after() -> None:
    looks = [import_string(path) for path in settings.LOOKED_AFTER]
    while True:
        for look in looks:
            try:
                close_old_connections()
                look()
            except OperationalError:
                pass  # the database is back soon
            except Exception:  # what goes wrong in one must not end the others
                logger.exception("%s", look.__name__)
        time.sleep(LOOKS_AFTER)
