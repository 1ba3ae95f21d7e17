"""The site as a service of systemd. Standard library only."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from clubtornei.launch.sentences import sentence

SERVICE = "clubtornei"


class ServiceFailed(Exception):
    """systemd has not done what it was asked for; the message says what to do."""


def is_active(service: str = SERVICE) -> bool:
    """Whether systemd runs the service."""
    if not shutil.which("systemctl"):
        return False
    return subprocess.run(["systemctl", "is-active", "--quiet", service], capture_output=True).returncode == 0


@contextmanager
def service_stopped() -> Iterator[None]:
    """Stop the service, if it runs, while the block runs, and start it again however that ends. Raises
    ServiceFailed.
    """
    if not is_active():
        yield
        return
    systemctl("stop")
    try:
        yield
    finally:
        systemctl("start")


def systemctl(verb: str) -> None:
    """Raises ServiceFailed."""
    if subprocess.run(["systemctl", verb, SERVICE]).returncode:
        raise ServiceFailed(sentence("service_failed", verb=verb, service=SERVICE))
