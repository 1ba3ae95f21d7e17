"""Names without what spellings differ in: case, accents, apostrophes, blanks."""

import unicodedata
from functools import lru_cache

APOSTROPHES = "'’‘`´ʼ′"
# Letters of their own, that no decomposition takes apart: without this Đurić would stand after Wagner.
LETTERS = str.maketrans(
    {"đ": "d", "ð": "d", "ł": "l", "ø": "o", "æ": "ae", "œ": "oe", "þ": "th", "ħ": "h", "ŧ": "t", "ı": "i"}
)


@lru_cache(maxsize=4096)
def folded(name: str) -> str:
    """The name in lower case without accents and apostrophes, words separated by one space.

    >>> folded("D’Angelo  Nicolò"), folded("dangelo NICOLO")
    ('dangelo nicolo', 'dangelo nicolo')
    >>> folded("Đurić"), folded("Bjørn Łukasz Weiß")
    ('duric', 'bjorn lukasz weiss')
    """
    # Folded before and after decomposition: some characters (ᴬ) have capitals only once decomposed.
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name.casefold()).casefold())
    plain = decomposed.translate(LETTERS)
    letters = (char for char in plain if not unicodedata.combining(char) and char not in APOSTROPHES)
    return " ".join("".join(char if char.isalnum() else " " for char in letters).split())
