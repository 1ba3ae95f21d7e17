"""Why a player enters a stage, and why the entrants are not known yet, in Italian and English."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scoring.document import Document
from scoring.qualification import QualificationReason, Undecided
from scoring.standings import exact, written

LANGUAGES = ("it", "en")
Names = Callable[[int], str]

_WHY: Mapping[str, tuple[str, str]] = {
    "direct_place": (
        "È al posto {place} nella classifica della {stage}: entra direttamente.",
        "Place {place} in the ranking of {stage}: enters directly.",
    ),
    "direct_up": (
        "È al posto {before} nella classifica della {stage}; chi rinuncia davanti ({players}) lo porta al"
        " posto {place}: entra direttamente.",
        "Place {before} in the ranking of {stage}; as {players} ahead declined, this becomes place {place}:"
        " enters directly.",
    ),
    "ranked_place": (
        "È al posto {place} nella classifica della {stage}.",
        "Place {place} in the ranking of {stage}.",
    ),
    "ranked_up": (
        "È al posto {before} nella classifica della {stage}; chi rinuncia davanti ({players}) lo porta al"
        " posto {place}.",
        "Place {before} in the ranking of {stage}; as {players} ahead declined, this becomes place {place}.",
    ),
    "best_of_none": (
        "È al posto {place} nella classifica della {stage}.",
        "Place {place} in the ranking of {stage}.",
    ),
    "best_of_winds": (
        "È al posto {place} fra chi ha tenuto il vento {wind} nella {stage}.",
        "Place {place} among those who kept the wind {wind} in {stage}.",
    ),
    "best_of_tables": (
        "È al posto {place} del tavolo {group} nella {stage}.",
        "Place {place} of table {group} in {stage}.",
    ),
    "best_of_rest": (
        "Nella {stage} non appartiene a un gruppo, e i gruppi non bastano a riempire i posti.",
        "Belongs to no group in {stage}, and the groups do not fill the places.",
    ),
    "first_of": (
        "È al posto {place} della {stage}.",
        "Place {place} of {stage}.",
    ),
    "dealt_serpentine": (
        "Ha il numero {number}: nella serpentina di {of} gruppi gli tocca il {group}°.",
        "Has number {number}: the serpentine of {of} groups leads to group {group}.",
    ),
    "dealt_numbers": (
        "Ha il numero {number}: i numeri si danno in giro ai {of} gruppi, e gli tocca il {group}°.",
        "Has number {number}: numbers go round the {of} groups, and lead to group {group}.",
    ),
    "dealt_lot": (
        "È stato sorteggiato fra {of} gruppi nel {group}°.",
        "Was drawn by lot, of {of} groups, into group {group}.",
    ),
    "play_off": (
        "È fra i primi a pari merito della {stage}.",
        "Shares the first place of {stage}.",
    ),
    "winner_place": (
        "Ha vinto il tavolo {table} della {stage}.",
        "Won table {table} of {stage}.",
    ),
    "winner_ties": (
        "È primo a pari merito al tavolo {table} della {stage}, e davanti per gli spareggi del RTU 2014.",
        "Level first at table {table} of {stage}, and ahead by the tie list of the RTU 2014.",
    ),
    "winner_level": (
        "È fra i primi a pari merito del tavolo {table} della {stage}, e il migliore di loro nella classifica"
        " di riferimento.",
        "One of those level first at table {table} of {stage}, and the best of them in the reference"
        " ranking.",
    ),
    "next_at_table": (
        "È al posto {place} del tavolo {table} della {stage}: chi gli sta davanti ({players}) rinuncia, o"
        " entra già per altra via.",
        "Place {place} of table {table} of {stage}: {players} ahead declined, or enter otherwise.",
    ),
    "of_another_table": (
        "Al tavolo {declined} rinunciano tutti: passa il migliore in classifica fra quelli ancora liberi al"
        " posto {place} degli altri tavoli (tavolo {table} della {stage}).",
        "All of table {declined} declined: the best-ranked of those still free at place {place} of the"
        " other tables enters (table {table} of {stage}).",
    ),
    "for_direct": (
        "{player} entrava direttamente, e rinuncia dopo le semifinali: passa il migliore in classifica fra"
        " quelli ancora liberi al posto {place} dei tavoli (tavolo {table} della {stage}).",
        "{player} had entered directly and declined after the semi-finals: the best-ranked of those still"
        " free at place {place} of the tables enters (table {table} of {stage}).",
    ),
    "loser": (
        "È al posto {place} del tavolo {table} della {stage}.",
        "Place {place} of table {table} of {stage}.",
    ),
    "wildcard": (
        "Ha una wild card: il miglior risultato di una sola partita nella {stage} ({best}) fra chi non si è"
        " qualificato altrimenti.",
        "Has a wild card: the best single result in {stage} ({best}) of those not qualified otherwise.",
    ),
}

_WINDS = (("Nord", "Est", "Sud", "Ovest"), ("North", "East", "South", "West"))

_UNDECIDED: Mapping[bool, tuple[str, str]] = {
    True: (
        "Chi entra nella fase seguente non si può dire: nella {stage} mancano risultati ({tables}). L’arbitro"
        " li scriva.",
        "Who enters the next stage cannot be told: results of {stage} are missing ({tables}). The arbiter"
        " should enter them.",
    ),
    False: (
        "Chi entra nella fase seguente non si può dire: la {stage} non è ancora giocata. L’arbitro la faccia"
        " giocare, o dica lui chi entra.",
        "Who enters the next stage cannot be told: {stage} has not been played yet. The arbiter should have"
        " it played, or say who enters.",
    ),
}


def qualification_text(why: QualificationReason, document: Document, language: str = "it") -> str:
    """The reason in words."""
    index, facts = LANGUAGES.index(language), why.facts
    code = f"best_of_{facts['groups']}" if why.code == "best_of" else why.code
    named = dict(facts)
    if "stage" in facts:
        named["stage"] = stage_name(document, facts["stage"], language)
    name = _names(document)
    if "players" in facts:
        named["players"] = ", ".join(map(name, facts["players"]))
    if "player" in facts:
        named["player"] = name(facts["player"])
    if "best" in facts:
        named["best"] = written(exact(facts["best"]), language)
    if code == "best_of_winds":
        winds = _WINDS[index]
        named["wind"] = winds[facts["group"] - 1] if facts["group"] <= len(winds) else facts["group"]
    return _WHY[code][index].format(**named)


def undecided_text(error: Undecided, language: str = "it") -> str:
    """Which results are missing, and what the arbiter can do."""
    index = LANGUAGES.index(language)
    tables = "; ".join(_table(table, _names(error.document), index) for table in error.tables)
    stage = stage_name(error.document, error.stage, language)
    return _UNDECIDED[bool(error.tables)][index].format(stage=stage, tables=tables)


def _table(table: Any, name: Names, index: int) -> str:
    words = ("turno {round}, tavolo {table}: {players}", "round {round}, table {table}: {players}")[index]
    return words.format(round=table.round, table=table.table, players=_listed(table.players, name))


def _listed(players: Sequence[int], name: Names) -> str:
    return " – ".join(map(name, players))


def _names(document: Document) -> Names:
    return {player.id: player.name for player in document.players}.__getitem__


def stage_name(document: Document, number: int, language: str) -> str:
    """The stage's number, and its name if it has one."""
    name = document.stages[number - 1].name
    numbered = (f"fase {number}", f"stage {number}")[LANGUAGES.index(language)]
    return f"{numbered} ({name})" if name.strip() else numbered
