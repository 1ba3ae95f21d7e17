"""Leaving a tournament and coming back: what it does to the rounds that exist, and what it never touches."""

from typing import Any

import pytest
from hypothesis import given, strategies as st
from msgspec import to_builtins
from msgspec.structs import replace

from clubtornei.events.models import Entry, Event
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.drafts.round_actions import draw_round
from clubtornei.rounds.models import Round, Table
from clubtornei.rounds.participation.withdrawals.actions import come_back, first_round_to_miss, withdraw
from clubtornei.rounds.participation.withdrawals.rewriting import effect_of, with_withdrawal
from clubtornei.rounds.state.result_codes import outcome_of
from clubtornei.rounds.state.site_facts import SITE
from clubtornei.rounds.state.table_state import state_of
from pairing.checking import check
from pairing.registry import SYSTEM_SPECS, calendar
from pairing.system import Draw, NoLegalPairing, Reason
from scoring.record import Bye, Document, DocumentRound, DocumentTable, record_before, record_of
from scoring.withdrawals import WithdrawalEffect, withdrawal_of
from tests import documents
from tests.factories import (
    make_all_results,
    make_drawn_event,
    make_entries,
    make_event,
    make_played_event,
    make_result,
    make_round,
)

DOUBLE = {"cycles": 2}


def entry_of(event: Event, entry_no: int) -> Entry:
    return event.entries.get(entry_no=entry_no)


def shown(event: Event, number: int) -> dict[tuple[int, ...], str]:
    """The tables of a round by entry numbers in seat order, with their result code; byes have one entry."""
    tables = Table.objects.filter(round__stage__event=event, round__number=number).with_seats()
    return {
        tuple(seat.entry.entry_no for seat in table.seats.all()): (
            "riposo" if table.number is None else outcome_of(state_of(table)).code
        )
        for table in tables
    }


def verified(event: Event) -> bool:
    """Would `python -m pairing check` find every round as the rules want it?"""
    return all(found.ok for found in check(document_of(event)))


@pytest.mark.django_db
def test_who_leaves_before_half_is_left_out_of_the_rounds_that_are_there() -> None:
    event = make_played_event(6, 2)
    draw_round(event, 3)

    withdraw(event, entry_of(event, 6).pk, 3)

    assert shown(event, 3) == {(2,): "riposo", (3, 1): "", (4, 5): ""}
    assert all(6 in {entry_no for sat in shown(event, number) for entry_no in sat} for number in (1, 2))
    assert verified(event)


@pytest.mark.django_db
def test_who_leaves_from_half_on_loses_the_rest_by_forfeit() -> None:
    event = make_played_event(6, 3)
    draw_round(event, 4)

    withdraw(event, entry_of(event, 6).pk, 4)

    assert shown(event, 4) == {(6, 5): "--+", (1, 4): "", (2, 3): ""}
    table = Table.objects.get(round__number=4, number=1)
    assert table.why[-1] == Reason("lost_by_forfeit", {"players": [6]})
    assert verified(event)


@pytest.mark.django_db
@pytest.mark.parametrize("played", [1, 3])
def test_coming_back_gives_every_round_back_as_it_was(played: int) -> None:
    event = make_played_event(6, played)
    draw_round(event, played + 1)
    before = document_of(event)

    withdraw(event, entry_of(event, 4).pk, played + 1)
    assert document_of(event) != before
    come_back(event, entry_of(event, 4).pk)

    assert document_of(event) == before


@pytest.mark.django_db
def test_rounds_published_ahead_are_all_put_right_and_keep_the_others_results() -> None:
    event = make_drawn_event(6)
    rounds = [make_round(event) for _ in range(4)]
    make_all_results(event, rounds[0])
    make_result(event, rounds[2], 2, "1-0")
    assert shown(event, 3)[3, 1] == "1-0"

    withdraw(event, entry_of(event, 6).pk, 2)

    assert [6 in {entry_no for sat in shown(event, n) for entry_no in sat} for n in (1, 2, 3, 4)] == [
        True,
        False,
        False,
        False,
    ]
    assert shown(event, 3)[3, 1] == "1-0"
    assert verified(event)


