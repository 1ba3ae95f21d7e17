"""Names without what spellings differ in: case, accents, apostrophes, blanks."""

import unicodedata

APOSTROPHES = "'’‘`´ʼ′"


def folded(name: str) -> str:
    """The name in lower case without accents and apostrophes, words separated by one space.

    >>> folded("D’Angelo  Nicolò"), folded("dangelo NICOLO")
    ('dangelo nicolo', 'dangelo nicolo')
    """
    # Folded before and after decomposition: some characters (ᴬ) have capitals only once decomposed.
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name.casefold()).casefold())
    letters = (char for char in decomposed if not unicodedata.combining(char) and char not in APOSTROPHES)
    return " ".join("".join(char if char.isalnum() else " " for char in letters).split())
