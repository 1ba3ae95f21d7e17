"""tests/ mirrors the rooms, folder by folder."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
WITHOUT_TESTS_OF_THEIR_OWN = {"locale", "management", "migrations", "templatetags", "commands", "systems"}
"""Translations, commands and filters are tested where they are used; a system has one file of tests."""


def packages(folder: Path) -> set[str]:
    """The packages below a folder, as paths relative to it."""
    return {
        str(path.parent.relative_to(folder))
        for path in folder.rglob("__init__.py")
        if WITHOUT_TESTS_OF_THEIR_OWN.isdisjoint(path.relative_to(folder).parts)
    } - {"."}


def test_every_package_has_a_folder_of_tests() -> None:
    tested = packages(ROOT / "tests")
    assert packages(ROOT / "clubtornei") <= tested
    assert {"pairing", "scoring"} <= tested


def test_every_folder_of_tests_has_its_package() -> None:
    assert packages(ROOT / "tests") - {"e2e", "pairing", "scoring"} <= packages(ROOT / "clubtornei")


def test_no_folder_of_tests_is_empty() -> None:
    tests = ROOT / "tests"
    assert {folder for folder in packages(tests) if not list((tests / folder).rglob("test_*.py"))} == set()
