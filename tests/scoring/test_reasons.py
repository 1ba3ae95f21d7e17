"""Every code has its sentence, in both languages."""

import ast
from pathlib import Path

import pytest

from scoring.criteria import CRITERIA
from scoring.methods import METHODS
from scoring.options import describe
from scoring.reasons import ISSUE_TEXTS, issue_text, printable
from scoring.record import ValidationIssue
from scoring.texts import LANGUAGES

ROOM = Path(__file__).parents[2]
MAKERS = ("ValidationIssue", "add_issue")  # of issues, each with its code


def codes() -> set[str]:
    """The codes of issues in the source of the engines."""
    found = set()
    for path in [*ROOM.glob("scoring/**/*.py"), *ROOM.glob("pairing/**/*.py")]:
        source = path.read_text()
        if not any(name in source for name in MAKERS):
            continue
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and len(node.args) > 1:
                name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
                code = node.args[1]
                if name in MAKERS and isinstance(code, ast.Constant):
                    found.add(code.value)
    return found


def test_every_issue_has_a_sentence_in_both_languages() -> None:
    found = codes()
    assert len(found) > 50
    assert found <= ISSUE_TEXTS.keys()
    assert all(len(sentences) == len(LANGUAGES) and all(sentences) for sentences in ISSUE_TEXTS.values())


@pytest.mark.parametrize(
    ("fault", "italian", "english"),
    [
        (
            ValidationIssue("p", "two_tables", {"player": 9}),
            "il giocatore 9 siede a due tavoli",
            "player 9 sits at two tables",
        ),
        (ValidationIssue("p", "type", {"expected": "list"}), "ci vuole una lista", "must be a list"),
        (
            ValidationIssue(
                "p", "option_value", {"type": "integer", "minimum": 1, "maximum": 4, "choices": ()}
            ),
            "ci vuole un numero intero da 1 a 4",
            "must be a whole number from 1 to 4",
        ),
        (
            ValidationIssue(
                "p",
                "option_value",
                {"type": "choice", "minimum": None, "maximum": None, "choices": ("a", "b")},
            ),
            "ci vuole uno di questi: a, b",
            "must be one of these: a, b",
        ),
        (
            ValidationIssue("p", "unknown_system", {"name": "x\ny", "known": ["a", "b"]}),
            'sistema sconosciuto: "x\\ny". Ci sono: a, b',
            'unknown system: "x\\ny". Known: a, b',
        ),
    ],
)
def test_a_fault_is_said_in_words(fault: ValidationIssue, italian: str, english: str) -> None:
    assert issue_text(fault) == italian
    assert issue_text(fault, "en") == english


def test_long_texts_of_a_document_are_shortened() -> None:
    assert len(printable("x" * 5000)) == 80


def test_every_criterion_and_method_has_name_and_explanation_in_both_languages() -> None:
    for described in (*CRITERIA.values(), *METHODS.values()):
        for language in LANGUAGES:
            assert described.title[language]
            assert described.meaning[language].endswith(".")


def test_every_option_of_a_method_is_explained_in_both_languages() -> None:
    for method in METHODS.values():
        for option in describe(method.options):
            assert all(option.title[language] and option.meaning[language] for language in LANGUAGES)
