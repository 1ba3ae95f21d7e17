"""What only the system has: Pango for the sheets, Chromium for the browser tests. Standard library only."""

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
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def command_for(packages: dict[str, str], otherwise: str = "") -> str:
    """The one command that installs `packages` here: names by installer, `otherwise` where none is listed."""
    installer = next((name for name in INSTALLERS if shutil.which(name)), "apt-get")
    sudo = "" if installer == "brew" or os.geteuid() == 0 else "sudo "
    return f"{sudo}{INSTALLERS[installer]} {packages.get(installer, otherwise)}"


def apt_install(packages: str) -> bool:
    """Install `packages` (separated by spaces) where we are root and apt exists; whether that succeeded."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    print(sentence("installing_system", packages=packages), flush=True)
    install = f"{INSTALLERS['apt-get']} {packages}".split()
    return apt(install) or (apt(["apt-get", "update"]) and apt(install))


def apt(command: list[str]) -> bool:
    """Run an apt command that asks nothing; whether it succeeded."""
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(command, env=quiet, stdin=subprocess.DEVNULL, capture_output=True).returncode == 0


def find_chromium() -> str | None:
    """Path of a Chromium, or a browser of its family, for the browser tests."""
    return next((path for name in CHROMIUM_NAMES if (path := shutil.which(name))), None)


def sheets_work(python: Path) -> bool:
    """Whether WeasyPrint, in the environment of `python`, finds Pango and what belongs to it.

    Asked of WeasyPrint itself, and remembered in that environment once it is so: the question takes a second.
    """
    remembered = python.parent.parent / "found-pango"
    if not remembered.exists():
        asked = subprocess.run([python, "-c", "import weasyprint"], capture_output=True)
        if asked.returncode:
            return False
        remembered.touch()
    return True
