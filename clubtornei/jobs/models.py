"""A job: what was asked for, how far it is, and how it ended. Its row stands beside the task that does it.

No backup has these rows, and a day after the job they are deleted with its files (`actions.delete_old_jobs`).
"""

from datetime import timedelta
from secrets import token_hex
from typing import Self

from django.core.files.storage import Storage, storages
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Now
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from clubtornei.accounts.models import Club

PRINTS, LISTS, MAIL = "prints", "lists", "mail"
"""The queues. One worker takes only the first, so that neither rating lists nor mail keep a print waiting."""
SILENT = timedelta(seconds=20)
"""A worker that says nothing for so long is dead, or the machine slept."""


def files() -> Storage:
    """Where uploads and results are: a folder, or what machines share."""
    return storages["jobs"]


def new_id() -> str:
    return token_hex(16)


class JobState(models.TextChoices):
    """`REFUSED`: the work itself says why it cannot be done; `INTERRUPTED`: its process ended before it."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    REFUSED = "refused"
    CANCELLED = "cancelled"
    INTERRUPTED = "interrupted"


class JobQuerySet(models.QuerySet["Job"]):
    def under_way(self) -> Self:
        return self.filter(state__in=UNDER_WAY)

    def lost(self) -> Self:
        """The jobs that had their turn, of which nothing is heard, and that no worker will take."""
        ready = DBTaskResult.objects.filter(pk=OuterRef("task"), status=TaskResultStatus.READY)
        silent = self.under_way().filter(task__isnull=False, beat__lt=Now() - SILENT)
        return silent.filter(~Exists(ready))

    def last_for(self, key: str) -> "Job | None":
        """The last job for this, if there was one."""
        return self.filter(key=key).order_by("-created_at").first()


UNDER_WAY = (JobState.WAITING, JobState.RUNNING)


class Job(models.Model):
    """`kind`: of work, one of `JOBS` in the settings. `key`: of what is asked for; two jobs under way differ
    in it. `asked`: what that work is told. `upload`, `result`: names of `files()`. `task`: of django-tasks,
    once it is the job's turn. `run`: how many times it was begun. `cancel`: it is to stop. `beat`: when the
    worker last said that it lives. `why`: it was refused.
    """

    id = models.CharField(max_length=32, primary_key=True, default=new_id)
    club = models.ForeignKey(Club, models.CASCADE, related_name="jobs")
    kind = models.CharField(max_length=10)
    queue = models.CharField(max_length=10)
    key = models.CharField(max_length=64)
    asked = models.JSONField()
    language = models.CharField(max_length=10)
    upload = models.CharField(max_length=200, blank=True)
    result = models.CharField(max_length=200, blank=True)
    state = models.CharField(max_length=15, default=JobState.WAITING)
    task = models.UUIDField(null=True)
    run = models.PositiveSmallIntegerField(default=0)
    progress = models.JSONField(default=dict)
    cancel = models.BooleanField(default=False)
    beat = models.DateTimeField(null=True)
    why = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = JobQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["key"], condition=Q(state__in=UNDER_WAY), name="one_job_under_way_for_a_key"
            )
        ]
        indexes = [models.Index(fields=["key"])]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}: {self.state}"

    @property
    def under_way(self) -> bool:
        return self.state in UNDER_WAY

    @property
    def waiting(self) -> bool:
        return self.state == JobState.WAITING

    @property
    def done(self) -> bool:
        return self.state == JobState.DONE

    @property
    def cancelled(self) -> bool:
        return self.state == JobState.CANCELLED

    @property
    def place(self) -> int:
        """In its queue, from 1, while it waits. Of other clubs only what has its turn stands before it."""
        before = Job.objects.filter(queue=self.queue, state=JobState.WAITING, created_at__lt=self.created_at)
        return before.filter(Q(club=self.club_id) | Q(task__isnull=False)).count() + 1
