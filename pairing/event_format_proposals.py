"""What the rules want of a formula when something has happened: another choice of its options, and why
(rules/formulas.md#semi-finals, rules/formulas.md#master-2016).

Sources: the Master regulations of 2016 (who alone leads with two wins has no semi-final to play), and RTU and
Master alike (a direct finalist declines before the semi-finals: there are four).
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from pairing.event_format_options import Championship, Evenings, Master2016, SemiFinals
from pairing.event_format_stages import Words
from pairing.registry import SYSTEM_SPECS, rounds_of
from scoring.document import Document, DocumentError
from scoring.ledger import Ledger, ResultCode
from scoring.qualification import Undecided
from scoring.qualification_rule import QualificationRule, qualification_rule_of
from scoring.record import Record, record_of
from scoring.standings import Row, standings


class Proposal(Struct, frozen=True, kw_only=True):
    """`options`: all that is to be chosen of the formula then; `players`: whom it is about; `size`: for how
    many the formula is to be made, None where that stays as it is; `facts`: numbers that the words name.
    """

    code: str
    options: Mapping[str, Any]
    players: tuple[int, ...] = ()
    size: int | None = None
    facts: Mapping[str, int] = {}

    def words(self, document: Document, language: str = "it") -> str:
        """What has happened, and what the rules want then."""
        names = {player.id: player.name for player in document.players}
        several = len(self.players) > 1
        listed = ", ".join(names[player] for player in self.players)
        return _WORDS[self.code, several][language].format(players=listed, **self.facts)


_WORDS: Mapping[tuple[str, bool], Words] = {
    ("others_played", False): {
        "it": "La formula è fatta per {planned} giocatori, ma quelli che hanno giocato tutte le partite di"
        " qualificazione sono {played}, e contano questi: per {played} le semifinali sono {semi_finals} e i"
        " finalisti diretti {direct}.",
        "en": "The formula is made for {planned} players, but {played} have played all qualifying games, and"
        " these count: for {played} there are {semi_finals} semi-finals and {direct} direct finalists.",
    },
    ("others_played_final", False): {
        "it": "La formula è fatta per {planned} giocatori, ma quelli che hanno giocato tutte le partite di"
        " qualificazione sono {played}, e contano questi: per {played} c’è solo la finale dei primi quattro.",
        "en": "The formula is made for {planned} players, but {played} have played all qualifying games, and"
        " these count: for {played} there is only a final of the first four.",
    },
    ("alone_ahead", False): {
        "it": "{players} è in testa da solo e ha vinto tutte le sue partite: secondo le regole va"
        " direttamente in finale, e i dodici che seguono giocano tre semifinali.",
        "en": "{players} alone leads and has won all games: by the rules this player goes straight to the"
        " final, and the twelve who follow play three semi-finals.",
    },
    ("alone_ahead", True): {
        "it": "{players} sono in testa da soli, ciascuno nel suo torneo parallelo, e hanno vinto tutte le"
        " loro partite: secondo le regole vanno direttamente in finale, e le semifinali sono tre per torneo.",
        "en": "{players} each lead alone in their parallel tournament and have won all games: by the rules"
        " they go straight to the final, and each tournament has three semi-finals.",
    },
    ("direct_gone", False): {
        "it": "{players} era in finale direttamente e rinuncia prima delle semifinali: le regole vogliono"
        " allora quattro semifinali, senza finalisti diretti.",
        "en": "{players} had gone straight to the final and declines before the semi-finals: the rules then"
        " want four semi-finals, without direct finalists.",
    },
    ("direct_gone", True): {
        "it": "{players} erano in finale direttamente e rinunciano prima delle semifinali: le regole vogliono"
        " allora quattro semifinali, senza finalisti diretti.",
        "en": "{players} had gone straight to the final and decline before the semi-finals: the rules then"
        " want four semi-finals, without direct finalists.",
    },
}


def master_2016(document: Document, options: Master2016) -> list[Proposal]:
    """Four semi-finals, and then one player alone leads and won both games; or he declines after all."""
    if options.direct:
        return four_semi_finals(document, options)
    finished = _finished(document)
    if finished is None:
        return []
    rows, ledger = finished
    sets = max((rule.dealt[1] for rule in _rules(document).values() if rule.dealt), default=1)
    leaders = [_alone_ahead(rows[number::sets], ledger) for number in range(sets)]
    away = _declined(document)
    ahead = tuple(player for player in leaders if player is not None and player not in away)
    if len(ahead) < sets:
        return []
    return [Proposal(code="alone_ahead", options=_with_direct(options, 1), players=ahead)]


def four_semi_finals(
    document: Document, options: SemiFinals | Evenings | Championship | Master2016
) -> list[Proposal]:
    """A direct finalist declined the semi-finals, which have not begun."""
    finished = _finished(document)
    if finished is None:
        return []
    rows, away = finished[0], _declined(document)
    places = max((rule.direct.to for rule in _rules(document).values() if rule.direct), default=0)
    gone = tuple(row.player for row in rows[:places] if row.player in away)
    return [Proposal(code="direct_gone", options=_with_direct(options, 0), players=gone)] if gone else []


def played_all_games(document: Document) -> int | None:
    """How many played every game of the first stage; None unless it is played out and no other has begun."""
    finished = _finished(document)
    if finished is None:
        return None
    rows, ledger = finished
    played = {ResultCode.PLAYED}
    return sum({result.code for result in ledger.round_results[row.player]} == played for row in rows)


def _with_direct(options: Struct, direct: int) -> dict[str, Any]:
    """As chosen, but for how many go straight to the final: that says how many semi-finals there are, too."""
    chosen = {**asdict(options), "semifinals": None, "direct": direct}
    return {name: value for name, value in chosen.items() if value is not None}


def _rules(document: Document) -> dict[int, QualificationRule]:
    rules = ((number, qualification_rule_of(stage)) for number, stage in enumerate(document.stages, 1))
    return {number: rule for number, rule in rules if rule is not None}


def _declined(document: Document) -> set[int]:
    """Who gave his place up in a stage that others are taken from: in semi-finals."""
    sources = {source for rule in _rules(document).values() for source in rule.winners}
    return {player for source in sources for player in document.stages[source - 1].declined}


def _finished(document: Document) -> tuple[list[Row], Ledger] | None:
    """The ranking of the first stage when it is played out, and nothing after it has begun."""
    if any(stage.rounds or stage.entrants is not None for stage in document.stages[1:]):
        return None
    try:
        record = record_of(document, SYSTEM_SPECS, 1)
    except (Undecided, DocumentError):
        return None
    if not _played_out(record):
        return None
    return [row for row in standings(record) if row.rank is not None], Ledger(record)


def _played_out(record: Record) -> bool:
    tables = [table for played in record.rounds for table in played.tables]
    left = rounds_of(record) != record.rounds_played if record.players else True
    return not left and all(table.result is not None for table in tables)


def _alone_ahead(rows: list[Row], ledger: Ledger) -> int | None:
    """The first of the ranking, when nobody shares his rank and he won every game of the stage."""
    if not rows or (len(rows) > 1 and rows[1].rank == rows[0].rank):
        return None
    first = rows[0].player
    return first if all(result.place == 1 for result in ledger.round_results[first]) else None
