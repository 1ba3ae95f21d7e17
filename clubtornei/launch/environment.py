"""The virtual environment in .venv, installed from a requirements file with hashes. Standard library only."""

import fcntl
import hashlib
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from clubtornei.launch import system
from clubtornei.launch.sentences import sentence

ROOT = Path(__file__).resolve().parent.parent.parent
VAR = ROOT / "var"
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"


def direct_url(environment: Mapping[str, str]) -> str:
    """The database's own address, for migrations, backups and restores, which need a session: that of
    DIRECT_DATABASE_URL where DATABASE_URL is a pooler's, else the same.
    """
    return environment.get("DIRECT_DATABASE_URL") or environment["DATABASE_URL"]


def ensure_installed(requirements: str) -> bool:
    """Install everything that the file `requirements` pins into .venv; False if it was installed already.

    A stamp file in .venv records which requirements, for which Python, were installed completely; if it is
    unchanged pip is not run. Exits with a message if the installation fails.
    """
    lock = os.open(ROOT, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)  # `make run` and `make test` share .venv
        stamp = VENV / f"installed-{requirements}"
        if stamp.exists() and stamp.read_text() == fingerprint(requirements):
            return False
        ensure_environment()
        print(sentence("installing", lock=requirements), flush=True)
        pip = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", "--no-input", "install", "-qq"]
        pip += ["--no-compile"]  # each module the first time it is imported: most of them never are
        pip += ["--root-user-action=ignore", "--require-hashes", "--only-binary=:all:", "-r", requirements]
        if subprocess.run(pip, cwd=ROOT).returncode:
            sys.exit(sentence("install_failed"))
        stamp.write_text(fingerprint(requirements))
        return True
    finally:
        os.close(lock)


def fingerprint(requirements: str) -> str:
    """Identifies an installation: the hash of the requirements, and the Python they were installed for."""
    return f"{hashlib.sha256((ROOT / requirements).read_bytes()).hexdigest()} {PYTHON.resolve()}"


def ensure_environment() -> None:
    """Create .venv if it does not exist, or again if its Python is gone or has another version.

    Exits with a message if it cannot be created.
    """
    if PYTHON.exists() and any((VENV / "lib").glob(f"{PYTHON.resolve().name}*/site-packages/pip")):
        return
    print(sentence("making_environment"), flush=True)
    package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
    if create_environment() or (system.apt_install(package) and create_environment()):
        return
    sys.exit(sentence("no_venv", command=system.command_for({"apt-get": package})))


def create_environment() -> bool:
    """Create .venv; True if it succeeded. On Debian it fails without the package python3-venv."""
    venv = subprocess.run([sys.executable, "-m", "venv", "--clear", VENV], capture_output=True, text=True)
    return venv.returncode == 0
