"""The form of a table of three to six, with the places and points that its scores give."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from django.utils.functional import cached_property
from django.utils.html import format_html
from django.utils.safestring import SafeString
from msgspec import Struct

from clubtornei.events.models import Stage
from clubtornei.rounds.columns import Score
from clubtornei.rounds.models import Proposal, Table
from clubtornei.rounds.results.multiplayer_tables import MultiplayerTable, SeatRow, count, fingerprint
from clubtornei.rounds.results.round_view import RoundView
from clubtornei.rounds.results.score_forms import (
    ScoreCell,
    ScoresForm,
    cells_html,
    columns_of,
    heads_html,
    scored_html,
)
from clubtornei.rounds.state.formatting import number, ordinal
from clubtornei.rounds.state.larger_tables import COUNTS, asking_text
from clubtornei.text.languages import listed
from clubtornei.text.untyped import FormData
from pairing.registry import SYSTEM_SPECS
from scoring.document import SeatScore
from scoring.methods import METHODS
from scoring.stage_record import scoring_options
from scoring.table_ties import OpenTie, Settling


class ScoreEntryLine(Struct, frozen=True):
    """A player's row: `id` of table and seat; `seat_row` with place and points as they are, or would be;
    `asked`: the fields that a tie asks for, True where the form was sent without them.
    """

    id: str
    seat_row: SeatRow
    cells: list[ScoreCell]
    asked: Mapping[str, bool]

    @property
    def fields(self) -> SafeString:
        """The cells of its row in a table."""
        return cells_html(self.cells, self.seat_row.entry.name, self.asked)

    @property
    def place(self) -> SafeString:
        return scored_html("strong", f"place-{self.id}", self._place)

    @property
    def points(self) -> SafeString:
        return scored_html("span", f"points-{self.id}", self._points)

    @property
    def new_place(self) -> SafeString:
        """The place that htmx puts where another one stands."""
        return scored_html("strong", f"place-{self.id}", self._place, replacing=True)

    @property
    def new_points(self) -> SafeString:
        return scored_html("span", f"points-{self.id}", self._points, replacing=True)

    @property
    def _points(self) -> str:
        points, least = number(self.seat_row.points), self.seat_row.least
        return format_html("{} <small>{}</small>", points, least) if least else points

    @property
    def _place(self) -> str:
        return ordinal(self.seat_row.place) if self.seat_row.place else "–"


class Level(Struct, frozen=True):
    """Players who share a place. `missing`: the first tie-break count not noted for all of them."""

    names: str
    missing: str


@dataclass
class ScoreEntry:
    """`multiplayer_table`: the table as recorded, in its `round_view` where something was sent.

    `overtaken`, `error`: why it was not saved; `proposal`: from which the form is filled in at first.
    """

    multiplayer_table: MultiplayerTable
    stage: Stage
    form: ScoresForm
    round_view: RoundView | None = None
    overtaken: str = ""
    error: str = ""
    proposal: Proposal | None = None

    @property
    def unfolded(self) -> bool:
        """Whether a phone shows its form before that is asked for: something in it is to be looked at."""
        return self.proposal is not None or (self.form.is_bound and self.wrong)

    @property
    def table(self) -> Table:
        return self.multiplayer_table.table

    @property
    def typed_points(self) -> str:
        """The points that were sent, seat by seat, for whoever has to type them elsewhere."""
        data = self.form.data
        return " · ".join(str(data[name]).strip() or "–" for name in data if name.endswith("-points"))

    @property
    def heads(self) -> SafeString:
        """The heads of the columns of its cells."""
        return heads_html(self.form.titled)

    @property
    def cleared(self) -> bool:
        """Whether the result is to be cleared."""
        return "clear" in self.form.data

    @property
    def is_valid(self) -> bool:
        """Whether the form clears the result, or has scores, be there ties left or not."""
        return self.form.is_bound and (self.cleared or self.form.is_valid())

    @property
    def complete(self) -> bool:
        """Whether the form can be saved: it is valid, and leaves no tie that must be settled."""
        return self.is_valid and not any(tie.required for tie in self.open_ties)

    @property
    def wrong(self) -> bool:
        return bool(self.overtaken or self.error or not self.complete)

    @property
    def scores(self) -> Sequence[SeatScore] | None:
        """The scores that were sent; None: clear the result."""
        return None if self.cleared else self.form.scores

    @property
    def fingerprint(self) -> str:
        """The fingerprint of what was sent; empty if it cannot be saved."""
        return fingerprint(self.scores) if self.complete else ""

    @property
    def expected(self) -> str:
        """The fingerprint of the recorded result that this page shows."""
        if self.form.is_bound and not self.overtaken:
            return str(self.form.data.get("expected", ""))
        return fingerprint([seat_row.seat.score for seat_row in self.multiplayer_table.seat_rows])

    @cached_property
    def trial(self) -> MultiplayerTable | None:
        """The table as it would be with what was sent, if that is valid."""
        if self.round_view is None or not self.is_valid or self.scores is None:
            return None
        return table_with_scores(self.round_view, self.multiplayer_table, self.scores)

    @property
    def shown(self) -> MultiplayerTable:
        """The table with the scores that were sent, if they are valid, else with the recorded ones."""
        return self.trial or self.multiplayer_table

    @property
    def open_ties(self) -> Sequence[OpenTie]:
        """The ties at the table about which more is to be recorded."""
        order = None if self.cleared or self.multiplayer_table.annulled else self.shown.order
        return order.open if order else ()

    @property
    def settles(self) -> bool:
        """Whether some tie at the table would have to be settled before it can be saved."""
        orders = self.multiplayer_table.orders
        return orders is not None and orders.wanted in (Settling.FIRST, Settling.ALL)

    @property
    def asking(self) -> list[str]:
        """What to record about them."""
        names, decimals = self.multiplayer_table.names_by_seat, self.multiplayer_table.decimals
        return [asking_text(tie, names, decimals) for tie in self.open_ties]

    @property
    def is_refused(self) -> bool:
        """Whether what was sent is not saved for a tie that is left."""
        return self.is_valid and not self.complete

    @property
    def asks(self) -> dict[str, bool]:
        """The fields that these ties ask for, True where the form was sent without them."""
        return {
            f"{seat}-{name}": self.form.is_bound and tie.required
            for tie in self.open_ties
            for seat in tie.players
            for name in tie.fields
        }

    @property
    def decides(self) -> list[str]:
        """Those without which it cannot be saved."""
        return [name for name, is_missing in self.asks.items() if is_missing]

    @cached_property
    def asked(self) -> dict[str, bool]:
        """These fields, and of those set aside what has a value or an error: these alone are shown."""
        told = {
            cell.name: False
            for cells in self.form.cells
            for cell in cells
            if (cell.aside or cell.is_rare) and (cell.value or cell.errors)
        }
        return told | self.asks

    @cached_property
    def lines(self) -> list[ScoreEntryLine]:
        shown = self.trial.seat_rows if self.trial else self.multiplayer_table.seat_rows
        if self.form.is_bound and not self.trial:
            shown = [SeatRow(seat_row.seat, None) for seat_row in shown]
        cells, asked = self.form.cells, self.asked
        return [
            ScoreEntryLine(f"{self.table.pk}-{seat}", seat_row, cells[seat - 1], asked)
            for seat, seat_row in enumerate(shown, 1)
        ]

    @property
    def lacks_points(self) -> bool:
        """Whether boxes of points are still empty: one is typing, and sees them."""
        return any(
            cell.count == "points" and not cell.value and cell.errors
            for cells in self.form.cells
            for cell in cells
        )

    @property
    def is_typed(self) -> bool:
        """Whether anything was: until then all that is missing is told on saving only."""
        return any(cell.value for line in self.lines for cell in line.cells)

    @property
    def level(self) -> list[Level]:
        """The groups of players who share a place at this table, but for the open ties."""
        options = scoring_options(
            SYSTEM_SPECS[self.stage.system], self.stage.scoring, self.stage.scoring_options
        )
        method = METHODS[self.stage.scoring]
        asked = {tie.place for tie in self.open_ties}
        sharing: dict[int, list[SeatRow]] = {}
        for seat_row in self.shown.seat_rows if not method.by_seat else ():
            if seat_row.place is not None and seat_row.place not in asked:
                sharing.setdefault(seat_row.place, []).append(seat_row)
        titles = {count.name: count.title for count in COUNTS}
        return [
            Level(
                listed([seat_row.entry.name for seat_row in group]),
                next(
                    (
                        str(titles[name])
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
    """The table's form with the recorded scores; `proposal`: with the proposed scores instead."""
    if proposal is None or len(proposal.state.scores) != len(multiplayer_table.seat_rows):
        return ScoreEntry(multiplayer_table, stage, _form(multiplayer_table, stage))
    seat_rows = [
        SeatRow(seat_row.seat, cast(SeatScore | None, score))
        for seat_row, score in zip(multiplayer_table.seat_rows, proposal.state.scores, strict=True)
    ]
    proposed = replace(multiplayer_table, seat_rows=seat_rows)
    return ScoreEntry(multiplayer_table, stage, _form(proposed, stage), proposal=proposal)


