"""The site on a server or in a container: `python -m clubtornei.launch.serve`."""

import os
import subprocess
import sys
from collections.abc import Mapping
from functools import partial

from clubtornei.launch.environment import ROOT, direct_url
from clubtornei.launch.sentences import sentence
from clubtornei.launch.supervisor import (
    PORT,
    SiteFailed,
    StopRequested,
    listening,
    say,
    stop_at_signals,
    supervise,
    wanted_port,
)

ON_A_SERVER = {"WEB_CONCURRENCY": "4"}


def address(environment: Mapping[str, str]) -> str:
    """Where the site is found: by its first name, or where it listens."""
    name, *_others = environment.get("ALLOWED_HOSTS", "").split(",")
    scheme = "https" if environment.get("HTTPS", "").lower() in ("1", "true", "yes", "on") else "http"
    listens = f"{environment.get('HOST') or '127.0.0.1'}:{environment.get('PORT') or PORT}"
    return f"{scheme}://{name.strip().removeprefix('.') or listens}/"


def main() -> int:
    """Prepare the database, and serve the site until it is stopped; returns the exit status."""
    if not os.environ.get("DATABASE_URL"):
        sys.exit(sentence("no_database_url"))
    say("starting", address=address(os.environ), command=f"{sys.executable} manage.py setup_code")
    direct = os.environ | {"DATABASE_URL": direct_url(os.environ)}
    preparing = [sys.executable, "-m", "clubtornei.launch.prepare", "--shared"]
    if status := subprocess.run(preparing, cwd=ROOT, env=direct).returncode:
        return status
    stop_at_signals()
    try:
        host, port = os.environ.get("HOST") or "127.0.0.1", wanted_port()
        with listening(host, [port]) as listener:
            supervise(listener, ON_A_SERVER | os.environ, partial(say, "serving", host=host, port=port))
    except StopRequested:
        return 0
    except SiteFailed as failed:
        print(failed, file=sys.stderr, flush=True)
        return 1


if __name__ == "__main__":
    sys.exit(main())
