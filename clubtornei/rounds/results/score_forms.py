"""The form of a table of three to six: a row a player, a column for each count of the scoring method."""

import re
from collections.abc import Mapping, Sequence
from typing import Literal

from django import forms
from django.utils.functional import cached_property
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from msgspec import Struct

from clubtornei.events.models import Stage
from clubtornei.events.option_forms import LARGEST, ExactField
from clubtornei.rounds.results.multiplayer_tables import SeatRow
from clubtornei.rounds.state.formatting import number, ordinal
from clubtornei.rounds.state.larger_tables import COUNTS, Count, CountKind
from clubtornei.text.languages import reader_language
from clubtornei.text.untyped import CleanedData, FormData, JsonObject
from pairing.registry import SYSTEM_SPECS
from scoring.methods import METHODS
from scoring.reading_rounds import read_seat_scores
from scoring.reasons import issue_text
from scoring.record import DocumentError, Number, SeatScore, ValidationIssue
from scoring.stage_record import scoring_options

ALWAYS = ("outside", "eliminated", "risiko", "order", "penalty")
"""Counts offered with every method; set aside where nothing asks for them."""
MANY_POINTS, FAR_MORE = 300, 5
"""From so many points on, who has so many times those of any other is asked about."""
RARE = "penalty"  # on a phone set aside, too, where a ranking asks for it
SHORT = 2  # a list of tie-break counts so long, or shorter, is not set aside


class CountColumn(Struct, frozen=True):
    """A count that the form of this stage has; `aside`: shown only on request."""

    count: Count
    aside: bool

    @property
    def title(self) -> str:
        """A penalty takes no points off: it breaks ties where the ranking has it, else it is only noted."""
        if self.count.name != "penalty":
            return str(self.count.title)
        return (
            _("Penalità (solo annotata: non conta)") if self.aside else _("Penalità (decide fra chi è pari)")
        )

    @property
    def short(self) -> str:
        return str(self.count.short)


class ScoreCell(Struct, frozen=True, kw_only=True):
    """A field for the template: its name in the form, its value, and its errors."""

    id: str
    name: str
    count: str
    kind: CountKind
    title: str
    aside: bool
    value: str
    errors: list[str]
    choices: list[tuple[str, str]]

    @property
    def css_class(self) -> str:
        where = " aside" if self.aside else " rare" if self.is_rare else ""
        return f"cell-{self.kind}{where}"

    @property
    def is_rare(self) -> bool:
        return self.count == RARE

    def field(self, *, missing: bool = False) -> SafeString:
        """The field itself, as HTML. `missing`: what was sent cannot be saved without it."""
        wrong = mark_safe(' aria-invalid="true"') if missing else ""
        if self.errors:
            wrong = format_html(' aria-invalid="true" aria-describedby="{}-error"', self.id)
        named = format_html('id="{}" name="{}"{}', self.id, self.name, wrong)
        if self.kind == "flag":
            return format_html('<input type="checkbox" {}{}>', named, " checked" if self.value else "")
        if self.choices:
            options = format_html_join(
                "",
                '<option value="{}"{}>{}</option>',
                ((value, " selected" if value == self.value else "", text) for value, text in self.choices),
            )
            return format_html("<select {}>{}</select>", named, options)
        return format_html(
            '<input {} value="{}" inputmode="{}" autocomplete="off" enterkeyhint="next" maxlength="12">',
            named,
            self.value,
            "numeric" if self.kind == "whole" else "decimal",
        )


def heads_html(titled: Sequence[tuple[CountColumn, str]]) -> SafeString:
    """The heads of the columns with these titles."""
    return format_html_join(
        "",
        '<th scope="col"{}><abbr title="{}">{}</abbr></th>',
        ((" class=aside" if column.aside else "", title, column.short) for column, title in titled),
    )


def cells_html(cells: Sequence[ScoreCell], player: str, asked: Mapping[str, bool]) -> SafeString:
    """The cells of the player's row; those `asked` for are shown, and True is missing. A page has hundreds:
    a template takes ten times as long.
    """
    return format_html_join(
        "",
        '<td class="{}{}"><label class="visually-hidden" for="{}"><span>{}</span>'
        ' <span class="visually-hidden">· {}</span></label> {}</td>',
        (
            (
                cell.css_class,
                " asked" if cell.name in asked else "",
                cell.id,
                cell.title,
                player,
                cell.field(missing=asked.get(cell.name, False)),
            )
            for cell in cells
        ),
    )


