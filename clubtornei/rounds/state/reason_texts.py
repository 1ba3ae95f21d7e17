"""What engines and arbiters decided, in the reader's language: reasons, refusals, adjustments."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from django.utils.translation import gettext as _

from clubtornei.rounds.state.formatting import points
from clubtornei.text.languages import listed, reader_language
from pairing.quality import Quality, quality_words
from pairing.reasons import COLOUR_CODES, no_round, why
from pairing.system import NoLegalPairing, Reason
from pairing.table_history import OFTEN, often_met
from scoring.document import Adjustment
from scoring.reasons import issue_text
from scoring.record import Document, DocumentError, DocumentRound
from scoring.standings import decimal_text


def reason_texts(
    reasons: Iterable[Reason],
    names: Mapping[int, str],
    *,
    colours: bool = True,
    figure: Callable[[str], str] = points,
) -> list[str]:
    """The reasons stored with a table, one sentence each; `names` by entry_no; `colours`: also those of White
    and Black; `figure` writes the points.

    Reasons of an imported document that this version of the program does not know are left out.
    """
    sentences = []
    for reason in reasons:
        if not colours and reason.code in COLOUR_CODES:
            continue
        try:
            sentences.append(why(reason, names.__getitem__, reader_language(), figure))
        except (KeyError, TypeError):
            continue
    return sentences


def quality_texts(
    quality: Quality,
    names: Mapping[int, str],
    round_number: int,
    rounds: Callable[[], Sequence[DocumentRound]],
    *,
    tables: int,
) -> list[str]:
    """How good the draw of a round is, a sentence each; empty if this version does not know its criteria, and
    at a single table, where nothing was to be chosen.

    `rounds`: those drawn so far, read only where a pair of the plan meets often.
    """
    if tables < 2:
        return []
    try:
        often = often_met(rounds()) if quality.get("most", 0) >= OFTEN else []
        return quality_words(quality, names.__getitem__, round_number, reader_language(), often)
    except (KeyError, TypeError):
        return []


def no_round_text(error: NoLegalPairing, document: Document, *, advice: bool = True) -> str:
    """Which rule allows no round, for which players, and, unless `advice` is off, what the arbiter can do."""
    names = {player.id: player.name for player in document.players}
    return no_round(error, names.__getitem__, reader_language(), advice=advice)


def error_text(error: DocumentError) -> str:
    """All issues of a document as sentences, without their paths."""
    return " ".join(
        f"{text[:1].upper()}{text[1:]}."
        for text in (issue_text(issue, reader_language()) for issue in error.issues)
    )


def adjustment_text(
    adjustment: Adjustment, names: Mapping[int, str], figure: Callable[[str], str] = points
) -> str:
    """Who has how many points more or less, since which round, and why: Rossi −1 (turno 3: cellulare).
    `figure` writes the points.
    """
    value = figure(decimal_text(Fraction(adjustment.points)))
    facts = {
        "names": listed([names.get(player, "?") for player in adjustment.players]),
        "points": value if adjustment.points < 0 else f"+{value}",
        "round": adjustment.round,
        "reason": adjustment.reason,
    }
    words = _("%(names)s %(points)s (turno %(round)d: %(reason)s)")
    without_reason = _("%(names)s %(points)s (turno %(round)d)")
    return (words if adjustment.reason else without_reason) % facts
