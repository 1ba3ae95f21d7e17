"""The projector: what it shows when, in rows that can be read; its pages turn without JavaScript, too."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from clubtornei.events.models import Ending, Event
from clubtornei.public.screen_names import LARGE_TYPES, SPARE, TYPES, SmallerName, name_width
from clubtornei.public.screen_page import ScreenPage, Span, in_fewest_parts
from clubtornei.public.screen_pages import MESSAGE_TYPES, message_type
from clubtornei.public.screen_rooms import BESIDE_CODE, HEIGHT, PODIUM_FIRST
from clubtornei.public.templatetags.screen import of_tables
from clubtornei.rounds.clock import actions as clock
from clubtornei.rounds.core.table_words import BOARD
from clubtornei.rounds.models import Clock, Screen
from clubtornei.rounds.participation.attendance.actions import set_plans
from clubtornei.rounds.screens import actions as screens
from clubtornei.rounds.stages import entrant_actions
from clubtornei.rounds.stages.closing_actions import close
from scoring.record import Player
from tests.evenings import make_scores
from tests.factories import (
    make_all_results,
    make_drawn_event,
    make_played_event,
    make_result,
    make_round,
    make_seated_event,
)
from tests.rounds.staged import FIRST_FOUR, make_staged_event, play
from tests.screens import set_screen

pytestmark = pytest.mark.django_db


def pages_of(client: Client, event: Event, rest: str = "") -> list[ScreenPage]:
    return list(client.get(f"/t/{event.slug}/screen/{rest}").context["pages"])


def title_of(client: Client, event: Event) -> str:
    page = client.get(f"/t/{event.slug}/screen/").text
    return re.sub(r">\s+|\s+<", lambda space: space[0].strip(), " ".join(page.split()))


def words_of(client: Client, event: Event) -> str:
    return " ".join(re.sub("<[^>]*>", "", client.get(f"/t/{event.slug}/screen/").text).split())


def kinds(client: Client, event: Event, rest: str = "") -> list[str]:
    return [page.kind for page in pages_of(client, event, rest)]


def rename(event: Event, names: Mapping[int, str]) -> None:
    for number, name in names.items():
        event.entries.filter(entry_no=number).update(name=name)
    Event.objects.filter(pk=event.pk).update(version=F("version") + 1)


def test_few_players_have_their_tables_with_the_standings_beside(client: Client) -> None:
    event = make_played_event(6, 1)
    [page] = pages_of(client, event)
    assert (page.kind, page.stacked, len(page.round.tables)) == ("results", True, 3)
    assert [[line.rank for line in lines] for lines in page.ranked] == [[1, 1, 3, 3, 5, 5]]


@pytest.mark.parametrize(("players", "size", "beside"), [(8, 8.2, 7.4), (14, 8.2, 9.0)])
def test_the_standings_beside_few_tables_are_as_large_as_these_leave_room_for(
    players: int, size: float, beside: float, client: Client
) -> None:
    event = make_played_event(players, 1)
    page = pages_of(client, event)[0]
    assert (page.type, page.beside_type) == (size, beside)


@pytest.mark.parametrize("players", [4, 6, 8])
def test_beside_the_standings_of_few_one_long_name_alone_is_smaller(players: int, client: Client) -> None:
    event = make_played_event(players, 1)
    [usual] = pages_of(client, event)
    for long in ("Degl’Innocenti Massimiliano", "Castelnuovo della Rovere Ferdinando"):
        rename(event, {1: long})
        [page] = pages_of(client, event)
        assert page.type >= min(usual.type * 0.8, 2 * TYPES[0])
        assert page.beside_type >= usual.beside_type * 0.8
        seated = [player for table in page.round.tables for player in table.seats]
        for shown in (seated, [line.player for lines in page.ranked for line in lines]):
            smaller = [player for player in shown if isinstance(player, SmallerName)]
            assert [player.id for player in smaller] == [1], long
            assert all(player.type >= TYPES[0] for player in smaller)


def test_names_beside_each_other_are_whole_before_any_are_larger(client: Client) -> None:
    event = make_played_event(14, 1)
    event.entries.update(name="Degl’Innocenti Alessandro")
    [page, _other] = pages_of(client, event)
    shown = [player.name for table in page.round.tables for player in table.seats]
    assert {*shown, *(line.player.name for line in page.ranked[0])} == {"Degl’Innocenti Alessandro"}
    assert (
        f'"results-page beside ratio-{page.ratio * 100:.0f}"' in client.get(f"/t/{event.slug}/screen/").text
    )


def test_each_has_a_line_where_names_beside_each_other_would_be_shortened(client: Client) -> None:
    event = make_played_event(16, 1)
    names = "Degl’Innocenti Guido", "Passalacqua Irene", "Oliverio Tancredi", "Abbondanza Ferruccio"
    for entry in event.entries.all():
        entry.name = f"{names[entry.entry_no % 4]} {'ABCD'[entry.entry_no // 4 % 4]}"
        entry.save()
    Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
    pages = pages_of(client, event)
    assert [(page.stacked, len(page.round.tables)) for page in pages] == [(True, 4), (True, 4)]
    shown = [player.name for page in pages for table in page.round.tables for player in table.seats]
    assert sorted(shown) == sorted(event.entries.values_list("name", flat=True))


def test_while_seats_are_looked_for_the_board_is_alphabetical(client: Client) -> None:
    event = make_drawn_event(24, published=True)
    make_round(event)
    event.entries.filter(entry_no=24).update(name="Àbaco Ada")
    event.entries.filter(entry_no=23).update(name="Bini Ugo")
    [page] = pages_of(client, event)
    names = [(line.letter, line.place.player.name) for column in page.columns for line in column]
    assert page.kind == "board"
    assert names[:4] == [("A", "Àbaco Ada"), ("B", "Bini Ugo"), ("G", "Giocatore 001"), ("", "Giocatore 002")]
    assert names[12] == ("G", "Giocatore 011")  # the first of its column says its letter again


@pytest.mark.parametrize(("language", "number", "table"), [("it", "N.", "Tavolo"), ("en", "No.", "Board")])
def test_what_the_numbers_on_the_board_are_stands_above_each_column(
    language: str, number: str, table: str, client: Client
) -> None:
    event = make_drawn_event(24, published=True)
    client.cookies["django_language"] = language

    def heads() -> list[str]:
        page = client.get(f"/t/{event.slug}/screen/").text
        return [head.strip() for head in re.findall(r"<section>\s*<p>([^<]*)</p>", page)]

    assert heads() == [number] * 2
    make_round(event)
    assert heads() == [table] * 2


def test_initials_and_lone_surnames_are_shown_beside_their_likes(client: Client) -> None:
    event = make_drawn_event(60, published=True)
    make_result(event, make_round(event), 1, "1-0")
    names = ("D. C.", "D. C. B.", "Rossi", "Rossi Mario")
    rename(event, dict(enumerate(names, 1)))
    for contents in (Screen.Contents.BOARD, Screen.Contents.RESULTS, Screen.Contents.STANDINGS):
        set_screen(event, 1, contents, 12, "")
        shown = client.get(f"/t/{event.slug}/screen/").content.decode()
        assert [name for name in names if name not in shown] == [], contents


@pytest.mark.parametrize(
    ("players", "shown"),
    [
        (9, [(2, 5, 9)]),
        (16, [(2, 8, 16)]),
        (17, [(2, 9, 17)]),
        (40, [(3, 14, 40)]),
        (42, [(3, 14, 42)]),
        (43, [(2, 11, 22), (2, 11, 21)]),
        (120, [(3, 14, 40), (3, 14, 40), (3, 14, 40)]),
    ],
)
def test_the_board_has_three_columns_of_fourteen_at_most(
    players: int, shown: list[tuple[int, int, int]], client: Client
) -> None:
    event = make_drawn_event(players, published=True)
    make_round(event)
    pages = pages_of(client, event)
    assert [(len(page.columns), page.rows, sum(map(len, page.columns))) for page in pages] == shown
    assert all(len(column) <= page.rows for page in pages for column in page.columns)


def test_results_take_the_place_of_the_board_from_a_tenth_of_the_tables(client: Client) -> None:
    event = make_drawn_event(42, published=True)
    round_ = make_round(event)
    for table in (1, 2):
        make_result(event, round_, table, "1-0")
    assert {page.kind for page in pages_of(client, event)} == {"board"}
    make_result(event, round_, 3, "1-0")
    tables, everybody = pages_of(client, event)
    assert (tables.kind, len(tables.round.tables)) == ("results", 21)
    assert (everybody.kind, sum(map(len, everybody.ranked))) == ("standings", 42)


@pytest.mark.parametrize(
    ("players", "shown"),
    [
        (13, [("results", 13)]),
        (16, [("results", 8), ("results", 8)]),  # the only page of tables, with each half of the standings
        (24, [("results", 12), ("results", 12)]),
        (30, [("results", 0), ("standings", 30)]),
        (60, [("results", 0), ("results", 0), ("standings", 30), ("standings", 30)]),
    ],
)
def test_everybody_finds_himself_in_the_standings_of_a_turn(
    players: int, shown: list[tuple[str, int]], client: Client
) -> None:
    event = make_played_event(players, 1)
    pages = pages_of(client, event)
    assert [(page.kind, sum(map(len, page.ranked))) for page in pages] == shown
    seen = {line.player.id for page in pages for lines in page.ranked for line in lines}
    assert len(seen) == players


def test_the_tables_of_many_stand_in_columns_with_the_score_of_each_player(client: Client) -> None:
    event = make_played_event(119, 1)
    pages = [page for page in pages_of(client, event) if page.is_results]
    columns = [[len(tables) for tables in page.table_columns] for page in pages]
    assert columns == [[7, 7, 6], [7, 7, 6], [7, 7, 5]]
    assert {(page.rows, page.type) for page in pages} == {(7, 5.0)}
    assert [len(page.round.byes) for page in pages] == [0, 0, 1]
    shown = " ".join(client.get(f"/t/{event.slug}/screen/").text.split())
    for score in ("1", "½", "0"):
        assert f'<b class="points">{score}</b>' in shown
    assert '<span class="name seat second black ' in shown
    assert "Riposa:" in shown


def test_who_rests_leaves_no_hole_below_the_tables_of_other_pages(client: Client) -> None:
    event = make_played_event(59, 1)
    pages = [page for page in pages_of(client, event) if page.is_results]
    columns = [([len(tables) for tables in page.table_columns], len(page.round.byes)) for page in pages]
    assert columns == [([5, 5, 5], 0), ([5, 5, 4], 1)]
    assert {page.rows for page in pages} == {5}


def test_in_one_line_the_figures_of_who_has_won_and_of_who_has_lost_are_told_apart(client: Client) -> None:
    event = make_drawn_event(16, published=True)
    round_ = make_round(event)
    for table, outcome in ((1, "0-1"), (2, "=-="), (3, "+--")):
        make_result(event, round_, table, outcome)
    set_screen(event, 1, Screen.Contents.RESULTS, 12, "")
    [page, *_others] = pages_of(client, event)
    assert not page.stacked
    shown = client.get(f"/t/{event.slug}/screen/?page=1").text
    outcomes = re.findall(r'<span class="outcome">(.*?)</li>', " ".join(shown.split()))
    lost, won = ('<span class="lost">0</span>', '<span class="won">1</span>')
    assert f"{lost} – {won}" in outcomes[0]
    assert outcomes[1].strip().startswith("½ – ½")
    assert f"{won} – {lost} <small>forfait</small>" in outcomes[2]


def test_in_columns_the_word_stands_with_who_did_not_come(client: Client) -> None:
    event = make_drawn_event(28, published=True)
    event.entries.update(name="Montefalcone Guido")
    round_ = make_round(event)
    for table, outcome in ((1, "--+"), (2, "---"), (3, "1-0"), (4, "0-1")):
        make_result(event, round_, table, outcome)
    set_screen(event, 1, Screen.Contents.RESULTS, 12, "")
    page = client.get(f"/t/{event.slug}/screen/").text
    seats = re.findall(r'<(?:b|small) class="points">([^<]*)</', page)
    assert seats[:8] == ["forfait", "1", "forfait", "forfait", "1", "0", "0", "1"]
    assert page.count("Montefalcone G.") == 28
    assert page.count('<span class="smaller type-') == 4, "the word takes of the room of both names"


@pytest.mark.parametrize(
    ("system", "players", "name"),
    [
        ("round-robin", 8, ""),
        ("knockout", 16, "Ottavi di finale · "),
        ("knockout", 8, "Quarti di finale · "),
    ],
)
def test_a_round_that_is_over_says_so(system: str, players: int, name: str, client: Client) -> None:
    event = make_drawn_event(players, published=True, system=system)
    round_ = make_round(event)
    make_result(event, round_, 1, "1-0")
    assert f"<h2>{name}Turno 1</h2>" in title_of(client, event)
    make_all_results(event, round_, "1-0")
    assert f"<h2>{name}Turno 1 finito</h2>" in title_of(client, event)


def test_a_column_of_the_standings_has_the_room_that_the_others_leave(client: Client) -> None:
    event = make_played_event(120, 3)
    event.entries.filter(entry_no=1).update(name="Degl’Innocenti Guidobaldo")
    event.entries.filter(entry_no=2).update(name="Degl’Innocenti Ermenegildo Maria Massimiliano")
    set_screen(event, 1, Screen.Contents.STANDINGS, 12, "")
    names = {line.player.name for page in pages_of(client, event) for lines in page.ranked for line in lines}
    assert {"Degl’Innocenti Guidobaldo", "Degl’Innocenti E."} <= names


def test_where_points_are_long_the_standings_stand_in_two_columns_for_names_to_be_whole(
    client: Client,
) -> None:
    event = make_seated_event(60, published=True)
    names = [f"Lombardi Alessandro {chr(65 + place % 26)}{place // 26}" for place in range(60)]
    for entry, name in zip(event.entries.all(), names, strict=True):
        event.entries.filter(pk=entry.pk).update(name=name)
    make_scores(event, make_round(event))
    set_screen(event, 1, Screen.Contents.STANDINGS, 12, "")
    pages = pages_of(client, event)
    assert [list(map(len, page.ranked)) for page in pages] == [[10, 10]] * 3
    shown = {line.player.name for page in pages for lines in page.ranked for line in lines}
    assert shown == set(names)


def test_who_rests_has_room_below_the_tables_in_columns(client: Client) -> None:
    event = make_drawn_event(29, published=True)
    make_round(event)
    set_screen(event, 1, Screen.Contents.RESULTS, 12, "")
    [page] = pages_of(client, event)
    assert (page.rows, [len(tables) for tables in page.table_columns]) == (5, [5, 5, 4])
    few = replace(page, round=replace(page.round, tables=page.round.tables[:10]))
    assert [len(tables) for tables in few.table_columns] == [5, 5, 0]


def test_who_has_a_surname_in_common_is_in_one_column_where_it_has_the_room(client: Client) -> None:
    event = make_drawn_event(120, published=True)
    make_round(event)
    alike = {
        13: 12,
        14: 12,
        39: 38,
        40: 38,
        41: 38,
    }  # a column would end within the ones, a page within the others
    for entry, place in zip(event.entries.all(), range(120), strict=True):
        first, second = divmod(alike.get(place, place), 26)
        name = f"{'ABCDE'[first]}{chr(97 + second)}ossi {chr(65 + place % 26)}da"
        event.entries.filter(pk=entry.pk).update(name=name)
    columns = [column for page in pages_of(client, event) for column in page.columns]
    for surname, count in (("Amossi", 3), ("Bmossi", 4)):
        found = [[line for line in column if surname in line.player.name] for column in columns]
        assert [len(lines) for lines in found if lines] == [count]
    assert max(map(len, columns)) <= 14


def test_two_columns_of_short_names_leave_room_for_a_large_code(client: Client) -> None:
    event = make_drawn_event(24, published=True)
    make_round(event)
    [page] = pages_of(client, event)
    assert (len(page.columns), page.narrow) == (2, True)
    event.entries.update(name="Montecuccoli degli Erri Maria")
    event.version += 1
    event.save()
    [page] = pages_of(client, event)
    assert (len(page.columns), page.narrow) == (2, False)


@pytest.mark.parametrize("make_event", [make_drawn_event, make_seated_event])
@pytest.mark.parametrize("players", [9, 12, 16])
def test_on_the_board_of_few_one_long_name_alone_is_smaller(
    players: int, make_event: Callable[..., Event], client: Client
) -> None:
    event = make_event(players, published=True)
    make_round(event)
    usual = pages_of(client, event)[0].type
    for long in ("Della Valle Massimiliano Maria", "Montecuccoli degli Erri Caterina"):
        event.entries.filter(entry_no=1).update(name=long)
        Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
        [page] = pages_of(client, event)
        assert TYPES.index(page.type) >= TYPES.index(usual) - 1
        others = [line.player for column in page.columns for line in column if line.player.id > 1]
        assert not any(isinstance(player, SmallerName) for player in others)


def test_the_pages_of_the_board_are_as_long_as_each_other(client: Client) -> None:
    event = make_drawn_event(60, published=True)
    make_round(event)
    assert [list(map(len, page.columns)) for page in pages_of(client, event)] == [[10, 10, 10]] * 2


def test_on_the_board_of_sixty_usual_names_are_whole(client: Client) -> None:
    event = make_drawn_event(60, published=True)
    make_round(event)
    usual = {"Benedetti Francesco", "Bernardi Alessandro", "Carbone Francesca", "Lombardi Valentina"}
    for entry, name in zip(event.entries.all(), usual, strict=False):
        entry.name = name
        entry.save()
    event.version += 1
    event.save()
    pages = pages_of(client, event)
    assert usual <= {line.player.name for page in pages for lines in page.columns for line in lines}
    assert {page.type for page in pages} == {5.0}


def test_matches_of_several_games_say_what_their_score_is_of_however_many_there_are(client: Client) -> None:
    options = {"games": 2, "third_place": False}
    event = make_drawn_event(60, published=True, system="knockout", options=options)
    make_result(event, make_round(event), 1, "1-0")
    set_screen(event, 1, Screen.Contents.RESULTS, 12, "")
    assert not any(page.in_columns for page in pages_of(client, event))
    assert "parziale" in client.get(f"/t/{event.slug}/screen/").text


def test_rounds_of_eleven_to_thirteen_tables_have_a_line_for_each_player(client: Client) -> None:
    event = make_played_event(24, 1)
    assert [(page.stacked, page.rows, page.type) for page in pages_of(client, event)] == [(True, 6, 5.6)] * 2
    shown = words_of(client, event)
    assert "tavoli 7–12 di 12" in shown
    assert "Classifica 13–24 di 24" in shown


@pytest.mark.parametrize(
    ("players", "shown"), [(24, [(2, 12)]), (26, [(2, 13)]), (42, [(3, 14)]), (43, [(3, 8)] * 2)]
)
def test_standings_stand_in_up_to_three_columns(
    players: int, shown: list[tuple[int, int]], client: Client
) -> None:
    event = make_played_event(players, 1)
    set_screen(event, 1, Screen.Contents.STANDINGS, 12, "")
    pages = pages_of(client, event)
    assert [(len(page.ranked), page.rows) for page in pages] == shown
    tables = sum(columns for columns, _rows in shown)
    page = client.get(f"/t/{event.slug}/screen/").text
    assert len(re.findall(r'<th class="num" scope="col">\s*<span>Punti</span>', page)) == tables


def test_with_many_pages_each_stays_shorter_unless_the_arbiter_says_how_long(client: Client) -> None:
    event = make_played_event(120, 1)
    page = client.get(f"/t/{event.slug}/screen/")
    assert (len(page.context["pages"]), page.context["seconds"]) == (6, 10)
    set_screen(event, 1, Screen.Contents.AUTOMATIC, 20, "")
    assert client.get(f"/t/{event.slug}/screen/").context["seconds"] == 20


def test_before_anybody_has_entered_the_screen_says_so(client: Client) -> None:
    event = make_drawn_event(0, published=True)
    assert [page.message for page in pages_of(client, event)] == ["Ancora nessun iscritto"]


def test_larger_tables_have_a_column_a_seat_and_the_standings_afterwards(client: Client) -> None:
    event = make_seated_event(32, published=True)
    round_ = make_round(event)
    assert {page.kind for page in pages_of(client, event)} == {"board"}
    make_scores(event, round_, tables=1)
    pages = pages_of(client, event)
    assert [(page.kind, page.parts) for page in pages] == [
        ("results", 2),
        ("results", 2),
        ("standings", 1),
    ]
    assert (pages[0].in_a_line, pages[0].lines) == (2, 2)


@pytest.mark.parametrize(("players", "shown"), [(12, [(3, 12)]), (24, [(3, 12), (3, 12)])])
def test_larger_tables_of_few_have_a_player_a_line_with_the_standings_beside(
    players: int, shown: list[tuple[int, int]], client: Client
) -> None:
    event = make_seated_event(players, published=True)
    make_scores(event, make_round(event), tables=2)
    pages = pages_of(client, event)
    assert {(page.kind, page.in_a_line, page.lines) for page in pages} == {("results", 1, 4)}
    assert [(len(page.round.tables), sum(map(len, page.ranked))) for page in pages] == shown
    assert all(page.type >= page.beside_type for page in pages)


def test_nobody_is_ranked_before_the_first_result(client: Client) -> None:
    event = make_drawn_event(12, published=True)
    round_ = make_round(event)
    set_screen(event, 1, Screen.Contents.STANDINGS, 12, "")
    assert kinds(client, event) == ["board"]
    assert "Classifica</h2>" not in client.get(f"/t/{event.slug}/").text
    make_result(event, round_, 1, "1-0")
    assert kinds(client, event) == ["standings"]
    assert "Classifica</h2>" in client.get(f"/t/{event.slug}/").text


def test_the_stage_is_named_where_there_are_several(client: Client) -> None:
    event = make_staged_event(9, FIRST_FOUR, published=True)
    play(event, 1, 1)
    entrant_actions.begin_stage(event, 2)
    play(event, 1, 2)
    shown = client.get(f"/t/{event.slug}/screen/").text.replace(" </", "</")
    assert "<h2>Finale · Turno 1 finito</h2>" in shown
    set_screen(event, 1, Screen.Contents.STANDINGS, 12, "")
    shown = client.get(f"/t/{event.slug}/screen/").text.replace(" </", "</")
    assert "<h2>Finale · Classifica <small>Dopo il turno 1" in shown


@pytest.mark.parametrize("players", [16, 18, 20, 22])
def test_the_tables_of_each_page_go_down_to_the_foot(players: int, client: Client) -> None:
    pages = pages_of(client, make_played_event(players, 1))
    assert len(pages) > 1
    for page in pages:
        assert page.round
        assert page.rows == len(page.round.tables) + len(page.round.byes)


def test_who_rests_takes_the_room_of_a_table(client: Client) -> None:
    event = make_drawn_event(23, published=True)
    make_round(event)
    assert "riposo" in client.get(f"/t/{event.slug}/screen/").text
    set_screen(event, 1, Screen.Contents.RESULTS, 12, "")
    rounds = [(len(page.round.tables), len(page.round.byes)) for page in pages_of(client, event)]
    assert rounds == [(6, 0), (5, 1)]


@pytest.mark.parametrize(
    ("players", "shown"),
    [
        (12, [(True, 6)]),
        (14, [(True, 4), (True, 3)]),  # the standings have two pages
        (16, [(False, 8), (False, 8)]),
    ],
)
def test_up_to_seven_tables_have_a_line_for_each_player(
    players: int, shown: list[tuple[bool, int]], client: Client
) -> None:
    pages = pages_of(client, make_played_event(players, 1))
    assert [(page.stacked, page.rows) for page in pages] == shown


def test_opponents_beside_each_other_have_what_the_widest_score_leaves(client: Client) -> None:
    event = make_drawn_event(16, published=True)
    event.entries.filter(entry_no=1).update(name="Passalacqua Mirna")
    set_screen(event, 1, Screen.Contents.RESULTS, 12, "")
    round_ = make_round(event)

    def is_whole() -> bool:
        [page, *_others] = pages_of(client, event)
        return any(
            player.name == "Passalacqua Mirna" for table in page.round.tables for player in table.seats
        )

    make_result(event, round_, 1, "1-0")
    assert is_whole()
    make_result(event, round_, 2, "=-=")
    assert not is_whole()


def test_each_of_both_has_his_own_figure_and_who_has_lost_is_lighter(client: Client) -> None:
    event = make_drawn_event(8, published=True)
    round_ = make_round(event)
    for table, outcome in ((1, "0-1"), (2, "=-="), (3, "---")):
        make_result(event, round_, table, outcome)
    set_screen(event, 1, Screen.Contents.RESULTS, 12, "")
    shown = client.get(f"/t/{event.slug}/screen/").text
    tables = re.findall(r"<li data-result=.*?</li>", shown, re.DOTALL)
    assert [re.findall(r'class="points">([^<]*)<', table) for table in tables] == [
        ["0", "1"],
        ["½", "½"],
        ["forfait", "forfait"],
        ["", ""],
    ]
    assert [re.findall(r'class="name [^"]*(lost|won)"', table) for table in tables] == [
        ["lost", "won"],
        [],
        [],
        [],
    ]


def test_a_match_that_is_replayed_says_which_game_is_played(client: Client) -> None:
    event = make_drawn_event(4, published=True, system="knockout", options={"games": 1, "third_place": False})
    make_result(event, make_round(event), 1, "=-=")
    set_screen(event, 1, Screen.Contents.RESULTS, 12, "")
    shown = " ".join(client.get(f"/t/{event.slug}/screen/").text.split())
    assert shown.count('<b class="points">½</b>') == 2
    assert '<small class="word">tavolo 1 · parziale</small>' in shown


@pytest.mark.parametrize(
    ("players", "shown"),
    [
        (4, [(2, 2, 1)]),
        (12, [(2, 2, 3)]),
        (16, [(2, 2, 4)]),
        (24, [(2, 2, 6)]),
        (30, [(2, 2, 4), (2, 3, 3)]),  # those of five are the last
        (48, [(2, 2, 6), (2, 2, 6)]),
    ],
)
def test_larger_tables_take_as_many_lines_as_their_players_need(
    players: int, shown: list[tuple[int, int, int]], client: Client
) -> None:
    event = make_seated_event(players, published=True)
    make_round(event)
    set_screen(event, 1, Screen.Contents.RESULTS, 12, "")
    pages = [page for page in pages_of(client, event) if page.is_results]
    assert [(page.in_a_line, page.lines, len(page.round.tables)) for page in pages] == shown


@pytest.mark.parametrize("players", [20, 21, 22])
def test_no_larger_table_is_alone_beside_the_standings(players: int, client: Client) -> None:
    event = make_seated_event(players, published=True)
    make_scores(event, make_round(event), tables=1)
    set_screen(event, 1, Screen.Contents.RESULTS, 12, "")
    pages = [page for page in pages_of(client, event) if page.is_results]
    assert [len(page.round.tables) for page in pages] == [3, 2]
    assert [page.lines for page in pages] == [4, 4 if players == 20 else 5]
    assert {page.type for page in pages} == {5.6}
    assert "tavoli 4–5 di 5" in words_of(client, event)


def test_a_single_table_is_not_a_range() -> None:
    assert of_tables(Span(5, 5, 5), BOARD) == "tavolo 5"
    assert of_tables(Span(1, 2, 5), BOARD) == "tavoli 1–2"


@given(st.lists(st.integers(3, 6), min_size=1, max_size=9))
def test_no_larger_table_is_alone_where_as_few_pages_have_others(seats: list[int]) -> None:
    def lines_of(page: Sequence[int]) -> int:
        return max(page) * len(page)

    def splits(rest: list[int]) -> Iterator[list[list[int]]]:
        if not rest:
            yield []
        for end in range(1, len(rest) + 1):
            if lines_of(rest[:end]) <= 12:
                yield from ([rest[:end], *others] for others in splits(rest[end:]))

    found = [list(page) for _part, _parts, page in in_fewest_parts(seats, lines_of, 12)]
    possible = list(splits(seats))
    assert found in possible
    assert len(found) == min(map(len, possible))
    alone = min(sum(len(page) == 1 for page in split) for split in possible if len(split) == len(found))
    assert sum(len(page) == 1 for page in found) == alone


def test_a_larger_table_says_who_sits_where_after_its_result_too(client: Client) -> None:
    event = make_seated_event(8, published=True)
    round_ = make_round(event)
    set_screen(event, 1, Screen.Contents.RESULTS, 12, "")
    shown = client.get(f"/t/{event.slug}/screen/").text
    assert re.findall("<small>([0-9])</small>", shown) == list("1234" * 2)
    make_scores(event, round_, tables=1)
    shown = client.get(f"/t/{event.slug}/screen/").text
    assert re.findall("<small>([0-9])</small>", shown) == list("1234" * 2), "names stay where they are"


def test_few_tables_stand_in_larger_type(client: Client) -> None:
    event = make_drawn_event(3, published=True)
    make_round(event)
    set_screen(event, 1, Screen.Contents.RESULTS, 12, "")
    assert [page.type for page in pages_of(client, event)] == [14.0]


def test_the_page_of_the_clock_says_where_the_event_is_read(client: Client) -> None:
    event = make_played_event(4, 1)
    page = client.get(f"/t/{event.slug}/clock/").text
    assert f"<title>http://testserver/t/{event.slug}/</title>" in page
    assert f'<span class="screen-address" translate="no">testserver/t/{event.slug}/</span>' in page
    assert "Il tuo posto" in page


@pytest.mark.parametrize("at", ["clock", "screen"])
def test_before_the_first_round_the_code_does_not_lead_to_a_table(at: str, client: Client) -> None:
    event = make_drawn_event(4, published=True)
    page = client.get(f"/t/{event.slug}/{at}/").text
    assert "Segui il torneo" in page
    assert "Il tuo tavolo" not in page


@pytest.mark.parametrize("at", ["clock", "screen"])
def test_once_the_round_is_over_the_code_leads_to_ones_place(at: str, client: Client) -> None:
    event = make_drawn_event(4, published=True)
    round_ = make_round(event)
    make_result(event, round_, 1, "1-0")
    assert "Il tuo tavolo" in client.get(f"/t/{event.slug}/{at}/").text
    make_result(event, round_, 2, "1-0")
    assert "Il tuo posto" in client.get(f"/t/{event.slug}/{at}/").text


def test_names_that_cannot_be_short_have_as_few_beside_each_other_as_they_need(client: Client) -> None:
    event = make_seated_event(8, published=True)
    make_round(event)
    [page] = pages_of(client, event)
    assert page.in_a_line == 1
    assert {type(seat.player) for table in page.round.tables for seat in table.seat_rows} == {Player}


def test_beside_a_knockout_stand_those_who_go_on(client: Client) -> None:
    event = make_drawn_event(16, published=True, system="knockout", options={"third_place": False})
    round_ = make_round(event)
    set_screen(event, 1, Screen.Contents.RESULTS, 12, "")
    assert [(page.kind, page.is_beside) for page in pages_of(client, event)] == [("results", False)]
    make_result(event, round_, 2, "0-1")
    [page] = pages_of(client, event)
    assert (page.ranked, page.through) == ((), (page.round.tables[1].black,))
    assert "Passano il turno" in client.get(f"/t/{event.slug}/screen/").text


def test_those_exempt_from_a_round_of_a_knockout_go_on_too(client: Client) -> None:
    event = make_drawn_event(24, published=True, system="knockout", options={"third_place": False})
    round_ = make_round(event)
    set_screen(event, 1, Screen.Contents.RESULTS, 12, "")
    [before] = pages_of(client, event)
    make_result(event, round_, 2, "0-1")
    [page] = pages_of(client, event)
    assert page.through[0] == page.round.tables[1].black
    assert [player.id for player in page.through[1:]] == [bye.player.id for bye in before.round.byes]
    assert (page.round.byes, page.rows) == ((), 8)  # said once, and tables have the height
    make_all_results(event, round_, "1-0")
    pages = pages_of(client, event)
    assert [len(page.through) for page in pages] == [8, 8]
    assert words_of(client, event).count("Passano il turno") == 2


def test_of_a_large_knockout_the_round_that_is_played_is_shown_in_parts(client: Client) -> None:
    event = make_drawn_event(24, published=True, system="knockout", options={"third_place": True})
    make_all_results(event, make_round(event), "1-0")
    round_ = make_round(event)
    set_screen(event, 1, Screen.Contents.BRACKET, 12, "")
    pages = pages_of(client, event)
    assert [(page.kind, page.part, page.third) for page in pages] == [("tree", 1, None), ("tree", 2, None)]
    for page in pages:
        assert [(column.name, len(column.matches)) for column in page.tree] == [
            ("Ottavi di finale", 4),
            ("Quarti di finale", 2),
            ("Semifinali", 1),
        ]
    assert "parte 2 di 2" in client.get(f"/t/{event.slug}/screen/?page=2").text
    make_all_results(event, round_, "1-0")
    [page] = pages_of(client, event)
    assert (page.tree[0].name, page.third is None) == ("Quarti di finale", False)


def test_the_quarter_finals_are_shown_as_soon_as_it_is_known_who_plays_them(client: Client) -> None:
    event = make_drawn_event(16, published=True, system="knockout", options={"third_place": False})
    round_ = make_round(event)
    for table in range(1, 8):
        make_result(event, round_, table, "1-0")
    assert kinds(client, event) == ["results"]
    make_result(event, round_, 8, "1-0")
    assert kinds(client, event) == ["tree", "results"]  # the last result glows on a page of its own


def test_where_there_is_no_bracket_a_screen_of_it_knows_by_itself_what_to_show(client: Client) -> None:
    event = make_played_event(4, 3)
    set_screen(event, 1, Screen.Contents.BRACKET, 12, "")
    assert kinds(client, event) == ["results"]
    close(event)
    assert kinds(client, event) == ["podium", "standings"]


def test_who_has_lost_a_match_of_a_knockout_is_less_bright(client: Client) -> None:
    event = make_drawn_event(16, published=True, system="knockout", options={"third_place": False})
    make_result(event, make_round(event), 2, "0-1")
    set_screen(event, 1, Screen.Contents.RESULTS, 12, "")
    shown = " ".join(client.get(f"/t/{event.slug}/screen/").text.split())
    loser = event.stages.get().rounds.get().tables.get(number=2).seats.get(position=1).entry.name
    assert re.findall('class="name [^"]* lost">(?:<span[^>]*>[^<]*</span>)? ?([^<]*?) ?<', shown) == [loser]


def test_from_the_quarter_finals_on_a_knockout_is_its_bracket(client: Client) -> None:
    options = {"third_place": True}
    event = make_drawn_event(7, published=True, system="knockout", options=options)
    set_screen(event, 1, Screen.Contents.RESULTS, 12, "")
    round_ = make_round(event)
    make_result(event, round_, 2, "+--")
    [page] = pages_of(client, event)
    assert page.kind == "tree"
    assert [(column.name, len(column.matches)) for column in page.tree] == [
        ("Quarti di finale", 4),
        ("Semifinali", 2),
        ("Finale", 1),
    ]
    assert page.third is not None
    [exempt] = page.tree[0].matches[0].sides
    assert exempt.player == page.tree[1].matches[0].sides[0].player
    shown = client.get(f"/t/{event.slug}/screen/").text
    assert "incontro" not in shown
    assert '<small class="word">tavolo 1</small>' in shown  # the next match awaits «Vincente tavolo 1»
    assert "Vincente tavolo 1" in shown
    assert 'data-result="1-2"' in shown
    assert '<small class="word">forfait</small>' in shown


def test_in_the_bracket_names_have_what_their_scores_leave(client: Client) -> None:
    event = make_drawn_event(8, published=True, system="knockout", options={"third_place": False})
    event.entries.filter(entry_no=1).update(name="Quattrocchi Giuseppe")
    make_all_results(event, make_round(event), "1-0")
    set_screen(event, 1, Screen.Contents.BRACKET, 12, "")
    assert "Quattrocchi Giuseppe" in words_of(client, event)


def test_in_the_bracket_tables_in_play_have_colours_where_names_stay_whole(client: Client) -> None:
    event = make_drawn_event(8, published=True, system="knockout", options={"third_place": False})
    set_screen(event, 1, Screen.Contents.BRACKET, 12, "")
    round_ = make_round(event)
    make_result(event, round_, 1, "1-0")
    in_play = round_.seats.filter(table__number=2)
    shown = client.get(f"/t/{event.slug}/screen/").text
    assert [shown.count(f'class="name seat {colour}"') for colour in ("white", "black")] == [3, 3]
    event.entries.filter(pk=in_play[0].entry_id).update(name="Pacchiarotti Francesca")
    Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
    shown = client.get(f"/t/{event.slug}/screen/").text
    assert "Pacchiarotti Francesca" in shown
    assert 'class="name seat' not in shown


def test_who_has_won_a_knockout_stands_before_its_bracket(client: Client) -> None:
    event = make_drawn_event(4, published=True, system="knockout", options={"third_place": False})
    set_screen(event, 1, Screen.Contents.RESULTS, 12, "")
    for _round in range(2):
        make_all_results(event, make_round(event), "1-0")
    champion, tree = pages_of(client, event)
    assert champion.champion == champion.round.tables[0].white
    assert (champion.is_beside, tree.kind) == (False, "tree")
    assert "Ha vinto" in client.get(f"/t/{event.slug}/screen/").text


def test_the_score_of_a_match_is_told_from_that_of_a_game(client: Client) -> None:
    event = make_drawn_event(16, published=True, system="knockout", options={"games": 2})
    set_screen(event, 1, Screen.Contents.RESULTS, 12, "")
    round_ = make_round(event)
    make_result(event, round_, 1, "1-0")
    for outcome in ("1-0", "0-1"):
        make_result(event, round_, 2, outcome)
    shown = " ".join(client.get(f"/t/{event.slug}/screen/").text.split())
    assert "0 – 1 <small>parziale</small>" in shown
    assert re.findall(
        '<span class="(won|lost)">([02])</span> – <span class="(won|lost)">([02])</span> (<[^>]*>)', shown
    ) in ([("won", "2", "lost", "0", "</span>")], [("lost", "0", "won", "2", "</span>")]), (
        "of one that is over nothing need be said"
    )


def test_scores_with_a_word_below_stand_in_fewer_rows(client: Client) -> None:
    event = make_drawn_event(24, published=True, system="knockout", options={"games": 2})
    round_ = make_round(event)
    set_screen(event, 1, Screen.Contents.RESULTS, 12, "")
    assert [page.stacked for page in pages_of(client, event)] == [False]
    make_result(event, round_, 4, "=-=")
    assert [(page.stacked, len(page.round.tables)) for page in pages_of(client, event)] == [(True, 4)] * 2


def test_the_first_results_stand_below_the_board(client: Client) -> None:
    event = make_drawn_event(42, published=True)
    round_ = make_round(event)
    make_result(event, round_, 5, "+--")
    for page in pages_of(client, event):
        assert [table.number for table in page.early] == [5]
    shown = client.get(f"/t/{event.slug}/screen/").text
    assert "Ultimi risultati" in shown
    assert 'data-result="1-5"' in shown
    set_screen(event, 1, Screen.Contents.BOARD, 12, "")
    assert not any(page.early for page in pages_of(client, event))


def test_a_fifth_result_ends_the_search_for_seats(client: Client) -> None:
    event = make_drawn_event(120, published=True)
    round_ = make_round(event)
    for table in range(1, 5):
        make_result(event, round_, table, "1-0")
    assert {page.kind for page in pages_of(client, event)} == {"board"}
    make_result(event, round_, 5, "1-0")
    assert "board" not in {page.kind for page in pages_of(client, event)}


def test_the_letters_of_a_page_are_those_of_no_other(client: Client) -> None:
    event = make_drawn_event(80, published=True)
    make_round(event)
    for entry in event.entries.all():
        entry.name = f"{'D' if entry.entry_no > 20 else 'A'}{'bdefghi'[entry.entry_no % 7]}os Ada"
        entry.save()
    event.version += 1
    event.save()
    first, second = pages_of(client, event)
    assert (first.letters, second.letters) == ("A – Dd", "De – Di")


def test_the_letters_of_a_page_are_written_as_in_the_names(client: Client) -> None:
    event = make_drawn_event(44, published=True)
    make_round(event)
    for entry in event.entries.all():
        surname = "Da Rin" if entry.entry_no < 10 else "Di Bartolomeo"
        entry.name = f"{surname} Ada {chr(64 + entry.entry_no)}"
        entry.save()
    event.entries.filter(entry_no=1).update(name="Àbaco Ada")
    event.version += 1
    event.save()
    first, second = pages_of(client, event)
    assert first.letters == "À – Di Bartolomeo"
    assert second.letters == "Di Bartolomeo"


def test_of_the_first_results_one_has_the_whole_line_below_the_board(client: Client) -> None:
    event = make_drawn_event(42, published=True)
    event.entries.update(name="Squarcialupi Massimiliano")
    round_ = make_round(event)
    make_result(event, round_, 5, "1-0")
    [page] = pages_of(client, event)[:1]
    assert page.in_a_line == 1
    assert {seat.name for table in page.early for seat in table.seats} == {"Squarcialupi Massimiliano"}


def test_of_a_result_below_the_board_one_name_is_shortened_where_that_is_enough(client: Client) -> None:
    event = make_drawn_event(80, published=True)
    for entry in event.entries.all():
        entry.name = f"{'ABCDEFGH'[entry.entry_no % 8]}asil{'abcdefghilo'[entry.entry_no // 8]} Donatella"
        entry.save()
    Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
    round_ = make_round(event)
    for table in (1, 2, 3):
        make_result(event, round_, table, "1-0")
    [page] = pages_of(client, event)[:1]
    whole = [[seat.name.endswith("Donatella") for seat in table.seats] for table in page.early]
    assert whole == [[True, False]] * 3


def test_a_light_screen_says_so(client: Client) -> None:
    event = make_played_event(4, 1)
    assert "departures light" not in client.get(f"/t/{event.slug}/screen/").text
    set_screen(event, 1, Screen.Contents.BOARD, 12, "", light=True)
    assert "departures light" in client.get(f"/t/{event.slug}/screen/").text


def test_the_podium_has_points_and_club(client: Client) -> None:
    event = make_played_event(4, 3)
    event.entries.update(affiliation="Scacchi Club Bari")
    close(event)
    shown = client.get(f"/t/{event.slug}/screen/?page=1").text
    assert shown.count("<small>Scacchi Club Bari</small>") == 3
    assert shown.count('<b class="points') == 3


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_a_long_name_alone_gives_way_on_the_podium_and_is_whole(rank: int, client: Client) -> None:
    event = make_played_event(4, 3)
    event.entries.update(affiliation="Scacchi Club Bari")
    close(event)
    [usual] = [page for page in pages_of(client, event) if page.is_podium]
    [lines] = usual.ranked
    long = next(line.player.id for line in lines if line.rank == rank)
    rename(event, {long: "Castelnuovo della Rovere Massimiliano"})
    [page] = [page for page in pages_of(client, event) if page.is_podium]
    [lines] = page.ranked
    assert page.type == usual.type
    [shown] = [line.player for line in lines if isinstance(line.player, SmallerName)]
    assert (shown.id, shown.name) == (long, "Castelnuovo della Rovere Massimiliano")
    assert shown.type >= (8.6 / PODIUM_FIRST if rank == 1 else TYPES[0])


def test_two_long_names_leave_a_podium_of_five_its_type(client: Client) -> None:
    event = make_played_event(8, 7)
    close(event, level=True)
    usual = pages_of(client, event)[0]
    [lines] = usual.ranked
    assert len(lines) == 5
    long = {
        lines[0].player.id: "Castelnuovo della Rovere Massimiliano",
        lines[3].player.id: "Degl’Innocenti Massimiliano Guidobaldo",
    }
    rename(event, long)
    page = pages_of(client, event)[0]
    [lines] = page.ranked
    assert LARGE_TYPES.index(page.type) >= LARGE_TYPES.index(usual.type) - 1
    assert set(long.values()) < {line.player.name for line in lines}


def test_those_exempt_take_as_many_rows_as_their_names_need(client: Client) -> None:
    event = make_drawn_event(24, published=True, system="knockout")
    make_round(event)
    set_screen(event, 1, Screen.Contents.RESULTS, 12, "")
    [page] = pages_of(client, event)
    assert (len(page.round.tables), len(page.round.byes), page.rows) == (8, 8, 10)
    shown = client.get(f"/t/{event.slug}/screen/").text
    assert "Esentati:" in shown
    event.entries.update(name="Giovannantonio Massimiliano Ferdinando")
    event.version += 1
    event.save()
    [*_others, page] = pages_of(client, event)
    assert page.rows <= 11


def names_on(client: Client, event: Event) -> set[str]:
    return {line.player.name for page in pages_of(client, event) for lines in page.columns for line in lines}


def test_before_round_one_names_have_the_room_of_the_colours(client: Client) -> None:
    event = make_drawn_event(120, published=True)
    event.entries.update(name="Montefalcone Guido")
    assert names_on(client, event) == {"Montefalcone Guido"}
    make_round(event)
    assert names_on(client, event) == {"Montefalcone G."}


def test_a_column_of_the_board_has_the_room_that_the_others_leave(client: Client) -> None:
    event = make_drawn_event(60, published=True)
    event.entries.filter(entry_no=1).update(name="Degl’Innocenti Massimiliano")
    make_round(event)
    assert "Degl’Innocenti Massimiliano" in names_on(client, event)
    event.entries.update(name="Degl’Innocenti Massimiliano")
    Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
    assert "Degl’Innocenti Massimiliano" not in names_on(client, event)


def test_the_board_of_larger_tables_has_the_seat_behind_the_table(client: Client) -> None:
    event = make_seated_event(24, published=True)
    round_ = make_round(event)
    words = words_of(client, event)
    assert words.count("Tavolo · posto") == 2
    for table in round_.tables.games():
        for seat in table.seats.all():
            assert f"{seat.entry.name} {table.number} · {seat.position} " in words


def test_before_numbers_are_drawn_names_have_the_whole_line(client: Client) -> None:
    event = make_drawn_event(120, published=True)
    event.entries.update(name="Passalacqua Giovanni")
    drawn = pages_of(client, event)[0].columns[0][0].player.name
    event.drawn_at = None
    event.version += 1
    event.save()
    assert (drawn, pages_of(client, event)[0].columns[0][0].player.name) == (
        "Passalacqua G.",
        "Passalacqua Giovanni",
    )


def test_who_is_still_in_a_knockout_says_so_and_who_is_out_has_the_name_of_his_round(client: Client) -> None:
    event = make_drawn_event(16, published=True, system="knockout", ranking=["round_reached"])
    make_result(event, make_round(event), 1, "1-0")
    set_screen(event, 1, Screen.Contents.STANDINGS, 12, "")
    [page] = pages_of(client, event)
    assert [column.title for column in page.criteria] == ["Turno raggiunto"]
    winner, playing, *_others, loser = [line for lines in page.ranked for line in lines]
    assert [(line.rank, line.cells[0].text) for line in (winner, playing)] == [(1, "in gara"), (2, "in gara")]
    assert (loser.rank, loser.cells[0].text) == (16, "Ottavi di finale")
    assert "<h2>Classifica<small>in gara: 15</small><small>" in title_of(client, event)
    rows = re.findall('<tr class="(.*?)">', client.get(f"/t/{event.slug}/screen/").text)
    assert rows == [""] * 15 + ["lost"]


def test_few_players_are_shown_as_pairs_and_of_a_final_which_place_it_is_for(client: Client) -> None:
    event = make_drawn_event(8, published=True, system="knockout", options={"third_place": True})
    long = "van der Meulen-Castiglione Pier Francesco"
    event.entries.filter(entry_no=1).update(name=long)
    for _players in (8, 4):
        round_ = make_round(event)
        assert kinds(client, event) == ["results"]
        make_all_results(event, round_, "1-0")
    make_round(event)
    set_screen(event, 1, Screen.Contents.BOARD, 12, "")
    [page] = pages_of(client, event)
    assert (page.stacked, page.narrow, page.final, page.is_beside) == (True, True, "Finale", False)
    assert page.type >= 10
    assert [len(table.seats) for table in page.round.tables] == [2, 2]
    shown = re.findall(r"<h3>\s*(.*?)\s*</h3>", client.get(f"/t/{event.slug}/screen/").text)
    assert shown == ["Finale", "Finale per il 3° posto"]


def test_few_opponents_stand_beside_each_other_where_their_names_are_as_large(client: Client) -> None:
    event = make_drawn_event(8, published=True)
    make_round(event)
    [usual] = pages_of(client, event)
    assert (usual.stacked, usual.narrow, usual.is_beside, len(usual.round.tables)) == (False, False, False, 4)
    event.entries.filter(entry_no=1).update(name="Passalacqua Giovanni Battista")
    Event.objects.filter(pk=event.pk).update(version=event.version + 1)
    [long] = pages_of(client, event)
    assert (long.stacked, long.narrow) == (True, True)
    assert "Passalacqua Giovanni Battista" in words_of(client, event)


def test_few_players_of_larger_tables_are_shown_with_their_seats(client: Client) -> None:
    event = make_seated_event(8, published=True)
    make_round(event)
    [page] = pages_of(client, event)
    assert (page.kind, page.narrow, len(page.round.tables)) == ("results", True, 2)
    shown = client.get(f"/t/{event.slug}/screen/").text
    assert re.findall("<small>([0-9])</small>", shown) == list("1234" * 2)


def test_who_is_absent_stands_on_the_board_however_few_they_are(client: Client) -> None:
    event = make_drawn_event(4, published=True)
    make_round(event)
    [page] = pages_of(client, event)
    assert (page.kind, page.final, len(page.round.tables)) == ("results", "", 2)
    away = make_drawn_event(4, published=True, system="amalfi", options={"rounds": 2})
    set_plans(away, 4, {1: "absent"})
    make_round(away)
    assert kinds(client, away) == ["board"]
    assert "assente" in client.get(f"/t/{away.slug}/screen/").text


def test_who_passes_without_playing_has_the_word_below_his_name_in_the_bracket(client: Client) -> None:
    event = make_drawn_event(7, published=True, system="knockout", options={"third_place": False})
    make_round(event)
    set_screen(event, 1, Screen.Contents.BRACKET, 12, "")
    shown = client.get(f"/t/{event.slug}/screen/").text
    assert shown.count("<small>passa</small>") == 1


def test_a_line_of_a_message_does_not_begin_with_a_figure(client: Client) -> None:
    event = make_drawn_event(4, published=True)
    screens.put_message(event, "Il turno 4 comincia alle 16")
    [page] = pages_of(client, event)
    assert page.message == "Il turno\N{NO-BREAK SPACE}4 comincia alle\N{NO-BREAK SPACE}16"
    assert page.type == 20


@given(words=st.lists(st.integers(1, 40), min_size=1, max_size=6), letter=st.sampled_from("aimMW"))
def test_no_word_of_a_message_is_wider_than_its_line(words: list[int], letter: str) -> None:
    size = message_type(" ".join(letter * length for length in words), BESIDE_CODE, HEIGHT)
    widest = name_width(letter * max(words))
    assert widest * size < BESIDE_CODE or size == MESSAGE_TYPES[-1]


def test_a_message_of_one_word_is_as_large_as_it_fits() -> None:
    for letters in range(1, 41):
        word = "o" * letters
        fitting = [size for size in MESSAGE_TYPES if (name_width(word) + SPARE) * size <= BESIDE_CODE]
        assert message_type(word, BESIDE_CODE, HEIGHT) == max(fitting, default=MESSAGE_TYPES[-1])


def test_the_final_ranking_has_the_points_of_those_who_played_no_final(client: Client) -> None:
    event = make_staged_event(13, FIRST_FOUR, published=True)
    play(event, 1, 1)
    entrant_actions.begin_stage(event, 2)
    play(event, 1, 2)
    close(event)
    podium, page = pages_of(client, event)
    assert [line.rank for line in podium.ranked[0]] == [1, 2, 3]
    assert [column.title for column in page.criteria] == ["Finale", "Punti"]
    assert [line.cells[0].text for lines in page.ranked for line in lines][3:6] == ["4", "", ""]
    [[_lines, titles, _digits], [_others, below, _more]] = page.rankings
    assert titles == [("Finale", True), ("Punti", True)]
    assert below == [("Finale", False), ("Punti", True)]  # the finalists stand in the other column
    on_podium = [[cell.column for cell in line.cells] for line in podium.ranked[0]]
    assert on_podium == [["points"]] * 3  # the place stands before the name already


def test_the_podium_of_a_knockout_has_no_points(client: Client) -> None:
    event = make_drawn_event(4, published=True, system="knockout", ranking=["round_reached"])
    for _round in range(2):
        make_all_results(event, make_round(event), "1-0")
    close(event)
    podium, ranking = pages_of(client, event)
    assert podium.is_podium
    assert not any(line.cells for line in podium.ranked[0])
    said = [line.cells[0].text for line in ranking.ranked[0]]
    assert said == ["Vincitore", "Finalista", "Semifinali", "Semifinali"]


def test_the_state_of_the_round_is_short(client: Client) -> None:
    event = make_drawn_event(9, published=True)
    make_result(event, make_round(event), 1, "1-0")
    set_screen(event, 1, Screen.Contents.STANDINGS, 12, "")
    assert "<small>Turno 1 in corso: 1 di 4</small>" in client.get(f"/t/{event.slug}/screen/").text


def test_before_the_first_round_the_screen_shows_who_plays(client: Client) -> None:
    event = make_drawn_event(12, published=True)
    assert kinds(client, event) == ["players"]


def test_a_closed_event_shows_its_final_ranking(client: Client) -> None:
    event = make_played_event(4, 3)
    close(event)
    assert kinds(client, event) == ["podium", "standings"]
    assert "Classifica finale" in client.get(f"/t/{event.slug}/screen/").content.decode()
    set_screen(event, 1, Screen.Contents.STANDINGS, 12, "")
    assert kinds(client, event) == ["standings"]


def test_beside_few_names_a_message_and_the_podium_the_code_is_large_and_says_what_for(
    client: Client,
) -> None:
    few, more = (make_drawn_event(players, published=True) for players in (8, 9))
    assert [page.narrow for event in (few, more) for page in pages_of(client, event)] == [True, False]
    make_round(few)
    assert [(page.kind, page.narrow) for page in pages_of(client, few)] == [("results", False)]
    assert "Il tuo tavolo" in client.get(f"/t/{few.slug}/screen/").text
    screens.put_message(few, "Si riprende alle 16")
    assert [page.narrow for page in pages_of(client, few)] == [True]
    over = make_played_event(4, 3)
    close(over)
    assert pages_of(client, over)[0].narrow
    assert "Il tuo tavolo" not in client.get(f"/t/{over.slug}/screen/").text


def test_beside_the_standings_of_few_the_code_is_large(client: Client) -> None:
    event = make_played_event(8, 1)
    set_screen(event, 1, Screen.Contents.STANDINGS, 12, "")
    assert [page.narrow for page in pages_of(client, event)] == [True]
    event.entries.filter(entry_no=1).update(name="Acquaviva d’Aragona Montecuccoli degli Erri")
    Event.objects.filter(pk=event.pk).update(version=event.version + 1)
    assert [page.narrow for page in pages_of(client, event)] == [False]
    many = make_played_event(14, 1)
    set_screen(many, 1, Screen.Contents.STANDINGS, 12, "")
    assert not any(page.narrow for page in pages_of(client, many))


@pytest.mark.parametrize(
    ("players", "called"),
    [(4, [1, 2, 3]), (8, [1, 2, 3, 3, 3])],
)
def test_the_podium_has_those_who_share_a_place(players: int, called: list[int], client: Client) -> None:
    event = make_played_event(players, players - 1)
    close(event, level=True)
    podium = pages_of(client, event)[0]
    assert [line.rank for line in podium.ranked[0]] == called


def test_a_message_is_shown_instead_of_all_else(client: Client) -> None:
    event = make_played_event(6, 1)
    screens.put_message(event, "Si riprende alle <16>")
    for screen in ("screen/", "screen/2/"):
        page = client.get(f"/t/{event.slug}/{screen}")
        assert [one.kind for one in page.context["pages"]] == ["message"]
        assert "Si riprende alle &lt;16&gt;" in page.text
    set_screen(event, 3, Screen.Contents.BOARD, 12, "Solo qui")
    assert [page.message for page in pages_of(client, event, "3/")] == ["Si riprende alle <16>"]
    screens.put_message(event, "")
    assert kinds(client, event) == ["results"]
    assert [page.message for page in pages_of(client, event, "3/")] == ["Solo qui"]


def test_a_message_to_all_is_shown_instead_of_the_clock_with_the_time_beside_it(client: Client) -> None:
    event = make_drawn_event(4, published=True)
    round_ = make_round(event)
    clock.set_clock(event, round_, 90, Ending.EDITION_2014)
    address = f"/t/{event.slug}/clock/"
    before = client.get(address)
    assert "clock-digits" in before.text
    set_screen(event, 1, Screen.Contents.BOARD, 12, "Solo qui")
    assert "Solo qui" not in client.get(address).text
    screens.put_message(event, "Si riprende alle <16>")
    page = client.get(address, headers={"If-None-Match": before["ETag"]})
    assert [one.kind for one in page.context["pages"]] == ["message"]
    assert '<p class="screen-message">Si riprende alle &lt;16&gt;</p>' in page.text
    assert "clock-digits" not in page.text
    assert re.search('class="screen-clock".*90:00', page.text, re.DOTALL)
    screens.put_message(event, "")
    assert "clock-digits" in client.get(address).text


def test_a_message_to_all_is_shown_before_there_is_a_clock(client: Client) -> None:
    event = make_drawn_event(4, published=True)
    screens.put_message(event, "Si comincia alle 9")
    page = client.get(f"/t/{event.slug}/clock/").text
    assert "Si comincia alle" in page
    assert "non è ancora partito" not in page


def test_each_screen_shows_its_own_and_one_that_nobody_has_set_what_the_first_does(client: Client) -> None:
    event = make_played_event(10, 1)
    set_screen(event, 1, Screen.Contents.BOARD, 20, "")
    set_screen(event, 2, Screen.Contents.STANDINGS, 12, "")
    assert [kinds(client, event, screen) for screen in ("", "1/", "2/", "9/")] == [
        ["board"],
        ["board"],
        ["standings"],
        ["board"],
    ]
    assert 'data-seconds="20"' in client.get(f"/t/{event.slug}/screen/").text
    assert client.get(f"/t/{event.slug}/screen/0/").status_code == 404
    assert client.get(f"/t/{event.slug}/screen/10/").status_code == 404


def test_the_clock_of_the_round_stands_in_the_corner_while_it_is_played(client: Client) -> None:
    event = make_drawn_event(4, published=True)
    round_ = make_round(event)
    clock.set_clock(event, round_, 90, Ending.EDITION_2014)
    shown = client.get(f"/t/{event.slug}/screen/").text
    assert "90:00" in shown
    assert "non ancora partito" in shown
    assert "non è ancora partito" in client.get(f"/t/{event.slug}/clock/").text
    clock.start(event, round_)
    shown = client.get(f"/t/{event.slug}/screen/").text
    assert "data-clock-ends" in shown
    assert "non ancora partito" not in shown
    for table in (1, 2):
        make_result(event, round_, table, "1-0")
    assert "data-clock-ends" not in client.get(f"/t/{event.slug}/screen/").text


def test_without_javascript_each_page_leads_to_the_next(client: Client) -> None:
    event = make_drawn_event(120, published=True)
    make_round(event)
    shown = []
    query = ""
    for _turn in range(4):
        page = client.get(f"/t/{event.slug}/screen/{query}")
        shown.append([one.part for one in page.context["pages"]])
        refresh = page.content.decode().partition('http-equiv="refresh" content="')[2].partition('"')[0]
        seconds, _url, query = refresh.partition("; url=")
        assert int(seconds) > 0
    assert shown == [[1, 2, 3], [1], [2], [3]]
    assert query == "?page=1"


def test_a_page_there_is_not_shows_all(client: Client) -> None:
    event = make_drawn_event(120, published=True)
    make_round(event)
    for asked in ("0", "4", "x", "9" * 5000):
        assert len(kinds(client, event, f"?page={asked}")) == 3, asked[:10]


def test_the_code_on_the_screen_leads_to_the_event(client: Client) -> None:
    event = make_played_event(4, 1)
    page = client.get(f"/t/{event.slug}/screen/").content.decode()
    assert f"<title>http://testserver/t/{event.slug}/</title>" in page
    assert f'<span class="screen-address" translate="no">testserver/t/{event.slug}/</span>' in page
    assert "style=" not in page


@pytest.mark.parametrize(("tables", "shown"), [(1, [1]), (4, [4]), (5, [3, 2]), (6, [3, 3]), (9, [3, 3, 3])])
def test_the_ends_of_games_are_turned_four_tables_at_a_time(
    tables: int, shown: list[int], client: Client
) -> None:
    event = make_seated_event(4 * tables, published=True)
    round_ = make_round(event)
    clock.set_clock(event, round_, 90, Ending.EDITION_2014)
    Clock.objects.of(round_).update(ends_at=timezone.now(), left=None)
    for table in round_.tables.games():
        clock.begin_end_of_game(event, table, 1, 1, [])

    def numbers(rest: str = "") -> list[list[int]]:
        pages = client.get(f"/t/{event.slug}/clock/{rest}").context["pages"]
        return [[column.table.number for column in page.columns] for page in pages]

    pages = numbers()
    assert list(map(len, pages)) == shown
    assert list(chain.from_iterable(pages)) == list(range(1, tables + 1))
    assert numbers("?page=1") == pages[:1]


@pytest.mark.parametrize(("ending", "word"), [(Ending.EDITION_2014, "Tempo!"), (Ending.SECRET, "")])
def test_a_word_takes_the_place_of_a_time_that_is_up_but_where_games_go_on(
    ending: Ending, word: str, client: Client
) -> None:
    event = make_seated_event(8, published=True)
    round_ = make_round(event)
    clock.set_clock(event, round_, 90, ending)
    clock.start(event, round_)
    for page in ("clock", "screen"):
        assert f'data-clock-word="{word}"' in client.get(f"/t/{event.slug}/{page}/").text
