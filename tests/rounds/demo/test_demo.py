import stat

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection

from clubtornei.accounts.actions import delete_demo_clubs
from clubtornei.accounts.models import Club, Role
from clubtornei.events.models import Event
from clubtornei.players.models import Player
from clubtornei.rounds.documents.exporting import exported
from clubtornei.rounds.models import Proposal, Table
from clubtornei.rounds.state.event_state import event_states_of
from clubtornei.rounds.state.next_step import next_steps
from pairing.checking import check
from pairing.registry import SYSTEM_SPECS
from scoring.document import write
from scoring.reading import read
from tests.factories import make_club
from tests.rounds.progress import progress_in_document

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def password_file(kept_db, tmp_path_factory):
    """The demo club, which takes seconds: made once for all tests of this module."""
    path = tmp_path_factory.mktemp("demo") / "a folder" / "demo-password"
    path.parent.mkdir()
    path.write_text("una parola già scelta\n", encoding="utf-8")
    path.chmod(0o644)
    demo(path)
    return path


def demo(password_file):
    call_command("demo", password_file=password_file)


def named(beginning):
    return Event.objects.get(name__startswith=beginning)


def tables_of(event):
    return Table.objects.filter(round__stage__event=event)


def test_the_owner_signs_in_with_the_password_of_a_file_only_its_owner_reads(password_file):
    """A password that is in the file stays; `make run` makes one up (tests/launch/test_make_run.py)."""
    user = User.objects.get(username="demo")
    assert password_file.read_text() == "una parola già scelta\n"
    assert user.check_password("una parola già scelta")
    assert [(member.club.demo, member.role) for member in user.memberships.all()] == [(True, Role.OWNER)]
    assert stat.S_IMODE(password_file.stat().st_mode) == 0o600


def test_there_is_an_event_at_each_stage_of_its_life(password_file):
    events = list(Event.objects.all())
    steps = next_steps(events)
    assert sorted((steps[event.pk].code, event.name[:-5]) for event in events) == [
        ("closed", "Master RisiKo!"),
        ("closed", "Memorial Arturo Pezzi"),
        ("draw", "Coppa del Sabato"),
        ("pair", "Campionato RisiKo!"),
        ("results", "Coppa di dama"),
        ("results", "Serata di scopa"),
        ("results", "Torneo sociale"),
        ("results", "Trofeo delle Quattro Torri"),
    ]
    assert all(closed.final_ranking[0]["rank"] == 1 for closed in Event.objects.past())
    assert Event.objects.public().count() == 7
    assert Table.objects.filter(adjourned=True).exists()
    assert Table.objects.filter(forfeit=True).exists()


def test_each_event_shows_what_its_formula_can_do(password_file):
    amalfi, knockout, championship, master, cards = map(
        named, ("Trofeo", "Coppa di dama", "Campionato", "Master", "Serata")
    )
    assert amalfi.entries.get(joined=2).number
    assert amalfi.stages.get().requested_byes
    assert tables_of(amalfi).get(by_hand=True).round.number == 4
    assert knockout.entries.filter(exempt=1).count() == 2
    assert sorted(len(table.games) for table in tables_of(knockout).filter(round__number=2)) == [0, 0, 1, 3]
    assert championship.stages.get(number=1).scoring_options == {"discards": 1}
    assert sorted(championship.entries.exclude(joined=1).values_list("joined", flat=True)) == [2, 3]
    assert championship.entries.exclude(absent=[]).count() == 7
    assert [stage.rounds.count() for stage in master.stages.order_by("number")] == [2, 1, 1]
    assert len(master.final_ranking) == master.entries.count() == 20
    assert Proposal.objects.waiting().get().table.round.stage.event == cards


def test_its_seeds_are_its_own(password_file):
    """So it is the same everywhere, but for its dates."""
    assert Event.objects.get(name__startswith="Trofeo").seed == "a52b0a611687848c5641253037c648ca"


def test_its_rounds_are_those_of_the_rules_but_for_the_one_changed_by_hand(password_file):
    wrong = [
        (event.name[:-5], found.stage, found.round, found.by_hand)
        for event in Event.objects.all()
        for found in check(read(write(exported(event)), SYSTEM_SPECS))
        if not found.ok
    ]
    assert wrong == [("Trofeo delle Quattro Torri", 1, 4, True)]


def test_it_does_nothing_where_there_is_a_club(password_file, tmp_path):
    delete_demo_clubs()
    make_club()
    demo(tmp_path / "demo-password")
    assert Club.objects.count() == 1
    assert not (tmp_path / "demo-password").exists()


def test_it_goes_away_with_everything_in_it(password_file):
    delete_demo_clubs()
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    assert not Event.objects.exists()
    assert not Player.objects.exists()
    assert not User.objects.filter(username="demo").exists()


def test_database_and_document_say_alike_how_far_the_rounds_are(password_file):
    states = event_states_of(Event.objects.all())
    for event in Event.objects.all():
        counted = [stage.rounds for stage in states[event.pk].stages]
        assert counted == progress_in_document(event), event.name
