"""The workers, which do prints, packages and rating lists beside the site: `manage.py worker`."""

import os
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
WITHOUT_LISTS = "--queue-name=prints"
STOP = (signal.SIGTERM, 1.0)  # seconds; what is not done by then is done again after the next start
REST = 5.0  # seconds between two starts


def worker_programs() -> dict[str, list[str]]:
    """As many workers as WORKERS says, by name: the words behind `python`. Of several, the first takes no
    rating lists, so that none keeps a print waiting. Exits with a sentence if WORKERS is no such number.
    """
    text = os.environ.get("WORKERS") or str(USUAL)
    if not text.isdecimal() or not 0 < int(text) <= MOST:
        sys.exit(sentence("bad_workers", value=text, most=MOST))
    programs = {f"worker {number}": ["manage.py", "worker"] for number in range(1, int(text) + 1)}
    if len(programs) > 1:
        programs["worker 1"].append(WITHOUT_LISTS)
    return programs


class Workers:
    """Those that run. Each is started again when it has ended."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self.environment, self.programs = dict(environment), worker_programs()
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        self.started = dict.fromkeys(self.programs, -REST)

    def keep_at_work(self) -> None:
        for name, words in self.programs.items():
            ended = name not in self.running or self.running[name].poll() is not None
            if ended and time.monotonic() - self.started[name] >= REST:
                self.started[name] = time.monotonic()
                self.running[name] = children.start(
                    [sys.executable, *words], stop_signal=signal.SIGTERM, cwd=ROOT, env=self.environment
                )


@contextmanager
def at_work(environment: Mapping[str, str]) -> Iterator[Workers]:
    """Workers, as long as the block runs and calls `keep_at_work` now and then."""
    workers = Workers(environment)
    try:
        yield workers
    finally:
        for process in workers.running.values():
            children.stop(process, STOP)
