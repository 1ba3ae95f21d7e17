"""The packing of an event, a background job (`background_jobs.py`): `manage.py package_event`."""

import traceback
from time import time
from typing import ClassVar, cast

from django.utils.translation import override
from msgspec.structs import replace

from clubtornei import background_jobs
from clubtornei.background_jobs import BackgroundJob, State, run_process
from clubtornei.caches import jobs_cache
from clubtornei.events.models import Event
from clubtornei.exchange.package import packed

KEPT_FOR = 6 * 60 * 60  # seconds: an evening


class Job(BackgroundJob, frozen=True, kw_only=True):
    """`version`: of the event. `language`, `public`, `address`: of the sheets, as whoever asks reads them;
    the address is that of the site. `finished` of `sheets` are laid out.
    """

    kept_for: ClassVar[int] = KEPT_FOR
    silent: ClassVar[float] = 120.0  # a large crosstable says nothing for a minute

    version: int
    language: str
    public: str | None
    address: str
    finished: int = 0
    sheets: int = 0


class Cancelled(Exception):
    """Whoever waits does not want it any more."""


def job_of(event: Event) -> Job | None:
    return cast(Job | None, background_jobs.job_named(_name(event.pk)))


def kept_package(event: Event) -> bytes | None:
    content: bytes | None = jobs_cache.get(f"{_name(event.pk)}:zip")
    return content


def start(event: Event, job: Job) -> None:
    """Pack the event in a process of its own, unless that is being done."""
    with background_jobs.beginning(_name(event.pk), job) as is_new:
        if is_new:
            jobs_cache.delete(f"{_name(event.pk)}:zip")
            run_process(_name(event.pk), ["manage.py", "package_event", str(event.pk)])


def cancel(event: Event) -> None:
    background_jobs.cancel(_name(event.pk))


def pack(event_pk: int) -> None:
    """What the process does; it says how that ended."""
    name = _name(event_pk)
    job = cast(Job | None, background_jobs.job_named(name))
    event = Event.objects.select_related("club").filter(pk=event_pk).first()
    if job is None or event is None:
        return
    state: State = "interrupted"

    def progress(finished: int, sheets: int) -> None:
        nonlocal job
        if background_jobs.is_cancelled(name):
            raise Cancelled
        assert job is not None
        job = replace(job, finished=finished, sheets=sheets, seen=time())
        background_jobs.keep(name, job)

    try:
        with override(job.language):
            address = job.address
            content = packed(event, job.public, lambda path: f"{address}{path}", progress)
        jobs_cache.set(f"{name}:zip", content, KEPT_FOR)
        state = "done"
    except Cancelled:
        state = "cancelled"
    except Exception:  # whatever it is, who waits must hear that it has stopped
        traceback.print_exc()
    finally:
        background_jobs.keep(name, replace(job, state=state, seen=time()))


def _name(event_pk: int) -> str:
    return f"package:{event_pk}"
