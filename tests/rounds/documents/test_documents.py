"""The document out and in again: the same event, in whatever state; and what cannot be brought in."""

import json
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import reverse
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace

from clubtornei.accounts.models import Club, Role
from clubtornei.events.details import EntryDetails
from clubtornei.events.models import Event, NumberingMethod
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.documents.importing import import_event
from clubtornei.rounds.drafts import round_actions as pairing
from clubtornei.rounds.models import Round
from clubtornei.rounds.numbers import actions as numbers
from clubtornei.rounds.participation.entries import actions as entry_actions
from clubtornei.rounds.participation.withdrawals import actions as withdrawals
from clubtornei.rounds.stages import closing_actions as closing
from clubtornei.rounds.state.site_facts import player_facts
from clubtornei.text.text_fields import visible
from pairing.registry import SYSTEM_SPECS
from scoring.record import ListedRating, read, write
from tests import documents
from tests.factories import (
    make_club,
    make_drawn_event,
    make_entered_event,
    make_entries,
    make_event,
    make_played_event,
    make_player,
    make_result,
    make_round,
    signed_in,
)

# Events in every state


def called() -> Event:
    event = make_event(
        name="D’autunno", game="Scacchi", place="Sede", starts_on=date(2026, 5, 1), ends_on=date(2026, 5, 3)
    )
    for entry, present in zip(make_entries(event, 3), (True, False, None), strict=True):
        entry.present, entry.title, entry.rating, entry.affiliation = present, "CM", "2010.5", "La Torre"
        entry.save()
    event.entries.filter(entry_no=2).delete()
    return event


def announced() -> Event:
    event = make_entered_event(9)
    event.entries.filter(entry_no=2).delete()
    numbers.announce_draw(event)
    return event


def drawn() -> Event:
    event = announced()
    numbers.draw_numbers(event, NumberingMethod.VARMA)
    return event


def drafted() -> Event:
    event = make_played_event(5, 2)
    pairing.draw_round(event, 3)
    return event


def adjourned() -> Event:
    event = make_played_event(4, 1)
    make_result(event, make_round(event), 1, "adjourned")
    return event


def forfeited() -> Event:
    event = make_played_event(4, 1)
    round_ = make_round(event)
    make_result(event, round_, 1, "---")
    make_result(event, round_, 2, "--+")
    return event


def annulled() -> Event:
    event = make_played_event(7, 2)
    make_round(event)
    withdrawals.withdraw(event, event.entries.get(entry_no=3).pk, 3)
    return event


def left() -> Event:
    event = make_played_event(6, 4)
    make_round(event)
    withdrawals.withdraw(event, event.entries.get(entry_no=6).pk, 5)
    return event


def by_hand() -> Event:
    event = make_played_event(4, 1, options={"cycles": 2, "exchange_last_two": True})
    tables = list(make_round(event).tables.games())
    for table in tables:
        table.by_hand = True
        table.save()
    return event


def closed() -> Event:
    event = make_played_event(5, 5, ranking=["points", "direct", "sonneborn_berger", "koya", "lot"])
    closing.close(event)
    return event


def closed_early() -> Event:
    event = make_played_event(7, 2)
    withdrawals.withdraw(event, event.entries.get(entry_no=3).pk, 3)
    closing.close(event, unfinished=True, level=True)
    return event


def prohibited() -> Event:
    event = make_event(system="dutch", options={"rounds": 3, "acceleration": "baku"})
    make_entries(event, 6, numbered=True)
    event.stages.update(
        prohibited=[{"players": [1, 4], "why": "fratelli"}, {"players": [2, 5, 6], "first": 2}]
    )
    return event


def empty() -> Event:
    return make_event()


STATES: dict[str, Callable[[], Event]] = {
    state.__name__: state
    for state in (
        empty,
        prohibited,
        called,
        announced,
        drawn,
        drafted,
        adjourned,
        forfeited,
        annulled,
        left,
        by_hand,
        closed,
        closed_early,
    )
}


@pytest.fixture(scope="module", params=STATES)
def kept_event(request: pytest.FixtureRequest, kept_db: None) -> Event:
    return STATES[request.param]()


