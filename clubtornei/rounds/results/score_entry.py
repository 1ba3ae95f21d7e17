"""A table of three to six with its form: what stands in it, what it is worth, what there is to say of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.functional import cached_property
from msgspec import Struct

from clubtornei.events.models import Stage
from clubtornei.rounds.core.document_export import mark_of
from clubtornei.rounds.models import Proposal, Table
from clubtornei.rounds.results.multiplayer_tables import Gathering, Sitting, count, fingerprint
from clubtornei.rounds.results.round_view import Sheet
from clubtornei.rounds.results.score_forms import COUNTS, Cell, Column, MarksForm, columns_of
from pairing.registry import SYSTEM_SPECS
from scoring.methods import METHODS
from scoring.reading_rounds import read_seat_scores
from scoring.view import scoring_options


class Line(Struct, frozen=True):
    """A player's row: `seat` from 1; the sitting with place and points, as they are or would be."""

    seat: int
    sitting: Sitting
    cells: list[Cell]


class Level(Struct, frozen=True):
    """Players who share a place. `missing`: the first count that would part them, were it noted of all."""

    names: list[str]
    missing: str


@dataclass
class Marking:
    """`gathering`: the table as it is; `trial`: as it would be with what was typed, where that can be.

    `overtaken`, `error`: why it was not saved; `proposal`: what the players say, where the form starts there.
    """

    gathering: Gathering
    stage: Stage
    form: MarksForm
    trial: Gathering | None = None
    overtaken: str = ""
    error: str = ""
    proposal: Proposal | None = None

    @property
    def table(self) -> Table:
        return self.gathering.table

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
    def marks(self) -> list[dict[str, Any]] | None:
        """What was sent; None: no result any more."""
        return None if self.cleared else self.form.marks

    @property
    def fingerprint(self) -> str:
        """Of what was sent, where it is complete."""
        return fingerprint({"marks": self.marks}) if self.complete else ""

    @property
    def seen(self) -> str:
        """Of the result that this page shows: what was sent, until somebody is told of another."""
        if self.form.is_bound and not self.overtaken:
            return str(self.form.data.get("seen", ""))
        return fingerprint({"marks": [sitting.seat.mark for sitting in self.gathering.sittings]})

    @cached_property
    def lines(self) -> list[Line]:
        shown = self.trial.sittings if self.trial else self.gathering.sittings
        if self.form.is_bound and not self.trial:
            shown = [Sitting(sitting.seat, None) for sitting in shown]
        cells = self.form.cells
        return [Line(seat, sitting, cells[seat - 1]) for seat, sitting in enumerate(shown, 1)]

    @property
    def without_points(self) -> list[str]:
        """Whose points are still to be typed, once somebody's are there."""
        if not self.form.is_bound or self.complete or not self.form.started:
            return []
        return [
            line.sitting.entry.name
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
        shown = self.trial or self.gathering
        sharing: dict[int, list[Sitting]] = {}
        for sitting in shown.sittings if not method.by_seat else ():
            if sitting.place is not None:
                sharing.setdefault(sitting.place, []).append(sitting)
        titles = {count.name: str(count.title) for count in COUNTS}
        return [
            Level(
                [sitting.entry.name for sitting in group],
                next(
                    (
                        titles[name]
                        for name in method.ties(options)
                        if any(getattr(sitting.mark, name) is None for sitting in group)
                    ),
                    "",
                ),
            )
            for group in sharing.values()
            if len(group) > 1
        ]


def marking_of(gathering: Gathering, stage: Stage, proposal: Proposal | None = None) -> Marking:
    """The table's form with what is noted there; `proposal`: with what the players say instead."""
    if proposal is None or len(proposal.state["marks"]) != len(gathering.sittings):
        return Marking(gathering, stage, _form(gathering, stage))
    said = [
        Sitting(sitting.seat, mark_of(mark))
        for sitting, mark in zip(gathering.sittings, proposal.state["marks"], strict=True)
    ]
    form = MarksForm(said, columns_of(stage), _prefix(gathering))
    return Marking(gathering, stage, form, proposal=proposal)


def markings_of(sheet: Sheet, proposal: Proposal | None = None) -> list[Marking]:
    """The forms of all tables of the round; that of the proposal's table starts from what it says."""
    return [
        marking_of(
            gathering,
            sheet.round.stage,
            proposal if proposal and proposal.table_id == gathering.table.pk else None,
        )
        for gathering in sheet.gatherings
    ]


def fill_in(sheet: Sheet, gathering: Gathering, data: Mapping[str, Any]) -> Marking:
    """The table's form with what was sent, and what that would be worth."""
    stage = sheet.round.stage
    marking = Marking(gathering, stage, _form(gathering, stage, data))
    if marking.complete and marking.marks is not None:
        marking.trial = tried(sheet, gathering, marking.marks)
    return marking


def tried(sheet: Sheet, gathering: Gathering, marks: Sequence[Mapping[str, Any]]) -> Gathering:
    """The table as it would be with these marks, beside the others of its round. Raises Faulty."""
    sittings = [
        Sitting(sitting.seat, mark)
        for sitting, mark in zip(gathering.sittings, read_seat_scores(marks), strict=True)
    ]
    trial = replace(gathering, sittings=sittings)
    others = [replace(row, sittings=[replace(one) for one in row.sittings]) for row in sheet.gatherings]
    count([trial if row.table == trial.table else row for row in others], sheet.round.stage)
    return trial


def _form(gathering: Gathering, stage: Stage, data: Mapping[str, Any] | None = None) -> MarksForm:
    return MarksForm(gathering.sittings, columns_of(stage), _prefix(gathering), data)


def _prefix(gathering: Gathering) -> str:
    return f"t{gathering.table.pk}"
