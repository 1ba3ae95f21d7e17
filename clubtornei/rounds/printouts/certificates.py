"""Certificates for the first three of the final ranking."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from clubtornei.rounds.printouts.sheet import Sheet
from clubtornei.rounds.reports.final_ranking import current_standings, is_final
from clubtornei.rounds.reports.standings import StandingsLine
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.rounds.templatetags.printouts import name_on_diploma
from clubtornei.rounds.typesetting.paper_format import PaperFormat
from clubtornei.rounds.typesetting.text_width import width_in_em
from clubtornei.rounds.typesetting.type_size import POINT
from clubtornei.rounds.typesetting.wreath import laurel
from clubtornei.untyped import Context

LAST = 3  # place
LARGEST, SMALLEST = 54.0, 30.0  # points: of a name, which then takes a second line
WIDTH = 225.0  # millimetres
MEDALS = ("#b08d2e", "#7c868f", "#a5672f")  # gold, silver, bronze


class Certificate(Struct, frozen=True):
    """`style`: in which the name stays on one line, if it can; `points`: empty where they do not rank."""

    line: StandingsLine
    name: str
    place: str
    style: str
    points: str
    medal: str


def certificates(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """One for each of the first three; who shares a place gets it, too."""
    return {
        "certificates": certificates_of(current_standings(snapshot).lines),
        "laurel": " ".join(laurel()),
        "arbiter": snapshot.document.report.chief_arbiter,
        "page": "certificate",
    }


def certificates_of(lines: Sequence[StandingsLine]) -> list[Certificate]:
    titles = (_("Primo posto"), _("Secondo posto"), _("Terzo posto"))
    return [
        Certificate(
            line,
            name=(name := name_on_diploma(line.player)),
            place=str(titles[line.rank - 1]),
            style=_style(name),
            points=next((cell.text for cell in line.cells if cell.column == "points"), ""),
            medal=MEDALS[line.rank - 1],
        )
        for line in lines
        if line.rank and line.rank <= LAST
    ]


def _style(name: str) -> str:
    size = WIDTH / max(width_in_em(name), 1.0) / POINT
    return f"font-size:{max(SMALLEST, min(LARGEST, size)):.1f}pt"


SHEETS: Mapping[str, Sheet] = {
    "certificates": Sheet(
        _("Attestati"),
        _("Per i primi tre della classifica finale, una pagina ciascuno, con lo spazio per la firma."),
        _("Quando il torneo è chiuso."),
        certificates,
        ready=is_final,
        pages=lambda snapshot, number, paper: len(certificates_of(current_standings(snapshot).lines)),
        looks=("certificates",),
    ),
}
