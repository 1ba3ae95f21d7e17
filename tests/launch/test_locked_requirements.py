"""The lock files: everything pinned with hashes, nothing that belongs to the machine they were made on."""

import re
from importlib.metadata import requires
from itertools import product
from pathlib import Path

from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
LOCKS = ("requirements.txt", "requirements-dev.txt")

# What Debian 12, Ubuntu 24.04, Debian 13, Fedora and a Raspberry Pi have.
PYTHONS = ("3.11.0", "3.11.2", "3.12.3", "3.13.5", "3.14.0")
MACHINES = ("x86_64", "aarch64")


def pinned(lock: str) -> dict[str, list[str]]:
    """Each pinned requirement of `lock`, as written, with its hashes."""
    text = re.sub(r"\\\n", " ", (ROOT / lock).read_text())
    lines = [
        line.split("--hash=") for line in text.splitlines() if line and not line.lstrip().startswith("#")
    ]
    return {first.strip(): [value.strip() for value in hashes] for first, *hashes in lines}


def test_every_package_is_pinned_with_hashes_and_from_nowhere_else() -> None:
    for lock in LOCKS:
        packages = pinned(lock)
        assert len(packages) > 30
        for requirement, hashes in packages.items():
            assert [specifier.operator for specifier in Requirement(requirement).specifier] == ["=="]
            assert hashes
            assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", value) for value in hashes)
        text = (ROOT / lock).read_text()
        assert not re.search(r"://|@ |^-(?!-hash)|--(?!hash=)|(?:^|\s)/", text, re.MULTILINE)


def test_tests_run_on_what_the_site_runs_on() -> None:
    site, tests = (pinned(lock) for lock in LOCKS)
    assert site.items() <= tests.items()


def test_nothing_is_missing_on_another_python() -> None:
    """pip refuses a lock that lacks a package which only some Python needs."""
    for lock, machine, python in product(LOCKS, MACHINES, PYTHONS):
        packages = [Requirement(requirement) for requirement in pinned(lock)]
        names = {canonicalize_name(package.name) for package in packages}
        there = default_environment() | {
            "python_full_version": python,
            "python_version": python.rpartition(".")[0],
            "platform_machine": machine,
            "sys_platform": "linux",
            "extra": "",
        }
        for package in packages:
            for needed in map(Requirement, requires(package.name) or ()):
                if needed.marker is None or needed.marker.evaluate(there):
                    assert canonicalize_name(needed.name) in names, f"{package.name} needs {needed}"
