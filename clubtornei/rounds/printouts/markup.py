"""A sheet as HTML."""

import re
from collections.abc import Callable

from django.template.loader import render_to_string
from django.utils import timezone

from clubtornei.rounds.printouts.catalogue import SHEETS
from clubtornei.rounds.printouts.rendering import Markup
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.untyped import Context

AROUND_CELLS = re.compile(r" ?(</?(?:caption|col|colgroup|t[dhr]|table|tbody|thead)\b[^>]*>) ?")
"""The space that templates have around the tags of tables, which nobody sees."""


def markup(
    name: str,
    snapshot: EventSnapshot,
    context: Context,
    absolute_url: Callable[[str], str],
    public: str | None,
) -> Markup:
    """The sheet as HTML. `absolute_url` makes a path a URL that phones can open, for the QR codes; `public`
    is the path of the event's public page, None if it is not published.
    """
    html = render_to_string(
        f"rounds/printouts/sheets/{name}.html",
        {
            "sheet": SHEETS[name],
            "event": snapshot.event,
            "snapshot": snapshot,
            "stage": snapshot.stages.title,
            "absolute_url": absolute_url,
            "public": public,
            "printed": timezone.now(),
            **context,
        },
    )
    # WeasyPrint would make boxes and lines of it, and throw them away again: a tenth of its time.
    return Markup(AROUND_CELLS.sub(r"\1", " ".join(html.split())), SHEETS[name].looks)
