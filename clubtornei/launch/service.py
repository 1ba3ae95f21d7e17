"""The site as a service of systemd. Standard library only."""

import shutil
import subprocess

from clubtornei.launch.sentences import sentence

SERVICE = "clubtornei"


class ServiceFailed(Exception):
    """systemd has not done what it was asked for; the message says what to do."""


def is_active(service: str = SERVICE) -> bool:
    """Whether systemd runs the service."""
    if not shutil.which("systemctl"):
        return False
    return subprocess.run(["systemctl", "is-active", "--quiet", service], capture_output=True).returncode == 0


def restart_service() -> None:
    """Restart the service, if it runs. Raises ServiceFailed."""
    if is_active() and subprocess.run(["systemctl", "restart", SERVICE]).returncode:
        raise ServiceFailed(sentence("service_failed", verb="restart", service=SERVICE))
