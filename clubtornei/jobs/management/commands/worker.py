"""`manage.py worker`: does jobs, one at a time; beside them, the routines and the nightly commands."""

import logging
import time
from argparse import ArgumentParser
from collections.abc import Callable
from datetime import datetime, timedelta
from threading import Thread
from typing import Any, NoReturn

from django.conf import settings
from django.core.management import call_command
from django.db import Error, OperationalError, close_old_connections
from django.utils.module_loading import import_string
from django_tasks_db.management.commands import db_worker

from clubtornei.jobs.models import LISTS, MAIL, PRINTS

logger = logging.getLogger(__name__)

INTERVAL = 0.3  # seconds between two looks for a task
PAUSE = 1.0  # seconds, until the database is back
AFTER_START, NIGHT = 60.0, 3  # seconds, o'clock


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
        for path, seconds in settings.ROUTINES.items():
            Thread(target=repeat, args=(import_string(path), seconds), daemon=True).start()
        for command in settings.NIGHTLY if LISTS in options["queue_name"] else ():
            Thread(target=repeat, args=(Nightly(command).run_if_due, AFTER_START), daemon=True).start()
        while True:
            try:
                return super().handle(*args, **options)
            except OperationalError:
                time.sleep(PAUSE)


class Nightly:
    """A command of `manage.py`: each night, and soon after the start, as laptops sleep at night."""

    def __init__(self, command: str) -> None:
        self.command, self.due = command, time.time() + AFTER_START

    def run_if_due(self) -> None:
        if time.time() >= self.due:
            self.due = next_night(time.time())
            call_command(self.command)


def next_night(now: float) -> float:
    """The next three o'clock of this machine."""
    today = datetime.fromtimestamp(now)
    night = today.replace(hour=NIGHT, minute=0, second=0, microsecond=0)
    return (night if today < night else night + timedelta(days=1)).timestamp()


def repeat(routine: Callable[[], float | None], seconds: float) -> NoReturn:
    """Do it again and again, whatever becomes of it, after so many seconds, or as many as it says."""
    while True:
        pause = None
        try:
            close_old_connections()
            pause = routine()
        except Error:  # the database is back soon
            pass
        except Exception:
            logger.exception("A routine of the worker has failed.")
        time.sleep(pause or seconds)
