"""The heavy part of a job: a process of its own, `manage.py do_job`, which may end at any moment without its
worker. It tells the worker how far it is, one JSON object a line; the worker alone writes the job's row.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from select import select
from tempfile import TemporaryDirectory
from typing import IO

import msgspec
from django.conf import settings
from django.core.files.base import ContentFile
from django.db.models.functions import Now
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _, override

from clubtornei.jobs.models import Job, JobState, files

LOOKS = 0.5  # seconds between two looks at whether the job is to stop


class JobRefused(Exception):
    """What is asked for cannot be done; the message says why."""


class Progress(msgspec.Struct, frozen=True, omit_defaults=True):
    """How far a job is: `done` of `total` steps. For the words beside it: `players` read."""

    done: int = 0
    total: int = 0
    players: int = 0


ReportProgress = Callable[[Progress], None]
"""What the work of a job (`JOBS` in the settings) says with how far it is."""


class ProcessEnd(msgspec.Struct, frozen=True):
    """How the process ended. `result`: the name of the file that it has made."""

    state: str = JobState.INTERRUPTED
    why: str = ""
    result: str = ""


class ProcessMessage(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the process says: how far it is, and at last its ending."""

    progress: Progress = Progress()
    ending: ProcessEnd | None = None


def run(job: Job) -> ProcessEnd:
    """Do the job in a process, which ends before this returns. Temporary files have a folder of their own,
    as a process that is killed leaves them.
    """
    with (
        TemporaryDirectory(prefix="job-", ignore_cleanup_errors=True) as folder,
        subprocess.Popen(
            [sys.executable, "manage.py", "do_job", job.pk],
            cwd=settings.BASE_DIR,
            env=os.environ | {"TMPDIR": folder},
            stdin=subprocess.PIPE,  # it ends when this closes: with its worker
            stdout=subprocess.PIPE,
        ) as process,
    ):
        assert process.stdout
        try:
            return _followed(job, process.stdout)
        finally:
            process.kill()


def _followed(job: Job, messages: IO[bytes]) -> ProcessEnd:
    """Write down how far it is until it ends, or is to end."""
    alive = Job.objects.filter(pk=job.pk, run=job.run, state=JobState.RUNNING, cancel=False)
    latest = ProcessMessage()
    while latest.ending is None:
        if not alive.update(beat=Now(), progress=msgspec.to_builtins(latest.progress)):
            return ProcessEnd(JobState.CANCELLED)
        if select([messages], [], [], LOOKS)[0]:
            lines = os.read(messages.fileno(), 1 << 16).splitlines()
            if not lines:
                return ProcessEnd()
            latest = msgspec.json.decode(lines[-1], type=ProcessMessage)
    return latest.ending


def perform(job: Job, send: Callable[[ProcessMessage], None]) -> None:
    """What the process does: the work, and say how it ended."""
    with override(job.language):
        try:
            made = import_string(settings.JOBS[job.kind])(
                job, lambda progress: send(ProcessMessage(progress))
            )
        except JobRefused as refused:
            ending = ProcessEnd(JobState.REFUSED, why=str(refused))
        except MemoryError:
            ending = ProcessEnd(
                JobState.REFUSED, why=_("Ci vuole troppa memoria: chiedine una parte alla volta.")
            )
        else:
            ending = ProcessEnd(JobState.DONE, result=files().save(job.pk, ContentFile(made)) if made else "")
    send(ProcessMessage(ending=ending))


def forget_file(name: str) -> None:
    """Delete a job's file; one that cannot be deleted now is so later, by its age."""
    if name:
        with suppress(OSError):
            files().delete(name)
