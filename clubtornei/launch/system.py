"""System packages: Pango for the printed sheets; Chromium and what runs on a server for tests. Standard
library only.
"""

import os
import shutil
import subprocess
from pathlib import Path

from clubtornei.launch.sentences import sentence

INSTALLERS = {
    "apt-get": "apt-get install -y --no-install-recommends",
    "dnf": "dnf install -y",
    "zypper": "zypper install -y",
    "pacman": "pacman -S --needed",
    "apk": "apk add",
    "brew": "brew install",
}
PANGO = {
    "apt-get": "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0",
    "zypper": "libpango-1_0-0",
}
CHROMIUM = {"apt-get": "chromium"}
POSTGRES = {"dnf": "postgresql-server", "zypper": "postgresql-server", "brew": "postgresql@18"}
SERVER_PROGRAMS = ("pgbouncer", "pgbackrest")
"""By the names of their packages, too."""
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
HEADLESS = "chromium-headless-shell"
"""Debian's package and program of Chromium without windows, which takes a third less of the processor."""


def command_for(packages: dict[str, str], otherwise: str = "") -> str:
    """The command that installs a package on this system.

    packages: its name by installer; `otherwise` is its name for installers that are not listed.
    """
    installer = next((name for name in INSTALLERS if shutil.which(name)), "apt-get")
    sudo = "" if installer == "brew" or os.geteuid() == 0 else "sudo "
    return f"{sudo}{INSTALLERS[installer]} {packages.get(installer, otherwise)}"


def apt_install(packages: str, update: bool = True) -> bool:
    """Install `packages` (separated by spaces) if we are root and apt exists; True if it succeeded.

    update: if they are not found, fetch the lists of packages and try again.
    """
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    print(sentence("installing_system", packages=packages), flush=True)
    install = f"{INSTALLERS['apt-get']} {packages}".split()
    return apt(install) or (update and apt(["apt-get", "update"]) and apt(install))


def apt(command: list[str]) -> bool:
    """Run an apt command without any prompt; True if it succeeded."""
    env = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(command, env=env, stdin=subprocess.DEVNULL, capture_output=True).returncode == 0


def find_chromium() -> str | None:
    """The path of Chromium or Google Chrome, for the browser tests; None if there is none."""
    return next((path for name in (HEADLESS, *CHROMIUM_NAMES) if (path := shutil.which(name))), None)


def ensure_chromium() -> bool:
    """Install Chromium with apt if possible, best the one without windows; whether there is one now."""
    if not shutil.which(HEADLESS):
        apt_install(HEADLESS, update=not find_chromium())
    return bool(find_chromium()) or apt_install(CHROMIUM["apt-get"])


def find_program(name: str) -> str | None:
    """Its path, also where Debian keeps what only root runs; None if there is none."""
    return shutil.which(name, path=f"{os.environ.get('PATH', os.defpath)}:/usr/sbin")


def ensure_server_programs() -> None:
    """Install what stands beside the site on a server, with apt if possible: PgBouncer and pgBackRest."""
    for name in SERVER_PROGRAMS:
        if not find_program(name):
            apt_install(name)


def weasyprint_works(python: Path) -> bool:
    """Whether WeasyPrint, in the virtual environment of `python`, finds Pango and its other libraries.

    It is tried by importing WeasyPrint, which takes a second, so success is recorded in a file in the
    virtual environment.
    """
    stamp = python.parent.parent / "found-pango"
    if not stamp.exists():
        if subprocess.run([python, "-c", "import weasyprint"], capture_output=True).returncode:
            return False
        stamp.touch()
    return True
