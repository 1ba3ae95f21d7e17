"""Whole Swiss tournaments by actions alone, with late entries, absences and withdrawals."""

import random
from typing import Any

import pytest

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused
from clubtornei.players.models import Player
from clubtornei.rounds.documents.exporting import document_of, exported
from clubtornei.rounds.drafts import round_actions as pairing
from clubtornei.rounds.models import Round
from clubtornei.rounds.numbers import actions as numbers
from clubtornei.rounds.numbers.numbering import methods_of
from clubtornei.rounds.participation.attendance import actions as attendance
from clubtornei.rounds.participation.attendance.queries import requested_bye_values
from clubtornei.rounds.participation.entries import actions as entry_actions
from clubtornei.rounds.participation.withdrawals import actions as withdrawals
from clubtornei.rounds.results.actions import record_result
from pairing.checking import check
from pairing.registry import SYSTEM_SPECS, SYSTEMS
from scoring.record import read, write
from tests.factories import draw_by_lot, make_event, make_player, make_user

pytestmark = pytest.mark.django_db

RATINGS = (2104, 1987, 1987, 1902, 1850, 1777, 1745, 1630, 1544, 1480, None, None)
CODES = ("1-0", "=-=", "0-1", "1-0", "0-1", "+--", "---")


def started(club: Club, system: str = "amalfi", players: int = 12, **options: Any) -> Event:
    """An event with players entered and numbered by the usual method of its system."""
    event = make_event(club, system=system, options=options, ranking=SYSTEMS[system].ranking)
    people = [
        make_player(club, f"Giocatore {place:02}", fide_rating=rating)
        for place, rating in enumerate(RATINGS[:players], 1)
    ]
    entry_actions.enter(event, people)
    numbers.announce_draw(event)
    numbers.draw_numbers(event, methods_of(event.stages.get())[0])
    event.refresh_from_db()
    return event


def play(event: Event, number: int, luck: random.Random) -> Round:
    round_ = pairing.draw_round(event, number)
    pairing.publish(event, number)
    user = make_user()
    for table in round_.tables.games():
        record_result(event, user, table.pk, luck.choice(CODES))
    return round_


def entry_no(event: Event, name: str) -> int:
    return event.entries.get(name=name).entry_no


def verified(event: Event) -> list[bool]:
    """Whether each round, derived again from the exported document, is the same."""
    return [found.ok for found in check(read(write(exported(event)), SYSTEM_SPECS))]


def test_nine_rounds_of_amalfi_with_everything_that_happens_are_verified(club: Club) -> None:
    """Two late entries, an absence, a requested bye, a withdrawal and a return: the export is re-derived."""
    event, luck = started(club, rounds=9), random.Random(9)
    for number in range(1, 10):
        if number == 3:
            entry_actions.enter(event, [make_player(club, "Tardivo Remo", fide_rating=1950)])
            attendance.set_plans(event, entry_no(event, "Giocatore 05"), {3: "absent", 6: "absent"})
        if number == 4:
            attendance.set_plans(
                event, entry_no(event, "Giocatore 08"), {4: requested_bye_values(event.stages.get())[0]}
            )
        if number == 5:
            withdrawals.withdraw(event, event.entries.get(name="Giocatore 02").pk, 5)
            entry_actions.enter_new(event, Player(club=club, name="Nuova Ada"))
        if number == 8:
            withdrawals.come_back(event, event.entries.get(name="Giocatore 02").pk)
        play(event, number, luck)

    assert verified(event) == [True] * 9
    away = {found.number: seated_in(found) for found in Round.objects.filter(stage__event=event)}
    assert entry_no(event, "Giocatore 05") not in away[3] | away[6]
    assert all(entry_no(event, "Giocatore 02") not in away[number] for number in (5, 6, 7))
    assert entry_no(event, "Giocatore 02") in away[8]
    late = event.entries.get(name="Tardivo Remo")
    assert (late.joined, late.number) == (3, 4)
    asked = document_of(event).stages[0].rounds[3].byes
    assert [(bye.player, str(bye.points)) for bye in asked if bye.requested] == [
        (entry_no(event, "Giocatore 08"), "0.5")
    ]


def seated_in(round_: Round) -> set[int]:
    return set(round_.seats.values_list("entry__entry_no", flat=True))


def test_a_late_entry_is_numbered_by_rating_and_old_rounds_stay(club: Club) -> None:
    event = started(club, rounds=5)
    before = dict(event.entries.values_list("entry_no", "number"))
    play(event, 1, random.Random(2))

    change = entry_actions.enter(event, [make_player(club, "Maestro Ugo", fide_rating=2400)])

    assert (change.late, change.renumbered) == (2, True)
    assert event.entries.get(name="Maestro Ugo").number == 1
    assert event.entries.get(entry_no=1).number == 2
    kept = Round.objects.get(stage__event=event).numbers
    assert {int(key): number for key, number in kept.items()} == before
    assert verified(event) == [True]
    assert change.sooner == ""

    pairing.draw_round(event, 2)
    change = entry_actions.enter(event, [make_player(club, "Tardivo Remo")])
    assert (change.late, change.sooner) == (
        3,
        "Se la bozza del turno 2 si abbina di nuovo, gioca già da quello.",
    )
    pairing.discard(event, 2)
    assert event.entries.get(name="Tardivo Remo").joined == 2


def test_a_newcomer_takes_the_next_number_where_numbers_were_drawn(club: Club) -> None:
    event = started(club, "club-swiss", players=7)
    luck = random.Random(3)
    play(event, 1, luck)

    change = entry_actions.enter(event, [make_player(club, "Tardivo Remo"), make_player(club, "Tardivo Ugo")])

    assert (change.late, change.renumbered) == (2, False)
    assert sorted(entry.number for entry in change.entries if entry.number) == []
    assert set(event.entries.filter(joined=2).values_list("number", flat=True)) == {8, 9}
    assert Round.objects.get(stage__event=event).numbers is None
    play(event, 2, luck)
    play(event, 3, luck)
    assert verified(event) == [True] * 3


def test_nobody_enters_where_the_field_is_fixed_or_all_rounds_are_paired(club: Club) -> None:
    robin = make_event(club)
    entry_actions.enter(robin, [make_player(club) for _ in range(4)])
    draw_by_lot(robin)
    with pytest.raises(ActionRefused, match="annulla prima il sorteggio"):
        entry_actions.enter(robin, [make_player(club)])

    swiss = started(club, rounds=1, players=4)
    play(swiss, 1, random.Random(4))
    with pytest.raises(ActionRefused, match="tutti abbinati"):
        entry_actions.enter(swiss, [make_player(club)])


def test_who_was_entered_late_by_mistake_can_be_removed_until_he_is_paired(club: Club) -> None:
    event = started(club, rounds=5)
    play(event, 1, random.Random(5))
    before = dict(event.entries.values_list("entry_no", "number"))
    late = entry_actions.enter(event, [make_player(club, "Maestro Ugo", fide_rating=2400)]).entries[0]
    entry_actions.remove_entry(event, late.entry_no)
    assert dict(event.entries.values_list("entry_no", "number")) == before

    late = entry_actions.enter(event, [make_player(club, "Maestro Ivo", fide_rating=2400)]).entries[0]
    play(event, 2, random.Random(5))
    with pytest.raises(ActionRefused):
        entry_actions.remove_entry(event, late.entry_no)
    assert verified(event) == [True, True]
