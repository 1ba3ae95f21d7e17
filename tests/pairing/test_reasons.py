"""What the engines say is read by organisers: plain words, no names of options."""

import re
from collections.abc import Iterator
from types import ModuleType

import pytest

from pairing import knockout_reasons, quality, reasons, swiss_reasons, table_reasons
from scoring import qualification_reasons

OPTION = re.compile(r"[a-z]_[a-z]|\b(?:opzione|option) [a-z]+\b")


def sentences(module: ModuleType) -> Iterator[str]:
    """All texts in the tables of a module, without their places for facts."""
    waiting = [value for value in vars(module).values() if isinstance(value, dict)]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict | tuple):
            waiting.extend(value.values() if isinstance(value, dict) else value)
        elif isinstance(value, str):
            yield re.sub(r"\{.*?\}", "", value)


@pytest.mark.parametrize(
    "module",
    [
        reasons,
        swiss_reasons,
        knockout_reasons,
        table_reasons,
        quality,
        qualification_reasons,
    ],
    ids=lambda module: module.__name__,
)
def test_no_sentence_names_an_option(module: ModuleType) -> None:
    said = list(sentences(module))
    assert len(said) > 5
    assert [text for text in said if " " in text and OPTION.search(text)] == []
