"""A fingerprint of the site's own files, which identifies the running build.

It is part of every cache key, so that a new build never shows what an older one has cached, and all machines
that run the same files agree.
"""

import hashlib
from functools import cache

from django.conf import settings

FOLDERS = ("clubtornei", "pairing", "scoring", "static", "templates")


def build_id() -> str:
    """Sixteen hexadecimal digits. With DEBUG they are computed anew each time, from the files as they are."""
    return _fingerprint() if settings.DEBUG else _fingerprint_at_start()


def _fingerprint() -> str:
    digest = hashlib.sha256()
    for folder in FOLDERS:
        for path in sorted((settings.BASE_DIR / folder).rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                contents = path.read_bytes()
                digest.update(f"{path.relative_to(settings.BASE_DIR)}\0{len(contents)}\0".encode())
                digest.update(contents)
    return digest.hexdigest()[:16]


_fingerprint_at_start = cache(_fingerprint)
