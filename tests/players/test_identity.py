"""What report files ask of a player: typed on the roster, or imported."""

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.players.identity import identity_of
from clubtornei.players.import_forms import ColumnsForm, SourceForm
from clubtornei.players.importing import ImportPlan, plan_import
from clubtornei.players.models import Player
from tests.factories import make_player

pytestmark = pytest.mark.django_db


def planned(club: Club, text: str) -> ImportPlan:
    source = SourceForm({"text": text})
    assert source.is_valid()
    columns = ColumnsForm(source.lines)
    assert columns.is_valid(), columns.errors
    return plan_import(club, columns.body, columns.columns)


def test_the_form_of_a_player_keeps_what_report_files_ask(club: Club, arbiter: Client) -> None:
    typed = {
        "name": "De Santis Mario Rocco",
        "surname": "De Santis",
        "given_name": "Mario Rocco",
        "sex": "m",
        "federation": "ita",
        "birth_date": "1990-05-31",
        "fide_rapid": "1750",
        "fide_k": "20",
        "fide_month": "2026-11",
    }
    page = reverse("players:player_add", args=[club.slug])
    assert "Dati per l’omologazione" in arbiter.get(page).content.decode()
    assert arbiter.post(page, typed).status_code == 302
    player = Player.objects.get()
    assert (player.surname, player.given_name, player.federation) == ("De Santis", "Mario Rocco", "ITA")
    assert (player.birth_year, player.fide_rapid, player.fide_k, player.fide_month) == (
        *(1990, 1750, 20),
        "2026-11",
    )


@pytest.mark.parametrize(
    ("typed", "field", "told"),
    [
        ({"surname": "Rossi", "given_name": "Marco"}, "surname", "non danno «Rossi Mario»"),
        ({"birth_date": "1990-05-31", "birth_year": "1991"}, "birth_date", "Non è dell’anno di nascita"),
        ({"federation": "Italia"}, "federation", "Tre lettere"),
        ({"fide_month": "novembre"}, "fide_month", "come 2026-11"),
    ],
)
def test_facts_that_contradict_each_other_are_refused(
    club: Club, arbiter: Client, typed: dict[str, str], field: str, told: str
) -> None:
    page = reverse("players:player_add", args=[club.slug])
    answer = arbiter.post(page, {"name": "Rossi Mario", **typed})
    assert answer.status_code == 422
    assert told in str(answer.context["form"].errors[field])
    assert not Player.objects.exists()


def test_an_import_has_columns_for_what_report_files_ask(club: Club) -> None:
    plan = planned(
        club,
        "Cognome;Nome;Data di nascita;Sesso;Fed;Titolo FIDE;Elo FIDE;Rapid;K;Categoria FSI\n"
        "Rossi;Mario;31/05/1990;F;ita;wfm;1800;1750;20;2N\n",
    )
    said = plan.rows[0].said
    assert not plan.rows[0].errors
    assert (said.name, said.surname, said.given_name) == ("Rossi Mario", "Rossi", "Mario")
    assert (said.birth_year, said.birth_date) == (1990, date(1990, 5, 31))
    assert (said.sex, said.federation, said.fide_title, said.category) == ("w", "ITA", "WFM", "2N")
    assert (said.fide_rating, said.fide_rapid, said.fide_k) == (1800, 1750, 20)


def test_the_headings_of_vegas_archive_are_known(club: Club) -> None:
    plan = planned(
        club,
        "NAME;COUNTRY;BIRTHDAY;GENDER;TITLE;IDFIDE;ELOFIDE;IDNAT;ELONAT;KCOEFF\n"
        "Rossi, Mario;ITA;1990-05-31;m;CM;801234;1800;77123;1850;20\n",
    )
    said = plan.rows[0].said
    assert (said.surname, said.given_name, said.name) == ("Rossi", "Mario", "Rossi Mario")
    assert (said.federation, said.sex, said.fide_id, said.fide_rating) == ("ITA", "m", 801234, 1800)
    assert (said.fsi_id, said.fsi_rating, said.fide_k) == ("77123", 1850, 20)


def test_a_day_that_does_not_exist_is_named_and_is_no_year(club: Club) -> None:
    plan = planned(club, "Nome;Data di nascita\nRossi Mario;31/02/1990\nVerdi Ugo;30/04/1990\n")
    assert [row.status for row in plan.rows] == ["bad", "new"], "one odd line spoils no other"
    assert plan.rows[0].errors == [("Data o anno di nascita", "«31/02/1990» non è una data che esiste.")]
    assert (plan.rows[0].said.birth_year, plan.rows[0].said.birth_date) == (None, None)


def test_the_day_of_birth_of_another_year_is_not_reported(club: Club) -> None:
    player = make_player(club, birth_date=date(1990, 5, 31), birth_year=1991)
    assert identity_of(player).born == "1991"


def test_every_list_and_rate_has_its_k(club: Club) -> None:
    kinds = [f"{name}{rate}" for name in ("fide", "fsi", "club") for rate in ("", "_rapid", "_blitz")]
    ratings = {f"{kind}_rating" if "_" not in kind else kind: 1800 for kind in kinds}
    player = make_player(club, **ratings, **{f"{kind}_k": k for k, kind in enumerate(kinds, 10)})
    assert [rating.k for rating in identity_of(player).ratings] == list(range(10, 19))
    header = "Nome;K FSI rapid;K FSI blitz;K sociale;K sociale rapid;K sociale blitz"
    line = planned(club, f"{header}\nNeri Eva;11;12;13;14;15").rows[0].said
    national, own = (line.fsi_rapid_k, line.fsi_blitz_k), (line.club_k, line.club_rapid_k, line.club_blitz_k)
    assert (national, own) == ((11, 12), (13, 14, 15))
