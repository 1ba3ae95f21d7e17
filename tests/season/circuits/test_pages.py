"""The organisers' pages of circuits: the form made from the engines' data, events, tags, members, files."""

import csv
import io
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pypdf import PdfReader

from clubtornei.accounts.models import Club, Role
from clubtornei.events.writing import writing
from clubtornei.season.circuits import actions, views
from clubtornei.season.circuits.snapshot import snapshot_of
from clubtornei.season.circuits.views import set_tags
from clubtornei.season.models import Circuit, CircuitEvent
from tests.factories import make_club, make_event, make_player, signed_in
from tests.season.years import make_circuit, make_evening, make_external, make_people, make_year

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return make_club("Circolo dei Dadi")


def at(name: str, *args: Any) -> str:
    return reverse(f"season:{name}", args=args)


SETTINGS = {
    "name": "Gran premio",
    "first_day": "2026-01-01",
    "last_day": "2026-12-31",
    "shown": "places",
    "way": "places",
    "way-table": "10 7 5,5",
    "way-rest": "1",
    "way-shared": "each",
    "way-ranked_by": "place",
    "rule-best": "4",
    "rule-friendly_weight": "0,5",
    "rule-external_weight": "1.25",
    "rule-least_events": "2",
    "rule-least_games": "0",
    "rule-guests_take_places": "on",
    "ranking": ["points", "firsts"],
}


def test_the_form_says_how_a_circuit_counts(club: Club, arbiter: Client) -> None:
    arbiter.post(at("circuit_new", club.slug), SETTINGS)
    circuit = club.circuits.get()
    assert (circuit.slug, circuit.ranking) == ("gran-premio-2026", ["points", "firsts"])
    assert snapshot_of(circuit).record.counting.options["shared"] == "each"
    assert [str(points) for points in circuit.counting["table"]] == ["10", "7", "5.5"]
    assert {name: str(value) for name, value in circuit.rules.items()} == {
        "best": "4",
        "friendly_weight": "0.5",
        "external_weight": "1.25",
        "least_events": "2",
    }
    change = at("circuit_change", club.slug, circuit.slug)
    arbiter.post(change, {**SETTINGS, "published": "on", "rule-best": "3"})
    circuit.refresh_from_db()
    assert circuit.published and circuit.rules["best"] == 3
    public = reverse("public:circuit", args=[circuit.slug])
    assert public in arbiter.get(at("circuit", club.slug, circuit.slug)).text