def scored_html(
    tag: Literal["strong", "span"], element: str, text: str, *, replacing: bool = False
) -> SafeString:
    """A player's place or points, in the element with that id. `replacing`: htmx puts it in its place."""
    swap = mark_safe(' hx-swap-oob="true"') if replacing else ""
    return format_html('<{} id="{}"{}>{}</{}>', tag, element, swap, text, tag)


class FieldError(Struct, frozen=True):
    """An error; `field`: the id of the field where it is corrected."""

    field: str
    name: str
    title: str
    text: str


def columns_of(stage: Stage, settling: Sequence[str]) -> list[CountColumn]:
    """The columns of the form; `settling`: counts that may settle a tie. Not aside: the counts of the method
    and of the ranking, and its tie-break counts if they are few, else the first of them.
    """
    options = scoring_options(SYSTEM_SPECS[stage.system], stage.scoring, stage.scoring_options)
    method = METHODS[stage.scoring]
    ties = method.ties(options)
    first = {*method.counts(options), *(ties if len(ties) <= SHORT else ties[:1]), *stage.ranking}
    asked = {*first, *ties, *settling, *ALWAYS}
    return [CountColumn(count, aside=count.name not in first) for count in COUNTS if count.name in asked]


class ScoresForm(forms.Form):
    """The scores of one table; the fields are named by seat and count: `1-points`. `risiko_points`: those of
    the scoring method.
    """

    def __init__(
        self,
        seat_rows: Sequence[SeatRow],
        columns: Sequence[CountColumn],
        prefix: str,
        data: FormData | None = None,
        *,
        risiko_points: int | None = None,
    ) -> None:
        super().__init__(data)
        self.risiko_points = risiko_points
        self.prefix_of_ids = prefix
        self.doubtful = False  # does it ask whether points are meant?
        self.seat_rows = seat_rows
        self.columns = _with_recorded_counts(columns, seat_rows)
        # Fields check what is sent, and what is left empty needs none but the points, which are missed. Those
        # of a form to be filled in would be half the cost of a round's page.
        if self.is_bound:
            fields = {kind: _field(kind) for kind in {column.count.kind for column in self.columns}}
            for column in self.columns:
                for seat in range(1, len(seat_rows) + 1):
                    name = f"{seat}-{column.count.name}"
                    if column.count.name == "points" or self.data.get(name, "") != "":
                        self.fields[name] = fields[column.count.kind]

    @property
    def scores(self) -> tuple[SeatScore, ...]:
        """The scores, one a seat, of a valid form; fields left empty are not set."""
        return read_seat_scores(self._plain_scores)

    @property
    def _plain_scores(self) -> list[JsonObject]:
        """The scores as the document writes them, valid or not."""
        return [self._score(seat) for seat in range(1, len(self.seat_rows) + 1)]

    def clean(self) -> CleanedData:
        """Eliminated players need no points, nor does who made RisiKo! where the method says what that
        counts; the engine checks everything else.
        """
        scores = self._plain_scores
        for seat, score in enumerate(scores, 1):
            if "eliminated" in score or ("risiko" in score and self.risiko_points is not None):
                score.setdefault("points", 0 if "eliminated" in score else self.risiko_points)
                self.cleaned_data[f"{seat}-points"] = score["points"]
            elif "points" not in score and f"{seat}-points" not in self.errors:
                self.add_error(f"{seat}-points", _("Mancano i punti."))
        self._question_points(scores)
        try:
            read_seat_scores([{"points": 0, **score} for score in scores])
        except DocumentError as error:
            for issue in error.issues:
                text = issue_text(issue, reader_language())
                self.add_error(_field_of(issue, scores), f"{text[:1].upper()}{text[1:]}.")
        return self.cleaned_data

    @property
    def meant(self) -> bool:
        """Is it confirmed that points are meant which look like a slip?"""
        return "meant" in self.data

    def _question_points(self, scores: Sequence[JsonObject]) -> None:
        """Ask about points just typed that are far more than anybody else's: 1000 for 100."""
        points = [score.get("points", 0) for score in scores]
        for seat, (value, seat_row) in enumerate(zip(points, self.seat_rows, strict=True), 1):
            others = max([*points[: seat - 1], *points[seat:]], default=0)
            if value < MANY_POINTS or value <= FAR_MORE * others or value == _noted_points(seat_row):
                continue
            self.doubtful = True
            if not self.meant:
                text = _("%(points)s sono molti più di quelli degli altri: correggili, o conferma.")
                self.add_error(f"{seat}-points", text % {"points": number(str(value))})

    @cached_property
    def titled(self) -> list[tuple[CountColumn, str]]:
        """The columns with their titles, which a row a player would else translate again."""
        return [(column, column.title) for column in self.columns]

    @cached_property
    def cells(self) -> list[list[ScoreCell]]:
        """The fields, a row a player."""
        return [
            [self._cell(seat, seat_row, column, title) for column, title in self.titled]
            for seat, seat_row in enumerate(self.seat_rows, 1)
        ]

    @property
    def field_errors(self) -> list[FieldError]:
        """All errors, in the order of the rows."""
        return [
            FieldError(cell.id, seat_row.entry.name, cell.title, text)
            for seat_row, cells in zip(self.seat_rows, self.cells, strict=True)
            for cell in cells
            for text in cell.errors
        ]

    @property
    def has_aside(self) -> bool:
        return any(column.aside for column in self.columns)

    @cached_property
    def _places(self) -> list[tuple[str, str]]:
        """The places at which one can be eliminated, and none of them."""
        return [("", "—"), *((str(place), ordinal(place)) for place in range(1, len(self.seat_rows)))]

    def _score(self, seat: int) -> JsonObject:
        values = {
            column.count.name: self.cleaned_data.get(f"{seat}-{column.count.name}") for column in self.columns
        }
        return {name: value for name, value in values.items() if value is not None and value is not False}

    def _cell(self, seat: int, seat_row: SeatRow, column: CountColumn, title: str) -> ScoreCell:
        name = f"{seat}-{column.count.name}"
        if self.is_bound:
            value = str(self.data.get(name, ""))
        else:
            value = _initial_text(getattr(seat_row.score, column.count.name, None))
        return ScoreCell(
            id=f"{self.prefix_of_ids}-{name}",
            name=name,
            count=column.count.name,
            kind=column.count.kind,
            title=title,
            aside=column.aside,
            value=value,
            errors=[str(error) for error in self.errors.get(name, [])] if self.is_bound else [],
            choices=self._places if column.count.kind == "choice" else [],
        )


