"""The launcher's messages at the terminal, in Italian and in English.

They stand in `sentences.toml`: the first are printed before anything is installed, Django's translations too.
"""

import os
import tomllib
from pathlib import Path

SENTENCES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


def sentence(name: str, **facts: object) -> str:
    """The sentence `name` with its facts, in Italian unless the environment names another language."""
    text: str = SENTENCES[name]["it" if in_italian() else "en"]
    return text.format_map(facts)


def in_italian() -> bool:
    """Whether the environment's language is Italian or not set."""
    language = next(
        (os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "C"
    )
    return language.partition(".")[0].partition("_")[0] in {"it", "C", "POSIX"}
