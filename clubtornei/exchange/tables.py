"""The tables of an event and of the roster, for spreadsheets. Numbers are numbers, names are texts."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from django.utils.translation import gettext as _
from msgspec.structs import replace

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.players.columns import CHOICES, GIVEN_NAME, IGNORED, SURNAME
from clubtornei.rounds.fees.queries import fees_report
from clubtornei.rounds.reports.crosstable import crosstable_report, crosstable_title
from clubtornei.rounds.reports.entries import entries_report
from clubtornei.rounds.reports.final_ranking import final_report, is_final
from clubtornei.rounds.reports.rating_change import has_ratings, rating_report
from clubtornei.rounds.reports.report import Report
from clubtornei.rounds.reports.results import results_report
from clubtornei.rounds.reports.standings import standings_report
from clubtornei.rounds.reports.writing import sheet_of
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.spreadsheets import Sheet

LARGEST_CROSSTABLE = 200  # players: as many as the sheet has


def roster_sheet(club: Club) -> Sheet:
    """All that the roster has, under the headings by which an import knows the columns again."""
    fields = [(name, label) for name, label in CHOICES if name != IGNORED]
    # The name is in one column; surname and given name beside it would be another form of it.
    columns = [(name, str(label)) for name, label in fields if name not in (SURNAME, GIVEN_NAME)]
    return Sheet(
        title=_("Giocatori"),
        columns=[label for _name, label in columns],
        rows=[
            [getattr(player, name) for name, _label in columns]
            for player in club.players.order_by("sort_name", "pk")
        ],
    )


MakeReport = Callable[[EventSnapshot], Report]


class EventTable(NamedTuple):
    """A table that an event has. `sheet`: makes it, which takes as long as there are players."""

    title: str
    sheet: Callable[[], Sheet]


def event_tables(event: Event) -> Mapping[str, EventTable]:
    """All tables of an event, by what they are called in an address; of each stage begun its own."""
    tables = {"entries": EventTable(_("Iscritti"), lambda: sheet_of(entries_report(event)))}
    if event.entry_fee is not None:
        tables["fees"] = EventTable(_("Quote"), lambda: sheet_of(fees_report(event)))
    snapshot = EventSnapshot(event)
    if has_ratings(snapshot):
        tables["ratings"] = EventTable(_("Variazione Elo"), lambda: sheet_of(rating_report(event)))
    begun = [
        tab for tab in snapshot.stages.begun if event.drawn or snapshot.of_stage(tab.number).progress.rounds
    ]
    for tab in begun:
        stage = snapshot.of_stage(tab.number) if snapshot.stages.several else snapshot
        if not stage.progress.rounds:
            continue
        behind = f"-{tab.number}" if snapshot.stages.several else ""
        kinds: dict[str, tuple[str, MakeReport]] = {"standings": (_("Classifica"), standings_report)}
        if len(stage.players) <= LARGEST_CROSSTABLE:
            kinds["crosstable"] = (crosstable_title(stage), crosstable_report)
        kinds["results"] = (_("Risultati"), results_report)
        for name, (kind, make) in kinds.items():
            title = f"{kind} · {tab.title}" if snapshot.stages.several else kind
            tables[name + behind] = EventTable(title, partial(_sheet, make, stage, title))
    if snapshot.stages.several and is_final(snapshot):
        final = partial(final_report, snapshot, snapshot.announced)
        tables["final"] = EventTable(_("Classifica finale"), lambda: sheet_of(final()))
    return tables


def _sheet(make: MakeReport, snapshot: EventSnapshot, title: str) -> Sheet:
    return replace(sheet_of(make(snapshot)), title=title)


def event_sheets(event: Event) -> Mapping[str, Sheet]:
    """The same, made."""
    return {name: table.sheet() for name, table in event_tables(event).items()}
