"""The texts of the codes of pairing, in Italian and English: reasons of tables and byes, and of no round.

A sentence is made from the code, its facts and the players' names; `{player}` and the like become names.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pairing import dutch_reasons, hand_reasons, knockout_reasons, swiss_reasons, table_reasons
from pairing.system import NoLegalPairing, Reason
from scoring.reasons import LANGUAGES
from scoring.standings import english_ordinal, written

Names = Callable[[int], str]
BOTH, EITHER = (" e ", " and "), (" o ", " or ")

_WHY: Mapping[str, tuple[str, str]] = {
    **swiss_reasons.WHY,
    **dutch_reasons.WHY,
    **knockout_reasons.WHY,
    **table_reasons.WHY,
    **hand_reasons.WHY,
    "berger": (
        "Turno {table_round} delle tabelle di Berger per {field}: il n. {white} incontra il n. {black}.",
        "Round {table_round} of the Berger tables for {field}: no. {white} meets no. {black}.",
    ),
    "last_number_first_half": (
        "Il n. {last}, il più alto, ha il Nero contro la metà bassa (1–{half}).",
        "No. {last}, the highest number, has Black against the lower half (1–{half}).",
    ),
    "last_number_second_half": (
        "Il n. {last}, il più alto, ha il Bianco contro la metà alta (oltre il {half}).",
        "No. {last}, the highest number, has White against the upper half (above {half}).",
    ),
    "mixed_parity": (
        "Un numero pari e uno dispari: il Bianco va al più basso ({low}).",
        "An even and an odd number: the lower ({low}) has White.",
    ),
    "same_parity": (
        "Due numeri pari o due dispari: il Bianco va al più alto ({high}).",
        "Both numbers even or both odd: the higher ({high}) has White.",
    ),
    "colours_swapped": (
        "È il {cycle}° girone: i colori sono invertiti rispetto al primo.",
        "This is cycle {cycle}: colours are reversed from the first.",
    ),
    "rounds_exchanged": (
        "Gli ultimi due turni di questo girone sono scambiati, perché nessuno abbia tre volte di fila lo"
        " stesso colore.",
        "The last two rounds of this cycle are exchanged, so that nobody has the same colour three times"
        " in a row.",
    ),
    "lost_by_forfeit_one": (
        "{players} si è ritirato dopo metà delle sue partite: le restanti sono perse per forfait.",
        "{players} withdrew after half of the games: the remaining ones are lost by forfeit.",
    ),
    "lost_by_forfeit_both": (
        "{players} si sono ritirati dopo metà delle loro partite: questa è persa per forfait da entrambi.",
        "{players} withdrew after half of their games: both lose this one by forfeit.",
    ),
    "rest": (
        "I giocatori sono dispari: chi incontra il n. {field}, che manca, riposa. Tocca al n. {number}.",
        "The number of players is odd: whoever would meet the missing no. {field} has the bye. This is no."
        " {number}.",
    ),
    "opponent_annulled": (
        "{opponent} si è ritirato prima di metà delle sue partite: i suoi risultati sono annullati e chi"
        " doveva incontrarlo non gioca.",
        "{opponent} withdrew before half of the games: their results are annulled and their opponent does"
        " not play.",
    ),
}

COLOUR_CODES = frozenset(
    {
        *swiss_reasons.COLOURS,
        *dutch_reasons.COLOURS,
        *knockout_reasons.WHITE,
        *("passed_colour", "passed_colour_white", "passed_colour_black"),
        *("last_number", "mixed_parity", "same_parity", "colours_swapped", "rounds_exchanged"),
        *("hand_white_three", "hand_black_three", "hand_white_surplus", "hand_black_surplus"),
        "hand_calendar_colours",
    }
)
"""The reasons that are about White and Black: in games without them nobody is told these."""

_NO_ROUND: Mapping[str, tuple[str, str]] = {
    **swiss_reasons.NO_ROUND,
    **dutch_reasons.NO_ROUND,
    **knockout_reasons.NO_ROUND,
    **table_reasons.NO_ROUND,
    "all_rounds_played": (
        "Tutti i {rounds} turni sono stati abbinati: il torneo è finito.",
        "All {rounds} rounds have been paired: the tournament is over.",
    ),
    "games_before_last_round": (
        "Prima dell’ultimo turno tutte le partite dei turni precedenti devono essere finite. Mancano:"
        " {games}. L’arbitro le faccia finire e scriva i risultati, o assegni il forfait.",
        "Every game of the earlier rounds must be finished before the last round. Missing: {games}. The"
        " arbiter should have them finished and enter the results, or award a forfeit.",
    ),
}


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
        only = swiss_reasons.ONLY_ONE if alone else swiss_reasons.ONLY[bool(facts["opponents"])]
        named["only"] = only[LANGUAGES.index(language)].format(**named)
        if "prohibited" in facts:
            named["only"] = swiss_reasons.PROHIBITED[LANGUAGES.index(language)].format(**named)
    text = _NO_ROUND[error.code][LANGUAGES.index(language)]
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
            letters = dutch_reasons.LETTERS[LANGUAGES.index(language)]
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
