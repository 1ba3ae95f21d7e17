"""The import never swallows a person nor writes over one, and its preview mends what is wrong."""

from datetime import date

import pytest
from django.urls import reverse

from clubtornei.accounts.models import Role
from clubtornei.players.import_forms import MOST_TITLES
from clubtornei.players.reading.rows import parse_lines, written
from clubtornei.players.reading.written_names import proper_case
from tests.factories import make_club, make_player, signed_in
from tests.markup import compact

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(club):
    return signed_in(club, Role.ARBITER)


def previewed(client, club, text, **data):
    return client.post(reverse("players:import", args=[club.slug]), {"text": text, **data})


def sent(preview, **data):
    """What the preview's form sends, with the boxes as they stand."""
    form, plan = preview.context["form"], preview.context["plan"]
    return {
        "mapped": "1",
        "text": preview.context["text"],
        "header": form["header"].value(),
        "expected": plan.fingerprint,
        "shown": preview.context["shown"],
        "take": [row.number for row in plan.rows if row.writes and row.ticked],
        "other": [row.number for row in plan.rows if row.other],
        **{field: form[field].value() for field in form.column_fields},
        **data,
    }


def again(client, club, preview, **data):
    return client.post(reverse("players:import", args=[club.slug]), sent(preview, **data))


def confirmed(client, club, preview, **data):
    answer = client.post(
        reverse("players:import_confirm", args=[club.slug]), sent(preview, **data), follow=True
    )
    assert answer.status_code == 200, answer.content.decode()
    return [str(message) for message in answer.context["messages"]]


def of(preview, number):
    return next(row for row in preview.context["plan"].rows if row.number == number)


def roster(club, *fields):
    return list(club.players.order_by("sort_name", "pk").values_list(*(fields or ("name",))))


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Giocatore;Elo\nRossi Mario;1500\n", 2),  # would update
        ("Giocatore;Elo\nRossi Mario;1400\n", 2),  # would change nothing
        ("Giocatore;Elo\nVerdi Ugo;1\nVerdi Ugo;2\n", 3),  # would be a duplicate of the row above
        ("Giocatore;Elo\nRossi Mario;1400\nRossi Mario;1500\n", 3),  # … of one on the roster too
    ],
)
def test_another_person_is_offered_wherever_the_name_decided(client, club, text, number):
    known = make_player(club, "Rossi Mario", fide_rating=1400)
    preview = previewed(client, club, text)
    assert of(preview, number).guessed
    assert f'name="other" value="{number}"' in compact(preview.text)
    name, before = of(preview, number).name, club.players.named(of(preview, number).name).count()
    confirmed(client, club, preview, other=[number], take=[])
    assert club.players.named(name).count() == before + 1
    known.refresh_from_db()
    assert known.fide_rating == 1400, "not written over"


def test_another_person_is_offered_where_several_on_the_roster_have_the_name(client, club):
    make_player(club, "Rossi Mario", birth_year=1950)
    make_player(club, "Rossi Mario", birth_year=1990)
    preview = previewed(client, club, "Giocatore;Elo\nRossi Mario;1500\n")
    assert of(preview, 2).status == "bad"
    confirmed(client, club, preview, other=[2])
    assert roster(club, "birth_year") == [(1950,), (1990,), (None,)]


def test_who_has_the_same_id_is_the_same_person(client, club):
    make_player(club, "Rossi Mario", fide_id=880123)
    preview = previewed(client, club, "Giocatore;Codice FIDE;Elo\nRossi M.;880123;1500\n")
    assert not of(preview, 2).guessed
    confirmed(client, club, preview, other=[2])
    assert roster(club, "name", "fide_rating") == [("Rossi M.", 1500)]


def test_another_person_stays_chosen_when_the_preview_is_looked_at_again(client, club):
    make_player(club, "Rossi Mario", fide_rating=1400)
    preview = previewed(client, club, "Giocatore;Elo\nRossi Mario;1500\nVerdi Ugo;1\n")
    preview = again(client, club, preview, other=[2], take=[2])
    assert (of(preview, 2).status, of(preview, 2).other) == ("new", True)
    assert not of(preview, 3).ticked, "what was unticked stays so"
    confirmed(client, club, preview)
    assert roster(club, "name", "fide_rating") == [("Rossi Mario", 1400), ("Rossi Mario", 1500)]


def test_two_rows_of_one_name_with_other_years_or_clubs_are_two_people(client, club):
    text = "Giocatore;Anno;Circolo\nRossi Mario;1960;Roma\nRossi Mario;1971;Roma\nRossi Mario;;Bari\n"
    preview = previewed(client, club, text)
    assert [row.status for row in preview.context["plan"].rows] == ["new"] * 3
    confirmed(client, club, preview)
    assert roster(club, "birth_year", "affiliation") == [(1960, "Roma"), (1971, "Roma"), (None, "Bari")]


