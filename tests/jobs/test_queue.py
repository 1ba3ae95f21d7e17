"""The way of a job through the queue."""

from datetime import timedelta

import pytest
from django.core.files.base import ContentFile
from django.utils.timezone import now
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from clubtornei.accounts.models import Club
from clubtornei.backups.archive import LEFT_OUT
from clubtornei.jobs.actions import (
    AT_ONCE,
    MOST_RUNS,
    MOST_UNDER_WAY,
    TooManyJobs,
    cancel_job,
    delete_old_jobs,
    finish_job,
    forget_jobs,
    request_job,
    revive_lost_jobs,
    start_job,
)
from clubtornei.jobs.models import LISTS, PRINTS, Job, JobState, files
from clubtornei.jobs.process import ProcessEnd
from tests.factories import make_club

pytestmark = pytest.mark.django_db


def ask(club: Club, key: str, queue: str = PRINTS) -> Job:
    job, is_new = request_job(club, "sleep", key, {"filename": "a.txt"}, queue=queue)
    assert is_new
    return job


def state_of(job: Job) -> str:
    job.refresh_from_db()
    return job.state


def queued(queue: str = PRINTS) -> set[str]:
    """The jobs whose tasks a worker could take."""
    ready = DBTaskResult.objects.ready().filter(queue_name=queue)
    return {result.args_kwargs["args"][0] for result in ready}


def die(job: Job) -> None:
    """A worker has begun the job, and is dead."""
    DBTaskResult.objects.update(status=TaskResultStatus.RUNNING)
    assert start_job(job.pk)
    Job.objects.filter(pk=job.pk).update(beat=now() - timedelta(minutes=1))


def test_a_club_has_two_jobs_at_a_time_and_the_third_waits_at_its_place(club: Club) -> None:
    first, second, third, fourth = (ask(club, name) for name in "abcd")
    other = ask(make_club(), "e")
    assert queued() == {first.pk, second.pk, other.pk}
    assert [job.place for job in (first, third, fourth, other)] == [1, 3, 4, 3]
    begun = start_job(first.pk)
    assert begun
    assert [third.place, fourth.place] == [2, 3]
    finish_job(begun, ProcessEnd(JobState.DONE))
    assert queued() >= {second.pk, third.pk} and fourth.pk not in queued()
    assert AT_ONCE == 2


def test_lists_and_prints_of_a_club_do_not_wait_for_each_other(club: Club) -> None:
    lists = {ask(club, f"list:{number}", LISTS).pk for number in range(AT_ONCE)}
    prints = {ask(club, f"print:{number}").pk for number in range(AT_ONCE)}
    assert (queued(LISTS), queued(PRINTS)) == (lists, prints)


def test_who_asks_again_finds_the_job_under_way(club: Club) -> None:
    job = ask(club, "a")
    assert request_job(club, "sleep", "a", {}) == (job, False)
    assert request_job(make_club(), "sleep", "a", {}) == (job, False)
    cancel_job(job)
    assert ask(club, "a") != job


def test_more_jobs_than_one_may_have_are_refused(club: Club) -> None:
    for number in range(MOST_UNDER_WAY):
        ask(club, str(number))
    with pytest.raises(TooManyJobs, match="troppi lavori"):
        ask(club, "one more")
    ask(make_club(), "of another club")


def test_a_job_that_waits_is_cancelled_at_once_and_never_begun(club: Club) -> None:
    jobs = [ask(club, name) for name in "abc"]
    cancel_job(jobs[0])
    assert state_of(jobs[0]) == JobState.CANCELLED
    assert start_job(jobs[0].pk) is None
    assert jobs[2].pk in queued()


def test_a_job_whose_worker_died_is_done_again_and_the_second_time_said(club: Club) -> None:
    jobs = [ask(club, name) for name in "abc"]
    for _run in range(MOST_RUNS - 1):
        die(jobs[0])
        revive_lost_jobs()
        assert state_of(jobs[0]) == JobState.WAITING and jobs[0].pk in queued()
    die(jobs[0])
    revive_lost_jobs()
    assert state_of(jobs[0]) == JobState.INTERRUPTED
    assert jobs[2].pk in queued()


def test_a_job_that_was_to_stop_when_its_worker_died_is_not_done_again(club: Club) -> None:
    job = ask(club, "a")
    die(job)
    cancel_job(job)
    revive_lost_jobs()
    assert state_of(job) == JobState.CANCELLED


def test_a_task_that_was_taken_and_not_begun_is_queued_again(club: Club) -> None:
    job = ask(club, "a")
    Job.objects.update(beat=now() - timedelta(minutes=1))
    revive_lost_jobs()
    assert DBTaskResult.objects.count() == 1, "as long as a worker may take it"
    DBTaskResult.objects.update(status=TaskResultStatus.RUNNING)
    revive_lost_jobs()
    assert queued() == {job.pk}


def test_what_an_earlier_run_has_made_counts_no_more(club: Club) -> None:
    job = ask(club, "a")
    earlier = start_job(job.pk)
    assert earlier
    Job.objects.update(beat=now() - timedelta(minutes=1))
    DBTaskResult.objects.update(status=TaskResultStatus.RUNNING)
    revive_lost_jobs()
    assert start_job(job.pk)
    finish_job(earlier, ProcessEnd(JobState.DONE))
    assert state_of(job) == JobState.RUNNING


def test_what_is_old_is_deleted_with_its_file(club: Club) -> None:
    old = ask(club, "a")
    ask(club, "b")
    Job.objects.filter(pk=old.pk).update(created_at=now() - timedelta(days=2))
    old.refresh_from_db()
    DBTaskResult.objects.filter(pk=old.task).update(enqueued_at=now() - timedelta(days=2))
    assert delete_old_jobs() == 1
    assert (Job.objects.count(), DBTaskResult.objects.count()) == (1, 1)


def test_no_backup_has_jobs_or_their_tasks() -> None:
    assert {Job._meta.db_table, DBTaskResult._meta.db_table} <= set(LEFT_OUT)


def test_what_was_made_of_a_name_that_is_taken_away_is_forgotten(club: Club) -> None:
    job = start_job(ask(club, "a").pk)
    assert job
    name = files().save(job.pk, ContentFile(b"Rossi"))
    finish_job(job, ProcessEnd(JobState.DONE, result=name))
    forget_jobs(club)
    assert not Job.objects.exists() and not files().exists(name)
