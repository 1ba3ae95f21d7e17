"""Certificates for the first three of the final ranking."""

from collections.abc import Mapping
from fractions import Fraction

from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from clubtornei.events.games import arbiter_word
from clubtornei.events.templatetags.dates import days
from clubtornei.rounds.core.formatting import Notation, points_in_words
from clubtornei.rounds.printouts.sheet import Sheet
from clubtornei.rounds.reports.final_ranking import current_standings, is_final
from clubtornei.rounds.reports.report import Report, ReportRow
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.rounds.templatetags.printouts import name_on_diploma
from clubtornei.rounds.typesetting.paper_format import PaperFormat
from clubtornei.rounds.typesetting.text_width import lines_of, width_in_em
from clubtornei.rounds.typesetting.type_size import POINT
from clubtornei.rounds.typesetting.wreath import laurel
from clubtornei.untyped import Context
from scoring.standings import exact

LAST = 3  # place
LARGEST, SMALLEST = 54.0, 30.0  # points: of a name, which then takes a second line
WIDTH = 225.0  # millimetres
EVENT, WHEN = 24.0, 15.0  # points, as in certificates.css
AIRY = 3  # lines of its longest texts together: with more the wreath is smaller
WREATHS = (("60mm", "56mm"), ("39mm", "36.4mm"))
MEDALS = ("#b08d2e", "#7c868f", "#a5672f")  # gold, silver, bronze


class Certificate(Struct, frozen=True):
    """`size`: of the name, in points, which stays on one line, if it can. `points`: in words; empty where
    they do not rank.
    """

    row: ReportRow
    name: str
    place: str
    size: float
    points: str
    medal: str

    @property
    def style(self) -> str:
        return f"font-size:{self.size:.1f}pt"


def certificates(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """One for each of the first three; who shares a place gets it, too."""
    event, made = snapshot.event, certificates_of(current_standings(snapshot))
    lines = _lines(event.name, EVENT) + _lines(f"{event.place}, {days(event)}", WHEN)
    return {
        "certificates": made,
        "is_crowded": (crowded := lines + max(_lines(one.name, one.size) for one in made) > AIRY),
        "wreath": WREATHS[crowded],
        "rounds": 0 if snapshot.stages.several else snapshot.progress.rounds,
        "laurel": " ".join(laurel()),
        "arbiter": snapshot.document.report.chief_arbiter,
        "arbiter_word": arbiter_word(snapshot.event.game),
        "page": "certificate",
    }


def certificates_of(report: Report) -> list[Certificate]:
    titles = (_("Primo posto"), _("Secondo posto"), _("Terzo posto"))
    return [
        Certificate(
            row,
            name=(name := name_on_diploma(row.person)),
            place=str(titles[row.rank - 1]),
            size=max(SMALLEST, min(LARGEST, WIDTH / max(width_in_em(name), 1.0) / POINT)),
            points=_points(row, report.notation),
            medal=MEDALS[row.rank - 1],
        )
        for row in report.rows
        if row.person and row.rank and row.rank <= LAST
    ]


def _points(row: ReportRow, notation: Notation) -> str:
    """The points of the table in words, without the zeros that align them there."""
    points = row.values.get("points")
    return points_in_words(notation.figure(exact(points))) if isinstance(points, Fraction) else ""


def _lines(text: str, size: float) -> int:
    return lines_of(text, WIDTH / (size * POINT))


SHEETS: Mapping[str, Sheet] = {
    "certificates": Sheet(
        _("Attestati"),
        _("Per i primi tre della classifica finale, una pagina ciascuno, con lo spazio per la firma."),
        _("Quando il torneo è chiuso."),
        certificates,
        ready=is_final,
        of_closed=True,
        pages=lambda snapshot, number, paper: len(certificates_of(current_standings(snapshot))),
        looks=("certificates",),
    ),
}
