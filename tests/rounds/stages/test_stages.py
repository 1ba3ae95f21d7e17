"""Beginning a stage: who enters, who declines, who is invited; also by two arbiters at once."""

import pytest

from clubtornei.events.details import StageDetails
from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.documents.exporting import document_of, exported
from clubtornei.rounds.drafts.round_actions import discard, publish
from clubtornei.rounds.models import Round
from clubtornei.rounds.participation.entries.actions import remove_entry
from clubtornei.rounds.stages import actions, entrant_actions
from clubtornei.rounds.stages.entrant_queries import StageEntrants, UnruledReason, stage_entrants_of
from clubtornei.rounds.state.next_step import next_step
from clubtornei.rounds.state.stages import stage_of
from pairing.registry import SYSTEM_SPECS
from scoring.record import read, write
from tests.at_once import at_once
from tests.rounds.changes import change_stage
from tests.rounds.staged import FINALISTS, FIRST_FOUR, SEMI_FINALS, make_staged_event, play, score_all


def stage_entrants(event: Event, number: int) -> StageEntrants:
    return stage_entrants_of(document_of(event), number)


@pytest.fixture
def qualified(db: None) -> Event:
    """Ten players: two are direct finalists, places 3 to 10 play two semi-finals."""
    event = make_staged_event(10, SEMI_FINALS, FINALISTS)
    play(event, 1, 1)
    return event


def test_before_the_end_of_a_stage_nobody_can_say_who_passes(db: None) -> None:
    event = make_staged_event(8, FIRST_FOUR)
    assert "non è ancora giocata" in stage_entrants(event, 2).problem
    with pytest.raises(ActionRefused, match="non è ancora giocata"):
        entrant_actions.begin_stage(event, 2)
    assert event.stages.get(number=2).entrants is None


def test_the_stage_begins_with_who_qualified_and_a_draft(qualified: Event) -> None:
    found = stage_entrants(qualified, 2)
    ahead = [player.id for player in found.ahead]
    assert len(ahead) == 2 and sorted(found.entry_nos + ahead) == list(range(1, 11))
    assert found.ahead_in == "«Finale»"
    assert found.entrants[0].why.startswith("È 3° nella classifica")
    round_ = entrant_actions.begin_stage(qualified, 2)
    stage = stage_of(qualified)
    assert (stage.number, stage.begun, round_.published, round_.number) == (2, True, False, 1)
    assert stage.entrants == found.entry_nos
    assert entrant_actions.begin_stage(qualified, 2) == round_


def test_what_was_noted_of_somebody_goes_with_his_entry(db: None) -> None:
    event = make_staged_event(9, FIRST_FOUR, seed="", drawn_at=None)
    entrant_actions.decline(event, 2, 8, True)
    entrant_actions.invite(event, 2, 9, True)
    entrant_actions.invite(event, 2, 7, True)

    remove_entry(event, 8)
    remove_entry(event, 9)

    stage = event.stages.get(number=2)
    assert (stage.declined, stage.invited) == ([], [7])
    assert len(read(write(exported(event)), SYSTEM_SPECS).players) == 7


def test_who_declines_is_followed_by_the_next_of_the_ranking(db: None) -> None:
    event = make_staged_event(9, FIRST_FOUR)
    play(event, 1, 1)
    first = stage_entrants(event, 2).entry_nos
    gone = first[1]
    entrant_actions.decline(event, 2, gone, True)
    after = stage_entrants(event, 2)
    assert gone not in after.entry_nos and len(after.entry_nos) == 4
    assert [player.id for player in after.declined] == [gone]
    [new] = [entrant for entrant in after.entrants if entrant.instead]
    assert new.player.id not in first
    assert "lo porta al posto 4" in new.why
    entrant_actions.decline(event, 2, gone, False)
    assert stage_entrants(event, 2).entry_nos == first


def test_a_direct_finalist_may_give_up_before_the_semi_finals(qualified: Event) -> None:
    before = stage_entrants(qualified, 2)
    gone, stays = [player.id for player in before.ahead]
    third = before.entry_nos[0]
    entrant_actions.decline(qualified, 2, gone, True)
    found = stage_entrants(qualified, 2)
    assert [player.id for player in found.ahead] == [stays, third]
    assert not {gone, stays, third} & set(found.entry_nos)


def test_the_arbiter_lets_somebody_in(db: None) -> None:
    cards = {**FIRST_FOUR, "wildcards": {"stage": 1, "count": 1}}
    event = make_staged_event(9, cards)
    play(event, 1, 1)
    before = stage_entrants(event, 2)
    outside = next(player.id for player in before.field)
    entrant_actions.invite(event, 2, outside, True)
    after = stage_entrants(event, 2)
    assert after.entry_nos == [*before.entry_nos[:4], outside]  # one of the wild cards, not one more
    assert after.entrants[-1].why == UnruledReason.CHOSEN
    entrant_actions.invite(event, 2, outside, False)
    assert stage_entrants(event, 2).entry_nos == before.entry_nos


def test_a_field_that_its_system_cannot_seat_is_refused_whole(db: None) -> None:
    event = make_staged_event(9, FIRST_FOUR)
    play(event, 1, 1)
    entrant_actions.invite(event, 2, stage_entrants(event, 2).field[0].id, True)
    with pytest.raises(ActionRefused):
        entrant_actions.begin_stage(event, 2)
    assert event.stages.get(number=2).entrants is None


