"""`make test`: the static checks, then the tests, which also look for missing migrations and translations.

Everything runs even if a part fails, so that one run reports all failures. With arguments, only pytest runs,
with these arguments.
"""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from clubtornei.launch.environment import ROOT

CHECKS = {
    "format": ["-m", "ruff", "format", "--check", "."],
    "lint": ["-m", "ruff", "check", "."],
    "template-format": ["-m", "djlint", "templates", "--check"],
    "template-lint": ["-m", "djlint", "templates", "--lint"],
    "types": ["-m", "mypy"],
    "imports": ["-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"],
}
# Each process has one module after another, whose fixtures are made once.
# Three keep two processors busy, for one of them mostly waits for a browser or a server. The shuffled
# order is the same in every run, so that a failure comes again; another seed gives another order.
SEVERAL_PROCESSES = [
    "-n",
    "3",
    "--dist",
    "loadfile",
    "--no-loadscope-reorder",
    "--randomly-seed",
    "20261122",
    "--durations",
    "10",
]


class CheckSummary:
    """A pytest plugin that adds to pytest's summary, the last thing printed, which static checks failed."""

    def __init__(self, failed: list[str]) -> None:
        self.failed = failed

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print one line, above pytest's last one."""
        if self.failed:
            terminalreporter.write_sep("=", f"checks FAILED, see above: {', '.join(self.failed)}", red=True)
        else:
            terminalreporter.write_sep("=", f"checks passed: {', '.join(CHECKS)}", green=True)


def passes(name: str, arguments: list[str]) -> bool:
    """Run one check and print its result, with its output if it failed; True if it passed."""
    started = time.monotonic()
    finished = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    passed = finished.returncode == 0
    print(f"{name:<15} {'passed' if passed else 'FAILED'} ({time.monotonic() - started:.1f} s)", flush=True)
    if not passed:
        print(finished.stdout, flush=True)
    return passed


def keep_bytecode() -> None:
    """Let the processes of this run compile the code once, even where Python is told to keep nothing."""
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def main(arguments: list[str]) -> int:
    """Run everything, or pytest alone with `arguments`; returns the exit status."""
    keep_bytecode()
    if arguments:
        return pytest.main(arguments)
    with ThreadPoolExecutor(2) as pool:
        passed = dict(zip(CHECKS, pool.map(passes, CHECKS, CHECKS.values()), strict=True))
    failed = [name for name in CHECKS if not passed[name]]
    return pytest.main(SEVERAL_PROCESSES, plugins=[CheckSummary(failed)]) or bool(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
