import pytest

from clubtornei.players.names import sort_key
from clubtornei.players.reading.headings import (
    CHOICES,
    FIELD_OF_HEADING,
    HEADINGS,
    fields_from_headings,
    guess_fields,
)
from clubtornei.players.reading.rows import parse_lines


def heads(text: str) -> list[str] | None:
    return fields_from_headings(parse_lines(text)[0])


@pytest.mark.parametrize(
    ("row", "fields"),
    [
        ("Cognome;Nome;Elo FIDE", ["surname", "given_name", "fide_rating"]),
        ("Giocatore;Elo;Circolo", ["name", "fide_rating", "affiliation"]),
        ("Nome;Elo", ["name", "fide_rating"]),
        ("Cognome e Nome;Società;Anno di nascita", ["name", "affiliation", "birth_year"]),
        ("Nome;Data o anno di nascita", ["name", "birth_year"]),
        ("Name;Date or year of birth", ["name", "birth_year"]),
        ("N.;Titolo;COGNOME E NOME;ELO", ["", "title", "name", "fide_rating"]),
        ("Name;Surname;E-mail", ["given_name", "surname", "contact"]),
        ("Last name;First name;FIDE ID;Club", ["surname", "given_name", "fide_id", "affiliation"]),
        ("Nominativo;Elo;Elo FIDE;Rating", ["name", "fsi_rating", "fide_rating", "club_rating"]),
        ("Giocatore;Elo FSI;Elo", ["name", "fsi_rating", "fide_rating"]),
        ("Giocatore;Cognome;Nome", ["", "surname", "given_name"]),
        ("Giocatore;Telefono;E-mail", ["name", "contact", ""]),
        ("Atleta;Tessera;Codice FIDE;Gruppo", ["name", "fsi_id", "fide_id", "group"]),
    ],
)
def test_headings_are_recognised_in_italian_and_english(row, fields):
    assert heads(row) == fields


@pytest.mark.parametrize("row", ["Rossi Mario;1850", "Elo;Circolo", "1;2;3"])
def test_a_row_without_a_heading_of_names_is_no_heading(row):
    assert heads(row) is None


def test_every_heading_is_written_as_names_are_compared_and_means_one_thing():
    spelled = [heading for names in HEADINGS.values() for heading in names.split("|")]
    assert len(spelled) == len(set(spelled)) == len(FIELD_OF_HEADING)
    assert [sort_key(heading) for heading in spelled] == spelled
    assert set(HEADINGS) - {"rating"} == {name for name, _label in CHOICES} - {""}


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("Rossi Mario\t1850\nD'Angelo Nicolò\t1700", ["name", "fide_rating"]),
        (
            "Rossi;Mario;1850\nDe Santis;Ada;1700\nBianchi;Eva;\nVerdi;Ugo;",
            ["surname", "given_name", "fide_rating"],
        ),
        ("1;Rossi Mario;Circolo Centurini\n2;Bianchi Ada;Genova", ["", "name", "affiliation"]),
        (
            "CM;Rossi Mario;2150;2100;880123\nFM;Bianchi Ada;2250;2200;880456",
            ["title", "name", "fide_rating", "fsi_rating", "fide_id"],
        ),
        (
            "Rossi Mario;1985;mario@example.org\nBianchi Ada;1999;ada@example.org",
            ["name", "birth_year", "contact"],
        ),
        ("Rossi Mario;010 123 4567\nBianchi Ada;+39 333 123456", ["name", "contact"]),
        ("Rossi Mario", ["name"]),
        ("Rossi, Mario\nBianchi, Ada\nVerdi, Ugo", ["surname", "given_name"]),
    ],
)
def test_columns_without_headings_are_guessed_from_their_cells(text, fields):
    assert guess_fields(parse_lines(text)) == fields
