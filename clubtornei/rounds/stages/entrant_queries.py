"""Who enters a stage, each with the reason in words: as things stand, then as it was settled."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from scoring.qualification_reasons import qualification_text, undecided_text
from scoring.qualification_rule import qualification_rule_of

from clubtornei.events.option_forms import spoken
from clubtornei.rounds.core.reason_texts import faults_of, language
from clubtornei.rounds.core.site_facts import stage_facts
from clubtornei.rounds.reports.snapshot import EventSnapshot
from pairing.registry import SYSTEM_SPECS, SYSTEMS
from scoring.document import Document, DocumentError, Player
from scoring.methods import METHODS
from scoring.qualification import Qualified, Undecided, qualify
from scoring.stages import with_entrants

CHOSEN, NO_LONGER = "chosen", "no_longer"
"""Why somebody enters whom the rule does not name: the arbiter's choice, or results corrected since."""


class Entrant(Struct, frozen=True, kw_only=True):
    """Somebody who enters. `why`: in words, or CHOSEN, or NO_LONGER.

    `direct`: without a semi-final. `instead`: he has the place of somebody who declined.
    """

    player: Player
    why: str
    direct: bool = False
    instead: bool = False


class StageEntrants(Struct, frozen=True, kw_only=True):
    """Who enters a stage. `confirmed`: it is no question any more. `problem`: why nobody can say yet.

    `ahead`: who has a place in the next stage already, and may give it up before this one begins. `field`:
    those whom the arbiter can still choose. `ruled`: does a rule say who enters?
    """

    number: int
    confirmed: bool
    ruled: bool
    entrants: tuple[Entrant, ...] = ()
    ahead: tuple[Player, ...] = ()
    declined: tuple[Player, ...] = ()
    invited: tuple[Player, ...] = ()
    field: tuple[Player, ...] = ()
    problem: str = ""

    @property
    def entry_nos(self) -> list[int]:
        return [entrant.player.id for entrant in self.entrants]


def stage_entrants_of(document: Document, number: int) -> StageEntrants:
    """Who enters the stage (from 1) of the event."""
    stage = document.stages[number - 1]
    known = {player.id: player for player in document.players}
    invited = [player for player in stage_facts(stage).invited if player in known]
    found, problem = None, ""
    try:
        before = with_entrants(document, SYSTEM_SPECS, number - 1)
        found = qualify(_leaving_room(before, number, len(invited)), SYSTEM_SPECS, number)
        unmoved = qualify(
            _leaving_room(_nobody_declines(before, number), number, len(invited)), SYSTEM_SPECS, number
        )
    except Undecided as undecided:
        problem = undecided_text(undecided, language())
    except DocumentError as faulty:
        problem = faults_of(faulty)
    if problem:
        found = unmoved = None
    confirmed = stage.entrants is not None
    enter = list(stage.entrants or ()) if confirmed else _together(found, invited)
    return StageEntrants(
        number=number,
        confirmed=confirmed,
        ruled=qualification_rule_of(stage) is not None,
        entrants=tuple(
            Entrant(
                player=known[player],
                why=_why(player, found, invited, document),
                direct=found is not None and player in found.direct,
                instead=bool(found and unmoved and player in found.why and player not in unmoved.why),
            )
            for player in enter
        ),
        ahead=tuple(known[player] for player in _ahead(document, number, enter)),
        declined=tuple(known[player] for player in dict.fromkeys(stage.declined) if player in known),
        invited=tuple(known[player] for player in invited),
        field=tuple(player for player in document.players if player.id not in {*enter, *stage.declined}),
        problem="" if confirmed else problem,
    )


def stage_summaries(snapshot: EventSnapshot) -> list[dict[str, Any]]:
    """All stages of an event as anybody may see them, with who entered where that is settled."""
    return [
        {
            "tab": tab,
            "caption": f"stage-{tab.number}",
            "system": spoken(SYSTEMS[stage.system].title),
            "method": spoken(METHODS[stage.scoring].title),
            "rounds": len(stage.rounds),
            "entrance": stage_entrants_of(snapshot.document, tab.number)
            if stage.entrants and tab.number > 1
            else None,
        }
        for tab, stage in zip(snapshot.stages.all, snapshot.document.stages, strict=True)
    ]


def _together(found: Qualified | None, invited: Iterable[int]) -> list[int]:
    return list(dict.fromkeys([*(found.entrants if found else ()), *invited]))


def _why(player: int, found: Qualified | None, invited: Iterable[int], document: Document) -> str:
    if found is not None and player in found.why:
        return qualification_text(found.why[player], document, language())
    return CHOSEN if player in invited or found is None else NO_LONGER


def _leaving_room(document: Document, number: int, invited: int) -> Document:
    """Whom the arbiter chooses has one of the wild cards."""
    stage = document.stages[number - 1]
    cards = (stage.entry or {}).get("wildcards")
    if not invited or not cards:
        return document
    left = max(0, cards["count"] - invited)
    entry = {key: value for key, value in (stage.entry or {}).items() if key != "wildcards"}
    return _with(document, number, entry=entry | ({"wildcards": {**cards, "count": left}} if left else {}))


def _nobody_declines(document: Document, number: int) -> Document:
    return _with(document, number, declined=())


def _with(document: Document, number: int, **changes: object) -> Document:
    stages = list(document.stages)
    stages[number - 1] = replace(stages[number - 1], **changes)
    return replace(document, stages=tuple(stages))


def _ahead(document: Document, number: int, enter: Iterable[int]) -> list[int]:
    """The direct finalists of a later stage that takes the winners of this one."""
    found: list[int] = []
    for place, stage in enumerate(document.stages[number:], number + 1):
        rule = qualification_rule_of(stage)
        if rule is None or rule.direct is None or number not in rule.winners:
            continue
        alone = _with(
            document, place, entry={"direct": dict(stage.entry or {})["direct"], **_set(rule.dealt)}
        )
        away = document.stages[number - 1].declined
        try:
            direct = qualify(_with(alone, place, declined=(*stage.declined, *away)), SYSTEM_SPECS, place)
        except (Undecided, DocumentError):
            continue
        found += direct.entrants if direct else ()
    return [player for player in dict.fromkeys(found) if player not in set(enter)]


def _set(dealt: tuple[int, int] | None) -> dict[str, list[int]]:
    return {"set": list(dealt)} if dealt else {}
