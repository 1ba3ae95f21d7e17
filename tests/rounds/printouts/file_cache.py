"""The site's settings with the database of a test, and a cache of files in the folder that it names: its
processes share both.
"""

import os

from clubtornei.settings import *  # noqa: F403
from clubtornei.settings import CACHES, DATABASES

CACHES["jobs"]["LOCATION"] = os.environ["SHARED_CACHE"]
DATABASES["default"]["NAME"] = os.environ["TEST_DATABASE"]
