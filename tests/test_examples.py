"""The examples in the engines' docstrings give what they say."""

import doctest
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_examples_of_a_module_are_right() -> None:
    for path in [path for package in ("scoring", "pairing") for path in (ROOT / package).rglob("*.py")]:
        if ">>> " in path.read_text():
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            failed, tried = doctest.testmod(import_module(name))
            assert tried and not failed, name
