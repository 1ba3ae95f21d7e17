"""The roster as a spreadsheet, and read back."""

import csv
import io
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from clubtornei.accounts.models import Role
from clubtornei.players.models import Player
from tests.factories import make_club, make_player, signed_in


@pytest.mark.django_db
def test_a_roster_goes_out_and_comes_back_as_it_was() -> None:
    club, other = make_club(), make_club()
    make_player(club, "=Rossi Mario", fide_rating=1800, birth_year=1980, contact="+39 333 1234567", notes="-")
    Player.objects.update(member=True)
    arbiter = signed_in(club, Role.ARBITER)
    there = signed_in(other, Role.ARBITER)
    content = arbiter.get(reverse("exchange:roster", args=[club.slug, "xlsx"])).content
    page = reverse("players:import", args=[other.slug])
    preview = there.post(page, {"text": "", "file": SimpleUploadedFile("roster.xlsx", content)})
    form, plan = preview.context["form"], preview.context["plan"]
    sent = {
        "text": preview.context["text"],
        "expected": plan.fingerprint,
        "take": [row.number for row in plan.rows],
        **{name: form[name].value() for name in form.fields},
    }
    there.post(reverse("players:import_confirm", args=[other.slug]), sent)
    fields = ("name", "fide_rating", "birth_year", "contact", "member")
    assert list(Player.objects.filter(club=other).values_list(*fields)) == [
        ("=Rossi Mario", 1800, 1980, "+39 333 1234567", True)
    ]


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["csv", "xlsx"])
@pytest.mark.parametrize("language", ["it", "en"])
def test_a_roster_read_back_changes_nothing(kind: str, language: str) -> None:
    club = make_club()
    born = date(1990, 5, 31)
    make_player(
        club, "De Luca Elena", surname="De Luca", given_name="Elena", birth_date=born, birth_year=1990
    )
    make_player(
        club, "Ada Conti Riva", surname="Conti Riva", given_name="Ada", birth_year=1981, birth_date=born
    )
    make_player(
        club, "Rossi Mario", fide_id=801, fsi_id="77", title="CM", fide_k=20, sex="m", federation="ITA"
    )
    make_player(
        club, "McDonald", affiliation="Torre, Pisa", notes="«x»; y", fsi_rating=1700, fsi_month="2026-11"
    )
    make_player(club, "VERDI UGO", birth_year=1955, member=True)
    arbiter = signed_in(club, Role.ARBITER)
    client = {"Accept-Language": language}
    content = arbiter.get(reverse("exchange:roster", args=[club.slug, kind]), headers=client).content
    page = reverse("players:import", args=[club.slug])
    data = {"text": "", "file": SimpleUploadedFile(f"roster.{kind}", content)}
    rows = arbiter.post(page, data, headers=client).context["plan"].rows
    assert [(row.status.value, row.changes) for row in rows] == [("same", [])] * 5
    if kind == "csv":
        _head, first, second, *_others = csv.reader(
            io.StringIO(content.decode("utf-8-sig")), delimiter=";" if language == "it" else ","
        )
        assert (first[:2], second[:2]) == (["Conti Riva", "Ada"], ["De Luca", "Elena"])
        assert "1981" in first and "1990-05-31" in second
