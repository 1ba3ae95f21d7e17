from functools import partial

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubtornei.accounts.models import Club
from clubtornei.players import actions
from clubtornei.players.importing import ImportPlan, plan_import
from clubtornei.players.models import Player
from clubtornei.players.reading.headings import fields_from_headings, guess_fields
from clubtornei.players.reading.rows import parse_lines
from tests.at_once import TIMES, at_once
from tests.factories import make_club, make_player

pytestmark = pytest.mark.django_db


def planned(club: Club, text: str) -> tuple[ImportPlan, dict[str, object]]:
    """The plan, and what import_players wants besides the club."""
    lines = parse_lines(text)
    columns = fields_from_headings(lines[0])
    body = lines[1:] if columns else lines
    columns = columns or guess_fields(lines)
    plan = plan_import(club, body, columns)
    taken = {row.number for row in plan.rows if row.writes}
    return plan, {"lines": body, "columns": columns, "fingerprint": plan.fingerprint, "taken": taken}


def statuses(plan: ImportPlan) -> list[str]:
    return [row.status.value for row in plan.rows]


def test_new_rows_become_players_with_all_their_fields():
    club = make_club()
    text = (
        "Cognome;Nome;Titolo;Elo FIDE;Elo FSI;Punteggio sociale;Codice FIDE;Tessera;Nato;"
        "Circolo;Gruppo;E-mail;Note\n"
        "D’Angelo;Nicolò;FM;2310;2290;1900;880123;AB12;12/03/1985;"
        "Centurini;Famiglia D’Angelo;n@example.org;mancino\n"
    )
    _plan, order = planned(club, text)
    assert actions.import_players(club, **order) == actions.Imported(1, 0, 0)
    player = club.players.get()
    assert (player.name, player.sort_name) == ("D’Angelo Nicolò", "dangelo nicolo")
    assert (player.title, player.fide_rating, player.fsi_rating, player.club_rating) == (
        "FM",
        2310,
        2290,
        1900,
    )
    assert (player.fide_id, player.fsi_id, player.birth_year) == (880123, "AB12", 1985)
    assert (player.affiliation, player.group) == ("Centurini", "Famiglia D’Angelo")
    assert (player.contact, player.notes) == ("n@example.org", "mancino")


def test_ratings_and_years_are_read_as_spreadsheets_write_them():
    club = make_club()
    for heading, field, cells in [
        ("Elo", "fide_rating", {"1850": 1850, "1850.0": 1850, "1850,00": 1850, "1.850": 1850, "1 850": 1850}),
        ("Elo", "fide_rating", {"0": None, "-": None, "n.c.": None, "": None}),
        ("Nato", "birth_year", dict.fromkeys(["1985", "1985.0", "12/03/1985", "1985-03-12"], 1985)),
        ("Nato", "birth_year", {"12.3.1985": 1985}),
    ]:
        for cell, value in cells.items():
            plan, _order = planned(club, f"Giocatore;{heading}\nRossi Mario;{cell}\n")
            assert statuses(plan) == ["new"]
            assert getattr(plan.rows[0].said, field) == value, cell


def test_a_bad_cell_makes_a_bad_row_that_names_field_and_cell():
    club = make_club()
    for heading, cell, label in [
        ("Elo FIDE", "4001", "Elo FIDE"),
        ("Elo FIDE", "-5", "Elo FIDE"),
        ("Elo FSI", "1850,5", "Elo FSI"),
        ("Elo FIDE", "forte", "Elo FIDE"),
        ("Anno", "85", "Data o anno di nascita"),
        ("Anno", "2999", "Data o anno di nascita"),
        ("Codice FIDE", "99999999999", "Codice FIDE"),
        ("Titolo", "Gran Maestro Internazionale", "Titolo"),
        ("Tessera", "1" * 21, "Tessera FSI"),
        ("Circolo", "x" * 101, "Circolo"),
    ]:
        plan, _order = planned(club, f"Giocatore;{heading}\nRossi Mario;{cell}\nBianchi Ada;\n")
        assert statuses(plan) == ["bad", "new"]
        [(field, reason)] = plan.rows[0].errors
        assert field == label
        assert cell in reason


def test_a_row_without_a_name_is_bad_and_not_imported():
    club = make_club()
    for name in ("", "12345", "---", "' '"):
        plan, order = planned(club, f"Giocatore;Elo\n{name};1500\nBianchi Ada;\n")
        assert statuses(plan) == ["bad", "new"]
        assert plan.rows[0].errors[0][0] == "Cognome e nome"
    assert actions.import_players(club, **order) == actions.Imported(1, 0, 1)
    assert [player.name for player in club.players.all()] == ["Bianchi Ada"]


