"""A sheet as HTML."""

from django.template.loader import render_to_string
from django.utils import timezone

from clubtornei.events.public_address import public_url
from clubtornei.rounds.printing.catalogue import SHEETS
from clubtornei.rounds.printing.paper_format import A4, PaperFormat
from clubtornei.rounds.printing.rendering import Markup
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.text.untyped import Context


def markup(
    name: str,
    snapshot: EventSnapshot,
    context: Context,
    site: str,
    public: str | None,
    paper: PaperFormat = A4,
) -> Markup:
    """The sheet as HTML, for the paper its context was made for. `site`: this machine for phones, where the
    event is on no server; `public`: the path of the event's public page, None if it
    is not published.
    """
    event = snapshot.event
    html = render_to_string(
        f"rounds/printing/sheets/{name}.html",
        {
            "sheet": SHEETS[name],
            "event": event,
            "snapshot": snapshot,
            "stage": snapshot.stages.title,
            "absolute_url": lambda path: public_url(event, path) or site + path,
            "url_in_hall": lambda path: site + path if event.public_site and event.unreached else "",
            "public": public,
            "printed": timezone.now(),
            "paper": paper,
            **context,
        },
    )
    sheet = SHEETS[name]
    return Markup(" ".join(html.split()), (*sheet.looks, *paper.looks), sheet.sizes)
