"""The prizes, announced or confirmed; and certificates: for the first three of the final ranking, for each
prize, and one to be filled in.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from django.utils.translation import gettext_lazy as _, ngettext
from msgspec import Struct

from clubtornei.events.games import arbiter_word
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.printing.paper_format import PaperFormat
from clubtornei.rounds.printing.sheet import Condition, Sheet, report_context
from clubtornei.rounds.reports.cell_texts import WrittenRow, written
from clubtornei.rounds.reports.final_ranking import current_standings, is_final
from clubtornei.rounds.reports.prizes import announced_report, confirmed_report, has_awards, has_prizes
from clubtornei.rounds.reports.report import Report, ReportRow
from clubtornei.rounds.state.formatting import Notation, points_in_words
from clubtornei.rounds.templatetags.printing import name_on_diploma
from clubtornei.text.untyped import Context
from scoring.standings import decimal_text

LAST = 3  # place
SIZES = (54.0, 46.0, 38.0, 31.0, 26.0)  # points, of a name
MEDALS = ("#b08d2e", "#7c868f", "#a5672f")  # gold, silver, bronze


class Certificate(Struct, frozen=True):
    """`row`: of whom it is in the ranking; None: the name is written by hand. `points`: in words; empty where
    they do not rank.
    """

    place: str
    medal: str
    row: ReportRow | None = None
    name: str = ""
    points: str = ""


def certificates(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """One for each of the first three; who shares a place gets it, too. The last is for any other prize."""
    blank = Certificate(place=str(_("Premio")), medal=MEDALS[0])
    rounds = 0 if snapshot.stages.several else snapshot.progress.rounds
    return _context(snapshot, [*certificates_of(current_standings(snapshot), rounds), blank])


def prize_certificates(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """One for each prize that is confirmed: what was won stands where the points of a ranking do."""
    report = confirmed_report(snapshot)
    rows = report.rows if report else ()
    won = [(row, str(row.values["category"]), str(row.values["what"])) for row in rows]
    return _context(snapshot, [_certificate(*prize) for prize in won])


def _context(snapshot: EventSnapshot, made: Sequence[Certificate]) -> Context:
    return {
        "certificates": made,
        "arbiter": snapshot.document.report.chief_arbiter,
        "arbiter_word": arbiter_word(snapshot.event.game),
        "page": "certificate",
    }


def certificates_of(report: Report, rounds: int = 0) -> list[Certificate]:
    """`rounds`: in how many the points were made, 0 where that says nothing."""
    titles = (_("Primo posto"), _("Secondo posto"), _("Terzo posto"))
    return [
        _certificate(line.row, str(titles[line.row.rank - 1]), _points(line, report.notation, rounds))
        for line in written(report)
        if line.row.rank and line.row.rank <= LAST
    ]


def _certificate(row: ReportRow, place: str, points: str) -> Certificate:
    assert row.person
    return Certificate(
        row=row,
        name=name_on_diploma(row.person),
        place=place,
        points=points,
        medal=MEDALS[min(row.rank or LAST, LAST) - 1],
    )


def _points(line: WrittenRow, notation: Notation, rounds: int) -> str:
    """The points in words, as the table writes them; whole ones without the zeros that align them there."""
    for cell in line.cells:
        if cell.column.key == "points" and isinstance(cell.value, Fraction):
            is_whole = cell.value.denominator == 1
            points = points_in_words(notation.figure(decimal_text(cell.value)) if is_whole else cell.text)
            said = ngettext("%(points)s in %(rounds)s turno", "%(points)s in %(rounds)s turni", rounds)
            return said % {"points": points, "rounds": rounds} if rounds else points
    return ""


def prizes(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    report = confirmed_report(snapshot) or announced_report(snapshot)
    return {**report_context(report), "stage": ""}


SHEETS: Mapping[str, Sheet] = {
    "prizes": Sheet(
        _("Premi"),
        _("Prima del torneo che cosa si vince; confermati, chi li ha vinti e perché."),
        prizes,
        applies=has_prizes,
        when=Condition(_("Quando i premi sono scritti."), has_prizes),
    ),
    "certificates": Sheet(
        _("Attestati"),
        _(
            "Per i primi tre della classifica finale, una pagina ciascuno, e una da completare a mano per "
            "gli altri premi."
        ),
        certificates,
        when=Condition(_("A torneo chiuso, fra le stampe di tutto il torneo."), is_final),
        template="certificates",
        sizes=SIZES,
    ),
    "prize-certificates": Sheet(
        _("Attestati dei premi"),
        _("Uno per ogni premio, con quello che si è vinto."),
        prize_certificates,
        applies=has_prizes,
        when=Condition(_("Quando i premi sono confermati."), has_awards),
        template="certificates",
        sizes=SIZES,
    ),
}
