"""A copy of this checkout in its own folder, where `make run` can be started, stopped and ill-treated."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

ROOT = Path(__file__).resolve().parents[2]
NEEDED = (
    *("Makefile", "manage.py", "requirements.txt", "CHANGELOG.md"),
    *("clubtornei", "scoring", "pairing", "static", "templates", "docs"),
)
NOT_INHERITED = {"DATABASE_URL", "MAKEFLAGS", "MAKELEVEL"}  # of the `make test` that started us
PATIENCE = 180.0  # seconds; far more than anything here takes


class Run:
    """One `make run` under way: its output as it comes."""

    def __init__(self, checkout: Path, **environment: str) -> None:
        self.process = subprocess.Popen(
            ["make", "run", f"PYTHON={sys.executable}"],
            cwd=checkout,
            env=environment_of_make() | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self.output, self.ended = "", False
        self.news = threading.Condition()
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def __enter__(self) -> "Run":
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Stop it, if nobody has done so."""
        if self.process.poll() is None:
            self.interrupt()
            self.end()

    def read(self) -> None:
        """Gather the output until it ends: when the last process that could write has ended."""
        assert self.process.stdout
        for line in self.process.stdout:
            self.tell(line)
        self.ended = True
        self.tell("")

    def tell(self, line: str) -> None:
        with self.news:
            self.output += line
            self.news.notify_all()

    def wait_for(self, words: str, since: int = 0) -> str:
        """The output from that place on, once `words` are in it."""
        with self.news:
            self.news.wait_for(lambda: words in self.output[since:] or self.ended, PATIENCE)
            assert words in self.output[since:], f"no {words!r} in: {self.output}"
            return self.output[since:]

    def interrupt(self) -> None:
        """Ctrl-C: the terminal sends it to everything in the foreground."""
        os.killpg(self.process.pid, signal.SIGINT)

    def end(self) -> str:
        """All of the output, once `make` has ended."""
        self.process.wait(PATIENCE)
        self.reader.join(PATIENCE)
        return self.output


def environment_of_make() -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if name not in NOT_INHERITED}
    return inherited | {"LANG": "C.UTF-8", "LC_ALL": ""}


def make(checkout: Path, *words: str) -> str:
    """The output of `make` with these words, which must succeed."""
    ended = subprocess.run(
        ["make", f"PYTHON={sys.executable}", *words],
        cwd=checkout,
        env=environment_of_make(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=PATIENCE,
    )
    assert ended.returncode == 0, ended.stdout
    return ended.stdout


def processes_of(checkout: Path) -> list[psutil.Process]:
    """Every process that names `checkout` in its command: launcher, servers, PostgreSQL."""
    return [
        process
        for process in psutil.process_iter(["cmdline", "status"])
        if str(checkout) in " ".join(process.info["cmdline"] or ())
        and process.info["status"] != psutil.STATUS_ZOMBIE
    ]


@contextmanager
def copied_checkout(name: str) -> Iterator[Path]:
    """A copy of this checkout in a new folder called `name`, with this Python's packages as its .venv."""
    with tempfile.TemporaryDirectory(prefix="clubtornei-tests-", dir="/tmp") as place:
        Path(place).chmod(0o755)  # PostgreSQL may run as somebody else
        checkout = Path(place) / name
        checkout.mkdir()
        for part in NEEDED:
            copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy
            copy(ROOT / part, checkout / part)
        borrow_environment(checkout)
        try:
            yield checkout
        finally:
            for process in processes_of(checkout):
                process.kill()


def borrow_environment(checkout: Path) -> None:
    """Give `checkout` a .venv that is this one under another name, marked as installed."""
    venv = checkout / ".venv"
    venv.mkdir()
    for part in ("bin", "lib", "pyvenv.cfg"):
        (venv / part).symlink_to(Path(sys.prefix) / part)
    tell = "from clubtornei.launch.environment import *; print(fingerprint('requirements.txt'), end='')"
    stamp = subprocess.check_output([sys.executable, "-c", tell], cwd=checkout)
    (venv / "installed-requirements.txt").write_bytes(stamp)
