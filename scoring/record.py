"""The tournament document: everything another room needs of it (rules/document.md#document).

`read` turns JSON text into a `Document` or raises `DocumentError` with all its issues; `write` gives the text
back; `record_of` and `record_before` show one stage after some of its rounds, which is what the engines take;
who takes part comes from the stage's `entry` rule where the document does not list it.
"""

from scoring.document import (
    MOST_OTHER_LISTS,
    Adjustment,
    Bye,
    Document,
    DocumentError,
    DocumentPlayer,
    DocumentRound,
    DocumentStage,
    DocumentTable,
    GameScore,
    Intervention,
    Number,
    Prohibition,
    Reported,
    SeatScore,
    TablePlace,
    ValidationIssue,
    as_keys,
    as_plain,
    facts_as_plain,
    to_json,
    write,
)
from scoring.fields import facts_from
from scoring.identity import Identity, ListedRating, ReportArbiter, ReportFacts
from scoring.reading import read
from scoring.stage_record import Record
from scoring.stages import record_before, record_of
from scoring.system_spec import SystemSpec

__all__ = [
    "MOST_OTHER_LISTS",
    "Adjustment",
    "Bye",
    "Document",
    "DocumentError",
    "DocumentPlayer",
    "DocumentRound",
    "DocumentStage",
    "DocumentTable",
    "GameScore",
    "Identity",
    "Intervention",
    "ListedRating",
    "Number",
    "Prohibition",
    "Record",
    "ReportArbiter",
    "ReportFacts",
    "Reported",
    "SeatScore",
    "SystemSpec",
    "TablePlace",
    "ValidationIssue",
    "as_keys",
    "as_plain",
    "facts_as_plain",
    "facts_from",
    "read",
    "record_before",
    "record_of",
    "to_json",
    "write",
]
