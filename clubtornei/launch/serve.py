"""The site on a server or in a container: `python -m clubtornei.launch.serve`.

Prepares the database and becomes gunicorn, so that whoever has started it can stop it and sees its end.
"""

import os
import subprocess
import sys

from clubtornei.launch.environment import ROOT
from clubtornei.launch.sentences import sentence
from clubtornei.launch.site import GUNICORN_OPTIONS, PORT

WORKERS = 4


def main() -> None:
    """Never returns. Exits with a sentence if something is missing, or the preparation fails."""
    if not os.environ.get("DATABASE_URL"):
        sys.exit(sentence("no_database_url"))
    if status := subprocess.run([sys.executable, "-m", "clubtornei.launch.prepare"], cwd=ROOT).returncode:
        sys.exit(status)
    os.chdir(ROOT)
    os.environ.setdefault("WEB_CONCURRENCY", str(WORKERS))
    host, port = os.environ.get("HOST", "127.0.0.1"), os.environ.get("PORT", PORT)
    options = ["--bind", f"{host}:{port}", *GUNICORN_OPTIONS, "clubtornei.wsgi"]
    os.execv(sys.executable, [sys.executable, "-m", "gunicorn", *options])


if __name__ == "__main__":
    main()
