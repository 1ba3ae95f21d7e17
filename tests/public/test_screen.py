"""The projector: what it shows when. How it is laid out is seen in a browser: tests/e2e/test_screen.py."""

import re

import pytest
from django.db.models import F
from django.test import Client

from clubtornei.events.models import Ending, Event
from clubtornei.public.screen import Section
from clubtornei.rounds.clock import actions as clock
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.models import Screen, Seat
from clubtornei.rounds.pages import screen_actions as screens
from clubtornei.rounds.reports.pairings import pairings_report
from clubtornei.rounds.stages import entrant_actions
from clubtornei.rounds.stages.closing_actions import close
from scoring.document import SeatScore
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


def sections_of(client: Client, event: Event, rest: str = "") -> list[Section]:
    return list(client.get(f"/t/{event.slug}/screen/{rest}").context["sections"])


def kinds(client: Client, event: Event, rest: str = "") -> list[str]:
    return [section.kind for section in sections_of(client, event, rest)]


def page_of(client: Client, event: Event, at: str = "screen") -> str:
    return " ".join(client.get(f"/t/{event.slug}/{at}/").text.split())


def test_before_the_first_round_it_shows_who_plays(client: Client) -> None:
    event = make_drawn_event(12, published=True)
    assert kinds(client, event) == ["board"]
    empty = make_drawn_event(0, published=True)
    assert [section.message for section in sections_of(client, empty)] == ["Ancora nessun iscritto"]


def test_seats_are_looked_for_by_name_until_a_tenth_of_the_results_is_in(client: Client) -> None:
    event = make_drawn_event(60, published=True)
    event.entries.filter(entry_no=60).update(name="Abate Zoe")
    round_ = make_round(event)
    [board] = sections_of(client, event)
    assert board.places[0][0].row.name == "Abate Zoe"
    for table in (3, 8):
        make_result(event, round_, table, "1-0")
    [board] = sections_of(client, event)
    results = {line.row.player: result for line, result in board.places}
    assert board.kind == "board"
    for table in board.round.tables:
        figures = [result.points if (result := results[player.id]) else "" for player in table.seats]
        assert figures == (["1", "0"] if table.number in (3, 8) else ["", ""])
    assert page_of(client, event).count('<td class="points">') == 4
    make_result(event, round_, 9, "1-0")
    assert kinds(client, event) == ["tables", "standings"]


def test_nobody_is_ranked_before_the_first_result(client: Client) -> None:
    event = make_drawn_event(12, published=True)
    make_round(event)
    set_screen(event, 1, Screen.Contents.STANDINGS, 12, "")
    assert kinds(client, event) == ["board"]
    set_screen(event, 1, Screen.Contents.RESULTS, 12, "")
    assert [section.is_beside for section in sections_of(client, event)] == [False]


def test_each_of_both_has_his_own_figure_and_who_has_lost_is_lighter(client: Client) -> None:
    event = make_drawn_event(10, published=True)
    round_ = make_round(event)
    for table, outcome in ((1, "0-1"), (2, "=-="), (3, "---"), (4, "1-0u")):
        make_result(event, round_, table, outcome)
    set_screen(event, 1, Screen.Contents.RESULTS, 12, "")
    shown = page_of(client, event)
    found = re.findall(r'class="points">([^<]*)<', shown)
    assert found[:6] == ["0", "1", "½", "½", "0 f.", "0 f."]
    assert re.findall('<li class="(lost|won)?">', shown)[:8] == ["lost", "won", *[""] * 4, "won", "lost"]
    assert "risultati: 4 di 5" in shown
    assert shown.count('<small class="word">senza Elo') == 1


def test_larger_tables_say_who_sits_where_and_with_their_result_who_is_first(client: Client) -> None:
    event = make_seated_event(16, published=True)
    make_scores(event, make_round(event), tables=2)
    [tables] = sections_of(client, event)
    assert [[seat.points for seat in table.seat_rows][:1] for table in tables.round.tables] == [
        ["150.15"],
        ["150.15"],
        [None],
        [None],
    ]
    shown = page_of(client, event).split('<ol class="games"')[1]
    signs = re.findall("<small>(.*?)</small>", shown)
    assert [sign.strip() for sign in signs] == [*["1°", "2°", "3°", "4°"] * 2, *list("1234" * 2)]


