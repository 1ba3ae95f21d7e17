"""The reader's language, as the engines name it, and texts that the engines have in several languages."""

from collections.abc import Mapping, Sequence
from datetime import date

from django.utils.formats import date_format
from django.utils.text import get_text_list
from django.utils.translation import get_language, pgettext

from scoring.texts import LANGUAGES


def reader_language() -> str:
    """The code of the active language, without its region."""
    code = (get_language() or "").partition("-")[0]
    return code if code in LANGUAGES else LANGUAGES[0]


def translated(texts: Mapping[str, str]) -> str:
    """One of the engines' texts by language, in the reader's language, else in the first of them."""
    return texts.get(reader_language()) or texts[LANGUAGES[0]]


def lower_first(text: str) -> str:
    """The text as it stands within a sentence; an abbreviation at its beginning stays."""
    return text if text[1:2].isupper() else f"{text[:1].lower()}{text[1:]}"


def listed(words: Sequence[str]) -> str:
    """Several words within a sentence: "4, 5 and 6"."""
    return get_text_list([*words], pgettext("elenco", "e"))


def date_in_words(value: date, pattern: str) -> str:
    """The date in the reader's language; Italian writes months in lower case."""
    words = date_format(value, pattern)
    return words.lower() if (get_language() or "it").startswith("it") else words
