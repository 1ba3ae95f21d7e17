"""For a run of all tests: each of its processes writes the assertions of some modules anew, none of all."""

import importlib
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Import this process's share of the modules before all of them are collected.

    In a new checkout pytest compiles each with its assertions taken apart, which takes longer than all else
    before the first test; the other processes find it done.
    """
    if worker := getattr(session.config, "workerinput", None):
        share = slice(int(worker["workerid"].removeprefix("gw")), None, worker["workercount"])
        for path in sorted(HERE.rglob("test_*.py"))[share]:
            importlib.import_module(".".join(path.relative_to(HERE.parent).with_suffix("").parts))
