"""Tables of more than two: what is counted for a seat, and ties in words, with what decided them."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy
from msgspec import Struct

from clubtornei.events.models import Event, Stage
from clubtornei.rounds.columns import TableState
from clubtornei.rounds.state.formatting import number, ordinal
from clubtornei.text.languages import listed
from pairing.registry import SYSTEM_SPECS
from scoring import document
from scoring.document import SeatScore
from scoring.stage_record import Record
from scoring.standings import decimal_text
from scoring.table_ties import RISIKO, BrokenTie, OpenTie, TableOrder, TableOrders

CountKind = Literal["number", "whole", "choice", "flag"]
"""How a count is written: with decimals, without, as one of the places at the table, as yes or no."""


class Count(Struct, frozen=True):
    """A field of a SeatScore: something that is counted for a seat."""

    name: str
    title: Promise
    short: Promise
    kind: CountKind = "number"


COUNTS = (
    Count("points", gettext_lazy("Segnati al tavolo"), gettext_lazy("Segnati")),
    Count("outside", gettext_lazy("Punti fuori obiettivo"), gettext_lazy("Fuori obiettivo")),
    Count("eliminated", gettext_lazy("Eliminato"), gettext_lazy("Elim."), "choice"),
    Count("risiko", gettext_lazy("RisiKo!"), gettext_lazy("RisiKo!"), "flag"),
    Count("armies_in", gettext_lazy("Armate nell’obiettivo"), gettext_lazy("Armate dentro")),
    Count("armies_out", gettext_lazy("Armate fuori obiettivo"), gettext_lazy("Armate fuori")),
    Count("cards", gettext_lazy("Carte in mano"), gettext_lazy("Carte")),
    Count("territories_in", gettext_lazy("Territori nell’obiettivo"), gettext_lazy("Territori dentro")),
    Count("territories_out", gettext_lazy("Territori fuori obiettivo"), gettext_lazy("Territori fuori")),
    Count("dice", gettext_lazy("Dadi di spareggio"), gettext_lazy("Dadi")),
    Count("order", gettext_lazy("Ordine di gioco"), gettext_lazy("Ordine"), "whole"),
    Count("penalty", gettext_lazy("Penalità"), gettext_lazy("Penalità")),
)


Names = Mapping[int, str]
"""The names of the players at a table, by the ids of its order."""
ScoresById = Mapping[int, SeatScore]
"""Their scores, by the same ids."""


def orders_at(event: Event, stage: Stage) -> TableOrders:
    """The orders at the tables of the stage. One query where the event has several stages."""
    return orders_in(list(event.stages.order_by("number")) if event.several else [stage], stage.number)


def orders_in(stages: Sequence[Stage], stage_number: int) -> TableOrders:
    """The orders at the tables of that stage; `stages`: all of the event, in their order."""
    rules = tuple(
        document.DocumentStage(
            system=stage.system,
            scoring=stage.scoring,
            scoring_options=stage.scoring_options,
            entry=stage.qualification,
        )
        for stage in stages
    )
    spec = SYSTEM_SPECS[rules[stage_number - 1].system]
    return TableOrders(Record(document.Document(players=(), stages=rules), spec, stage_number, {}, ()))


def recorded_ties(orders: TableOrders, state: TableState, names: Sequence[str]) -> list[str]:
    """The ties at a table in that state, in words; `names`: in seat order."""
    scores = {seat: score for seat, score in enumerate(state.scores, 1) if isinstance(score, SeatScore)}
    named = dict(enumerate(names, 1))
    return tie_texts(_order(orders, state), named, scores, orders.record.method.decimals)


def tie_texts(order: TableOrder | None, names: Names, scores: ScoresById, decimals: int = 0) -> list[str]:
    """What decided the ties at a table, and which are left, a sentence each. `decimals`: of points."""
    if order is None:
        return []
    decided = [_decided_text(tie, names, scores) for tie in order.broken]
    return [*decided, *(_left_text(tie, names, decimals) for tie in order.open)]


def _decided_text(tie: BrokenTie, names: Names, scores: ScoresById) -> str:
    if tie.by == RISIKO:
        [winner] = [names[player] for player in tie.players if scores[player].risiko]
        return _("%(name)s ha fatto RisiKo! e vince senza contare i punti.") % {"name": winner}
    values = {
        player: sum((Fraction(getattr(scores[player], name)) for name in tie.by), Fraction(0))
        for player in tie.players
    }
    ordered = sorted(tie.players, key=values.__getitem__, reverse=True)
    each = ", ".join(f"{names[player]} {number(decimal_text(values[player]))}" for player in ordered)
    facts = {"place": ordinal(tie.place), "what": _titles(tie.by), "each": each}
    return _("Pari per il %(place)s posto: decide «%(what)s», %(each)s.") % facts


def _left_text(tie: OpenTie, names: Names, decimals: int) -> str:
    facts = _facts(tie, names, decimals)
    if tie.required:
        return _("%(names)s sono pari per il %(place)s posto: manca che cosa decide.") % facts
    return _("%(names)s sono pari per il %(place)s posto%(points)s.") % facts


def asking_text(tie: OpenTie, names: Names, decimals: int) -> str:
    """What to record about these players, and what comes without it."""
    facts = _facts(tie, names, decimals)
    if tie.again and tie.required:
        return _("%(names)s sono pari anche ai dadi: tirano di nuovo, e segna il nuovo tiro.") % facts
    if tie.again:
        return _("%(names)s sono pari anche ai dadi%(points)s. Se tirano di nuovo, segna il tiro.") % facts
    if tie.required:
        return (
            _("%(names)s sono pari per il %(place)s posto, che qui va deciso: segna «%(what)s» di ciascuno.")
            % facts
        )
    return (
        _("%(names)s sono pari per il %(place)s posto%(points)s. Se volete deciderlo, segna «%(what)s».")
        % facts
    )


def missing_texts(orders: TableOrders, state: TableState, names: Sequence[str]) -> list[str]:
    """What is to be recorded before that state of a table is a whole result; empty: nothing."""
    order = _order(orders, state)
    named = dict(enumerate(names, 1))
    return [asking_text(tie, named, 0) for tie in order.open if tie.required] if order else []


def _order(orders: TableOrders, state: TableState) -> TableOrder | None:
    """The order at a table in that state, by seat from 1; None: it has no result, or is of two."""
    if not state.scored or len(state.scores) < 3:
        return None
    return orders.of(
        document.DocumentTable(seats=tuple(range(1, len(state.scores) + 1)), result=state.result)
    )


def _facts(tie: OpenTie, names: Names, decimals: int) -> Mapping[str, str]:
    each = {number(decimal_text(points, decimals), decimals) for points in tie.points}
    return {
        "names": listed([names[player] for player in tie.players]),
        "place": ordinal(tie.place),
        "what": _titles(tie.fields),
        "points": _(": %(points)s a testa") % {"points": each.pop()} if len(each) == 1 else "",
    }


def _titles(fields: Sequence[str]) -> str:
    titles = {count.name: str(count.title) for count in COUNTS}
    return " + ".join(titles[name] for name in fields)
