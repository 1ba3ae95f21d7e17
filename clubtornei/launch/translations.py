"""The catalogues of translations, handled by Babel, so that gettext need not be installed.

`python -m clubtornei.launch.translations` (`make messages`) updates the catalogues from the sources.
"""

import io
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

from clubtornei.launch.environment import ROOT

LANGUAGES = ("en",)
"""Those that the sources are translated into: they are Italian."""

DJANGO_IN_ITALIAN = "it"
"""The catalogue that says some of Django's own sentences as an arbiter would."""

KEYWORDS = DEFAULT_KEYWORDS | {
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
}


def catalogue(language: str) -> Path:
    """The path of the catalogue with the translations into `language`."""
    return ROOT / "clubtornei" / "locale" / language / "LC_MESSAGES" / "django.po"


def compile_catalogues() -> None:
    """Compile each catalogue that has changed since it was last compiled."""
    for source in filter(Path.exists, map(catalogue, (*LANGUAGES, DJANGO_IN_ITALIAN))):
        compiled = source.with_suffix(".mo")
        if compiled.exists() and compiled.stat().st_mtime >= source.stat().st_mtime:
            continue
        draft = source.with_suffix(".mo.new")
        with open(draft, "wb") as file:
            write_mo(file, read(source))
        draft.replace(compiled)


def read(path: Path) -> Catalog:
    """The catalogue at `path`."""
    with open(path, "rb") as file:
        return read_po(file)


def sources() -> Iterator[tuple[str, str]]:
    """Every file that may contain messages: its path relative to the root, and its text as Python."""
    for path in sorted((ROOT / "clubtornei").rglob("*.py")):
        yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
    for path in sorted((ROOT / "templates").rglob("*.*")):
        yield path.relative_to(ROOT).as_posix(), template_as_python(path.read_text(encoding="utf-8"))


def template_as_python(text: str) -> str:
    """A template's messages as calls of gettext, without indentation, which the tokenizer would reject."""
    return "\n".join(line.lstrip() for line in templatize(text).splitlines())


def all_messages() -> Catalog:
    """What a translation must have: all messages of the sources, and Django's that we say otherwise."""
    messages = messages_in(sources())
    for message in read(catalogue(DJANGO_IN_ITALIAN)):
        messages.add(message.id, flags=message.flags, context=message.context)
    return messages


def messages_in(files: Iterator[tuple[str, str]]) -> Catalog:
    """All messages of `files`, each with the files it occurs in."""
    messages = Catalog()
    for name, text in files:
        for _line, message, comments, context in extract(
            "python", io.BytesIO(text.encode()), keywords=KEYWORDS, comment_tags=["Translators:"]
        ):
            messages.add(message, locations=[(name, 0)], auto_comments=comments, context=context)
    return messages


def update(path: Path) -> int:
    """Add new messages to the catalogue at `path`, untranslated, and remove those no longer in the sources.

    Returns the number of messages without a translation.
    """
    translations = read(path)
    messages = all_messages()
    messages.creation_date = translations.creation_date  # otherwise every update would change the file
    translations.update(messages, no_fuzzy_matching=True)
    with open(path, "wb") as file:
        write_po(file, translations, width=110, ignore_obsolete=True, include_lineno=False)
    return sum(not is_translated(message) for message in translations if message.id)


def is_translated(message: Message) -> bool:
    """Whether every form of the message has a translation."""
    return all(message.string) if isinstance(message.string, tuple) else bool(message.string)


if __name__ == "__main__":
    for path in map(catalogue, LANGUAGES):
        missing = update(path)
        sys.stdout.write(f"{path.relative_to(ROOT)}: {missing} to translate\n")