@pytest.mark.django_db
def test_in_an_odd_field_who_is_annulled_does_not_rest_and_who_forfeits_does() -> None:
    """In round 2 of the table for 6 no. 6, who is missing, would meet no. 4."""
    early, late = make_drawn_event(5), make_drawn_event(5)
    for event, played in ((early, 1), (late, 3)):
        for _ in range(played):
            make_all_results(event, make_round(event))
        draw_round(event, played + 1)
    dependents = next(sat[0] for sat, what in shown(early, 2).items() if what == "riposo")
    withdraw(early, entry_of(early, dependents).pk, 2)
    assert (dependents,) not in shown(early, 2)

    dependents = next(sat[0] for sat, what in shown(late, 4).items() if what == "riposo")
    withdraw(late, entry_of(late, dependents).pk, 4)
    assert shown(late, 4)[(dependents,)] == "riposo"
    assert verified(early)
    assert verified(late)


@pytest.mark.django_db
def test_in_a_double_round_robin_half_is_counted_over_both_cycles() -> None:
    event = make_played_event(4, 2, options=DOUBLE)
    draw_round(event, 3)
    withdraw(event, entry_of(event, 4).pk, 3)
    assert all(4 not in sat for sat in shown(event, 3))

    other = make_played_event(4, 3, options=DOUBLE)
    draw_round(other, 4)
    withdraw(other, entry_of(other, 4).pk, 4)
    assert shown(other, 4) == {(4, 1): "--+", (3, 2): ""}
    assert verified(event)
    assert verified(other)


@pytest.mark.django_db
def test_a_withdrawal_that_undoes_anothers_half_annuls_him_too() -> None:
    """No. 1 left after 3 of 5 games; when the one he was to meet in round 3 was gone already, it was 2."""
    event = make_drawn_event(6)
    for number in (1, 2, 3, 4):
        round_ = make_round(event)
        if number < 3:
            make_all_results(event, round_)
    round_3 = next(sat for sat in shown(event, 3) if 1 in sat)
    other = next(entry_no for entry_no in round_3 if entry_no != 1)
    withdraw(event, entry_of(event, 1).pk, 4)
    assert any(1 in sat for sat in shown(event, 4))

    withdraw(event, entry_of(event, other).pk, 3)

    assert all(1 not in sat for sat in shown(event, 4))
    assert verified(event)
    come_back(event, entry_of(event, other).pk)
    assert any(1 in sat for sat in shown(event, 4))
    assert verified(event)


@pytest.mark.django_db
@pytest.mark.parametrize("code", ["1-0", "=-=", "adjourned", "+--"])
def test_nobody_leaves_before_a_round_he_came_to(code: str) -> None:
    event = make_played_event(6, 3)
    make_result(event, make_round(event), 1, code)
    sixth = entry_of(event, 6)
    assert first_round_to_miss(event.stages.get(), sixth) == 5
    with pytest.raises(ActionRefused, match="ha giocato il turno 4"):
        withdraw(event, sixth.pk, 4)
    withdraw(event, sixth.pk, 5)
    assert shown(event, 4)[6, 5] == code


@pytest.mark.django_db
def test_what_makes_no_sense_is_refused() -> None:
    event = make_played_event(4, 1)
    late = entry_of(event, 3)
    late.joined = 2
    late.save()
    for entry_no, first_missed, words in (
        (3, 1, "dal turno 2 in poi"),
        (4, 4, "Il turno 3 è l’ultimo"),
        (1, 1, "ha giocato il turno 1"),
    ):
        with pytest.raises(ActionRefused, match=words):
            withdraw(event, entry_of(event, entry_no).pk, first_missed)
    withdraw(event, entry_of(event, 4).pk, 2)
    with pytest.raises(ActionRefused, match="è già registrato"):
        withdraw(event, entry_of(event, 4).pk, 3)
    with pytest.raises(ActionRefused, match="non c’è un ritiro"):
        come_back(event, entry_of(event, 1).pk)
    with pytest.raises(ActionRefused, match="non c’è più"):
        withdraw(event, 0, 2)


