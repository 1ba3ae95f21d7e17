"""The adjourned games that counted as drawn when a round was paired, in words."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from clubtornei.rounds.state.result_codes import scale_of
from clubtornei.rounds.state.site_facts import table_number
from clubtornei.rounds.state.table_state import label_of, state_in
from scoring.record import Record, TablePlace


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
