"""The way of a job through the queue. Each step is one transaction; the club's row is locked first.

A club has `AT_ONCE` jobs at a time in a queue; only these have a task that a worker can take.
"""

from contextlib import suppress
from datetime import timedelta

from django.core.files import File
from django.db import transaction
from django.db.models.functions import Now
from django.utils.timezone import now
from django.utils.translation import get_language, gettext as _
from django_tasks import task
from django_tasks_db.models import DBTaskResult

from clubtornei.accounts.models import Club
from clubtornei.jobs.models import LISTS, PRINTS, UNDER_WAY, Job, JobState, files
from clubtornei.jobs.process import ProcessEnd, forget_file, run
from clubtornei.text.untyped import JsonObject

AT_ONCE = 2
MOST_UNDER_WAY = 20  # of a club
MOST_RUNS = 2  # whatever ends its worker twice is not tried again
KEPT = timedelta(days=1)


class TooManyJobs(Exception):
    """The club has `MOST_UNDER_WAY` jobs; the message says so."""


@transaction.atomic
def request_job(
    club: Club,
    kind: str,
    key: str,
    asked: JsonObject,
    *,
    queue: str = PRINTS,
    upload: File[bytes] | None = None,
) -> tuple[Job, bool]:
    """The job under way for the key, or else a new one; and whether it is new. Raises TooManyJobs."""
    _lock(club.pk)
    under_way = Job.objects.filter(key=key).under_way().first()
    if under_way:
        return under_way, False
    if club.jobs.under_way().count() >= MOST_UNDER_WAY:
        raise TooManyJobs(_("Il circolo ha già troppi lavori in coda: aspetta che ne finisca qualcuno."))
    given = {"club": club, "kind": kind, "queue": queue, "asked": asked, "language": get_language() or "it"}
    job, is_new = Job.objects.get_or_create(given, key=key, state__in=UNDER_WAY)
    if is_new and upload:
        job.upload = files().save(job.pk, upload)
        job.save(update_fields=["upload"])
    _give_turns(club.pk)
    return job, is_new


@transaction.atomic
def cancel_job(job: Job) -> None:
    """One that runs ends within a second; one that waits, at once."""
    _lock(job.club_id)
    Job.objects.filter(pk=job.pk, state=JobState.RUNNING).update(cancel=True)
    if Job.objects.filter(pk=job.pk, state=JobState.WAITING).update(state=JobState.CANCELLED):
        forget_file(job.upload)
        _give_turns(job.club_id)


@task(queue_name=PRINTS)
def do_job(pk: str) -> None:
    """What a worker does. Twice is harmless: only a job that waits is begun. After an error here, or in the
    database, the job is lost and revived.
    """
    if job := start_job(pk):
        finish_job(job, run(job))


@transaction.atomic
def start_job(pk: str) -> Job | None:
    """The job, which runs from now on; None if it no longer waits."""
    job = Job.objects.select_for_update(of=("self",)).filter(pk=pk, state=JobState.WAITING).first()
    if job:
        job.state, job.run = JobState.RUNNING, job.run + 1
        Job.objects.filter(pk=pk).update(state=job.state, run=job.run, beat=Now())
    return job


@transaction.atomic
def finish_job(job: Job, ending: ProcessEnd) -> None:
    """The job ends so, unless it has been begun again, and the next one of the club has its turn."""
    _lock(job.club_id)
    ours = Job.objects.filter(pk=job.pk, run=job.run, state=JobState.RUNNING)
    if ours.update(state=ending.state, why=ending.why, result=ending.result):
        forget_file(job.upload)
    else:
        forget_file(ending.result)
    _give_turns(job.club_id)


def revive_lost_jobs() -> None:
    """Let what died with its worker be done again, or say that it was interrupted."""
    for pk, club in Job.objects.lost().values_list("pk", "club"):
        with transaction.atomic():
            _lock(club)
            job = Job.objects.lost().select_for_update(of=("self",)).filter(pk=pk).first()
            if job is None:
                continue
            job.task, job.state = None, JobState.WAITING
            if job.cancel:
                job.state = JobState.CANCELLED
            elif job.run >= MOST_RUNS:
                job.state = JobState.INTERRUPTED
            job.save(update_fields=["task", "state"])
            _give_turns(club)


def _give_turns(club: int) -> None:
    """Queue the tasks of the club's oldest jobs, as many as it may have at once in each queue."""
    for queue in (PRINTS, LISTS):
        jobs = Job.objects.filter(club=club, queue=queue).under_way()
        at_work = jobs.filter(task__isnull=False).count()
        for job in jobs.filter(task=None).order_by("created_at")[: max(AT_ONCE - at_work, 0)]:
            queued = do_job.using(queue_name=job.queue).enqueue(job.pk)
            Job.objects.filter(pk=job.pk).update(task=queued.id, beat=Now())


def _lock(club: int) -> None:
    """As `lock_club`, of a club that may have been deleted meanwhile."""
    Club.objects.select_for_update(no_key=True).filter(pk=club).first()


def forget_jobs(club: Club) -> None:
    """Delete what was made of a club's data, or is being made: it may not be shown any more."""
    jobs = club.jobs.filter(queue=PRINTS)
    for name in jobs.values_list("result", flat=True):
        forget_file(name)
    jobs.delete()


def delete_old_jobs() -> int:
    """Delete jobs, tasks and files of before yesterday; how many jobs."""
    until = now() - KEPT
    DBTaskResult.objects.filter(enqueued_at__lt=until).delete()
    storage = files()
    with suppress(FileNotFoundError):  # there is no folder before the first file
        for name in storage.listdir("")[1]:
            if storage.get_modified_time(name) < until:
                storage.delete(name)
    return Job.objects.filter(created_at__lt=until).delete()[0]
