"""Stages one after another: who takes part in each is known, or comes from its `entry` rule."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from scoring import view
from scoring.document import Document, DocumentError, ValidationIssue
from scoring.document_edits import replace_stage
from scoring.qualification import Qualified, qualify
from scoring.qualification_rule import qualification_rule_of
from scoring.system_spec import SystemSpec
from scoring.view import Record


class NonEntrants(DocumentError):
    """Somebody sits in a stage who has not entered it: in `stage` (from 1), these `players`."""

    def __init__(self, stage: int, faults: Sequence[ValidationIssue]) -> None:
        super().__init__(*faults)
        self.stage = stage
        self.players = tuple(dict.fromkeys(int(fault.facts["player"]) for fault in faults))


def with_entrants(
    document: Document, systems: Mapping[str, SystemSpec], up_to: int | None = None
) -> Document:
    """The document with the entrants of its stages, up to that one (from 1; None: all), written down.

    Undecided: results are missing that a rule needs. NonEntrants: a rule looks at a stage with somebody who
    has not entered it.
    """
    for number, stage in enumerate(document.stages[:up_to], 1):
        rule = qualification_rule_of(stage)
        if stage.entrants is None and rule is not None:
            qualified = qualified_for(document, systems, number)
            entrants = qualified.entrants if qualified else None
            document = replace_stage(document, number, replace(stage, entrants=entrants))
    return document


def qualified_for(document: Document, systems: Mapping[str, SystemSpec], number: int) -> Qualified | None:
    """Who enters the stage by its rule; None: it has none. Undecided, NonEntrants: as above."""
    rule = qualification_rule_of(document.stages[number - 1])
    known = with_entrants(document, systems, number - 1)
    for source in sorted(rule.sources | {rule.reference}) if rule else ():
        _refuse_non_entrants(view.listed_record(known, systems, source))
    return qualify(known, systems, number)


def record_of(
    document: Document, systems: Mapping[str, SystemSpec], stage: int | None = None, after: int | None = None
) -> Record:
    """The stage (from 1; None: the last) after `after` rounds (None: all).

    DocumentError: no such stage or round, or NonEntrants sit in it or in one that it takes players from.
    Undecided: results are missing that say who enters.
    """
    number = len(document.stages) if stage is None else stage
    if not 1 <= number <= len(document.stages):
        raise DocumentError(
            ValidationIssue("stages", "no_such_stage", {"stage": number, "stages": len(document.stages)})
        )
    known = with_entrants(document, systems, number)
    record = view.listed_record(known, systems, number, after)
    if known is not document:
        _refuse_non_entrants(record)
    return record


def record_before(
    document: Document, systems: Mapping[str, SystemSpec], stage: int, round_number: int
) -> Record:
    """The stage as it stood when a round it already has was paired. Undecided: who entered is not known."""
    return view.listed_record_before(with_entrants(document, systems, stage), systems, stage, round_number)


def _refuse_non_entrants(record: Record) -> None:
    faults = non_entrant_issues(record)
    if faults:
        raise NonEntrants(record.number, faults)


def non_entrant_issues(record: Record) -> list[ValidationIssue]:
    """Everybody who has a table or a bye in the stage without taking part in it."""
    path = f"stages[{record.number - 1}].rounds"
    issues = []
    for turn, played in enumerate(record.rounds):
        at_tables = [
            (player, f"{path}[{turn}].tables[{place}].seats")
            for place, table in enumerate(played.tables)
            for player in table.seats
        ]
        with_byes = [
            (bye.player, f"{path}[{turn}].byes[{place}].player") for place, bye in enumerate(played.byes)
        ]
        issues += [
            ValidationIssue(where, "not_entrant", {"player": player})
            for player, where in (*at_tables, *with_byes)
            if player not in record.players
        ]
    return issues