@pytest.mark.django_db
def test_exported_and_imported_it_is_the_same_event(event: Event) -> None:
    exported = document_of(event)
    again = import_event(make_club(), read(write(exported), SYSTEM_SPECS))
    assert document_of(again) == exported
    assert document_of(Event.objects.get(pk=again.pk)) == exported
    assert again.slug != event.slug
    assert not again.published


@pytest.mark.django_db
def test_prohibited_meetings_name_no_deleted_entry() -> None:
    event = prohibited()
    entry_actions.remove_entry(event, 1)
    entry_actions.remove_entry(event, 6)
    kept = read(write(document_of(event)), SYSTEM_SPECS).stages[0].prohibited
    assert [(prohibition.players, prohibition.first) for prohibition in kept] == [((2, 5), 2)]

    event.stages.update(system="round-robin", options={})
    assert read(write(document_of(event)), SYSTEM_SPECS).stages[0].prohibited == ()


PAGES = """
    rounds:event rounds:draw rounds:standings rounds:crosstable rounds:calendar rounds:withdraw rounds:close
""".split()  # noqa: SIM905


def assert_all_pages_open(client: Client, event: Event) -> None:
    addresses = [reverse(page, args=[event.slug]) for page in PAGES]
    rounds = Round.objects.of(event).values_list("number", flat=True)
    addresses += [reverse("rounds:round", args=[event.slug, number]) for number in rounds]
    entries = event.entries.order_by("entry_no")
    gone = entries.exclude(withdrawn=None)
    entry_nos = {entry.entry_no for entry in (*entries[:1], *entries.reverse()[:1], *gone)}
    addresses += [reverse("rounds:card", args=[event.slug, entry_no]) for entry_no in entry_nos]
    addresses += [
        f"{reverse('rounds:withdraw', args=[event.slug])}?player={entry_no}" for entry_no in entry_nos
    ]
    for address in addresses:
        assert client.get(address).status_code in (200, 302, 422), address


# Documents of another hand

TEXT = (
    st.text(st.characters(exclude_categories=("Cc", "Cs")), min_size=1, max_size=12).map(visible).filter(bool)
)
NUMBERS = st.integers(-5, 10**9) | st.decimals(-1000, 1000, places=2)
ANYTHING = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXT,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(TEXT, inner, max_size=2),
    max_leaves=4,
)
UNKNOWN = st.dictionaries(TEXT.map(lambda key: f"x-{key}"), ANYTHING, max_size=1)


@st.composite
def foreign(draw: st.DrawFn) -> dict[str, Any]:
    """A round robin by somebody who keeps to no calendar, with keys that nobody here knows."""
    ids = draw(st.lists(st.integers(1, 50), unique=True, max_size=6))
    players = [
        {"id": entry_no, "name": draw(TEXT.filter(str.strip)), "rating": draw(ratings())} | draw(UNKNOWN)
        for entry_no in ids
    ]
    for player in players:
        for key, values in (
            ("club", TEXT),
            ("title", TEXT),
            ("withdrawn", st.integers(2, 5)),
            ("absent", st.lists(st.integers(1, 4), max_size=2)),
            ("joined", st.integers(1, 2)),
            ("exempt", st.integers(0, 3)),
        ):
            if draw(st.booleans()):
                player[key] = draw(values)
    rounds = [draw(round_of(ids)) for _ in range(draw(st.integers(0, 3)))]
    ranking = draw(st.sampled_from([["points"], ["points", "direct", "koya"], ["wins", "lot"]]))
    stage = documents.stage(rounds=rounds, ranking=ranking, options={"cycles": draw(st.integers(1, 2))})
    stage["decided"] = draw(st.permutations(ids)) if draw(st.booleans()) else []
    return documents.raw(players, stage | draw(UNKNOWN), name=draw(TEXT.filter(str.strip)), **draw(UNKNOWN))


def ratings() -> st.SearchStrategy[Any]:
    return st.none() | st.integers(0, 3000) | st.decimals(0, 3000, places=3)


