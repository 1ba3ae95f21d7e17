"""Published rounds derived again from the public document: what is kept with them, and what pages say."""

from datetime import datetime
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django_tasks_db.models import DBTaskResult
from pytest_django import DjangoAssertNumQueries

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.drafts.check_actions import check_again, check_for_reader, check_published
from clubtornei.rounds.drafts.edit_actions import change_draft
from clubtornei.rounds.drafts.edits import swap
from clubtornei.rounds.drafts.round_actions import publish
from clubtornei.rounds.models import Round, Seat
from clubtornei.rounds.results.actions import record_result
from clubtornei.rounds.state.round_check import Outcome, RoundCheck, check_in
from scoring.record import write
from tests.factories import make_drawn_event, make_user
from tests.rounds.drafts.draft_steps import AMALFI, SEATING, current_token, make_draft, seating_of

pytestmark = pytest.mark.django_db(transaction=True)  # each step at a time of its own

BERGER = {"system": "round-robin", "options": {}}


def work() -> None:
    """What a worker does with the tasks that wait."""
    for task in DBTaskResult.objects.ready():
        check_published.func(*task.args_kwargs["args"])
        task.delete()


def kept(event: Event, number: int) -> RoundCheck | None:
    return check_in(Round.objects.of(event).get(number=number).last_check)


def outcome(event: Event, number: int) -> Outcome:
    found = kept(event, number)
    assert found
    return found.outcome


def text(response: Any) -> str:
    return " ".join(response.content.decode().split())


def public(client: Client, event: Event, number: int) -> str:
    return text(client.get(reverse("public:pairings", args=[event.slug, number])))


def organisers(client: Client, event: Event, number: int) -> str:
    return text(client.get(reverse("rounds:round", args=[event.slug, number])))


def check_now(client: Client, event: Event, number: int) -> str:
    return text(client.post(reverse("rounds:check_round", args=[event.slug, number]), follow=True))


def swapped(club: Club) -> Event:
    """A round of which two players were exchanged before it was published."""
    event = make_draft(8, club, rounds_played=1, published=True)
    first, second = (seating_of(event)[number][0] for number in (1, 2))
    change_draft(event, 2, swap, first, second, expected=current_token(event))
    publish(event, 2)
    work()
    return event


def exchange(event: Event, number: int) -> None:
    """Two players of the round exchange seats in the database, behind the back of the site."""
    seats = Seat.objects.filter(round__stage__event=event, round__number=number, position=1)
    first, second = seats.order_by("table__number")[:2]
    entries = [second.entry_id, first.entry_id]
    with transaction.atomic():
        Seat.objects.filter(pk__in=[first.pk, second.pk]).delete()
        for seat, entry in zip((first, second), entries, strict=True):
            Seat.objects.create(table=seat.table, round=seat.round, entry_id=entry, position=1)


@pytest.mark.parametrize(
    ("players", "fields"), [(8, AMALFI), (6, BERGER), (13, SEATING)], ids=["amalfi", "berger", "seating"]
)
def test_a_round_as_drawn_is_equal(players: int, fields: dict[str, Any], club: Club, arbiter: Client) -> None:
    event = make_draft(players, club, published=True, **fields)
    publish(event, 1)
    assert kept(event, 1) is None
    assert "da verificare" in public(arbiter, event, 1)

    work()

    assert outcome(event, 1) == Outcome.EQUAL
    assert "rifatto e uguale" in public(arbiter, event, 1)
    assert "rifatto e uguale" in organisers(arbiter, event, 1)
    assert "rifatto e uguale" in text(arbiter.get(reverse("public:event", args=[event.slug])))


