"""The recorded result of a table between its rows, its record in the document, and words.

Nothing else makes a `TableState` of rows or of a document's table, nor the way back.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from django.utils.formats import localize
from django.utils.translation import gettext as _
from msgspec.structs import replace

from clubtornei.events.models import Entry
from clubtornei.rounds.columns import Games, Score, TableState
from clubtornei.rounds.core.formatting import points
from clubtornei.rounds.core.result_codes import outcome_of
from clubtornei.rounds.core.site_facts import table_facts
from clubtornei.rounds.models import Seat, Table
from scoring import document
from scoring.document import SeatScore
from scoring.standings import exact


def state_of(table: Table, seats: Iterable[Seat] | None = None) -> TableState:
    """What the rows say; `seats`: those of the table in their order, where they are read already."""
    there = table.seats.all() if seats is None else seats
    return TableState(
        scores=tuple(seat.score for seat in there),
        forfeit=table.forfeit,
        adjourned=table.adjourned,
        games=tuple((first, second) for first, second in table.games),
    )


def save_state(table: Table, seats: Sequence[Seat], state: TableState, *columns: str) -> None:
    """Write the state to the table's row, with these other columns of it, and to those of its seats."""
    set_state(table, state)
    table.save(update_fields=[*columns, "forfeit", "adjourned", "games"])
    for seat, score in zip(seats, state.scores, strict=True):
        seat.score = score
    Seat.objects.bulk_update(seats, ["score"])


def set_state(table: Table, state: TableState) -> None:
    """The state in the table's own columns, not saved; the scores belong to its seats."""
    table.forfeit, table.adjourned, table.games = state.forfeit, state.adjourned, state.games


def new_seats(table: Table, entries: Iterable[Entry], scores: Iterable[Score]) -> list[Seat]:
    """Rows for these entries at the table, in their order, not saved."""
    return [
        Seat(table=table, round_id=table.round_id, entry=entry, position=position, score=score)
        for position, (entry, score) in enumerate(zip(entries, scores, strict=True), 1)
    ]


def state_in(record: document.Table | document.Bye) -> TableState:
    """What the document says of a table, or of a bye: a table of one seat that has its points."""
    if isinstance(record, document.Bye):
        return TableState(scores=(record.points,))
    return TableState(
        scores=record.result or (None,) * len(record.seats),
        forfeit=record.forfeit,
        adjourned=record.result is None and table_facts(record).adjourned,
        games=record.games,
    )


def with_state(record: document.Table, state: TableState) -> document.Table:
    """The document's table with another result. An adjournment is no matter of the document's rules."""
    return replace(record, result=state.result, forfeit=state.forfeit, games=state.games)


def label_of(state: TableState) -> str:
    """What the state says, in short: the outcome, how a match stands, or what each seat of a larger table
    has; empty where there is nothing.
    """
    if len(state.scores) > 2:
        return " · ".join(_seat_label(score) for score in state.scores if isinstance(score, SeatScore))
    outcome = outcome_of(state)
    if outcome.forfeit or outcome.adjourned or not state.games:
        return outcome.label
    return " – ".join(match_score_of(state.games))


def match_score_of(games: Games) -> tuple[str, str]:
    """The points of both seats, as they are written."""
    first, second = (sum((Fraction(game[seat]) for game in games), Fraction(0)) for seat in (0, 1))
    return points(exact(first)), points(exact(second))


def _seat_label(score: SeatScore) -> str:
    if score.eliminated is not None:
        return _("elim. %(place)d") % {"place": score.eliminated}
    written = localize(score.points)
    return f"{written} RisiKo!" if score.risiko else written
