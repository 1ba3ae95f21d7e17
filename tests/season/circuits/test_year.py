"""The year of a RisiKo! club: five evenings and one elsewhere, the best four count, a correction, the end."""

import json
from fractions import Fraction
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club, Role
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.privacy.actions import forget
from clubtornei.season.circuits import actions
from clubtornei.season.circuits.snapshot import fingerprint_of, snapshot_of
from clubtornei.season.models import Circuit
from scoring.circuit import CircuitRow
from tests.commands import run_on
from tests.factories import make_club, signed_in
from tests.season.years import correct, make_external, make_year

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return make_club("Circolo dei Dadi")


def rows(circuit: Circuit) -> dict[str, CircuitRow]:
    circuit.refresh_from_db()
    return {row.person.name: row for row in snapshot_of(circuit).standings.rows}


def totals(circuit: Circuit) -> dict[str, Fraction]:
    return {name: row.values["points"][0] for name, row in rows(circuit).items()}


def test_the_best_four_of_six_count_and_the_event_elsewhere_by_its_weight(club: Club) -> None:
    circuit, _events = make_year(club)
    # Ada 10 3 10 (8.75 = 7 × 1.25 away) 7 5; Bea 7 10 7 (3.75) 10 7; Ciro 5 7 5 3 10; Dino 3 5 3 5 3.
    assert totals(circuit) == {
        "Ada Alti": 10 + 10 + Fraction("8.75") + 7,
        "Bea Bassi": 10 + 10 + 7 + 7,
        "Ciro Corti": 10 + 7 + 5 + 5,
        "Dino Dossi": 5 + 5 + 3 + 3,
    }


def test_a_correction_in_february_changes_december(club: Club) -> None:
    circuit, events = make_year(club)
    page = reverse("public:circuit", args=[circuit.slug])
    before = Client().get(page)
    assert list(rows(circuit))[:2] == ["Ada Alti", "Bea Bassi"]
    correct(events[1], 60, 15, 45, 30)
    assert totals(circuit)["Ada Alti"] == 10 + 10 + 10 + Fraction("8.75")
    after = Client().get(page, headers={"If-None-Match": before["ETag"]})
    assert after.status_code == 200
    assert "38,75" in after.text
    assert Client().get(page, headers={"If-None-Match": after["ETag"]}).status_code == 304


def test_the_end_of_the_year_keeps_the_ranking_until_the_owner_opens_it_again(club: Club) -> None:
    circuit, events = make_year(club)
    arbiter, owner = signed_in(club, Role.ARBITER), signed_in(club, Role.OWNER)
    at = {
        name: reverse(f"season:circuit_{name}", args=[club.slug, circuit.slug])
        for name in ("close", "reopen")
    }
    before = totals(circuit)
    expected = dict(arbiter.get(at["close"]).context["sent"])["expected"]
    arbiter.post(at["close"], {"expected": expected})
    correct(events[1], 60, 15, 45, 30)
    assert totals(circuit) == before
    assert arbiter.post(at["reopen"]).status_code == 403
    owner.post(at["reopen"])
    assert totals(circuit) != before


def test_a_ranking_that_has_changed_since_it_was_shown_is_not_closed(club: Club) -> None:
    circuit, events = make_year(club)
    expected = fingerprint_of(circuit)
    correct(events[1], 60, 15, 45, 30)
    with pytest.raises(ActionRefused, match="riguarda la classifica"):
        actions.close(circuit, expected)


def test_nothing_is_written_to_a_closed_circuit(club: Club) -> None:
    circuit, _events = make_year(club)
    actions.close(circuit, fingerprint_of(circuit))
    circuit.refresh_from_db()
    with pytest.raises(ActionRefused, match="chiuso"):
        make_external(circuit, "Altro", **{"Ada Alti": 1})
    answer = signed_in(club, Role.ARBITER).get(
        reverse("season:circuit_change", args=[club.slug, circuit.slug])
    )
    assert answer.status_code == 302


def checked(circuit: Circuit) -> Any:
    text = Client().get(reverse("public:circuit_document", args=[circuit.slug])).text
    return run_on(json.loads(text), "scoring", "circuit", "--check", "-")


def test_anybody_derives_the_ranking_from_the_document_open_or_closed(club: Club) -> None:
    circuit, events = make_year(club)
    ran = checked(circuit)
    assert (ran.status, ran.answer) == (0, {"rows": 4, "differences": []})
    actions.close(circuit, fingerprint_of(circuit))
    correct(events[1], 60, 15, 45, 30)
    assert checked(circuit).status == 0


def test_a_document_imported_again_gives_the_same_ranking(club: Club) -> None:
    circuit, _events = make_year(club)
    text = Client().get(reverse("public:circuit_document", args=[circuit.slug])).content
    other = make_club()
    for where in (club, other):  # with the events at hand, and without
        client = signed_in(where, Role.ARBITER)

        file = SimpleUploadedFile("anno.json", text)
        client.post(reverse("season:circuit_import", args=[where.slug]), {"file": file})
        again = where.circuits.exclude(pk=circuit.pk).get()
        assert totals(again) == totals(circuit)
    assert club.circuits.exclude(pk=circuit.pk).get().items.filter(event=None).count() == 1


def test_who_is_forgotten_is_forgotten_in_circuits_too_open_or_closed(club: Club) -> None:
    circuit, _events = make_year(club)
    ada = club.players.get(name="Ada Alti")
    actions.close(circuit, fingerprint_of(circuit))
    circuit.refresh_from_db()
    assert "Ada" not in json.dumps(circuit.frozen)
    forget(ada)
    assert "Ada Alti" not in Client().get(reverse("public:circuit", args=[circuit.slug])).text
    actions.reopen(circuit)
    assert "Ada Alti" not in Client().get(reverse("public:circuit", args=[circuit.slug])).text
    assert "Ada Alti" not in checked(circuit).err


def test_minors_have_initials_in_everything_public(club: Club) -> None:
    circuit, _events = make_year(club)
    club.players.filter(name="Bea Bassi").update(birth_year=2012)
    for name in ("circuit", "circuit_document"):
        text = Client().get(reverse(f"public:{name}", args=[circuit.slug])).text
        assert "B. B." in text
    assert "Bea Bassi" not in Client().get(reverse("public:circuit", args=[circuit.slug])).text
