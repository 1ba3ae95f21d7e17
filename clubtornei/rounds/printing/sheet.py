"""What a sheet is, as data and as HTML; when a stage has one, and when it can be printed."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import TypeVar

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubtornei.events.public_address import public_url
from clubtornei.events.templatetags.dates import day, days
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.printing.alphabet import letters_of
from clubtornei.rounds.printing.paper_format import A4, READ, PaperFormat
from clubtornei.rounds.printing.rendering import SheetHtml
from clubtornei.rounds.reports.bracket_layout import name_in_bracket, round_heading
from clubtornei.rounds.reports.cell_texts import written
from clubtornei.rounds.reports.pairings import rests_report
from clubtornei.rounds.reports.report import Column, Report
from clubtornei.rounds.state.stale_pairings import provisional_of
from clubtornei.text.untyped import Context
from pairing.registry import SYSTEMS
from pairing.system import System

Item = TypeVar("Item")
ROOM_AT_BLOCK = re.compile(r" ?(</?(?:p|small|t[dhr])\b[^>]*>) ?")
"""Spaces that no browser shows; WeasyPrint takes them for text, and lays each cell out once more."""


def system_of(snapshot: EventSnapshot) -> System:
    return SYSTEMS[snapshot.system]


def always(snapshot: EventSnapshot) -> bool:
    return True


def is_two_player(snapshot: EventSnapshot) -> bool:
    return not snapshot.multiplayer


def is_multiplayer(snapshot: EventSnapshot) -> bool:
    return snapshot.multiplayer


def is_first_stage(snapshot: EventSnapshot) -> bool:
    """Of the sheets that serve before anything is played."""
    return snapshot.stages.shown == 1


def rating_title(snapshot: EventSnapshot) -> str:
    """What the players' ratings are called: Elo. Empty where nobody has one, or they say nothing."""
    titles = snapshot.event.rating_titles if snapshot.shows_ratings else []
    return titles[0] if titles and any(player.rating for player in snapshot.players.values()) else ""


def round_context(snapshot: EventSnapshot, number: int) -> Context:
    """The context shared by all sheets of one round; `round_name` is empty if the round has no name."""
    return {
        "numeral": number,
        "round": snapshot.round(number),
        "rests": rests_report(snapshot, snapshot.round(number)),
        "round_name": name_in_bracket(snapshot, number),
        "provisional": provisional_of(snapshot.record(), number),
    }


def report_context(
    report: Report, columns: Sequence[Column] | None = None, *, lettered: bool = False
) -> Context:
    """The context of `sheets/report.html`: the report with these columns, by default those of a page.
    `lettered`: each line with the letters of a page that begins or ends with it.
    """
    columns = report.page_columns if columns is None else columns
    lines = list(written(report, columns))
    letters = letters_of([row.person for row in report.rows if row.person]) if lettered else repeat(("", ""))
    return {
        "report": report,
        "columns": columns,
        "lines": [(line, *of_page) for line, of_page in zip(lines, letters, strict=lettered)],
    }


def in_rows(items: Sequence[Item], in_row: int) -> list[Sequence[Item]]:
    """The items, so many in a row."""
    return [items[first : first + in_row] for first in range(0, len(items), in_row)]


@dataclass(frozen=True)
class Condition:
    """When a sheet can be printed: whether that `holds`, and in words what it `waits_for`."""

    waits_for: Promise
    holds: Callable[[EventSnapshot], bool]


ALWAYS = Condition(_("Sempre."), always)
ENTERED = Condition(_("Quando ci sono iscritti."), lambda snapshot: bool(snapshot.players))
STARTED = Condition(_("Quando il primo turno è pubblicato."), lambda snapshot: snapshot.progress.rounds > 0)
UPRIGHT = {"landscape": "", "whole-landscape": "whole"}
"""The pages of a sheet that lies across, where it is one of the set of a round, whose others are upright."""


@dataclass(frozen=True)
class Sheet:
    """A printed sheet.

    `make(snapshot, number, paper)` makes the template's context; the number is that of the round. `applies`:
    whether a stage of this kind has the sheet at all. `template`: of the file in
    templates/rounds/printing/sheets/. `of_round`: there is one for each published round. `sizes`: of its
    type, in points, of which it has the largest that needs the fewest pages.
    """

    title: Promise
    about: Promise
    make: Callable[[EventSnapshot, int, PaperFormat], Context]
    when: Condition = STARTED
    applies: Callable[[EventSnapshot], bool] = always
    of_round: bool = False
    sizes: tuple[float, ...] = READ
    template: str = "report"

    def ready(self, snapshot: EventSnapshot) -> bool:
        return self.when.holds(snapshot)

    def context(
        self, snapshot: EventSnapshot, number: int, paper: PaperFormat, *, in_set: bool = False
    ) -> Context:
        """`in_set`: as one of the sheets of a round."""
        made = self.make(snapshot, number, paper)
        page = made.get("page", "")
        if in_set and page == "landscape":
            made = {**made, "sizes": ()}  # those of upright pages
        return {**made, "in_set": in_set, "page": UPRIGHT.get(page, page) if in_set else page}


def sheet_html(
    sheet: Sheet,
    snapshot: EventSnapshot,
    context: Context,
    site: str,
    public: str | None,
    paper: PaperFormat = A4,
) -> SheetHtml:
    """The sheet as HTML, for the paper its context was made for. `site`: this machine for phones, where the
    event is on no server; `public`: the path of the event's public page, None if it
    is not published.
    """
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
    looks = (sheet.template, paper.name.lower())
    return SheetHtml(html, looks, sizes, context.get("columns_of_page", 1))


def html_of(template: str, context: Context) -> str:
    html = render_to_string(f"rounds/printing/sheets/{template}", {"printed": timezone.now(), **context})
    return ROOM_AT_BLOCK.sub(r"\1", re.sub("[ \n]+", " ", html))


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
    of_round = round_heading(snapshot, round_.number)
    return {
        **where,
        "heading": event.name,
        "subtitle": of_round,
        "facts": list(filter(None, (day(round_.day) or days(event), event.place))),
        "running": " · ".join((of_round, str(sheet.title))),
    }
