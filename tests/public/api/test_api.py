"""The JSON interface to read: as its description says, fresh, and of nothing that is not public."""

import re
from datetime import date
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.urls import get_resolver, reverse

from clubtornei.players.models import Player
from clubtornei.public.api import answers as api, views
from clubtornei.public.api.openapi import OPERATIONS
from tests.addresses import addresses
from tests.evenings import make_evenings
from tests.factories import (
    make_club,
    make_drawn_event,
    make_event,
    make_played_event,
    make_result,
    make_round,
)
from tests.rounds.staged import FINALISTS, SEMI_FINALS, make_staged_event, play
from tests.season.years import make_year

pytestmark = pytest.mark.django_db

DESCRIPTION = "/api/v1/openapi.json"


def read(name: str, record: type[Any], *args: Any) -> Any:
    """The answer, which is exactly of the form that is described."""
    answer = Client().get(reverse(f"api:{name}", args=args))
    assert answer.status_code == 200
    assert answer["Access-Control-Allow-Origin"] == "*"
    plain = answer.json()
    found = msgspec.convert(plain, record, strict=True)
    assert msgspec.to_builtins(found) == plain
    return found


def test_every_address_is_described_and_every_one_described_is_there() -> None:
    described = Client().get(DESCRIPTION).json()
    routes = {
        re.sub(r"<\w+:(\w+)>", r"{\1}", route.removeprefix("api/v1"))
        for name, route in addresses().items()
        if name.startswith("api:") and name != "api:openapi"
    }
    # The walk keeps one route a name: those of a stage named in the address have the same names.
    of_stage = ("rounds/{number}", "standings", "calendar", "bracket")
    patterns = {f"/events/{{slug}}/stages/{{stage}}/{one}/" for one in of_stage}
    assert get_resolver().resolve("/api/v1/events/x/stages/2/standings/").view_name == "api:standings"
    assert set(described["paths"]) == set(OPERATIONS) == routes | patterns


def references(value: Any) -> set[str]:
    if isinstance(value, dict):
        own = {value["$ref"]} if isinstance(value.get("$ref"), str) else set()
        return own.union(*map(references, value.values()))
    return set().union(*map(references, value)) if isinstance(value, list) else set()


def test_the_description_is_whole_and_in_itself_consistent() -> None:
    described = Client().get(DESCRIPTION).json()
    assert described["openapi"].startswith("3.1.")
    assert {"title", "version"} <= described["info"].keys()
    schemas = described["components"]["schemas"]
    assert references(described) == {f"#/components/schemas/{name}" for name in schemas}
    operations = [path["get"] for path in described["paths"].values()]
    assert len({one["operationId"] for one in operations}) == len(operations)
    for address, path in described["paths"].items():
        named = [one["name"] for one in path["get"]["parameters"] if one["in"] == "path"]
        assert sorted(named) == sorted(re.findall(r"{(\w+)}", address))
        assert all(one["required"] == (one["in"] == "path") for one in path["get"]["parameters"])
        assert set(path["get"]["responses"]) == {"200", "304", "404", "409"}
        assert all(one["description"] for one in path["get"]["responses"].values())


def test_events_pairings_and_standings_of_two() -> None:
    event = make_played_event(4, 2)
    listed = read("events", api.PublicEvents, event.club.slug)
    assert [one.slug for one in listed.events] == [event.slug]
    assert read("event", api.EventAnswer, event.slug).stages[0].rounds == 2
    round_ = read("round", api.RoundAnswer, event.slug, 1)
    assert [seat.result for seat in round_.tables[0].seats] == ["1", "0"]
    rows = read("standings", api.StandingsAnswer, event.slug).rows
    assert (rows[0].rank, rows[0].values["points"]) == (1, "1.5")


def test_a_club_s_events_come_by_pages_each_of_which_names_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "EVENTS_ON_A_PAGE", 2)
    club = make_club()
    for day in (1, 2, 3):
        make_event(club, str(day), published=True, starts_on=date(2026, 3, day))
    first = read("events", api.PublicEvents, club.slug)
    assert first.next
    second = msgspec.convert(Client().get(first.next).json(), api.PublicEvents)
    assert [one.name for one in (*first.events, *second.events)] == ["3", "2", "1"]
    assert second.next is None


