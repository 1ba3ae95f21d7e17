"""What a published round was paired with and is no longer so: corrected results, adjourned games since ended.

A round stays as it is, and pages say so. A calendar does not depend on results.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from functools import reduce
from operator import or_

from django.db.models import Q
from django.utils.translation import gettext as _
from msgspec import Struct

from clubtornei.events.models import Event
from clubtornei.events.systems import scoring_options_of
from clubtornei.rounds.columns import TableState
from clubtornei.rounds.models import ResultEntry, Round, Table
from clubtornei.rounds.state.result_codes import Scale, scale_of
from clubtornei.rounds.state.site_facts import table_number
from clubtornei.rounds.state.table_state import label_of, state_in, state_of
from pairing.registry import SYSTEMS
from scoring.record import Record, TablePlace


class StalePairing(Struct, frozen=True, kw_only=True):
    """Round `drawn` was paired when that table of an earlier round had another result.

    `was`, `now`: both results, formatted; empty for tables of more than two.
    """

    drawn: int
    round: int
    table: int
    was: str
    now: str


def stale_pairings(
    event: Event, stage: int, drawn: int | None = None, *, since: datetime | None = None
) -> list[StalePairing]:
    """The stale pairings of a round, None: of all published ones in order; two queries, two more after late
    entries. `since`: as if they were drawn then.
    """
    rounds = list(Round.objects.of(event, stage).select_related("stage"))
    shown = [round_ for round_ in rounds if drawn == round_.number or (drawn is None and round_.published)]
    if not shown or SYSTEMS[shown[0].stage.system].calendar is not None:
        return []
    for round_ in shown:
        round_.drawn_at = since or round_.drawn_at  # not saved
    after = (
        Q(table__round__in=[one for one in rounds if one.number < round_.number], at__gt=round_.drawn_at)
        for round_ in shown
    )
    entries = ResultEntry.objects.filter(reduce(or_, after)).order_by("pk")
    late = list(entries.select_related("table__round"))
    tables = Table.objects.filter(pk__in={entry.table_id for entry in late}).with_seats() if late else []
    states = {table.pk: state_of(table) for table in tables}
    scale = scale_of(scoring_options_of(rounds[0].stage))
    return [pairing for round_ in shown for pairing in _stale_pairings_of(round_, late, states, scale)]


def _stale_pairings_of(
    round_: Round, late: list[ResultEntry], states: Mapping[int, TableState], scale: Scale
) -> Iterator[StalePairing]:
    seen: set[int] = set()
    for entry in late:
        earlier = entry.table.round.number
        if earlier >= round_.number or entry.at <= round_.drawn_at or entry.table_id in seen:
            continue
        seen.add(entry.table_id)  # the round was paired with the result before the first late entry
        before, after = entry.before, states[entry.table_id]
        if before.scored and not before.counts_as(after) and entry.table.number is not None:
            of_two = len(before.scores) == 2
            yield StalePairing(
                drawn=round_.number,
                round=earlier,
                table=entry.table.number,
                was=label_of(before, scale) if of_two else "",
                now=label_of(after, scale) if of_two else "",
            )


def provisional_notes(record: Record, games: Iterable[TablePlace]) -> list[str]:
    """A sentence for each of these games, with the result that it has had since."""
    return [_note(record, number, place) for number, place in games]


def provisional_of(record: Record, number: int) -> list[str]:
    """What makes a published round of the record provisional."""
    return provisional_notes(record, record.rounds[number - 1].provisional)


def _note(record: Record, number: int, place: int) -> str:
    table = record.rounds[number - 1].tables[place - 1]
    note = _(
        "Turno %(round)d, tavolo %(table)d, %(players)s: partita aggiornata, per questo abbinamento vale"
        " provvisoriamente patta."
    ) % {
        "round": number,
        "table": table_number(table, place),
        "players": " – ".join(record.players[player].name for player in table.seats),
    }
    if table.result is None:
        return note
    result = label_of(state_in(table), scale_of(record.scoring_options))
    return note + " " + _("Poi è finita %(result)s.") % {"result": result}
