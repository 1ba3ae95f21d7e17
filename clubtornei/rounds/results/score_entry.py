"""A table of three to six with its form: what stands in it, what it is worth, what there is to say of it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

from django.utils.functional import cached_property
from msgspec import Struct

from clubtornei.events.models import Stage
from clubtornei.rounds.columns import Score
from clubtornei.rounds.models import Proposal, Table
from clubtornei.rounds.results.multiplayer_tables import MultiplayerTable, SeatRow, count, fingerprint
from clubtornei.rounds.results.round_view import RoundView
from clubtornei.rounds.results.score_forms import COUNTS, Cell, Column, ScoresForm, columns_of
from clubtornei.untyped import FormData
from pairing.registry import SYSTEM_SPECS
from scoring.document import SeatScore
from scoring.methods import METHODS
from scoring.view import scoring_options


class Line(Struct, frozen=True):
    """A player's row: `seat` from 1; the sitting with place and points, as they are or would be."""

    seat: int
    seat_row: SeatRow
    cells: list[Cell]


class Level(Struct, frozen=True):
    """Players who share a place. `missing`: the first count that would part them, were it noted of all."""

    names: list[str]
    missing: str


@dataclass
class ScoreEntry:
    """`multiplayer_table`: the table as it is; `trial`: as it would be with what was typed, where that can
    be.

    `overtaken`, `error`: why it was not saved; `proposal`: what the players say, where the form starts there.
    """

    multiplayer_table: MultiplayerTable
    stage: Stage
    form: ScoresForm
    trial: MultiplayerTable | None = None
    overtaken: str = ""
    error: str = ""
    proposal: Proposal | None = None

    @property
    def table(self) -> Table:
        return self.multiplayer_table.table

    @property
    def columns(self) -> Sequence[Column]:
        return self.form.columns

    @property
    def cleared(self) -> bool:
        """Is the result to be taken away?"""
        return "clear" in self.form.data

    @property
    def complete(self) -> bool:
        """Can what was sent be a result, or none?"""
        return self.form.is_bound and (self.cleared or self.form.is_valid())

    @property
    def wrong(self) -> bool:
        return bool(self.overtaken or self.error or not self.complete)

    @property
    def scores(self) -> Sequence[SeatScore] | None:
        """What was sent; None: no result any more."""
        return None if self.cleared else self.form.scores

    @property
    def fingerprint(self) -> str:
        """Of what was sent, where it is complete."""
        return fingerprint(self.scores) if self.complete else ""

    @property
    def expected(self) -> str:
        """Of the result that this page shows: what was sent, until somebody is told of another."""
        if self.form.is_bound and not self.overtaken:
            return str(self.form.data.get("expected", ""))
        return fingerprint([seat_row.seat.score for seat_row in self.multiplayer_table.seat_rows])

    @cached_property
    def lines(self) -> list[Line]:
        shown = self.trial.seat_rows if self.trial else self.multiplayer_table.seat_rows
        if self.form.is_bound and not self.trial:
            shown = [SeatRow(seat_row.seat, None) for seat_row in shown]
        cells = self.form.cells
        return [Line(seat, seat_row, cells[seat - 1]) for seat, seat_row in enumerate(shown, 1)]

    @property
    def without_points(self) -> list[str]:
        """Whose points are still to be typed, once somebody's are there."""
        if not self.form.is_bound or self.complete or not self.form.started:
            return []
        return [
            line.seat_row.entry.name
            for line in self.lines
            if any(cell.count == "points" and not cell.value for cell in line.cells)
        ]

    @property
    def level(self) -> list[Level]:
        """Who shares a place at this table."""
        options = scoring_options(
            SYSTEM_SPECS[self.stage.system], self.stage.scoring, self.stage.scoring_options
        )
        method = METHODS[self.stage.scoring]
        shown = self.trial or self.multiplayer_table
        sharing: dict[int, list[SeatRow]] = {}
        for seat_row in shown.seat_rows if not method.by_seat else ():
            if seat_row.place is not None:
                sharing.setdefault(seat_row.place, []).append(seat_row)
        titles = {count.name: str(count.title) for count in COUNTS}
        return [
            Level(
                [seat_row.entry.name for seat_row in group],
                next(
                    (
                        titles[name]
                        for name in method.ties(options)
                        if any(getattr(seat_row.score, name) is None for seat_row in group)
                    ),
                    "",
                ),
            )
            for group in sharing.values()
            if len(group) > 1
        ]


def score_entry_of(
    multiplayer_table: MultiplayerTable, stage: Stage, proposal: Proposal | None = None
) -> ScoreEntry:
    """The table's form with what is noted there; `proposal`: with what the players say instead."""
    if proposal is None or len(proposal.state.scores) != len(multiplayer_table.seat_rows):
        return ScoreEntry(multiplayer_table, stage, _form(multiplayer_table, stage))
    said = [
        SeatRow(seat_row.seat, cast(SeatScore | None, score))
        for seat_row, score in zip(multiplayer_table.seat_rows, proposal.state.scores, strict=True)
    ]
    form = ScoresForm(said, columns_of(stage), _prefix(multiplayer_table))
    return ScoreEntry(multiplayer_table, stage, form, proposal=proposal)


def score_entries_of(round_view: RoundView, proposal: Proposal | None = None) -> list[ScoreEntry]:
    """The forms of all tables of the round; that of the proposal's table starts from what it says."""
    return [
        score_entry_of(
            multiplayer_table,
            round_view.round.stage,
            proposal if proposal and proposal.table_id == multiplayer_table.table.pk else None,
        )
        for multiplayer_table in round_view.multiplayer_tables
    ]


def fill_in(round_view: RoundView, multiplayer_table: MultiplayerTable, data: FormData) -> ScoreEntry:
    """The table's form with what was sent, and what that would be worth."""
    stage = round_view.round.stage
    score_entry = ScoreEntry(multiplayer_table, stage, _form(multiplayer_table, stage, data))
    if score_entry.complete and score_entry.scores is not None:
        score_entry.trial = tried(round_view, multiplayer_table, score_entry.scores)
    return score_entry


def tried(
    round_view: RoundView, multiplayer_table: MultiplayerTable, scores: Sequence[Score]
) -> MultiplayerTable:
    """The table as it would be with these scores, beside the others of its round."""
    seat_rows = [
        SeatRow(seat_row.seat, cast(SeatScore | None, score))
        for seat_row, score in zip(multiplayer_table.seat_rows, scores, strict=True)
    ]
    trial = replace(multiplayer_table, seat_rows=seat_rows)
    others = [
        replace(row, seat_rows=[replace(one) for one in row.seat_rows])
        for row in round_view.multiplayer_tables
    ]
    count([trial if row.table == trial.table else row for row in others], round_view.round.stage)
    return trial


def _form(multiplayer_table: MultiplayerTable, stage: Stage, data: FormData | None = None) -> ScoresForm:
    return ScoresForm(multiplayer_table.seat_rows, columns_of(stage), _prefix(multiplayer_table), data)


def _prefix(multiplayer_table: MultiplayerTable) -> str:
    return f"t{multiplayer_table.table.pk}"
