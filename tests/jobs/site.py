"""The site's settings, with the work of these tests."""

from clubtornei.settings import *  # noqa: F403
from clubtornei.settings import JOBS

NIGHTLY: list[str] = []
JOBS |= {name: f"tests.jobs.work.{name}" for name in ("sleep", "write", "crash", "swell")}
