"""Who has no table in a published round: a latecomer who meets who has the bye, byes entered afterwards."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.models import Entry, Event
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.drafts.check_actions import check_again
from clubtornei.rounds.drafts.round_actions import draw_round
from clubtornei.rounds.models import Round, Table
from clubtornei.rounds.participation.attendance.actions import set_plans
from clubtornei.rounds.participation.entries.actions import enter
from clubtornei.rounds.state.round_check import Outcome, check_in
from clubtornei.text.untyped import Options
from pairing.checking import check
from pairing.registry import SYSTEM_SPECS
from scoring.record import record_of
from scoring.standings import standings
from tests.factories import make_all_results, make_drawn_event, make_player, make_round

pytestmark = pytest.mark.django_db(transaction=True)  # each step at a time of its own

SWISS: dict[str, Any] = {"system": "amalfi", "options": {"rounds": 5}}


def text(response: Any) -> str:
    return " ".join(response.content.decode().split())


def look_and_confirm(client: Client, event: Event, number: int, **chosen: Any) -> tuple[str, Any]:
    """The page of what would change, and the answer once that is confirmed."""
    address = reverse("rounds:missed", args=[event.slug, number])
    event.refresh_from_db()
    shown = text(client.get(address, chosen))
    return shown, client.post(address, {**chosen, "version": event.version}, follow=True)


def latecomer(event: Event) -> Entry:
    player = make_player(event.club, "Tardi Ugo")
    return enter(event, type(player).objects.filter(pk=player.pk), "").entries[0]


def bye_of(round_: Round) -> int:
    return round_.tables.get(number=None).seated[0].entry.entry_no


def points(event: Event, player: int) -> str | None:
    rows = standings(record_of(document_of(event), SYSTEM_SPECS))
    return next(row.values["points"] for row in rows if row.player == player)


@pytest.mark.parametrize("system", ["amalfi", "dutch", "club-swiss"])
def test_a_latecomer_meets_who_has_the_bye(club: Club, arbiter: Client, system: str) -> None:
    event = make_drawn_event(7, club, published=True, system=system, options={"rounds": 5})
    make_all_results(event, make_round(event), "1-0")
    second = make_round(event)
    check_again(event.pk, 1, 1)
    entry, resting = latecomer(event), bye_of(second)
    had = points(event, resting)
    assert entry.joined == 3

    chosen = {"late": entry.entry_no, "resting": resting, "white": "resting", "reason": "Treno in ritardo"}
    shown, answer = look_and_confirm(arbiter, event, 2, **chosen)

    assert "Che cosa cambia in classifica" in shown
    assert f"{had} →".replace(".", ",") in shown or "→" in shown
    assert "Il turno 2 è salvato." in text(answer)
    table = second.tables.get(number=4)
    assert [seat.entry.entry_no for seat in table.seated] == [resting, entry.entry_no]
    assert table.by_hand
    assert not second.tables.filter(number=None).exists()
    entry.refresh_from_db()
    assert entry.joined == 2
    checked = check_again(event.pk, 1, 2)
    assert checked
    assert checked.outcome == Outcome.BY_HAND
    assert [found.ok for found in check(document_of(event))] == [True, False]
    history = text(arbiter.get(reverse("rounds:history", args=[event.slug])))
    assert "perché a mano: Treno in ritardo" in history
    make_all_results(event, second, "1-0")
    draw_round(event, 3)
    assert entry.entry_no in set(
        Round.objects.of(event).get(number=3).seats.values_list("entry__entry_no", flat=True)
    )


def test_a_latecomer_cannot_take_the_place_of_who_plays(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(7, club, **SWISS)
    first = make_round(event)
    entry = latecomer(event)
    seated = first.tables.get(number=1).seated[0].entry.entry_no
    chosen = {"late": entry.entry_no, "resting": seated, "white": "late", "reason": ""}
    _shown, answer = look_and_confirm(arbiter, event, 1, **chosen)
    assert answer.status_code == 422
    assert first.tables.games().count() == 3


def test_a_bye_entered_afterwards_counts_and_later_rounds_stay(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(7, club, published=True, **SWISS)
    set_plans(event, 3, {1: "absent"})
    make_all_results(event, make_round(event), "1-0")
    make_round(event)
    for number in (1, 2):
        check_again(event.pk, 1, number)
    seated = list(Table.objects.filter(round__number=2).values_list("seats__entry", flat=True))

    shown, answer = look_and_confirm(arbiter, event, 1, player=3, plan="0.5")

    assert "<strong>½</strong>" in shown or "<strong>0,5</strong>" in shown
    assert "Il turno 1 è salvato." in text(answer)
    assert points(event, 3) == "0.5"
    assert seated == list(Table.objects.filter(round__number=2).values_list("seats__entry", flat=True))
    for number in (1, 2):
        check_again(event.pk, 1, number)
    outcomes = [check_in(round_.last_check) for round_ in Round.objects.of(event)]
    assert [found.outcome for found in outcomes if found] == [Outcome.EQUAL, Outcome.EARLIER]
    page = text(arbiter.get(reverse("rounds:round", args=[event.slug, 2])))
    assert "uguale quando è stato abbinato" in page

    look_and_confirm(arbiter, event, 1, player=3, plan="absent")
    assert points(event, 3) == "0"
    check_again(event.pk, 1, 1)


def test_the_bye_of_the_pairing_becomes_an_absence(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(7, club, published=True, **SWISS)
    first = make_round(event)
    check_again(event.pk, 1, 1)
    resting = bye_of(first)
    assert points(event, resting) == "1"
    look_and_confirm(arbiter, event, 1, player=resting, plan="absent")
    assert points(event, resting) == "0"
    checked = check_again(event.pk, 1, 1)
    assert checked
    assert checked.outcome == Outcome.EQUAL  # without the last, the others meet as they did


def test_what_has_changed_since_is_not_overwritten(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(7, club, **SWISS)
    set_plans(event, 3, {1: "absent"})
    make_round(event)
    address = reverse("rounds:missed", args=[event.slug, 1])
    answer = arbiter.post(address, {"player": 3, "plan": "1", "version": event.version - 1}, follow=True)
    assert "Intanto è cambiato qualcosa" in text(answer)
    assert points(event, 3) == "0"


@pytest.mark.parametrize(
    ("system", "options", "why"),
    [
        ("amalfi", {"rounds": 3}, "In questo turno tutti hanno un tavolo"),
        ("round-robin", {}, "Questo sistema non dà punti"),
    ],
)
def test_where_nothing_is_to_be_entered_it_says_why(
    club: Club, arbiter: Client, system: str, options: Options, why: str
) -> None:
    event = make_drawn_event(6, club, system=system, options=options)
    make_round(event)
    page = text(arbiter.get(reverse("rounds:missed", args=[event.slug, 1])))
    assert why in page
    assert ("nessuno riposa: iscrivilo, e gioca dal prossimo." in page) == (system == "amalfi")
    assert "Prima si vede che cosa cambia" not in page
