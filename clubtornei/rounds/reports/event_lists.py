"""Events that are over, as a report."""

from collections.abc import Callable, Iterable

from django.utils.translation import gettext as _

from clubtornei.events.models import Event
from clubtornei.events.templatetags.dates import days
from clubtornei.rounds.reports.report import NAME, Column, ColumnKind, Report, filled, row_of


def events_report(title: str, events: Iterable[Event], address: Callable[[Event], str]) -> Report:
    """`address`: of the page of each."""
    columns = (
        Column(key=NAME, title=_("Torneo"), kind=ColumnKind.NAME),
        Column(key="days", title=_("Data"), kind=ColumnKind.TEXT),
        Column(key="game", title=_("Gioco"), kind=ColumnKind.TEXT),
        Column(key="place", title=_("Sede"), kind=ColumnKind.TEXT, is_detail=True),
    )
    rows = tuple(
        row_of(
            columns, event.name, _unbroken(days(event)), event.game_title, event.place, link=address(event)
        )
        for event in events
    )
    return Report(title=title, columns=filled(columns, rows), rows=rows)


def _unbroken(text: str) -> str:
    """Broken between two days only: on a phone a date would else have a line for each of its parts."""
    return text.replace(" ", "\xa0").replace("–\xa0", "– ")
