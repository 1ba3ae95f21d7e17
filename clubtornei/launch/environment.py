"""The virtual environment in .venv, filled from a lock with hashes. Standard library only."""

import fcntl
import hashlib
import subprocess
import sys
from pathlib import Path

from clubtornei.launch import system
from clubtornei.launch.sentences import sentence

ROOT = Path(__file__).resolve().parent.parent.parent
VAR = ROOT / "var"
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"


def ensure_installed(lock: str) -> bool:
    """Have everything that the file `lock` pins in .venv; whether anything had to be done.

    A stamp in .venv says which lock, for which Python, was installed to its end: unchanged, pip is not
    called. Exits with a sentence when it cannot be done.
    """
    with open(VAR / "install.lock", "w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)  # `make run` and `make test` share .venv
        stamp = VENV / f"installed-{lock}"
        if stamp.exists() and stamp.read_text() == fingerprint(lock):
            return False
        ensure_environment()
        print(sentence("installing", lock=lock), flush=True)
        pip = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", "--no-input", "install", "-qq"]
        pip += ["--root-user-action=ignore", "--require-hashes", "--only-binary=:all:", "-r", lock]
        if subprocess.run(pip, cwd=ROOT).returncode:
            sys.exit(sentence("install_failed"))
        stamp.write_text(fingerprint(lock))
        return True


def fingerprint(lock: str) -> str:
    """What tells one installation from another: the lock, and the Python it is for."""
    return f"{hashlib.sha256((ROOT / lock).read_bytes()).hexdigest()} {PYTHON.resolve()}"


def ensure_environment() -> None:
    """Make .venv, anew when its Python is gone or another, as after an upgrade of the system."""
    if PYTHON.exists() and any((VENV / "lib").glob(f"{PYTHON.resolve().name}*/site-packages/pip")):
        return
    print(sentence("making_environment"), flush=True)
    package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
    if make_environment() or (system.apt_install(package) and make_environment()):
        return
    sys.exit(sentence("no_venv", command=system.command_for({"apt-get": package})))


def make_environment() -> bool:
    """Make .venv; whether it succeeded. On Debian it may not: half of `venv` is a package of its own."""
    made = subprocess.run([sys.executable, "-m", "venv", "--clear", VENV], capture_output=True, text=True)
    return made.returncode == 0
