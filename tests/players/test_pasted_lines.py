import pytest

from clubtornei.players.pasted_lines import read_lines

pytestmark = pytest.mark.unit


def read(text: str, *ratings: str) -> list[dict[str, str]]:
    pasted = read_lines(text, ratings or ("fide_rating", "fsi_rating"))
    return [
        {field: cell for field, cell in zip(pasted.columns, line.cells, strict=True) if cell}
        for line in pasted.lines
    ]


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
        *(("Rossi Mario", "Rossi Mario"), ("Rossi, Mario", "Rossi, Mario"), ("Rossi M", "Rossi M")),
        *(("De Luca, Anna", "De Luca, Anna"), ("1500", "1500"), ("Squadra 100", "Squadra 100")),
    ],
)
def test_a_name_alone_stays_a_name(line, name):
    assert read(line) == [{"name": name}]


def test_lines_need_not_be_written_alike():
    assert read("Rossi, Mario\n\nBianchi Anna, 1500\nVerdi Ugo 1400") == [
        {"name": "Rossi, Mario"},
        ANNA,
        {"name": "Verdi Ugo", "fide_rating": "1400"},
    ]


def test_columns_of_a_spreadsheet_are_read_with_and_without_headings():
    headed = "Elo\tCognome\tNome\tSocietà\n1500\tDe Luca\tAnna\tPisa"
    anna = {"surname": "De Luca", "given_name": "Anna", "fsi_rating": "1500", "affiliation": "Pisa"}
    assert read(headed, "fsi_rating", "fide_rating") == [anna]
    bare = "Rossi\tMario\t1985\t1650\nVerdi\tUgo\t1990\t"
    assert read(bare) == [
        {"surname": "Rossi", "given_name": "Mario", "birth_year": "1985", "fide_rating": "1650"},
        {"surname": "Verdi", "given_name": "Ugo", "birth_year": "1990"},
    ]


def test_a_number_that_could_be_a_year_is_a_rating_where_there_is_no_other():
    assert read("Rossi Mario;1950\nVerdi Ugo;1980") == [
        {"name": "Rossi Mario", "fide_rating": "1950"},
        {"name": "Verdi Ugo", "fide_rating": "1980"},
    ]


def test_lines_keep_their_numbers_in_the_text():
    assert [line.number for line in read_lines("Nome;Elo\n\nRossi Mario;1500").lines] == [3]


def test_rows_that_are_all_empty_are_no_lines():
    assert read("Bianchi Anna;1500\n;;\n,,\n; ;;;\n\t\t") == [ANNA]


@pytest.mark.parametrize("line", ["- - -", "–", "...", "***"])
def test_what_can_be_no_name_is_read_as_it_stands(line):
    assert read(line) == [{"name": line}]


def test_a_number_longer_than_any_breaks_nothing():
    assert read(f"Bianchi Anna;{'1' * 5000}")[0]["name"] == "Bianchi Anna"
