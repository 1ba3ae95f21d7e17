"""The site's settings for `hall.py`: what it keeps is in a folder of its own, and there is a large static
file.
"""

import os
from pathlib import Path

from clubtornei.settings import *  # noqa: F403 (all of them, and no others)
from clubtornei.settings import CACHES
from clubtornei.settings import STATICFILES_DIRS as OF_THE_SITE
from clubtornei.settings import STORAGES as OF_JOBS

VAR_DIR = Path(os.environ["HALL_VAR"])
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [*OF_THE_SITE, ("bench", VAR_DIR / "bench")]
if not os.environ.get("CACHE_URL"):
    CACHES["default"]["LOCATION"] = VAR_DIR / "pages"

JOBS_FOLDER = VAR_DIR / "jobs"
STORAGES = OF_JOBS | {"jobs": OF_JOBS["jobs"] | {"OPTIONS": {"location": JOBS_FOLDER}}}
