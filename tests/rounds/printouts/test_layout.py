"""Where things stand on the sheets once they are laid out."""

import re
from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from django.test import Client

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.printouts.catalogue import SHEETS
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.rounds.typesetting.cross_columns import HAIRLINE
from clubtornei.rounds.typesetting.paper_format import A3, A4, SMALLEST, PaperFormat
from clubtornei.rounds.typesetting.text_width import width_in_em
from clubtornei.rounds.typesetting.type_size import NAME_MARGIN, POINT, STEP, note_size
from tests.evenings import make_scores
from tests.factories import (
    make_all_results,
    make_club,
    make_drawn_event,
    make_event,
    make_played_event,
    make_result,
    make_round,
    make_seated_event,
)
from tests.rounds.printouts.inspecting import (
    LETTER,
    PIXEL,
    base_of,
    codes_of,
    dressed,
    faults,
    in_margin,
    laid_out_sheet,
    lines_of_page,
    texts_of,
)
from tests.rounds.printouts.inspecting import NAMES as DRESSED
from tests.rounds.printouts.reading import sheet_pages, words

pytestmark = pytest.mark.django_db
MILLIMETRE = 25.4 / 96  # of a CSS pixel
COMMON = ["Lombardi Valentina", "Rossi Mario", "Ferrari Maria Teresa", "De Luca Alessandro"]
LONG_NAME = "Papadopoulos-Konstantinidis Alexandros Stavros Panagiotis"
LONG_CLUB = "Associazione Scacchistica Dilettantistica Valdarno"
CLUBS_OF_120 = ["Circolo Scacchistico Bolognese", "Circolo Scacchi Torino"]
CLUBS_IN_LIFE = [
    "Circolo Scacchistico Bolognese",
    "Accademia Scacchistica Estense",
    "Scacchi Club Milano",
    "Circolo Scacchi Torino",
    "Società Scacchistica Milanese",
    "ASD Scacchi Firenze",
    "Unione Scacchistica Modenese",
    "Circolo Scacchistico Dopolavoro Ferroviario di Reggio Emilia",
]
NAMES_IN_LIFE = [
    "Rossi Mario",
    "Bianchi Giulia",
    "Ferrari Alessandro",
    "Esposito Gennaro",
    "Russo Francesca",
    "Romano Davide",
    "Colombo Matteo",
    "Ricci Valentina",
    "Marino Salvatore",
    "Greco Antonella",
    "Bruno Gianluca",
    "Gallo Federico",
    "Conti Maria Teresa",
    "De Luca Raffaele",
    "Mancini Stefano",
    "Costa Beatrice",
    "Giordano Vincenzo",
    "Rizzo Carmela",
    "Lombardi Simone",
    "Moretti Giovanni Battista",
    "Barbieri Elena",
    "Fontana Pierluigi",
    "Santoro Domenico",
    "Castelnuovo Della Torre Pier Francesco",
]
ALIKE = COMMON, ["Circolo Scacchistico Bolognese", "Accademia Scacchistica Estense"]
IN_LIFE = NAMES_IN_LIFE, CLUBS_IN_LIFE
FIVE = ["points", "direct", "sonneborn_berger", "koya", "wins"]


def with_names(event: Event, names: Sequence[str], clubs: Sequence[str] = ()) -> EventSnapshot:
    """The event with such names, and clubs unless it keeps its own."""
    entries = list(event.entries.all())
    for entry in entries:
        entry.name = names[entry.entry_no % len(names)]
        if clubs:
            entry.affiliation = clubs[entry.entry_no % len(clubs)]
    event.entries.model.objects.bulk_update(entries, ["name", "affiliation"])
    event.version += 1
    event.save()
    return EventSnapshot(event)


@pytest.mark.parametrize("players", [20, 24, 25])
def test_a_crosstable_of_up_to_25_stands_on_one_page_with_its_legend(players: int, club: Club) -> None:
    snapshot = dressed(make_played_event(players, 2, club))
    for paper in (A4, A3):
        assert len(laid_out_sheet(snapshot, "crosstable", paper).pages) == 1


def crosstable_pages(players: int, club: Club, name: str) -> Sequence[Any]:
    """A crosstable after three rounds: as many pages as are said beforehand, each with the code and, in large
    figures, the round.
    """
    by_round: dict[str, Any] = (
        {"system": "amalfi", "options": {"rounds": 9}} if name == "swiss-crosstable" else {}
    )
    event = make_drawn_event(players, club, **by_round)
    for _ in range(3):
        make_all_results(event, make_round(event), "1-0")
    snapshot = dressed(event)
    found = laid_out_sheet(snapshot, name).pages
    assert SHEETS[name].pages(snapshot, 3, A4) == len(found)
    assert [codes_of(page) for page in found] == [1] * len(found)
    assert min(size_of_numeral(page, "3") for page in found) >= 60
    return list(found)


@pytest.mark.parametrize("name", ["crosstable", "swiss-crosstable"])
def test_a_crosstable_of_few_stands_on_one_page(name: str, club: Club) -> None:
    assert len(crosstable_pages(9, club, name)) == 1


def test_a_crosstable_by_round_of_44_says_on_its_second_page_which_rows_it_has(club: Club) -> None:
    _first, second = crosstable_pages(44, club, "swiss-crosstable")
    assert in_margin(second, "@top-right") == "24–44"
    assert "Tabella turno per turno" in in_margin(second, "@top-left")


def test_a_crosstable_of_44_comes_in_parts_that_say_what_they_hold_to_be_put_side_by_side(club: Club) -> None:
    found = crosstable_pages(44, club, "crosstable")
    halves = ("1–22", "23–44")
    held = [(rows, columns) for columns in halves for rows in halves]
    for (rows, columns), page in zip(held, found, strict=True):
        texts = lines_of_page(page)
        assert f"Tabella incrociata · righe {rows} · colonne {columns}" in texts
        numbers = [number for number, name in pairwise(texts) if name.startswith(tuple(DRESSED))]
        assert (numbers[0], numbers[-1]) == tuple(rows.split("–"))
        assert ("Punti" in texts) == (columns == halves[-1])
    heads = [next(text for text in texts_of(page) if text.text == "Nome") for page in found]
    assert len({round(base_of(head), 1) for head in heads}) == 1


def size_of_numeral(page: Any, round_: str) -> float:
    """That of the largest figure of the round, in points."""
    sizes = (
        box.style["font_size"] for box in page._page_box.descendants() if getattr(box, "text", "") == round_
    )
    return max(sizes, default=0) * PIXEL


def test_the_ranking_and_its_note_on_a_running_round_take_the_pages_said(club: Club) -> None:
    event = make_drawn_event(26, club, system="club-swiss", ranking=["points", "progressive"])
    make_all_results(event, make_round(event), "1-0")
    make_round(event)
    snapshot = dressed(event)
    document = laid_out_sheet(snapshot, "standings")
    assert SHEETS["standings"].pages(snapshot, 2, A4) == len(document.pages)
    texts = " ".join(box.text for page in document.pages for box in texts_of(page))
    assert "Nel punteggio progressivo conta già il turno 2" in texts


def test_results_of_a_crosstable_by_round_stand_below_each_other(club: Club) -> None:
    event = make_drawn_event(9, club, system="amalfi", options={"rounds": 4})
    for result in ("1-0", "=-=", "1-0"):
        make_all_results(event, make_round(event), result)
    (page,) = laid_out_sheet(EventSnapshot(event), "swiss-crosstable").pages
    edges = defaultdict(set)
    for box in texts_of(page):
        if re.fullmatch(r"[0-9]½?[\u2007\u00a0\u202f]*", box.text):
            edges[round(box.position_x)].add(round(box.position_x + box.width))
    rounds = [right for right in edges.values() if len(right) == 1]
    assert len(rounds) >= 3