def test_a_table_is_shown_by_place_once_it_is_finished(client: Client) -> None:
    event = make_staged_event(9, FIRST_FOUR, published=True)
    play(event, 1, 1)
    entrant_actions.begin_stage(event, 2)
    round_ = play(event, 1, 2)
    for seat in Seat.objects.filter(round=round_).select_related("entry"):
        Seat.objects.filter(pk=seat.pk).update(score=SeatScore(points=10 + 5 * seat.position))
    Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
    set_screen(event, 1, Screen.Contents.RESULTS, 12, "")
    last_first = [seat.entry.name for seat in Seat.objects.filter(round=round_).order_by("-position")]
    tables = page_of(client, event).split('<ol class="games"')[1]
    shown = [re.sub("<[^>]*>", "", name) for name in re.findall('<span class="name">(.*?)</span>', tables)]
    assert shown[:4] == last_first
    snapshot = EventSnapshot(Event.objects.get(pk=event.pk), 2)
    rows = pairings_report(snapshot, snapshot.round(1)).rows
    assert [row.name for row in rows] == last_first


def test_a_match_that_is_replayed_says_which_game_is_played(client: Client) -> None:
    event = make_drawn_event(4, published=True, system="knockout", options={"games": 1, "third_place": False})
    make_result(event, make_round(event), 1, "=-=")
    set_screen(event, 1, Screen.Contents.RESULTS, 12, "")
    shown = page_of(client, event)
    assert shown.count('<b class="points">½</b>') == 2
    assert '<small class="word">tavolo 1</small>' in shown


def test_a_large_knockout_shows_its_tables_and_from_the_quarter_finals_its_bracket(client: Client) -> None:
    event = make_drawn_event(16, published=True, system="knockout", options={"games": 1, "third_place": True})
    round_ = make_round(event)
    make_result(event, round_, 2, "0-1")
    set_screen(event, 2, Screen.Contents.BRACKET, 12, "")
    [tables] = sections_of(client, event)
    assert tables.title == "Ottavi di finale · Turno 1"
    assert [section.label for section in sections_of(client, event, "2/")] == ["parte 1 di 2", "parte 2 di 2"]
    assert [line.row.name for line in tables.ranking.lines] == [tables.round.tables[1].black.name]
    assert "Passa il turno" in page_of(client, event)
    for table in (1, 3, 4, 5, 6, 7, 8):
        make_result(event, round_, table, "1-0")
    [tree, _tables] = sections_of(client, event)
    assert [(one.name, len(one.matches)) for one in tree.tree.rounds] == [
        ("Quarti di finale", 4),
        ("Semifinali", 2),
        ("Finale", 1),
    ]
    for _round in range(2):
        make_all_results(event, make_round(event), "1-0")
    set_screen(event, 3, Screen.Contents.STANDINGS, 12, "")
    [standings] = sections_of(client, event, "3/")
    assert standings.note == "in gara: 2 · Dopo il turno 3 di 4"
    assert page_of(client, event, "screen/3").count('<tr class="lost"') == 14
    make_all_results(event, make_round(event), "1-0")
    podium, tree = sections_of(client, event)
    assert [line.row.rank for line in podium.ranking.lines] == [1, 2, 3]
    assert tree.kind == "tree"


def test_a_closed_event_shows_its_podium_and_its_final_ranking(client: Client) -> None:
    event = make_played_event(8, 7)
    close(event, level=True)
    podium, standings = sections_of(client, event)
    assert [line.row.rank for line in podium.ranking.lines] == [1, 2, 3, 3, 3]
    assert standings.title == "Classifica finale"
    set_screen(event, 1, Screen.Contents.STANDINGS, 12, "")
    assert kinds(client, event) == ["standings"]


