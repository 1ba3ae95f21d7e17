"""gunicorn's configuration: organisers' pages tell of a worker that has died; gunicorn starts another."""

from gunicorn.arbiter import Arbiter
from gunicorn.workers.base import Worker

from clubtornei import interruptions
from clubtornei.launch.environment import VAR


def post_fork(server: Arbiter, worker: Worker) -> None:
    """Workers are counted as they are started: after the first ones each takes the place of another."""
    if worker.age > server.num_workers:
        interruptions.record(VAR, "site")
