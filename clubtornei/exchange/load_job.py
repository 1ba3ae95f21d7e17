"""What the process does that loads a list: `manage.py load_list`."""

import traceback
from pathlib import Path
from time import time

from django.utils.translation import gettext as _
from msgspec.structs import replace

from clubtornei.background_jobs import State
from clubtornei.exchange import jobs
from clubtornei.exchange.loading import load
from clubtornei.exchange.rating_files import ListUnreadable

LOOKS = 0.5  # seconds between two looks at whether it is to stop


class Cancelled(Exception):
    """Whoever waits does not want the list any more."""


class Report:
    """Says how far the loading is, and ends it when it is cancelled."""

    def __init__(self, rating_list: str, job: jobs.Job) -> None:
        self.rating_list, self.job = rating_list, job

    def __call__(self, read: int, players: int) -> None:
        if time() - self.job.seen < LOOKS:
            return
        if jobs.is_cancelled(self.rating_list):
            raise Cancelled
        self.job = replace(self.job, read=read, players=players, seen=time())
        jobs.keep_job(self.rating_list, self.job)


def load_job(rating_list: str) -> None:
    """Load the list of the job, and say how that ended."""
    job = jobs.job_of(rating_list)
    if job is None:
        return
    report = Report(rating_list, job)
    state: State = "interrupted"
    refused, players = "", 0
    try:
        players = load(Path(job.path), rating_list, job.month, job.federations, report).players
        state = "done"
    except Cancelled:
        state = "cancelled"
    except ListUnreadable as unreadable:
        state, refused = "refused", str(unreadable) or _("Nel file non c’è nessun giocatore da caricare.")
    except Exception:  # whatever it is, who waits must hear that it has stopped
        traceback.print_exc()
    finally:
        Path(job.path).unlink(missing_ok=True)
        ended = replace(report.job, state=state, refused=refused, seen=time())
        jobs.keep_job(rating_list, replace(ended, players=players or ended.players))
