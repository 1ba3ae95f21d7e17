"""What the database itself refuses, whoever writes: the rules of the model that no bug may break."""

from collections.abc import Callable

import pytest
from django.db import IntegrityError, connection, transaction

from clubtornei.events.models import Entry, Event
from clubtornei.rounds.models import Round, Seat, Table
from tests.factories import make_drawn_event, make_round

pytestmark = pytest.mark.django_db

BROKEN: dict[str, Callable[[], object]] = {
    "one_entry_a_number": lambda: Entry.objects.filter(number=2).update(number=1),
    "entry_number_from_1": lambda: Entry.objects.filter(number=2).update(number=0),
    "one_entry_an_entry_no": lambda: Entry.objects.filter(entry_no=2).update(entry_no=1),
    "one_entry_a_player": lambda: Entry.objects.update(player=Entry.objects.earliest("pk").player),
    "entry_has_a_name": lambda: Entry.objects.update(name=""),
    "entry_leaves_after_joining": lambda: Entry.objects.update(joined=3, withdrawn=2),
    "one_round_a_number": lambda: Round.objects.update(number=1),
    "rounds_count_from_1": lambda: Round.objects.filter(number=1).update(number=0),
    "one_table_a_number": lambda: Table.objects.filter(number=2).update(number=1),
    "one_seat_a_round": lambda: _seat(1, 1).update(entry=_seat(2, 1).get().entry),
    "seats_count_from_1": lambda: _seat(1, 1).update(position=0),
    "seat_in_its_tables_round": lambda: _seat(1, 1).update(round=Round.objects.get(number=3)),
}
GAPS: dict[str, Callable[[], object]] = {
    "two sit in one place": lambda: _seat(1, 2).update(position=1),
    "a place is left out": lambda: _seat(1, 2).update(position=3),
    "who sat first is gone": lambda: _seat(1, 1).delete(),
    "who sat first has moved to another table": lambda: _seat(1, 1).update(
        table=_seat(2, 1).get().table, position=3
    ),
}


def _seat(table: int, position: int):
    return Seat.objects.filter(round__number=1, table__number=table, position=position)


@pytest.fixture
def event() -> Event:
    """Four players, two rounds of two tables each, and a third one that is still empty."""
    event = make_drawn_event(4)
    for _number in range(2):
        make_round(event)
    Round.objects.create(stage=event.stages.get(), number=3)
    return event


def refused(write: Callable[[], object]) -> str:
    """The name of the constraint that refuses the write, at once or when the transaction ends."""
    with pytest.raises(IntegrityError) as error, transaction.atomic():
        write()
        connection.check_constraints()
    return error.value.__cause__.diag.constraint_name


@pytest.mark.parametrize("constraint", BROKEN)
def test_the_database_refuses_what_cannot_be(constraint, event):
    assert refused(BROKEN[constraint]) == constraint


@pytest.mark.parametrize("gap", GAPS)
def test_the_seats_of_a_table_are_1_to_n(gap, event):
    assert refused(GAPS[gap]) == "seats_are_1_to_n"
