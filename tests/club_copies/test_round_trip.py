"""The same document twice is the same club: copied, restored and copied again it gives the same files."""

import io
from datetime import date
from decimal import Decimal

import pytest
from django.core.management import call_command
from django.utils.timezone import now

from clubtornei.accounts.club_actions import put_logo
from clubtornei.accounts.club_history import history_models
from clubtornei.accounts.logos import read_logo
from clubtornei.accounts.models import Club, Role
from clubtornei.club_copies.reading import opened
from clubtornei.club_copies.restoring import restore_event
from clubtornei.events.models import Event, SignUp, SignUpSettings
from clubtornei.events.presets import save_preset
from clubtornei.players.models import Player
from clubtornei.rounds.models import Clock, ResultEntry, Round, Screen, Table
from clubtornei.rounds.numbers.actions import announce_draw
from clubtornei.rounds.pages.history.history import history_page
from clubtornei.rounds.results import actions as results
from clubtornei.rounds.state.table_state import state_of
from clubtornei.season.circuits import actions as circuits
from clubtornei.season.circuits.snapshot import fingerprint_of, snapshot_of
from clubtornei.season.models import ClubPages, EventTag
from tests.club_copies.copies import all_files, copy_of, files_in, restore
from tests.factories import (
    logo_file,
    make_club,
    make_entries,
    make_event,
    make_member,
    make_played_event,
    make_user,
)
from tests.season.years import make_circuit, make_external, make_year

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def demo(kept_db: None, tmp_path_factory: pytest.TempPathFactory) -> Club:
    """The demo club, which takes seconds: made once for all tests of this module."""
    call_command("demo", password_file=tmp_path_factory.mktemp("demo") / "password")
    return Club.objects.get(demo=True)


def make_full_year(club: Club) -> Event:
    """A year of evenings with all that a club can have beside; returns its event of chess."""
    circuit, evenings = make_year(club)
    circuits.pick(circuit, evenings[0])
    closed = make_circuit(club, name="Primavera", last_day=date(2026, 6, 30))
    make_external(closed, **{"Ada Alti": 1})
    closed.refresh_from_db()
    circuits.close(closed, fingerprint_of(closed))
    put_logo(club, read_logo(logo_file()))
    ClubPages.objects.create(club=club, people=True)
    chess = make_played_event(
        6, 3, club, entry_fee="10.00", prizes={"categories": [{"name": "Primi", "places": [{"money": 50}]}]}
    )
    Round.objects.filter(stage__event=chess, number=1).update(by_hand_reason="fratelli")
    stage = chess.stages.get()
    stage.adjustments = [{"players": [1], "points": Decimal("-0.5"), "reason": "ritardo"}]
    stage.save()
    table = Table.objects.filter(round__stage__event=chess, number=1).latest("pk")
    results.correct_result(chess, make_user("arbitra"), table.pk, "0-1")
    for phone in ("uno", "due"):
        table.proposals.create(state=state_of(table), phone=phone)
    Clock.objects.create(stage=stage, number=1, left=60)
    Screen.objects.create(event=chess, number=1, message="Buon gioco")
    EventTag.objects.create(event=chess, name="sociale")
    save_preset(chess, "Come il sociale")
    sign_up(chess)
    return chess


def sign_up(event: Event) -> None:
    """A minor, whose father has consented, and who has answered a question."""
    questions = [{"text": "Cena?", "kind": "yes_no"}]
    SignUpSettings.objects.create(event=event, enabled=True, limit=40, questions=questions)
    player = make_player_of(event, "Minore Mara")
    known = {"name": player.name, "birth_year": 2015, "consent_by": "Il padre", "consent_at": now()}
    answers = [["Cena?", "sì: mara@example.org"]]
    SignUp.objects.create(event=event, player=player, key="k", address="a", answers=answers, **known)


def make_player_of(event: Event, name: str) -> Player:
    """One who has entered, on the roster too."""
    player = event.club.players.create(
        name=name, birth_year=2015, member=True, contact="333 1 mara@example.org"
    )
    event.entries.filter(entry_no=1).update(player=player, fee="5.00", paid=True)
    return player


@pytest.mark.parametrize("strange", [False, True])
def test_the_demo_club_is_the_same(demo: Club, strange: bool) -> None:
    before = copy_of(demo)
    restore(demo, before, strange=strange)
    assert files_in(copy_of(demo)) == files_in(before)


@pytest.mark.parametrize("strange", [False, True])
def test_a_year_is_the_same(strange: bool) -> None:
    club = make_club()
    make_full_year(club)
    before = copy_of(club)
    restore(club, before, strange=strange)
    assert files_in(copy_of(club)) == files_in(before)


