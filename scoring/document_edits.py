"""A document with one of its parts replaced.

Documents are frozen records: each function returns a new document that shares every other part with the old
one. Stages, rounds and tables are counted from 1, tables by their place in the round's list. Time: the number
of stages, rounds and tables in the lists that contain the part. IndexError: there is no such part.
"""

from typing import TypeVar

from msgspec.structs import replace

from scoring.document import Document, DocumentRound, DocumentStage, DocumentTable

DocumentPart = TypeVar("DocumentPart")


def replace_stage(document: Document, number: int, stage: DocumentStage) -> Document:
    """The document with that stage in place of stage `number`."""
    return replace(document, stages=_with_part_replaced(document.stages, number, stage))


def replace_round(document: Document, stage_number: int, number: int, round_: DocumentRound) -> Document:
    """The document with that round in place of round `number` of the stage."""
    stage = document.stages[stage_number - 1]
    return replace_stage(
        document, stage_number, replace(stage, rounds=_with_part_replaced(stage.rounds, number, round_))
    )


def replace_table(
    document: Document, stage_number: int, round_number: int, number: int, table: DocumentTable
) -> Document:
    """The document with that table in place of table `number` of the round."""
    round_ = document.stages[stage_number - 1].rounds[round_number - 1]
    changed = replace(round_, tables=_with_part_replaced(round_.tables, number, table))
    return replace_round(document, stage_number, round_number, changed)


def _with_part_replaced(
    parts: tuple[DocumentPart, ...], number: int, part: DocumentPart
) -> tuple[DocumentPart, ...]:
    if not 1 <= number <= len(parts):
        raise IndexError(number)
    return (*parts[: number - 1], part, *parts[number:])
