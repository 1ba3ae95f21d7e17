"""Why a player enters a stage, and why the entrants are not known yet, in Italian and English."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scoring.cut_ties import CutTie
from scoring.document import Document
from scoring.qualification import QualificationReason, Undecided
from scoring.qualification_rule import QualificationRule
from scoring.stage_names import stage_name_in
from scoring.standings import decimal_text, english_ordinal, written
from scoring.texts import LANGUAGES, texts_beside

Names = Callable[[int], str]

_WHY = texts_beside(__file__)["why"]

# What follows where the player was level with others of whom not all enter; by whether that is decided.
_LEVEL: Mapping[bool, tuple[str, str]] = {
    True: (
        " Era pari con {players}: la parità è stata decisa.",
        " Was level with {players}: the tie was decided.",
    ),
    False: (
        " È pari con {players}: la parità è da decidere prima che la fase cominci.",
        " Level with {players}: to be decided before the stage begins.",
    ),
}

_WINDS = (("Nord", "Est", "Sud", "Ovest"), ("North", "East", "South", "West"))

_UNDECIDED: Mapping[bool, tuple[str, str]] = {
    True: (
        "Chi entra nella fase seguente non si può dire: nella {stage} mancano risultati ({tables}). L’arbitro"
        " li scriva.",
        "The qualifiers for the next stage are not known: results of {stage} are missing ({tables}). The"
        " arbiter should enter them.",
    ),
    False: (
        "Chi entra nella fase seguente non si può dire: la {stage} non è ancora giocata. L’arbitro la faccia"
        " giocare, o dica lui chi entra.",
        "The qualifiers for the next stage are not known: {stage} has not been played yet. The arbiter"
        " should have it played, or choose who plays.",
    ),
}


def qualification_text(why: QualificationReason, document: Document, language: str = "it") -> str:
    """The reason in words."""
    index, facts = LANGUAGES.index(language), why.facts
    code = f"best_of_{facts['groups']}" if why.code == "best_of" else why.code
    named = dict(facts)
    if "stage" in facts:
        named["stage"] = _stage_in_words(document, facts["stage"], language)
    name = _names(document)
    for place in ("place", "before"):
        if place in facts and language == "en":
            named[place] = english_ordinal(facts[place])
    if "players" in facts:
        named["players"] = ", ".join(map(name, facts["players"]))
    if "player" in facts:
        named["player"] = name(facts["player"])
    if "best" in facts:
        named["best"] = written(decimal_text(facts["best"]), language)
    if code == "best_of_winds":
        winds = _WINDS[index]
        named["wind"] = winds[facts["group"] - 1] if facts["group"] <= len(winds) else facts["group"]
    said = _WHY[code][index].format(**named)
    if level := facts.get("level"):
        said += _LEVEL[facts["decided"]][index].format(players=", ".join(map(name, level)))
    return said


def cut_text(tie: CutTie, rule: QualificationRule) -> str:
    """Where the players of a tie are level, as the command `qualify` says it: `rank 16`, `table 3`; with the
    stage where the rule takes players from several in this way.
    """
    where = {"rank": f"rank {tie.number}", "wildcard": "wild card", "table": f"table {tie.number}"}[tie.at]
    stages = {*rule.winners, *rule.losers} if tie.at == "table" else rule.ranked_sources
    return f"{where} of stage {tie.stage}" if len(stages) > 1 else where


def undecided_text(error: Undecided, language: str = "it") -> str:
    """Which results are missing, and what the arbiter can do."""
    index = LANGUAGES.index(language)
    tables = "; ".join(_table(table, _names(error.document), index) for table in error.tables)
    stage = _stage_in_words(error.document, error.stage, language)
    return _UNDECIDED[bool(error.tables)][index].format(stage=stage, tables=tables)


def _table(table: Any, name: Names, index: int) -> str:
    words = ("turno {round}, tavolo {table}: {players}", "round {round}, table {table}: {players}")[index]
    return words.format(round=table.round, table=table.table, players=_listed(table.players, name))


def _listed(players: Sequence[int], name: Names) -> str:
    return " – ".join(map(name, players))


def _names(document: Document) -> Names:
    return {player.id: player.name for player in document.players}.__getitem__


def _stage_in_words(document: Document, number: int, language: str) -> str:
    """The stage's number, and its name if it has one."""
    name = stage_name_in(language, document.stages[number - 1].name)
    numbered = (f"fase {number}", f"stage {number}")[LANGUAGES.index(language)]
    return f"{numbered} ({name})" if name.strip() else numbered