def test_a_calendar_published_at_once_is_one_task(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(4, club, published=True, **BERGER)
    arbiter.post(reverse("rounds:publish_all", args=[event.slug]))
    assert DBTaskResult.objects.ready().count() == 1
    work()
    assert [outcome(event, number) for number in (1, 2, 3)] == [Outcome.EQUAL] * 3


def test_a_round_made_by_hand_says_so_with_the_reason_of_the_arbiter(club: Club, arbiter: Client) -> None:
    event = swapped(club)
    assert outcome(event, 2) == Outcome.BY_HAND
    assert "L’arbitro non ha scritto il motivo." in public(arbiter, event, 2)
    page = organisers(arbiter, event, 2)
    assert page.index("Perché a mano?") < page.index('class="floor')  # beside what is to be done

    address = reverse("rounds:by_hand_reason", args=[event.slug, 2])
    arbiter.post(address, {"reason": " Due\nfratelli "})

    for page in (public(arbiter, event, 2), organisers(arbiter, event, 2)):
        assert "a mano" in page
        assert "Il motivo dell’arbitro: Due fratelli" in page
    history = text(arbiter.get(reverse("rounds:history", args=[event.slug])))
    assert "Turno 2, perché a mano: Due fratelli" in history
    for late in ({"reason": "x" * 201, "shown": "Due fratelli"}, {"reason": "Da una pagina di prima"}):
        arbiter.post(address, late)
    assert Round.objects.of(event).get(number=2).by_hand_reason == "Due fratelli"


def test_the_reason_is_asked_for_where_a_draft_was_changed(club: Club, arbiter: Client) -> None:
    event = make_draft(8, club, rounds_played=1, published=True)
    assert "Perché a mano?" not in organisers(arbiter, event, 2)
    first, second = (seating_of(event)[number][0] for number in (1, 2))
    change_draft(event, 2, swap, first, second, expected=current_token(event))
    page = organisers(arbiter, event, 2)
    assert (
        page.index("Modificata a mano") < page.index("Perché a mano?") < page.index("Torna all’abbinamento")
    )

    sent = {"expected": current_token(event), "reason": "Stessa famiglia"}
    arbiter.post(reverse("rounds:publish", args=[event.slug, 2]), sent)

    assert "Il motivo dell’arbitro: Stessa famiglia" in public(arbiter, event, 2)
    history = text(arbiter.get(reverse("rounds:history", args=[event.slug])))
    assert "Turno 2, perché a mano: Stessa famiglia" in history
    assert "Stessa famiglia" in write(document_of(event, public=True))


def test_a_table_changed_in_the_database_is_said_to_differ(club: Club, arbiter: Client) -> None:
    event = make_draft(8, club, rounds_played=1, published=True)
    publish(event, 2)
    work()
    exchange(event, 2)
    assert "da verificare" in organisers(arbiter, event, 2)

    page = check_now(arbiter, event, 2)

    assert outcome(event, 2) == Outcome.DIFFERENT
    assert "Rifatto dal documento pubblico, il turno 2 viene diverso." in page
    first = Round.objects.of(event).get(number=2).tables.get(number=1).seated
    names = " – ".join(seat.entry.name for seat in first)
    assert f"Tavolo 1: {names}, che le regole non danno." in page
    assert "Le regole danno: Giocatore" in page
    outside = public(arbiter, event, 2)
    assert "non verificato" in outside
    assert "le regole non danno" not in outside


def test_after_a_correction_the_round_was_equal_to_what_stood_then(club: Club, arbiter: Client) -> None:
    event = make_draft(8, club, rounds_played=1, published=True)
    publish(event, 2)
    work()
    table = Round.objects.of(event).get(number=1).tables.get(number=1)
    record_result(event, make_user(), table.pk, "0-1", correcting=True)

    assert "uguale quando è stato abbinato" in public(arbiter, event, 2)
    page = check_now(arbiter, event, 2)

    assert outcome(event, 2) == Outcome.EARLIER
    assert "con quelli di allora era uguale" in page
    assert "uguale quando è stato abbinato" in public(arbiter, event, 2)


def test_a_reader_has_it_derived_once_for_what_it_rests_on(club: Club, arbiter: Client) -> None:
    event = make_draft(8, club, rounds_played=1, published=True)
    publish(event, 2)

    def derived_at() -> datetime:
        return check_for_reader(document_of(event, public=True), 1, 2, event.version, None, stale=False).at

    first = derived_at()
    for table in Round.objects.of(event).get(number=2).tables.all():
        record_result(event, make_user(), table.pk, "1-0")  # changes the event, not what the round rests on
    assert derived_at() == first
    earlier = Round.objects.of(event).get(number=1).tables.get(number=1)
    record_result(event, make_user(), earlier.pk, "=-=", correcting=True)
    assert derived_at() > first
    assert "Turno 2, rifatto adesso" in text(
        arbiter.get(reverse("public:verify", args=[event.slug]) + "?round=2")
    )
    assert kept(event, 2) is None  # a reader writes nothing


def test_a_reader_who_asks_for_no_such_round_gets_the_list(club: Club, arbiter: Client) -> None:
    event = swapped(club)
    for asked in ("9", "0", "-1", "x", "9" * 30):
        page = text(arbiter.get(reverse("public:verify", args=[event.slug]) + f"?round={asked}"))
        assert "rifatto adesso" not in page
        assert "Turno 2" in page


@pytest.mark.parametrize("players", [8, 24])
def test_its_queries(players: int, club: Club, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    event = make_draft(players, club, published=True)
    publish(event, 1)
    with django_assert_num_queries(14):
        check_again(event.pk, 1, 1)
