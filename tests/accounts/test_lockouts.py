"""Who gives too many wrong passwords waits, he alone, and an owner can lift it."""

import re
from datetime import timedelta

import pytest
from axes.models import AccessAttempt
from django.contrib.auth.models import User
from django.db.models import F
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Role
from tests.factories import make_club, make_member, make_user, signed_in

pytestmark = pytest.mark.django_db
RIGHT = "re-bianco-42"
WAIT = "Troppe password sbagliate per questo nome utente"


@pytest.fixture
def ada() -> User:
    return make_user("ada", RIGHT)


def sign_in(password: str, name: str = "ada", address: str = "192.0.2.1", **headers: str) -> HttpResponse:
    data = {"username": name, "password": password, "next": "/account/"}
    return Client(REMOTE_ADDR=address).post(reverse("login"), data, headers=headers)


def fail(times: int, **who: str) -> HttpResponse:
    return [sign_in("sbagliata", **who) for _time in range(times)][-1]


def test_the_fifth_wrong_password_locks_out_and_says_for_how_long(ada: User) -> None:
    assert fail(4).status_code == 200
    answer = fail(1)
    assert answer.status_code == 429
    assert WAIT in answer.text
    assert "riprova fra 15 minuti" in answer.text
    assert "Il titolare del circolo può" in answer.text
    assert 'value="ada"' in answer.text


def test_then_not_even_the_right_one_is_let_in_until_the_time_is_over(ada: User) -> None:
    fail(5)
    assert sign_in(RIGHT).status_code == 429
    AccessAttempt.objects.update(attempt_time=F("attempt_time") - timedelta(minutes=10))
    answer = sign_in(RIGHT)
    assert (answer.status_code, "riprova fra 5 minuti" in answer.text) == (429, True), (
        "waiting is not prolonged"
    )
    AccessAttempt.objects.update(attempt_time=F("attempt_time") - timedelta(minutes=6))
    assert sign_in(RIGHT).url == "/account/"


def test_a_name_that_nobody_can_have_is_refused_and_not_counted() -> None:
    answer = fail(6, name="x" * 300)
    assert answer.status_code == 200
    assert "Nome utente o password non sono giusti" in answer.text
    assert re.findall('aria-describedby="([^"]*)"', answer.text) == ["id_username_error"]
    assert 'id="id_username_error"' in answer.text
    assert not AccessAttempt.objects.exists()


def test_others_at_the_same_address_sign_in_all_the_while(ada: User) -> None:
    make_user("eva", RIGHT)
    fail(7)
    assert sign_in(RIGHT, name="eva").status_code == 302


def test_nobody_elsewhere_keeps_the_arbiter_out(ada: User) -> None:
    fail(7)
    assert sign_in(RIGHT, address="192.0.2.99").status_code == 302


def test_another_browser_does_not_help(ada: User) -> None:
    for number in range(5):
        answer = sign_in("sbagliata", **{"user-agent": f"browser {number}"})
    assert answer.status_code == 429


def test_the_right_password_forgets_the_wrong_ones(ada: User) -> None:
    fail(4)
    assert sign_in(RIGHT).status_code == 302
    assert fail(4).status_code == 200


def test_who_does_not_exist_is_answered_like_who_does() -> None:
    assert WAIT in fail(5, name="nessuno").text


@pytest.mark.parametrize(("https", "locked"), [(True, False), (False, True)])
def test_behind_a_proxy_the_address_is_what_the_proxy_says(
    ada: User, settings, https: bool, locked: bool
) -> None:
    """What the visitor has put in front of it counts nothing; without a proxy nothing of it does."""
    settings.HTTPS = https
    for number in range(5):
        sign_in("sbagliata", **{"x-forwarded-for": f"10.0.0.{number}, 198.51.100.7"})
    answer = sign_in(RIGHT, **{"x-forwarded-for": "198.51.100.7, 198.51.100.8"})
    assert answer.status_code == (429 if locked else 302)


@pytest.mark.parametrize("said", ["unknown", "198.51.100.7:443", "'", "x" * 3000])
def test_what_is_no_address_is_that_of_who_has_connected(ada: User, settings, said: str) -> None:
    settings.HTTPS = True
    for _time in range(5):
        answer = sign_in("sbagliata", **{"x-forwarded-for": said})
    assert answer.status_code == 429
    assert AccessAttempt.objects.get().ip_address == "192.0.2.1"


def test_an_owner_sees_who_is_locked_out_and_lifts_it(ada: User) -> None:
    club = make_club()
    owner, member = signed_in(club, Role.OWNER), make_member(club, ada)
    members = reverse("accounts:members", args=[club.slug])
    assert "troppi tentativi" not in owner.get(members).text
    fail(5)
    assert "troppi tentativi, bloccato fino alle" in owner.get(members).text
    answer = owner.post(reverse("accounts:member_unlock", args=[club.slug, member.pk]), follow=True)
    assert "ada può riprovare ad accedere." in answer.text
    assert sign_in(RIGHT).status_code == 302


def test_no_password_is_kept(ada: User) -> None:
    fail(2)
    kept = AccessAttempt.objects.get()
    assert "sbagliata" not in f"{kept.post_data} {kept.get_data}"


def test_strange_addresses_are_no_error() -> None:
    answer = Client().post(
        f"{reverse('login')}?x=%00&{'y' * 3000}=%ff", {"username": "ada", "password": "no"}
    )
    assert answer.status_code == 200