@pytest.mark.parametrize("ties", ["none", "rtu-2003"])
@pytest.mark.parametrize("players", [4, 5, 9])
def test_rows_of_a_score_sheet_have_the_height_to_be_written_in(players: int, ties: str, club: Club) -> None:
    event = make_seated_event(players, club)
    event.stages.update(scoring_options={"ties": ties})
    make_round(event)
    snapshot = dressed(event)
    context = SHEETS["scores"].context(snapshot, 1, A4)
    heights = [
        Fraction(rem) * 10
        for page in context["pages"]
        for _table, _link, made in page
        for rem in re.findall(r"row:([0-9.]+)rem", made.style)
    ]
    assert heights and min(height for height in heights if height) >= 8
    assert faults(snapshot, "scores") == []


def test_on_a_score_sheet_the_line_to_write_on_is_apart_from_the_tables_which_both_say_seat(
    club: Club,
) -> None:
    event = make_seated_event(4, club)
    make_round(event)
    (page,) = laid_out_sheet(dressed(event), "scores").pages
    texts = texts_of(page)
    (line,) = [box for box in texts if box.text.startswith("Inizio ore")]
    seats = [box for box in texts if box.text == "Posto"]
    assert len(seats) == 2
    assert (seats[0].position_y - base_of(line)) * PIXEL >= 10


@pytest.mark.parametrize(("name", "players"), [("players-by-name", 8), ("players", 60)])
def test_the_heading_of_clubs_stands_over_them(name: str, players: int, club: Club) -> None:
    snapshot = dressed(make_drawn_event(players, club))
    first, *others = laid_out_sheet(snapshot, name).pages
    texts = texts_of(first)
    (heading,) = [box for box in texts if box.text == "Circolo"]
    assert {round(box.position_x) for box in texts if box.text == "La Torre"} == {round(heading.position_x)}
    if name == "players":
        (second,) = others
        assert in_margin(second, "@top-left") == "Torneo Elenco dei giocatori per numero"
        assert re.fullmatch(r"\d+–60", in_margin(second, "@top-right"))


def test_the_two_lists_of_players_have_titles_of_their_own(club: Club) -> None:
    snapshot = EventSnapshot(make_drawn_event(4, club))
    titles = [
        " ".join(
            box.text for box in texts_of(laid_out_sheet(snapshot, name).pages[0]) if box.element_tag == "h1"
        )
        for name in ("players", "players-by-name")
    ]
    assert titles == ["Elenco dei giocatori per numero", "Elenco dei giocatori per nome"]


def test_envelopes_of_the_varma_draw_are_for_two_at_a_table(club: Club) -> None:
    seated = EventSnapshot(make_seated_event(12, club))
    paired = EventSnapshot(make_drawn_event(12, club))
    assert [SHEETS["envelopes"].applies(snapshot) for snapshot in (seated, paired)] == [False, True]


@pytest.mark.parametrize(
    ("rules", "extra"),
    [
        ("round-robin", 3),
        ("amalfi", 3),
        ("knockout", 3),
        ("seating", 3),
        ("round-robin", 6),
        ("amalfi", 6),
    ],
)
def test_the_last_page_of_an_announcement_has_more_than_a_few_lines(
    rules: str, extra: int, club: Club
) -> None:
    """Each of them would have a second page in ordinary type."""
    options = {"rounds": 5} if rules in ("amalfi", "seating") else {}
    event = make_event(
        club, system=rules, options=options, announcement="\n\n".join(["Si gioca in silenzio. " * 12] * extra)
    )
    document = laid_out_sheet(EventSnapshot(event), "announcement")
    lowest = max(box.position_y for box in texts_of(document.pages[-1]))
    assert len(document.pages) == 1 or lowest > 0.33 * document.pages[-1].height


def test_twelve_names_stand_in_one_column_and_four_tables_in_large_type(club: Club) -> None:
    event = make_drawn_event(12, club)
    make_round(event)
    boards = SHEETS["by-name"].context(dressed(event), 1, A4)["boards"]
    assert (boards.columns, len(boards.pages)) == (1, 1) and boards.size >= 20
    few = make_drawn_event(8, club)
    make_round(few)
    assert SHEETS["pairings"].context(dressed(few), 1, A4)["layout"].size >= 20


def test_the_two_pages_of_many_tables_have_as_many_and_say_of_which_round_and_which_rows_they_are(
    arbiter: Client, club: Club
) -> None:
    event = make_drawn_event(120, club, system="amalfi", options={"rounds": 5}, published=True)
    make_round(event)
    found = sheet_pages(arbiter, event, "pairings")
    assert [len(page.images) for page in found] == [1, 1]  # the code
    first, second = (" ".join(page.extract_text().split()) for page in found)
    assert [len(re.findall(r"___ – ___", text)) for text in (first, second)] == [30, 30]
    assert "1 Torneo Turno 1 · Abbinamenti per tavolo 31–60" in second
    assert "pagina 1 di 2" in first and "pagina 2 di 2" in second


def test_later_pages_of_players_by_name_say_from_which_letter_to_which(club: Club) -> None:
    event = make_drawn_event(120, club)
    event.entries.filter(entry_no__lte=70).update(name="Amato Rosa")
    event.entries.filter(entry_no__gt=70).update(name="Rossi Mario")
    event.entries.filter(entry_no=120).update(name="van Dyck Ugo")
    found = laid_out_sheet(EventSnapshot(event), "players-by-name").pages
    assert [in_margin(page, "@top-right") for page in found] == ["", "A–R", "R–V"]


BUCHHOLZ = ["points", "buchholz_cut1", "buchholz", "sonneborn_berger"]


def test_clubs_stand_below_names_where_type_is_much_larger_so(club: Club) -> None:
    event = make_played_event(8, 2, club, ranking=FIVE)
    context = SHEETS["standings"].context(dressed(event), 2, A4)
    assert (context["clubs"].below, context["layout"].pages) == (True, 1)
    assert context["layout"].size >= 20


