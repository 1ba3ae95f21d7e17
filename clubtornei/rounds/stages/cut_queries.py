"""Ties that decide who enters a stage, and how they were decided, in words."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from django.utils.translation import gettext as _, ngettext
from msgspec import Struct

from clubtornei.events.stage_titles import stage_title
from clubtornei.rounds.stages.ranking_values import level_at_table, level_in_ranking
from clubtornei.rounds.state.formatting import ordinal
from clubtornei.rounds.state.site_facts import CutDecision, stage_facts, table_number
from clubtornei.text.languages import listed
from pairing.registry import SYSTEM_SPECS
from scoring.cut_ties import CutTie
from scoring.document import Document, DocumentPlayer
from scoring.record import record_of

Way = Literal["play_off", "lot", "arbiter"]
"""How a tie is decided."""


class UndecidedTie(Struct, frozen=True, kw_only=True):
    """A tie to be decided. `key`: what a form calls it by; `where`: a sentence; `criteria`: all in which the
    players are level, with values, in words. `round`, `table`: of a shared place at a table.
    """

    key: str
    players: tuple[DocumentPlayer, ...]
    where: str
    criteria: tuple[str, ...]
    stage: int
    round: int | None = None
    table: int | None = None


class Decision(Struct, frozen=True):
    """A decision in a sentence. `place`: its place among those of the stage, if it can be taken back."""

    text: str
    place: int | None = None


def undecided_in_words(document: Document, ties: Sequence[CutTie]) -> list[UndecidedTie]:
    """The ties for the page that decides them."""
    return [_in_words(document, tie) for tie in ties]


def key_of(tie: CutTie) -> str:
    return f"{tie.at}-{tie.stage}-{tie.number}"


def tie_text(document: Document, tie: CutTie) -> str:
    """Who is level, and for how many places."""
    names = names_of(document)
    return ngettext(
        "%(names)s sono pari per %(places)d posto.", "%(names)s sono pari per %(places)d posti.", tie.places
    ) % {"names": listed([names[player] for player in tie.players]), "places": tie.places}


def names_of(document: Document) -> dict[int, str]:
    return {player.id: player.name for player in document.players}


def decisions_of(document: Document, number: int) -> list[Decision]:
    """How ties were decided that say who enters the stage, also in stages that share its places."""
    names = names_of(document)
    own = stage_facts(document.stages[number - 1]).decisions
    found = [Decision(decision_text(decision, names), place) for place, decision in enumerate(own)]
    explained = {player for decision in own for player in decision.players}
    others = [player for player in document.stages[number - 1].decided if player not in explained]
    if len(others) > 1:
        found.append(Decision(_with_way(others, _("deciso, come dice il documento importato"), names)))
    return found


def decision_text(decision: CutDecision, names: Mapping[int, str]) -> str:
    """Who was level, how that was decided, and the order."""
    ways = {
        "play_off": _("deciso da uno spareggio"),
        "lot": _("deciso per sorteggio, dal seme del torneo"),
        "arbiter": _("deciso dall’arbitro: «%(reason)s»") % {"reason": decision.reason},
    }
    return _with_way(decision.players, ways[decision.way], names)


def _with_way(players: Sequence[int], way: str, names: Mapping[int, str]) -> str:
    order = ", ".join(f"{ordinal(place)} {names.get(player, '?')}" for place, player in enumerate(players, 1))
    return _("%(level)d giocatori pari, %(way)s. Ordine: %(order)s.") % {
        "level": len(players),
        "way": way,
        "order": order,
    }


def _in_words(document: Document, tie: CutTie) -> UndecidedTie:
    players = {player.id: player for player in document.players}
    record = record_of(document, SYSTEM_SPECS, tie.stage)
    stage = stage_title(tie.stage, record.stage.name)
    facts: dict[str, Any] = {"stage": stage, "number": tie.number}
    at_table: dict[str, int] = {}
    if tie.at == "table":
        table = record.rounds[-1].tables[tie.number - 1]
        facts["number"] = table_number(table, tie.number)
        at_table = {"round": record.rounds_played, "table": facts["number"]}
        where = _("Fase «%(stage)s», tavolo %(number)s.")
        criteria = level_at_table(record, table, tie.players)
    else:
        where = (
            _("Fase «%(stage)s», posto %(number)s.")
            if tie.at == "rank"
            else _("Fase «%(stage)s», wild card: stesso miglior risultato, posto %(number)s.")
        )
        criteria = level_in_ranking(record, tie.players[0])
    return UndecidedTie(
        key=key_of(tie),
        players=tuple(players[player] for player in tie.players),
        where=f"{where % facts} {tie_text(document, tie)}",
        criteria=tuple(criteria),
        stage=tie.stage,
        **at_table,
    )