def test_the_year_of_birth_finds_which_of_two_namesakes_is_meant(client, club):
    make_player(club, "Rossi Mario", birth_year=1950)
    young = make_player(club, "Rossi Mario", birth_year=1990)
    preview = previewed(client, club, "Giocatore;Anno;Elo\nRossi Mario;1990;1500\n")
    assert of(preview, 2).player == young


def test_a_change_of_the_year_of_birth_is_never_ticked_by_itself(client, club):
    make_player(club, "Rossi Mario", birth_year=1950)
    make_player(club, "Bianchi Ada")
    preview = previewed(client, club, "Giocatore;Anno\nRossi Mario;1990\nBianchi Ada;1980\n")
    assert [row.ticked for row in preview.context["plan"].rows] == [False, True]
    assert "Cambia la nascita: è la stessa persona?" in preview.content.decode()
    confirmed(client, club, preview)
    assert roster(club, "name", "birth_year") == [("Bianchi Ada", 1980), ("Rossi Mario", 1950)]


def test_another_day_of_birth_is_shown_and_not_ticked_by_itself(client, club):
    make_player(club, "Rossi Mario", birth_year=1990, birth_date=date(1990, 5, 31))
    text = "Giocatore;Nato\nRossi Mario;1990-06-01\nBianchi Ada;1980-02-03\n"
    preview = previewed(client, club, text)
    assert [row.ticked for row in preview.context["plan"].rows] == [False, True]
    page = preview.content.decode()
    assert "Data di nascita:" in page and "Cambia la nascita: è la stessa persona?" in page
    confirmed(client, club, preview)
    assert roster(club, "birth_date") == [(date(1980, 2, 3),), (date(1990, 5, 31),)]


@pytest.mark.parametrize(
    ("known", "row", "ticked"),
    [
        ({"affiliation": "Roma"}, "Rossi Mario;Bari;;", False),
        ({"affiliation": "Roma", "birth_year": 1950}, "Rossi Mario;Bari;;", False),
        ({"affiliation": "Roma", "birth_year": 1950}, "Rossi Mario;Bari;1950;", True),
        ({"affiliation": "Roma", "fide_id": 880123}, "Rossi Mario;Bari;;880123", True),
        ({}, "Rossi Mario;Bari;;", True),
    ],
)
def test_a_change_of_club_is_ticked_only_where_an_id_or_the_year_confirms(client, club, known, row, ticked):
    make_player(club, "Rossi Mario", **known)
    preview = previewed(client, club, f"Giocatore;Circolo;Anno;Codice FIDE\n{row}\n")
    assert of(preview, 2).ticked == ticked
    assert ("Cambia il circolo" in preview.content.decode()) != ticked
    confirmed(client, club, preview)
    assert roster(club, "affiliation") == [("Bari" if ticked else "Roma",)]


def test_rows_left_out_are_named_with_the_reason(client, club):
    make_player(club, "Rossi Mario", birth_year=1950)
    make_player(club, "Gatti Ivo", fide_rating=1500)
    text = (
        "Giocatore;Elo;Anno\nRossi Mario;;1990\nVerdi Ugo;forte;\nNeri Ada;;\nNeri Ada;;\nGatti Ivo;1500;\n"
    )
    _done, left_out = confirmed(client, club, previewed(client, club, text))
    assert left_out == (
        "Non importati: Rossi Mario (riga 2, senza spunta); Verdi Ugo (riga 3, da correggere);"
        " Neri Ada (riga 5, doppione)."
    )


def test_of_many_rows_left_out_the_rest_is_counted(client, club):
    text = "Giocatore;Elo\n" + "".join(f"Verdi {n};forte\n" for n in range(35)) + "Neri Ada;\n"
    _done, left_out = confirmed(client, club, previewed(client, club, text))
    assert "Verdi 29 (riga 31, da correggere). E altre 5 righe." in left_out


def test_the_cells_of_a_wrong_row_are_mended_in_the_preview(client, club):
    preview = previewed(client, club, 'Giocatore;Elo\n"Rossi, Mario";forte\n\nVerdi Ugo;1500\n')
    assert 'name="cell-2-1"' in preview.content.decode()
    assert 'name="cell-4-1"' not in preview.content.decode()
    preview = again(client, club, preview, **{"cell-2-1": "1850"})
    assert [row.status for row in preview.context["plan"].rows] == ["new", "new"]
    assert [row.number for row in preview.context["plan"].rows] == [2, 4]
    confirmed(client, club, preview, take=[2, 4])
    assert roster(club, "name", "fide_rating") == [("Rossi Mario", 1850), ("Verdi Ugo", 1500)]


