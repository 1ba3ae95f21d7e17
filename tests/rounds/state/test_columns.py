"""What an event has most of is stored narrow, and read as it was stored before, too."""

from decimal import Decimal
from typing import Any

import msgspec
import pytest
from django.db import connection

from clubtornei.club_copies.packing import event_file
from clubtornei.rounds.columns import FACTS, LETTERS, TableState
from clubtornei.rounds.models import ResultEntry, Table
from pairing.system import Reason
from scoring.document import SeatScore
from tests.club_copies.copies import all_files, copy_of, restore
from tests.factories import make_drawn_event, make_played_event, make_round

pytestmark = pytest.mark.django_db

WHY = [
    Reason("amalfi_sought", {name: number for number, name in enumerate(LETTERS, 1)}),
    Reason("berger", {"players": [3, 1], "end": Decimal("0.5"), "nested": {"player": [1]}}),
    Reason("rest"),
]
STATES = [
    TableState(scores=(None, None)),
    TableState(scores=(Decimal("0.5"), 1)),
    TableState(scores=(SeatScore(points=3), SeatScore(points=0))),
    TableState(scores=(1, 0), forfeit=True),
    TableState(scores=(1, 0), games=((1, 0), (Decimal("0.5"), Decimal("0.5")))),
]


def asked(statement: str, *parameters: object) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return cursor.fetchone()[0] if cursor.description else None


def test_each_letter_names_one_fact() -> None:
    assert len(FACTS) == len(LETTERS)
    assert not LETTERS.keys() & FACTS.keys()


def test_reasons_are_read_as_they_were_written_now_and_before() -> None:
    table = make_round(make_drawn_event(4)).tables.games()[0]
    for why in (WHY, []):
        Table.objects.filter(pk=table.pk).update(why=why)
        assert Table.objects.get(pk=table.pk).why == why
        table.why = why
        Table.objects.bulk_update([table], ["why"])
        assert Table.objects.get(why=why, pk=table.pk).why == why
    before = '[{"code": "berger", "facts": {"end": 0.5, "player": 3}}]'
    asked("UPDATE rounds_table SET why = %s WHERE id = %s", before, table.pk)
    assert Table.objects.get(pk=table.pk).why == [Reason("berger", {"end": Decimal("0.5"), "player": 3})]


@pytest.mark.parametrize("state", STATES)
def test_states_are_read_as_they_were_written(state: TableState) -> None:
    table = make_round(make_drawn_event(4)).tables.games()[0]
    pk = ResultEntry.objects.create(table=table, before=STATES[0], after=state).pk
    assert ResultEntry.objects.get(pk=pk).after == state
    before = '{"scores": [null, null], "adjourned": true}'
    asked("UPDATE rounds_resultentry SET before = %s WHERE id = %s", before, pk)
    assert ResultEntry.objects.get(pk=pk).before == TableState(scores=(None, None), adjourned=True)


def test_of_an_amalfi_they_take_little_room_and_after_a_restore_no_more() -> None:
    event = make_played_event(10, 3, system="amalfi", options={"rounds": 3})
    why = "SELECT max(pg_column_size(why)) FROM rounds_table"
    states = "SELECT max(pg_column_size(before) + pg_column_size(after)) FROM rounds_resultentry"
    drawn, entered = asked(why), asked(states)
    assert drawn < 260
    assert entered < 100
    copy = copy_of(event.club)
    rows = msgspec.json.decode(all_files(copy)[event_file(event.slug, "dati")])
    assert rows["tables"][0]["why"][0]["facts"].keys() == {"player", "place", "rounds", "sought", "opponent"}
    restore(event.club, copy, strange=True)
    assert (asked(why), asked(states)) == (drawn, entered)
