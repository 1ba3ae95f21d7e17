"""The stages of an event: the entrants of each are written in it, or follow from its qualification rule."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from scoring.adjourned import as_drawn
from scoring.document import Document, DocumentError, ValidationIssue
from scoring.document_edits import replace_stage
from scoring.qualification import Qualified, qualify
from scoring.qualification_rule import qualification_rule_of
from scoring.stage_record import Record, listed_record, listed_record_before
from scoring.system_spec import SystemSpec


class NonEntrants(DocumentError):
    """In `stage` (from 1) the ids `players` have a table or a bye without being entrants."""

    def __init__(self, stage: int, issues: Sequence[ValidationIssue]) -> None:
        super().__init__(*issues)
        self.stage = stage
        self.players = tuple(dict.fromkeys(int(issue.facts["player"]) for issue in issues))


def with_entrants(
    document: Document, systems: Mapping[str, SystemSpec], up_to: int | None = None
) -> Document:
    """The document with the entrants of its stages filled in, up to that one (from 1; None: all).

    Undecided: results are missing that a rule needs. NonEntrants: a rule needs a stage in which non-entrants
    have a table or a bye.
    """
    for number, stage in enumerate(document.stages[:up_to], 1):
        rule = qualification_rule_of(stage)
        if stage.entrants is None and rule is not None:
            qualified = qualified_for(document, systems, number)
            entrants = qualified.entrants if qualified else None
            document = replace_stage(document, number, replace(stage, entrants=entrants))
    return document


def qualified_for(document: Document, systems: Mapping[str, SystemSpec], number: int) -> Qualified | None:
    """The entrants by the stage's rule; None: it has none. Undecided, NonEntrants: as `with_entrants`."""
    rule = qualification_rule_of(document.stages[number - 1])
    filled_in = with_entrants(document, systems, number - 1)
    for source in sorted(rule.sources | {rule.reference}) if rule else ():
        _refuse_non_entrants(listed_record(filled_in, systems, source))
    return qualify(filled_in, systems, number)


def record_of(
    document: Document, systems: Mapping[str, SystemSpec], stage: int | None = None, after: int | None = None
) -> Record:
    """The stage (from 1; None: the last) after `after` rounds (None: all).

    DocumentError: no such stage or round. NonEntrants: it, or a stage it takes players from, has some.
    Undecided: results are missing that its entrants depend on.
    """
    number = len(document.stages) if stage is None else stage
    if not 1 <= number <= len(document.stages):
        raise DocumentError(
            ValidationIssue("stages", "no_such_stage", {"stage": number, "stages": len(document.stages)})
        )
    filled_in = with_entrants(document, systems, number)
    record = listed_record(filled_in, systems, number, after)
    if filled_in is not document:
        _refuse_non_entrants(record)
    return record


def records_of(document: Document, systems: Mapping[str, SystemSpec]) -> list[Record]:
    """`record_of` every stage after all its rounds; the entrants of each are found once."""
    records, filled_in = [], document
    for number in range(1, len(document.stages) + 1):
        filled_in = with_entrants(filled_in, systems, number)
        records.append(listed_record(filled_in, systems, number))
        if filled_in is not document:
            _refuse_non_entrants(records[-1])
    return records


def numbered_field(document: Document, systems: Mapping[str, SystemSpec], number: int) -> Record:
    """The stage as the draw of the numbers sees it: of parallel groups, into which players are dealt by their
    numbers, the first with all players.
    """
    rule = qualification_rule_of(document.stages[number - 1])
    if rule is None or rule.group is None:
        return record_of(document, systems, number)
    first = replace(document.stages[0], entry=None, entrants=None)
    return record_of(replace_stage(document, 1, first), systems, 1)


def record_before(
    document: Document, systems: Mapping[str, SystemSpec], stage: int, round_number: int
) -> Record:
    """The stage as it was when that round of it was paired, with the provisional draws of that time.
    Undecided: its entrants are not known.
    """
    before = listed_record_before(with_entrants(document, systems, stage), systems, stage, round_number)
    return as_drawn(before, before.stage.rounds[round_number - 1].provisional)


def _refuse_non_entrants(record: Record) -> None:
    issues = non_entrant_issues(record)
    if issues:
        raise NonEntrants(record.number, issues)


def non_entrant_issues(record: Record) -> list[ValidationIssue]:
    """An issue for every table and bye of a player who is not an entrant of the stage."""
    path = f"stages[{record.number - 1}].rounds"
    issues = []
    for round_index, played in enumerate(record.rounds):
        at_tables = [
            (player, f"{path}[{round_index}].tables[{index}].seats")
            for index, table in enumerate(played.tables)
            for player in table.seats
        ]
        with_byes = [
            (bye.player, f"{path}[{round_index}].byes[{index}].player")
            for index, bye in enumerate(played.byes)
        ]
        issues += [
            ValidationIssue(player_path, "not_entrant", {"player": player})
            for player, player_path in (*at_tables, *with_byes)
            if player not in record.players
        ]
    return issues
