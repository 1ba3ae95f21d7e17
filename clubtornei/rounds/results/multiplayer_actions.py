"""Entering, correcting and clearing the scores of a table of three to six."""

from collections.abc import Callable, Sequence
from decimal import Decimal

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from msgspec import to_builtins
from msgspec.structs import replace

from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused, writing
from clubtornei.rounds.columns import Score, TableState
from clubtornei.rounds.models import Table
from clubtornei.rounds.results.actions import (
    Overtaken,
    author_of,
    confirm_equal,
    decide_proposal,
    open_table,
    write_result,
)
from clubtornei.rounds.results.multiplayer_tables import fingerprint
from clubtornei.rounds.state.larger_tables import missing_texts, orders_at
from clubtornei.rounds.state.table_state import state_of
from clubtornei.rounds.state.table_words import table_title
from scoring.document import SeatScore
from scoring.reading_rounds import read_seat_scores


def record_scores(
    event: Event,
    user: User,
    table_pk: int,
    scores: Sequence[SeatScore] | None,
    *,
    expected: str | None = None,
) -> Table:
    """Record these scores at a table of more than two, one a seat; None: clear them. See `record_sent`."""
    return record_sent(event, user, table_pk, lambda _table: scores, expected=expected)


def record_sent(
    event: Event,
    user: User,
    table_pk: int,
    read: Callable[[Table], Sequence[SeatScore] | None],
    *,
    expected: str | None = None,
    seats: str | None = None,
    correcting: bool = False,
    proposal: int | None = None,
) -> Table:
    """Record the scores at a table of more than two that `read` gives for the table as it is, locked; None:
    clear them. What `read` raises goes on, and nothing is written.

    `expected`: the fingerprint of the result that the page has shown; empty: it has shown none. `seats`: who
    sat there on it. Once a later round is drawn, a result is only changed with `correcting`. `proposal`: the
    key of a waiting proposal, which is thereby decided.
    Raises Overtaken, Reseated, ActionRefused, and DocumentError with the paths of the scores.
    """
    with writing(event) as locked:
        table = open_table(event, table_pk, seats)
        before = state_of(table)
        after = state_with(before, read(table))
        if after != before:
            _refuse_scores(table, before, expected, correcting=correcting)
            refuse_open_ties(locked, table, after)
            write_result(table, after, user, event=locked)
            confirm_equal(table, after, user)
        if proposal is not None:
            decide_proposal(table, proposal, after, user)
    return table


def _refuse_scores(table: Table, before: TableState, expected: str | None, *, correcting: bool) -> None:
    shown = fingerprint((None,) * len(before.scores)) if expected == "" else expected
    if shown is not None and shown != fingerprint(before.scores):
        said = _("Intanto al tavolo %(table)s %(who)s ha cambiato il risultato.")
        if shown == fingerprint((None,) * len(before.scores)):
            said = _("Intanto al tavolo %(table)s %(who)s ha inserito il risultato.")
        raise Overtaken(said % {"table": table.number, "who": author_of(table)})
    if before.scored and not correcting and table.followed:
        raise ActionRefused(
            _("Il turno seguente è già stato abbinato: il risultato si cambia con «Correggi».")
        )


def refuse_open_ties(event: Event, table: Table, state: TableState) -> None:
    """Raises ActionRefused where the result leaves a tie that must be settled at the table."""
    if state.scored and len(state.scores) > 2:
        names = [seat.entry.name for seat in table.seated]
        missing = missing_texts(orders_at(event, table.round.stage), state, names)
        if missing:
            raise ActionRefused(f"{table_title(table)}: {' '.join(missing)}")


def state_with(state: TableState, scores: Sequence[SeatScore] | None) -> TableState:
    """The state with these scores (None: without a result). Raises ActionRefused, DocumentError."""
    seats = len(state.scores)
    if seats < 3 or (scores is not None and len(scores) != seats):
        raise ActionRefused(_("Al tavolo non siedono più gli stessi giocatori: ricarica la pagina."))
    return replace(state, scores=(None,) * seats if scores is None else _with_extra(state.scores, scores))


def _with_extra(before: Sequence[Score], scores: Sequence[SeatScore]) -> tuple[Score, ...]:
    """The scores, checked, each with the unknown keys that an import has stored in the score before it."""
    plain = [to_builtins(score, builtin_types=(Decimal,)) for score in scores]
    return tuple(
        replace(checked, extra={**score.extra, **(old.extra if isinstance(old, SeatScore) else {})})
        for old, score, checked in zip(before, scores, read_seat_scores(plain), strict=True)
    )
