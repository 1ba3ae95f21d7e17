"""The texts of codes in Italian and English, as the TOML file beside a module has them."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

LANGUAGES = ("it", "en")
Texts = Mapping[str, tuple[str, str]]
"""By code, in the order of `LANGUAGES`."""


def texts_beside(module: str) -> Mapping[str, Texts]:
    """The texts by group; `module`: the path of the module, whose name the file has."""
    groups = tomllib.loads(Path(module).with_suffix(".toml").read_text(encoding="utf-8"))
    return {
        group: {code: (said["it"], said["en"]) for code, said in texts.items()}
        for group, texts in groups.items()
    }
