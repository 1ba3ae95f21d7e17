"""Certificates for the first three of the final ranking."""

from cmath import exp, pi
from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from clubtornei.events.games import arbiter_word
from clubtornei.rounds.printouts.sheet import Sheet
from clubtornei.rounds.reports.final_ranking import current_standings, is_final
from clubtornei.rounds.reports.standings import StandingsLine
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.rounds.templatetags.printouts import name_on_diploma
from clubtornei.rounds.typesetting.paper_format import PaperFormat
from clubtornei.rounds.typesetting.type_size import POINT, width_in_em
from clubtornei.untyped import Context

LAST = 3  # place
LARGEST, SMALLEST = 54.0, 30.0  # points: of a name, which then takes a second line
WIDTH = 225.0  # millimetres
MEDALS = ("#b08d2e", "#7c868f", "#a5672f")  # gold, silver, bronze
# The laurel, in units of its drawing: two branches of leaves in pairs, from below up to either side.
RADIUS, LEAF, LEAVES = 40.0, 17.0, 9
BEGINS, ENDS = 0.09 * pi, 0.8 * pi
LEANS, BULGES = 0.6, 0.32  # radians: from the branch; of its length: to either side


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
        "rounds": 0 if snapshot.stages.several else snapshot.progress.rounds,
        "laurel": " ".join(laurel()),
        "arbiter": snapshot.document.report.chief_arbiter,
        "arbiter_word": arbiter_word(snapshot.event.game),
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


def laurel() -> Iterator[str]:
    """The leaves of a wreath around 0, each as a path of SVG; its points are complex numbers."""
    for side in (-1, 1):
        for step in range(LEAVES):
            on_circle = exp(1j * (pi / 2 + side * (BEGINS + step * (ENDS - BEGINS) / (LEAVES - 1))))
            for leans in (-LEANS, LEANS):
                stem, along = RADIUS * on_circle, LEAF * 1j * side * on_circle * exp(1j * leans)
                bulge = BULGES * 1j * along
                yield f"M{_at(stem)}Q{_at(stem + along / 2 + bulge)} {_at(stem + along)}"
                yield f"Q{_at(stem + along / 2 - bulge)} {_at(stem)}z"


def _at(point: complex) -> str:
    return f"{point.real:.1f} {point.imag:.1f}"


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
