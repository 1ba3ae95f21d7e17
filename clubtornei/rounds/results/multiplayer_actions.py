"""Entering, correcting and taking away what was noted at a table of three to six."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused, writing
from clubtornei.rounds.core.document_export import mark_of, noted
from clubtornei.rounds.core.table_state import state_of
from clubtornei.rounds.models import Seat, Table
from clubtornei.rounds.results.actions import open_table, round_after, write_result
from clubtornei.rounds.results.multiplayer_tables import fingerprint
from scoring.reading_rounds import read_marks


class Overtaken(ActionRefused):
    """Somebody else has meanwhile entered another result: neither is lost, and the second to come is told."""


def record_scores(
    event: Event,
    user: User,
    table_pk: int,
    scores: Sequence[Mapping[str, Any]] | None,
    *,
    expected: str | None = None,
    correcting: bool = False,
) -> Table:
    """Note these scores at a table of more than two, one a seat as the document has them; None: clear it.

    `expected` is the fingerprint of the result that the page has shown. A result that a later round was
    already drawn upon is only changed by `correcting`. Raises Overtaken, Refused, and Faulty with the paths
    of the scores.
    """
    with writing(event):
        table = open_table(event, table_pk)
        seats = list(table.seats.select_related("entry"))
        before = state_of(table, seats)
        after = state_with(before, seats, scores)
        if after == before:
            return table
        if expected is not None and expected != fingerprint(before):
            raise Overtaken(
                _("Intanto al tavolo %(table)s un altro ha registrato un risultato.")
                % {"table": table.number}
            )
        if before["scores"][0] is not None and not correcting and round_after(table.round):
            raise ActionRefused(
                _("Il turno seguente è già stato sorteggiato: il risultato si cambia con «Correggi».")
            )
        write_result(table, seats, after, user)
    return table


def state_with(
    state: Mapping[str, Any], seats: Sequence[Seat], scores: Sequence[Mapping[str, Any]] | None
) -> dict[str, Any]:
    """The state with these scores; what an import had brought beside them stays. Raises Refused, Faulty."""
    if len(seats) < 3 or (scores is not None and len(scores) != len(seats)):
        raise ActionRefused(_("Al tavolo non siedono più gli stessi giocatori: ricarica la pagina."))
    return {**state, "scores": [None] * len(seats) if scores is None else _kept(state["scores"], scores)}


def _kept(before: Sequence[Any], scores: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [
        noted(now) | (dict(mark_of(was).extra) if was else {})
        for was, now in zip(before, read_marks(scores), strict=True)
    ]
