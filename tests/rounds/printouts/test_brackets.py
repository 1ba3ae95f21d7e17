"""The bracket on paper: which paper, how many sheets, and how they hang together."""

import re
from collections.abc import Callable
from cProfile import Profile
from pstats import Stats
from typing import TypeVar

import pytest
from django.test import Client

from clubtornei.accounts.models import Club
from clubtornei.rounds.brackets.bracket import Bracket
from clubtornei.rounds.brackets.layout import bracket_of
from clubtornei.rounds.brackets.paper_layout import SheetPart, split_bracket
from clubtornei.rounds.printouts.brackets import SHEETS, bracket_sheets
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.rounds.typesetting.paper_format import A3, A4, FORMATS, PaperFormat
from tests.factories import make_all_results, make_drawn_event, make_event, make_result, make_round
from tests.rounds.printouts.inspecting import PIXEL, base_of, dressed, laid_out_sheet, texts_of
from tests.rounds.printouts.reading import pages, pdf_of, words

pytestmark = pytest.mark.django_db
CLEAR = 2.0  # points: between the table of a match and the frame below it
ABOVE_LINE = 0.93  # em: from where letters stand to the top of their line
Made = TypeVar("Made")
SIDES = {"A4": (595, 842), "A3": (842, 1191)}  # points


@pytest.mark.parametrize(
    ("players", "paper", "sheets"),
    [(8, A4, 1), (16, A4, 1), (32, A4, 2), (32, A3, 1), (64, A3, 2), (64, A4, 5), (128, A3, 5)],
)
def test_there_are_more_sheets_than_one_where_the_paper_is_too_small(
    club: Club, players: int, paper: PaperFormat, sheets: int
) -> None:
    snapshot = EventSnapshot(make_drawn_event(players, club, system="knockout"))
    assert SHEETS["bracket"].pages(snapshot, 1, paper) == sheets
    assert len(bracket_sheets(snapshot, 1, paper)["leaves"]) == sheets


@pytest.mark.parametrize(("paper", "sheets"), [("A4", 2), ("A3", 1)])
def test_each_sheet_is_a_page_of_its_paper(arbiter: Client, club: Club, paper: str, sheets: int) -> None:
    event = make_drawn_event(32, club, system="knockout")
    made = pdf_of(arbiter, f"/e/{event.slug}/prints/bracket.pdf?paper={paper}").pages
    sides = [tuple(sorted((round(page.mediabox.width), round(page.mediabox.height)))) for page in made]
    assert sides == [SIDES[paper]] * sheets


@pytest.mark.parametrize("paper", FORMATS.values(), ids=FORMATS)
def test_sheets_are_counted_without_being_laid_out(club: Club, paper: PaperFormat) -> None:
    event = make_drawn_event(200, club, system="knockout")
    make_all_results(event, make_round(event), "1-0")
    snapshot = EventSnapshot(event)
    leaves, laying_out = called(lambda: bracket_sheets(snapshot, 1, paper)["leaves"])
    sheets, counting = called(lambda: SHEETS["bracket"].pages(snapshot, 1, paper))
    assert sheets == len(leaves)
    assert counting < laying_out / 2


def called(work: Callable[[], Made]) -> tuple[Made, int]:
    """What it makes, and by how many calls of functions."""
    profile = Profile()
    made = profile.runcall(work)
    return made, Stats(profile).total_calls


def test_a_small_bracket_lies_across_and_a_large_one_stands_upright(club: Club) -> None:
    pages = {
        players: {leaf.page for leaf in bracket_sheets(snapshot, 1, A3)["leaves"]}
        for players in (8, 32)
        for snapshot in [EventSnapshot(make_drawn_event(players, club, system="knockout"))]
    }
    assert pages == {8: {"landscape"}, 32: {"wall"}}


@pytest.mark.usefixtures("not_laid_out")
def test_the_sheets_of_a_round_are_headed_by_its_name(arbiter: Client, club: Club) -> None:
    event = make_drawn_event(4, club, system="knockout")
    make_all_results(event, make_round(event), "1-0")
    make_round(event)
    for sheet in ("pairings", "by-name", "slips"):
        assert "Semifinali · Turno 1" in words(arbiter, event, sheet, 1), sheet
        assert "Finale · Turno 2" in words(arbiter, event, sheet, 2), sheet


@pytest.mark.parametrize("players", [2, 11, 40, 64, 200])
def test_every_match_stands_on_one_sheet_that_has_room_for_it(club: Club, players: int) -> None:
    event = make_drawn_event(players, club, system="knockout")
    found = bracket_of(EventSnapshot(event))
    assert found is not None
    assert_every_match_stands_once(found, split_bracket(found))


def assert_every_match_stands_once(found: Bracket, cuts: list[SheetPart]) -> None:
    before = 0
    for first in sorted({cut.first for cut in cuts}):
        roots = [cut.root for cut in cuts if cut.first == first]
        assert first == before + 1
        assert [root.place for root in roots] == list(range(1, len(roots) + 1))
        before = roots[0].round
        assert len(found.rounds[before - 1].matches) == len(roots)
    finals = [cut.final for cut in cuts if cut.final]
    assert finals == ([found.rounds[-1].matches[0]] if before < len(found.rounds) else [])
    assert before + len(finals) == len(found.rounds)


