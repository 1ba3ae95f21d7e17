"""Child processes that must not outlive this one."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

_PR_SET_PDEATHSIG = 1  # of prctl(2): the signal a process receives when its parent dies


def start(
    command: Sequence[str | Path],
    *,
    stop_signal: signal.Signals,
    cwd: Path,
    env: dict[str, str] | None = None,
    output: IO[bytes] | None = None,
    account: tuple[int, int] | None = None,
    pass_fds: Sequence[int] = (),
) -> "subprocess.Popen[bytes]":
    """Start `command` in a session of its own, so that Ctrl-C reaches this process alone, which then stops
    its children in order.

    stop_signal: on Linux the kernel sends it if this process is killed without a chance to stop the child.
    account: user and group id to run as; only root may give one.
    Raises OSError if the command cannot be started.
    """
    return subprocess.Popen(
        command,
        cwd=cwd,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=output,
        start_new_session=True,
        pass_fds=pass_fds,
        preexec_fn=_request_death_signal(stop_signal),
        user=account[0] if account else None,
        group=account[1] if account else None,
        extra_groups=[] if account else None,
    )


def _request_death_signal(signum: signal.Signals) -> Callable[[], None] | None:
    """What the child calls before exec to receive `signum` when its parent dies; None except on Linux."""
    if not sys.platform.startswith("linux"):
        return None
    libc = ctypes.CDLL(None)
    return lambda: libc.prctl(_PR_SET_PDEATHSIG, int(signum))


def stop_all(processes: Sequence["subprocess.Popen[bytes]"], signum: signal.Signals, seconds: float) -> None:
    """Stop these processes and their groups at the same time: send the signal once, after so long SIGKILL."""
    for process in processes:
        if process.poll() is None:
            process.send_signal(signum)
    deadline = time.monotonic() + seconds
    for process in processes:
        with suppress(subprocess.TimeoutExpired):
            process.wait(max(0, deadline - time.monotonic()))
    for process in processes:
        stop(process)


def stop(process: "subprocess.Popen[bytes]", *signals: tuple[signal.Signals, float]) -> None:
    """Stop `process` and its group: send each signal and wait so many seconds for it, finally SIGKILL."""
    for signum, seconds in signals:
        if process.poll() is not None:
            break
        process.send_signal(signum)
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            continue
    with suppress(ProcessLookupError, PermissionError):  # macOS raises the latter for a group of zombies
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
