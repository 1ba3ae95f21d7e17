"""Deciding ties that say who enters a stage (rules/qualification.md#undecided)."""

from collections.abc import Iterable, Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise

from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import to_builtins

from clubtornei.events.models import Event, Stage
from clubtornei.events.writing import ActionRefused, writing
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.stages.actions import unbegun_stage_or_refuse
from clubtornei.rounds.stages.cut_queries import Way, key_of
from clubtornei.rounds.stages.entrant_actions import refuse_unplayed
from clubtornei.rounds.stages.entrant_queries import stage_entrants_of
from clubtornei.rounds.state.site_facts import CutDecision
from scoring.cut_ties import cut_lots


def decide_tie(
    event: Event,
    number: int,
    tie: str,
    way: Way,
    *,
    order: Sequence[int] = (),
    reason: str = "",
    expected: int | None = None,
    unfinished: bool = False,
) -> CutDecision:
    """Decide the tie with this `key_of` of a stage that has not begun. `order`: the players, the better
    first; of a lot it is drawn. `reason`: of a decision of the arbiter. `expected`: the version of the event
    that the page showed; `unfinished`: although rounds of the stages before are left. Raises ActionRefused.
    """
    with writing(event) as locked:
        _refuse_stale(locked, expected)
        stage = unbegun_stage_or_refuse(locked, number)
        document = document_of(locked)
        if not unfinished:
            refuse_unplayed(locked, document, number)
        undecided = stage_entrants_of(document, number).undecided
        found = next((each for each in undecided if key_of(each) == tie), None)
        if found is None:
            raise ActionRefused(_("Questa parità non c’è più, o è già decisa: guarda di nuovo la pagina."))
        if way == "lot":
            if not document.seed:
                raise ActionRefused(
                    _("Il torneo non ha un seme da cui sorteggiare: decidi in un altro modo.")
                )
            order = cut_lots(document, number, found.players)
        if sorted(order) != sorted(found.players):
            raise ActionRefused(_("Scrivi in che ordine vanno tutti i giocatori pari, e solo loro."))
        if way == "arbiter" and not reason:
            raise ActionRefused(_("Scrivi il motivo della decisione: lo leggono tutti."))
        decision = CutDecision(
            players=list(order),
            places=found.places,
            way=way,
            at=timezone.now(),
            reason=reason if way == "arbiter" else "",
        )
        _save(stage, [*stage.decisions, to_builtins(decision)], stage.decided)
    return decision


def take_back_decision(event: Event, number: int, place: int, *, expected: int | None = None) -> None:
    """Make the decision at that place among those of the stage undone. Raises ActionRefused."""
    with writing(event) as locked:
        _refuse_stale(locked, expected)
        stage = unbegun_stage_or_refuse(locked, number)
        if not 0 <= place < len(stage.decisions):
            raise ActionRefused(_("Questa decisione è già annullata."))
        undone = stage.decisions[place]
        others = [decision for at, decision in enumerate(stage.decisions) if at != place]
        _save(stage, others, [player for player in stage.decided if player not in undone["players"]])


def _refuse_stale(event: Event, expected: int | None) -> None:
    if expected is not None and expected != event.version:
        raise ActionRefused(_("Intanto è cambiato qualcosa: guarda di nuovo chi è pari, poi decidi."))


def _save(stage: Stage, decisions: Sequence[dict[str, list[int]]], decided: Sequence[int]) -> None:
    """The decisions, and the order that follows from all of them. Raises ActionRefused where they contradict
    each other.
    """
    explained = {player for decision in decisions for player in decision["players"]}
    imported = [player for player in decided if player not in explained]
    orders = [*(decision["players"] for decision in decisions), imported]
    stage.decisions = list(decisions)
    stage.decided = in_one_order(orders)
    stage.save(update_fields=["decisions", "decided"])


def in_one_order(orders: Iterable[Sequence[int]]) -> list[int]:
    """All players in an order in which each of these orders holds. Raises ActionRefused if there is none."""
    following = TopologicalSorter[int]()
    for order in orders:
        for player in order:
            following.add(player)
        for better, player in pairwise(order):
            following.add(player, better)
    try:
        return list(following.static_order())
    except CycleError as error:
        raise ActionRefused(
            _("Quest’ordine contraddice una decisione già presa fra loro: prima annulla quella.")
        ) from error