@pytest.mark.django_db
def test_before_the_draw_one_is_taken_off_the_list_instead() -> None:
    event = make_event()
    entry = make_entries(event, 4)[0]
    with pytest.raises(ActionRefused, match="si toglie dagli iscritti"):
        withdraw(event, entry.pk, 1)


@pytest.mark.django_db
def test_when_the_effect_is_not_the_one_that_was_shown_nothing_is_done() -> None:
    event = make_played_event(6, 2)
    with pytest.raises(ActionRefused, match="guarda di nuovo"):
        withdraw(event, entry_of(event, 6).pk, 3, expected=WithdrawalEffect.FORFEITS)
    assert entry_of(event, 6).withdrawn is None
    withdraw(event, entry_of(event, 6).pk, 3, expected=WithdrawalEffect.ANNULLED)


@pytest.mark.django_db
def test_a_round_by_hand_is_not_made_the_calendars() -> None:
    """Somebody changed two tables by hand: who leaves is taken from where he sits, the others stay."""
    event = make_played_event(6, 1)
    round_ = make_round(event, published=False)
    tables = list(round_.tables.games())
    first, second = tables[0].seats.get(position=2), tables[1].seats.get(position=2)
    one, two = first.entry, second.entry
    first.delete()
    second.entry = one
    second.save()
    tables[0].seats.create(round=round_, entry=two, position=2)
    sat = shown(event, 2)
    leaving = two.entry_no
    left_alone = next(entry_no for pair in sat if leaving in pair for entry_no in pair if entry_no != leaving)

    withdraw(event, two.pk, 2)

    now = shown(event, 2)
    assert now.pop((left_alone,)) == "riposo"
    assert now == {pair: what for pair, what in sat.items() if leaving not in pair}
    with pytest.raises(ActionRefused, match="turno 2 è già abbinato"):
        come_back(event, two.pk)


@pytest.mark.django_db
def test_a_round_of_no_calendar_is_in_the_way() -> None:
    event = make_event(system="amalfi", options={"rounds": 3}, drawn_at=None)
    make_entries(event, 8, numbered=True)
    Round.objects.create(stage=event.stages.get(), number=1)
    with pytest.raises(ActionRefused, match="turno 1 è già abbinato"):
        withdraw(event, entry_of(event, 1).pk, 1)
    withdraw(event, entry_of(event, 1).pk, 2)
    assert entry_of(event, 1).withdrawn == 2


# What must hold for every tournament

RESULTS = st.sampled_from([(1, 0), (0, 1), None])


@st.composite
def tournaments(draw: st.DrawFn) -> Document:
    """A round robin with some rounds of its calendar and some results; ids are not the numbers."""
    count = draw(st.integers(3, 8))
    numbers = draw(st.permutations(range(1, count + 1)))
    players = [{"id": 10 * n, "name": f"P{n}", "number": number} for n, number in enumerate(numbers, 1)]
    options = {"cycles": draw(st.integers(1, 2)), "exchange_last_two": draw(st.booleans())}
    empty = documents.document(documents.raw(players, documents.stage(options=options)))
    drawn = calendar(record_of(empty, SYSTEM_SPECS))
    rounds = [as_round(one, draw) for one in drawn[: draw(st.integers(0, len(drawn)))]]
    return replace(empty, stages=(replace(empty.stages[0], rounds=tuple(rounds)),))


