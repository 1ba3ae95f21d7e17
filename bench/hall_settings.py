"""The site's settings for `hall.py`: what it keeps is in a folder of its own, and there is a large static
file.
"""

import os
from pathlib import Path

from clubtornei.settings import *  # noqa: F403 (all of them, and no others)
from clubtornei.settings import CACHES, STATICFILES_DIRS as OF_THE_SITE, STORAGES

VAR_DIR = Path(os.environ["HALL_VAR"])
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [*OF_THE_SITE, ("bench", VAR_DIR / "bench")]
if not os.environ.get("CACHE_URL"):
    CACHES["default"]["LOCATION"] = VAR_DIR / "pages"

for name in ("jobs", "club_copies", "backups"):
    STORAGES[name]["OPTIONS"]["location"] = VAR_DIR / name