@pytest.mark.parametrize(("players", "size"), [(8, 23), (24, 14), (60, 14)])
def test_no_name_or_club_of_ordinary_length_is_broken_in_standings(
    players: int, size: float, club: Club
) -> None:
    event = make_played_event(players, 2, club, ranking=FIVE)
    event.entries.filter(entry_no__gt=players // 4).update(affiliation="La Torre")
    event.entries.filter(entry_no__lte=players // 4).update(affiliation="Dopolavoro Ferroviario")
    event.entries.filter(entry_no=2).update(name="Bertolotti Pier Giorgio")
    snapshot = EventSnapshot(event)
    assert SHEETS["standings"].context(snapshot, 2, A4)["layout"].size >= size
    texts = [text for page in laid_out_sheet(snapshot, "standings").pages for text in lines_of_page(page)]
    assert texts.count("Dopolavoro Ferroviario") == players // 4 and "Bertolotti Pier Giorgio" in texts


@pytest.mark.parametrize(("players", "pages"), [(24, 1), (120, 3)])
def test_a_long_club_takes_two_lines_of_standings_and_is_not_cut(
    players: int, pages: int, club: Club
) -> None:
    event = make_played_event(players, 2, club, system="amalfi", options={"rounds": 5}, ranking=FIVE)
    event.entries.update(affiliation="Circolo Scacchi Torino")
    event.entries.filter(entry_no__lte=players // 12).update(affiliation=LONG_CLUB)
    snapshot = with_names(event, COMMON)
    document = laid_out_sheet(snapshot, "standings")
    texts = [box.text for page in document.pages for box in texts_of(page) if box.element_tag == "td"]
    assert len(document.pages) == pages and faults(snapshot, "standings") == []
    assert not [text for text in texts if "…" in text]
    assert " ".join(texts).count("Dilettantistica Valdarno") == players // 12


def test_criteria_are_headed_in_short_where_names_or_clubs_would_be_broken_otherwise_as_each_page_says(
    club: Club,
) -> None:
    event = make_played_event(60, 2, club, system="amalfi", options={"rounds": 5}, ranking=BUCHHOLZ)
    event.entries.update(
        name="Degl’Innocenti Massimiliano", affiliation="Dopolavoro Ferroviario di Roccasecca"
    )
    snapshot = EventSnapshot(event)
    context = SHEETS["standings"].context(snapshot, 2, A4)
    assert context["headings"].titles[1:] == ["BH-\u2060C1", "BH", "SB"]
    texts = [lines_of_page(page) for page in laid_out_sheet(snapshot, "standings").pages]
    assert sum(page.count("Dopolavoro Ferroviario di Roccasecca") for page in texts) == 60
    legend = "BH-C1: Buchholz Cut 1 · BH: Buchholz · SB: Sonneborn-Berger"
    assert len(texts) > 1 and [page.count(legend) for page in texts] == [1] * len(texts)


def test_rather_than_break_many_clubs_standings_lie_across_on_one_page_more(club: Club) -> None:
    event = make_played_event(60, 2, club, system="amalfi", options={"rounds": 5}, ranking=BUCHHOLZ)
    event.entries.update(affiliation="Associazione Dilettantistica Dopolavoro Ferroviario di Roccasecca")
    layout = SHEETS["standings"].context(EventSnapshot(event), 2, A4)["layout"]
    assert (layout.page, layout.pages) == ("rows across", 3)


AMALFI: dict[str, Any] = {
    "system": "amalfi",
    "options": {"rounds": 7},
    "ranking": ["points", "buchholz_cut1", "buchholz", "progressive"],
}


@pytest.fixture(scope="module")
def amalfis(kept_db: None) -> dict[int, int]:
    """Amalfis after six rounds: the number of their players, and their key. Each test gives the names."""
    club = make_club("Circolo di prova")
    return {players: make_played_event(players, 6, club, **AMALFI).pk for players in (12, 14, 17, 24, 48, 60)}


def named(amalfi: int, people: tuple[Sequence[str], Sequence[str]]) -> EventSnapshot:
    """One of them, with such names and clubs."""
    return with_names(Event.objects.get(pk=amalfi), *people)


@pytest.mark.parametrize(
    ("players", "ranking", "boards", "pages"), [(17, 16, 21.5, 1), (24, 14, 20, 1), (60, 14, 13.5, 2)]
)
def test_rows_come_closer_before_their_type_is_smaller(
    players: int, ranking: float, boards: float, pages: int, amalfis: dict[int, int]
) -> None:
    snapshot = named(amalfis[players], ALIKE)
    for sheet, size, most in (("standings", ranking, pages), ("pairings", boards, 1)):
        layout = SHEETS[sheet].context(snapshot, 6, A4)["layout"]
        assert (layout.size >= size, layout.pages) == (True, most), (sheet, layout)
        assert len(laid_out_sheet(snapshot, sheet).pages) == most and faults(snapshot, sheet) == []


@pytest.mark.parametrize(
    ("players", "size", "boards", "pages"), [(24, 12, 18, 1), (48, 12, 11.5, 2), (60, 11.5, 12, 2)]
)
def test_standings_stand_upright_where_long_clubs_wrap(
    players: int, size: float, boards: float, pages: int, amalfis: dict[int, int]
) -> None:
    snapshot = named(amalfis[players], IN_LIFE)
    layout = SHEETS["standings"].context(snapshot, 6, A4)["layout"]
    assert (layout.page, layout.pages, layout.size >= size) == ("rows", pages, True), layout
    assert len(laid_out_sheet(snapshot, "standings").pages) == pages
    assert faults(snapshot, "standings") == []
    assert SHEETS["pairings"].context(snapshot, 6, A4)["layout"].size >= boards


@pytest.mark.parametrize(("players", "size"), [(12, 20), (14, 18), (17, 17.5)])
def test_short_clubs_stand_below_names_where_type_is_larger_so_in_rows_as_high_as_those_without_one(
    players: int, size: float, amalfis: dict[int, int]
) -> None:
    clubs = ["La Torre", "", *["Cavallo Scosso", "Dopolavoro Ferroviario"] * 8]
    snapshot = named(amalfis[players], (NAMES_IN_LIFE[:8], clubs))
    context = SHEETS["standings"].context(snapshot, 6, A4)
    assert context["clubs"].below and context["layout"].size >= size
    (page,) = laid_out_sheet(snapshot, "standings").pages
    surnames = [box for box in texts_of(page) if box.element_tag == "b"]
    apart = [base_of(lower) - base_of(upper) for upper, lower in pairwise(surnames)]
    assert len(surnames) == players and max(apart) - min(apart) < LETTER
    assert faults(snapshot, "standings") == []
    if players == 12:
        (of_club,) = {box.style["font_size"] for box in texts_of(page) if box.text == "Cavallo Scosso"}
        assert 0.62 <= of_club / surnames[0].style["font_size"] <= 0.66, "larger, for rows are apart"
    without = with_names(snapshot.event, NAMES_IN_LIFE[:8], [""])
    assert not SHEETS["standings"].context(without, 6, A4)["clubs"].below


@pytest.mark.parametrize("sheet", ["pairings", "standings", "crosstable"])
def test_surnames_alone_are_in_heavier_type(sheet: str, club: Club) -> None:
    event = make_played_event(8, 1, club)
    event.entries.filter(entry_no=2).update(name="Bertolotti Pier Giorgio")
    (page,) = laid_out_sheet(EventSnapshot(event), sheet).pages
    weights = {box.text.strip(): box.style["font_weight"] for box in texts_of(page)}
    assert (weights["Bertolotti"], weights["Pier Giorgio"]) == (600, 400)


def test_a_calendar_of_few_players_has_large_type(club: Club) -> None:
    snapshot = EventSnapshot(make_played_event(8, 2, club))
    assert SHEETS["calendar"].context(snapshot, 1, A4)["layout"].size >= 13.5
    assert len(laid_out_sheet(snapshot, "calendar").pages) == 1


@pytest.mark.parametrize("players", [3, 8, 24])
def test_results_of_a_calendar_by_number_have_a_colour_behind_them_and_pairs_have_none(
    players: int, club: Club
) -> None:
    snapshot = EventSnapshot(make_played_event(players, 1, club))
    band = SHEETS["calendar-by-number"].context(snapshot, 1, A4)["band"]
    edges = [float(edge) for edge in re.findall(r"#\w+ ([\d.]+)mm", band)]
    bands = list(zip(edges[::2], edges[1::2], strict=True))
    first, *others = laid_out_sheet(snapshot, "calendar-by-number").pages
    texts = [box for box in texts_of(first) if re.search(r"\d–\d", box.text)]
    for box in texts:
        left = box.position_x * MILLIMETRE - 14
        right = left + box.width * MILLIMETRE
        (behind,) = [(first, last) for first, last in bands if first < right and last > left]
        pair = (right - left) * 3 / len(box.text.replace("\u2007", ""))
        assert left + pair / 2 < behind[0] < right <= behind[1] + 0.1
    if players == 24:
        assert_pairs_stand_below_each_other([box.text for box in texts])
        (second,) = others
        assert in_margin(second, "@top-left") == "Torneo Calendario per numero"
        assert re.fullmatch(r"1\d–23", in_margin(second, "@top-right"))
        assert codes_of(first) == codes_of(second) == 1


def assert_pairs_stand_below_each_other(pairs: Sequence[str]) -> None:
    """Numbers of one figure have the room of two, and so have their results."""
    assert any(text.startswith("\u2007") for text in pairs)
    for text in pairs:
        assert re.match(r"[\u2007\d]{2}–[\d\u2007]{2}\u2007{2}[^\u2007]", text), text


@pytest.mark.parametrize("players", [8, 30])
def test_the_rules_of_a_crosstable_stand_at_the_edges_of_its_columns(players: int, club: Club) -> None:
    snapshot = dressed(make_played_event(players, 2, club))
    leaves = SHEETS["crosstable"].context(snapshot, 2, A4)["leaves"]
    document = laid_out_sheet(snapshot, "crosstable")
    assert len(document.pages) == len(leaves)
    for page, (*_which, ruled) in zip(document.pages, leaves, strict=True):
        boxes = page._page_box.descendants()
        (table,) = (box for box in boxes if (type(box).__name__, box.element_tag) == ("TableBox", "table"))
        cells = table.children[0].children[0].children
        left = table.padding_box_x()
        edges = [(cell.position_x + cell.margin_width() - left) * MILLIMETRE for cell in cells]
        rules = [float(begins) + HAIRLINE for begins in re.findall(r"M([\d.]+)", ruled)]
        assert rules == pytest.approx(edges, abs=0.2)
        assert {cell.border_right_width for cell in cells} == {0}
        size = table.padding_width(), table.padding_height()
        assert table.background.layers[0].size == pytest.approx(size)


@pytest.mark.parametrize("players", [8, 20])
def test_the_rows_of_a_crosstable_are_equally_high_though_a_name_is_long(players: int, club: Club) -> None:
    event = make_played_event(players, 1, club)
    event.entries.filter(entry_no=3).update(name="Santacroce-Bentivoglio Massimiliano")
    (page,) = laid_out_sheet(EventSnapshot(event), "crosstable").pages
    rows = [box for box in page._page_box.descendants() if box.element_tag == "tr"]
    rows = [box for box in rows if type(box).__name__ == "TableRowBox"]
    assert len({round(row.height) for row in rows[1:]}) == 1 and len(rows) == players + 1


def test_a_crosstable_by_round_of_24_stands_on_one_page_in_type_to_be_read(club: Club) -> None:
    event = make_played_event(24, 4, club, system="amalfi", options={"rounds": 5})
    make_round(event)
    layout = SHEETS["swiss-crosstable"].context(EventSnapshot(event), 5, A4)["layout"]
    assert layout.pages == 1 and layout.size >= 14


def test_standings_tell_the_games_only_where_not_all_have_played_as_many(club: Club) -> None:
    def headings(players: int) -> list[str]:
        event = make_drawn_event(players, club)
        make_all_results(event, make_round(event), "1-0")
        (page,) = laid_out_sheet(EventSnapshot(event), "standings").pages
        return [box.text for box in texts_of(page) if box.text == "Partite"]

    assert (headings(8), headings(5)) == ([], ["Partite"])


def test_24_standings_stand_upright_with_their_clubs_in_type_to_be_read(club: Club) -> None:
    event = make_played_event(24, 4, club, system="amalfi", options={"rounds": 5}, ranking=FIVE)
    event.entries.filter(entry_no__lte=16).update(affiliation="Circolo Scacchistico")
    event.entries.filter(entry_no__lte=6).update(affiliation="Circolo Scacchistico Bergamasco Città Alta")
    layout = SHEETS["standings"].context(EventSnapshot(event), 4, A4)["layout"]
    assert (layout.page, layout.pages) == ("rows", 1) and layout.size >= 12


def test_clubs_stand_near_the_names_on_the_list_of_players(club: Club) -> None:
    context = SHEETS["players"].context(dressed(make_drawn_event(24, club)), 0, A4)
    _number, name, *_others = context["layout"].widths
    longest = max(width_in_em(player.name) for player, _ratings in context["rows"])
    em = context["layout"].size * POINT
    assert context["clubs"] and name < (longest + 2) * em + NAME_MARGIN


@pytest.mark.parametrize("players", [8, 24, 60])
def test_what_is_noted_of_a_name_is_in_proportion_to_it(players: int, club: Club) -> None:
    event = make_drawn_event(players, club)
    make_round(event)
    boards = SHEETS["by-name"].context(dressed(event), 1, A4)["boards"]
    assert boards.note_size >= 0.55 * boards.size


def test_opponents_are_in_proportion_to_the_names_beside_which_they_stand(club: Club) -> None:
    event = make_drawn_event(12, club)
    make_round(event)
    snapshot = with_names(event, COMMON)
    boards = SHEETS["by-name"].context(snapshot, 1, A4)["boards"]
    assert boards.note_size >= 0.55 * boards.size and boards.size >= 18


@pytest.mark.parametrize("players", [8, 12, 16])
def test_what_is_noted_beside_a_name_is_half_its_type_away(players: int, club: Club) -> None:
    event = make_seated_event(players, club)
    make_round(event)
    snapshot = with_names(event, ["Ferrari Maria Vittoria", "Abbatangelo Nicolò", *NAMES_IN_LIFE])
    boards = SHEETS["by-name"].context(snapshot, 1, A4)["boards"]
    (page,) = laid_out_sheet(snapshot, "by-name").pages
    boxes = [box for box in texts_of(page) if box.element_tag in ("td", "span", "b")]
    notes = {box.position_x for box in boxes if box.text.startswith("posto")}
    names = [box for box in boxes if box.style["font_size"] * PIXEL == pytest.approx(boards.size)]
    assert boards.arrangement.beside and any("Abbatangelo" in box.text for box in names)
    ends = max(box.position_x + box.width for box in names)
    assert min(notes) - ends >= boards.size / 2 / PIXEL - LETTER


@pytest.mark.parametrize("players", [16, 24])
def test_a_long_name_of_the_event_takes_no_second_page_of_names(players: int, club: Club) -> None:
    long = "Trentaquattresimo Memorial Internazionale Castelbarco Visconti " * 3
    event = make_drawn_event(players, club, name=long, place=f"Salone {long}", published=True)
    make_round(event)
    snapshot = dressed(event)
    boards = SHEETS["by-name"].context(snapshot, 1, A4)["boards"]
    assert len(laid_out_sheet(snapshot, "by-name").pages) == len(boards.pages)
    found = faults(snapshot, "by-name")
    assert [
        fault for fault in found if not (fault.startswith("not shown") and long.strip() in fault)
    ] == [], "two lines of it are"


@pytest.mark.usefixtures("not_laid_out")
def test_who_does_not_play_is_listed_in_one_line(arbiter: Client, club: Club) -> None:
    event = make_drawn_event(11, club, system="knockout")
    make_round(event)
    text = words(arbiter, event, "pairings")
    assert re.search(r"Passano il turno: \d+ Giocatore \d+(, \d+ Giocatore \d+){4}$", text)


def test_no_club_of_few_players_is_broken_on_their_list(club: Club) -> None:
    event = make_drawn_event(3, club)
    event.entries.update(affiliation="Circolo Scacchistico Bergamasco")
    (page,) = laid_out_sheet(with_names(event, COMMON), "players").pages
    assert [box.text for box in texts_of(page)].count("Circolo Scacchistico Bergamasco") == 3


def test_given_names_of_few_tables_all_have_a_line_of_their_own_where_they_are_long(club: Club) -> None:
    event = make_drawn_event(8, club)
    make_round(event)
    event.entries.update(name="Santacroce Massimiliano Maria")
    snapshot = EventSnapshot(event)
    assert SHEETS["pairings"].context(snapshot, 1, A4)["in_lines"]
    (page,) = laid_out_sheet(snapshot, "pairings").pages
    texts = [box.text for box in texts_of(page)]
    assert texts.count("Santacroce") == texts.count("Massimiliano Maria") == 8


def test_one_long_name_of_few_tables_wraps_and_no_other(club: Club) -> None:
    event = make_drawn_event(8, club)
    make_round(event)
    with_names(event, COMMON[:2])
    event.entries.filter(entry_no=8).update(name=LONG_NAME)
    snapshot = EventSnapshot(event)
    assert SHEETS["pairings"].context(snapshot, 1, A4)["layout"].size >= 20
    (page,) = laid_out_sheet(snapshot, "pairings").pages
    texts = lines_of_page(page)
    assert texts.count("Rossi Mario") + texts.count("Lombardi Valentina") == 7 and LONG_NAME not in texts


def test_one_long_name_of_a_crosstable_by_round_wraps_in_large_type(club: Club) -> None:
    event = make_played_event(8, 3, club, system="amalfi", options={"rounds": 4})
    event.entries.update(name="Rossi Mario")
    event.entries.filter(entry_no=8).update(name=LONG_NAME)
    snapshot = EventSnapshot(event)
    layout = SHEETS["swiss-crosstable"].context(snapshot, 3, A4)["layout"]
    assert layout.pages == 1 and layout.size >= 24
    assert len(laid_out_sheet(snapshot, "swiss-crosstable").pages) == 1


def test_who_rests_stands_beside_the_pairs_of_a_calendar_by_number(club: Club) -> None:
    (page,) = laid_out_sheet(EventSnapshot(make_drawn_event(3, club)), "calendar-by-number").pages
    texts = texts_of(page)
    pairs = {round(base_of(box)) for box in texts if re.search(r"\d–\d", box.text)}
    rests = [box for box in texts if re.fullmatch(r"\(\d\)", box.text)]
    assert len(rests) == 3 and {round(base_of(box)) for box in rests} == pairs
    assert rests[0].style["font_size"] * PIXEL >= 39


def test_points_with_decimals_leave_no_room_for_a_half(club: Club) -> None:
    event = make_played_event(8, 1, club, ranking=FIVE)
    make_round(event)
    event.entries.update(name="Abbondanza Ferruccio")
    snapshot = EventSnapshot(event)
    assert not snapshot.notation.halves
    layout = SHEETS["pairings"].context(snapshot, 2, A4)["layout"]
    points = layout.widths[1] / POINT / layout.size - layout.gap
    assert points == pytest.approx(width_in_em("0,5"), abs=0.02)


def test_names_of_few_tables_take_one_line_where_they_are_nearly_as_large_there(club: Club) -> None:
    event = make_drawn_event(8, club)
    make_round(event)
    event.entries.update(name="Abbondanza Ferruccio")
    context = SHEETS["pairings"].context(EventSnapshot(event), 1, A4)
    assert not context["in_lines"] and context["layout"].size >= 20


def test_names_of_three_players_take_one_line_in_large_type(club: Club) -> None:
    event = make_drawn_event(3, club)
    make_round(event)
    names = ["Lombardi Valentina", "Ferrari Maria Teresa", "Rossi Mario"]
    context = SHEETS["pairings"].context(with_names(event, names), 1, A4)
    assert not context["in_lines"] and context["layout"].size >= 30


def test_titles_of_a_crosstable_grow_with_its_rows(club: Club) -> None:
    event = make_played_event(8, 2, club)
    (page,) = laid_out_sheet(EventSnapshot(event), "crosstable").pages
    title = next(box for box in texts_of(page) if box.text == "Punti")
    assert title.style["font_size"] * PIXEL > SMALLEST + 2
    assert faults(EventSnapshot(event), "crosstable") == []


def test_the_single_table_of_a_summary_has_the_width_of_the_ranking_and_its_names_below_each_other(
    club: Club,
) -> None:
    event = make_seated_event(4, club)
    make_scores(event, make_round(event))
    event.entries.filter(entry_no=1).update(name="Abbondanza Ferruccio")
    (page,) = laid_out_sheet(EventSnapshot(event), "summary").pages
    names = [box for box in texts_of(page) if box.text.startswith("Abbondanza")]
    assert len(names) == 2 and abs(names[0].position_x - names[1].position_x) < 1
    assert names[0].style["font_size"] * PIXEL >= 14
    of_table, of_ranking = [box for box in texts_of(page) if box.text == "Punti"]
    assert of_table.position_x > of_ranking.position_x, "the table ends at the margin"


def test_the_two_tables_of_a_summary_have_large_type_and_whole_names(club: Club) -> None:
    event = make_seated_event(8, club)
    make_scores(event, make_round(event))
    event.entries.update(affiliation="Dopolavoro Ferroviario")
    event.entries.filter(entry_no=1).update(name="Degl’Innocenti Guido")
    snapshot = EventSnapshot(event)
    context = SHEETS["summary"].context(snapshot, 1, A4)
    assert context["clubs"].beside and context["summary"].layout.size >= 16 and context["layout"].size >= 14
    (page,) = laid_out_sheet(snapshot, "summary").pages
    texts = lines_of_page(page)
    assert texts.count("Degl’Innocenti Guido") == 2 and texts.count("Dopolavoro Ferroviario") == 8


@pytest.mark.parametrize("name", ["Campionato sociale d’autunno", "Trentaquattresimo Memorial " * 6])
@pytest.mark.parametrize(("players", "sheet"), [(9, "envelopes"), (24, "envelopes"), (24, "numbers")])
def test_below_the_number_of_a_slip_there_are_two_lines_away_from_where_it_is_cut(
    name: str, players: int, sheet: str, club: Club
) -> None:
    snapshot = EventSnapshot(make_drawn_event(players, club, name=name))
    (page,) = laid_out_sheet(snapshot, sheet).pages
    style = SHEETS[sheet].context(snapshot, 1, A4)["style"]
    slip, half = (float(re.findall(rf"--{name}:([\d.]+)mm", style)[0]) for name in ("slip", "half"))
    small = [box for box in texts_of(page) if box.element_tag == "small"]
    first = min(box.position_y for box in small)
    of_a_slip = [box for box in small if box.position_y < first + slip / 2 / MILLIMETRE][: 2 * players]
    lowest = max(box.position_y + box.height for box in of_a_slip)
    assert (lowest - first) * MILLIMETRE <= slip - half - 1.2 - 2.0
    assert len({box.position_y for box in of_a_slip}) <= 2


@pytest.mark.parametrize("players", [8, 28, 44])
def test_no_page_of_a_summary_is_nearly_empty(players: int, club: Club) -> None:
    event = make_seated_event(players, club, scoring="table-points")
    make_scores(event, make_round(event))
    found = laid_out_sheet(dressed(event), "summary").pages
    assert min(max(box.position_y for box in texts_of(page)) / page.height for page in found) > 0.45


@pytest.mark.parametrize("players", [12, 16, 20, 24, 32])
def test_tables_of_a_summary_fill_their_pages_in_type_to_be_read(players: int, club: Club) -> None:
    event = make_seated_event(players, club)
    make_scores(event, make_round(event))
    snapshot = with_names(event, COMMON)
    context = SHEETS["summary"].context(snapshot, 1, A4)
    found = laid_out_sheet(snapshot, "summary").pages
    assert context["summary"].layout.size >= 13 and context["layout"].size >= 12
    assert len(found) == 1 + context["summary"].apart
    lowest = [max(box.position_y for box in texts_of(page)) / page.height for page in found]
    assert lowest[0] > 0.8 and min(lowest) > 0.45
    names = {line for page in found for line in lines_of_page(page)}
    assert names >= set(COMMON), "none is broken"


def test_one_long_club_and_few_long_names_do_not_make_standings_small(club: Club) -> None:
    event = make_seated_event(24, club)
    make_scores(event, make_round(event))
    make_round(event)
    snapshot = with_names(event, [*COMMON * 3, LONG_NAME])
    event.entries.update(affiliation="Dopolavoro Ferroviario")
    event.entries.filter(entry_no=5).update(affiliation="Associazione Culturale Giochi Monza e Brianza")
    layout = SHEETS["standings"].context(EventSnapshot(snapshot.event), 2, A4)["layout"]
    assert layout.page == "rows" and layout.size >= 13


@pytest.mark.parametrize("players", [10, 16])
def test_a_wrapped_name_of_a_calendar_stands_below_itself_not_below_its_number(
    players: int, club: Club
) -> None:
    event = make_drawn_event(players, club)
    event.entries.filter(entry_no=1).update(name=LONG_NAME)
    (first, *_others) = laid_out_sheet(EventSnapshot(event), "calendar").pages
    boxes = texts_of(first)
    begun = next(box for box in boxes if box.text.endswith("Papadopoulos-Konstantinidis"))
    rest = next(box for box in boxes if box.text == "Alexandros Stavros Panagiotis")
    figures = 3 * 0.497 * begun.style["font_size"]  # two of the number, and their space
    assert rest.position_x == pytest.approx(begun.position_x + figures, abs=0.5)


def test_columns_of_names_that_stand_for_the_same_are_equally_wide(club: Club) -> None:
    swiss = make_drawn_event(40, club, system="amalfi", options={"rounds": 5})
    robin, seated = make_drawn_event(10, club), make_seated_event(24, club)
    for event, sheet, columns in (
        (swiss, "pairings", (2, 5)),
        (robin, "calendar", (1, 3)),
        (seated, "tables", (1, 2, 3, 4)),
    ):
        make_round(event)
        event.entries.filter(entry_no=1).update(name=LONG_NAME)
        layout = SHEETS[sheet].context(EventSnapshot(event), 1, A4)["layout"]
        assert len({layout.columns[column] for column in columns}) == 1, sheet


def test_heads_of_a_summary_take_one_line_and_its_figures_stand_near_the_names(club: Club) -> None:
    event = make_seated_event(4, club)
    make_scores(event, make_round(event))
    context = SHEETS["summary"].context(snapshot := with_names(event, COMMON), 1, A4)
    _place, names, at_table, points = context["summary"].layout.widths
    assert names < at_table + points
    assert "Segn." in {box.text for box in texts_of(laid_out_sheet(snapshot, "summary").pages[0])}


def test_names_of_a_summary_without_results_have_no_room_for_places_before_them(club: Club) -> None:
    event = make_seated_event(24, club)
    make_round(event)
    layout = SHEETS["summary"].context(EventSnapshot(event), 1, A4)["summary"].layout
    assert layout.widths[0] == pytest.approx(layout.gap * layout.size * POINT)


def test_a_table_without_a_result_has_heads_of_no_figures(club: Club) -> None:
    event = make_seated_event(24, club)
    make_round(event)
    (page,) = laid_out_sheet(with_names(event, [*COMMON * 2, LONG_NAME]), "summary").pages
    texts = texts_of(page)
    lines = {round(base_of(box)) for box in texts if box.text.startswith("Tavolo ")}
    assert {round(base_of(box)) for box in texts if box.text == "senza risultato"} == lines
    assert not {"Segn.", "Punti"} & {box.text for box in texts}


@pytest.mark.parametrize("sheet", ["crosstable", "swiss-crosstable"])
def test_a_crosstable_leaves_its_cells_to_write_in_and_the_dot_of_black_stands_apart(
    sheet: str, club: Club
) -> None:
    rules = {"system": "amalfi", "options": {"rounds": 5}} if sheet == "swiss-crosstable" else {}
    event = make_drawn_event(6, club, **rules)
    make_all_results(event, make_round(event), "=-=")
    make_round(event)
    (page,) = laid_out_sheet(EventSnapshot(event), sheet).pages
    cells = [box.text for box in texts_of(page) if box.element_tag == "td"]
    assert "·" not in cells
    assert sum(text.startswith("•\u202f½") for text in cells) == 3
    assert "ancora da giocare" not in " ".join(box.text for box in texts_of(page))


@pytest.mark.parametrize("sheet", ["standings", "pairings", "swiss-crosstable"])
def test_a_rule_closes_a_table_and_its_titles_grow_with_the_rows(sheet: str, club: Club) -> None:
    event = make_drawn_event(12, club, system="amalfi", options={"rounds": 5})
    make_all_results(event, make_round(event), "1-0")
    layout = SHEETS[sheet].context(EventSnapshot(event), 1, A4)["layout"]
    (page,) = laid_out_sheet(EventSnapshot(event), sheet).pages
    boxes = page._page_box.descendants()
    cells = [box for box in boxes if type(box).__name__ == "TableCellBox" and box.element_tag == "td"]
    lowest = max(cell.position_y for cell in cells)
    assert {cell.border_bottom_width > 0 for cell in cells if cell.position_y == lowest} == {True}
    (title,) = {box.style["font_size"] * PIXEL for box in texts_of(page) if box.element_tag == "th"}
    assert title == pytest.approx(note_size(layout.size), abs=0.01)
    assert sheet == "standings" or title > SMALLEST


@pytest.mark.parametrize(("paper", "players"), [(A4, 8), (A3, 16)])
@pytest.mark.parametrize("sheet", ["slips", "scores"])
def test_nothing_is_cut_at_the_edge_of_a_full_page(
    sheet: str, paper: PaperFormat, players: int, club: Club
) -> None:
    event = make_drawn_event(players, club) if sheet == "slips" else make_seated_event(players, club)
    make_round(event)
    (page,) = laid_out_sheet(EventSnapshot(event), sheet, paper).pages
    sections = [box for box in page._page_box.descendants() if box.element_tag == "section"]
    lines = {box.position_y + box.height for box in sections if box.border_bottom_width}
    assert lines and max(lines) < 0.9 * page.height


def test_standings_of_120_take_one_line_a_row_and_three_pages_with_as_many(club: Club) -> None:
    event = make_played_event(120, 2, club, system="amalfi", options={"rounds": 5}, ranking=FIVE)
    event.entries.filter(entry_no__lte=60).update(affiliation="Circolo Scacchistico Bolognese")
    event.entries.filter(entry_no__gt=60).update(affiliation="Circolo Scacchi Torino")
    event.entries.update(name="Santacroce Alessandro")
    document = laid_out_sheet(EventSnapshot(event), "standings")
    cells = [
        [
            box
            for box in texts_of(page)
            if box.element_tag == "td" and "club" in (box.element.get("class") or "")
        ]
        for page in document.pages
    ]
    assert [len(of_page) for of_page in cells] == [40, 40, 40]
    for text in {box.text for of_page in cells for box in of_page}:
        whole = next(name for name in CLUBS_OF_120 if name.startswith(text.rstrip("…")))
        assert len(text.rstrip("…")) >= len(whole) * 0.66


@pytest.mark.parametrize("sheet", ["players", "players-by-name", "summary", "tables", "pairings"])
def test_the_surname_is_heavier_than_the_given_name(sheet: str, club: Club) -> None:
    if sheet in ("summary", "tables"):
        event = make_seated_event(12, club, system="rotation", scoring="places", options={"rounds": 3})
    else:
        event = make_drawn_event(7, club, system="amalfi", options={"rounds": 3})
    make_round(event)
    pages = laid_out_sheet(with_names(event, ["Bernardi Sara"]), sheet).pages
    weights = {(box.text.strip(), box.style["font_weight"]) for page in pages for box in texts_of(page)}
    found = {one for one in weights if one[0].startswith(("Bernardi", "Sara"))}
    assert {("Bernardi", 600), ("Sara", 400)} == {
        (text.split()[0].rstrip(","), weight) for text, weight in found
    }


@pytest.mark.parametrize("sheet", ["pairings", "by-name"])
def test_the_name_of_the_event_is_larger_than_its_round(sheet: str, club: Club) -> None:
    event = make_drawn_event(
        60, club, name="Campionato sociale d’autunno", system="amalfi", options={"rounds": 4}
    )
    make_round(event)
    first, *_others = laid_out_sheet(EventSnapshot(event), sheet).pages
    sizes = {box.text: box.style["font_size"] * PIXEL for box in texts_of(first)}
    assert max(size for text, size in sizes.items() if text.startswith("Campionato")) >= 20
    assert sizes["Turno 1"] < 14


@pytest.mark.parametrize(
    ("sheet", "name"),
    [
        ("by-name", "Campionato RisiKo! 2026"),
        ("by-name", "Memorial Arturo Pezzi 2026"),
        ("announcement", "Master RisiKo! 2026"),
        ("announcement", "Campionato RisiKo! 2026"),
    ],
)
def test_no_last_word_of_the_name_of_an_event_stands_alone(sheet: str, name: str, club: Club) -> None:
    event = make_drawn_event(8, club, name=name)
    make_round(event)
    page, *_others = laid_out_sheet(dressed(event), sheet).pages
    lines = [box for box in texts_of(page) if box.element_tag == "h1"]
    last = lines[-1].text.replace("\u00a0", " ").strip()
    assert " " in last and name.endswith(last)


@pytest.mark.parametrize("name", ["Coppa", "Memorial Arturo Pezzi 2026"])
def test_letters_of_a_sheet_by_name_are_apart_from_the_club(name: str, club: Club) -> None:
    club.name = "Circolo dimostrativo Alfiere e Pedone"
    club.save()
    event = make_drawn_event(8, club, name=name)
    event.entries.filter(entry_no=1).update(name="Amato Rosa")
    event.entries.filter(entry_no=8).update(name="Oddo Ugo")
    make_round(event)
    (page,) = laid_out_sheet(EventSnapshot(event), "by-name").pages
    (letters,) = [box for box in texts_of(page) if box.text == "A–O"]
    others = [box for box in texts_of(page) if box.element.get("class") == "club" or box.element_tag == "h1"]
    assert (letters.position_x - max(box.position_x + box.width for box in others)) * PIXEL >= 18


def test_sheets_by_name_have_the_round_and_letters_that_are_equally_large_on_all(club: Club) -> None:
    event = make_drawn_event(120, club, system="amalfi", options={"rounds": 4})
    make_round(event)
    snapshot = with_names(event, NAMES_IN_LIFE)
    found = laid_out_sheet(snapshot, "by-name").pages
    assert len(found) == len(SHEETS["by-name"].context(snapshot, 1, A4)["boards"].pages)
    assert all("Turno 1" in lines_of_page(page) for page in found)
    letters = [
        box
        for page in found
        for box in texts_of(page)
        if box.element_tag == "div" and box.element.get("class") == "letters"
    ]
    assert len(letters) == len(found) > 1
    assert len({box.style["font_size"] for box in letters}) == 1
    assert len({len(box.text) for box in letters}) > 1


def test_the_number_of_a_player_stands_apart_from_his_points(club: Club) -> None:
    event = make_drawn_event(8, club)
    make_all_results(event, make_round(event), "1-0")
    make_round(event)
    (page,) = laid_out_sheet(EventSnapshot(event), "pairings").pages
    numbers = [
        cell
        for cell in page._page_box.descendants()
        if type(cell).__name__ == "TableCellBox" and cell.element.get("class") == "num"
    ]
    assert min(cell.padding_left for cell in numbers if cell.element_tag == "td") > 0


def test_each_round_of_a_calendar_heads_the_numbers_of_its_tables(club: Club) -> None:
    (page,) = laid_out_sheet(EventSnapshot(make_drawn_event(6, club)), "calendar").pages
    heads = [box for box in texts_of(page) if box.element_tag == "th"]
    rounds = [round(base_of(box)) for box in heads if box.text.startswith("Turno ")]
    assert len(rounds) == 5
    assert [round(base_of(box)) for box in heads if box.text == "Tav."] == rounds


@pytest.mark.parametrize("players", [3, 8])
def test_the_result_of_a_calendar_stands_in_the_middle_between_two_names(players: int, club: Club) -> None:
    event = make_drawn_event(players, club)
    event.entries.update(name="Bianchi Andrea")
    (page, *_others) = laid_out_sheet(EventSnapshot(event), "calendar").pages
    texts = [box for box in texts_of(page) if box.element_tag == "td"]
    at = next(place for place, box in enumerate(texts) if box.text.startswith("___"))
    name, result, other = texts[at - 1 : at + 2]
    before = result.position_x - name.position_x - name.width
    after = other.position_x - result.position_x - result.width
    assert 0.5 < before / after < 2


@pytest.mark.parametrize("system", ["amalfi", "round-robin", "knockout", "seating"])
def test_fewer_rows_of_standings_never_have_smaller_type(system: str, club: Club) -> None:
    facts: dict[str, Any] = {"options": {"rounds": 5} if system in ("amalfi", "seating") else {}}
    if system == "seating":
        facts["scoring"] = "table-points"
    if system in ("amalfi", "round-robin"):
        facts["ranking"] = [*BUCHHOLZ, "direct"]
    numbers = (4 if system == "seating" else 3, 8, 24, 60, 120)
    events = [make_drawn_event(players, club, system=system, **facts) for players in numbers]
    for event in events:
        make_round(event)
    for people in (ALIKE, IN_LIFE):
        snapshots = [with_names(event, *people) for event in events]
        for paper in (A4, A3):
            found = [SHEETS["standings"].context(snapshot, 1, paper)["layout"] for snapshot in snapshots]
            sizes = [layout.size for layout in found]
            assert all(more <= fewer for fewer, more in pairwise(sizes)), (people, paper, sizes)
            assert [layout.page for layout in found[2:]] == ["rows"] * 3, (people, paper)
            assert sizes[0] >= 30 and sizes[2] >= 13, (people, paper, sizes)


@pytest.mark.parametrize(("public", "beside"), [("/t/torneo", 22), (None, 0)])
def test_the_range_of_a_sheet_stands_at_the_margin_or_beside_the_code(
    public: str | None, beside: int, club: Club
) -> None:
    event = make_played_event(60, 2, club, system="amalfi", options={"rounds": 5})
    first, second = laid_out_sheet(EventSnapshot(event), "standings", public=public).pages
    (corner,) = [box for box in second._page_box.children if getattr(box, "at_keyword", "") == "@top-right"]
    texts = [box for box in corner.descendants() if getattr(box, "text", "")]
    right = second.width - (14 + beside) / MILLIMETRE
    assert texts
    assert max(box.position_x + box.width for box in texts) == pytest.approx(right, abs=1)
    assert min(size_of_numeral(page, "2") for page in (first, second)) >= 60


def test_one_long_name_of_standings_wraps_and_the_club_beside_it_tells_a_namesake_apart(club: Club) -> None:
    event = make_played_event(60, 2, club, system="amalfi", options={"rounds": 5}, ranking=BUCHHOLZ)
    event.entries.update(affiliation="Circolo Scacchi Torino")
    with_names(event, COMMON)
    before = SHEETS["standings"].context(EventSnapshot(event), 2, A4)["layout"]
    event.entries.filter(entry_no=7).update(name=LONG_NAME)
    event.entries.filter(entry_no=8).update(
        name="Lombardi Valentina (Circolo Scacchi Torino)", mark="Circolo Scacchi Torino"
    )
    event.version += 1
    event.save()
    snapshot = EventSnapshot(event)
    layout = SHEETS["standings"].context(snapshot, 2, A4)["layout"]
    assert (layout.page, layout.pages) == (before.page, before.pages)
    assert layout.size >= before.size - STEP and layout.size >= 14, (
        "its second line takes no more than a step"
    )
    for name in ("standings", "players"):
        texts = [text for page in laid_out_sheet(snapshot, name).pages for text in lines_of_page(page)]
        assert not [text for text in texts if "(" in text]
    texts = [text for page in laid_out_sheet(snapshot, "pairings").pages for text in lines_of_page(page)]
    assert [text for text in texts if "(" in text]


def test_a_round_of_larger_tables_has_a_column_of_the_standings_once_it_has_a_result(club: Club) -> None:
    event = make_seated_event(8, club, scoring="table-points")
    make_scores(event, make_round(event))
    make_round(event)
    (page,) = laid_out_sheet(EventSnapshot(event), "standings").pages
    assert "T1" in lines_of_page(page) and "T2" not in lines_of_page(page)


def test_what_is_not_played_yet_is_blank_in_the_standings_of_larger_tables(club: Club) -> None:
    event = make_seated_event(8, club, scoring="table-points")
    make_scores(event, make_round(event), 1)
    (page,) = laid_out_sheet(EventSnapshot(event), "standings").pages
    assert "T1" in lines_of_page(page) and "–" not in lines_of_page(page)


def test_a_heading_stands_beside_its_round_and_no_line_of_it_shows_a_dot_at_an_end(club: Club) -> None:
    event = make_drawn_event(
        24,
        club,
        name="Campionato sociale d’autunno",
        place="Sala del Tè in piazza Vecchia",
        game="Scacchi",
        system="club-swiss",
    )
    make_all_results(event, make_round(event))
    make_round(event)
    page = laid_out_sheet(EventSnapshot(event), "standings").pages[0]
    header = next(box for box in page._page_box.descendants() if box.element_tag == "header")
    texts = [box for box in header.descendants() if getattr(box, "text", "").strip()]
    numeral, *others = sorted(texts, key=lambda box: -box.style["font_size"])
    right = numeral.position_x + numeral.width
    assert numeral.text == "2" and numeral.style["font_size"] * PIXEL >= 60
    said = [box for box in others if box.text != "·"]
    assert min(box.position_x for box in said) > right
    lines = defaultdict(list)
    for box in others:
        lines[round(base_of(box))].append(box)
    about = [line for line in lines.values() if any(box.text == "·" for box in line)]
    assert len(about) == 2
    left = min(box.position_x for box in said)
    for line in about:
        shown = [box.text for box in sorted(line, key=lambda box: box.position_x) if box.position_x >= left]
        assert shown[0] != "·" and shown[-1] != "·"


@pytest.mark.parametrize("results", ["1-0", "=-="])
def test_the_numbers_of_rows_have_a_title(results: str, club: Club) -> None:
    swiss = make_drawn_event(8, club, system="amalfi", options={"rounds": 3})
    robin = make_drawn_event(4, club)
    for event, name in ((swiss, "swiss-crosstable"), (robin, "crosstable")):
        make_all_results(event, make_round(event), results)
        (page,) = laid_out_sheet(EventSnapshot(event), name).pages
        texts = lines_of_page(page)
        assert texts[texts.index("Nome") - 1] == "N." and "Posto" in texts


@pytest.mark.usefixtures("short_parts")
@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("calendar", 14),
        ("calendar", 30),
        ("calendar", 60),
        ("calendar-of-tables", 24),
        ("calendar-of-tables", 60),
    ],
)
def test_each_round_of_a_calendar_by_name_stays_on_one_page_which_says_which_rounds_it_has(
    name: str, players: int, club: Club
) -> None:
    rotation = {"system": "rotation", "scoring": "places", "options": {"rounds": 5}}
    facts = rotation if name == "calendar-of-tables" else {}
    document = laid_out_sheet(dressed(make_drawn_event(players, club, **facts)), name)
    shown = [re.findall(r"Turno (\d+)", "\n".join(lines_of_page(page))) for page in document.pages]
    assert len(shown) > 1 and all(shown)
    assert sum(map(len, shown)) == len({number for found in shown for number in found})
    for page, found in zip(document.pages, shown, strict=True):
        said = f"TURNI {found[0]}–{found[-1]}" if len(found) > 1 else f"TURNO {found[0]}"
        assert in_margin(page, "@top-right") == said
    for page in document.pages[1:]:
        assert in_margin(page, "@top-left").startswith("Torneo Calendario")


@pytest.mark.usefixtures("short_parts")
def test_each_page_of_a_calendar_of_large_rounds_says_with_which_it_begins(club: Club) -> None:
    document = laid_out_sheet(EventSnapshot(make_drawn_event(120, club)), "calendar")
    said = [in_margin(page, "@top-right") for page in document.pages]
    assert said[:2] == ["DAL TURNO 1", "DAL TURNO 1"] and said[3] != said[0]
    assert said[-1].startswith("TURNO ")


def test_before_any_result_the_standings_are_a_list_by_number(club: Club) -> None:
    event = make_drawn_event(8, club)
    round_ = make_round(event)
    (page,) = laid_out_sheet(EventSnapshot(event), "standings").pages
    texts = lines_of_page(page)
    numbers = [texts[place - 1] for place, text in enumerate(texts) if text.startswith("Giocatore")]
    assert numbers == [str(number) for number in range(1, 9)] and "N." in texts and "Posto" not in texts
    assert "Ancora nessun risultato: i giocatori sono in ordine di numero." in texts
    make_result(event, round_, 1, "1-0")
    (page,) = laid_out_sheet(EventSnapshot(event), "standings").pages
    texts = lines_of_page(page)
    assert "Posto" in texts and not any("in ordine di numero" in text for text in texts)


def test_the_calendar_and_the_pairings_of_three_fill_their_sheet(club: Club) -> None:
    event = make_drawn_event(3, club)
    make_round(event)
    snapshot = with_names(event, COMMON)
    for name, least in (("calendar", 24), ("pairings", 30)):
        layout = SHEETS[name].context(snapshot, 1, A4)["layout"]
        assert layout.size >= least and layout.filled > 0.8
        assert faults(snapshot, name) == []
