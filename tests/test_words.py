"""One word for one act: what the interface says keeps to the table of docs/it/parole.md."""

import ast
import re
import tomllib
from collections.abc import Iterator

from clubtornei.launch.environment import ROOT
from clubtornei.launch.translations import LANGUAGES, catalogue, read
from pairing.event_formats import EVENT_FORMATS
from pairing.registry import SYSTEMS
from scoring.criteria import CRITERIA
from scoring.methods import METHODS
from scoring.options import describe

WORDS = ROOT / "docs" / "it" / "parole.md"
ROW = re.compile(r"^\| \*\*.*\|.*\|(?P<never>.*)\|$", re.MULTILINE)
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]")
FACT = re.compile(r"{\w+}")


def never_said() -> list[str]:
    return [word for row in ROW.finditer(WORDS.read_text()) for word in re.findall("`([^`]+)`", row["never"])]


def said_by_engines() -> Iterator[str]:
    """What pages show of the engines: titles, meanings, options, and why somebody meets somebody."""
    yield from titles_of_engines("it")
    for path in (path for engine in ("pairing", "scoring") for path in (ROOT / engine).rglob("*.py")):
        yield from bilingual(path.read_text())
    yield from texts_of_engines("it")


def texts_of_engines(language: str) -> Iterator[str]:
    """What their codes mean: issues of documents, why somebody meets somebody."""
    for path in (path for engine in ("pairing", "scoring") for path in (ROOT / engine).glob("*.toml")):
        for group in tomllib.loads(path.read_text()).values():
            yield from (said[language] for said in group.values())


def titles_of_engines(language: str) -> Iterator[str]:
    """Titles and meanings of systems, methods, criteria, event formats, and of their options."""
    titled = (*SYSTEMS.values(), *METHODS.values(), *CRITERIA.values(), *EVENT_FORMATS.values())
    for shown in titled:
        yield from (shown.title[language], shown.meaning[language])
    records = [system.spec.options for system in SYSTEMS.values()]
    records += [shown.options for shown in (*METHODS.values(), *EVENT_FORMATS.values())]
    for option in (option for record in records for option in describe(record)):
        yield from (option.title[language], option.meaning[language])
        yield from (label[language] for label in option.choice_labels.values())


def bilingual(source: str) -> Iterator[str]:
    """The Italian of every pair of sentences, Italian and English, of a module of the engines: reasons,
    faults of documents, refusals, quality. A call with two pairs has title and meaning in each language.
    """
    nodes = list(ast.walk(ast.parse(source)))
    calls = (
        [arg for arg in node.args if isinstance(arg, ast.Tuple)]
        for node in nodes
        if isinstance(node, ast.Call)
    )
    titled = {pair for pairs in calls if len(pairs) > 1 for pair in pairs}
    for node in nodes:
        if isinstance(node, ast.Tuple) and len(node.elts) == 2 and node not in titled:
            italian, english = map(_text, node.elts)
            if " " in italian and " " in english:
                yield italian


def _text(node: ast.expr) -> str:
    """The text of a literal, with … for what an f-string fills in; empty: it is none."""
    if isinstance(node, ast.JoinedStr):
        return "".join(_text(part) or "…" for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def sentences() -> set[str]:
    """All that pages and sheets say, in Italian."""
    [language, *_] = LANGUAGES
    said = (message.id for message in read(catalogue(language)) if message.id)
    return {
        PLACEHOLDER.sub("…", sentence)
        for sentences in said
        for sentence in ([sentences] if isinstance(sentences, str) else sentences)
    } | {FACT.sub("…", sentence) for sentence in said_by_engines()}


def breaches(sentences: set[str], words: list[str]) -> set[tuple[str, str]]:
    return {
        (word, sentence)
        for sentence in sentences
        for word in words
        if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", sentence, re.IGNORECASE)
    }


def test_no_sentence_has_a_word_that_the_table_rules_out() -> None:
    words = never_said()
    assert len(words) > 30
    assert breaches(sentences(), words) == set()
