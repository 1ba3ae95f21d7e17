"""What entering pasted names would do: who is new, who is in doubt, who stays out and why."""

import pytest
from django.utils import translation
from hypothesis import HealthCheck, given, settings, strategies as st

from clubtornei.accounts.models import Club
from clubtornei.players.import_forms import ColumnsForm, SourceForm
from clubtornei.players.importing import plan_import
from clubtornei.players.pasted_names import SOMEBODY_NEW, read_names
from tests.factories import make_club, make_player

pytestmark = pytest.mark.django_db

PASTED = st.text(st.sampled_from("Ab9 ;,.\t\n-–'\"«x0àß") | st.characters(codec="utf-8"), max_size=80)


@pytest.fixture
def club() -> Club:
    club = make_club()
    make_player(club, "Rossi Mario")
    return club


@given(PASTED)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_text_is_read_line_by_line(club: Club, text: str) -> None:
    names = read_names(club, text, ())
    assert all(bool(name.player) + name.in_doubt + bool(name.left_out) == 1 for name in names.names)
    assert all(name.name for name in names.names)


@given(PASTED | PASTED.map("sep={}".format) | PASTED.map("Cognome;Elo\n{}".format))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_text_is_imported_or_refused(club: Club, text: str) -> None:
    source = SourceForm({"text": text})
    if not source.is_valid():
        return
    columns = ColumnsForm(source.lines)
    if columns.is_valid():
        assert all(row.name for row in plan_import(club, columns.body, columns.columns).rows)


@pytest.mark.parametrize("line", ["- - -", ";1500", "..."])
def test_what_is_no_name_is_left_out_with_a_reason(club: Club, line: str) -> None:
    names = read_names(club, f"Bianchi Anna;1600\n{line}\n;;\n", ())
    assert [name.name for name in names.new] == ["Bianchi Anna"]
    assert [(name.number, bool(name.left_out)) for name in names.left_out] == [(2, True)]


def test_a_name_with_a_number_that_can_be_no_rating_stays_out_until_it_is_corrected(club: Club) -> None:
    names = read_names(club, "Verdi Ugo 99999\nRossi 99999\nSquadra 12", ())
    assert [name.name for name in names.doubtful] == ["Squadra 12"]
    assert [name.left_out_reason for name in names.left_out] == ["«99999» non può essere un Elo."] * 2
    assert len(names.entering) == 0


def test_why_a_line_stays_out_goes_on_after_a_colon(club: Club) -> None:
    nobody = read_names(club, "12345", ()).left_out[0]
    assert nobody.left_out_reason == "non è un nome: non contiene nessuna lettera."


def test_a_surname_alone_comes_first_and_is_pointed_out(club: Club) -> None:
    names = read_names(club, "Verdi Ugo\nBianchi", ())
    assert [(name.name, name.is_half) for name in names.entering] == [("Bianchi", True), ("Verdi Ugo", False)]
    assert names.summary == "2 nuovi · 1 senza nome"


def test_a_namesake_with_another_rating_may_be_another_person(club: Club) -> None:
    names = read_names(club, "Bianchi Anna 1500\nBianchi Anna 1820\nBianchi Anna 1500", ())
    assert [(name.number, name.namesake) for name in names.doubtful] == [(2, 1)]
    assert [name.number for name in names.left_out] == [3]
    assert len(names.chosen({})[0]) == 1
    entering, unsaved = names.chosen({2: SOMEBODY_NEW})
    assert [player.fide_rating for player in entering] == [1500, 1820]
    assert entering == unsaved


def test_surname_and_given_name_stay_apart_as_they_were_shown(club: Club) -> None:
    names = read_names(club, "Rossi Mario 1720\nDe Luca Elena Maria\nBianchi", ())
    shown = [(name.surname, name.given_name) for name in names.names]
    assert shown == [("Rossi", "Mario"), ("De Luca", "Elena Maria"), ("Bianchi", "")]
    entering, unsaved = names.chosen({})
    assert entering == unsaved  # the roster had neither the rating nor the two names of Rossi apart
    assert [(player.surname, player.given_name) for player in entering] == [*shown[:2], ("", "")]


def test_what_the_roster_has_apart_is_shown_and_kept(club: Club) -> None:
    make_player(club, "Garcia Lopez Ana", surname="Garcia Lopez", given_name="Ana")
    names = read_names(club, "Garcia Lopez Ana", ())
    assert [(name.surname, name.given_name) for name in names.names] == [("Garcia Lopez", "Ana")]
    assert names.chosen({})[1] == []


def test_what_is_wrong_is_told_with_the_quotation_marks_of_the_language(club: Club) -> None:
    text = "Cognome;Elo\nBianchi Anna;1600\nVerdi Ugo;99999"
    assert read_names(club, text, ()).left_out[0].left_out == "«99999»: Al massimo 4000."
    with translation.override("en"):
        assert read_names(club, text, ()).left_out[0].left_out == "“99999”: Cannot be above 4000."


def test_what_is_nobody_stays_out_and_what_may_be_nobody_is_asked(club: Club) -> None:
    text = "Gruppo A\nBianchi Anna\nCircolo Alfiere\nTotale iscritti: 4\nLista d'attesa:\nRossi Mario\n"
    names = read_names(club, text, ())
    assert [name.name for name in names.entering] == ["Bianchi Anna"]
    assert [name.number for name in names.left_out] == [1, 4, 5]
    assert [(name.number, bool(name.doubt)) for name in names.doubtful] == [(3, True), (6, True)]
    assert [player.name for player in names.chosen({})[0]] == ["Bianchi Anna"]


def test_both_doors_read_a_list_alike(club: Club) -> None:
    text = "1) Verdi UGO 1612 FIDE\n2) Bianchi, Anna (Torre)\nGruppo B\nNeri Ada 31/02/1990\n"
    pasted = read_names(club, text, ())
    source = SourceForm({"text": text})
    assert source.is_valid()
    rows = plan_import(club, source.lines, ColumnsForm(source.lines)["column_0"].value().split()).rows
    assert [name.said for name in pasted.names] == [row.said for row in rows]


def test_titles_above_the_headings_of_a_pasted_list_are_shown(club: Club) -> None:
    names = read_names(club, "Torneo di Natale\nCognome;Nome\nBianchi;Anna\n", ())
    assert names.skipped == ["Torneo di Natale", "Cognome Nome"]


def test_a_whole_date_of_birth_is_shown_whole(club: Club) -> None:
    [name] = read_names(club, "Bianchi Bea 12/3/2012", ()).new
    assert [fact.value for fact in name.facts] == ["12/03/2012"]
