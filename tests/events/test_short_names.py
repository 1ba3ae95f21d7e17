"""The short names of players and clubs."""

import pytest

from clubtornei.events.short_names import given_letters, short_club, short_given, short_name


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Della Gherardesca Maria Antonietta", "Della Gherardesca M."),
        ("Papadopoulos-Konstantinidis Davide", "Papadopoulos-Konstantinidis D."),
        ("Lo Turco Ugo", "Lo Turco U."),
        ("Rossi", "Rossi"),
    ],
)
def test_the_given_name_alone_is_one_letter(name: str, short: str) -> None:
    assert short_name(name) == short


@pytest.mark.parametrize(
    ("given", "short"),
    [
        (["Luca", "Laura", "Ugo"], ["Lu.", "La.", "U."]),
        (["Luca", "Luca Maria", "Lucia"], ["Luca", "Luca M.", "Luci."]),
        (["G. B.", "U"], ["G.", "U."]),
    ],
)
def test_as_many_letters_of_the_given_name_as_tell_it_from_others(given: list[str], short: list[str]) -> None:
    letters = given_letters([*(f"De Luca {one}" for one in given), "Luca Luigi"])
    assert [short_given(one, letters[f"De Luca {one}"]) for one in given] == short


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("La Torre", "La Torre"),
        ("Circolo Scacchistico Bolognese", "C.S. Bolognese"),
        ("Circolo Scacchistico Dopolavoro Ferroviario", "C.S.D. Ferroviario"),
        ("ASD Scacchi Firenze", "Scacchi Firenze"),
        ("A.S.D. Circolo Scacchistico Bolognese", "C.S. Bolognese"),
        ("Associazione Ludica Il Castello di Monza", "A.L. Il Castello di Monza"),
        ("RisiKo! Club Modena", "RisiKo! C. Modena"),
        ("Circolo di Scacchi Ferrarese", "C.S. Ferrarese"),
        ("Dado d'Oro Associazione Sportiva di Bari", "Dado d'Oro A.S. Bari"),
        ("Amici della Scacchiera", "Amici della Scacchiera"),
    ],
)
def test_the_common_words_of_a_long_club_are_initials(name: str, short: str) -> None:
    assert short_club(name) == short
