"""`python3 -m clubtornei.launch COMMAND` (see COMMANDS): set up, then exec the Python in .venv.

Runs on the system's Python, before anything is installed.
"""

import fcntl
import os
import sys
from pathlib import Path
from typing import NoReturn

from clubtornei.launch import environment, system
from clubtornei.launch.sentences import sentence
from clubtornei.launch.service import ServiceFailed, account_of_site, refuse_program_of_others, run_as


def run() -> NoReturn:
    """Run the site until Ctrl-C."""
    lock_checkout()
    newly_installed = environment.ensure_installed("requirements.txt")
    if not system.weasyprint_works(environment.PYTHON) and not (newly_installed and install_pango()):
        print(sentence("no_pango", command=system.command_for(system.PANGO, "pango")), flush=True)
    exec_module("clubtornei.launch.site")


def test() -> NoReturn:
    """Run every check and every test. A missing system package is an error, never a skipped test; but without
    PgBouncer or pgBackRest, which not every system has, the test that needs it says so.
    """
    environment.ensure_installed("requirements-dev.txt")
    if not system.weasyprint_works(environment.PYTHON) and not install_pango():
        sys.exit(sentence("pango_needed", command=system.command_for(system.PANGO, "pango")))
    if not system.ensure_chromium():
        sys.exit(sentence("chromium_needed", command=system.command_for(system.CHROMIUM, "chromium")))
    system.ensure_server_programs()
    exec_module("clubtornei.launch.checks", *sys.argv[2:])


def messages() -> NoReturn:
    """Update the catalogue of translations from the sources."""
    environment.ensure_installed("requirements-dev.txt")
    exec_module("clubtornei.launch.translations")


def back_up_or_restore() -> NoReturn:
    """Back the database up, or restore it. For root the account of the site does so."""
    if account := account_of_site(environment.VAR):
        python = environment.PYTHON if environment.PYTHON.exists() else Path(sys.executable)
        command: list[str | Path] = [python, "-m", "clubtornei.launch", *sys.argv[1:]]
        sys.exit(run_as(account, command, environment.ROOT, os.environ))
    environment.ensure_installed("requirements.txt")
    exec_module("clubtornei.launch.backup", *sys.argv[1:])


def update() -> NoReturn:
    """Update the program and its tables."""
    refuse_program_of_others(environment.ROOT)
    environment.ensure_installed("requirements.txt")
    exec_module("clubtornei.launch.update", *sys.argv[2:])


def install_pango() -> bool:
    """Install Pango with apt if possible; True if WeasyPrint works then."""
    return system.apt_install(system.PANGO["apt-get"]) and system.weasyprint_works(environment.PYTHON)


def lock_checkout() -> None:
    """Take the lock that allows one `run` per checkout. Exits with a message if another one has it."""
    lock = os.open(environment.VAR / "run.lock", os.O_RDWR | os.O_CREAT, 0o644)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        address = os.read(lock, 1000).decode()
        sys.exit(sentence("already_running", address=address) if address else sentence("just_starting"))
    os.ftruncate(lock, 0)
    os.set_inheritable(lock, True)  # so that the program we exec keeps the lock


def exec_module(module: str, *arguments: str) -> NoReturn:
    """Replace this process by the Python in .venv running `module`."""
    os.chdir(environment.ROOT)
    os.execv(environment.PYTHON, [str(environment.PYTHON), "-m", module, *arguments])


COMMANDS = {
    "run": run,
    "test": test,
    "messages": messages,
    "backup": back_up_or_restore,
    "restore": back_up_or_restore,
    "update": update,
}


def main() -> None:
    """Run the command named by the first argument."""
    try:
        environment.VAR.mkdir(exist_ok=True)
        COMMANDS[sys.argv[1]]()
    except PermissionError as error:
        sys.exit(sentence("not_ours", path=error.filename))
    except ServiceFailed as failed:
        sys.exit(str(failed))
    except KeyboardInterrupt:
        sys.exit(130)


main()
