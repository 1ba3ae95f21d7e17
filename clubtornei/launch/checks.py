"""`make test`: the static checks beside the tests, which also look for missing migrations and translations.

Everything runs even if a part fails, so that one run reports all failures. With arguments, only pytest runs,
with these arguments.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

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
# Three for two processors: one drives the browser, the others all else (tests/conftest.py); with two a fifth
# of the time both waited. The shuffled order is the same in every run, so that a failure comes again.
SEVERAL_PROCESSES = ["-n", "3", "--dist", "loadgroup", "--randomly-seed", "20261122", "--durations", "10"]


class CheckResult(NamedTuple):
    """How a check ended."""

    name: str
    passed: bool
    seconds: float
    output: str


class CheckSummary:
    """A pytest plugin that adds to pytest's summary, the last thing printed, how the static checks ended."""

    def __init__(self, outcomes: Iterable[CheckResult]) -> None:
        self.outcomes = outcomes

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print what the failed ones said, and one line for each."""
        for outcome in self.outcomes:
            state = "passed" if outcome.passed else f"FAILED\n{outcome.output}"
            line = f"{outcome.name:<15} ({outcome.seconds:4.1f} s) {state}"
            terminalreporter.write_line(line, green=outcome.passed, red=not outcome.passed)


def run_check(name: str) -> CheckResult:
    """Run one check to its end."""
    started = time.monotonic()
    finished = subprocess.run(
        [sys.executable, *CHECKS[name]], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    return CheckResult(name, finished.returncode == 0, time.monotonic() - started, finished.stdout)


def keep_bytecode() -> None:
    """Let the processes of this run compile the code once, even where Python is told to keep nothing."""
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def main(arguments: list[str]) -> int:
    """Run everything, or pytest alone with `arguments`; returns the exit status."""
    keep_bytecode()
    if arguments:
        return pytest.main(arguments)
    with ThreadPoolExecutor(1) as beside:
        checks = [beside.submit(run_check, name) for name in CHECKS]
        outcomes = CheckSummary(check.result() for check in checks)
        status = pytest.main(SEVERAL_PROCESSES, plugins=[outcomes])
        return status or any(not check.result().passed for check in checks)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
