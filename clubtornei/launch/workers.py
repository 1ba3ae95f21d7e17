"""The workers, which do prints, packages and rating lists beside the site: `manage.py worker`."""

import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from clubtornei.launch import children
from clubtornei.launch.environment import ROOT
from clubtornei.launch.sentences import sentence

USUAL, MOST = 2, 16
STOP = (signal.SIGTERM, 1.0)  # seconds; what is not done by then is done again after the next start
REST = 5.0  # seconds between two starts of one that dies
WITHOUT_LISTS = "--queue-name=prints"


class Workers:
    """Of several, the first takes no rating lists, so that none keeps a print waiting."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self.environment = dict(environment)
        count = number_of_workers(environment)
        self.options = [[WITHOUT_LISTS] if count > 1 and not number else [] for number in range(count)]
        self.running: dict[int, subprocess.Popen[bytes]] = {}
        self.started: dict[int, float] = {}

    def keep_at_work(self) -> None:
        """Start those that do not run."""
        for number, options in enumerate(self.options):
            ended = number not in self.running or self.running[number].poll() is not None
            if ended and time.monotonic() - self.started.get(number, -REST) >= REST:
                self.started[number] = time.monotonic()
                self.running[number] = children.start(
                    [sys.executable, "manage.py", "worker", *options],
                    stop_signal=signal.SIGTERM,
                    cwd=ROOT,
                    env=self.environment,
                )

    def stop(self) -> None:
        for process in self.running.values():
            children.stop(process, STOP)


@contextmanager
def at_work(environment: Mapping[str, str]) -> Iterator[Workers]:
    """Workers, as long as the block runs and calls `keep_at_work` now and then."""
    workers = Workers(environment)
    try:
        yield workers
    finally:
        workers.stop()


def number_of_workers(environment: Mapping[str, str]) -> int:
    """WORKERS; 0: another machine has them. Exits with a sentence if it is no such number."""
    text = environment.get("WORKERS") or str(USUAL)
    if not text.isdecimal() or int(text) > MOST:
        sys.exit(sentence("bad_workers", value=text, most=MOST))
    return int(text)