def test_joints_say_to_which_sheet_winners_go_and_from_which_they_come(arbiter: Client, club: Club) -> None:
    event = make_drawn_event(64, club, system="knockout")
    texts = pages(arbiter, event, "bracket")
    assert ["→ foglio 5" in text for text in texts] == [True] * 4 + [False]
    for sheet, text in enumerate(texts, 1):
        assert re.search(rf"Tabellone · Foglio {sheet} di 5 ?Torneo", text)
    assert all(f"dal foglio {sheet}" in texts[4] for sheet in (1, 2, 3, 4))


def test_the_final_of_two_sheets_stands_below_the_second_semifinal(arbiter: Client, club: Club) -> None:
    event = make_drawn_event(32, club, system="knockout", options={"third_place": True})
    first, second = pages(arbiter, event, "bracket")
    assert ("→ foglio 2" in first, "Finale" in first, "foglio 2" in second) == (True, False, False)
    for phrase in ("Semifinali", "Finale", "dal foglio 1", "Per il 3° posto"):
        assert phrase in second
    assert second.count("dal foglio") == 1
    for _round in range(5):
        make_all_results(event, make_round(event), "1-0")
    *_others, second = pages(arbiter, event, "bracket")
    assert "Ha vinto" in second
    assert "dal foglio" not in second


@pytest.mark.parametrize(("players", "played"), [(24, 0), (24, 5), (32, 1)])
def test_the_line_to_a_final_below_its_semifinal_ends_at_the_side_of_its_winner(
    players: int, played: int, club: Club
) -> None:
    event = make_drawn_event(players, club, system="knockout")
    for _round in range(played):
        make_all_results(event, make_round(event), "1-0")
    second = bracket_sheets(EventSnapshot(event), 1, A4)["leaves"][1]
    (_space, semifinal), (_above, final) = second.columns[-1].boxes
    x, y, there, end, back = map(float, re.findall(r"[\d.]+", second.links.rpartition("M")[2]))
    assert y == pytest.approx(semifinal.top + semifinal.heights[0], abs=0.01)
    assert final.ends > end > final.top + final.heights[0]
    assert x == back == pytest.approx(second.width, abs=0.01) and x + there <= 273.01
    assert final.lines[1].text in ("", *(line.text for line in semifinal.lines))
    if not played:
        assert final.lines[0].text == "dal foglio 1"


def test_the_last_sheet_has_larger_type_and_no_ordinary_name_is_broken(club: Club) -> None:
    event = make_drawn_event(128, club, system="knockout")
    make_all_results(event, make_round(event), "1-0")
    event.entries.filter(entry_no=1).update(name="Papadimitriou-Konstantinopoulos, Aikaterini Vasiliki")
    *first, last = bracket_sheets(EventSnapshot(event), 1, A4)["leaves"]
    (size,) = {leaf.size for leaf in first}
    assert size < last.size
    lines = [line for leaf in first for _, box in leaf.columns[0].boxes for line in box.lines]
    assert {line.lines for line in lines if "Giocatore" in line.text} == {1}


@pytest.mark.usefixtures("not_laid_out")
def test_the_sheet_shows_results_who_goes_on_and_the_tables_still_playing(
    arbiter: Client, club: Club
) -> None:
    event = make_drawn_event(5, club, system="knockout", options={"third_place": True})
    make_all_results(event, make_round(event), "1-0")
    second = make_round(event)
    make_result(event, second, 1, "0-1")
    text = words(arbiter, event, "bracket")
    for phrase in ("Quarti di finale", "Semifinali", "Per il 3° posto", "Giocatore 005"):
        assert phrase in text
    assert text.count("tav. 2") == 1  # on one line, between the two


@pytest.mark.parametrize(("players", "paper"), [(8, A4), (24, A4), (24, A3), (60, A4)])
def test_columns_are_equal_with_room_to_write_a_name(club: Club, players: int, paper: PaperFormat) -> None:
    event = make_drawn_event(players, club, system="knockout")
    make_all_results(event, make_round(event), "1-0")
    make_round(event)
    for entry in event.entries.all():
        entry.name = f"Cattabrighi Raffaele {entry.entry_no}"
        entry.save()
    for leaf in bracket_sheets(EventSnapshot(event), 1, paper)["leaves"]:
        (width,) = {float(re.findall(r"width:([\d.]+)", each.style)[0]) for each in leaf.columns}
        assert width * paper.zoom >= 40
        for column in leaf.columns:
            assert len({box.heights for _, box in column.boxes}) == 1


@pytest.mark.usefixtures("not_laid_out")
def test_the_sheet_says_who_went_through_without_playing_and_who_is_champion(
    arbiter: Client, club: Club
) -> None:
    event = make_drawn_event(3, club, system="knockout")
    make_all_results(event, make_round(event), "1-0")
    text = words(arbiter, event, "bracket")
    assert text.count("passa il turno") == 1
    assert "Ha vinto" not in text
    make_all_results(event, make_round(event), "0-1")
    text = words(arbiter, event, "bracket")
    winner = event.stages.get().rounds.get(number=2).tables.get().seats.get(position=2).entry
    assert f"Ha vinto {winner.number} {winner.name}" in text


