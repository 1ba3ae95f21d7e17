"""The tables of all migrations, kept in var/ from one run to the next: migrating takes seven seconds of work,
loading them half a second.

The file's name says what they come from: whoever changes a migration, what it imports, or a package, has them
made anew. That the migrations themselves go through, from nothing and from the first release,
`tests/launch/test_make_run.py` and `test_upgrade.py` see in every run.
"""

import hashlib
import os
import re
from importlib.util import find_spec
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection

from clubtornei.backups.programs import client, run

IMPORTED = re.compile(r"^(?:import|from) (clubtornei[\w.]*)", re.MULTILINE)


def fill(url: str) -> None:
    """Give the empty database, Django's, all tables: those that are kept, or else those of the migrations."""
    kept = kept_tables()
    if kept.exists():
        command, environment = client("psql", url)
        run([*command, "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", f"--file={kept}"], environment)
    else:
        call_command("migrate", verbosity=0, interactive=False)
        connection.close()  # no database can be copied while somebody is connected to it
        keep(url, kept)


def keep(url: str, kept: Path) -> None:
    """Write the tables to the file, in place of those of other migrations."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    draft = kept.with_suffix(f".{os.getpid()}")
    command, environment = client("pg_dump", url)
    run([*command, "--no-owner", "--no-privileges", f"--file={draft}"], environment)
    for old in kept.parent.glob("*.sql"):
        old.unlink(missing_ok=True)
    draft.replace(kept)


def kept_tables() -> Path:
    """The file, which may not be there yet."""
    migrations = sorted((settings.BASE_DIR / "clubtornei").glob("*/migrations/*.py"))
    imported = {name for path in migrations for name in IMPORTED.findall(path.read_text())}
    specs = [spec for name in sorted(imported) if (spec := find_spec(name))]
    modules = [Path(spec.origin) for spec in specs if spec.origin]
    digest = hashlib.sha256()
    for path in (settings.BASE_DIR / "requirements.txt", *migrations, *modules):
        digest.update(f"{path.relative_to(settings.BASE_DIR)}\n".encode() + path.read_bytes())
    folder: Path = settings.VAR_DIR / "migrated"
    return folder / f"{digest.hexdigest()[:16]}.sql"
