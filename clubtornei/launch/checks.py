"""`make test`: every check, the quick ones first, then the tests, missing migrations and translations among
them.

All of it runs even when a part fails, so that one run tells everything. With arguments, only pytest, with
those.
"""

import subprocess
import sys
import time

import pytest

from clubtornei.launch.environment import ROOT

CHECKS = {
    "format": ["-m", "ruff", "format", "--check", "."],
    "lint": ["-m", "ruff", "check", "."],
    "types": ["-m", "mypy"],
    "imports": ["-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"],
}
TWO_PROCESSES = ["-n", "2", "--dist", "loadfile"]  # what the tests of a file share is made once


class Verdict:
    """pytest plugin: says in pytest's own summary, the last thing printed, which checks failed before it."""

    def __init__(self, failed: list[str]) -> None:
        self.failed = failed

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """One line above pytest's last."""
        if self.failed:
            terminalreporter.write_sep("=", f"checks FAILED, see above: {', '.join(self.failed)}", red=True)
        else:
            terminalreporter.write_sep("=", f"checks passed: {', '.join(CHECKS)}", green=True)


def passes(name: str, arguments: list[str]) -> bool:
    """Run one check and print how it went; whether it passed."""
    started = time.monotonic()
    ran = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    passed = ran.returncode == 0
    print(f"{name:<8} {'passed' if passed else 'FAILED'} ({time.monotonic() - started:.1f} s)", flush=True)
    if not passed:
        print(ran.stdout, flush=True)
    return passed


def main(arguments: list[str]) -> int:
    """Everything, or pytest alone with `arguments`; the exit status."""
    if arguments:
        return pytest.main(arguments)
    failed = [name for name, command in CHECKS.items() if not passes(name, command)]
    return pytest.main(TWO_PROCESSES, plugins=[Verdict(failed)]) or bool(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