def test_the_podium_is_that_of_the_final_and_the_ranking_by_points(
    client: Client,
) -> None:
    event = make_staged_event(13, FIRST_FOUR, published=True)
    play(event, 1, 1)
    entrant_actions.begin_stage(event, 2)
    play(event, 1, 2)
    close(event)
    podium, standings = sections_of(client, event)
    assert [[cell.column.key for cell in line.cells] for line in podium.ranking.lines] == [
        ["final-points"]
    ] * 3
    played = EventSnapshot(event).of_stage(2).ledger.points_of
    figures = [line.cells[0].value for line in podium.ranking.lines]
    assert figures == [played[line.row.player] for line in podium.ranking.lines]
    assert podium.note == "Punti in finale"
    front = client.get(f"/t/{event.slug}/").text.split('<ol class="winners"')[1].split("</ol>")[0]
    assert front.count("<li") == 3 and "Punti in finale" in front
    assert ([column.title for column in standings.ranking.columns], standings.ranking.main) == (
        ["Finale", "Somma"],
        2,
    )
    assert [line.cells[0].text for line in standings.ranking.lines][3:6] == ["4", "", ""]


@pytest.mark.parametrize(
    "message", ["<script>1</script>", "<b hx-get=/x hx-trigger=load>", "w" * 120, "{{ x }} {% now %}"]
)
def test_a_message_is_text_instead_of_all_else(message: str, client: Client) -> None:
    event = make_played_event(6, 1)
    screens.put_message(event, message)
    for screen in ("screen", "screen/2", "clock"):
        page = client.get(f"/t/{event.slug}/{screen}/")
        assert page.text.count("data-section") == 1
        assert not re.search("<script>|<b hx", page.text)
    set_screen(event, 3, Screen.Contents.BOARD, 12, "Solo qui")
    assert [section.message for section in sections_of(client, event, "3/")] == [message]
    screens.put_message(event, "")
    assert kinds(client, event) == ["tables"]
    assert [section.message for section in sections_of(client, event, "3/")] == ["Solo qui"]


def test_names_are_text_where_htmx_does_nothing(client: Client) -> None:
    event = make_drawn_event(12, published=True)
    event.entries.update(name="<img src=x hx-get=/q hx-trigger=load>")
    make_round(event)
    page = page_of(client, event)
    assert "<img" not in page
    before, _tag, within = page.partition('<div class="screen-pages" hx-disable')
    assert (before.count("&lt;img"), within.count('data-at="&lt;img')) == (0, 12)


def test_each_screen_shows_its_own_and_one_that_nobody_has_set_what_the_first_does(client: Client) -> None:
    event = make_played_event(10, 1)
    set_screen(event, 1, Screen.Contents.BOARD, 20, "", light=True)
    set_screen(event, 2, Screen.Contents.STANDINGS, 12, "")
    assert [kinds(client, event, screen) for screen in ("", "1/", "2/", "9/")] == [
        ["board"],
        ["board"],
        ["standings"],
        ["board"],
    ]
    first, second = page_of(client, event), page_of(client, event, "screen/2")
    assert ('data-seconds="20"' in first, 'data-look="light"' in first) == (True, True)
    assert ('data-seconds="20"' in second, 'data-look="light"' in second) == (False, False)
    for number in (0, 10):
        assert client.get(f"/t/{event.slug}/screen/{number}/").status_code == 404


def test_the_clock_of_the_round_and_its_start_stand_at_the_top_while_it_is_played(client: Client) -> None:
    event = make_drawn_event(4, published=True)
    round_ = make_round(event)
    event.stages.update(days={"1": "2026-11-20T20:30"})
    clock.set_clock(event, round_, 90, Ending.EDITION_2014)
    shown = page_of(client, event)
    assert re.search("90:00 <small> non ancora partito", shown)
    assert "inizio 20:30" in shown
    clock.start(event, round_)
    assert "data-clock-ends" in page_of(client, event)
    for table in (1, 2):
        make_result(event, round_, table, "1-0")
    shown = page_of(client, event)
    assert "data-clock-ends" not in shown
    assert "inizio" not in shown


def test_a_message_to_all_stands_beside_the_time_on_the_page_of_the_clock(client: Client) -> None:
    event = make_drawn_event(4, published=True)
    assert "non è ancora partito" in page_of(client, event, "clock")
    clock.set_clock(event, make_round(event), 90, Ending.EDITION_2014)
    assert "clock-digits" in page_of(client, event, "clock")
    screens.put_message(event, "Si riprende alle 16")
    page = page_of(client, event, "clock")
    assert "clock-digits" not in page
    assert re.search('class="screen-clock".*90:00.*Si riprende alle 16', page)