def test_a_club_moves_to_another_installation() -> None:
    club = make_club("Alfiere")
    make_full_year(club)
    before = copy_of(club)
    ranking = [
        (row.person.name, row.rank) for row in snapshot_of(club.circuits.get(name="Primavera")).standings.rows
    ]
    club.delete()
    other = make_club("Torre", owner=make_user("altra"))
    make_played_event(4, 1, other)
    restore(other, before, strange=True)
    other.refresh_from_db()
    assert other.name == "Alfiere"
    assert files_in(copy_of(other)) == files_in(before)
    moved = snapshot_of(other.circuits.get(name="Primavera"))
    assert [(row.person.name, row.rank) for row in moved.standings.rows] == ranking


def test_one_event_comes_back_as_it_was_and_nothing_else_changes() -> None:
    club = make_club()
    chess = make_full_year(club)
    before = copy_of(club)
    version = Event.objects.get(pk=chess.pk).version
    club.players.filter(name="Minore Mara").delete()
    chess.entries.filter(entry_no=1).update(name="Altro")
    chess.stages.get().rounds.get(number=3).delete()
    club.circuits.filter(name="Primavera").update(name="Inverno")
    with opened(io.BytesIO(before)) as archive:
        restored = restore_event(club, archive, chess.slug, strange=True)
    assert restored.pk == chess.pk
    assert restored.hall_key == Event.objects.get(pk=chess.pk).hall_key
    assert restored.version > version
    assert restored.entries.get(entry_no=1).player.name == "Minore Mara"
    assert club.circuits.filter(name="Inverno").exists()
    after, was = files_in(copy_of(club)), files_in(before)
    of_event = [name for name in was if name.startswith(f"tornei/{chess.slug}/torneo")]
    assert {name: after[name] for name in of_event} == {name: was[name] for name in of_event}


def test_members_stay_and_the_history_names_who_it_was_by_the_copy() -> None:
    club = make_club()
    chess = make_full_year(club)
    member = make_member(club, make_user("nuova"), Role.HELPER)
    # In a test, which is one transaction, all has the time of the event's creation.
    history_models()[ResultEntry].objects.update(pgh_created_at=now())
    restore(club, copy_of(club))
    assert club.memberships.get(pk=member.pk).role == Role.HELPER
    chess.refresh_from_db()
    lines, _page = history_page(chess, None)
    assert "arbitra (da una copia)" in {line.who for line in lines}


def test_what_opens_a_door_is_in_no_copy() -> None:
    club = make_club(owner=make_user("zx-titolare", password="segretissima"))
    event = make_event(club)
    make_entries(event, 4)
    announce_draw(event)
    event.refresh_from_db()
    full = make_full_year(club)
    Clock.objects.create(stage=full.stages.get(), number=2, left=60, secret_minute=83, secret_salt="zx-sale")
    text = b"".join(all_files(copy_of(club)).values()).decode(errors="replace")
    user = club.memberships.get().user
    secrets = [event.seed, user.password, "zx-titolare", "zx-sale", str(full.hall_key), str(full.public_key)]
    secrets += [str(key) for key in full.entries.values_list("link_key", flat=True)]
    assert event.seed
    assert [secret for secret in secrets if secret in text] == []


def test_mail_addresses_only_if_asked() -> None:
    club = make_club()
    make_full_year(club)
    asked, not_asked = (
        b"".join(all_files(copy_of(club, with_mail=asked)).values()).decode(errors="replace")
        for asked in (True, False)
    )
    assert asked.count("mara@example.org") == 2
    assert "mara@example.org" not in not_asked
    assert "333 1" in not_asked


def test_what_a_laptop_sends_is_in_no_copy_and_no_restore_touches_it() -> None:
    club = make_club()
    own, received = make_played_event(4, 1, club), make_played_event(4, 1, club)
    Event.objects.filter(pk=received.pk).update(received=True)
    circuit, _evenings = make_year(club)
    circuits.pick(circuit, received)
    before = copy_of(club)
    assert not [name for name in all_files(before) if received.slug in name]
    later = make_played_event(4, 1, club, received=True)
    restore(club, before, strange=True)
    assert set(club.events.filter(received=True)) == {received, later}
    assert received.entries.count() == later.entries.count() == 4
    assert Event.objects.get(pk=own.pk).slug == own.slug
    assert club.circuits.get().items.filter(event=received).exists()
    assert files_in(copy_of(club)) == files_in(before)
    other = make_club("Torre")
    restore(other, before, strange=True)
    assert not other.circuits.get().items.filter(event__isnull=False).exists()
