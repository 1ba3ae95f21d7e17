"""Doing jobs in this process, where no worker runs."""

from clubtornei.jobs.actions import finish_job, start_job
from clubtornei.jobs.models import Job, JobState
from clubtornei.jobs.process import ProcessMessage, perform


def do_jobs() -> None:
    """Those whose turn it is, one after the other."""
    while job := Job.objects.filter(state=JobState.WAITING, task__isnull=False).first():
        told: list[ProcessMessage] = []
        begun = start_job(job.pk)
        assert begun
        perform(begun, told.append)
        ending = told[-1].ending
        assert ending
        finish_job(begun, ending)
