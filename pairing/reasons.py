"""The texts of the codes of pairing, in Italian and English: reasons of tables and byes, and of no round.

A sentence is made from its text in reasons.toml and the facts; `{player}` and the like become names.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pairing.system import NoLegalPairing, Reason
from scoring.standings import english_ordinal, written
from scoring.texts import LANGUAGES, texts_beside

Names = Callable[[int], str]
BOTH, EITHER = (" e ", " and "), (" o ", " or ")

_TEXTS = texts_beside(__file__)
_WHY = {**_TEXTS["why"], **_TEXTS["colours"]}
_LETTERS: tuple[Mapping[str, str], ...] = ({"w": "B", "b": "N"}, {"w": "W", "b": "B"})

COLOUR_CODES = frozenset({*_TEXTS["colours"], "last_number"})
"""The reasons that are about White and Black: in games without them nobody is told these."""


def why(reason: Reason, name: Names, language: str = "it", figure: Callable[[str], str] | None = None) -> str:
    """A reason in words; `name` gives the name of a player's id; `figure` writes points, else decimals."""
    code, facts = reason.code, dict(reason.facts)
    if code == "last_number":
        code = "last_number_first_half" if facts["first_half"] else "last_number_second_half"
        facts["half"] = facts["last"] // 2
    elif code == "lost_by_forfeit":
        code = "lost_by_forfeit_one" if len(facts["players"]) == 1 else "lost_by_forfeit_both"
    return _WHY[code][LANGUAGES.index(language)].format(**_facts_with_names(facts, name, language, figure))


def no_round(error: NoLegalPairing, name: Names, language: str = "it", *, advice: bool = True) -> str:
    """Which rule allows no round, for which players, and, unless `advice` is off, what the arbiter can do.

    The first sentence of each text is the fact, the others are the advice.
    """
    facts = dict(error.facts)
    if "games" in facts:
        facts["games"] = "; ".join(_game_in_words(game, name, language) for game in facts["games"])
    named = _facts_with_names(facts, name, language)
    if "opponents" in facts:
        alone = len(facts["players"]) == 1 and not facts["opponents"]
        code = "one" if alone else "some" if facts["opponents"] else "none"
        for each in [code, *(["prohibited"] if "prohibited" in facts else [])]:
            named["only"] = _TEXTS["only"][each][LANGUAGES.index(language)].format(**named)
    text = _TEXTS["no_round"][error.code][LANGUAGES.index(language)]
    return (text if advice else text.partition(". ")[0]).format(**named)


def _game_in_words(game: Mapping[str, Any], name: Names, language: str) -> str:
    players = " – ".join(name(player) for player in game["players"])
    word_for_round = ("turno", "round")[LANGUAGES.index(language)]
    return f"{players} ({word_for_round} {game['round']})"


def _facts_with_names(
    facts: Mapping[str, Any], name: Names, language: str, figure: Callable[[str], str] | None = None
) -> dict[str, Any]:
    """The facts with the ids of players replaced by their names, and points as `figure` writes them."""
    named = dict(facts)
    for key in ("player", "opponent"):
        if key in named:
            named[key] = name(named[key])
    for key in ("players", "opponents"):
        if key in named:
            named[key] = _join_names([name(player) for player in named[key]], language)
    for key in ("points", "other_points", "virtual"):
        if key in named:
            number = str(named[key])
            named[key] = figure(number) if figure else written(number, language)
    if "prohibited" in named:
        named["prohibited"] = "; ".join(" – ".join(map(name, pair)) for pair in named["prohibited"])
    for key in ("colours", "other_colours"):
        if key in named:
            letters = _LETTERS[LANGUAGES.index(language)]
            named[key] = " ".join(letters[colour] for colour in named[key]) or "–"
    if "sizes" in named:
        named["sizes"] = ", ".join(map(str, named["sizes"]))
    for key in {"place", "sought"} & named.keys():
        named[f"{key}_th"] = english_ordinal(named[key])
    for key in ("allowed", "near", "without"):
        if key in named:
            named[key] = _join_names([str(size) for size in named[key]], language, EITHER)
    return named


def _join_names(names: Sequence[str], language: str, words: tuple[str, str] = BOTH) -> str:
    last = words[LANGUAGES.index(language)]
    return last.join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)
