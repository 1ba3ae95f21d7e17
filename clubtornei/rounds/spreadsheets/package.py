"""Everything of an event in one ZIP file: its document, its sheets as PDF, its tables as spreadsheets."""

import io
import zipfile
from collections.abc import Iterator

from django.db import transaction
from msgspec import Struct, convert

from clubtornei.events.models import Event
from clubtornei.jobs.models import Job
from clubtornei.jobs.process import Progress, ReportProgress
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.documents.exporting import exported
from clubtornei.rounds.printing.catalogue import SHEETS, names_of_set
from clubtornei.rounds.printing.paper_format import A4
from clubtornei.rounds.printing.rendering import SheetHtml, can_print, render
from clubtornei.rounds.printing.sheet import Sheet, sheet_html
from clubtornei.rounds.spreadsheets.event_spreadsheets import spreadsheet_pages_of
from clubtornei.text import spreadsheets
from scoring.record import write


class PackageRequest(Struct, frozen=True, kw_only=True):
    """`event`: its id, of that `version`. `public`: the path of its public page, on the `site`."""

    event: int
    version: int
    filename: str
    site: str
    public: str | None = None


def key_of(event: Event) -> str:
    return f"package:{event.pk}"


def pack_event(job: Job, report_progress: ReportProgress) -> bytes:
    """The ZIP file. Progress: how many of how many sheets are laid out."""
    asked = convert(job.asked, PackageRequest)
    with transaction.atomic():  # in which the event stays as it is
        event = Event.objects.select_related("club").get(pk=asked.event)
        return packed(event, asked.public, asked.site, report_progress)


def packed(event: Event, public: str | None, site: str, report_progress: ReportProgress) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr(f"{event.slug}.json", write(exported(event)))
        tables = spreadsheet_pages_of(event)
        package.writestr(f"{event.slug}.xlsx", spreadsheets.as_xlsx(list(tables.values())))
        for name, table in tables.items():
            package.writestr(f"csv/{name}.csv", spreadsheets.as_csv(table))
        sheets = list(sheets_of(event, site, public)) if can_print() else []
        for done, (name, pages) in enumerate(sheets):
            report_progress(Progress(done, len(sheets)))
            package.writestr(f"pdf/{name}.pdf", render(pages, title=event.name))
    return out.getvalue()


def sheets_of(event: Event, site: str, public: str | None) -> Iterator[tuple[str, list[SheetHtml]]]:
    """Every sheet of each stage that can be printed now, by its name; those of a round as one."""
    whole = EventSnapshot(event).for_hall()
    for tab in whole.stages.begun:
        snapshot = whole.of_stage(tab.number) if whole.stages.several else whole
        before = f"{tab.number}-" if whole.stages.several else ""

        def html(
            sheet: Sheet, number: int, snapshot: EventSnapshot = snapshot, *, in_set: bool = False
        ) -> SheetHtml:
            context = sheet.context(snapshot, number, A4, in_set=in_set)
            return sheet_html(sheet, snapshot, context, site, public)

        for name, sheet in SHEETS.items():
            in_sets = sheet.of_round and name != "standings"
            if in_sets or not (sheet.applies(snapshot) and sheet.ready(snapshot)):
                continue
            yield f"{before}{name}", [html(sheet, snapshot.progress.current.number)]
        for number in range(1, snapshot.progress.rounds + 1):
            if names := names_of_set(snapshot, number):
                yield f"{before}round-{number}", [html(SHEETS[name], number, in_set=True) for name in names]
