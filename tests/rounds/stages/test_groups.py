"""Parallel groups at the start: made, formed by the numbers, played, exported; and the names of stages."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.events.numbering_method import NumberingMethod
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.core.document_export import document_of, exported
from clubtornei.rounds.core.document_import import import_event
from clubtornei.rounds.core.next_step import next_step
from clubtornei.rounds.drafts.round_actions import draw_round, publish
from clubtornei.rounds.numbers.actions import cancel_draw, draw_at_once
from clubtornei.rounds.participation.entries.late_entry_queries import joining_round
from clubtornei.rounds.results.actions import record_result
from clubtornei.rounds.stages import actions, entrant_actions
from clubtornei.rounds.stages.entrant_queries import stage_entrants_of
from pairing.checking import check
from pairing.registry import SYSTEM_SPECS
from scoring.final import final_standings
from scoring.record import read, record_of, write
from scoring.standings import standings
from tests.factories import make_drawn_event, make_entries, make_event, make_user


def make_groups(players: int, groups: int, club: Club | None = None, **fields: Any) -> Event:
    """Groups of a round robin by serpentine, with their numbers drawn, and a final of the firsts."""
    event = make_event(club, **fields)
    make_entries(event, players)
    actions.split_into_groups(event, groups, "serpentine")
    event.stages.create(
        number=groups + 1,
        name="Finale",
        system="round-robin",
        scoring="game",
        ranking=["points"],
        entry_rule={"first_of": {"stages": list(range(1, groups + 1)), "to": 1}},
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


def test_the_pages_of_every_group_are_there_and_those_without_a_number_are_of_one_that_plays(
    club: Club, arbiter: Client
) -> None:
    event = make_groups(9, 3, club)
    publish(event, draw_round(event, 1, stage=1).number, stage=1)
    current = arbiter.get(reverse("rounds:rounds", args=[event.slug])).text
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
        joining_round(event)
    cancel_draw(event)
    event.refresh_from_db()
    assert {tuple(stage.entrants or ()) for stage in event.stages.all()} == {()}
    assert "quando si danno i numeri" in stage_entrants_of(document_of(event), 2).problem
    with pytest.raises(ActionRefused, match="quando si danno i numeri"):
        entrant_actions.begin_stage(event, 2)


def test_too_few_for_the_groups_are_told_before_the_draw(db: None) -> None:
    event = make_event()
    make_entries(event, 5)
    actions.split_into_groups(event, 3, "lot")
    with pytest.raises(ActionRefused, match="ne servono almeno"):
        draw_at_once(event, NumberingMethod.RANDOM)


def test_groups_are_made_on_the_page_of_the_stages(club: Club, arbiter: Client) -> None:
    event = make_event(club)
    make_entries(event, 8)
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
    assert arbiter.get(reverse("rounds:rounds", args=[event.slug, 1])).status_code == 200
    assert "Giocatore 008" in arbiter.get(reverse("rounds:draw", args=[event.slug])).text


def test_groups_come_before_other_stages_and_before_the_draw(db: None) -> None:
    with pytest.raises(ActionRefused, match="annulla prima il sorteggio"):
        actions.split_into_groups(make_drawn_event(8), 2, "lot")
    event = make_event()
    event.stages.create(number=2, system="round-robin", scoring="game", ranking=["points"])
    with pytest.raises(ActionRefused, match="prima delle altre fasi"):
        actions.split_into_groups(event, 2, "lot")


def test_who_was_to_play_in_a_group_taken_away_plays_in_another(club: Club, arbiter: Client) -> None:
    event = make_event(club)
    make_entries(event, 9)
    actions.split_into_groups(event, 3, "numbers")
    answer = arbiter.post(reverse("rounds:stage_remove", args=[event.slug, 3]), follow=True)
    assert "I giocatori si dividono fra i gruppi che restano." in answer.text
    draw_at_once(event, NumberingMethod.RANDOM)
    assert [len(stage.entrants) for stage in event.stages.order_by("number")] == [5, 4]
    cancel_draw(event)
    actions.remove_stage(event, 2)
    assert event.stages.get().entry_rule is None


def test_nobody_is_left_out_of_all_groups_without_a_word(club: Club) -> None:
    """The rule of one group was changed by hand, and not that of the others."""
    event = make_event(club)
    make_entries(event, 9)
    actions.split_into_groups(event, 3, "numbers")
    event.stages.filter(number=2).update(entry_rule={"deal": {"group": 1, "of": 3, "by": "numbers"}})
    with pytest.raises(ActionRefused, match="Di ogni gruppo"):
        draw_at_once(event, NumberingMethod.RANDOM)
    event.refresh_from_db()
    assert (event.drawn, event.entries.exclude(number=None).count()) == (False, 0)


def test_the_first_stage_is_called_otherwise_while_it_is_played(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(4, club)
    event.stages.create(number=2, name="Finale", system="round-robin", scoring="game", ranking=["points"])
    publish(event, draw_round(event, 1, stage=1).number)
    change = reverse("rounds:stage_change", args=[event.slug, 1])
    assert "Fase 1" in arbiter.get(change).text
    assert arbiter.post(change, {"name": "  "}).status_code == 422
    renamed = arbiter.post(change, {"name": "Girone di andata"}, follow=True)
    assert "La fase si chiama «Girone di andata»" in renamed.text
    assert event.stages.get(number=1).name == "Girone di andata"
    assert read(write(exported(event)), SYSTEM_SPECS).stages[0].name == "Girone di andata"


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
    assert event.stages.get(number=1).entry_rule == {"deal": {"group": 1, "of": 2, "by": "lot"}}
    assert event.stages.get(number=1).name == "Gironi"


WORTH = {"win": "1", "draw": "0.5", "loss": "0"}
