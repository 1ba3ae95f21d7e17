"""The poster with the rules, to be hung up before round 1."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from clubtornei.rounds.printouts.sheet import Sheet, always
from clubtornei.rounds.rules.announcement import announcement_context
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.rounds.typesetting.paper_format import PaperFormat
from clubtornei.rounds.typesetting.type_size import POINT, in_largest_type, lines_of
from clubtornei.untyped import Context

NAME_WIDTH, MOST_LINES = 138.0, 2  # millimetres: beside the code
SMALLEST_NAME, LARGEST_NAME = 26.0, 54.0  # points


def announcement(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The rules of all stages, under the name of the event alone."""
    return {
        "stage": "",
        "name_size": _size_of_name(snapshot.event.name),
        **announcement_context(snapshot),
    }


def _size_of_name(name: str) -> int:
    """In points, as large as there is room for it on two lines."""

    def on_few_lines(size: float) -> int | None:
        return int(size) if lines_of(name, NAME_WIDTH / (size * POINT)) <= MOST_LINES else None

    return in_largest_type(on_few_lines, SMALLEST_NAME, LARGEST_NAME) or int(SMALLEST_NAME)


SHEETS: Mapping[str, Sheet] = {
    "announcement": Sheet(
        _("Bando e regole"),
        _(
            "Da appendere prima del primo turno: orari, quota, premi, formula, punteggio con un esempio, "
            "spareggi, scarti, riposi."
        ),
        _("Sempre."),
        announcement,
        ready=always,
        looks=("announcement",),
        others=("announcement-small", "announcement-close"),
    ),
}
