"""Processes that must not outlive the one that started them."""

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

_PR_SET_PDEATHSIG = 1  # prctl(2): the signal a process gets when its parent dies


def start(
    command: Sequence[str | Path],
    *,
    ask_to_stop: signal.Signals,
    cwd: Path,
    env: dict[str, str] | None = None,
    output: IO[bytes] | None = None,
    account: tuple[int, int] | None = None,
    pass_fds: Sequence[int] = (),
) -> "subprocess.Popen[bytes]":
    """Start `command` in a process group of its own, so that Ctrl-C reaches us alone and we stop things in
    order.

    ask_to_stop: the signal it also gets from the kernel, on Linux, if we are killed without a chance to stop
    it.
    account: user and group id to run as; only root may say.
    Raises OSError when it cannot be started.
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
        preexec_fn=_dying_with_parent(ask_to_stop),
        user=account[0] if account else None,
        group=account[1] if account else None,
        extra_groups=[] if account else None,
    )


def _dying_with_parent(signum: signal.Signals) -> Callable[[], None] | None:
    if not sys.platform.startswith("linux"):
        return None
    libc = ctypes.CDLL(None)
    return lambda: libc.prctl(_PR_SET_PDEATHSIG, int(signum))


def stop(process: "subprocess.Popen[bytes]", *asking: tuple[signal.Signals, float]) -> None:
    """Stop `process` and its group: each signal with the seconds it is given to work, at last SIGKILL."""
    for signum, seconds in asking:
        if process.poll() is not None:
            break
        process.send_signal(signum)
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            continue
    with suppress(ProcessLookupError, PermissionError):  # macOS says the latter of a group of zombies
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
