"""Certificates for the first three of the final ranking."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from clubtornei.rounds.printouts.sheet import Sheet
from clubtornei.rounds.reports.final_ranking import current_standings, is_final
from clubtornei.rounds.reports.standings import StandingsLine
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.rounds.typesetting.paper_format import PaperFormat
from clubtornei.rounds.typesetting.type_size import POINT, width_in_em
from clubtornei.untyped import Context

LAST = 3  # place
LARGEST, SMALLEST = 54.0, 30.0  # points: of a name, which then takes a second line
WIDTH = 225.0  # millimetres


class Certificate(Struct, frozen=True):
    """`style`: in which the name stays on one line, if it can."""

    line: StandingsLine
    place: str
    style: str


def certificates(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """One for each of the first three; who shares a place gets it, too."""
    return {
        "certificates": certificates_of(current_standings(snapshot).lines),
        "arbiter": snapshot.document.report.chief_arbiter,
        "page": "certificate",
    }


def certificates_of(lines: Sequence[StandingsLine]) -> list[Certificate]:
    titles = (_("Primo posto"), _("Secondo posto"), _("Terzo posto"))
    return [
        Certificate(line, str(titles[line.rank - 1]), _style(line.player.name))
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
        looks=("certificates",),
    ),
}
