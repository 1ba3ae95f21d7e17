"""A sheet as HTML."""

import re

from django.template.loader import render_to_string
from django.utils import timezone

from clubtornei.events.public_address import public_url
from clubtornei.events.stages import round_title
from clubtornei.events.templatetags.dates import day, days
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.printing.catalogue import SHEETS
from clubtornei.rounds.printing.paper_format import A4, PaperFormat
from clubtornei.rounds.printing.rendering import Markup
from clubtornei.rounds.printing.sheet import Sheet
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
    sheet = SHEETS[name]
    event = snapshot.event

    def absolute_url(path: str) -> str:
        return public_url(event, path) or site + path

    shown = {
        "event": event,
        "snapshot": snapshot,
        "stage": snapshot.stages.title,
        "absolute_url": absolute_url,
        "url_in_hall": lambda path: site + path if event.public_site and event.unreached else "",
        "address": absolute_url(public) if public else "",
        "paper": paper,
        **context,
    }
    html = html_of(f"{sheet.template}.html", {**_heading(snapshot, sheet, shown), **shown})
    sizes = context.get("sizes") or paper.sizes(sheet.sizes)
    return Markup(html, (sheet.template, paper.name.lower()), sizes)


def html_of(template: str, context: Context) -> str:
    html = render_to_string(f"rounds/printing/sheets/{template}", {"printed": timezone.now(), **context})
    return re.sub("[ \n]+", " ", html)


def _heading(snapshot: EventSnapshot, sheet: Sheet, context: Context) -> Context:
    """What a sheet is called: `heading`, `subtitle` and `facts` on its first page, `running` on the others
    and as a file. That of one round has the event in large type, others what they are.
    """
    event, round_ = snapshot.event, context.get("round")
    where = {"name": event.name, "club": event.club}
    if not round_:
        title = str(sheet.title)
        facts = [event.name, context["stage"], event.place, days(event), event.game and event.game_title]
        return {**where, "heading": title, "running": title, "facts": list(filter(None, facts))}
    of_round = round_title(round_.number, context["round_name"])
    return {
        **where,
        "heading": event.name,
        "subtitle": " · ".join(filter(None, (context["stage"], of_round))),
        "facts": list(filter(None, (day(round_.day) or days(event), event.place))),
        "running": " · ".join((of_round, str(sheet.title))),
    }
