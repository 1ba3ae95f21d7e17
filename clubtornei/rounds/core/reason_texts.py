"""The engines' codes in the reader's language: why a table is as it is, and why no round can be drawn."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import get_language

from pairing.quality import quality_words
from pairing.reasons import no_round, why
from pairing.system import NoLegalPairing, Reason
from scoring.reasons import LANGUAGES, issue_text
from scoring.record import Document, DocumentError


def language() -> str:
    """The reader's language, as the engines name it."""
    code = (get_language() or "").partition("-")[0]
    return code if code in LANGUAGES else LANGUAGES[0]


def why_of(reasons: Iterable[Reason], names: Mapping[int, str]) -> list[str]:
    """The reasons kept beside a table, one sentence each; `names` by entry_no.

    An imported document may carry reasons of another version of the program: what nobody here can say is
    left out.
    """
    sentences = []
    for reason in reasons:
        try:
            sentences.append(why(reason, names.__getitem__, language()))
        except (KeyError, TypeError):
            continue
    return sentences


def quality_of(quality: Mapping[str, Any], names: Mapping[int, str], round_number: int) -> list[str]:
    """How good the draw of a round is, one sentence each; nothing where nobody here can say it."""
    try:
        return quality_words(quality, names.__getitem__, round_number, language())
    except (KeyError, TypeError):
        return []


def no_round_of(error: NoLegalPairing, document: Document) -> str:
    """Which rule allows no round, for which players, and what the arbiter can do."""
    names = {player.id: player.name for player in document.players}
    return no_round(error, names.__getitem__, language())


def faults_of(error: DocumentError) -> str:
    """All that is wrong with an event, for people: without the paths of the document."""
    return " ".join(
        f"{text[:1].upper()}{text[1:]}." for text in (issue_text(f, language()) for f in error.issues)
    )
