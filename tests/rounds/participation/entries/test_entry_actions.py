import pytest

from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused
from clubtornei.players.models import Player
from clubtornei.rounds.drafts import round_actions
from clubtornei.rounds.numbers import actions as numbers
from clubtornei.rounds.participation.entries import actions as entry_actions
from tests.at_once import at_once
from tests.factories import (
    draw_by_lot,
    make_club,
    make_drawn_event,
    make_entered_event,
    make_entries,
    make_event,
    make_player,
)
from tests.rounds.changes import change_entry

pytestmark = pytest.mark.django_db


def entry_nos(event):
    return sorted(event.entries.values_list("entry_no", flat=True))


def test_entries_are_copies_of_the_day():
    event = make_event()
    player = make_player(
        event.club, "D’Angelo Nicolò", affiliation="Centurini", group="casa", title="FM", fsi_rating=2011
    )
    entry_actions.enter(event, [player])
    player.name, player.fsi_rating = "Altro", 1
    player.save()
    entry = event.entries.get()
    assert (entry.name, entry.rating, entry.affiliation, entry.group, entry.title) == (
        "D’Angelo Nicolò",
        2011,
        "Centurini",
        "casa",
        "FM",
    )


def test_entering_many_leaves_those_who_are_in_as_they_are():
    event = make_event()
    players = [make_player(event.club) for _ in range(3)]
    entry_actions.enter(event, players[:1])
    change = entry_actions.enter(event, players)
    assert [entry.player for entry in change.entries] == players[1:]


def test_players_of_other_clubs_are_not_entered():
    event = make_event()
    with pytest.raises(ActionRefused):
        entry_actions.enter(event, [make_player(make_club())])


def test_a_player_who_has_just_left_the_roster_is_not_entered():
    event = make_event()
    player = make_player(event.club)
    event.club.players.all().delete()
    with pytest.raises(ActionRefused, match="non è nell’elenco dei giocatori"):
        entry_actions.enter(event, [player])


def test_an_ident_is_never_given_again():
    event = make_event()
    for _ in range(3):
        entry_actions.enter(event, [make_player(event.club)])
    entry_actions.remove_entry(event, 3)
    entry_actions.remove_entry(event, 1)
    entry_actions.enter(event, [make_player(event.club)])
    assert entry_nos(event) == [2, 4]


def test_an_ident_of_an_imported_entry_is_never_given_again():
    event = make_entered_event(5)
    entry_actions.remove_entry(event, 5)
    entry_actions.enter(event, [make_player(event.club)])
    assert entry_nos(event) == [1, 2, 3, 4, 6]


def test_nobody_is_entered_beyond_what_the_formula_is_made_for():
    event = make_entered_event(199)
    two = [make_player(event.club) for _ in range(2)]
    with pytest.raises(ActionRefused, match="200"):
        entry_actions.enter(event, two)
    entry_actions.enter(event, two[:1])
    assert event.entries.count() == 200


def test_a_refused_new_person_is_not_left_on_the_roster():
    event = make_entered_event(200)
    with pytest.raises(ActionRefused):
        entry_actions.enter_new(event, Player(name="Rossi Mario"))
    assert not Player.objects.filter(name="Rossi Mario").exists()


@pytest.mark.parametrize("again", [{"name": "Rossi Mario"}, {"name": "Rossi Carlo", "fide_id": 880123}])
def test_a_new_person_sent_twice_is_entered_once(again):
    event = make_event()
    entry_actions.enter_new(event, Player(name="Rossi Mario", fide_id=880123))
    with pytest.raises(ActionRefused, match="già"):
        entry_actions.enter_new(event, Player(**again))
    assert (event.entries.count(), event.club.players.count()) == (1, 1)


@pytest.mark.parametrize(
    "act",
    [
        lambda event: entry_actions.enter(event, [make_player(event.club)]),
        lambda event: entry_actions.enter_new(event, Player(name="Rossi Mario")),
        lambda event: entry_actions.remove_entry(event, 1),
        lambda event: entry_actions.remove_absent(event, [1, 2, 3]),
        lambda event: entry_actions.check_in(event, 1, True),
        lambda event: entry_actions.check_all_in(event),
        lambda event: change_entry(event, 1, affiliation="Altro"),
    ],
)
def test_the_draw_fixes_the_list_of_entries(act):
    event = make_entered_event(4)
    draw_by_lot(event)
    before = list(event.entries.values())
    with pytest.raises(ActionRefused):
        act(event)
    assert list(event.entries.values()) == before


def test_a_round_fixes_the_list_of_entries_where_no_numbers_were_drawn():
    event = make_event()
    make_entries(event, 4, numbered=True)
    event.stages.get().rounds.create(number=1)
    with pytest.raises(ActionRefused, match="Non si entra più"):
        entry_actions.enter(event, [make_player(event.club)])


def test_after_the_draw_a_misspelt_name_can_be_put_right():
    event = make_entered_event(4)
    draw_by_lot(event)
    change = change_entry(event, 2, name="Àbbado Éva")
    entry = event.entries.get(entry_no=2)
    assert (entry.name, entry.sort_name) == ("Àbbado Éva", "abbado eva")
    assert not change.announcement_voided


@pytest.mark.parametrize(
    "act",
    [
        lambda event: entry_actions.enter(event, [make_player(event.club)]),
        lambda event: entry_actions.remove_entry(event, 1),
        lambda event: entry_actions.remove_absent(event, [1]),
        lambda event: change_entry(event, 1, name="Altro Nome"),
    ],
)
def test_an_announced_draw_is_void_when_the_entries_change(act):
    event = make_entered_event(4)
    numbers.announce_draw(event)
    assert act(event).announcement_voided
    event.refresh_from_db()
    assert (event.seed, event.commitment) == ("", "")


def test_an_announced_draw_stands_when_people_are_called():
    event = make_entered_event(4)
    numbers.announce_draw(event)
    entry_actions.check_in(event, 1, True)
    entry_actions.check_all_in(event)
    assert not entry_actions.remove_absent(event, [1, 2]).announcement_voided
    event.refresh_from_db()
    assert event.commitment


def test_only_those_who_are_still_absent_are_removed():
    event = make_entered_event(4)
    entry_actions.check_in(event, 1, True)
    entry_actions.check_in(event, 2, False)
    change = entry_actions.remove_absent(event, [1, 2, 3])
    assert [entry.entry_no for entry in change.entries] == [2, 3]
    assert entry_nos(event) == [1, 4]


@pytest.mark.django_db(transaction=True)
def test_two_arbiters_enter_the_same_player_at_once_and_one_is_told():
    event = make_event()
    player = make_player(event.club, "Bianchi Ada")
    answers = at_once(*[lambda: entry_actions.enter(Event.objects.get(pk=event.pk), [player])] * 2)
    told = [str(answer) for answer in answers if isinstance(answer, ActionRefused)]
    assert told == ["Bianchi Ada è già tra gli iscritti."]
    assert event.entries.count() == 1


def test_nobody_enters_after_round_1_where_the_announcement_rules_it_out():
    event = make_drawn_event(4, system="amalfi", options={"rounds": 3, "late_entries": False})
    entry_actions.enter(event, [make_player(event.club)])
    round_actions.draw_round(event, 1)
    with pytest.raises(ActionRefused, match="il bando non ammette"):
        entry_actions.enter(event, [make_player(event.club)])
