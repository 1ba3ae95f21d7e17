"""The bracket of a knockout as a report, for files: a row a match. Pages and sheets draw the bracket."""

from collections.abc import Iterator
from fractions import Fraction

from django.utils.translation import gettext as _

from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.reports.bracket import Bracket, BracketMatch, BracketRound, Side
from clubtornei.rounds.reports.bracket_layout import bracket_of
from clubtornei.rounds.reports.report import Column, ColumnKind, Report, ReportRow, Value


def bracket_report(snapshot: EventSnapshot) -> Report:
    """Raises NoLegalPairing or DocumentError if the rules have no bracket for these players."""
    bracket = bracket_of(snapshot)
    assert bracket is not None
    return Report(
        title=_("Tabellone"),
        notation=snapshot.notation,
        columns=(
            Column(key="round", title=_("Turno"), kind=ColumnKind.TEXT),
            Column(key="table", title=str(snapshot.table_words.title), kind=ColumnKind.TABLE),
            Column(key="first", title="1", kind=ColumnKind.FIRST),
            Column(key="first_score", title=_("Risultato"), kind=ColumnKind.POINTS),
            Column(key="second_score", title=_("Risultato"), kind=ColumnKind.POINTS),
            Column(key="second", title="2", kind=ColumnKind.SECOND),
            Column(key="winner", title=_("Va avanti"), kind=ColumnKind.NAME),
        ),
        rows=tuple(
            ReportRow(values={"round": name, **_values(snapshot, match)}) for name, match in _matches(bracket)
        ),
    )


def _matches(bracket: Bracket) -> Iterator[tuple[str, BracketMatch]]:
    """Each with the name of its round; the match for the third place before the final."""
    *earlier, final = bracket.rounds
    for round_ in earlier:
        yield from _of(round_)
    if bracket.third:
        yield _("Finale per il 3° posto"), bracket.third
    yield from _of(final)


def _of(round_: BracketRound) -> Iterator[tuple[str, BracketMatch]]:
    return ((round_.name, match) for match in round_.matches)


def _values(snapshot: EventSnapshot, match: BracketMatch) -> dict[str, Value]:
    first, second = [*match.sides, None][:2]
    return {
        "table": match.table,
        "first": _who(snapshot, first),
        "first_score": _score(first),
        "second_score": _score(second),
        "second": _who(snapshot, second),
        "winner": match.winner,
    }


def _who(snapshot: EventSnapshot, side: Side | None) -> Value:
    """The player, or whose winner comes there."""
    return (side.player or side.awaited(snapshot.table_words)) if side else None


def _score(side: Side | None) -> Value:
    """The points of a match, or the sign of a forfeit."""
    if side is None or not side.score:
        return None
    return side.score if side.score in "+−" else Fraction(side.score)
