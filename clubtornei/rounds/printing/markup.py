"""A sheet as HTML."""

from collections.abc import Callable

from django.template.loader import render_to_string
from django.utils import timezone

from clubtornei.rounds.printing.catalogue import SHEETS
from clubtornei.rounds.printing.paper_format import A4, PaperFormat
from clubtornei.rounds.printing.rendering import Markup
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.text.untyped import Context


def markup(
    name: str,
    snapshot: EventSnapshot,
    context: Context,
    absolute_url: Callable[[str], str],
    public: str | None,
    paper: PaperFormat = A4,
) -> Markup:
    """The sheet as HTML, for the paper its context was made for. `absolute_url` makes a path a URL that
    phones can open, for the QR codes; `public` is the path of the event's public page, None if it is not
    published.
    """
    html = render_to_string(
        f"rounds/printing/sheets/{name}.html",
        {
            "sheet": SHEETS[name],
            "event": snapshot.event,
            "snapshot": snapshot,
            "stage": snapshot.stages.title,
            "absolute_url": absolute_url,
            "public": public,
            "printed": timezone.now(),
            "paper": paper,
            **context,
        },
    )
    sheet = SHEETS[name]
    return Markup(" ".join(html.split()), (*sheet.looks, *paper.looks), sheet.sizes)
