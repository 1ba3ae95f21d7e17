"""Running the commands within this process: exit status, and what was printed."""

import json
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path
from runpy import run_module
from typing import Any

import pytest
from msgspec import Struct

ROOT = Path(__file__).parents[1]


class Ran(Struct, frozen=True):
    status: int
    out: str
    err: str

    @property
    def answer(self) -> Any:
        return json.loads(self.out)


def run(*words: str, given: bytes | None = None) -> Ran:
    """`python -m` with these words, within this process; `given` is standard input."""
    given_in, out, err = (TextIOWrapper(BytesIO(text), encoding="utf-8") for text in (given or b"", b"", b""))
    with pytest.MonkeyPatch.context() as patch, pytest.raises(SystemExit) as ended:
        for name, stream in (("stdin", given_in), ("stdout", out), ("stderr", err)):
            patch.setattr(sys, name, stream)
        patch.setattr(sys, "argv", list(words))
        run_module(words[0], run_name="__main__")
    ran = Ran(int(ended.value.code or 0), _text(out), _text(err))
    if ran.status in (2, 3):
        assert ran.out == ""
        assert ran.err
    return ran


def _text(stream: TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.read()


def run_on(value: Any, *words: str) -> Ran:
    """The same with a document on standard input."""
    return run(*words, given=json.dumps(value).encode())
