"""`python3 -m clubtornei.launch run|test|messages`: set everything up, then hand over to the Python in .venv.

Runs on the system's Python, before anything is installed.
"""

import fcntl
import os
import sys
from typing import NoReturn

from clubtornei.launch import environment, system
from clubtornei.launch.sentences import sentence


def run() -> NoReturn:
    """The site, until Ctrl-C."""
    claim_checkout()
    fresh = environment.ensure_installed("requirements.txt")
    if not system.sheets_work(environment.PYTHON) and not (fresh and install_pango()):
        print(sentence("no_pango", command=system.command_for(system.PANGO, "pango")), flush=True)
    hand_over("clubtornei.launch.site")


def test() -> NoReturn:
    """Every check and every test; what the system lacks for them is an error, never a test left out."""
    environment.ensure_installed("requirements-dev.txt")
    if not system.sheets_work(environment.PYTHON) and not install_pango():
        sys.exit(sentence("pango_needed", command=system.command_for(system.PANGO, "pango")))
    if not system.find_chromium() and not system.apt_install(system.CHROMIUM["apt-get"]):
        sys.exit(sentence("chromium_needed", command=system.command_for(system.CHROMIUM, "chromium")))
    hand_over("clubtornei.launch.checks", *sys.argv[2:])


def messages() -> NoReturn:
    """The catalogue of translations, brought up to date with the sources."""
    environment.ensure_installed("requirements-dev.txt")
    hand_over("clubtornei.launch.translations")


def install_pango() -> bool:
    """Install Pango where apt can; whether the sheets work then."""
    return system.apt_install(system.PANGO["apt-get"]) and system.sheets_work(environment.PYTHON)


def claim_checkout() -> None:
    """Make sure that no other `run` is under way in this checkout, nor will be while we are."""
    lock = os.open(environment.VAR / "run.lock", os.O_RDWR | os.O_CREAT, 0o644)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        address = os.read(lock, 1000).decode()
        sys.exit(sentence("already_running", address=address) if address else sentence("just_starting"))
    os.ftruncate(lock, 0)
    os.set_inheritable(lock, True)  # the lock is kept by the program we hand over to


def hand_over(module: str, *arguments: str) -> NoReturn:
    """Become the Python in .venv, running `module`."""
    os.chdir(environment.ROOT)
    os.execv(environment.PYTHON, [str(environment.PYTHON), "-m", module, *arguments])


def main() -> None:
    """Do what the first argument says."""
    try:
        environment.VAR.mkdir(exist_ok=True)
        {"run": run, "test": test, "messages": messages}[sys.argv[1]]()
    except PermissionError as error:
        sys.exit(sentence("not_ours", path=error.filename))
    except KeyboardInterrupt:
        sys.exit(130)


main()
