"""Who does not come to his table in a published round, and who comes after all.

At a table of two the game is lost by forfeit. A larger table plays without him, and he is absent from the
round.
"""

from django.contrib.auth.models import User
from django.db.models import F
from django.utils.translation import gettext as _

from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused, writing
from clubtornei.rounds.drafts.check_actions import check_soon
from clubtornei.rounds.drafts.missed_actions import latecomers
from clubtornei.rounds.models import Proposal, Round, Seat, Table
from clubtornei.rounds.participation.attendance.actions import advance_joining, record_absence, stage_entry
from clubtornei.rounds.results.actions import decide, open_table, record_result, waiting_of
from clubtornei.rounds.state.result_codes import OutcomeCode, outcome_of
from clubtornei.rounds.state.table_state import state_of
from clubtornei.rounds.state.table_words import table_title
from pairing.registry import SYSTEMS
from pairing.system import Reason
from scoring.reading_rounds import MOST_SEATS

FEWEST_SEATS = 3
LONGEST_REASON = Round._meta.get_field("by_hand_reason").max_length or 0
FORFEITS: dict[int, OutcomeCode] = {0: "--+", 1: "+--"}
"""By the seat of a table of two, from 0, whose player did not come."""


def mark_no_show(
    event: Event, user: User, table_pk: int, entry_no: int, *, seats: str | None = None
) -> Table:
    """Record that the player did not come to his table; `seats`: who sat there on the page. Raises Reseated,
    ActionRefused.
    """
    with writing(event) as locked:
        table = open_table(locked, table_pk, seats)
        players = [seat.entry.entry_no for seat in table.seated]
        if entry_no not in players:
            raise ActionRefused(_("A questo tavolo non siede più: ricarica la pagina."))
        seat = players.index(entry_no)
        if len(players) == 2:
            return record_result(locked, user, table_pk, _forfeit_at(table, seat), seats=seats)
        _leave_table(locked, user, table, seat)
    return table


def seat_latecomer(event: Event, entry_no: int, table_pk: int) -> Table:
    """Seat somebody who has no table in the round at a table of three to five without a result. Raises
    ActionRefused.
    """
    with writing(event) as locked:
        table = open_table(locked, table_pk)
        round_ = table.round
        late = {entry.entry_no for entry in latecomers(round_)}
        if entry_no not in late or table_pk not in {free.pk for free in tables_with_room(round_)}:
            raise ActionRefused(
                _("Intanto ha un tavolo, o a quel tavolo non c’è più posto: ricarica la pagina.")
            )
        entry = stage_entry(round_.stage, entry_no)
        advance_joining(round_.stage, entry, round_.number)
        record_absence(round_.stage, entry, round_.number, absent=False)
        Seat.objects.create(table=table, round=round_, entry=entry, position=len(table.seated) + 1)
        _changed_by_hand(locked, table, _("qualcuno è arrivato dopo"))
    return table


def tables_with_room(round_: Round) -> list[Table]:
    """The tables of three to five of a published round that have no result yet."""
    if not round_.published or not SYSTEMS[round_.stage.system].spec.multiplayer:
        return []
    return [
        table
        for table in round_.tables.games().with_seats()
        if FEWEST_SEATS <= len(table.seated) < MOST_SEATS and not state_of(table).scored
    ]


def _forfeit_at(table: Table, seat: int) -> OutcomeCode:
    """The forfeit of who sits there; of both, where the other one has lost by forfeit already. Raises
    ActionRefused where the game was played.
    """
    outcome = outcome_of(state_of(table))
    if outcome.code in (FORFEITS[1 - seat], "---"):
        return "---"
    if outcome.played:
        raise ActionRefused(
            _("%(table)s: c’è già un risultato. Se è sbagliato, correggilo.") % {"table": table_title(table)}
        )
    return FORFEITS[seat]


def _leave_table(event: Event, user: User, table: Table, seat: int) -> None:
    """Let a table of more than three play without the player in that seat, from 0. Inside `writing`."""
    if state_of(table).scored:
        raise ActionRefused(
            _("%(table)s: c’è già un risultato. Se è sbagliato, correggilo.") % {"table": table_title(table)}
        )
    if len(table.seated) <= FEWEST_SEATS:
        raise ActionRefused(
            _(
                "%(table)s: senza di lui sarebbero in due. Scrivi il risultato con 0 punti a chi non è"
                " venuto, o riporta il turno in bozza e abbinalo di nuovo."
            )
            % {"table": table_title(table)}
        )
    for proposal in waiting_of(table):
        decide(proposal.pk, Proposal.Status.REJECTED, user)
    gone = table.seated[seat]
    record_absence(
        table.round.stage,
        stage_entry(table.round.stage, gone.entry.entry_no),
        table.round.number,
        absent=True,
    )
    Seat.objects.filter(pk=gone.pk).delete()
    Seat.objects.filter(table=table, position__gt=gone.position).update(position=F("position") - 1)
    _changed_by_hand(event, table, _("qualcuno non si è presentato"))


def _changed_by_hand(event: Event, table: Table, reason: str) -> None:
    """Say of the table and of its round that the arbiter has changed who sits there. Inside `writing`."""
    players = table.seats.order_by("position").values_list("entry__entry_no", flat=True)
    table.by_hand = True
    table.why = [Reason("hand_made", {"players": list(players)})]
    table.save(update_fields=["by_hand", "why"])
    round_ = table.round
    reasons = "; ".join(filter(None, [round_.by_hand_reason, reason]))
    if reason not in round_.by_hand_reason and len(reasons) <= LONGEST_REASON:
        round_.by_hand_reason = reasons
        round_.save(update_fields=["by_hand_reason"])
    later = round_.stage.rounds.published().filter(number__gte=round_.number)
    check_soon(event, round_.stage.number, list(later.values_list("number", flat=True)))
