"""Who plays the next round: the page with one tap a player, planned absences, requested byes."""

import re
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.documents.exporting import document_of, exported
from clubtornei.rounds.drafts.edit_actions import draw_by_hand
from clubtornei.rounds.drafts.round_actions import discard, draw_round, publish
from clubtornei.rounds.models import Round, Table
from clubtornei.rounds.participation.attendance.actions import set_plans
from clubtornei.rounds.participation.attendance.queries import (
    attendance_of,
    attendances,
    requested_bye_values,
)
from clubtornei.rounds.participation.entries.actions import enter
from clubtornei.rounds.participation.withdrawals.actions import come_back, withdraw
from pairing.checking import check
from pairing.registry import SYSTEM_SPECS
from scoring.record import read, record_of, write
from tests.evenings import make_evenings, make_scores
from tests.factories import (
    make_all_results,
    make_drawn_event,
    make_player,
    make_results,
    make_round,
    make_user,
)
from tests.markup import compact

pytestmark = pytest.mark.django_db

SWISS: dict[str, Any] = {"system": "amalfi", "options": {"rounds": 5}}
EVENING: dict[str, Any] = {"system": "seating", "scoring": "conversion-150"}


def page(client: Client, event: Event) -> str:
    return " ".join(client.get(reverse("rounds:attendance", args=[event.slug])).content.decode().split())


def tap(client: Client, event: Event, entry_no: int, number: int, plan: str, **headers: str) -> Any:
    address = reverse("rounds:tap", args=[event.slug, entry_no])
    return client.post(address, {"number": number, "plan": plan}, headers=headers)


def figures(text: str) -> dict[str, int]:
    """The figures at the head of the page: {"presenti": 9, …}."""
    return {word: int(count) for word, count in re.findall(r"<dt>([^<]+)</dt><dd>(\d+)</dd>", compact(text))}


def seated(round_: Round) -> set[int]:
    return set(round_.seats.filter(table__number__isnull=False).values_list("entry__entry_no", flat=True))


