"""How large the type of a sheet is, and where its columns are."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from string import ascii_letters, digits, punctuation
from typing import Any

import pytest
from msgspec.structs import replace

from clubtornei.public.pictures import font
from clubtornei.rounds.typesetting.paper_format import SMALLEST
from clubtornei.rounds.typesetting.text_width import lines_of, width_in_em
from clubtornei.rounds.typesetting.type_size import (
    LANDSCAPE,
    LARGEST,
    LINE,
    PADDING,
    POINT,
    PORTRAIT,
    SMALLER,
    STEP,
    Arrangement,
    Layout,
    Paper,
    PaperColumn,
    best_layout,
    shared_height,
    smaller_scale,
    spare_title,
)

NAMES = ["Rossi Mario", "Della Valle Pierfrancesco", "D’Angelo Nicolò"]


def single(columns: Sequence[PaperColumn], **facts: Any) -> Layout:
    return best_layout(Arrangement(columns=columns, **facts))


def names(count: int) -> list[str]:
    return [NAMES[place % 3] for place in range(count)]


def test_type_gets_smaller_as_rows_get_more_until_there_is_another_page() -> None:
    layouts = [single([PaperColumn(texts=names(rows), wraps=True)]) for rows in range(1, 100)]
    assert layouts[0].size == LARGEST
    assert min(layout.size for layout in layouts) == SMALLEST
    one_page = [layout.size for layout in layouts if layout.pages == 1]
    assert all(more <= fewer for fewer, more in pairwise(one_page))
    assert len(set(one_page)) > 15  # no steps that leave half the sheet white


def test_few_rows_are_spread_over_the_page() -> None:
    few, many = (single([PaperColumn(texts=names(rows), wraps=True)]) for rows in (4, 34))
    assert few.padding > many.padding
    assert single([PaperColumn(texts=names(4), wraps=True)], largest=24.0).filled > 0.7


def test_more_columns_of_figures_make_the_type_smaller_or_turn_the_paper() -> None:
    def layout(figures: int) -> object:
        columns = [PaperColumn(texts=["12,75"] * 8, title="Buchholz") for _ in range(figures)]
        return single([PaperColumn(texts=names(8), wraps=True), *columns])

    few, many = layout(1), layout(9)
    assert many.size < few.size
    assert (few.paper, many.paper) == (PORTRAIT, LANDSCAPE)


@pytest.mark.parametrize("figures", [0, 3, 9, 25])
def test_columns_together_are_never_wider_than_the_paper(figures: int) -> None:
    columns = [PaperColumn(texts=["12,75"] * 30, title="Sonneborn-Berger") for _ in range(figures)]
    layout = single([PaperColumn(texts=names(30), wraps=True), *columns])
    assert len(layout.widths) == figures + 1
    assert sum(layout.widths) <= layout.paper.width + 0.01


def test_second_lines_take_room_and_many_rows_take_pages() -> None:
    column = PaperColumn(texts=names(20), wraps=True)
    assert single([column], notes=[1] * 20).size < single([column]).size
    assert single([PaperColumn(texts=names(100), wraps=True)]).pages == 3


def test_what_is_noted_below_a_name_takes_the_lines_it_needs() -> None:
    column = PaperColumn(texts=names(12), wraps=True)
    short, long = (single([column], noted=[club] * 12) for club in ("La Torre", "Circolo Scacchistico " * 6))
    assert short.size > long.size
    assert single([column], noted=[""] * 12) == single([column])
    all_but_one = ["", *["La Torre"] * 11]
    assert single([column], noted=all_but_one) == short


def test_paragraphs_below_the_rows_take_room() -> None:
    column = PaperColumn(texts=names(20), wraps=True)
    assert single([column], below=["Passano il turno: " + "Rossi Mario, " * 40]).size < single([column]).size


def test_two_tables_share_a_page_in_type_much_alike() -> None:
    def of(rows: int) -> Callable[[float], Layout]:
        column = PaperColumn(texts=names(rows), wraps=True)
        return lambda height: single([column], papers=[replace(PORTRAIT, height=height)])

    upper, lower = of(6), of(18)
    height = shared_height(220, upper, lower)
    first, second = upper(height), lower(220 - height)
    assert (first.pages, second.pages) == (1, 1)
    assert second.size >= 0.9 * first.size and first.size >= 0.75 * second.size


def test_words_wrap_at_spaces_and_hyphens_and_are_broken_where_they_do_not_fit() -> None:
    name = "Santacroce-Bentivoglio Ada"
    assert [lines_of(name, width) for width in (30, 8, 6)] == [1, 2, 3]
    assert lines_of("W" * 100, 8.6) >= 10


def test_ordinary_names_stay_on_one_line_though_the_type_could_be_larger() -> None:
    figures = [PaperColumn(texts=["12,75"] * 8, title="Buchholz") for _ in range(5)]
    ordinary = ["Fabbroni Loredana", "D’Incecco Raffaele", "De Laurentiis Ugo", "Colombo Pierfrancesco"] * 2
    layout = single([PaperColumn(texts=ordinary, wraps=True), *figures])
    room = layout.widths[0] / (layout.size * POINT)
    assert layout.unbroken and {lines_of(name, room) for name in ordinary} == {1}


def test_a_column_of_few_short_texts_leaves_the_width_to_the_others() -> None:
    names = ["Fabbroni Bentivoglio Loredana Maria"] * 18
    few = [*[""] * 15, *names[:3]]
    columns = [PaperColumn(texts=texts, wraps=True) for texts in (names, names, names, names, few)]
    layout = single(columns, papers=[LANDSCAPE])
    assert layout.widths[4] < layout.widths[0]


def test_of_two_arrangements_the_one_of_fewer_pages_is_chosen_then_that_in_larger_type() -> None:
    def chosen(rows: int) -> int:
        below = [name.replace(" ", "\n", 1) for name in names(rows)]
        figures = PaperColumn(width=60)
        written = (
            Arrangement(columns=[figures, PaperColumn(texts=texts, wraps=True)])
            for texts in (names(rows), below)
        )
        return best_layout(*written).chosen

    assert [chosen(rows) for rows in (4, 50)] == [1, 0]


def test_rows_are_closer_where_that_saves_a_page() -> None:
    def layout(rows: int) -> Layout:
        return single([PaperColumn(texts=names(rows), wraps=True)], papers=[PORTRAIT])

    at_most = max(rows for rows in range(30, 60) if layout(rows).pages == 1)
    assert layout(at_most).padding < PADDING <= layout(at_most + 1).padding


def test_rows_of_several_pages_share_the_white_of_the_last() -> None:
    layout = single([PaperColumn(texts=names(70), wraps=True)], papers=[PORTRAIT])
    assert layout.pages == 2 and layout.filled > 0.7


def test_one_name_in_twenty_may_wrap_where_the_page_has_room() -> None:
    ordinary = ["Fabbroni Loredana", "Conti Ada", "Marchetti Giovanni"] * 20

    def size(names: list[str]) -> float:
        columns = [PaperColumn(texts=names, wraps=True), PaperColumn(width=85)]
        return single([*columns, columns[0]], papers=[PORTRAIT]).size

    assert size([*ordinary[:57], *["Passalacqua Massimiliano"] * 3]) >= size(ordinary) - STEP


def test_one_long_name_hardly_makes_the_type_smaller() -> None:
    def size(name: str) -> float:
        first = PaperColumn(texts=["Esposito Giulia"] * 20, wraps=True)
        second = PaperColumn(texts=[*["Valle Nora"] * 19, name], wraps=True)
        figures = PaperColumn(texts=["0"] * 20, title="Punti")
        return single([figures, first, PaperColumn(texts=["___ – ___"]), second, figures]).size

    assert size("Conti Maria Teresa degli Ubertini Della Gherardesca") >= 0.9 * size("Conti Maria")


def test_a_column_in_smaller_type_is_never_in_too_small_type_and_breaks_its_longest_texts() -> None:
    clubs = [*["La Torre"] * 16, *["Circolo Scacchistico Bergamasco Vittorio Emanuele"] * 4]

    def layout(scale: float, rows: int = 1) -> Layout:
        columns = [PaperColumn(texts=texts * rows, wraps=True) for texts in (names(20), clubs)]
        return single([columns[0], replace(columns[1], scale=scale)], papers=[PORTRAIT])

    assert layout(SMALLER).size > layout(1.0).size
    small = layout(SMALLER, rows=10)
    assert small.size * smaller_scale(small.size) >= SMALLEST


def test_where_a_column_may_break_the_others_have_larger_type() -> None:
    def size(*, breaks: bool) -> float:
        clubs = PaperColumn(texts=["Circolo Scacchistico Bergamasco"] * 8, wraps=True, scale=SMALLER)
        columns = [PaperColumn(texts=names(8), wraps=True), replace(clubs, breaks=breaks)]
        return single([*columns, PaperColumn(width=80)], papers=[PORTRAIT]).size

    assert size(breaks=True) > size(breaks=False)


def test_titles_of_one_line_leave_the_room_of_their_second() -> None:
    assert spare_title(["Buchholz Cut 1"]) == spare_title(["Sonneborn-Berger"]) == 0
    assert 0 < spare_title(["Punti", "BH-\u2060C1"]) < LINE * 12 * POINT


def test_no_letter_is_reckoned_narrower_than_it_is() -> None:
    letters = f"{ascii_letters}{digits}{punctuation} àèéìòùÀÈÉÌÒÙçñłßæøđŁØÆĐ½’·•–—°"
    semibold = font("Semibold", 100)
    assert [letter for letter in letters if width_in_em(letter) < semibold.getlength(letter) / 100] == []


def test_an_indented_column_has_so_much_less_room() -> None:
    narrow = Paper("", 60, 200, 200)
    column = PaperColumn(texts=["Santacroce Massimiliano"] * 10, wraps=True)
    plain, indented = (
        single([replace(column, indent=em)], papers=[narrow], padding=0.0) for em in (0.0, 4.0)
    )
    assert indented.size < plain.size


def test_columns_that_are_alike_are_equally_wide_however_long_their_texts() -> None:
    short, long = (PaperColumn(texts=[name] * 9, wraps=True) for name in NAMES[:2])
    assert len({*single([short, long]).widths}) == 2
    assert len({*single([short, long], alike=True).widths}) == 1