def test_the_start_is_taken_back_while_nothing_is_published(qualified: Event) -> None:
    entrant_actions.begin_stage(qualified, 2)
    with pytest.raises(ActionRefused, match="già cominciata"):
        entrant_actions.decline(qualified, 2, 3, True)
    entrant_actions.take_back_start(qualified, 2)
    stage = qualified.stages.get(number=2)
    assert stage.entrants is None and not stage.rounds.exists()
    entrant_actions.begin_stage(qualified, 2)
    publish(qualified, 1, stage=2)
    with pytest.raises(ActionRefused, match="già pubblicato"):
        entrant_actions.take_back_start(qualified, 2)


def test_a_discarded_draft_is_drawn_again_in_its_stage(qualified: Event) -> None:
    entrant_actions.begin_stage(qualified, 2)
    discard(qualified, 1)
    assert next_step(qualified).code == "pair"
    assert next_step(qualified).stage == 2
    assert entrant_actions.begin_stage(qualified, 2).stage.number == 2


def test_a_list_that_has_changed_meanwhile_is_not_settled(qualified: Event) -> None:
    expected = qualified.version
    entrant_actions.decline(qualified, 2, 4, True)
    with pytest.raises(ActionRefused, match="Intanto è cambiato"):
        entrant_actions.begin_stage(qualified, 2, expected=expected)


def test_rounds_left_in_the_stage_before_are_named(db: None) -> None:
    event = make_staged_event(8, FIRST_FOUR)
    event.stages.filter(number=1).update(options={"rounds": 2})
    play(event, 1, 1)
    with pytest.raises(ActionRefused, match="1 turno da giocare"):
        entrant_actions.begin_stage(event, 2)
    assert entrant_actions.begin_stage(event, 2, unfinished=True).stage.number == 2


def test_what_is_to_be_done_goes_from_stage_to_stage(qualified: Event) -> None:
    step = next_step(qualified)
    assert (step.code, step.stage) == ("qualify", 2)
    assert step.sentence.startswith("Semifinali. ")
    assert step.url.endswith("/stages/2/")
    entrant_actions.begin_stage(qualified, 2)
    assert next_step(qualified).code == "publish"
    publish(qualified, 1)
    assert (next_step(qualified).code, next_step(qualified).stage) == ("results", 2)

    score_all(Round.objects.of(qualified).get())
    assert (next_step(qualified).code, next_step(qualified).stage) == ("qualify", 3)
    found = stage_entrants(qualified, 3)
    assert [entrant.direct for entrant in found.entrants] == [True, True, False, False]
    entrant_actions.begin_stage(qualified, 3)
    publish(qualified, 1)
    score_all(Round.objects.of(qualified).get())
    assert next_step(qualified).code == "close"


def test_stages_are_added_changed_and_taken_off_from_the_end(qualified: Event) -> None:
    details = StageDetails(name="Consolazione", system="bands", scoring="table-points", options={"tables": 1})
    added = actions.add_stage(qualified, details, reason="C’è tempo")
    assert added.number == 4
    with pytest.raises(ActionRefused, match="prima l’ultima"):
        actions.remove_stage(qualified, 3, reason="Poco tempo")
    change_stage(qualified, 4, name="Finalina")
    assert qualified.stages.get(number=4).name == "Finalina"
    entrant_actions.invite(qualified, 4, 9, True)
    assert [entrant.why for entrant in stage_entrants(qualified, 4).entrants] == [UnruledReason.CHOSEN]
    actions.remove_stage(qualified, 4, reason="Poco tempo")
    assert qualified.stages.count() == 3


@pytest.mark.parametrize("act", [entrant_actions.decline, entrant_actions.invite])
def test_the_first_stage_and_strangers_are_refused(act: object, qualified: Event) -> None:
    assert callable(act)
    with pytest.raises(ActionRefused, match="prima fase"):
        act(qualified, 1, 3, True)
    with pytest.raises(ActionRefused, match="non c’è più"):
        act(qualified, 2, 77, True)


@pytest.mark.django_db(transaction=True)
def test_two_arbiters_begin_a_stage_once() -> None:
    event = make_staged_event(10, SEMI_FINALS, FINALISTS)
    play(event, 1, 1)

    first, second = at_once(
        lambda: entrant_actions.begin_stage(event, 2), lambda: entrant_actions.begin_stage(event, 2)
    )

    assert first.pk == second.pk
    assert Round.objects.of(event, 2).count() == 1
    assert len(event.stages.get(number=2).entrants) == 8


@pytest.mark.django_db(transaction=True)
def test_who_declines_while_the_stage_begins_is_out_of_it_or_told_so() -> None:
    event = make_staged_event(9, FIRST_FOUR)
    play(event, 1, 1)
    gone = stage_entrants(event, 2).entry_nos[0]

    said, begun = at_once(
        lambda: entrant_actions.decline(event, 2, gone, True), lambda: entrant_actions.begin_stage(event, 2)
    )

    assert isinstance(begun, Round)
    entrants = event.stages.get(number=2).entrants
    assert (gone in entrants) == isinstance(said, ActionRefused)
    assert len(entrants) == 4
