"""Somebody is forgotten, or called by his initials; the results stay as they were."""

import json
from datetime import date

import pytest
from django.apps import apps
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils.timezone import localdate
from msgspec.structs import replace

from clubtornei.accounts.models import Club, Role
from clubtornei.events.details import entry_details_of
from clubtornei.events.models import Entry, Event, NumberingMethod
from clubtornei.events.writing import ActionRefused
from clubtornei.jobs.actions import request_job
from clubtornei.players.actions import delete_player, import_players
from clubtornei.players.importing import plan_import
from clubtornei.players.models import Player
from clubtornei.players.reading.rows import Line
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.documents.importing import import_event
from clubtornei.rounds.drafts.round_actions import discard
from clubtornei.rounds.numbers import actions as numbers
from clubtornei.rounds.participation.entries import actions as entries
from clubtornei.rounds.privacy.actions import forget, show_initials
from clubtornei.rounds.privacy.queries import known_of
from clubtornei.rounds.stages.closing_actions import close
from clubtornei.rounds.state.site_facts import player_facts
from pairing.checking import check
from pairing.registry import SYSTEM_SPECS
from scoring.record import read, write
from tests import documents
from tests.factories import (
    draw_by_lot,
    make_all_results,
    make_club,
    make_event,
    make_player,
    make_round,
    signed_in,
)

pytestmark = pytest.mark.django_db
NAME = "Zanzibarri Ermenegildo"


@pytest.fixture
def player(club: Club) -> Player:
    return make_player(
        club, NAME, contact="zanzibarri@example.org", notes="Zanzibarri paga tardi", affiliation="Roma"
    )


def play(club: Club, player: Player, **fields: object) -> Event:
    """An event with him, of two rounds, closed."""
    event = make_event(club, published=True, **fields)
    others = [make_player(club) for _number in range(3)]
    entries.enter(event, [player, *others])
    draw_by_lot(event)
    for _number in range(3):
        make_all_results(event, make_round(event), "1-0")
    close(event, level=True)
    event.refresh_from_db()
    return event


