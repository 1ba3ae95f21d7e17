"""A round has another revision after each change of it, its tables or its seats; by it the round is kept."""

from collections.abc import Callable
from uuid import UUID

import pytest
from django.db import connection, transaction
from pytest_django import DjangoAssertNumQueries

from clubtornei.events.models import Event
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.models import Round, Seat, Table
from tests.factories import make_played_event, make_result, make_round

pytestmark = pytest.mark.django_db

CHANGES: dict[str, Callable[[], object]] = {
    "a round": lambda: Round.objects.filter(number=1).update(provisional=[[1, 1]]),
    "a round read earlier": lambda: Round.objects.get(number=1).save(),
    "a table": lambda: Table.objects.filter(round__number=1, number=1).update(forfeit=True),
    "a new table": lambda: Table.objects.create(round=Round.objects.get(number=1), number=9),
    "a seat": lambda: Seat.objects.filter(round__number=1, position=1).update(score=1),
    "a seat less": lambda: Seat.objects.filter(round__number=1, table__number=2).delete(),
}


def revisions() -> dict[int, UUID]:
    return dict(Round.objects.values_list("number", "revision"))


@pytest.fixture
def event() -> Event:
    """Two rounds of two tables."""
    return make_played_event(4, 2)


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_of(event: Event, change: str) -> None:
    before = revisions()
    CHANGES[change]()
    after = revisions()
    assert after[1] != before[1]
    assert after[2] == before[2]


def test_rounds_older_than_their_revisions_are_not_taken_for_each_other(event: Event) -> None:
    """PostgreSQL computes the default once a row where the migration adds the column to filled tables."""
    field = Round._meta.get_field("revision")
    connection.check_constraints()
    with connection.schema_editor() as editor:
        editor.remove_field(Round, field)
        editor.add_field(Round, field)
    assert len(set(revisions().values())) == 2


def test_what_is_taken_back_leaves_no_revision_that_comes_again(event: Event) -> None:
    table = Table.objects.get(round__number=1, number=1)
    written = []
    for outcome in (True, False):
        with transaction.atomic():
            Table.objects.filter(pk=table.pk).update(adjourned=outcome, forfeit=not outcome)
            written.append(revisions()[1])
            transaction.set_rollback(True)
    assert len({*written, revisions()[1]}) == 3


def test_only_changed_rounds_are_read_again(
    event: Event, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first = document_of(event, public=True)
    with django_assert_num_queries(3):
        again = document_of(event, public=True)
    assert again == first
    make_result(event, make_round(event), 1, "1-0")
    with django_assert_num_queries(5):
        later = document_of(event, public=True)
    before, after = first.stages[0].rounds, later.stages[0].rounds
    assert after[0] is before[0]
    assert len(after) == 3


def test_a_draw_that_was_taken_back_is_not_kept(event: Event) -> None:
    before = document_of(event)
    with transaction.atomic():
        Seat.objects.filter(round__number=2).update(score=None)
        assert document_of(event) != before
        transaction.set_rollback(True)
    connection.check_constraints()
    assert document_of(event) == before


def test_the_public_sees_no_unknown_keys_in_rounds_that_the_organiser_has_read(event: Event) -> None:
    Table.objects.update(extra={"telefono": "06 333"})
    assert "06 333" in str(document_of(event))
    assert "06 333" not in str(document_of(event, public=True))