@pytest.mark.parametrize("players", [24, 40])
def test_matches_of_names_on_several_lines_stand_apart(club: Club, players: int) -> None:
    event = make_drawn_event(players, club, system="knockout")
    make_all_results(event, make_round(event), "1-0")
    for leaf in bracket_sheets(dressed(event), 1, A4)["leaves"]:
        for column in leaf.columns:
            spaces = [float(space.removeprefix("height:").removesuffix("mm")) for space, _ in column.boxes]
            assert min(spaces) >= 0


def test_names_fill_their_frames_and_lines_leave_from_where_two_sides_meet(club: Club) -> None:
    event = make_drawn_event(24, club, system="knockout")
    make_all_results(event, make_round(event), "1-0")
    snapshot = dressed(event)
    leaves = bracket_sheets(snapshot, 1, A4)["leaves"]
    lines = [
        line for leaf in leaves for column in leaf.columns for _, box in column.boxes for line in box.lines
    ]
    assert {line.lines for line in lines} >= {1, 2}
    assert all(line.text.count("\n") + 1 == line.lines for line in lines)
    for leaf in leaves:
        frames = set(re.findall(r"M[\d.]+ ([\d.]+)h", leaf.frames))
        assert set(re.findall(r"M[\d.]+ ([\d.]+)H", leaf.links)) <= frames
    shown = [box.text for page in laid_out_sheet(snapshot, "bracket").pages for box in texts_of(page)]
    assert {line for text in lines for line in text.text.split("\n")} - {""} <= set(shown)


def test_without_a_bracket_there_is_no_sheet(arbiter: Client, club: Club) -> None:
    assert "bracket.pdf" not in arbiter.get(f"/e/{make_drawn_event(8, club).slug}/prints/").content.decode()
    empty = make_event(club, system="knockout")
    assert arbiter.get(f"/e/{empty.slug}/prints/bracket.pdf").status_code == 404
    assert "Quando ci sono abbastanza iscritti." in arbiter.get(f"/e/{empty.slug}/prints/").content.decode()


def test_on_a3_names_of_24_take_one_line_each_in_larger_type_than_on_a4(club: Club) -> None:
    event = make_drawn_event(24, club, system="knockout")
    make_all_results(event, make_round(event), "1-0")
    names = [
        "Rossi Mario",
        "Giordano Anna",
        "De Luca Alessandro",
        "Conti Antonio",
        "Greco Sara",
        "Gallo Roberto",
    ]
    for entry in event.entries.all():
        entry.name = names[entry.entry_no % 6]
        entry.save()
    snapshot = EventSnapshot(event)
    small, large = (bracket_sheets(snapshot, 1, paper)["leaves"] for paper in (A4, A3))
    assert large[0].size * A3.zoom > small[0].size
    for leaf in large:
        assert leaf.page == "landscape"
        lines = [line for column in leaf.columns for _, box in column.boxes for line in box.lines]
        assert {line.lines for line in lines} == {1}


@pytest.mark.parametrize("paper", [A4, A3])
def test_titles_and_tables_are_smaller_than_names_and_clear_of_them(club: Club, paper: PaperFormat) -> None:
    event = make_drawn_event(64, club, system="knockout")
    make_round(event)
    event.entries.update(name="Bianchi Andrea")
    snapshot = EventSnapshot(event)
    leaf = bracket_sheets(snapshot, 1, paper)["leaves"][0]
    size = leaf.size
    texts = texts_of(laid_out_sheet(snapshot, "bracket", paper).pages[0])
    titles = {box.text for box in texts if box.element_tag == "h2"}
    assert "Trentaduesimi di finale" in titles
    names = [box for box in texts if box.text.endswith(" Bianchi Andrea")]
    tables = [box for box in texts if box.text.startswith("tav. ")]
    assert tables and {round(box.style["font_size"] * PIXEL * paper.zoom, 1) for box in tables} == {10.5}
    for table in tables:
        assert table.style["font_size"] * PIXEL < 0.9 * size
        below = min(base_of(name) for name in names if base_of(name) > base_of(table))
        frame = (ABOVE_LINE + leaf.padding / 2) * size
        assert base_of(table) < below - (frame + CLEAR) / PIXEL


def test_titles_grow_with_names_and_the_winner_has_room(club: Club) -> None:
    event = make_drawn_event(16, club, system="knockout")
    make_round(event)
    event.entries.update(name="Bianchi Andrea")
    texts = texts_of(laid_out_sheet(EventSnapshot(event), "bracket", A3).pages[0])
    style = {box.text.strip(): box.style for box in texts}
    size = style["1 Bianchi Andrea"]["font_size"]
    assert style["Finale"]["font_size"] >= 0.69 * size and style["tav. 1"]["font_size"] >= 0.69 * size
    assert any(text.startswith("Vincitore ___") for text in style)
