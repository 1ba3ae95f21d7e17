"""The names that formulas give to stages, in Italian and English."""

import re
from collections.abc import Mapping

Words = Mapping[str, str]

QUALIFYING: Words = {"it": "Eliminatoria", "en": "Qualifying"}
SECOND_CHANCE: Words = {"it": "Seconda chance", "en": "Second chance"}
INTERMEDIATE: Words = {"it": "Fase intermedia", "en": "Intermediate phase"}
SEMI_FINALS: Words = {"it": "Semifinali", "en": "Semi-finals"}
FINAL: Words = {"it": "Finale", "en": "Final"}
FINAL_PHASE: Words = {"it": "Fase finale", "en": "Final phase"}
GROUP: Words = {"it": "Gruppo", "en": "Group"}

_NUMBERED = re.compile(r" (?:\d+|[A-Z])$")
"""Behind the name where several stages of the same name are played at a time."""

_GIVEN = {
    word: words
    for words in (
        *(QUALIFYING, SECOND_CHANCE, INTERMEDIATE),
        *(SEMI_FINALS, FINAL, FINAL_PHASE, GROUP),
    )
    for word in words.values()
} | {"Qualificazione": QUALIFYING}  # what formulas gave until version 0.2


def stage_name_in(language: str, name: str) -> str:
    """A stage’s name in the language, if a formula gave it; an organiser’s own as it was written.

    >>> stage_name_in("en", "Semifinali 2"), stage_name_in("en", "Coppa")
    ('Semi-finals 2', 'Coppa')
    """
    words = _NUMBERED.sub("", name)
    return _GIVEN[words][language] + name[len(words) :] if words in _GIVEN else name
