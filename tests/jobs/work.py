"""What the jobs of these tests do."""

import os
import signal
import time

from clubtornei.jobs.models import Job, files
from clubtornei.jobs.process import Progress, Tell


def sleep(job: Job, tell: Tell) -> bytes:
    """Until the test lets it go on, with progress."""
    while not files().exists("go"):
        tell(Progress(os.getpid()))
        time.sleep(0.1)
    return b"slept"


def write(_job: Job, _tell: Tell) -> bytes:
    return b"written"


def crash(_job: Job, _tell: Tell) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def swell(_job: Job, _tell: Tell) -> bytes:
    return bytes(8 << 30)
