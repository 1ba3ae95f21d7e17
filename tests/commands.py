"""Running the commands as a user does: another process, its exit status, what it printed."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from msgspec import Struct

ROOT = Path(__file__).parents[1]


class Ran(Struct, frozen=True):
    status: int
    out: str
    err: str

    @property
    def answer(self) -> Any:
        return json.loads(self.out)


def run(*words: str, given: bytes | None = None) -> Ran:
    """`python -m` with these words; `given` goes to standard input."""
    done = subprocess.run(
        [sys.executable, "-m", *words], input=given, capture_output=True, cwd=ROOT, timeout=60, check=False
    )
    assert b"Traceback" not in done.stderr
    if done.returncode in (2, 3):
        assert done.stdout == b""
        assert done.stderr
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def run_on(value: Any, *words: str) -> Ran:
    """The same with a document on standard input."""
    return run(*words, given=json.dumps(value).encode())
