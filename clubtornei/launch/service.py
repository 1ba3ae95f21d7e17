"""The site as a service of systemd, and the account that it runs as. Standard library only.

On a server the program belongs to root and `var` to that account, so that whoever gets into the site cannot
change what root runs. Root writes nothing in `var`, where links could lead elsewhere: that account does so.
"""

import os
import pwd
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

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


def refuse_program_of_others(root: Path) -> None:
    """Raises ServiceFailed where we are root, and another account could have changed what we are to run."""
    uid = root.stat().st_uid
    if uid and not os.geteuid():
        raise ServiceFailed(sentence("not_of_root", folder=root, account=root.owner()))


def account_of_site(var: Path) -> pwd.struct_passwd | None:
    """The account that `var` belongs to, if we are root and it is another one."""
    uid = var.stat().st_uid
    if os.geteuid() or not uid:
        return None
    try:
        return pwd.getpwuid(uid)
    except KeyError:  # a number without a name, as in a container
        return None


def run_as(
    account: pwd.struct_passwd, command: Sequence[str | Path], folder: Path, environment: Mapping[str, str]
) -> int:
    """Run the command to its end in the folder; returns its exit status."""
    own = {"HOME": account.pw_dir, "USER": account.pw_name, "LOGNAME": account.pw_name}
    return subprocess.run(
        command,
        cwd=folder,
        env={**environment, **own},
        user=account.pw_uid,
        group=account.pw_gid,
        extra_groups=os.getgrouplist(account.pw_name, account.pw_gid),
    ).returncode
