"""Where the rules allow no round: the ways out that the arbiter is offered, and their effect."""

import html
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.documents.exporting import exported
from clubtornei.rounds.drafts.refusals import RoundNotPossible
from clubtornei.rounds.drafts.round_actions import discard, draw_round
from clubtornei.rounds.models import Round, Table
from clubtornei.rounds.participation.withdrawals.actions import withdraw
from pairing.checking import check
from pairing.registry import SYSTEM_SPECS
from scoring.record import read, write
from tests.factories import make_all_results, make_drawn_event, make_result, make_round
from tests.markup import compact

pytestmark = pytest.mark.django_db


def two_who_have_met(club: Club) -> Event:
    """A club Swiss where only two players are left, who have met already."""
    event = make_drawn_event(4, club, system="club-swiss")
    first = make_round(event)
    make_all_results(event, first)
    met = set(first.tables.get(number=1).seats.values_list("entry__entry_no", flat=True))
    for entry in event.entries.exclude(entry_no__in=met):
        withdraw(event, entry.pk, 2)
    return event


def draw(client: Client, event: Event, **data: Any) -> Any:
    return client.post(reverse("rounds:draw_next", args=[event.slug]), data)


def words(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def test_the_option_that_helps_is_offered_and_set(club: Club, arbiter: Client) -> None:
    event = two_who_have_met(club)
    refused = draw(arbiter, event, number=2)
    assert refused.status_code == 422
    assert "Incontri ripetuti" in words(refused)
    assert 'name="remedy" value="repeats"' in words(refused)
    assert reverse("rounds:draw_by_hand", args=[event.slug]) in words(refused)
    assert event.stages.get().options == {}

    done = draw(arbiter, event, number=2, remedy="repeats")

    assert done.url == reverse("rounds:round", args=[event.slug, 2])
    assert event.stages.get().options == {"repeats": True}
    rounds = list(check(read(write(exported(event)), SYSTEM_SPECS)))
    assert [found.ok for found in rounds] == [True, True]


def test_an_option_set_for_good_is_a_change_of_rules(club: Club, arbiter: Client, client: Client) -> None:
    event = two_who_have_met(club)
    Event.objects.filter(pk=event.pk).update(published=True)
    assert "è un cambio di regole" in words(draw(arbiter, event, number=2))

    for _again in range(2):
        draw(arbiter, event, number=2, remedy="repeats")
        discard(event, 2)

    public = html.unescape(compact(client.get(f"/t/{event.slug}/rules/").text))
    assert (
        public.count("dopo la pubblicazione del turno 1:</p><ul><li>Incontri ripetuti: da no a sì.</li>") == 1
    )
    reason = public.partition("Motivo: «Il turno 2 non si può abbinare senza ripetere incontri: ")[2]
    assert "L’arbitro" not in reason.partition("»")[0]


def test_another_option_than_the_one_that_helps_is_not_set(club: Club) -> None:
    event = two_who_have_met(club)
    for remedy in ("waive_colours", "nothing"):
        with pytest.raises(RoundNotPossible):
            draw_round(event, 2, remedy=remedy)
    assert event.stages.get().options == {}


def test_no_option_is_set_where_the_round_can_be_paired_without(club: Club) -> None:
    event = make_drawn_event(4, club, system="club-swiss")
    draw_round(event, 1, remedy="repeats")
    assert event.stages.get().options == {}


def test_colours_are_waived_for_that_round_only(club: Club, arbiter: Client) -> None:
    """Only 1 and 2 are left and both have had White twice: neither may have it again."""
    event = make_drawn_event(4, club, system="amalfi", options={"rounds": 4})
    for _number in range(2):
        round_ = make_round(event)
        for entry_no in (1, 2):
            give_white(round_.tables.get(seats__entry__entry_no=entry_no), entry_no)
        make_all_results(event, round_)
    for entry in event.entries.filter(entry_no__in=[3, 4]):
        withdraw(event, entry.pk, 3)

    refused = draw(arbiter, event, number=3)
    assert 'value="waive_colours"' in words(refused)
    draw(arbiter, event, number=3, remedy="waive_colours")

    assert event.stages.get().options == {"rounds": 4, "waive_colours": [3]}
    event.refresh_from_db()
    assert event.rule_changes == []
    assert "è un cambio di regole" not in words(refused)
    assert set(
        Round.objects.get(stage__event=event, number=3).seats.values_list("entry__entry_no", flat=True)
    ) == {1, 2}


@pytest.fixture
def all_have_met(club: Club) -> Event:
    """Four players who have met in three of five rounds."""
    event = make_drawn_event(4, club, system="dutch", options={"rounds": 5})
    for _number in range(3):
        make_all_results(event, make_round(event), "1-0")
    return event


def test_where_all_have_met_the_event_may_end(all_have_met: Event, arbiter: Client) -> None:
    text = words(draw(arbiter, all_have_met, number=4))
    assert "Sono previsti 5 turni, e i giocatori sono 4." in text
    assert "Concludi dopo il turno 3: chiudi il torneo" in text
    address = reverse("rounds:close", args=[all_have_met.slug])
    assert f'href="{address}"' in text
    assert arbiter.post(address, {"unfinished": "on", "level": "on"}).status_code == 302
    all_have_met.refresh_from_db()
    assert all_have_met.closed


def test_the_end_is_not_offered_where_an_option_or_a_result_helps(club: Club, arbiter: Client) -> None:
    assert "Concludi" not in words(draw(arbiter, two_who_have_met(club), number=2))
    event = make_drawn_event(4, club, system="amalfi", options={"rounds": 3})
    make_round(event)
    assert "Concludi" not in words(draw(arbiter, event, number=2))


@transaction.atomic
def give_white(table: Table, entry_no: int) -> None:
    """Seat the player first at the table, as an arbiter could by hand."""
    for seat in table.seats.select_related("entry"):
        seat.position = 1 if seat.entry.entry_no == entry_no else 2
        seat.save()


def test_a_missing_result_is_named_and_nobody_may_go_on_without(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(6, club, system="amalfi", options={"rounds": 3})
    round_ = make_round(event)
    for table in (1, 3):
        make_result(event, round_, table, "1-0")

    text = words(draw(arbiter, event, number=2, unfinished=1))

    assert "Mancano risultati che servono agli abbinamenti" in text
    assert "Turno 1, tavolo 2" in text
    assert 'name="unfinished"' not in text
    assert "Una partita aggiornata non ferma" in text
    assert "va finita, o decisa" not in text
    # The games of absent players need not be finished.
    for seat in round_.tables.get(number=2).seats.all():
        withdraw(event, seat.entry.pk, 2)
    assert draw(arbiter, event, number=2).status_code == 302


@pytest.mark.parametrize("system", ["amalfi", "club-swiss", "dutch", "knockout"])
def test_prohibited_meetings_that_prevent_a_round_are_named(system: str, club: Club, arbiter: Client) -> None:
    options = {"rounds": 3} if system in ("amalfi", "dutch") else {}
    event = make_drawn_event(2, club, system=system, options=options)
    event.stages.update(prohibited=[{"players": [1, 2]}])
    refused = draw(arbiter, event, number=1)
    assert refused.status_code == 422
    assert "Giocatore 001 – Giocatore 002" in words(refused)
    assert reverse("rounds:draw_by_hand", args=[event.slug]) in words(refused)
    assert not Round.objects.exists()
