"""What the jobs of these tests do."""

import os
import signal
import time

from clubtornei.jobs.models import Job, files
from clubtornei.jobs.process import Progress, ReportProgress


def sleep(job: Job, report_progress: ReportProgress) -> bytes:
    """Until the test lets it go on, with progress."""
    while not files().exists("go"):
        report_progress(Progress(os.getpid()))
        time.sleep(0.1)
    return b"slept"


def write(_job: Job, _report_progress: ReportProgress) -> bytes:
    return b"written"


def crash(_job: Job, _report_progress: ReportProgress) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def swell(_job: Job, _report_progress: ReportProgress) -> bytes:
    return bytes(8 << 30)