def score_entries_of(
    tables: Sequence[MultiplayerTable], stage: Stage, proposal: Proposal | None = None
) -> list[ScoreEntry]:
    """The forms of these tables of the stage; that of the proposal's table with the proposed scores."""
    return [
        score_entry_of(table, stage, proposal if proposal and proposal.table_id == table.table.pk else None)
        for table in tables
    ]


def fill_in(round_view: RoundView, multiplayer_table: MultiplayerTable, data: FormData) -> ScoreEntry:
    """The table's form with what was sent, and the places and points that this would give."""
    stage = round_view.round.stage
    return ScoreEntry(multiplayer_table, stage, _form(multiplayer_table, stage, data), round_view)


def table_with_scores(
    round_view: RoundView, multiplayer_table: MultiplayerTable, scores: Sequence[Score]
) -> MultiplayerTable:
    """The table as it would be with these scores, scored together with the others of its round."""
    seat_rows = [
        SeatRow(seat_row.seat, cast(SeatScore | None, score))
        for seat_row, score in zip(multiplayer_table.seat_rows, scores, strict=True)
    ]
    trial = replace(multiplayer_table, seat_rows=seat_rows)
    others = [
        replace(row, seat_rows=[replace(seat_row) for seat_row in row.seat_rows])
        for row in round_view.multiplayer_tables
    ]
    if multiplayer_table.orders:
        count([trial if row.table == trial.table else row for row in others], multiplayer_table.orders)
    return trial


def _form(multiplayer_table: MultiplayerTable, stage: Stage, data: FormData | None = None) -> ScoresForm:
    settling = multiplayer_table.orders.counts if multiplayer_table.orders else ()
    columns = columns_of(stage, settling)
    return ScoresForm(
        multiplayer_table.seat_rows,
        columns,
        f"t{multiplayer_table.table.pk}",
        data,
        risiko_points=METHODS[stage.scoring].risiko_points,
    )