def as_round(drawn: Draw, draw: st.DrawFn) -> DocumentRound:
    tables = [DocumentTable(seats=t.seats, result=draw(RESULTS), extra=reasons(t.why)) for t in drawn.tables]
    byes = [Bye(player=bye.player, points=bye.points, extra=reasons(bye.why)) for bye in drawn.byes]
    return DocumentRound(tables=tuple(tables), byes=tuple(byes))


def reasons(why: tuple[Reason, ...]) -> dict[str, Any]:
    return {SITE: {"why": [to_builtins(reason) for reason in why]}}


def last_played(document: Document, player: int) -> int:
    rounds = enumerate(document.stages[0].rounds, 1)
    played = [n for n, one in rounds for t in one.tables if player in t.seats and t.result and not t.forfeit]
    return max(played, default=0)


@given(st.data())
def test_whoever_leaves_and_comes_back_every_round_is_the_calendars(data: st.DataObject) -> None:
    document = before = data.draw(tournaments())
    for _ in range(data.draw(st.integers(1, 5))):
        player = data.draw(st.sampled_from(document.players))
        if player.withdrawn is None:
            first = last_played(document, player.id) + data.draw(st.integers(1, 3))
            document = with_withdrawal(document, player.id, first)
        else:
            document = with_withdrawal(document, player.id, None)
        for number, there in enumerate(document.stages[0].rounds, 1):
            expected = calendar(record_before(document, SYSTEM_SPECS, 1, number))[0]
            found = {table.seats: table.forfeit for table in there.tables}
            assert found == {table.seats: table.forfeit for table in expected.tables}
            assert {bye.player for bye in there.byes} == {bye.player for bye in expected.byes}
        assert results(document) == results(before)
    for player in document.players:
        if player.withdrawn is not None:
            document = with_withdrawal(document, player.id, None)
    assert as_sets(document) == as_sets(before)


@pytest.mark.django_db
def test_who_comes_back_before_another_finds_his_own_table_number() -> None:
    """Round 3 of eight is 2-8, 3-1, 4-7, 5-6: the fourth table must not become the second while 1 is away."""
    event = make_played_event(8, 2)
    draw_round(event, 3)
    document = before = document_of(event)
    for player, first_missed in ((1, 3), (6, 3), (6, None), (1, None)):
        document = with_withdrawal(document, player, first_missed)
    assert as_sets(document) == as_sets(before)


def results(document: Document) -> list[tuple[int, ...]]:
    """All games that were played: none may ever be lost."""
    rounds = enumerate(document.stages[0].rounds)
    return sorted(
        (n, *t.seats, *map(int, t.result))
        for n, one in rounds
        for t in one.tables
        if t.result and not t.forfeit
    )


def as_sets(document: Document) -> list[Any]:
    """The rounds with all they say; the order of those who rest means nothing."""
    return [(one.tables, sorted(to_builtins(one.byes), key=str)) for one in document.stages[0].rounds]


@given(tournaments(), st.data())
def test_the_effect_is_that_of_the_day_one_leaves(document: Document, data: st.DataObject) -> None:
    """Foretold for a later round, it is what the engine says once the rounds until then are there."""
    player = data.draw(st.sampled_from(document.players)).id
    first = data.draw(st.integers(1, 12))
    drawn = calendar_after(document)
    rounds = (*document.stages[0].rounds, *drawn)[: max(first - 1, len(document.stages[0].rounds))]
    later = replace(document, stages=(replace(document.stages[0], rounds=rounds),))
    assert effect_of(document, player, first) == withdrawal_of(record_of(later, SYSTEM_SPECS), player, first)


def calendar_after(document: Document) -> list[DocumentRound]:
    try:
        draws = calendar(record_of(document, SYSTEM_SPECS))
    except NoLegalPairing:
        return []
    return [
        DocumentRound(tables=tuple(DocumentTable(seats=table.seats) for table in one.tables)) for one in draws
    ]
