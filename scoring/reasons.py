"""The texts of codes, in Italian and English: issues of documents and commands, and why one player is ranked
above another.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scoring.criteria import CRITERIA
from scoring.document import ValidationIssue
from scoring.standings import AT_TABLE, Row, written
from scoring.texts import LANGUAGES, texts_beside

_TEXTS = texts_beside(__file__)
ISSUE_TEXTS = _TEXTS["issues"]


def issue_text(issue: ValidationIssue, language: str = "it") -> str:
    """What is wrong, as a sentence without the path."""
    facts = {name: _fact_text(name, value, language) for name, value in issue.facts.items()}
    if issue.code == "option_value":
        facts["wanted"] = _expected_value(issue.facts, language)
    return ISSUE_TEXTS[issue.code][LANGUAGES.index(language)].format(**facts)


_PLACES = (
    ("riga {line}, colonna {columns}", "line {line}, column {columns}"),
    ("riga {line}, colonne {columns}", "line {line}, columns {columns}"),
)


def issue_line(issue: ValidationIssue, language: str = "it") -> str:
    """The path and what is wrong there, on one line; of a report file the line and the columns."""
    where = issue.path
    if "columns" in issue.facts:
        where = _PLACES["–" in issue.facts["columns"]][LANGUAGES.index(language)].format(**issue.facts)
    return f"{where}: {issue_text(issue, language)}"


def _fact_text(name: str, value: Any, language: str) -> str:
    if name == "expected" and value in _TEXTS["types"]:
        return _TEXTS["types"][value][LANGUAGES.index(language)]
    if name == "field":
        return _TEXTS["fields"][value][LANGUAGES.index(language)]
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, Sequence):
        return ", ".join(printable(str(item)) for item in value) or "–"
    return str(value)


def printable(text: str) -> str:
    """The text for one line of a terminal: escaped if it cannot be printed, and at most 80 characters."""
    shown = text if text.isprintable() else json.dumps(text)
    return shown if len(shown) <= 80 else f"{shown[:79]}…"


def _expected_value(facts: Mapping[str, Any], language: str) -> str:
    words = _TEXTS["types"][facts["type"]][LANGUAGES.index(language)]
    if facts["choices"]:
        return f"{words}: {', '.join(str(choice) for choice in facts['choices'])}"
    low, high = facts["minimum"], facts["maximum"]
    if low is None or high is None:
        return words
    return f"{words} da {low} a {high}" if language == "it" else f"{words} from {low} to {high}"


_FINAL = ("posto in finale", "place in the final")


def why_above(upper: Row, lower: Row, name: Callable[[int], str], language: str = "it") -> str:
    """Why the player of one row of the standings is ranked above the player of the next row."""
    first, second = name(upper.player), name(lower.player)
    index = LANGUAGES.index(language)
    if lower.rank is None:
        return (
            f"I risultati di {second} sono annullati.",
            f"The results of {second} are annulled.",
        )[index]
    if lower.decided_by is None and lower.values.get("final") is not None:
        return (
            f"{first} e {second} hanno lo stesso posto in finale: restano pari.",
            f"{first} and {second} have the same place in the final: they share it.",
        )[index]
    if lower.decided_by is None:
        return (
            f"{first} e {second} sono pari in tutto.",
            f"{first} and {second} are tied on everything.",
        )[index]
    if lower.decided_by == AT_TABLE:
        return (
            f"{first} e {second} sono pari: {first} è davanti per lo spareggio al tavolo.",
            f"{first} and {second} are level: the tie-break at the table puts {first} ahead.",
        )[index]
    if lower.decided_by == "stage_reached":
        return (
            f"{first} è arrivato a una fase più avanti di {second}.",
            f"{first} reached a later stage than {second}.",
        )[index]
    if lower.decided_by == "previous" and "final" in lower.values:
        return (
            f"{first} era davanti a {second} alla fine delle qualificazioni, e resta davanti.",
            f"{first} was above {second} at the end of the qualifying games, and stays above.",
        )[index]
    values = upper.values.get(lower.decided_by), lower.values.get(lower.decided_by)
    if lower.decided_by == "final" and None in values:
        return (
            f"{first} ha giocato la finale, {second} no.",
            f"{first} played the final, {second} did not.",
        )[index]
    title = _FINAL[index] if lower.decided_by == "final" else CRITERIA[lower.decided_by].title[language]
    if values[0] == values[1] or None in values:
        # Direct encounter can rank players with equal values by comparing a part of the group again; the
        # final ranking has no other values than the place in the final and the points.
        return (
            f"{first} è davanti a {second} per: {title}.",
            f"{first} is above {second} on: {title}.",
        )[index]
    own, others = (written(value or "", language) for value in values)
    return (
        f"{first} è davanti a {second} per: {title} ({own} contro {others}).",
        f"{first} is above {second} on: {title} ({own} against {others}).",
    )[index]
