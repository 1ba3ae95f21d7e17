"""Certificates for the first three of the final ranking."""

from collections.abc import Mapping, Sequence

from django.utils import formats
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from clubtornei.events.games import arbiter_word
from clubtornei.rounds.core.formatting import points_in_words
from clubtornei.rounds.printouts.sheet import Sheet
from clubtornei.rounds.reports.final_ranking import current_standings, is_final
from clubtornei.rounds.reports.standings import StandingsLine
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.rounds.templatetags.printouts import name_on_diploma
from clubtornei.rounds.typesetting.paper_format import PaperFormat
from clubtornei.rounds.typesetting.wreath import laurel
from clubtornei.untyped import Context

LAST = 3  # place
MEDALS = ("#b08d2e", "#7c868f", "#a5672f")  # gold, silver, bronze


class Certificate(Struct, frozen=True):
    """`points`: in words; empty where they do not rank."""

    line: StandingsLine
    name: str
    place: str
    points: str
    medal: str


def certificates(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """One for each of the first three; who shares a place gets it, too."""
    made = certificates_of(current_standings(snapshot).lines)
    return {
        "certificates": made,
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
            name=name_on_diploma(line.player),
            place=str(titles[line.rank - 1]),
            points=_points(line),
            medal=MEDALS[line.rank - 1],
        )
        for line in lines
        if line.rank and line.rank <= LAST
    ]


def _points(line: StandingsLine) -> str:
    """The points of the table in words, with its figures, without the zeros that align them."""
    text = next((cell.text for cell in line.cells if cell.column == "points"), "")
    if (mark := formats.get_format("DECIMAL_SEPARATOR")) in text:
        text = text.rstrip("0").removesuffix(mark)
    return points_in_words(text) if text else ""


SHEETS: Mapping[str, Sheet] = {
    "certificates": Sheet(
        _("Attestati"),
        _("Per i primi tre della classifica finale, una pagina ciascuno, con lo spazio per la firma."),
        _("Quando il torneo è chiuso."),
        certificates,
        ready=is_final,
        of_closed=True,
        looks=("certificates",),
        sizes=(54.0, 46.0, 40.0, 35.0, 30.0),
    ),
}
