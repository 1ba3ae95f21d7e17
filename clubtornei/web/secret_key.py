"""The key that signs sessions and forms: generated once, stored in a file that only its owner may read."""

import os
import secrets
from pathlib import Path


def load_or_create_secret_key(path: Path) -> str:
    """The key stored at `path`; it is generated and written first if the file does not exist.

    The file is written under a temporary name and renamed, so that a power cut cannot leave an empty key. The
    launcher calls this before it starts any worker, so that all of them read the same key.
    Raises OSError if the file can be neither read nor written.
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
