"""Which code this is: a fingerprint of the site's own files.

It stands in the ETag of every public page and in the key of everything that is cached, so that a new version
of the program never shows what an older one has left, and all machines with the same code agree.
"""

import hashlib
from functools import cache

from django.conf import settings

FOLDERS = ("clubtornei", "pairing", "scoring", "static", "templates")


def build_id() -> str:
    """Sixteen hexadecimal digits; while developing, of the files as they are now."""
    return _fingerprint() if settings.DEBUG else _fingerprint_at_start()


@cache
def _fingerprint_at_start() -> str:
    return _fingerprint()


def _fingerprint() -> str:
    found = hashlib.sha256()
    for folder in FOLDERS:
        for path in sorted((settings.BASE_DIR / folder).rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                contents = path.read_bytes()
                found.update(f"{path.relative_to(settings.BASE_DIR)}\0{len(contents)}\0".encode())
                found.update(contents)
    return found.hexdigest()[:16]