def _noted_points(seat_row: SeatRow) -> Number | None:
    return seat_row.score.points if seat_row.score else None


def _with_recorded_counts(columns: Sequence[CountColumn], seat_rows: Sequence[SeatRow]) -> list[CountColumn]:
    """The columns, and aside those of recorded counts without one, so that saving does not lose them."""
    asked = {column.count.name: column for column in columns}
    for count in COUNTS:
        if any(getattr(seat_row.score, count.name, None) for seat_row in seat_rows):
            asked.setdefault(count.name, CountColumn(count, aside=True))
    return [asked[count.name] for count in COUNTS if count.name in asked]


def _field(kind: CountKind) -> forms.Field:
    if kind == "flag":
        return forms.BooleanField(required=False)
    if kind == "number":
        wrong = _("Un numero, 0 o più.")
        messages = dict.fromkeys(("invalid", "min_value", "max_value", "max_decimal_places"), wrong)
        return ExactField(
            required=False,
            min_value=0,
            max_value=LARGEST,
            decimal_places=4,
            localize=True,
            error_messages=messages,
        )
    wrong = _("Un numero intero, da 1 in su.")
    messages = dict.fromkeys(("invalid", "min_value", "max_value"), wrong)
    return forms.IntegerField(required=False, min_value=1, max_value=99, error_messages=messages)


def _initial_text(value: object) -> str:
    """The value with which a field is filled in; empty for a flag that is not set."""
    if value is None or value is False:
        return ""
    return "on" if value is True else number(str(value))


_AT_A_SEAT = re.compile(r"\[(\d+)\]\.(\w+)")
_OF_THE_TABLE = {"eliminations": "eliminated", "all_eliminated": "eliminated", "two_risiko": "risiko"}


def _field_of(issue: ValidationIssue, scores: Sequence[JsonObject]) -> str:
    """The field where to correct it: the one that the issue names, or the last seat that is part of it."""
    at_a_seat = _AT_A_SEAT.fullmatch(issue.path)
    if at_a_seat:
        return f"{int(at_a_seat[1]) + 1}-{at_a_seat[2]}"
    name = _OF_THE_TABLE[issue.code]
    seats = [seat for seat, score in enumerate(scores, 1) if score.get(name)]
    if issue.code == "eliminations":
        seats.sort(key=lambda seat: scores[seat - 1][name])
        seats = [seat for place, seat in enumerate(seats, 1) if scores[seat - 1][name] != place][:1]
    return f"{seats[-1]}-{name}"