def test_another_way_of_counting_shows_its_options_and_saves_nothing(club: Club, arbiter: Client) -> None:
    sent = {**SETTINGS, "way": "normalised", "shown": "places"}
    answer = arbiter.post(at("circuit_new", club.slug), sent, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert "way-scale" in answer.text
    assert not Circuit.objects.exists()
    for way, table in (
        ("places", "25 18 15 12 10 8 6 4 2 1"),
        ("places:ski-world-cup", "100 80 60 50 45 40"),
    ):
        answer = arbiter.post(at("circuit_new", club.slug), {**SETTINGS, "way": way, "shown": "points"})
        assert answer.context["counting"].options["table"].value().startswith(table)
        assert answer.context["counting"].choice["way"].value() == "places"
    moved = arbiter.post(at("circuit_new", club.slug), {**SETTINGS, "move": "up:firsts"})
    assert moved.context["forms"].ranking["ranking"].value() == ["firsts", "points"]


def test_what_is_wrong_in_the_form_is_said_beside_its_field(club: Club, arbiter: Client) -> None:
    wrong = {**SETTINGS, "name": "", "way-table": "dieci", "rule-best": "0", "last_day": "2025-01-01"}
    answer = arbiter.post(at("circuit_new", club.slug), wrong)
    assert answer.status_code == 422
    forms = answer.context["forms"]
    assert {*forms.form.errors, *forms.counting.options.errors, *forms.rules.errors} == {
        "__all__",
        "name",
        "table",
        "best",
    }
    assert not Circuit.objects.exists()


def names(circuit: Circuit) -> list[str]:
    circuit.refresh_from_db()
    return [event.name for event in snapshot_of(circuit).events]


def test_events_come_by_game_tag_and_period_or_are_picked_or_left_out(club: Club, arbiter: Client) -> None:
    people = make_people(club, "Ada", "Bea", "Ciro", "Dino")
    march = make_evening(club, "Marzo", 3, people, [4, 3, 2, 1])
    chess = make_evening(club, "Scacchi", 4, people, [4, 3, 2, 1], game="Scacchi")
    old = make_evening(club, "Vecchio", 3, people, [4, 3, 2, 1], starts_on=date(2025, 3, 1))
    circuit = make_circuit(club)
    assert names(circuit) == ["Marzo", "Scacchi"]
    Circuit.objects.update(game="risiko!")
    assert names(circuit) == ["Marzo"]
    Circuit.objects.update(game="", tag="gran premio")
    set_tags(club, {march.pk: ["gran premio"], chess.pk: ["altro"]})
    assert names(circuit) == ["Marzo"]
    arbiter.post(at("pick", club.slug, circuit.slug), {"event": old.pk})
    assert names(circuit) == ["Vecchio", "Marzo"]
    left = {"left_out": "on", "kind": "internal", "way": "", "shown": ""}
    arbiter.post(at("item", club.slug, circuit.slug, march.pk), left)
    assert names(circuit) == ["Vecchio"]
    assert (
        arbiter.post(at("tags", club.slug), {f"event-{old.pk}": " Rapid,rapid , Serale"}).status_code == 302
    )
    assert [tag.name for tag in old.tags.all()] == ["rapid", "serale"]
    assert [tag.name for tag in march.tags.all()] == ["gran premio"]


def test_tags_of_many_events_have_pages(club: Club, arbiter: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "ON_A_PAGE", 1)
    old = make_event(club, "Uno", starts_on=date(2026, 5, 1))
    new = make_event(club, "Due", starts_on=date(2026, 6, 1))
    first = arbiter.get(at("tags", club.slug)).text
    assert f'name="event-{new.pk}"' in first
    assert f'name="event-{old.pk}"' not in first
    second = f"{at('tags', club.slug)}?page={new.pk}"
    assert f'href="?page={new.pk}"' in first
    assert f'name="event-{old.pk}"' in arbiter.get(second).text
    assert arbiter.post(second, {f"event-{old.pk}": "serale"}).url == second
    assert [tag.name for tag in old.tags.all()] == ["serale"]


def test_nobody_tags_another_clubs_event(club: Club, arbiter: Client) -> None:
    other = make_event(name="Altrove")
    arbiter.post(at("tags", club.slug), {f"event-{other.pk}": "serale", "event-": "a", "event-x": "b"})
    assert not other.tags.exists()


def test_an_event_may_weigh_more_and_count_in_its_own_way(club: Club, arbiter: Client) -> None:
    circuit, events = make_year(club)
    page = at("item", club.slug, circuit.slug, events[4].pk)
    own = {"kind": "friendly", "weight": "1,5", "way": "points", "shown": "points"}
    assert arbiter.post(page, {**own, "shown": ""}).context["counting"].changed
    arbiter.post(page, own)
    circuit.refresh_from_db()
    december = [
        (row.person.name, result.worth, result.points)
        for row in snapshot_of(circuit).standings.rows
        for result in row.results
        if result.event == 6 and row.person.name == "Ciro Corti"
    ]
    # The points of the event instead of the 10 of a first place, and half as much again.
    assert december == [("Ciro Corti", Fraction("12.6"), Fraction("18.9"))]


TYPED = {
    "name": "Open di Roma",
    "day": "2026-06-01",
    "kind": "external",
    "source": "organizzatore, 2 giugno",
    "games": "1",
    "way": "",
    "shown": "",
}


def test_results_are_typed_in_by_columns_or_by_headings(club: Club, arbiter: Client) -> None:
    ada = make_player(club, "Alti Ada")
    circuit = make_circuit(club)
    page = at("typed_new", club.slug, circuit.slug)
    arbiter.post(page, {**TYPED, "results": "1; Ada Alti; 3½; 5\n2; Zoe Zani; 3; 5"})
    arbiter.post(
        page,
        {**TYPED, "day": "2026-06-02", "results": "Nome;Partite;Ogni partita;Posto\nZoe Zani;3;1 0,5 1;1"},
    )
    first, second = circuit.items.order_by("pk")
    found = [(one.player, one.name, one.place, one.points, one.played) for one in first.results.all()]
    assert [tuple(map(str, row)) for row in found] == [
        (str(ada), "Ada Alti", "1", "3.5000", "5"),
        ("None", "Zoe Zani", "2", "3.0000", "5"),
    ]
    assert [str(points) for points in second.results.get().games] == ["1", "0.5", "1"]
    shown = arbiter.get(at("typed", club.slug, circuit.slug, first.pk)).context["form"]
    assert shown["results"].value() == "Posto; Nome; Punti; Partite\n1; Ada Alti; 3.5; 5\n2; Zoe Zani; 3; 5"


def test_a_second_click_adds_nothing(club: Club, arbiter: Client) -> None:
    circuit, events = make_year(club)
    page = at("typed_new", club.slug, circuit.slug)
    for _click in range(2):
        answer = arbiter.post(page, {**TYPED, "name": "Open di Bari"}, follow=True)
    assert "«Open di Bari» di quel giorno è già nel circuito." in answer.text
    assert circuit.items.filter(name="Open di Bari").count() == 1
    # Both have been read before either is written.
    for _click in range(2):
        actions.save_item(CircuitEvent(circuit=circuit, event=events[0], weight=Decimal(2)))
    assert circuit.items.get(event=events[0]).weight == 2


@pytest.mark.parametrize(
    ("results", "source", "said"),
    [
        ("1; Ada; 3", "", "va detta la fonte"),
        ("1; Ada; tre", "x", "Riga 1: «tre» non sono punti"),
        ("1; Ada; 1.000", "x", "Riga 1: Se sono migliaia scrivi 1000, senza separatore."),
        ("1; Ada; 3\n1; ada; 2", "x", "C’è due volte ada"),
        ("primo; Ada\n2; Ugo", "x", "posto: «primo» non è un numero"),
        ("Ada", "x", "di Ada manca «posto»"),
    ],
)
def test_an_unreadable_line(results: str, source: str, said: str, club: Club, arbiter: Client) -> None:
    circuit = make_circuit(club)
    sent = {**TYPED, "results": results, "source": source}
    answer = arbiter.post(at("typed_new", club.slug, circuit.slug), sent)
    assert answer.status_code == 422
    assert said in answer.text
    assert not circuit.items.exists()


def test_an_event_to_come_tells_what_everybody_needs(club: Club, arbiter: Client) -> None:
    circuit, _events = make_year(club)
    arbiter.post(at("typed_new", club.slug, circuit.slug), {**TYPED, "name": "Finale", "day": "2026-12-30"})
    bea = club.players.get(name="Bea Bassi")
    line = arbiter.get(at("circuit", club.slug, circuit.slug)).context["table"].report.rows[1]
    assert (line.name, line.values["points"], line.values["counted"]) == ("Bea Bassi", 34, "4 di 6")
    for page in (
        arbiter.get(line.link).text,
        Client().get(reverse("public:circuit_person", args=[circuit.slug, f"p{bea.pk}"])).text,
    ):
        assert "Per superare Ada Alti (1,75 punti più su) basta in Finale un risultato di più di" in page
        assert "Oltre i risultati migliori che contano." in page


def test_the_page_that_is_kept_is_that_of_the_role_and_of_today(club: Club, arbiter: Client) -> None:
    circuit, events = make_year(club)
    page = at("circuit", club.slug, circuit.slug)
    change = at("item", club.slug, circuit.slug, events[0].pk)
    with CaptureQueriesContext(connection) as first:
        assert change in arbiter.get(page).text
    with CaptureQueriesContext(connection) as again:
        assert change in arbiter.get(page).text
    assert len(again) < len(first), "it is not computed again"
    assert change not in signed_in(club, Role.HELPER).get(page).text
    assert ">Tournaments<" in arbiter.get(page, headers={"Accept-Language": "en"}).text
    with writing(events[0], even_closed=True) as locked:
        locked.name = "Serata cambiata"
        locked.save()
    assert "Serata cambiata" in arbiter.get(page).text


def test_more_events_than_columns_have_pages(club: Club, arbiter: Client) -> None:
    circuit = make_circuit(club, published=True)
    for number in range(1, 19):
        make_external(circuit, f"Serata {number:02}", Ada=1)
    for page in (at("circuit", club.slug, circuit.slug), reverse("public:circuit", args=[circuit.slug])):
        first, second = (arbiter.get(page, {"page": asked}).text for asked in ("", "3"))
        assert "18 tornei che contano" in first and "?page=3" in first
        assert ["Serata 03" in first, "Serata 02" in first] == [True, False], "the latest sixteen"
        assert ["Serata 03" in second, "Serata 02" in second] == [False, True]


@pytest.mark.parametrize("events", [1, 3])
def test_a_circuit_costs_the_same_queries_however_many_events(club: Club, events: int) -> None:
    people = make_people(club, "Ada", "Bea", "Ciro")
    for month in range(1, 1 + events):
        make_evening(club, f"Serata {month}", month, people, [3, 2, 1])
    circuit = make_circuit(club, published=True)
    snapshot_of(circuit)
    with CaptureQueriesContext(connection) as queries:
        assert Client().get(reverse("public:circuit", args=[circuit.slug])).status_code == 200
    assert len(queries) == 8


def test_members_alone_are_ranked_where_the_circuit_is_theirs(club: Club, arbiter: Client) -> None:
    circuit, _events = make_year(club, rules={"members_only": True})
    assert snapshot_of(circuit).standings.rows == ()
    players = {player.name: player.pk for player in club.players.all()}
    shown = " ".join(map(str, players.values()))
    arbiter.post(at("people", club.slug), {"shown": shown, "member": [players["Dino Dossi"]]})
    circuit.refresh_from_db()
    assert [row.person.name for row in snapshot_of(circuit).standings.rows] == ["Dino Dossi"]


def test_a_private_event_is_in_no_public_circuit(club: Club, arbiter: Client) -> None:
    """Nothing public of the circuit names it, neither among its events nor as the next one to play."""
    circuit, events = make_year(club)
    events[4].published = False
    events[4].save()
    unplayed = make_event(club, "Finale", game="RisiKo!", starts_on=date(2026, 12, 30))
    assert [event.name for event in snapshot_of(circuit).events][-1] == "Settembre"
    shown = ("public:circuit", "public:circuit_document", "api:circuit")
    texts = [Client().get(reverse(name, args=[circuit.slug])).text for name in shown]
    texts.append(Client().get(reverse("public:circuit_table", args=[circuit.slug, "csv"])).text)
    assert not [text for text in texts if "Dicembre" in text or unplayed.name in text]
    page = arbiter.get(at("circuit", club.slug, circuit.slug))
    assert [event.name for event in page.context["not_public"]] == ["Dicembre", "Finale"]
    assert "Non è pubblico: conta da quando lo pubblichi." in page.text
    circuit.published = False
    assert snapshot_of(circuit).events[-2].reached is not None


@pytest.mark.parametrize("rules", [{}, {"members_only": True}])
def test_who_is_a_member_is_told_only_where_it_decides(club: Club, rules: dict[str, bool]) -> None:
    circuit, _events = make_year(club, rules=rules)
    club.players.update(member=True)
    document = Client().get(reverse("public:circuit_document", args=[circuit.slug])).json()
    assert {person.get("member", False) for person in document["people"]} == {bool(rules)}


def test_a_circuit_that_is_not_public_is_not_found_nor_one_of_another_club(club: Club) -> None:
    circuit, _events = make_year(club, published=False)
    for name in ("circuit", "circuit_document"):
        assert Client().get(reverse(f"public:{name}", args=[circuit.slug])).status_code == 404
    stranger = make_club()
    other = signed_in(stranger, Role.OWNER)
    assert other.get(at("circuit", stranger.slug, circuit.slug)).status_code == 404
    assert other.get(at("circuit", club.slug, circuit.slug)).status_code == 404
    elsewhere = make_circuit(stranger)
    event = club.events.first()
    assert event
    other.post(at("pick", stranger.slug, elsewhere.slug), {"event": event.pk})
    assert not elsewhere.items.exists()


def test_two_namesakes_and_initials_are_nobody_else(club: Club) -> None:
    """Typed names that are two people's on the roster, or nobody's, never stop the ranking."""
    make_people(club, "Rossi Mario", "Rossi Mario")
    circuit = make_circuit(club)
    make_external(circuit, "A", **{"Rossi Mario": 1, "R. M.": 2})
    make_external(circuit, "B", **{"Rossi Mario": 1, "R. M.": 2})
    rows = snapshot_of(circuit).standings.rows
    assert [(row.person.name, row.events) for row in rows] == [("Rossi Mario", 2), ("R. M.", 1), ("R. M.", 1)]


def test_the_ranking_is_had_as_sheet_and_spreadsheet(club: Club, arbiter: Client) -> None:
    circuit, _events = make_year(club)
    paper = arbiter.get(at("circuit_sheet", club.slug, circuit.slug))
    text = PdfReader(io.BytesIO(paper.content)).pages[0].extract_text()
    assert "Anno 2026" in text and "Bea Bassi" in text and "(3,75)" in text
    Club.objects.filter(pk=club.pk).update(name="Circolo nuovo")
    paper = arbiter.get(at("circuit_sheet", club.slug, circuit.slug))
    assert "CIRCOLO NUOVO" in PdfReader(io.BytesIO(paper.content)).pages[0].extract_text().upper()
    content = arbiter.get(at("circuit_table", club.slug, circuit.slug, "csv")).content.decode("utf-8-sig")
    lines = list(csv.reader(io.StringIO(content), delimiter=";"))
    assert lines[0][:7] == ["Posto", "Cognome", "Nome", "Punti", "Contano", "Tornei", "Partite"]
    assert lines[1][:7] == ["1", "Ada", "Alti", "35,75", "4 di 6", "6", "5"]
    assert arbiter.get(at("circuit_table", club.slug, circuit.slug, "xlsx")).content.startswith(b"PK")
