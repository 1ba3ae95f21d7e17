"""Searching a round by name."""

from msgspec.structs import replace

from clubtornei.rounds.core.listing import is_found
from clubtornei.rounds.reports.report import Report
from clubtornei.rounds.snapshot.calendar import ShownRound
from scoring.record import Player


def filter_round(round_: ShownRound, text: str) -> ShownRound:
    """The round with only those tables and byes where a player's name matches the text."""
    return replace(
        round_,
        tables=tuple(
            table for table in round_.tables if any(_matches(player, text) for player in table.seats)
        ),
        byes=tuple(bye for bye in round_.byes if _matches(bye.player, text)),
        absent=tuple(player for player in round_.absent if _matches(player, text)),
    )


def filter_rows(report: Report, text: str) -> Report:
    """The report with only the rows of players whose names match the text."""
    return report.with_rows(row for row in report.rows if is_found(row.name, text))


def _matches(player: Player, text: str) -> bool:
    return is_found(player.name, text)
