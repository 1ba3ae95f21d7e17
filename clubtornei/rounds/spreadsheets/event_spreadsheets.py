"""The spreadsheets of an event. Numbers are numbers, names are texts."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from django.utils.translation import gettext as _, pgettext
from msgspec.structs import replace

from clubtornei.events.models import Event
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.participation.fees.queries import fees_report
from clubtornei.rounds.prizes.queries import prizes_report
from clubtornei.rounds.reports.bracket_layout import bracket_or_none
from clubtornei.rounds.reports.bracket_report import bracket_report
from clubtornei.rounds.reports.cell_texts import spreadsheet_page_of
from clubtornei.rounds.reports.crosstable import crosstable_report, crosstable_title
from clubtornei.rounds.reports.entries import entries_report
from clubtornei.rounds.reports.final_ranking import final_report, is_final
from clubtornei.rounds.reports.pairings import calendar_report, results_report
from clubtornei.rounds.reports.rating_change import has_ratings, rating_report
from clubtornei.rounds.reports.report import Report
from clubtornei.rounds.reports.standings import standings_report
from clubtornei.text.spreadsheets import SpreadsheetPage
from pairing.registry import SYSTEMS

LARGEST_CROSSTABLE = 200  # players: as many as the sheet has


MakeReport = Callable[[EventSnapshot], Report]


class EventSpreadsheet(NamedTuple):
    """A spreadsheet that an event has. `page`: makes it, which takes as long as there are players."""

    title: str
    page: Callable[[], SpreadsheetPage]


def spreadsheets_of(event: Event) -> Mapping[str, EventSpreadsheet]:
    """All spreadsheets of an event, by what they are called in an address; of each stage begun its own."""
    found = {"entries": EventSpreadsheet(_("Iscritti"), lambda: spreadsheet_page_of(entries_report(event)))}
    if event.entry_fee is not None:
        found["fees"] = EventSpreadsheet(_("Quote"), lambda: spreadsheet_page_of(fees_report(event)))
    if event.prizes.get("categories"):
        found["prizes"] = EventSpreadsheet(_("Premi"), lambda: spreadsheet_page_of(prizes_report(event)))
    snapshot = EventSnapshot(event, whole_names=True)
    if has_ratings(snapshot):
        found["ratings"] = EventSpreadsheet(
            _("Variazione Elo"), lambda: spreadsheet_page_of(rating_report(event))
        )
    begun = [
        tab for tab in snapshot.stages.begun if event.drawn or snapshot.of_stage(tab.number).progress.rounds
    ]
    for tab in begun:
        stage = snapshot.of_stage(tab.number) if snapshot.stages.several else snapshot
        behind = f"-{tab.number}" if snapshot.stages.several else ""
        for name, (kind, make) in _reports_of_stage(stage).items():
            title = f"{kind} · {tab.title}" if snapshot.stages.several else kind
            found[name + behind] = EventSpreadsheet(title, partial(_titled_page, make, stage, title))
    if snapshot.stages.several and is_final(snapshot):
        final = partial(final_report, snapshot, snapshot.announced)
        found["final"] = EventSpreadsheet(_("Classifica finale"), lambda: spreadsheet_page_of(final()))
    return found


def _reports_of_stage(stage: EventSnapshot) -> Mapping[str, tuple[str, MakeReport]]:
    """By what they are called in an address: the title of each, and what makes it."""
    found: dict[str, tuple[str, MakeReport]] = {}
    if stage.progress.rounds:
        found["standings"] = (_("Classifica"), standings_report)
        if len(stage.players) <= LARGEST_CROSSTABLE:
            found["crosstable"] = (crosstable_title(stage), crosstable_report)
        found["results"] = (_("Risultati"), results_report)
    if SYSTEMS[stage.system].calendar and stage.calendar:
        found["calendar"] = (_("Calendario"), calendar_report)
    if bracket_or_none(stage):
        found["bracket"] = (pgettext("eliminazione", "Tabellone"), bracket_report)
    return found


def _titled_page(make: MakeReport, snapshot: EventSnapshot, title: str) -> SpreadsheetPage:
    return replace(spreadsheet_page_of(make(snapshot)), title=title)


def spreadsheet_pages_of(event: Event) -> Mapping[str, SpreadsheetPage]:
    """Their pages, made, by their names."""
    return {name: one.page() for name, one in spreadsheets_of(event).items()}
