"""The site's settings with a cache of files in the folder that a test names: its processes share it."""

import os

from clubtornei.settings import *  # noqa: F403
from clubtornei.settings import CACHES

CACHES["jobs"]["LOCATION"] = os.environ["SHARED_CACHE"]