@st.composite
def round_of(draw: st.DrawFn, ids: list[int]) -> dict[str, Any]:
    order = draw(st.permutations(ids))
    pairs = draw(st.integers(0, len(ids) // 2))
    tables = [draw(table_of(list(order[2 * place : 2 * place + 2]))) for place in range(pairs)]
    byes = [
        {"player": entry_no, "points": draw(st.sampled_from([0, 1])), "requested": draw(st.booleans())}
        | draw(UNKNOWN)
        for entry_no in order[2 * pairs :]
        if draw(st.booleans())
    ]
    return {"tables": tables, "byes": byes} | draw(UNKNOWN)


@st.composite
def table_of(draw: st.DrawFn, seats: list[int]) -> dict[str, Any]:
    result = draw(st.sampled_from([None, [1, 0], [0.5, 0.5], [0, 1]]))
    table: dict[str, Any] = {"seats": seats, "result": result} | draw(UNKNOWN)
    if result and 0.5 not in result and draw(st.booleans()):
        table["forfeit"] = True
    if draw(st.booleans()):
        table["by_hand"] = True
    return table


@pytest.mark.django_db
@settings(max_examples=15)
@given(foreign())
def test_any_document_stays_the_same_once_it_is_here(value: dict[str, Any]) -> None:
    document = documents.document(value)
    with transaction.atomic():
        here = document_of(import_event(make_club(), document))
        there = document_of(import_event(make_club(), read(write(here), SYSTEM_SPECS)))
        transaction.set_rollback(True)
    assert there == here
    plain = without_site(json.loads(write(here)))
    for stage in plain["stages"]:  # which is told of another program's rounds
        assert bool(stage.pop("interventions", None)) == bool(stage["rounds"])
    assert plain == normal(json.loads(write(document)))


def without_site(value: Any) -> Any:
    """The document as the engines see it, namesakes called alike as before they came here, and without the
    days of the event, which it has here in any case.
    """
    if isinstance(value, dict):
        value = {key: inner for key, inner in value.items() if key != "report"}
        facts = value.get("site", {})
        if isinstance(facts, dict) and "mark" in facts:
            value = value | {"name": value["name"].removesuffix(f" ({facts['mark']})")}
        return {key: without_site(inner) for key, inner in value.items() if key != "site"}
    return [without_site(inner) for inner in value] if isinstance(value, list) else value


def normal(raw: dict[str, Any]) -> dict[str, Any]:
    """The order of the list says nothing once everybody has a number; before the first round nobody has."""
    started = any(stage.get("rounds") for stage in raw["stages"])
    players = sorted(raw["players"], key=lambda player: player["number" if started else "id"])
    if not started:
        players = [player | {"number": place} for place, player in enumerate(players, 1)]
    return raw | {"players": players}


@pytest.mark.django_db
@settings(max_examples=3)
@given(foreign())
def test_every_page_opens_whatever_was_imported(value: dict[str, Any]) -> None:
    with transaction.atomic():
        club = make_club()
        event = import_event(club, documents.document(value))
        assert_all_pages_open(signed_in(club, Role.OWNER), event)
        transaction.set_rollback(True)


# What cannot be brought in


@pytest.fixture(scope="module")
def played(kept_db: None) -> str:
    """The document of a closed event."""
    return write(document_of(Event.objects.get(pk=closed().pk)))


def planted(raw: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """The document with another value at a path such as `stages.0.rounds.1.site.drawn_at`."""
    *way, last = [int(step) if step.isdecimal() else step for step in path.split(".")]
    place: Any = raw
    for step in way:
        place = place.setdefault(step, {}) if isinstance(place, dict) else place[step]
    place[last] = value
    return raw


MOMENT = "2026-05-01T10:00:00+02:00"
ROW = {"player": 1, "rank": 1, "played": 1, "values": {}}
RULES = {"name": "", "system": "amalfi", "options": {"rounds": 3}, "scoring": "game", "scoring_options": {}}
CHANGE = {"at": MOMENT, "after": 1, "reason": "", "before": [], "now": [{**RULES, "ranking": []}]}


def change_to(**rules: Any) -> list[Any]:
    """A change of the rules to these, which no page could put in words."""
    return [{**CHANGE, "now": [{**RULES, "ranking": [], "entry": None, **rules}]}]


STRANGE = [
    ("site.rule_changes", [CHANGE], "rule_changes"),
    ("site.rule_changes", change_to(system="magic"), "rule_changes"),
    ("site.rule_changes", change_to(options={"rounds": "three"}), "rule_changes"),
    ("site.rule_changes", change_to(ranking=["luck"]), "rule_changes"),
    ("site.rule_changes", change_to(entry={"ranked": "first"}), "rule_changes"),
    ("site.rule_changes", change_to(entry={"winners_of": 1}), "rule_changes"),
    ("site", [], "site"),
    ("site.drawn_at", "2026-05-01T10:00:00", "drawn_at"),
    ("site.drawn_at", "0001-01-01T00:00:00Z", "drawn_at"),
    ("site.drawn_at", 7, "drawn_at"),
    ("site.starts_on", "9999-12-31", "starts_on"),
    ("site.ends_on", "2001-01-01", "site.ends_on"),
    ("site.draw_method", "magic", "draw_method"),
    ("site.unknown", 1, "unknown"),
    ("site.closed_at", None, "closed_at"),
    ("site.final_ranking", None, "final_ranking"),
    ("site.final_ranking", [], "final_ranking"),
    ("site.final_ranking.0.player", 99, "final_ranking"),
    ("site.final_ranking.0.values.points", "<b>", "values"),
    ("site.final_ranking.0.values", {}, "final_ranking"),
    ("site.final_ranking.0.parted", "luck", "final_ranking"),
    ("site.final_ranking.0.rank", 0, "rank"),
    ("site.final_ranking.0", ROW, "final_ranking"),
    ("site.game", "x" * 61, "site.game"),
    ("site.place", "x" * 201, "site.place"),
    ("site.commitment", "x" * 65, "site.commitment"),
    ("name", "x" * 201, "name"),
    ("seed", "x" * 1001, "seed"),
    ("players.1.title", "x" * 201, "players[1].title"),
    ("players.1.club", "x" * 201, "players[1].club"),
    ("players.1.group", "x" * 201, "players[1].group"),
    ("players.1.rating", 1500.0001, "players[1].rating"),
    ("players.1.site.present", "yes", "players[1].site"),
    ("players.1.site.late_number", 1, "players[1].site"),
    ("stages.0.name", "x" * 201, "stages[0].name"),
    ("stages.0.ranking", [], "stages[0].ranking"),
    ("stages.0.site.requested_byes", {"1": {"5": "NaN"}}, "requested_byes"),
    ("stages.0.site.requested_byes", {"1": {"5": "1e9999"}}, "requested_byes"),
    ("stages.0.rounds.1.site", {"drawn_at": MOMENT}, "stages[0].rounds[1].site"),
    ("stages.0.rounds.1.site.published_at", "yesterday", "stages[0].rounds[1].site"),
    ("stages.0.rounds.1.tables.1.site.number", 0, "stages[0].rounds[1].tables[1].site"),
    ("stages.0.rounds.1.tables.1.site.number", 1, "stages[0].rounds[1]"),
    ("stages.0.rounds.1.tables.1.site.number", 40_000, "stages[0].rounds[1]"),
    ("stages.0.rounds.1.tables.1.site.why", [{"code": "magic", "facts": {}}], "tables[1].site.why"),
    ("stages.0.rounds.1.tables.1.site.why", [{"code": "berger"}], "tables[1].site.why"),
    ("stages.0.rounds.1.tables.1.site.why", [{"code": "berger", "facts": {}}], "tables[1].site.why"),
    ("stages.0.rounds.1.tables.1.site.why", [{"code": [], "facts": {}}], "tables[1].site.why"),
    ("stages.0.rounds.1.tables.1.site.why", [{"code": "berger", "facts": 7}], "tables[1].site.why"),
    ("stages.0.rounds.1.tables.1.site.why", "because", "tables[1].site"),
    (
        "stages.0.rounds.1.tables.1.site.why",
        [{"code": "lost_by_forfeit", "facts": {"players": 5}}],
        "tables[1].site.why",
    ),
    ("stages.0.rounds.1.byes.0.site.why", [{"code": "magic", "facts": {}}], "byes[0].site.why"),
]


@pytest.mark.django_db
def test_strange_values_are_refused_with_their_path(played: str, club: Club) -> None:
    for path, value, named in STRANGE:
        raw = planted(json.loads(played), path, value)
        with pytest.raises(ActionRefused) as refused, transaction.atomic():
            import_event(club, documents.document(raw))
        assert named in str(refused.value), (path, value)
        assert not club.events.exists()


# The page


def upload(client: Client, club: Club, content: bytes) -> Any:
    file = SimpleUploadedFile("torneo.json", content, "application/json")
    return client.post(reverse("rounds:import", args=[club.slug]), {"file": file}, follow=True)


def words(response: Any) -> str:
    return " ".join(response.content.decode().split())


@pytest.mark.django_db
def test_a_file_becomes_an_event_of_the_club(arbiter: Client, club: Club) -> None:
    exported = arbiter.get(reverse("rounds:export", args=[make_played_event(4, 2, club).slug]))
    assert exported["Content-Type"].startswith("application/json")
    assert exported["Content-Disposition"].endswith('.json"')
    response = upload(arbiter, club, exported.content)
    assert "«Torneo» è stato importato." in words(response)
    assert club.events.count() == 2


@pytest.mark.django_db
@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"hello",
        b"\xff\xfe\x00",
        b"[]",
        b"{}",
        b'{"clubtornei": 2}',
        b"[" * 100_000,
        b"null",
        b'"\\u0000"',
    ],
    ids=["empty", "text", "binary", "list", "object", "version", "deep", "null", "control"],
)
def test_what_is_no_document_is_refused(arbiter: Client, club: Club, content: bytes) -> None:
    response = upload(arbiter, club, content)
    assert response.status_code == 422
    assert 'class="errorlist"' in words(response)
    assert not club.events.exists()


@pytest.mark.django_db
def test_every_fault_is_shown_with_its_path(arbiter: Client, club: Club) -> None:
    raw = documents.raw(
        [*documents.players(3), {"id": 1, "name": ""}],
        documents.stage(
            rounds=[{"tables": [documents.table(1, 9), documents.table(2, 3, [1, 1])]}], options={"speed": 1}
        ),
    )
    response = upload(arbiter, club, json.dumps(raw).encode())
    assert response.status_code == 422
    for path in (
        "players[3].id",
        "players[3].name",
        "stages[0].options.speed",
        "stages[0].rounds[0].tables[0].seats",
        "stages[0].rounds[0].tables[1].result",
    ):
        assert path in words(response)
    assert not club.events.exists()


@pytest.mark.django_db
def test_a_drawn_event_has_the_numbers_it_says() -> None:
    event = make_drawn_event(3)
    event.entries.filter(entry_no=1).update(number=9)
    again = import_event(make_club(), document_of(event))
    assert list(again.entries.order_by("entry_no").values_list("number", flat=True)) == [9, 2, 3]


@pytest.mark.django_db
def test_the_secret_of_an_announced_draw_is_not_exported() -> None:
    event = announced()
    event.refresh_from_db()
    address = reverse("rounds:export", args=[event.slug])
    text = signed_in(event.club, Role.OWNER).get(address).content.decode()
    assert event.seed not in text
    assert event.commitment not in text
    numbers.draw_numbers(event, NumberingMethod.RANDOM)
    assert event.seed in signed_in(event.club, Role.OWNER).get(address).content.decode()


HIDDEN = "\u202eoiraM\u202c \u200bRossi\u2066"


@pytest.mark.django_db
def test_an_import_takes_out_of_names_what_is_not_seen_and_keeps_the_seed() -> None:
    players = [{"id": 1, "name": HIDDEN, "club": "Ro\u200bma", "title": "\u202eMF"}]
    raw = documents.raw(players, documents.stage(name="Fin\u2066ale"), name="Co\u202eppa", seed="se\u200bme")
    event = import_event(make_club(), documents.document(raw))
    entry = event.entries.get()
    assert (entry.name, entry.affiliation, entry.title) == ("oiraM Rossi", "Roma", "MF")
    assert (event.name, event.stages.get().name, event.seed) == ("Coppa", "Finale", "se\u200bme")


@pytest.mark.django_db
def test_a_name_of_which_nothing_is_seen_is_refused_by_its_path() -> None:
    document = documents.document(documents.raw([{"id": 1, "name": "\u202e\u200b"}], documents.stage()))
    club = make_club()
    with pytest.raises(ActionRefused, match=r"players\[0\]\.name: è un nome che non si vede"):
        import_event(club, document)
    assert not club.events.exists()


@pytest.mark.django_db
def test_a_team_goes_out_and_comes_in_with_captain_and_members() -> None:
    event = make_event()
    team = EntryDetails(name="Torre", captain="Rossi Mario", members=["Rossi Mario", "Bianchi Ada"])
    entry_actions.enter_team(event, team)
    here = document_of(event, public=True)
    entry = import_event(make_club(), read(write(here), SYSTEM_SPECS)).entries.get()
    assert (entry.name, entry.captain, entry.members) == (team.name, team.captain, team.members)


@pytest.mark.django_db
def test_what_report_files_ask_stays_in_an_event_and_is_never_public() -> None:
    players = documents.players(4, p1={"identity": {"family": "Rossi", "born": "1990-05-31"}})
    played = [{"tables": [documents.table(1, 4, (1, 0), unrated=True)]}]
    raw = documents.raw(
        players,
        documents.stage(rounds=played, dates={"1": "2026-11-07"}),
        report={"city": "Roma", "chief_arbiter": {"name": "Bianchi Ada"}},
    )
    document = documents.document(raw)
    event = import_event(make_club(), document)
    again = read(write(document_of(event)), SYSTEM_SPECS)
    today = event.starts_on.isoformat()
    assert again.report == replace(document.report, starts_on=today, ends_on=today)
    assert again.players[0].identity == document.players[0].identity
    assert again.stages[0].dates == {1: "2026-11-07"}
    assert again.stages[0].rounds[0].tables[0].unrated
    assert "1990-05-31" not in write(document_of(event, public=True))


WHOLE = {
    "surname": "Rossi",
    "given_name": "Mario",
    "sex": "m",
    "federation": "ITA",
    "fide_id": 801234,
    "fsi_id": "77123",
    "category": "2N",
    "fide_title": "CM",
    "birth_date": date(1990, 5, 31),
    "fide_rating": 1800,
    "fide_k": 20,
    "fide_month": "2026-11",
    "fide_rapid": 1750,
    "fsi_rating": 1850,
    "club_rating": 2200,
}


@pytest.mark.django_db
def test_an_entry_copies_the_identity_and_names_the_list_of_its_rating() -> None:
    event = make_event(rating_lists=["fide", "fsi", "club"])
    player = make_player(event.club, "Rossi Mario", **WHOLE)
    entry_actions.enter(event, [player])
    player.delete()
    identity = document_of(event).players[0].identity
    assert (identity.family, identity.given, identity.born) == ("Rossi", "Mario", "1990-05-31")
    assert (identity.fide_id, identity.national_id, identity.category) == (801234, "77123", "2N")
    assert identity.rating_list == "fide"
    assert identity.ratings[0] == ListedRating(list="fide", rating=1800, month="2026-11", k=20)
    assert {(rating.list, rating.rate, rating.rating) for rating in identity.ratings[1:]} == {
        ("fide", "rapid", 1750),
        ("national", "standard", 1850),
        ("club", "standard", 2200),
    }


@pytest.mark.django_db
def test_no_public_document_has_what_is_personal() -> None:
    arbiter = {"name": "Bianchi Ada", "title": "IA", "fide_id": 800001}
    event = make_event(rating_lists=["fide"], report={"city": "Roma", "chief_arbiter": arbiter})
    entry_actions.enter(event, [make_player(event.club, "Rossi Mario", **WHOLE)])
    text = write(document_of(event, public=True))
    assert not [secret for secret in ("1990", "801234", "77123", "800001", "identity") if secret in text]
    assert "Bianchi Ada" in text
    assert "800001" in write(document_of(event))


@pytest.mark.django_db
def test_a_surname_is_public_where_the_name_shows_it_and_does_not_tell_it() -> None:
    event = make_event()
    people = (("Conte Rossi", "Mario", False), ("De Luca", "Elena", False), ("Serra Galli", "Ugo", True))
    for surname, first, initials in people:
        named = {"surname": surname, "given_name": first, "initials": initials}
        entry_actions.enter(event, [make_player(event.club, f"{surname} {first}", **named)])
    players = document_of(event, public=True).players
    told = {player.name: player_facts(player).surname for player in players}
    assert told == {"Conte Rossi Mario": "Conte Rossi", "De Luca Elena": "", "S. G. U.": ""}
