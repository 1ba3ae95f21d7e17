"""Everybody against everybody, held against what the engines say."""

import re
from fractions import Fraction

import pytest
from django.test import Client

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.participation.withdrawals.actions import withdraw
from clubtornei.rounds.reports.crosstable import Crosstable, crosstable
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from tests.caches import forget_everything
from tests.factories import make_drawn_event, make_played_event, make_result, make_round

pytestmark = pytest.mark.django_db
SHARES = {"1": Fraction(1), "+": Fraction(1), "½": Fraction(1, 2), "0": Fraction(0), "−": Fraction(0)}


@pytest.fixture(autouse=True)
def cold_cache() -> None:
    forget_everything()


def table_of(event: Event, *, by_rank: bool = True) -> Crosstable:
    return crosstable(EventSnapshot(Event.objects.get(pk=event.pk)), by_rank=by_rank)


def test_four_players_after_one_round() -> None:
    # Berger's first round of four: 1-4 and 2-3.
    event = make_drawn_event(4)
    round_ = make_round(event)
    make_result(event, round_, 1, "0-1")
    make_result(event, round_, 2, "=-=")
    rows = table_of(event, by_rank=False).rows
    shown = [
        [None if cell is None else "".join(game.symbol or "." for game in cell) for cell in row.cells]
        for row in rows
    ]
    assert shown == [
        [None, ".", ".", "0"],
        [".", None, "½", "."],
        [".", "½", None, "."],
        ["1", ".", ".", None],
    ]
    assert [row.points for row in rows] == ["0", "0.5", "0.5", "1"]
    assert [row.player.number for row in table_of(event).rows] == [4, 2, 3, 1]


@pytest.mark.parametrize("players", [5, 6])
@pytest.mark.parametrize("cycles", [1, 2])
def test_rows_add_up_to_the_points_and_mirror_each_other(players: int, cycles: int) -> None:
    event = make_played_event(players, 4, options={"cycles": cycles})
    table = table_of(event)
    for at, row in enumerate(table.rows):
        games = [game for cell in row.cells if cell is not None for game in cell]
        assert len(games) == (players - 1) * cycles
        assert sum(SHARES.get(game.symbol, Fraction(0)) for game in games) == Fraction(row.points or "")
        assert len(row.rests) == (cycles if players % 2 else 0)
        assert row.cells[at] is None
        for other, cell in enumerate(row.cells):
            mirrored = table.rows[other].cells[at]
            assert cell is None or mirrored is not None
            assert [game.round for game in cell or ()] == [game.round for game in mirrored or ()]
            assert all(
                {a.colour, b.colour} == {"white", "black"}
                for a, b in zip(cell or (), mirrored or (), strict=True)
            )


def test_annulled_games_are_struck_through_and_count_for_nobody(arbiter: Client, club: Club) -> None:
    event = make_played_event(6, 2, club, name="Torneo")
    gone = event.entries.get(number=1)
    withdraw(event, gone.pk, 3)
    table = table_of(event)
    last = table.rows[-1]
    assert table.annulled
    assert (last.player.id, last.rank, last.points) == (gone.entry_no, None, None)
    played = [game for cell in last.cells if cell is not None for game in cell]
    assert len(played) == 2
    assert all(game.annulled for game in played)
    for page in (f"/e/{event.slug}/crosstable/", f"/t/{event.slug}/crosstable/"):
        assert arbiter.get(page).content.decode().count("<del>") == 4


def test_places_have_a_column_only_where_the_rows_do_not_tell_them(client: Client, club: Club) -> None:
    for event, column in ((make_played_event(4, 3, club, published=True), 0), (make_tie(club), 1)):
        page = client.get(f"/t/{event.slug}/crosstable/").text
        assert table_of(event).rows_are_places is not bool(column)
        assert page.count('<th scope="col">Posto</th>') == column
        assert len(re.findall(r'class="row-number place" scope="col">\s*Posto', page)) == 1 - column


def make_tie(club: Club) -> Event:
    event = make_drawn_event(4, club, published=True)
    round_ = make_round(event)
    for table in (1, 2):
        make_result(event, round_, table, "=-=")
    return event


@pytest.mark.parametrize("system", ["round-robin", "amalfi"])
def test_an_adjourned_game_is_told_in_the_language_of_who_reads(
    system: str, client: Client, club: Club
) -> None:
    """Whoever reads it first: the table is kept once for all."""
    options = {"rounds": 3} if system == "amalfi" else {}
    event = make_drawn_event(4, club, system=system, options=options, published=True)
    make_result(event, make_round(event), 1, "adjourned")
    for language, word in (("it", "a:\xa0aggiornata"), ("en", "a:\xa0postponed or adjourned")):
        page = client.get(f"/t/{event.slug}/crosstable/", headers={"Accept-Language": language}).text
        assert len(re.findall(r">\s*a\s*<", page)) == 2
        assert word in page


def test_the_page_is_in_the_order_asked_for(arbiter: Client, club: Club) -> None:
    event = make_played_event(4, 2, club)
    page = f"/e/{event.slug}/crosstable/"
    assert [row.player.number for row in arbiter.get(f"{page}?by=number").context["table"].rows] == [
        1,
        2,
        3,
        4,
    ]
    assert [row.rank for row in arbiter.get(page).context["table"].rows] == sorted(
        row.rank for row in arbiter.get(page).context["table"].rows
    )


def test_before_the_draw_there_is_none(arbiter: Client, club: Club) -> None:
    event = make_drawn_event(4, club, drawn_at=None)
    assert "dopo il sorteggio" in arbiter.get(f"/e/{event.slug}/crosstable/").content.decode()