def test_the_name_stands_first_wherever_its_column_is(client, club):
    preview = previewed(client, club, "Circolo;Elo;Giocatore\nTorre;1500;Rossi Mario\n")
    (row,) = preview.context["rows"]
    assert row.name_cells == [(2, "Rossi Mario")]
    assert row.other_cells == [(0, "Torre"), (1, "1500")]
    shown = preview.content.decode().split("<tbody>")[1]
    assert shown.index("Rossi Mario") < shown.index("verdict") < shown.index("Torre")


def test_a_rating_of_no_list_says_that_one_was_assumed(client, club):
    said = "non dice di quale lista è"
    assert f"«Rating» {said}" in previewed(client, club, "Name;Rating\nRossi Mario;1500\n").content.decode()
    assert said not in previewed(client, club, "Name;FIDE\nVerdi Ugo;1500\n").content.decode()


def test_any_row_can_be_mended_on_request(client, club):
    preview = previewed(client, club, "Giocatore;Elo\nRossi Mairo;1500\n")
    preview = again(client, club, preview, mend="2")
    assert 'name="cell-2-0"' in preview.content.decode()
    preview = again(client, club, preview, **{"cell-2-0": "Rossi Mario"})
    confirmed(client, club, preview)
    assert roster(club) == [("Rossi Mario",)]


def test_a_mended_cell_is_looked_at_before_it_is_imported(client, club):
    preview = previewed(client, club, "Giocatore;Elo\nRossi Mario;forte\n")
    answer = client.post(
        reverse("players:import_confirm", args=[club.slug]), sent(preview, **{"cell-2-1": "1500"})
    )
    assert answer.status_code == 422
    assert "ricontrollala" in answer.content.decode()
    assert roster(club) == []


def test_hundreds_of_wrong_rows_are_no_endless_form(client, club):
    text = "Giocatore;Elo;Circolo\n" + "".join(f"Verdi {n};forte;Roma\n" for n in range(2500))
    page = previewed(client, club, text).content.decode()
    assert page.count('<input name="cell-') == 120


def test_emptying_every_cell_of_the_only_row_breaks_nothing(client, club):
    preview = previewed(client, club, "Rossi Mario\n")
    assert again(client, club, preview, **{"cell-1-0": " "}).status_code in {200, 422}


@pytest.mark.parametrize(
    ("title", "rows"),
    [("", 1), ("Elenco soci 2026\n", 2), ("Giocatori\n", 2), ("ASD Torre;;\nal 3 maggio;;\n\n", 3)],
)
def test_a_title_above_the_headings_is_recognised(client, club, title, rows):
    preview = previewed(client, club, title + "Cognome;Nome;Elo FIDE\nRossi;Mario;1850\n")
    assert preview.context["form"]["header"].value() == str(rows)
    confirmed(client, club, preview)
    assert roster(club, "name", "fide_rating") == [("Rossi Mario", 1850)]


def test_in_english_a_row_is_edited_and_titles_stand_in_english_quotation_marks(client, club):
    client.cookies.load({"django_language": "en"})
    preview = previewed(client, club, "i nostri\nRossi Mario\nVerdi Ugo\n")
    shown = again(client, club, preview, header="1").content.decode()
    assert "“i nostri”" in shown
    assert 'aria-label="Edit row 2">Edit</button>' in shown


def test_how_many_rows_are_titles_can_be_said(client, club):
    preview = previewed(client, club, "i nostri\nRossi Mario\nVerdi Ugo\n")
    preview = again(client, club, preview, header="1")
    assert "«i nostri»" in preview.content.decode()
    confirmed(client, club, preview)
    assert roster(club) == [("Rossi Mario",), ("Verdi Ugo",)]


@pytest.mark.parametrize("header", ["-1", "x", str(MOST_TITLES + 1), "9" * 30])
def test_a_number_of_titles_that_cannot_be_is_told(client, club, header):
    preview = previewed(client, club, "Rossi Mario\nVerdi Ugo\n")
    answer = again(client, club, preview, header=header)
    assert answer.status_code == 422
    assert "Righe di titolo in cima" in answer.content.decode()


