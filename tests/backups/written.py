"""Backups of a site, with nothing in them."""

import io
import json
import tarfile
from pathlib import Path

from clubtornei.backups.archive import DESCRIPTION, DUMP


def write_backup(path: Path, said: dict[str, object], size: int = 0) -> None:
    """One that says of itself what every backup says, and `said`."""
    text = json.dumps({"made": "2026-11-21T18:30:00+01:00", "rows": {}, "migrations": []} | said).encode()
    with tarfile.open(path, "w") as tar:
        for name, content in ((DESCRIPTION, text), (DUMP, b"x" * size)):
            member = tarfile.TarInfo(name)
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
