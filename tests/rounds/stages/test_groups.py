"""Parallel groups at the start: made, formed by the numbers, played, exported; and the names of stages."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.models import Entry, Event, NumberingMethod
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.documents.exporting import document_of, exported
from clubtornei.rounds.documents.importing import import_event
from clubtornei.rounds.drafts.round_actions import discard, draw_round, publish, take_back
from clubtornei.rounds.models import Seat, Table
from clubtornei.rounds.numbers.actions import cancel_draw, draw_at_once
from clubtornei.rounds.numbers.numbering import methods_of
from clubtornei.rounds.participation.entries.actions import enter
from clubtornei.rounds.participation.entries.late_entry_queries import openings_of
from clubtornei.rounds.results.actions import record_result
from clubtornei.rounds.stages import actions, entrant_actions
from clubtornei.rounds.stages.entrant_queries import stage_entrants_of
from clubtornei.rounds.state.next_step import next_step
from pairing.checking import check
from pairing.registry import SYSTEM_SPECS
from scoring.final import final_standings
from scoring.record import read, record_of, write
from scoring.standings import standings
from tests.factories import make_entered_event, make_event, make_player, make_user
from tests.rounds.staged import decide_ties


def make_groups(players: int, groups: int, club: Club | None = None, **fields: Any) -> Event:
    """Groups of a round robin by serpentine, with their numbers drawn, and a final of the firsts."""
    event = make_entered_event(players, club, **fields)
    actions.split_into_groups(event, groups, "serpentine")
    event.stages.create(
        number=groups + 1,
        name="Finale",
        system="round-robin",
        scoring="game",
        ranking=["points"],
        qualification={"first_of": {"stages": list(range(1, groups + 1)), "to": 1}},
    )
    draw_at_once(event, NumberingMethod.RANDOM)
    event.refresh_from_db()
    return event


def play_all(event: Event, stage: int) -> None:
    """Every round of the stage: who is first named wins."""
    user = make_user()
    for number in (1, 2, 3):
        round_ = publish(event, draw_round(event, number, stage=stage).number, stage=stage)
        for table in round_.tables.games():
            record_result(event, user, table.pk, "1-0")


def test_everybody_plays_in_one_group_that_his_number_says(db: None) -> None:
    event = make_groups(9, 3)
    by_number = dict(event.entries.values_list("number", "entry_no"))
    serpentine = ([1, 6, 7], [2, 5, 8], [3, 4, 9])
    assert [stage.entrants for stage in event.stages.order_by("number")[:3]] == [
        [by_number[number] for number in numbers] for numbers in serpentine
    ]
    assert [stage.name for stage in event.stages.order_by("number")] == [
        "Gruppo A",
        "Gruppo B",
        "Gruppo C",
        "Finale",
    ]
    why = stage_entrants_of(document_of(event), 2).entrants[1].why
    assert why == "Ha il numero 5: nella serpentina di 3 gruppi gli tocca il 2°."


def test_rounds_of_all_groups_are_drawn_before_anybody_waits_for_results(db: None) -> None:
    event = make_groups(9, 3)
    asked = []
    for stage in (1, 2, 3):
        step = next_step(event)
        asked.append((step.code, step.stage))
        publish(event, draw_round(event, 1, stage=stage).number, stage=stage)
    asked.append((next_step(event).code, next_step(event).stage))
    assert asked == [("pair", 1), ("pair", 2), ("pair", 3), ("results", 1)]


def test_every_group_has_its_pages(club: Club, arbiter: Client) -> None:
    event = make_groups(9, 3, club)
    publish(event, draw_round(event, 1, stage=1).number, stage=1)
    current = arbiter.get(reverse("rounds:round", args=[event.slug, 1, 1])).text
    for group in ("Gruppo A", "Gruppo B", "Gruppo C"):
        assert group in current
    assert "Turno 1" in current
    assert "Cambia nome" in arbiter.get(reverse("rounds:stages", args=[event.slug])).text
    assert arbiter.get(reverse("rounds:stage_remove", args=[event.slug, 3])).status_code == 404
    with pytest.raises(ActionRefused, match="già cominciata"):
        entrant_actions.decline(event, 2, event.stages.get(number=2).entrants[0], True)


def test_the_firsts_of_the_groups_play_the_final_and_the_document_says_the_same(club: Club) -> None:
    event = make_groups(9, 3, club)
    for stage in (1, 2, 3):
        play_all(event, stage)
    assert next_step(event).code == "qualify"
    entrants = stage_entrants_of(document_of(event), 4)
    firsts = [first_of(event, stage) for stage in (1, 2, 3)]
    assert entrants.entry_nos == firsts
    decide_ties(event, 4)
    entrant_actions.begin_stage(event, 4)
    play = event.stages.get(number=4)
    assert play.entrants == firsts
    document = exported(event)
    again = import_event(club, read(write(document), SYSTEM_SPECS))
    assert exported(again).stages == document.stages
    assert all(checked.ok for checked in check(read(write(document), SYSTEM_SPECS)))
    assert [stage.entry for stage in document.stages[:3]] == [
        {"deal": {"group": group, "of": 3, "by": "serpentine"}} for group in (1, 2, 3)
    ]
    assert {row.player for row in final_standings(document, SYSTEM_SPECS)[:3]} == set(firsts)


def first_of(event: Event, stage: int) -> int:
    return standings(record_of(document_of(event), SYSTEM_SPECS, stage))[0].player


def test_cancelling_the_draw_dissolves_the_groups(db: None) -> None:
    event = make_groups(8, 2)
    with pytest.raises(ActionRefused, match="annullando il sorteggio"):
        entrant_actions.take_back_start(event, 2)
    with pytest.raises(ActionRefused, match="già formati"):
        openings_of(event)
    cancel_draw(event)
    event.refresh_from_db()
    assert {tuple(stage.entrants or ()) for stage in event.stages.all()} == {()}
    assert "quando si danno i numeri" in stage_entrants_of(document_of(event), 2).problem
    with pytest.raises(ActionRefused, match="quando si danno i numeri"):
        entrant_actions.begin_stage(event, 2)


def test_groups_are_made_on_the_page_of_the_stages(club: Club, arbiter: Client) -> None:
    event = make_entered_event(8, club)
    page = reverse("rounds:stages", args=[event.slug])
    assert "Dividi in gruppi" in arbiter.get(page).text
    split = reverse("rounds:stage_split", args=[event.slug])
    wrong = arbiter.post(split, {"groups": "1", "by": "lot"}, follow=True)
    assert "Gruppi: " in wrong.text and event.stages.count() == 1
    shown = arbiter.post(split, {"groups": "2", "by": "numbers"}, follow=True)
    assert "Gruppo A" in shown.text and "Gruppo B" in shown.text and "Dividi in gruppi" not in shown.text
    before = arbiter.get(reverse("rounds:stage", args=[event.slug, 1]))
    assert "quando si danno i numeri" in before.text
    draw_at_once(event, NumberingMethod.RANDOM)
    after = arbiter.get(reverse("rounds:stage", args=[event.slug, 1]))
    assert "Ha il numero 3" in after.text and "Annulla la partenza" not in after.text
    assert arbiter.get(reverse("rounds:event", args=[event.slug, 1])).status_code == 200
    assert "Giocatore 008" in arbiter.get(reverse("rounds:draw", args=[event.slug])).text


def test_who_was_to_play_in_a_group_taken_away_plays_in_another(club: Club, arbiter: Client) -> None:
    event = make_entered_event(9, club)
    actions.split_into_groups(event, 3, "numbers")
    answer = arbiter.post(reverse("rounds:stage_remove", args=[event.slug, 3]), follow=True)
    assert "I giocatori si dividono fra i gruppi che restano." in answer.text
    draw_at_once(event, NumberingMethod.RANDOM)
    assert [len(stage.entrants) for stage in event.stages.order_by("number")] == [5, 4]
    cancel_draw(event)
    actions.remove_stage(event, 2)
    assert event.stages.get().qualification is None


def test_nobody_is_left_out_of_all_groups_without_a_word(club: Club) -> None:
    """The rule of one group was changed by hand, and not that of the others."""
    event = make_entered_event(9, club)
    actions.split_into_groups(event, 3, "numbers")
    event.stages.filter(number=2).update(qualification={"deal": {"group": 1, "of": 3, "by": "numbers"}})
    with pytest.raises(ActionRefused, match="Di ogni gruppo"):
        draw_at_once(event, NumberingMethod.RANDOM)
    event.refresh_from_db()
    assert (event.drawn, event.entries.exclude(number=None).count()) == (False, 0)


def test_before_the_draw_the_whole_first_stage_can_be_changed(club: Club, arbiter: Client) -> None:
    event = make_event(club)
    change = reverse("rounds:stage_change", args=[event.slug, 1])
    shown = arbiter.get(change)
    assert "giocano tutti gli iscritti" in shown.text and "Gruppi paralleli" in shown.text
    assert "Wild card" not in shown.text
    data = {"name": "Gironi", "entry-group_group": "1", "entry-group_of": "2", "entry-group_by": "lot"}
    form = {"option-cycles": "1", "scoring": "game", "shown": "game", "ranking": "points", **data}
    saved = arbiter.post(change, {**form, **{f"scoring-{name}": value for name, value in WORTH.items()}})
    assert saved.status_code == 302, saved.text
    assert event.stages.get(number=1).qualification == {"deal": {"group": 1, "of": 2, "by": "lot"}}
    assert event.stages.get(number=1).name == "Gironi"


WORTH = {"win": "1", "draw": "0.5", "loss": "0"}


def make_swiss_groups(players: int, club: Club | None = None, system: str = "amalfi") -> Event:
    """Two groups of a Swiss system, with their numbers given and round 1 published."""
    options = {"rounds": 3} if system == "amalfi" else {}
    event = make_entered_event(players, club, system=system, options=options, ranking=["points"])
    actions.split_into_groups(event, 2, "serpentine")
    draw_at_once(event, methods_of(event.stages.get(number=1))[0])
    for stage in (1, 2):
        publish(event, draw_round(event, 1, stage=stage).number, stage=stage)
    event.refresh_from_db()
    return event


def late_entry(event: Event, name: str, **fields: Any) -> Entry:
    [entry] = enter(event, [make_player(event.club, name, **fields)]).entries
    return entry


def entrants_of(event: Event, stage: int) -> list[int]:
    return event.stages.get(number=stage).entrants or []


@pytest.mark.parametrize("system", ["amalfi", "club-swiss"])
def test_a_late_entry_plays_in_the_smallest_group_from_its_next_round(club: Club, system: str) -> None:
    event = make_swiss_groups(9, club, system)
    user = make_user()
    late = late_entry(event, "Tardi Ugo", fide_rating=2300)
    assert (len(entrants_of(event, 1)), entrants_of(event, 2)[-1]) == (5, late.entry_no)
    for stage in (1, 2):
        for table in Table.objects.filter(round__stage__number=stage, round__stage__event=event).games():
            record_result(event, user, table.pk, "1-0")
        publish(event, draw_round(event, 2, stage=stage).number, stage=stage)
    seats = Seat.objects.filter(entry=late)
    assert [(seat.round.stage.number, seat.round.number) for seat in seats] == [(2, 2)]
    document = exported(event)
    assert all(checked.ok for checked in check(read(write(document), SYSTEM_SPECS)))
    assert exported(import_event(club, read(write(document), SYSTEM_SPECS))).stages == document.stages
    whys = {entrant.player.id: entrant.why for entrant in stage_entrants_of(document, 2).entrants}
    assert whys[late.entry_no] == "Ha cominciato quando i gruppi erano già formati."
    assert "no_longer" not in whys.values()


def test_several_late_entries_keep_the_groups_even(db: None) -> None:
    event = make_swiss_groups(8)
    players = [make_player(event.club, f"Tardi {letter}") for letter in "ABC"]
    change = enter(event, players)
    assert change.groups == ("Gruppo A", "Gruppo B", "Gruppo A")
    assert {len(entrants_of(event, stage)) for stage in (1, 2)} == {5, 6}


def test_the_arbiter_chooses_another_group_for_who_has_just_entered(club: Club, arbiter: Client) -> None:
    event = make_swiss_groups(9, club)
    player = make_player(club, "Tardi Ugo")
    shown = arbiter.get(reverse("rounds:entries", args=[event.slug]), {"q": "tardi"}).text
    assert "gioca nel gruppo più piccolo, Gruppo B, dal turno 2" in " ".join(shown.split())
    entered = arbiter.post(reverse("rounds:enter", args=[event.slug]), {"player": player.pk}, follow=True)
    assert "Tardi Ugo gioca nel Gruppo B dal turno 2." in entered.text
    late = event.entries.get(name="Tardi Ugo")
    change = reverse("rounds:entry_change", args=[event.slug, late.entry_no])
    assert [value for value, _ in arbiter.get(change).context["form"].fields["plays_in"].choices] == [2, 1]
    assert arbiter.post(change, {"name": late.name, "plays_in": "1"}).status_code == 302
    assert entrants_of(event, 1)[-1] == late.entry_no and late.entry_no not in entrants_of(event, 2)
    removed = reverse("rounds:entry_remove", args=[event.slug, late.entry_no])
    assert removed in arbiter.get(reverse("rounds:entries", args=[event.slug])).text
    arbiter.post(removed)
    assert late.entry_no not in entrants_of(event, 1)


def test_a_round_robin_by_groups_says_why_nobody_enters_and_what_to_do(club: Club) -> None:
    event = make_groups(9, 3, club)
    rounds = [
        (stage, publish(event, draw_round(event, 1, stage=stage).number, stage=stage)) for stage in (1, 2)
    ]
    with pytest.raises(ActionRefused, match=r"fissati per questi iscritti.*annulla il sorteggio"):
        late_entry(event, "Tardi Ugo")
    for stage, round_ in rounds:
        take_back(event, round_.number, stage=stage)
        discard(event, round_.number, stage=stage)
    cancel_draw(event)
    assert late_entry(event, "Tardi Ivo").joined == 1


def test_who_plays_in_another_group_than_the_one_shown_is_led_to_his_round(
    client: Client, club: Club
) -> None:
    event = make_swiss_groups(8, club)
    Event.objects.filter(pk=event.pk).update(published=True)
    page = client.get(f"/t/{event.slug}/").text
    for player in entrants_of(event, 1):
        card = page[page.index(f'<article id="seat-{player}"') :].partition("</article>")[0]
        assert f'href="/t/{event.slug}/stages/1/rounds/1/"' in card
        assert "Sei fuori" not in card
