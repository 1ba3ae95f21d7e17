"""The quality of a draw in words: its cost, and whether it is proven to be the least possible.

`Draw.quality` is given by systems that keep people apart: for tables with fifths and for bands the cost and a
proven lower bound by criterion, for plans of games how many players meet. Bounds are lexicographic: that of a
criterion holds where the costs of those before it reach theirs.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TypedDict, cast

from scoring.texts import LANGUAGES


class Quality(TypedDict, total=False):
    """What a system says of its draw, as the document has it. `cost` and `bound` by criterion, in the order
    in which they count (stored as pairs, which keep it); `optimal`: whether they are equal. Of tables with
    fifths `drawn`: who sits at a five by lot; `fifths`: the same after their exchange, and `cost_step2`: the
    cost before it. Of a plan of games `distinct`: the opponents of all players, `bound`: their most,
    `repeats`: the pairs who meet again, and `most`: how often the pair that meets most often does.
    """

    cost: "Units"
    cost_step2: "Units"
    bound: "Units | int"
    optimal: bool
    fifths: Sequence[int]
    drawn: Sequence[int]
    distinct: int
    repeats: int
    most: int


Units = Mapping[str, int] | Sequence[Sequence[str | int]]
Names = Callable[[int], str]
Words = Mapping[str, str]

# For each criterion: none, one, several (`n`), and the plural for a list of bounds.
_COUNTED: Mapping[str, tuple[Words, Words, Words, Words]] = {
    "fives": (
        {"it": "", "en": ""},
        {"it": "un giocatore torna a un tavolo da cinque", "en": "one player is at a table of five again"},
        {
            "it": "{n} giocatori tornano a un tavolo da cinque",
            "en": "{n} players are at a table of five again",
        },
        {"it": "giocatori che tornano a un tavolo da cinque", "en": "players at a table of five again"},
    ),
    "winners": (
        {
            "it": "nessuna coppia di vincitori del turno prima",
            "en": "no two winners of the previous round together",
        },
        {"it": "una coppia di vincitori del turno prima", "en": "one pair of winners of the previous round"},
        {"it": "{n} coppie di vincitori del turno prima", "en": "{n} pairs of winners of the previous round"},
        {"it": "coppie di vincitori del turno prima", "en": "pairs of winners of the previous round"},
    ),
    "clubs": (
        {
            "it": "nessuna coppia dello stesso circolo o gruppo",
            "en": "no two players of the same club or group",
        },
        {"it": "una coppia dello stesso circolo o gruppo", "en": "one pair of the same club or group"},
        {"it": "{n} coppie dello stesso circolo o gruppo", "en": "{n} pairs of the same club or group"},
        {"it": "coppie dello stesso circolo o gruppo", "en": "pairs of the same club or group"},
    ),
    "opponents": (
        {"it": "nessuno ritrova un avversario", "en": "nobody meets the same opponent again"},
        {"it": "un solo incontro che si ripete", "en": "one repeated pairing"},
        {"it": "{n} incontri che si ripetono", "en": "{n} repeated pairings"},
        {"it": "incontri che si ripetono", "en": "repeated pairings"},
    ),
    "bands": (
        {"it": "", "en": ""},
        {"it": "un giocatore di troppo in una fascia", "en": "one player too many from one band"},
        {"it": "{n} giocatori di troppo nelle fasce", "en": "{n} players too many from the same bands"},
        {"it": "giocatori di troppo nelle fasce", "en": "players too many from the same bands"},
    ),
}
_OF_EARLIER_ROUNDS = ("fives", "winners", "opponents")
"""The criteria that depend on earlier rounds, and are left out for round 1."""

_NUMBERS = {
    "it": ("due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove", "dieci"),
    "en": ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
}
_LEAST = {"it": "{counted}: meno non si può", "en": "{counted}: the fewest possible"}
_LEAST_AFTER = {
    "it": "{counted}: meno non si può, tenendo fermo quel che conta di più",
    "en": "{counted}: the fewest possible, given the higher priorities",
}
_BETWEEN = {"it": "{what}: almeno {bound}, qui {cost}", "en": "{what}: at least {bound}, here {cost}"}
_WITH_FIFTHS = {
    "it": "{sentence}; contando anche chi siede da quinto, {cost}",
    "en": "{sentence}; counting the fifth players: {cost}",
}
_DRAWN = {"it": "cinquisti, a sorte: {names}", "en": "fifth players, by lot: {names}"}
_ONE_DRAWN = {"it": "cinquista, a sorte: {names}", "en": "fifth player, by lot: {names}"}
_EXCHANGED = {
    "it": "scambiati poi fra i loro tavoli, per separare anche i loro circoli: {names}",
    "en": "then exchanged between their tables, to keep their clubs apart too: {names}",
}
_NO_REPEATS = {
    "it": "in tutta la fase nessuno ritrova un avversario",
    "en": "nobody meets the same opponent twice in the whole stage",
}
_REPEATS = {
    "it": "coppie che si incontrano più di una volta nella fase: {repeats}",
    "en": "pairs who meet more than once in the stage: {repeats}",
}
_OFTEN = {
    "it": "la coppia che si incontra più spesso: {most} volte",
    "en": "the pair that meets most often: {most} times",
}
_NAMED = {
    "it": "fin qui si sono incontrati tre volte o più: {pairs}",
    "en": "so far these have met three times or more: {pairs}",
}
_TIMES = {"it": "{one} e {other} ({times})", "en": "{one} and {other} ({times})"}
_MORE = {"it": "e altre {pairs} coppie", "en": "and {pairs} more pairs"}
MOST_NAMED = 20
_MOST_MET = {
    "it": "avversari diversi, in tutto: {distinct}; di più non si può",
    "en": "different opponents in all: {distinct}, the most possible",
}
_MET = {
    "it": "avversari diversi, in tutto: {distinct}, al massimo {bound}",
    "en": "different opponents in all: {distinct}, at most {bound}",
}


def quality_words(
    quality: Quality,
    name: Names,
    round_number: int,
    language: str = "it",
    often: Sequence[tuple[tuple[int, int], int]] = (),
) -> list[str]:
    """The sentences about the quality of a round's draw. `often`: the pairs of a plan to be named, with how
    often each meets. KeyError, TypeError: `quality` is not of a known form.
    """
    if language not in LANGUAGES:
        language = LANGUAGES[0]
    if not quality:
        return []
    sentences = (
        _plan_sentences(quality, language)
        if "distinct" in quality
        else _cost_sentences(quality, round_number, language)
    )
    if often:
        sentences.append(_often_sentence(often, name, language))
    fifths = quality.get("fifths") or []
    drawn = quality.get("drawn", fifths)  # rounds drawn before this was written have no other order
    exchanged = fifths if fifths != drawn else []
    for words, players in ((_ONE_DRAWN if len(drawn) == 1 else _DRAWN, drawn), (_EXCHANGED, exchanged)):
        if players:
            sentences.append(words[language].format(names=", ".join(map(name, players))))
    return [f"{sentence[:1].upper()}{sentence[1:]}." for sentence in sentences if sentence]


def criterion(name: str, language: str = "it") -> str:
    """The name of what a criterion counts."""
    return _COUNTED[name][3][language if language in LANGUAGES else LANGUAGES[0]]


def _plan_sentences(quality: Quality, language: str) -> list[str]:
    if not quality["repeats"]:
        return [_NO_REPEATS[language]]
    met = _MOST_MET if quality["distinct"] == quality["bound"] else _MET
    # Rounds drawn before this was written do not say how often.
    often = [_OFTEN] if quality.get("most", 0) > 2 else []
    return [words[language].format(**quality) for words in (_REPEATS, *often, met)]


def _often_sentence(often: Sequence[tuple[tuple[int, int], int]], name: Names, language: str) -> str:
    pairs = [
        _TIMES[language].format(one=name(one), other=name(other), times=times)
        for (one, other), times in often[:MOST_NAMED]
    ]
    if len(often) > MOST_NAMED:
        pairs.append(_MORE[language].format(pairs=len(often) - MOST_NAMED))
    return _NAMED[language].format(pairs="; ".join(pairs))


def _cost_sentences(quality: Quality, round_number: int, language: str) -> list[str]:
    cost_with_fifths, bound = _by_criterion(quality["cost"]), _by_criterion(quality["bound"])
    cost = _by_criterion(quality.get("cost_step2", cost_with_fifths))
    proven, sentences = True, []
    for place, criterion in enumerate(cost):
        if round_number == 1 and criterion in _OF_EARLIER_ROUNDS:
            continue
        units, least = cost[criterion], bound[criterion]
        sentence = _count_in_words(criterion, units, language)
        if proven and units > least:
            what = _COUNTED[criterion][3][language]
            sentence = _BETWEEN[language].format(what=what, bound=least, cost=units)
            proven = False
        elif proven and units:
            words = _LEAST if place == 0 or round_number == 1 else _LEAST_AFTER
            sentence = words[language].format(counted=sentence)
        if cost_with_fifths[criterion] != units:
            counted = sentence or f"{_COUNTED[criterion][3][language]}: {units}"
            sentence = _WITH_FIFTHS[language].format(sentence=counted, cost=cost_with_fifths[criterion])
        sentences.append(sentence)
    return sentences


def _by_criterion(units: "Units | int") -> dict[str, int]:
    """Raises TypeError or ValueError where it is neither a mapping nor pairs."""
    return dict(cast(Mapping[str, int], units))


def _count_in_words(criterion: str, units: int, language: str) -> str:
    zero, singular, plural, _what = _COUNTED[criterion]
    if units == 0:
        return zero[language]
    if units == 1:
        return singular[language]
    numbers = _NUMBERS[language]
    return plural[language].format(n=numbers[units - 2] if units - 2 < len(numbers) else units)
