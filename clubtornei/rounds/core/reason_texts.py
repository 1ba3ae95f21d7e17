"""The engines' codes as sentences in the reader's language: reasons, quality, refusals, issues."""

from collections.abc import Iterable, Mapping

from clubtornei.languages import reader_language
from clubtornei.untyped import Quality
from pairing.quality import quality_words
from pairing.reasons import no_round, why
from pairing.system import NoLegalPairing, Reason
from scoring.reasons import issue_text
from scoring.record import Document, DocumentError


def reason_texts(reasons: Iterable[Reason], names: Mapping[int, str]) -> list[str]:
    """The reasons kept beside a table, one sentence each; `names` by entry_no.

    An imported document may carry reasons of another version of the program: what nobody here can say is
    left out.
    """
    sentences = []
    for reason in reasons:
        try:
            sentences.append(why(reason, names.__getitem__, reader_language()))
        except (KeyError, TypeError):
            continue
    return sentences


def quality_texts(quality: Quality, names: Mapping[int, str], round_number: int) -> list[str]:
    """How good the draw of a round is, one sentence each; nothing where nobody here can say it."""
    try:
        return quality_words(quality, names.__getitem__, round_number, reader_language())
    except (KeyError, TypeError):
        return []


def no_round_text(error: NoLegalPairing, document: Document) -> str:
    """Which rule allows no round, for which players, and what the arbiter can do."""
    names = {player.id: player.name for player in document.players}
    return no_round(error, names.__getitem__, reader_language())


def error_text(error: DocumentError) -> str:
    """All that is wrong with an event, for people: without the paths of the document."""
    return " ".join(
        f"{text[:1].upper()}{text[1:]}." for text in (issue_text(f, reader_language()) for f in error.issues)
    )