def test_a_calendar_has_the_rounds_to_come_and_a_bracket_its_matches() -> None:
    event = make_played_event(4, 1)
    found = read("calendar", api.CalendarAnswer, event.slug)
    assert (found.rounds, [one.round for one in found.calendar]) == (1, [1, 2, 3])
    assert [table.finished for one in found.calendar for table in one.tables] == [True] * 2 + [False] * 4
    assert Client().get(reverse("api:bracket", args=[event.slug])).status_code == 404
    knockout = make_drawn_event(
        4, published=True, system="knockout", options={"games": 1, "third_place": True}
    )
    make_result(knockout, make_round(knockout), 1, "1-0")
    bracket = read("bracket", api.BracketAnswer, knockout.slug)
    assert [(one.name, len(one.matches)) for one in bracket.rounds] == [("Semifinali", 2), ("Finale", 1)]
    first = bracket.rounds[0].matches[0]
    assert [(side.score, side.won) for side in first.sides] == [("1", True), ("0", False)]
    assert bracket.rounds[1].matches[0].sides[0].player == first.sides[0].player
    assert bracket.third is not None and bracket.champion is None


def test_larger_tables_and_stages_named_in_the_address() -> None:
    event = make_evenings(9, 1)
    seats = read("round", api.RoundAnswer, event.slug, 1).tables[0].seats
    assert sorted(seat.place or 0 for seat in seats)[:2] == [1, 2]
    staged = make_staged_event(10, SEMI_FINALS, FINALISTS, published=True)
    play(staged, 1, 1)
    answer = Client().get(f"/api/v1/events/{staged.slug}/stages/1/standings/")
    assert answer.json()["stage"] == 1
    assert Client().get(f"/api/v1/events/{staged.slug}/stages/2/standings/").status_code == 404


def test_a_circuit_with_everybody_s_results() -> None:
    club = make_club()
    circuit, _events = make_year(club)
    assert [one.slug for one in read("circuits", api.CircuitList, club.slug).circuits] == [circuit.slug]
    found = read("circuit", api.CircuitAnswer, circuit.slug)
    assert [(row.rank, row.name, row.values) for row in found.rows][:1] == [
        (1, "Ada Alti", {"points": "35.75"})
    ]
    assert sum(not result.counted for result in found.rows[0].results) == 2
    assert [one.kind for one in found.events].count("external") == 1


def test_an_unchanged_answer_is_not_sent_again() -> None:
    event = make_played_event(4, 1)
    for name, args in (("standings", [event.slug]), ("events", [event.club.slug])):
        path = reverse(f"api:{name}", args=args)
        first = Client().get(path)
        again = Client().get(path, headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again["Access-Control-Allow-Origin"]) == (304, "*")


def test_what_is_not_public_is_not_there_and_nothing_is_written() -> None:
    event = make_played_event(4, 1, published=False)
    for name, args in (("event", [event.slug]), ("round", [event.slug, 1]), ("standings", [event.slug])):
        assert Client().get(reverse(f"api:{name}", args=args)).status_code == 404
    for name in ("events", "circuits"):  # nobody need know that there is such a club
        assert Client().get(reverse(f"api:{name}", args=[event.club.slug])).status_code == 404
        assert Client().get(reverse(f"api:{name}", args=["nobody"])).status_code == 404
    assert Client().post(reverse("api:events", args=[event.club.slug])).status_code == 405


def test_what_is_not_there_is_told_as_json() -> None:
    event = make_played_event(4, 1)
    for path in ("events/nobody/", f"events/{event.slug}/rounds/9/", "clubs/nobody/circuits/", "circuits/x/"):
        answer = Client().get(f"/api/v1/{path}")
        assert (answer.status_code, answer["Access-Control-Allow-Origin"]) == (404, "*")
        assert answer.json() == {"error": "Qui non c’è niente, o non è pubblico."}


def test_minors_are_initials_here_too() -> None:
    club = make_club()
    circuit, _events = make_year(club)
    Player.objects.filter(name="Bea Bassi").update(birth_year=2012)
    assert "B. B." in [row.name for row in read("circuit", api.CircuitAnswer, circuit.slug).rows]


def test_the_overlay_shows_ranking_and_round_without_anything_around() -> None:
    event = make_played_event(4, 1)
    ranking = Client().get(reverse("public:overlay", args=[event.slug, event.public_key])).text
    assert 'class="overlay"' in ranking and "<nav" not in ranking and "hx-get" in ranking
    assert "Giocatore 001" in ranking
    round_ = Client().get(reverse("public:overlay_round", args=[event.slug, event.public_key])).text
    assert "Turno 1" in round_ and "1 – 0" in round_


def test_the_overlay_says_which_game_of_a_match_is_played() -> None:
    event = make_drawn_event(4, published=True, system="knockout", options={"games": 1, "third_place": False})
    make_result(event, make_round(event), 1, "=-=")
    round_ = Client().get(reverse("public:overlay_round", args=[event.slug, event.public_key])).text
    assert "<strong>2ª\xa0partita (½\xa0–\xa0½)</strong>" in round_
