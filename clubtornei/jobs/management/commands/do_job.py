"""`manage.py do_job`: the heavy part of a job, as its worker begins it."""

import os
import resource
import signal
import sys
from contextlib import suppress
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandParser
from django.db import connection
from psycopg import IsolationLevel

from clubtornei.jobs.models import Job
from clubtornei.jobs.process import LOOKS, ProcessMessage, perform

NICENESS = 10
MEMORY = 2 << 30  # bytes of address space: a crosstable of 200 takes 0.9 GB


class Command(BaseCommand):
    help = "Does a job, for its worker."
    requires_system_checks = ()  # those of the site, which takes its time for them

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("job")

    def handle(self, *args: Any, **options: Any) -> None:
        step_back()
        Thread(target=end_with_worker, daemon=True).start()
        messages, sys.stdout = sys.stdout, sys.stderr
        reported_at = 0.0

        def send(message: ProcessMessage) -> None:
            nonlocal reported_at
            if message.ending or monotonic() - reported_at >= LOOKS:
                reported_at = monotonic()
                os.write(messages.fileno(), msgspec.json.encode(message) + b"\n")  # at once, as it is short

        # All that a transaction reads is of one moment, whatever is entered meanwhile.
        connection.settings_dict["OPTIONS"]["isolation_level"] = IsolationLevel.REPEATABLE_READ
        perform(Job.objects.get(pk=options["job"]), send)


def step_back() -> None:
    """Where processors or memory run short, the hall comes first. A signal is for the worker, whose end ends
    this process.
    """
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError, ValueError):  # macOS has no such limit
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    with suppress(OSError):
        os.nice(NICENESS)
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")


def end_with_worker() -> None:
    """The worker's end of the pipe closes when it ends, however that happens."""
    sys.stdin.buffer.read()
    os._exit(1)
