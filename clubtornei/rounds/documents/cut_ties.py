"""Ties that decide who enters a stage, as results stand (rules/qualification.md#undecided)."""

from dataclasses import replace

from django.utils.translation import gettext as _, ngettext
from msgspec import structs

from clubtornei.events.models import Event
from clubtornei.events.stage_titles import stage_title
from clubtornei.events.version_cache import version_cache_of
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.state.event_state import EventState, event_state_of, no_shows_text
from clubtornei.rounds.state.next_step import NextStep, StepCode, next_step
from clubtornei.rounds.state.site_facts import stage_facts
from clubtornei.rounds.state.stale_pairings import stale_pairings
from pairing.registry import SYSTEM_SPECS
from scoring.cut_ties import CutTie
from scoring.document import Document, DocumentError
from scoring.document_edits import replace_stage
from scoring.qualification import Undecided
from scoring.stages import qualified_for


def informed_step(event: Event, state: EventState | None = None) -> NextStep:
    """The next thing to do; where a tie keeps the next stage from beginning, to decide it, and where a result
    has changed since a draft was drawn, to draw that anew.
    """
    state = state or event_state_of(event)
    step = next_step(event, state)
    if step.code == StepCode.PUBLISH and stale_pairings(event, step.stage, step.round):
        sentence = _("La bozza del turno %(number)s è da rifare: dopo è cambiato un risultato.")
        return replace(step, sentence=sentence % {"number": step.round}, action=_("Rifai la bozza"))
    if step.code == StepCode.PAIR:
        shown = state.stages[step.stage - 1]
        if missed := no_shows_text(shown.stage, len(shown.rounds)):
            missed += " " + _("Chi manca ancora si segna in «Chi gioca».")
        return replace(step, sentence=f"{step.sentence} {missed}".strip())
    if step.code != StepCode.QUALIFY:
        return step
    cache = version_cache_of(event)
    ties = cache.get(f"undecided:{step.stage}", lambda: undecided_ties(document_of(event), step.stage))
    if not ties:
        return step
    places = sum(tie.places for tie in ties)
    sentence = ngettext(
        "%(stage)s. Parità da decidere: %(level)s giocatori per %(places)s posto.",
        "%(stage)s. Parità da decidere: %(level)s giocatori per %(places)s posti.",
        places,
    ) % {
        "stage": stage_title(step.stage, state.stages[step.stage - 1].stage.name),
        "level": sum(len(tie.players) for tie in ties),
        "places": places,
    }
    return replace(step, sentence=sentence, action=_("Decidi la parità"))


def undecided_ties(document: Document, number: int) -> tuple[CutTie, ...]:
    """The ties to be decided before that stage begins; none as long as results are missing."""
    try:
        qualified = qualified_for(with_wild_cards_left(document, number), SYSTEM_SPECS, number)
    except (Undecided, DocumentError):
        return ()
    return qualified.undecided if qualified else ()


def with_wild_cards_left(document: Document, number: int) -> Document:
    """The document with fewer wild cards in the stage's rule: each invited player takes one of them."""
    stage = document.stages[number - 1]
    known = {player.id for player in document.players}
    invited = sum(player in known for player in stage_facts(stage).invited)
    cards = (stage.entry or {}).get("wildcards")
    if not invited or not cards:
        return document
    rule = {key: value for key, value in (stage.entry or {}).items() if key != "wildcards"}
    if remaining := max(0, cards["count"] - invited):
        rule["wildcards"] = {**cards, "count": remaining}
    return replace_stage(document, number, structs.replace(stage, entry=rule))