def tables_with(text: str) -> list[str]:
    """Every table of the database in a row of which the text stands, whatever the column."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")
        found = []
        for (table,) in cursor.fetchall():
            query = f'SELECT count(*) FROM "{table}" AS r WHERE r::text ILIKE %s'  # noqa: S608
            cursor.execute(query, [f"%{text}%"])
            if cursor.fetchone()[0]:
                found.append(table)
        return found


def test_after_he_is_forgotten_no_table_of_the_database_has_his_name(club: Club, player: Player) -> None:
    player.surname, player.given_name = NAME.split(" ", 1)
    player.save()
    play(club, player)
    running = make_event(club)
    entries.enter(running, [player])
    entries.remove_entry(running, running.entries.get().entry_no)
    team = Entry.objects.create(
        event=running, entry_no=9, name="Le Torri", captain=NAME, members=["Altro", NAME]
    )
    assert set(tables_with("zanzibarri")) == {"events_entry", "events_entryevent", "players_player"}
    assert forget(player) == 1
    assert tables_with("zanzibarri") == []
    team.refresh_from_db()
    assert (team.captain, team.members) == ("N. N.", ["Altro", "N. N."])


def test_what_was_deleted_before_has_his_name_no_longer_either(club: Club, player: Player) -> None:
    deleted, kept = make_event(club), make_event(club)
    for event in (deleted, kept):
        Entry.objects.create(event=event, entry_no=1, name=NAME)  # of an imported document
        Entry.objects.create(event=event, entry_no=2, name="Le Torri", captain=NAME, members=["Altro", NAME])
    deleted.delete()
    kept.entries.all().delete()
    assert tables_with("zanzibarri") == ["events_entryevent", "players_player"]
    forget(player)
    assert tables_with("zanzibarri") == []


def test_texts_with_his_name_have_it_no_longer_nor_has_the_document(club: Club) -> None:
    name = 'Zanzibarri "Pippo" Ermenegildo'
    player = make_player(club, name)
    event = play(club, player, announcement=f"Presente {name}, campione.", extra={"guests": [name, 1.50]})
    stage = event.stages.get()
    stage.interventions = [{"kind": "other", "round": 1, "text": f"{name} came late"}]
    stage.ranking = ["points", "wins"]
    stage.save()
    stage.rounds.update(extra={"note": {name: name}})
    forget(player)
    assert tables_with("zanzibarri") == []
    event.refresh_from_db()
    assert event.announcement == "Presente N. N., campione."
    assert event.extra == {"guests": ["N. N.", 1.5]}
    assert event.stages.get().interventions[0]["text"] == "N. N. came late"


def test_a_name_of_one_word_stays_in_texts_where_it_may_mean_anything(club: Club) -> None:
    event = make_event(club, announcement="Chi ha il Bianco gioca per primo.", extra={"Bianco": 1})
    entries.enter(event, [player := make_player(club, "Bianco")])
    forget(player)
    event.refresh_from_db()
    assert (event.announcement, event.extra) == ("Chi ha il Bianco gioca per primo.", {"Bianco": 1})


def test_results_and_ranking_stay_and_are_still_those_of_the_rules(club: Club, player: Player) -> None:
    event = play(club, player)
    before, ranking = document_of(event), event.final_ranking
    forget(player)
    event.refresh_from_db()
    after = document_of(event)
    assert after.stages == before.stages
    assert event.final_ranking == ranking
    names = {one.name for one in before.players} ^ {one.name for one in after.players}
    entry_no = next(one.id for one in before.players if one.name == NAME)
    assert names == {NAME, f"N. N. {entry_no}"}
    assert all(found.ok for found in check(read(write(after), SYSTEM_SPECS)))


def test_no_public_page_has_the_name(club: Club, player: Player, django_capture_on_commit_callbacks) -> None:
    event = play(club, player)
    pages = [
        reverse(f"public:{name}", args=[event.slug]) for name in ("event", "standings", "verify", "document")
    ]
    assert [NAME in Client().get(page).text for page in pages] == [True] * 4
    cache.set("an-old-page", NAME)
    request_job(club, "print", "an-old-sheet", {})
    with django_capture_on_commit_callbacks(execute=True):
        forget(player)
    assert [NAME in Client().get(page).text for page in pages] == [False] * 4
    verify = Client().get(reverse("public:verify", args=[event.slug])).text
    assert "il circolo ha tolto dei nomi" in verify
    assert "sha256sum testo.txt" not in verify
    assert cache.get("an-old-page") is None and not club.jobs.exists(), "what was made before is gone"


def test_an_announced_draw_is_void(club: Club, player: Player) -> None:
    event = make_event(club)
    entries.enter(event, [player, *(make_player(club) for _number in range(3))])
    numbers.announce_draw(event)
    forget(player)
    event.refresh_from_db()
    assert (event.seed, event.commitment) == ("", "")


def test_an_imported_entry_of_an_unambiguous_name_is_his(club: Club, player: Player) -> None:
    event = make_event(club)
    imported = Entry.objects.create(event=event, entry_no=1, name="ZANZIBARRI Ermenegildo")
    elsewhere = Entry.objects.create(event=make_event(), entry_no=1, name=NAME)
    namesake = make_player(club, NAME)
    forget(player)
    imported.refresh_from_db()
    assert imported.name == "ZANZIBARRI Ermenegildo"
    forget(namesake)
    imported.refresh_from_db()
    elsewhere.refresh_from_db()
    assert (imported.name, elsewhere.name) == ("N. N. 1", NAME)


@pytest.mark.parametrize("mark", ["", "Roma"])
def test_an_imported_entry_that_was_removed_is_his_too(club: Club, player: Player, mark: str) -> None:
    event = make_event(club)
    name = f"{NAME} ({mark})" if mark else NAME
    Entry.objects.create(event=event, entry_no=1, name=name, mark=mark).delete()
    forget(player)
    assert tables_with("zanzibarri") == []


@pytest.mark.parametrize("initials", [False, True])
def test_forgotten_with_an_earlier_player_of_the_name(club: Club, player: Player, initials: bool) -> None:
    event, removed = make_event(club), make_event(club)
    for one in (event, removed):
        entries.enter(one, [player])
    entries.remove_entry(removed, removed.entries.get().entry_no)
    if initials:
        show_initials(player, wanted=True)
    delete_player(player)
    forget(make_player(club, NAME))
    assert tables_with("zanzibarri") == []
    assert event.entries.get().name == "N. N. 1"


def test_nobody_else_is_forgotten_with_him(club: Club, player: Player) -> None:
    """Neither who once had his name on the roster, nor who has his initials, nor one of another club."""
    event, other = make_event(club), make_club()
    once, alike = make_player(club, NAME), make_player(club, "Zorzi Enrico", initials=True)
    entries.enter(event, [once, alike])
    once.name = "Zanzibarri Egidio"
    once.save()
    delete_player(alike)
    delete_player(make_player(other, NAME))
    Entry.objects.create(event=make_event(other), entry_no=1, name=NAME).delete()
    before = list(event.entries.order_by("pk").values_list("name", flat=True))
    forget(player)
    assert list(event.entries.order_by("pk").values_list("name", flat=True)) == before
    past = apps.get_model("events", "EntryEvent").objects.values_list("name", flat=True)
    assert list(past).count(NAME) >= 2, "of who had the name, and of the other club"


def test_an_owner_forgets_by_typing_the_name_and_an_arbiter_does_not(club: Club, player: Player) -> None:
    path = reverse("rounds:forget", args=[club.slug, player.pk])
    assert signed_in(club, Role.ARBITER).get(path).status_code == 403
    owner = signed_in(club, Role.OWNER)
    assert owner.post(path, {"name": "Zanzibarri"}).status_code == 422
    assert "Dimenticato" in owner.post(path, {"name": NAME.lower()}, follow=True).text
    assert not Player.objects.exists()


# All that is known


def test_all_that_is_known_is_a_page_and_a_file(club: Club, player: Player) -> None:
    event = play(club, player)
    arbiter = signed_in(club, Role.ARBITER)
    page = arbiter.get(reverse("rounds:person", args=[club.slug, player.pk])).text
    assert "zanzibarri@example.org" in page
    assert event.name in page
    answer = arbiter.get(reverse("rounds:person_file", args=[club.slug, player.pk]))
    known = json.loads(answer.content)
    assert known["players"][0]["notes"] == "Zanzibarri paga tardi"
    assert [row["name"] for row in known["entries"]] == [NAME]
    assert len(known["seats"]) == 3
    assert {row["name"] for row in known["history"]} == {NAME}
    assert known["seats_history"] == [], "he has not sat elsewhere"
    row = next(row for row in event.final_ranking if row["player"] == known["entries"][0]["entry_no"])
    assert known["rankings"] == [{"event_name": event.name, **row}]
    assert set(known["players"][0]) == {field.attname for field in Player._meta.concrete_fields}


def test_the_page_has_the_events_by_pages_and_the_file_all_of_them(club: Club, player: Player) -> None:
    for number in range(1, 13):
        event = make_event(club, f"Torneo {number}", starts_on=date(2026, 1, number))
        Entry.objects.create(event=event, player=player, entry_no=1, name=player.name)
    arbiter = signed_in(club, Role.ARBITER)
    address = reverse("rounds:person", args=[club.slug, player.pk])

    def events(page: str) -> list[object]:
        known = arbiter.get(address, {"page": page}).context["known"]
        return [row[0][1] for kind in known if kind.key in ("entries", "history") for row in kind.rows]

    latest = [f"Torneo {number}" for number in range(3, 13)]
    assert events("") == latest * 2
    before = arbiter.get(address).context["page"].next_page_number
    assert events(before) == ["Torneo 1", "Torneo 2"] * 2
    file = json.loads(arbiter.get(reverse("rounds:person_file", args=[club.slug, player.pk])).content)
    assert len(file["entries"]) == len(file["history"]) == 12


def test_games_and_their_history_say_where_and_against_whom(club: Club, player: Player) -> None:
    event = play(club, player)
    days = {"1": "2026-11-20T20:30", "2": "2026-11-21"}
    event.stages.update(scoring_options={"win": "3", "draw": "1"}, days=days)
    answer = signed_in(club, Role.ARBITER).get(
        reverse("rounds:person", args=[club.slug, player.pk]), headers={"Accept-Language": "en"}
    )
    kinds = {kind.key: kind for kind in answer.context["known"]}
    said: dict[str, set[str]] = {}
    for title, text in (cell for row in kinds["seats"].rows for cell in row):
        said.setdefault(title, set()).add(text)
    assert list(said)[:7] == ["Tournament", "Date", "Round", "Board or table", "Colour", "Opponent", "Result"]
    assert said["Tournament"] == {event.name}
    assert said["Round"] <= {"1", "2", "3"} and said["Colour"] <= {"White", "Black"}
    assert "3" in said["Result"] and "" not in said["Opponent"]
    assert "<span>Opponent</span>" in answer.text
    assert not {title for kind in kinds.values() for title, _ in kind.rows[0]} & {"Id", "Sorting name"}


def test_what_a_stage_says_of_him_is_known_too_and_nothing_of_others(club: Club, player: Player) -> None:
    stage = play(club, player).stages.get()
    number = player.entries.get().entry_no
    stage.absences = {str(number): [2], str(number + 1): [1]}
    stage.prohibited = [{"players": [number, number + 1]}, {"players": [number + 1, number + 2]}]
    stage.save()
    arbiter = signed_in(club, Role.ARBITER)
    known = json.loads(arbiter.get(reverse("rounds:person_file", args=[club.slug, player.pk])).content)
    [said] = known["stages"]
    assert (said["absences"], said["prohibited"]) == ([2], [{"players": [number, number + 1]}])
    assert said["withdrawals"] is None
    assert "Assenze, richieste" in arbiter.get(reverse("rounds:person", args=[club.slug, player.pk])).text


def test_where_he_sat_in_a_draft_that_was_discarded_is_known_too(club: Club, player: Player) -> None:
    event = make_event(club)
    entries.enter(event, [player, *(make_player(club) for _number in range(3))])
    numbers.draw_at_once(event, NumberingMethod.RANDOM)
    discard(event, make_round(event, published=False).number)
    (row,) = known_of(player)["seats_history"].rows
    assert (row["event_name"], row["round_number"]) == (event.name, 1)
    assert row["table_number"] in (1, 2)


# Initials


@pytest.mark.parametrize(
    ("name", "initials"),
    [
        ("Rossi Maria Grazia", "R. M. G."),
        ("D’Angelo Nicolò", "D. N."),
        ("’t Hooft Élodie", "T. H. É."),
        ("42", "N. N."),
    ],
)
def test_initials(club: Club, name: str, initials: str) -> None:
    assert Player(club=club, name=name, initials=True).public_name(date(2026, 1, 1)) == initials


@pytest.mark.parametrize(
    ("born", "minor"),
    [
        ("2009", True),
        ("2008", True),
        ("2007", False),
        ("", False),
        ("2008-05-01", False),
        ("2008-05-02", True),
    ],
)
def test_who_may_be_a_minor_on_the_day_is_called_by_his_initials(club: Club, born: str, minor: bool) -> None:
    event = make_event(club, starts_on=date(2026, 5, 1))
    year = int(born[:4]) if born else None
    day = date.fromisoformat(born) if len(born) == 10 else None
    entries.enter(event, [make_player(club, "Rossi Maria", birth_year=year, birth_date=day)])
    assert event.entries.get().name == ("R. M." if minor else "Rossi Maria")


def test_organisers_read_and_find_the_name_behind_the_initials(club: Club) -> None:
    event = make_event(club, published=True)
    entries.enter(event, [make_player(club, "Rossi Maria", initials=True), make_player(club, "Bianchi Ugo")])
    arbiter = signed_in(club, Role.ARBITER)
    for name in ("rounds:entries", "rounds:presence"):
        page = arbiter.get(reverse(name, args=[event.slug])).text
        assert "R. M." in page
        assert "Rossi Maria" in page
    for name in PAGES_OF_A_NEW_EVENT:
        assert "Rossi" not in Client().get(reverse(name, args=[event.slug])).text
    assert "Rossi" not in Client().get(reverse("public:document", args=[event.slug])).text


PAGES_OF_A_NEW_EVENT = ("public:event", "public:rules", "public:verify", "public:screen")


def test_who_asks_for_it_is_called_so_in_the_events_of_before_too(club: Club, player: Player) -> None:
    event = play(club, player)
    arbiter = signed_in(club, Role.ARBITER)
    path = reverse("rounds:person_initials", args=[club.slug, player.pk])
    arbiter.post(path, {"initials": "1"})
    assert event.entries.filter(name="Z. E.").exists()
    verify = Client().get(reverse("public:verify", args=[event.slug])).text
    assert NAME not in verify
    assert "il circolo ha tolto dei nomi" in verify
    arbiter.post(path, {})
    assert event.entries.get(player=player).name == NAME
    assert NAME in Client().get(reverse("public:standings", args=[event.slug])).text


@pytest.mark.parametrize("imported", [False, True])
def test_a_minor_whose_birth_is_written_down_is_called_so_at_once(
    club: Club, player: Player, imported: bool, django_capture_on_commit_callbacks
) -> None:
    event, born = play(club, player), localdate().year - 12
    arbiter = signed_in(club, Role.ARBITER)
    with django_capture_on_commit_callbacks(execute=True):
        if imported:
            lines = [Line(1, (NAME, str(born)))]
            plan = plan_import(club, lines, ["name", "birth_year"])
            import_players(club, lines, ["name", "birth_year"], plan.fingerprint, {1})
        else:
            path = reverse("players:player_edit", args=[club.slug, player.pk])
            assert arbiter.post(path, {"name": NAME, "birth_year": born}).status_code == 302
    assert NAME not in Client().get(reverse("public:standings", args=[event.slug])).text


# An imported event


@pytest.mark.parametrize("minor", [False, True])
def test_an_import_has_initials_too(club: Club, minor: bool, django_capture_on_commit_callbacks) -> None:
    fields = {"birth_year": localdate().year - 12} if minor else {"initials": True}
    make_player(club, NAME, **fields)
    make_player(make_club(), "Player 2", **fields)
    document = documents.document(
        documents.raw(
            documents.players(
                3, p1={"name": "ZANZIBARRI  Ermenegildo"}, p3={"site": {"captain": "Zanzibarri ermenegildo"}}
            ),
            documents.stage(),
        )
    )
    with django_capture_on_commit_callbacks(execute=True):
        event = import_event(club, document)
    players = document_of(event, public=True).players
    names = [(player.name, player_facts(player).captain) for player in players]
    assert names == [("Z. E.", ""), ("Player 2", ""), ("Player 3", "Z. E.")]


# In teams


def make_team(club: Club, name: str) -> Entry:
    return Entry.objects.create(
        event=make_event(club), entry_no=9, name="Le Torri", captain=name, members=["Altro", name]
    )


def renamed(player: Player) -> str:
    """The name with which he was entered, before the roster called him otherwise."""
    entries.enter(make_event(player.club), [player])
    before, player.name = player.name, "Quagliarulo Ermenegildo"
    player.save()
    return before


@pytest.mark.parametrize("former", [False, True])
def test_in_teams_he_is_found_however_his_name_is_spelt(club: Club, player: Player, former: bool) -> None:
    name = (renamed(player) if former else NAME).upper().replace(" ", "  ")
    team = make_team(club, name)
    make_team(club, name).delete()
    assert [row["id"] for row in known_of(player)["teams"].rows] == [team.pk]
    forget(player)
    team.refresh_from_db()
    assert (team.captain, team.members) == ("N. N.", ["Altro", "N. N."])
    assert tables_with("zanzibarri") == []


def test_in_teams_he_has_his_initials_however_his_name_is_spelt(club: Club, player: Player) -> None:
    team = make_team(club, renamed(player).lower())
    show_initials(player, wanted=True)
    public, whole = (
        player_facts(document_of(team.event, public=is_public).players[0]) for is_public in (True, False)
    )
    assert (public.captain, public.members) == ("Q. E.", ["Altro", "Q. E."])
    assert (whole.captain, whole.members) == (player.name, ["Altro", player.name])


def test_a_former_name_that_is_now_anothers_is_not_his(club: Club, player: Player) -> None:
    team = make_team(club, renamed(player))
    make_player(club, NAME)
    forget(player)
    team.refresh_from_db()
    assert team.captain == NAME


def test_nobody_brings_the_name_back_by_hand(club: Club, player: Player) -> None:
    show_initials(player, wanted=True)
    event = make_event(club)
    entries.enter(event, [player])
    entry = event.entries.get()
    details = entry_details_of(entry)
    with pytest.raises(ActionRefused, match=r"solo le sue iniziali, Z\. E\."):
        entries.change_entry(event, entry.entry_no, replace(details, name="Zanzibarri E."))
    entries.change_entry(event, entry.entry_no, replace(details, affiliation="Torino"))
    entry.refresh_from_db()
    assert (entry.name, entry.affiliation) == ("Z. E.", "Torino")
