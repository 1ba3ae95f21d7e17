import stat

import pytest
from django.contrib.auth import authenticate
from django.core.management import call_command

from clubtornei.events.models import Event
from clubtornei.events.progress import next_steps
from clubtornei.players.actions import leave_demo
from clubtornei.players.models import Club, Player, Role
from clubtornei.rounds.models import Table
from tests.factories import make_club

pytestmark = pytest.mark.django_db


@pytest.fixture
def password_file(tmp_path):
    return tmp_path / "a folder" / "demo-password"


def demo(password_file):
    call_command("demo", password_file=password_file)


def test_the_owner_signs_in_with_the_password_of_a_file_only_its_owner_reads(password_file):
    demo(password_file)
    user = authenticate(username="demo", password=password_file.read_text().strip())
    assert [(member.club.demo, member.role) for member in user.memberships.all()] == [(True, Role.OWNER)]
    assert stat.S_IMODE(password_file.stat().st_mode) == 0o600


def test_a_password_that_is_in_the_file_is_kept_and_hidden_from_others(password_file):
    password_file.parent.mkdir()
    password_file.write_text("una parola già scelta\n", encoding="utf-8")
    password_file.chmod(0o644)
    demo(password_file)
    assert authenticate(username="demo", password="una parola già scelta")
    assert stat.S_IMODE(password_file.stat().st_mode) == 0o600


def test_there_is_an_event_at_each_stage_of_its_life(password_file):
    demo(password_file)
    assert Player.objects.count() == 40
    steps = next_steps(list(Event.objects.all()))
    assert {step.code for step in steps.values()} == {"draw", "results", "closed"}
    closed = Event.objects.past().get()
    assert closed.final_ranking[0]["rank"] == 1
    assert Event.objects.public().count() == 2
    assert Table.objects.filter(adjourned=True).exists()
    assert Table.objects.filter(forfeit=True).exists()


def test_it_does_nothing_where_there_is_a_club(password_file):
    make_club()
    demo(password_file)
    assert Club.objects.count() == 1
    assert not password_file.exists()


@pytest.mark.django_db(transaction=True)
def test_it_goes_away_with_everything_in_it(password_file):
    demo(password_file)
    leave_demo()
    assert not Event.objects.exists()
    assert not Player.objects.exists()
    assert authenticate(username="demo", password=password_file.read_text().strip()) is None
