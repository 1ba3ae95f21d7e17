"""Changes to the options of an event format that the rules ask for after certain events, and why
(rules/formulas.md#semi-finals, rules/formulas.md#master-2016).

Sources: the Master regulations of 2016 (a single leader with two wins plays no semi-final), and both RTU and
Master (if a direct finalist declines before the semi-finals, there are four).
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from pairing.event_format_options import Championship, Evenings, Master2016, SemiFinals, TwoDays
from pairing.registry import SYSTEM_SPECS, rounds_of
from scoring.document import Document, DocumentError
from scoring.ledger import Ledger, ResultKind
from scoring.qualification import Undecided
from scoring.qualification_rule import QualificationRule, qualification_rule_of
from scoring.record import Record, record_of
from scoring.stage_names import Words
from scoring.standings import Row, standings


class FormatProposal(Struct, frozen=True, kw_only=True):
    """`options`: all options to be chosen then; `players`: the ids that are the reason; `size`: for how
    many the formula is to be made, None where that stays as it is; `facts`: numbers that the words name.
    """

    code: str
    options: Mapping[str, Any]
    players: tuple[int, ...] = ()
    size: int | None = None
    facts: Mapping[str, int] = {}

    def words(self, document: Document, language: str = "it") -> str:
        """The event, and what the rules ask for then, in words."""
        names = {player.id: player.name for player in document.players}
        several = len(self.players) > 1
        listed = ", ".join(names[player] for player in self.players)
        return _WORDS[self.code, several][language].format(players=listed, **self.facts)


_WORDS: Mapping[tuple[str, bool], Words] = {
    ("others_played", False): {
        "it": "La formula è fatta per {planned} giocatori, ma quelli che hanno giocato tutte le partite di"
        " qualificazione sono {played}, e contano questi: per {played} le semifinali sono {semi_finals} e i"
        " finalisti diretti {direct}.",
        "en": "The format was made for {planned} players, but {played} have played all qualifying games and"
        " only these count: {played} players call for {semi_finals} semi-finals and {direct} direct"
        " finalists.",
    },
    ("others_played_final", False): {
        "it": "La formula è fatta per {planned} giocatori, ma quelli che hanno giocato tutte le partite di"
        " qualificazione sono {played}, e contano questi: per {played} c’è solo la finale dei primi quattro.",
        "en": "The format was made for {planned} players, but {played} have played all qualifying games and"
        " only these count: {played} players call for just a final of the top four.",
    },
    ("others_played_too_few", False): {
        "it": "La formula è fatta per {planned} giocatori e ne vuole almeno {fewest}, ma quelli che hanno"
        " giocato tutte le partite di qualificazione sono {played}. Se le fasi restano così, passa anche chi"
        " ne ha giocate meno; oppure si cambiano le fasi a mano.",
        "en": "The format was made for {planned} players and needs at least {fewest}, but only {played} have"
        " played all qualifying games. If the stages stay as they are, some who played fewer qualify"
        " too; otherwise edit the stages by hand.",
    },
    ("alone_ahead", False): {
        "it": "{players} è in testa da solo e ha vinto tutte le sue partite: secondo le regole va"
        " direttamente in finale, e i dodici che seguono giocano tre semifinali.",
        "en": "{players} is the sole leader and has won all games: under the rules they go straight to the"
        " final, and the next twelve play three semi-finals.",
    },
    ("alone_ahead", True): {
        "it": "{players} sono in testa da soli, ciascuno nel suo torneo parallelo, e hanno vinto tutte le"
        " loro partite: secondo le regole vanno direttamente in finale, e le semifinali sono tre per torneo.",
        "en": "{players} are the sole leaders of their parallel tournaments and have won all games: under"
        " the rules they go straight to the final, and each tournament has three semi-finals.",
    },
    ("direct_gone", False): {
        "it": "{players} era in finale direttamente e rinuncia prima delle semifinali: le regole vogliono"
        " allora quattro semifinali, senza finalisti diretti.",
        "en": "{players} had gone straight to the final and declines before the semi-finals: the rules then"
        " call for four semi-finals, with no direct finalists.",
    },
    ("direct_gone", True): {
        "it": "{players} erano in finale direttamente e rinunciano prima delle semifinali: le regole vogliono"
        " allora quattro semifinali, senza finalisti diretti.",
        "en": "{players} had gone straight to the final and decline before the semi-finals: the rules then"
        " call for four semi-finals, with no direct finalists.",
    },
}


def master_2016(document: Document, options: Master2016) -> list[FormatProposal]:
    """A single leader has won both games and goes straight to the final, or such a one has declined."""
    if options.direct:
        return four_semi_finals(document, options)
    finished = _finished_first_stage(document)
    if finished is None:
        return []
    rows, ledger = finished
    sets = max((rule.dealt[1] for rule in _rules(document).values() if rule.dealt), default=1)
    leaders = [_single_leader(rows[number::sets], ledger) for number in range(sets)]
    declined = _declined(document)
    leaders_present = tuple(player for player in leaders if player is not None and player not in declined)
    if len(leaders_present) < sets:
        return []
    return [
        FormatProposal(code="alone_ahead", options=_options_with_direct(options, 1), players=leaders_present)
    ]


def four_semi_finals(
    document: Document, options: SemiFinals | TwoDays | Evenings | Championship | Master2016
) -> list[FormatProposal]:
    """A direct finalist has declined before the semi-finals began."""
    finished = _finished_first_stage(document)
    if finished is None:
        return []
    rows, declined = finished[0], _declined(document)
    places = max((rule.direct.to for rule in _rules(document).values() if rule.direct), default=0)
    decliners = tuple(row.player for row in rows[:places] if row.player in declined)
    return (
        [FormatProposal(code="direct_gone", options=_options_with_direct(options, 0), players=decliners)]
        if decliners
        else []
    )


def played_all_games(document: Document) -> int | None:
    """How many played every game of the first stage; None unless it is played out and no other has begun."""
    finished = _finished_first_stage(document)
    if finished is None:
        return None
    rows, ledger = finished
    played = {ResultKind.PLAYED}
    return sum({result.code for result in ledger.round_results[row.player]} == played for row in rows)


def _options_with_direct(options: Struct, direct: int) -> dict[str, Any]:
    """The options with another number of direct finalists, on which the number of semi-finals depends."""
    options_then = {**asdict(options), "semifinals": None, "direct": direct}
    return {name: value for name, value in options_then.items() if value is not None}


def _rules(document: Document) -> dict[int, QualificationRule]:
    rules = ((number, qualification_rule_of(stage)) for number, stage in enumerate(document.stages, 1))
    return {number: rule for number, rule in rules if rule is not None}


def _declined(document: Document) -> set[int]:
    """The ids that declined a stage whose winners enter another, that is, semi-finals."""
    sources = {source for rule in _rules(document).values() for source in rule.winners}
    return {player for source in sources for player in document.stages[source - 1].declined}


def _finished_first_stage(document: Document) -> tuple[list[Row], Ledger] | None:
    """Rows and ledger of the first stage; None: it is not finished, or a later stage has begun."""
    if any(stage.rounds or stage.entrants is not None for stage in document.stages[1:]):
        return None
    try:
        record = record_of(document, SYSTEM_SPECS, 1)
    except (Undecided, DocumentError):
        return None
    if not _all_played(record):
        return None
    return [row for row in standings(record) if row.rank is not None], Ledger(record)


def _all_played(record: Record) -> bool:
    tables = [table for played in record.rounds for table in played.tables]
    rounds_to_come = rounds_of(record) != record.rounds_played if record.players else True
    return not rounds_to_come and all(table.result is not None for table in tables)


def _single_leader(rows: list[Row], ledger: Ledger) -> int | None:
    """The first player of the ranking, if he alone has that rank and won every game; else None."""
    if not rows or (len(rows) > 1 and rows[1].rank == rows[0].rank):
        return None
    first = rows[0].player
    return first if all(result.place == 1 for result in ledger.round_results[first]) else None
