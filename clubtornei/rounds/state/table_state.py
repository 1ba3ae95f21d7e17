"""Conversions of a table's recorded result: database rows, document records, and words.

No other module converts between a `TableState` and rows, or the tables of a document.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import cast

from django.db import connection
from django.utils.formats import localize
from django.utils.translation import gettext as _
from msgspec.structs import replace

from clubtornei.events.exact import ExactEncoder
from clubtornei.events.models import Entry
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.columns import Games, Score, TableState
from clubtornei.rounds.models import Seat, Table
from clubtornei.rounds.state.formatting import points
from clubtornei.rounds.state.result_codes import Scale, outcome_of, typed_score
from clubtornei.rounds.state.table_words import table_title
from scoring import document
from scoring.document import Number, SeatScore
from scoring.standings import decimal_text

STATE = ("forfeit", "adjourned", "unrated", "games", "score")
"""What is in columns of the table itself."""

SAVE_SCORES = """
    UPDATE rounds_seat SET score = saved.score::jsonb
    FROM unnest(%s::bigint[], %s::text[]) AS saved (id, score)
    WHERE rounds_seat.id = saved.id
"""


class Reseated(ActionRefused):
    """Others sit at the table than the page has shown."""


def refuse_reseated(table: Table, seats: str | None) -> None:
    """Raises Reseated where others sit there than `seats` (`Table.seating`); None: the page did not say. Its
    round was taken back then, and paired again.
    """
    if seats is not None and seats != table.seating:
        raise Reseated(
            _(
                "%(table)s: intanto è cambiato chi ci siede, e adesso sono %(names)s."
                " Non è stato registrato niente: ricarica la pagina."
            )
            % {"table": table_title(table), "names": ", ".join(seat.entry.name for seat in table.seated)}
        )


def state_of(table: Table, seats: Iterable[Seat] | None = None) -> TableState:
    """The state in the rows; `seats`: the table's, in order, if they are read already."""
    ordered = table.seated if seats is None else seats
    return TableState(
        scores=tuple(seat.score for seat in ordered),
        forfeit=table.forfeit,
        adjourned=table.adjourned,
        unrated=table.unrated,
        games=tuple((first, second) for first, second in table.games),
        score=None if table.score is None else (table.score[0], table.score[1]),
    )


def save_state(table: Table, state: TableState, *columns: str) -> None:
    """Save the state in the rows of the table and its seats; `columns`: other columns to save. Most results
    leave the table's own row as it is.
    """
    before = state_of(table)
    set_state(table, state)
    if columns or state_of(table, ()) != replace(before, scores=()):
        table.save(update_fields=[*columns, *STATE])
    for seat, score in zip(table.seated, state.scores, strict=True):
        seat.score = score
    # What bulk_update would do, whose SQL takes longer to make than to run.
    with connection.cursor() as cursor:
        cursor.execute(
            SAVE_SCORES, [[seat.pk for seat in table.seated], [_stored(seat) for seat in table.seated]]
        )


def _stored(seat: Seat) -> str | None:
    return None if seat.score is None else ExactEncoder().encode(seat.score)


def set_state(table: Table, state: TableState) -> None:
    """Set the table's own columns, without saving; the scores are columns of its seats."""
    for column in STATE:
        setattr(table, column, getattr(state, column))


def new_seats(table: Table, entries: Iterable[Entry], scores: Iterable[Score]) -> list[Seat]:
    """Unsaved seats for these entries at the table, in their order."""
    return [
        Seat(table=table, round_id=table.round_id, entry=entry, position=position, score=score)
        for position, (entry, score) in enumerate(zip(entries, scores, strict=True), 1)
    ]


def state_in(record: document.DocumentTable | document.Bye) -> TableState:
    """The state of a table in the document, or of a bye: a table of one seat with its points."""
    if isinstance(record, document.Bye):
        return TableState(scores=(record.points,))
    return TableState(
        scores=record.result or (None,) * len(record.seats),
        forfeit=record.forfeit,
        adjourned=record.adjourned,
        unrated=record.unrated,
        games=record.games,
        score=record.score,
    )


def reported_state(reported: document.Reported) -> TableState:
    """The state of a table that had ended as is reported."""
    return TableState(scores=reported.result, forfeit=reported.forfeit, unrated=reported.unrated)


def reported_of(state: TableState) -> document.Reported:
    """The state, of a game of two that has ended, as it is reported."""
    first, second = cast(document.GameScore, state.scores)
    return document.Reported(result=(first, second), forfeit=state.forfeit, unrated=state.unrated)


def with_state(record: document.DocumentTable, state: TableState) -> document.DocumentTable:
    """The document's table in another state."""
    return replace(record, result=state.result, **{column: getattr(state, column) for column in STATE})


def label_of(state: TableState, scale: Scale) -> str:
    """The state in short: the outcome in the points of that scale, the score of a match, or that of each seat
    at a larger table; empty if nothing is recorded.
    """
    if len(state.scores) > 2:
        return " · ".join(_seat_label(score) for score in state.scores if isinstance(score, SeatScore))
    outcome = outcome_of(state)
    if state.score is not None:
        return " – ".join(score_texts(state.score))
    if outcome.forfeit or outcome.adjourned or not state.games:
        return outcome.on(scale).label
    return " – ".join(match_score_of(state.games))


def points_at(state: TableState, scale: Scale) -> tuple[str, str]:
    """What each of two has of the result, as `label_of` has it for both: of a forfeit + and −."""
    outcome = outcome_of(state)
    if state.score is not None:
        return score_texts(state.score)
    if outcome.forfeit or outcome.adjourned or not state.games:
        first, second = outcome.on(scale).symbols
        return str(first), str(second)
    return match_score_of(state.games)


def in_words(state: TableState, names: Sequence[str], scale: Scale) -> str:
    """The state with the names of the players, in seat order, in the points of that scale; empty if nothing
    is recorded.
    """
    if len(names) > 2:
        return ", ".join(
            f"{name} {_seat_label(score)}"
            for name, score in zip(names, state.scores, strict=True)
            if isinstance(score, SeatScore)
        )
    outcome = outcome_of(state)
    if state.games and not outcome.forfeit and not outcome.adjourned:
        return f"{names[0]} {label_of(state, scale)} {names[1]}"
    return f"{outcome.in_words(*names)} ({outcome.on(scale).label})" if outcome.code else ""


def score_texts(score: tuple[Number, Number]) -> tuple[str, str]:
    """What each of two scored, as it is written."""
    first, second = (localize(value) for value in score)
    return first, second


def code_of(state: TableState) -> str:
    """The result of a table of two as a page sends it back: its code, or its score."""
    return outcome_of(state).code if state.score is None else typed_score(state.score)


def match_score_of(games: Games) -> tuple[str, str]:
    """The formatted points of both seats."""
    first, second = (sum((Fraction(game[seat]) for game in games), Fraction(0)) for seat in (0, 1))
    return points(decimal_text(first)), points(decimal_text(second))


def _seat_label(score: SeatScore) -> str:
    if score.eliminated is not None:
        return _("elim. %(place)d") % {"place": score.eliminated}
    text = localize(score.points)
    return f"{text} RisiKo!" if score.risiko else text