def test_a_tap_is_an_absence_and_another_one_takes_it_back(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(7, club, **SWISS)
    assert figures(page(arbiter, event)) == {"presenti": 7, "tavoli": 3, "riposa": 1, "assenti": 0}

    assert tap(arbiter, event, 3, 1, "absent").url == reverse("rounds:attendance", args=[event.slug])
    assert figures(page(arbiter, event)) == {"presenti": 6, "tavoli": 3, "assente": 1}

    tap(arbiter, event, 3, 1, "plays")
    assert figures(page(arbiter, event))["presenti"] == 7


def test_with_htmx_the_line_and_the_figures_come_back(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(6, club, **SWISS)
    text = tap(arbiter, event, 2, 1, "absent", **{"HX-Request": "true"}).content.decode()
    assert 'aria-pressed="false"' in text
    assert "hx-swap-oob" in text
    assert figures(" ".join(text.split())) == {"presenti": 5, "tavoli": 2, "riposa": 1, "assente": 1}
    assert "<html" not in text


def test_who_is_absent_is_not_paired_and_is_there_again_in_the_next_round(club: Club) -> None:
    event = make_drawn_event(6, club, **SWISS)
    set_plans(event, 4, {1: "absent"})
    first = make_round(event)
    assert seated(first) | set(first.seats.values_list("entry__entry_no", flat=True)) == {1, 2, 3, 5, 6}
    make_all_results(event, first)
    assert 4 in set(make_round(event).seats.values_list("entry__entry_no", flat=True))


def test_who_was_absent_is_asked_about_before_the_next_round(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(7, club, **SWISS)
    for entry_no in (4, 6):
        set_plans(event, entry_no, {1: "absent"})
    draw_round(event, 1)
    draft = arbiter.get(reverse("rounds:round", args=[event.slug, 1])).text
    assert re.search(r"Assenti:.*Giocatore 004.*Giocatore 006", compact(draft))
    make_all_results(event, publish(event, 1))
    set_plans(event, 6, {2: "absent"})

    asked = "Assente al turno 1: Giocatore 004. Qui è di nuovo presente: se manca ancora, togli la spunta."
    assert asked in page(arbiter, event)
    hall = arbiter.get(reverse("rounds:event", args=[event.slug]), follow=True).text
    assert "Non gioca il turno 2, ma resta in torneo: Giocatore 006." in hall
    assert "Non ha giocato il turno 1, e ora si abbina: Giocatore 004." in hall


def test_who_lost_by_forfeit_is_named_before_the_next_round(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(6, club, **SWISS)
    round_ = make_round(event)
    make_results(event, round_, ["--+", "1-0", "1-0"], make_user())
    absent = event.entries.get(seats__table__forfeit=True, seats__position=1)

    named = f"Non si è presentato al turno 1: {absent.name}."
    where = "Chi manca ancora si segna in «Chi gioca»."
    desk = arbiter.get(reverse("rounds:event", args=[event.slug]), follow=True).text
    assert named in page(arbiter, event)
    assert where not in page(arbiter, event)  # which that is
    assert f"{named} {where}" in desk
    assert ">Chi gioca</a>&nbsp;·" in desk

    set_plans(event, absent.entry_no, {2: "absent"})
    assert named not in page(arbiter, event)


def test_a_bye_asked_for_is_in_the_round_with_its_points(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(6, club, **SWISS)
    assert [str(points) for points in requested_bye_values(event.stages.get())] == ["0.5", "1", "0"]
    address = reverse("rounds:plans", args=[event.slug, 4])
    answer = arbiter.post(address, {f"round-{n}": "0.5" if n == 1 else "plays" for n in range(1, 6)})
    assert answer.status_code == 302
    assert figures(page(arbiter, event)) == {
        "presenti": 5,
        "tavoli": 2,
        "riposa": 1,
        "assenti": 0,
        "riposo a richiesta": 1,
    }

    round_ = make_round(event)

    asked = Table.objects.get(round=round_, requested=True)
    assert [(seat.entry.entry_no, seat.score) for seat in asked.seats.all()] == [(4, Decimal("0.5"))]
    assert 4 not in seated(round_)
    assert record_of(document_of(event), SYSTEM_SPECS).rounds[0].byes[-1].requested


def test_a_round_paired_by_hand_has_the_byes_asked_for_too(club: Club) -> None:
    event = make_drawn_event(6, club, **SWISS)
    set_plans(event, 4, {1: Decimal("0.5")})
    round_ = draw_by_hand(event, 1)
    assert [(table.requested, table.number) for table in round_.tables.all()] == [(True, None)]


def test_absences_are_announced_for_later_rounds_too(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(6, club, **SWISS)
    address = reverse("rounds:plans", args=[event.slug, 1])
    arbiter.post(address, {f"round-{n}": "absent" if n in (2, 4) else "plays" for n in range(1, 6)})
    assert sorted(event.entries.get(entry_no=1).absent) == [2, 4]
    # A plan that is not on the form is refused, and nothing is written.
    assert arbiter.post(address, {f"round-{n}": "9" for n in range(1, 6)}).status_code == 422
    assert sorted(event.entries.get(entry_no=1).absent) == [2, 4]


def test_who_came_during_a_draft_plays_that_round_once_it_is_discarded(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(5, club, **SWISS)
    draw_round(event, 1)
    enter(event, [make_player(club, "Rossi Remo")])
    text = page(arbiter, event)
    assert "quello che segni adesso vale dal turno 2" in text
    discard(event, 1)
    assert figures(page(arbiter, event)) == {"presenti": 6, "tavoli": 3, "assenti": 0}
    assert seated(make_round(event)) == {1, 2, 3, 4, 5, 6}
    assert document_of(event).players[-1].joined == 1


@pytest.mark.parametrize("published", [True, False])
def test_a_round_that_is_paired_takes_no_absence(club: Club, arbiter: Client, published: bool) -> None:
    event = make_drawn_event(6, club, **SWISS)
    make_round(event, published=published)
    remedy = "perde per forfait" if published else "scartala"
    with pytest.raises(ActionRefused, match=remedy):
        set_plans(event, 2, {1: "absent"})
    answer = tap(arbiter, event, 2, 1, "absent", **{"HX-Request": "true"})
    assert answer.headers["HX-Redirect"] == reverse("rounds:attendance", args=[event.slug])
    assert ("Scarta la bozza" in page(arbiter, event)) is not published
    assert event.entries.get(entry_no=2).absent == []


def test_a_round_that_is_not_planned_takes_no_absence(club: Club) -> None:
    event = make_drawn_event(6, club, **SWISS)
    with pytest.raises(ActionRefused, match="turno 6 non è in programma"):
        set_plans(event, 2, {6: "absent"})
    with pytest.raises(ActionRefused, match="ricarica la pagina"):
        set_plans(event, 99, {1: "absent"})


def test_where_the_calendar_has_everybody_the_page_says_what_to_do(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(6, club)
    text = page(arbiter, event)
    assert "rinvia la sua partita" in text
    assert "aria-pressed" not in text
    with pytest.raises(ActionRefused, match="calendario è fissato"):
        set_plans(event, 2, {1: "absent"})


def test_a_knockout_knows_no_byes_on_request_but_absences(club: Club) -> None:
    event = make_drawn_event(4, club, system="knockout")
    with pytest.raises(ActionRefused, match="non ci sono riposi a richiesta"):
        set_plans(event, 2, {1: Decimal("0.5")})
    set_plans(event, 2, {1: "absent"})
    table = make_round(event).tables.get(seats__entry__entry_no=2)
    assert (table.forfeit, table.seats.get(entry__entry_no=2).score) == (True, 0)


def test_a_club_evening_is_drawn_from_those_who_are_there(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(14, club, **EVENING)
    for entry_no in (3, 8):
        tap(arbiter, event, entry_no, 1, "absent")
    assert figures(page(arbiter, event)) == {"presenti": 12, "assenti": 2}
    assert seated(make_round(event)) == set(range(1, 15)) - {3, 8}


def test_who_withdraws_is_out_of_the_next_rounds_and_may_return(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(7, club, **SWISS)
    make_all_results(event, make_round(event))
    third = event.entries.get(entry_no=3)

    withdraw(event, third.pk, 2)

    assert "Torna in gioco" in page(arbiter, event)
    second = make_round(event)
    assert 3 not in set(second.seats.values_list("entry__entry_no", flat=True))
    make_all_results(event, second)
    come_back(event, third.pk)
    now = attendance_of(event.stages.get(), event.entries.get(entry_no=3))
    assert (now.withdrawn, now.absent) == (None, {2})
    assert 3 in set(make_round(event).seats.values_list("entry__entry_no", flat=True))


def test_nobody_leaves_a_round_that_cannot_be_paired_again(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(6, club, **SWISS)
    make_round(event, published=False)
    with pytest.raises(ActionRefused, match="scarta la bozza"):
        withdraw(event, event.entries.get(entry_no=3).pk, 1)
    preview = arbiter.get(reverse("rounds:withdraw", args=[event.slug]), {"player": 3, "round": 2})
    assert "non viene più abbinato dal turno 2" in preview.content.decode()


def test_a_later_stage_keeps_its_own_absences(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(8, club)
    event.stages.create(
        number=2, system="amalfi", scoring="game", options={"rounds": 3}, entrants=[1, 2, 3, 4, 5, 6]
    )
    tap(arbiter, event, 2, 1, "absent")
    withdraw(event, event.entries.get(entry_no=5).pk, 1)
    set_plans(event, 6, {1: Decimal("0.5"), 2: "absent"})

    stage = event.stages.get(number=2)
    assert stage.absences == {"2": [1], "6": [1, 2]}
    assert stage.withdrawals == {"5": 1}
    assert stage.requested_byes == {"6": {"1": Decimal("0.5")}}
    assert {one.entry.entry_no for one in attendances(stage) if not one.plays(1)} == {2, 5, 6}
    assert event.entries.get(entry_no=2).absent == []
    with pytest.raises(ActionRefused, match="ricarica la pagina"):
        set_plans(event, 8, {1: "absent"})
    assert figures(page(arbiter, event)) == {
        "presenti": 3,
        "tavolo": 1,
        "riposa": 1,
        "assente": 1,
        "riposo a richiesta": 1,
    }


def everybody(client: Client, event: Event, plan: str, number: int = 1) -> Any:
    return client.post(reverse("rounds:everybody", args=[event.slug]), {"number": number, "plan": plan})


def test_all_absent_and_then_a_tap_on_each_who_comes(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(9, club, **EVENING)
    withdraw(event, event.entries.get(entry_no=9).pk, 1)
    everybody(arbiter, event, "absent")
    assert figures(page(arbiter, event)) == {"presenti": 0, "assenti": 8}
    for entry_no in (1, 2, 3, 4):
        tap(arbiter, event, entry_no, 1, "plays")
    assert seated(make_round(event)) == {1, 2, 3, 4}


def test_all_absent_leaves_requested_byes_and_later_rounds_alone(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(6, club, **SWISS)
    set_plans(event, 2, {1: Decimal("0.5"), 2: "absent"})
    set_plans(event, 3, {2: "absent"})
    everybody(arbiter, event, "absent")
    assert event.stages.get().requested_byes == {"2": {"1": Decimal("0.5")}}
    assert event.entries.get(entry_no=3).absent == [1, 2]
    everybody(arbiter, event, "plays")
    assert (event.entries.get(entry_no=2).absent, event.entries.get(entry_no=3).absent) == ([1, 2], [2])


def test_nobody_is_marked_once_paired_nor_in_a_knockout(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(8, club, **EVENING)
    make_round(event)
    everybody(arbiter, event, "absent")
    bracket = make_drawn_event(8, club, system="knockout")
    everybody(arbiter, bracket, "absent")
    for unchanged in (event, bracket):
        assert not unchanged.entries.exclude(absent=[]).exists()
    assert "Tutti assenti" not in page(arbiter, bracket)


@pytest.mark.parametrize("players", [5, 30])
def test_queries_absent(club: Club, arbiter: Client, players: int, django_assert_num_queries: Any) -> None:
    event = make_drawn_event(players, club, **EVENING)
    with django_assert_num_queries(12):
        everybody(arbiter, event, "absent")


def sent_by_the_page(client: Client, event: Event) -> dict[str, list[str]]:
    """What its button “Abbina” sends."""
    text = page(client, event)
    fields = {name: re.findall(rf'name="{name}" value="(\d+)"', text) for name in ("playing", "bye")}
    return {"number": ["1"], "attendance": ["1"], **fields}


def test_a_page_that_shows_others_than_play_now_pairs_nobody(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(7, club, **SWISS)
    set_plans(event, 5, {1: 1})
    shown = sent_by_the_page(arbiter, event)
    draw = reverse("rounds:draw_next", args=[event.slug])
    set_plans(event, 2, {1: "absent"})  # a colleague
    set_plans(event, 5, {1: "plays"})

    said = " ".join(arbiter.post(draw, shown, follow=True).text.split())

    assert "Chi gioca: non più Giocatore 002. Chi gioca: ora anche Giocatore 005." in said
    assert "Riposo a richiesta: è cambiato per Giocatore 005. Guarda, e se serve abbina di nuovo." in said
    assert not Round.objects.of(event).exists()
    arbiter.post(draw, {**sent_by_the_page(arbiter, event), "playing": [10**30]}, follow=True)
    assert not Round.objects.of(event).exists()
    arbiter.post(draw, sent_by_the_page(arbiter, event))
    assert (
        "Intanto è cambiato chi gioca" in arbiter.post(draw, shown, follow=True).text
    )  # it is drawn already
    assert seated(Round.objects.of(event).get()) == {1, 3, 4, 5, 6, 7}


def test_a_forged_form_names_only_players_of_the_event_and_not_all(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(12, club, **SWISS)
    draw = reverse("rounds:draw_next", args=[event.slug])
    forged = {"number": ["1"], "attendance": ["1"], "playing": [str(number) for number in range(90, 400)]}

    said = " ".join(arbiter.post(draw, forged, follow=True).text.split())

    names = ", ".join(f"Giocatore {number:03}" for number in range(1, 9))
    assert f"Intanto è cambiato chi gioca. Chi gioca: ora anche {names} e altri 4. Guarda" in said


def test_the_number_of_tables_is_chosen_evening_by_evening(club: Club, arbiter: Client) -> None:
    event = make_evenings(20, 1, club)
    shown = page(arbiter, event)
    assert re.findall(r'<option value="(\d*)" (selected)?>(.*?)</option>', shown) == [
        ("", "selected", "5 tavoli (5 da 4)"),
        ("4", "", "4 tavoli (4 da 5)"),
    ]
    draw = reverse("rounds:draw_next", args=[event.slug])
    refused = arbiter.post(draw, {"number": "2", "tables": "3"}, follow=True)
    assert "in 20 ci si siede a 4, 5 tavoli, non a 3." in refused.text
    assert "«x» non è un numero" in arbiter.post(draw, {"number": "2", "tables": "x"}, follow=True).text
    endless = arbiter.post(draw, {"number": "2", "tables": "7" * 3000}, follow=True).text
    assert f"«{'7' * 79}…» non è un numero" in endless
    assert event.stages.get().rounds.count() == 1
    arbiter.post(draw, {"number": "2", "tables": "4"})
    assert sizes(event, 1) == [4, 4, 4, 4, 4] and sizes(event, 2) == [5, 5, 5, 5]
    assert event.stages.get().options == {"tables_by_round": [0, 4]}
    make_scores(event, publish(event, 2))
    make_scores(event, publish(event, draw_round(event, 3).number))
    assert sizes(event, 3) == [4, 4, 4, 4, 4]
    assert all(checked.ok for checked in check(read(write(exported(event)), SYSTEM_SPECS)))


def sizes(event: Event, number: int) -> list[int]:
    tables = event.stages.get().rounds.get(number=number).tables.order_by("number")
    return [table.seats.count() for table in tables]
