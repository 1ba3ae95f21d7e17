"""The key that signs sessions and forms: made once at random, kept in a file only its owner may read."""

import os
import secrets
from pathlib import Path


def kept_secret_key(path: Path) -> str:
    """The key kept at `path`, made there first when there is none.

    The file appears whole or not at all: a power cut must not leave an empty key behind. The launcher asks
    for it before it starts any worker, so that all of them find the same one.
    Raises OSError when the file can be neither read nor written.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        with open(
            os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii"
        ) as file:
            file.write(secrets.token_urlsafe(50))
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    return path.read_text(encoding="ascii")