def test_a_row_with_a_given_name_alone_is_bad():
    plan, _order = planned(make_club(), "Cognome;Nome;Elo\n;Marco;1600\nRossi;;1500\n")
    assert statuses(plan) == ["bad", "new"]
    assert plan.rows[0].errors == [("Cognome e nome", "Manca il cognome.")]
    assert plan.rows[0].name == "Marco"


def test_players_on_the_roster_are_known_by_fide_id_fsi_id_or_name():
    club = make_club()
    by_fide = make_player(club, "Rossi Mario", fide_id=880123)
    by_fsi = make_player(club, "Bianchi Ada", fsi_id="AB12")
    by_name = make_player(club, "D'Angelo Nicolò")
    make_player(make_club(), "Verdi Ugo", fide_id=777)
    plan, order = planned(
        club,
        "Giocatore;Codice FIDE;Tessera;Elo\n"
        "Rossi Mario Luigi;880123;;1500\n"
        "Ada Bianchi;;AB12;1600\n"
        "dangelo NICOLO;;;1700\n"
        "Verdi Ugo;777;;1800\n",
    )
    assert statuses(plan) == ["update", "update", "update", "new"]
    assert [row.player for row in plan.rows] == [by_fide, by_fsi, by_name, None]
    assert sorted(plan.rows[0].labelled_changes, key=str) == [
        ("Cognome e nome", "Rossi Mario", "Rossi Mario Luigi"),
        ("Elo FIDE", None, 1500),
    ]
    assert plan.rows[2].labelled_changes == [("Elo FIDE", None, 1700)]
    assert actions.import_players(club, **order) == actions.Imported(1, 3, 0)
    by_fide.refresh_from_db()
    assert (by_fide.name, by_fide.sort_name, by_fide.fide_rating) == (
        "Rossi Mario Luigi",
        "rossi mario luigi",
        1500,
    )
    by_name.refresh_from_db()
    assert (by_name.name, by_name.fide_rating) == ("D'Angelo Nicolò", 1700)


def test_empty_cells_erase_nothing_and_equal_rows_change_nothing():
    club = make_club()
    player = make_player(
        club, "Rossi Mario", fide_rating=1500, affiliation="Centurini", contact="010 1234567"
    )
    plan, order = planned(club, "Giocatore;Elo;Circolo\nRossi Mario;1500;\n")
    assert statuses(plan) == ["same"]
    assert actions.import_players(club, **order) == actions.Imported(0, 0, 1)
    plan, order = planned(club, "Giocatore;Elo;Circolo\nRossi Mario;1520;\n")
    actions.import_players(club, **order)
    player.refresh_from_db()
    assert (player.fide_rating, player.affiliation, player.contact) == (1520, "Centurini", "010 1234567")


def test_a_column_marks_members_and_guests_and_says_no_third_thing():
    club = make_club()
    ada = make_player(club, "Rossi Ada", member=True)
    text = "Cognome e nome;Socio (sì/no)\nRossi Ada;no\nBassi Bea;Sì\nCorti Ciro;\nDossi Dino;forse\n"
    plan, order = planned(club, text)
    assert statuses(plan) == ["update", "new", "new", "bad"]
    assert plan.rows[0].labelled_changes == [("Socio (sì/no)", "sì", "no")]
    assert plan.rows[3].errors == [("Socio (sì/no)", "«forse»: Scrivi sì o no.")]
    actions.import_players(club, **order)
    ada.refresh_from_db()
    assert not ada.member
    assert [player.name for player in club.players.filter(member=True)] == ["Bassi Bea"]


def test_a_club_is_written_as_the_roster_or_the_first_row_writes_it():
    club = make_club()
    make_player(club, "Rossi Mario", affiliation="Società Scacchistica")
    _plan, order = planned(
        club,
        "Giocatore;Circolo\nVerdi Ugo;SOCIETA SCACCHISTICA\nNeri Ada;Torre\nGatti Ivo;torre\nVolpi Ida;*\n",
    )
    actions.import_players(club, **order)
    assert dict(club.players.values_list("name", "affiliation")) == {
        "Rossi Mario": "Società Scacchistica",
        "Verdi Ugo": "Società Scacchistica",
        "Neri Ada": "Torre",
        "Gatti Ivo": "Torre",
        "Volpi Ida": "*",
    }


