"""What has gone wrong with the machine lately, for the organisers' pages: the site stopped and is back, the
database did not answer, the disk was full, the clock was moved.

One file in var/ has the last of them; launcher and site write it. It is written over in place, because a full
disk allows that, too. No Django here.
"""

import json
import time
from contextlib import suppress
from pathlib import Path
from typing import Literal, NamedTuple

Kind = Literal["site", "database", "disk", "clock"]

NAME = "interruption"  # of the file
SIZE = 100  # bytes of it
TOLD_FOR = 30 * 60.0  # seconds


class Interruption(NamedTuple):
    """What it was, and when, by the machine's clock."""

    kind: str
    at: float


def make_room(folder: Path) -> None:
    """Make the file, as long as there is room for it."""
    with open(folder / NAME, "ab") as file:
        file.truncate(0)
        file.write(b" " * SIZE)


def record(folder: Path, kind: Kind) -> None:
    """From now on this is the last. Nothing is raised: there is trouble enough."""
    text = json.dumps({"kind": kind, "at": int(time.time())}).ljust(SIZE)
    with suppress(OSError), open(folder / NAME, "r+b" if (folder / NAME).exists() else "wb") as file:
        file.write(text.encode())


def latest(folder: Path) -> Interruption | None:
    """The last one, if that is not long ago."""
    with suppress(OSError, ValueError, KeyError, TypeError), open(folder / NAME, "rb", buffering=0) as file:
        told = json.loads(file.read())
        interruption = Interruption(str(told["kind"]), float(told["at"]))
        if abs(time.time() - interruption.at) < TOLD_FOR:
            return interruption
    return None
