"""Searching a page by a player's name."""

from msgspec.structs import replace

from clubtornei.players.names import begins_words
from clubtornei.rounds.documents.calendar import ShownRound
from clubtornei.rounds.reports.report import Report


def filter_round(round_: ShownRound, text: str) -> ShownRound:
    """The round with only those tables and byes where a player's name matches the text."""
    return replace(
        round_,
        tables=tuple(
            table for table in round_.tables if any(begins_words(player.name, text) for player in table.seats)
        ),
        byes=tuple(bye for bye in round_.byes if begins_words(bye.player.name, text)),
        absent=tuple(player for player in round_.absent if begins_words(player.name, text)),
    )


def filter_rows(report: Report, text: str) -> Report:
    """The report with only the rows of players whose names match the text."""
    return report.with_rows(row for row in report.rows if begins_words(row.name, text))
