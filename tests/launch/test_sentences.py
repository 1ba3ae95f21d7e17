"""The launcher's messages at the terminal."""

import re
from string import Formatter

import pytest

from clubtornei.launch.environment import ROOT
from clubtornei.launch.sentences import SENTENCES, sentence


def test_each_sentence_says_the_same_facts_in_both_languages() -> None:
    for name, words in SENTENCES.items():
        facts = [
            {field for _text, field, *_ in Formatter().parse(words[language])} for language in ("it", "en")
        ]
        assert facts[0] == facts[1], name


def test_the_launcher_says_each_sentence_and_no_other() -> None:
    source = "\n".join(path.read_text() for path in (ROOT / "clubtornei" / "launch").glob("*.py"))
    assert {name for name in SENTENCES if f'"{name}"' not in source} == set()
    assert set(re.findall(r'\b(?:sentence|say)\("(\w+)"', source)) <= SENTENCES.keys()


@pytest.mark.parametrize(
    ("language", "said"), [("it_IT.UTF-8", "Nulla"), ("C", "Nulla"), ("en_GB.UTF-8", "Nothing")]
)
def test_the_environment_says_the_language(monkeypatch: pytest.MonkeyPatch, language: str, said: str) -> None:
    monkeypatch.setenv("LC_ALL", language)
    assert sentence("not_restored").startswith(said)
