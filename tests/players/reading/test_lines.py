import pytest
from hypothesis import given, strategies as st

from clubtornei.players.cells import clean_cells
from clubtornei.players.forms import PlayerForm
from clubtornei.players.models import Player
from clubtornei.players.reading.free_text import read_text
from clubtornei.players.reading.headings import RATINGS
from clubtornei.players.reading.lines import layout_of, people_lines, read_lines
from clubtornei.players.reading.rows import Unreadable

pytestmark = pytest.mark.unit


def read(text: str, *ratings: str) -> list[dict[str, str]]:
    lists = ratings or ("fide_rating", "fsi_rating")
    lines = people_lines(text)
    layout = layout_of(lines, lists)
    read = read_lines(lines[layout.header :], layout.columns, lists)
    return [{field: cell for field, cell in one.cells.items() if cell} for one in read]


ANNA = {"name": "Bianchi Anna", "fide_rating": "1500"}


@pytest.mark.parametrize(
    "line",
    [
        *("Bianchi Anna 1500", "Bianchi Anna (1500)", "Bianchi Anna, 1500", "Bianchi Anna;1500"),
        *("Bianchi Anna\t1500", "1500 Bianchi Anna", "1500;Bianchi Anna", "1. Bianchi Anna 1500"),
        *("Bianchi Anna Elo 1500", "Bianchi Anna - 1500", "3 Bianchi Anna 1500"),
    ],
)
def test_a_number_beside_a_name_is_the_rating(line):
    assert read(line) == [ANNA]


@pytest.mark.parametrize("mark", ["\t", ";"])
def test_a_line_in_columns_leaves_ratings_of_others_beside_their_names(mark):
    lines = read(f"1) Bianchi Anna 1500\nRossi Mario{mark}2105\nVerdi Luca (1620)\nNeri Ada")
    assert [line.get("fide_rating") for line in lines] == ["1500", "2105", "1620", None]
    assert lines[0] == ANNA


@pytest.mark.parametrize(
    "line",
    [
        *("Bianchi Anna 1500 Circolo di Pisa", "Bianchi Anna;1500;;Circolo di Pisa"),
        "Bianchi Anna, 1500, Circolo di Pisa",
    ],
)
def test_a_text_behind_the_rating_is_the_club(line):
    assert read(line) == [ANNA | {"affiliation": "Circolo di Pisa"}]


@pytest.mark.parametrize(
    "line",
    ["CM Bianchi Anna 1500", "Bianchi Anna CM 1500", "Bianchi Anna, 1500, CM", "CM\tBianchi Anna\t1500"],
)
def test_titles_are_read_before_and_behind_the_name(line):
    assert read(line) == [ANNA | {"title": "CM"}]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        *(("Rossi Mario", "Rossi Mario"), ("Rossi M", "Rossi M")),
        *(("1500", "1500"), ("Squadra 100", "Squadra 100")),
    ],
)
def test_a_name_alone_stays_a_name(line, name):
    assert read(line) == [{"name": name}]


def test_lines_need_not_be_written_alike():
    assert read("Rossi, Mario\n\nBianchi Anna, 1500\nVerdi Ugo 1400") == [
        {"name": "Rossi Mario", "surname": "Rossi", "given_name": "Mario"},
        ANNA,
        {"name": "Verdi Ugo", "fide_rating": "1400"},
    ]


def test_columns_of_a_spreadsheet_are_read_with_and_without_headings():
    headed = "Elo\tCognome\tNome\tSocietà\n1500\tDe Luca\tAnna\tPisa"
    anna = {
        "name": "De Luca Anna",
        "surname": "De Luca",
        "given_name": "Anna",
        "fsi_rating": "1500",
        "affiliation": "Pisa",
    }
    assert read(headed, "fsi_rating", "fide_rating") == [anna]
    bare = "Rossi\tMario\t1985\t1650\nVerdi\tUgo\t1990\t"
    assert read(bare) == [
        {
            "name": "Rossi Mario",
            "surname": "Rossi",
            "given_name": "Mario",
            "birth_year": "1985",
            "fide_rating": "1650",
        },
        {"name": "Verdi Ugo", "surname": "Verdi", "given_name": "Ugo", "birth_year": "1990"},
    ]


def test_a_number_that_could_be_a_year_is_a_rating_where_there_is_no_other():
    assert read("Rossi Mario;1950\nVerdi Ugo;1980") == [
        {"name": "Rossi Mario", "fide_rating": "1950"},
        {"name": "Verdi Ugo", "fide_rating": "1980"},
    ]


def test_lines_keep_their_numbers_in_the_text():
    assert [line.number for line in people_lines("Nome;Elo\n\nRossi Mario;1500")] == [1, 3]


def test_rows_that_are_all_empty_are_no_lines():
    assert read("Bianchi Anna;1500\n;;\n,,\n; ;;;\n\t\t") == [ANNA]


@pytest.mark.parametrize("line", ["- - -", "–", "...", "***"])
def test_what_can_be_no_name_is_read_as_it_stands(line):
    assert read(line) == [{"name": line}]


def test_a_number_longer_than_any_breaks_nothing():
    assert read(f"Bianchi Anna;{'1' * 5000}")[0]["name"] == "Bianchi Anna"


PIECES = st.sampled_from(
    [
        *(
            "Rossi",
            "MARIO",
            "D'Angelo",
            "NICOLO'",
            "1500",
            "31/02/1990",
            "'88",
            "(",
            ")",
            "[x]",
            "7️⃣",
            "✅",
            "–",
            "<b>",
        ),
        *(
            "[12/03/26, 21:14:05] ",
            ":",
            "+39 333 1234567",
            "€",
            "e",
            "Gruppo A",
            "a@b.it",
            "\u200b",
            "\u202e",
        ),
        *(",", ";", "\t", "\n", '"', "Cognome", "Elo FIDE", "001 ", "&nbsp;", "Lista d'attesa:"),
    ]
)


@given(st.lists(PIECES | st.text(max_size=4), max_size=30).map(" ".join) | st.text(max_size=200))
def test_whatever_is_pasted_each_line_is_somebody_or_is_named(text: str) -> None:
    try:
        lines = people_lines(text)
    except Unreadable:
        return
    if not lines:
        return
    layout = layout_of(lines)
    body = lines[layout.header :]
    fields = PlayerForm(instance=Player()).fields
    read = read_lines(body, layout.columns)
    assert [one.line for one in read] == body
    for one in read:
        said, errors = clean_cells({"name": "", **one.cells}, fields)
        assert said.name or errors or one.refusal


def test_a_comma_parts_cells_below_headings_only():
    assert read("Nome,Elo\nRossi Mario,1500") == [{"name": "Rossi Mario", "fide_rating": "1500"}]
    assert read("Rossi, Mario\nBianchi, Anna")[1]["given_name"] == "Anna"


def test_a_turkish_i_is_no_category() -> None:
    assert read_text("Yılmaz ıı cat.", RATINGS).facts == {}


def test_a_club_behind_a_comma_is_no_given_name():
    assert read("Serra Zoë, RCU Milano") == [{"name": "Serra Zoë", "affiliation": "RCU Milano"}]


def test_what_may_be_a_club_or_a_given_name_behind_a_comma_is_asked():
    [one] = read_lines(people_lines("Serra Zoë, Dado d'Oro"), ["name"])
    assert "Dado d'Oro" in one.doubt