def test_names_are_written_as_names_are_and_clubs_as_they_stand(client, club):
    text = "Giocatore;Circolo\nROSSI MARIO;ASD TORRE\nd’angelo nicolò;\nde Vries Jan;\n"
    preview = previewed(client, club, text)
    assert "letto: Rossi Mario" in preview.text
    confirmed(client, club, preview)
    assert roster(club, "name", "affiliation") == [
        ("D’Angelo Nicolò", ""),
        ("de Vries Jan", ""),
        ("Rossi Mario", "ASD TORRE"),
    ]


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("ROSSI MARIO", "Rossi Mario"),
        ("DE SANTIS ANNA-MARIA", "De Santis Anna-Maria"),
        ("D'ANGELO", "D'Angelo"),
        ("NICOLÒ", "Nicolò"),
        ("McDonald", "McDonald"),
        ("ÉLODIE", "Élodie"),
    ],
)
def test_a_name_all_in_capitals_is_written_as_names_are(name, right):
    assert proper_case(name) == right


def test_a_club_is_offered_as_it_is_typed(client, club):
    make_player(club, "Rossi Mario", affiliation="Circolo Torre")
    preview = previewed(client, club, "Giocatore;Circolo\nVerdi Ugo;CIRCOLO TORRE\n")
    assert "Circolo «CIRCOLO TORRE» scritto «Circolo Torre»." in preview.content.decode()
    preview = again(client, club, preview, as_typed="on")
    assert of(preview, 2).respelt is None
    confirmed(client, club, preview, as_typed="on")
    assert roster(club, "affiliation") == [("Circolo Torre",), ("CIRCOLO TORRE",)]


def test_names_lose_what_is_not_seen_in_them(client, club):
    preview = previewed(client, club, "Giocatore;Circolo\n\u202eRossi\u200b Mario\u2066;Ro\u200fma\n")
    confirmed(client, club, preview)
    assert roster(club, "name", "affiliation") == [("Rossi Mario", "Roma")]


@pytest.mark.parametrize(
    "text",
    ["Rossi, Mario\nVerdi\n", 'Gigi "il Rosso"\n\nUgo\n', "a;b;\n;c;\n", "sep=;\nRossi;1\n", "Rossi\tx\n"],
)
def test_mended_rows_are_read_back_as_they_are_written(text):
    lines = parse_lines(text)
    assert parse_lines(written(lines)) == lines


LIST = """Torneo sociale
Cognome;Nome;Elo;Nato;Soprannome
ROSSI;Mario;1850;12/03/1985;Il Rosso
Bianchi;Anna;;31/02/1990;
Totale: 2;;;;
"""


def test_what_is_not_understood_is_named_line_by_line_in_the_preview(client, club):
    page = previewed(client, club, LIST)
    assert "1 nuovo, 2 righe non capite." in page.text
    assert "Riga 4, «Bianchi Anna 31/02/1990»:" in " ".join(page.text.split())
    assert "«31/02/1990» non è una data che esiste." in page.text
    assert "«Totale: 2» è un titolo, non una persona." in page.text
    assert [row.ticked for row in page.context["plan"].rows] == [True, False, False]


def test_who_may_be_nobody_is_shown_without_a_tick_and_with_the_reason(client, club):
    page = previewed(client, club, "Rossi Mario\nCircolo Alfiere\nMario e Luca Sala\n")
    assert [row.ticked for row in page.context["plan"].rows] == [True, False, False]
    assert "«Circolo Alfiere» sembra un circolo: è una persona?" in page.text
    assert "(2 in dubbio, senza spunta)" in page.text
    confirmed(client, club, page)
    assert roster(club) == [("Rossi Mario",)]


def test_the_second_import_of_a_list_doubles_nobody(client, club):
    text = "Mario Rossi 1500 (Torre)\nAnna BIANCHI '88\nVerdi, Ugo\nLuca Sala\nElena De Luca\n"
    confirmed(client, club, previewed(client, club, text))
    again = previewed(client, club, text)
    assert [row.status for row in again.context["plan"].rows] == ["same"] * 5
    assert club.players.count() == 5


def test_a_name_turned_round_is_no_second_person_unasked(client, club):
    make_player(club, "Rossi Mario")
    page = previewed(client, club, "Mario Rossi\n")
    assert not of(page, 1).ticked
    assert "In elenco c’è «Rossi Mario»" in page.text


def test_what_the_columns_held_last_month_is_remembered(client, club):
    preview = previewed(client, club, LIST)
    assert preview.context["form"]["column_2"].value() == "fide_rating"
    preview = again(client, club, preview, column_2="fsi_rating", column_4="group")
    confirmed(client, club, preview)
    next_month = previewed(client, club, LIST.replace("Torneo sociale\n", "").replace("1850", "1870"))
    form = next_month.context["form"]
    assert [form[name].value() for name in ("column_2", "column_4", "header")] == ["fsi_rating", "group", "1"]
    other = make_club()
    assert previewed(signed_in(other, Role.OWNER), other, LIST).context["form"]["column_4"].value() == ""
