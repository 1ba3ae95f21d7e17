"""The tables of an event and of the roster, for spreadsheets. Numbers are numbers, names are texts."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import partial
from typing import NamedTuple

from django.utils.translation import gettext as _
from msgspec.structs import replace

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.players.columns import CHOICES, GIVEN_NAME, IGNORED, SURNAME
from clubtornei.rounds.core.seat_names import has_colours
from clubtornei.rounds.reports.crosstable import crosstable_report, crosstable_title
from clubtornei.rounds.reports.final_ranking import final_report, is_final
from clubtornei.rounds.reports.standings import standings_report
from clubtornei.rounds.reports.writing import sheet_of
from clubtornei.rounds.snapshot.calendar import ShownRound
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.spreadsheets import Cell, Sheet
from pairing.registry import SYSTEMS

LARGEST_CROSSTABLE = 200  # players: as many as the sheet has
NUMBER = re.compile(r"-?\d+(\.\d+)?")


def number(text: str | None) -> Cell:
    """A value as the engines print it, as a number if it is one."""
    if text is None or not NUMBER.fullmatch(text):
        return text
    return Decimal(text)


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


def entries_sheet(event: Event) -> Sheet:
    entries = event.entries.order_by("number", "sort_name")
    return Sheet(
        title=_("Iscritti"),
        columns=[
            _("Numero"),
            _("Nome"),
            _("Titolo"),
            _("Circolo"),
            _("Gruppo"),
            *event.rating_titles,
            _("Primo turno giocato"),
            _("Primo turno non più giocato"),
        ],
        rows=[
            [
                entry.number,
                entry.name,
                entry.title,
                entry.affiliation,
                entry.group,
                *_ratings(entry.rating, entry.other_ratings, len(event.rating_titles)),
                entry.joined,
                entry.withdrawn,
            ]
            for entry in entries
        ],
    )


def _ratings(first: Decimal | None, others: Sequence[Decimal | None], count: int) -> list[Cell]:
    """As many as there are lists."""
    found = [first, *others][:count]
    return [*(None if one is None else one.normalize() for one in found), *[None] * (count - len(found))]


class EventTable(NamedTuple):
    """A table that an event has. `sheet`: makes it, which takes as long as there are players."""

    title: str
    sheet: Callable[[], Sheet]


def event_tables(event: Event) -> Mapping[str, EventTable]:
    """All tables of an event, by what they are called in an address; of each stage begun its own."""
    tables = {"entries": EventTable(_("Iscritti"), partial(entries_sheet, event))}
    snapshot = EventSnapshot(event)
    begun = [
        tab for tab in snapshot.stages.begun if event.drawn or snapshot.of_stage(tab.number).progress.rounds
    ]
    for tab in begun:
        stage = snapshot.of_stage(tab.number) if snapshot.stages.several else snapshot
        if not stage.progress.rounds:
            continue
        behind = f"-{tab.number}" if snapshot.stages.several else ""
        kinds = {"standings": (_("Classifica"), standings_sheet)}
        if len(stage.players) <= LARGEST_CROSSTABLE:
            kinds["crosstable"] = (crosstable_title(stage), crosstable_sheet)
        kinds["results"] = (_("Risultati"), results_sheet)
        for name, (kind, make) in kinds.items():
            title = f"{kind} · {tab.title}" if snapshot.stages.several else kind
            tables[name + behind] = EventTable(title, partial(make, stage, title))
    if snapshot.stages.several and is_final(snapshot):
        tables["final"] = EventTable(_("Classifica finale"), partial(_final_sheet, snapshot))
    return tables


def event_sheets(event: Event) -> Mapping[str, Sheet]:
    """The same, made."""
    return {name: table.sheet() for name, table in event_tables(event).items()}


def standings_sheet(snapshot: EventSnapshot, title: str) -> Sheet:
    return replace(sheet_of(standings_report(snapshot)), title=title)


def _final_sheet(snapshot: EventSnapshot) -> Sheet:
    return sheet_of(final_report(snapshot, snapshot.announced))


def crosstable_sheet(snapshot: EventSnapshot, title: str) -> Sheet:
    """In the form that fits the system: everybody against everybody, round by round, or who has met whom."""
    return replace(sheet_of(crosstable_report(snapshot)), title=title)


def results_sheet(snapshot: EventSnapshot, title: str) -> Sheet:
    """A line a game of two, or a line a seat of larger tables; then who has a bye."""
    rounds = [snapshot.round(number) for number in range(1, snapshot.progress.rounds + 1)]
    if snapshot.multiplayer:
        columns = [_("Turno"), _("Tavolo"), _("Nome"), _("Posto"), _("Punti")]
        return Sheet(title=title, columns=columns, rows=[row for round_ in rounds for row in _seats(round_)])
    sides = (_("Bianco"), _("Nero")) if has_colours(SYSTEMS[snapshot.system], snapshot.event) else ("1", "2")
    columns = [_("Turno"), str(snapshot.table_words.title), sides[0], sides[1], _("Risultato")]
    return Sheet(title=title, columns=columns, rows=[row for round_ in rounds for row in _pairs(round_)])


def _pairs(round_: ShownRound) -> Iterator[list[Cell]]:
    for table in round_.tables:
        yield [round_.number, table.number, table.white.name, table.black.name, table.result]
    for bye in round_.byes:
        yield [round_.number, None, bye.player.name, "", _("riposo")]


def _seats(round_: ShownRound) -> Iterator[list[Cell]]:
    for table in round_.tables:
        for seat in table.seat_rows:
            yield [round_.number, table.number, seat.player.name, seat.place, number(seat.points)]
    for bye in round_.byes:
        yield [round_.number, None, bye.player.name, None, _("riposo")]