def test_rows_that_repeat_one_above_are_marked_with_its_number():
    plan, _order = planned(
        make_club(),
        "Giocatore;Codice FIDE;Tessera\n"
        "D'Angelo Nicolò;;\n"
        "DANGELO Nicolo;;\n"
        "Rossi Mario;1234567;\n"
        "Un altro nome;1234567;\n"
        "Bianchi Ada;;AB12\n"
        "Ada Bianchi;;AB12\n",
    )
    assert [(row.status.value, row.repeats) for row in plan.rows] == [
        ("new", None),
        ("duplicate", 2),
        ("new", None),
        ("duplicate", 4),
        ("new", None),
        ("duplicate", 6),
    ]


def test_two_rows_that_mean_the_same_player_of_the_roster_update_him_once():
    club = make_club()
    make_player(club, "Rossi Mario", fide_id=880123)
    plan, _order = planned(club, "Giocatore;Codice FIDE;Elo\nRossi M.;880123;1500\nRossi Mario;;1600\n")
    assert [(row.status.value, row.repeats) for row in plan.rows] == [("update", None), ("duplicate", 2)]


def test_the_same_name_with_another_id_is_another_person():
    club = make_club()
    make_player(club, "Rossi Mario", fide_id=880123)
    plan, order = planned(club, "Giocatore;Codice FIDE\nRossi Mario;990456\nRossi Mario;990457\n")
    assert [(row.status.value, row.homonym) for row in plan.rows] == [("new", True), ("new", True)]
    actions.import_players(club, **order)
    assert club.players.named("Rossi Mario").count() == 3


def test_ids_of_two_different_players_in_one_row_are_refused():
    club = make_club()
    make_player(club, "Rossi Mario", fide_id=880123)
    make_player(club, "Bianchi Ada", fsi_id="AB12")
    plan, _order = planned(club, "Giocatore;Codice FIDE;Tessera\nRossi Mario;880123;AB12\n")
    assert statuses(plan) == ["bad"]


def test_only_the_rows_taken_are_written():
    club = make_club()
    _plan, order = planned(club, "Giocatore\nRossi Mario\nBianchi Ada\nVerdi Ugo\n")
    order["taken"] = {3, 999}
    assert actions.import_players(club, **order) == actions.Imported(1, 0, 2)
    assert club.players.get().name == "Bianchi Ada"


def test_a_roster_changed_after_the_preview_is_not_written_over():
    club = make_club()
    _plan, order = planned(club, "Giocatore;Elo\nRossi Mario;1500\nBianchi Ada;1600\n")
    make_player(club, "Rossi Mario", fide_rating=2000)
    with pytest.raises(actions.PlanChanged) as changed:
        actions.import_players(club, **order)
    assert statuses(changed.value.plan) == ["update", "new"]
    assert club.players.get().fide_rating == 2000


def test_confirming_twice_imports_once():
    club = make_club()
    _plan, order = planned(club, "Giocatore\nRossi Mario\nBianchi Ada\n")
    actions.import_players(club, **order)
    with pytest.raises(actions.PlanChanged):
        actions.import_players(club, **order)
    assert club.players.count() == 2


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("attempt", range(TIMES))
def test_a_double_click_imports_once(attempt):
    club = make_club()
    _plan, order = planned(club, "Giocatore\nRossi Mario\nBianchi Ada\n")
    clicks = [partial(actions.import_players, club, **order)] * 2
    answers = at_once(*clicks, refusal=actions.PlanChanged)
    assert [isinstance(answer, actions.PlanChanged) for answer in answers].count(True) == 1
    assert club.players.count() == 2


@pytest.mark.parametrize("size", [3, 300])
def test_an_import_costs_the_same_queries_whatever_its_size(size):
    """The plan reads the roster once; carrying it out adds savepoint, lock, two writes, release."""
    club = make_club()
    Player.objects.bulk_create(Player(club=club, name=f"Vecchio {n:04}") for n in range(size))
    rows = [f"Nuovo {n:04};{n % 4000}" for n in range(size)] + [f"Vecchio {n:04};1500" for n in range(size)]
    text = "Giocatore;Elo\n" + "\n".join(rows)
    with CaptureQueriesContext(connection) as preview:
        _plan, order = planned(club, text)
    with CaptureQueriesContext(connection) as confirmation:
        done = actions.import_players(club, **order)
    assert done == actions.Imported(size, size, 0)
    assert club.players.filter(fide_rating=1500).count() >= size
    assert (len(preview), len(confirmation)) == (1, 6)
