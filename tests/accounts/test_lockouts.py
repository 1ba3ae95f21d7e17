"""Who gives too many wrong passwords waits, he alone, and an owner can lift it."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from axes.models import AccessAttempt, AccessFailureLog
from django.contrib.auth.hashers import check_password
from django.contrib.auth.models import User
from django.db.models import F
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from clubtornei.accounts import lockouts, password_hashing
from clubtornei.accounts.models import Role
from tests.factories import make_club, make_member, make_user, signed_in

pytestmark = pytest.mark.django_db
RIGHT = "re-bianco-42"
WAIT = "Troppe password sbagliate per questo nome utente"
PER_ADDRESS, PER_ACCOUNT = 10, 12


@pytest.fixture(autouse=True)
def low_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lockouts, "PER_ADDRESS", PER_ADDRESS)
    monkeypatch.setattr(lockouts, "PER_ACCOUNT", PER_ACCOUNT)


@pytest.fixture
def ada() -> User:
    return make_user("ada", RIGHT)


def sign_in(password: str, name: str = "ada", address: str = "192.0.2.1", **headers: str) -> HttpResponse:
    data = {"username": name, "password": password, "next": "/account/"}
    return Client(REMOTE_ADDR=address).post(reverse("login"), data, headers=headers)


def said_in(answer: HttpResponse) -> str:
    """The page, with plain spaces."""
    return answer.text.replace("\xa0", " ")


def fail(times: int, **who: str) -> HttpResponse:
    return [sign_in("sbagliata", **who) for _time in range(times)][-1]


def test_the_fifth_wrong_password_locks_out_and_says_for_how_long(ada: User) -> None:
    assert fail(4).status_code == 200
    answer = fail(1)
    assert answer.status_code == 429
    assert WAIT in answer.text
    assert "riprova fra 15 minuti" in said_in(answer)
    assert answer["Retry-After"] == "900"
    assert "Il titolare del circolo può" in answer.text
    assert 'value="ada"' in answer.text


def test_then_not_even_the_right_one_is_let_in_until_the_time_is_over(ada: User) -> None:
    fail(5)
    assert sign_in(RIGHT).status_code == 429
    AccessAttempt.objects.update(attempt_time=F("attempt_time") - timedelta(minutes=10))
    answer = sign_in(RIGHT)
    assert (answer.status_code, "riprova fra 5 minuti" in said_in(answer)) == (429, True), (
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


def test_the_right_password_forgets_the_wrong_ones(ada: User) -> None:
    fail(4)
    assert sign_in(RIGHT).status_code == 302
    assert fail(4).status_code == 200


def test_who_does_not_exist_is_answered_like_who_does() -> None:
    assert WAIT in fail(5, name="nessuno").text


@pytest.mark.parametrize(("https", "locked"), [(True, False), (False, True)])
def test_the_address_behind_a_proxy(ada: User, settings, https: bool, locked: bool) -> None:
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


# The limits beside that of account and address


def test_an_address_that_tries_many_names_waits(ada: User) -> None:
    for number in range(PER_ADDRESS):
        assert fail(1, name=f"nome{number}").status_code == 200
    assert sign_in(RIGHT).status_code == 429
    assert sign_in(RIGHT, address="192.0.2.99").status_code == 302
    AccessFailureLog.objects.update(attempt_time=F("attempt_time") - timedelta(minutes=16))
    assert sign_in(RIGHT).status_code == 302


@pytest.mark.parametrize(
    ("first", "second", "status"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", 429),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", 302),
        ("::ffff:192.0.2.1", "192.0.2.1", 429),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", 302),
    ],
)
def test_of_ipv6_a_whole_network_is_one_address(ada: User, first: str, second: str, status: int) -> None:
    fail(5, address=first)
    assert sign_in(RIGHT, address=second).status_code == status


def test_who_tries_an_account_from_many_addresses_waits_for_a_day(ada: User) -> None:
    for number in range(PER_ACCOUNT):
        assert fail(1, address=f"198.51.100.{number}").status_code == 200
    assert sign_in(RIGHT, address="203.0.113.1").status_code == 429
    AccessFailureLog.objects.update(attempt_time=F("attempt_time") - timedelta(hours=23))
    assert sign_in(RIGHT, address="203.0.113.1").status_code == 429
    AccessFailureLog.objects.update(attempt_time=F("attempt_time") - timedelta(hours=2))
    assert sign_in(RIGHT, address="203.0.113.1").status_code == 302


# Browsers that are known


def sign_in_with(browser: Client, password: str = RIGHT, name: str = "ada") -> int:
    return browser.post(reverse("login"), {"username": name, "password": password}).status_code


@pytest.fixture
def arbiter(ada: User) -> Client:
    """A browser on the network of the hall that has signed in as her, and has left again."""
    browser = Client(REMOTE_ADDR="192.0.2.1")
    assert sign_in_with(browser) == 302
    browser.post(reverse("logout"))
    return browser


def test_a_stranger_in_the_hall_does_not_keep_out_a_browser_that_was_there_before(arbiter: Client) -> None:
    fail(7)
    for number in range(max(PER_ADDRESS, PER_ACCOUNT)):
        fail(1, name=f"nome{number}")
        fail(1, address=f"198.51.100.{number}")
    assert sign_in(RIGHT).status_code == 429
    assert sign_in_with(arbiter) == 302


def test_a_known_browser_has_a_budget_too(arbiter: Client) -> None:
    assert [sign_in_with(arbiter, "sbagliata") for _time in range(5)][-1] == 429
    assert sign_in_with(arbiter) == 429
    assert sign_in(RIGHT).status_code == 302, "which is its own"


def test_a_browser_is_known_to_the_account_alone(arbiter: Client) -> None:
    make_user("eva", RIGHT)
    fail(5, name="eva")
    assert sign_in_with(arbiter, name="eva") == 429


def test_a_cookie_that_the_site_has_not_signed_is_none(arbiter: Client) -> None:
    (name,) = (name for name in arbiter.cookies if name.startswith("known-"))
    forged = Client(REMOTE_ADDR="192.0.2.1")
    forged.cookies[name] = "scelto:1uXyZ:" + "x" * 43
    fail(5)
    assert sign_in_with(forged) == 429


# How many passwords are looked at at a time


def test_at_most_two_passwords_are_hashed_at_a_time(settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.PASSWORD_HASHERS = ["clubtornei.accounts.password_hashing.PasswordHasher"]
    monkeypatch.setattr(password_hashing, "WAIT", 0)
    stored = password_hashing.PasswordHasher().encode(RIGHT, "salt")

    def outcome(_number: int) -> bool | None:
        try:
            return check_password(RIGHT, stored)
        except password_hashing.HashingBusy:
            return None

    with ThreadPoolExecutor(16) as crowd:
        outcomes = list(crowd.map(outcome, range(16)))
    assert 1 <= outcomes.count(True) <= 4, "two, and who comes when they are done"
    assert outcomes.count(None) == 16 - outcomes.count(True)


def test_while_a_stranger_signs_in_strangers_wait(arbiter: Client) -> None:
    with password_hashing.place_for_unknown_browser():
        answer = sign_in(RIGHT)
        assert (answer.status_code, answer["Retry-After"]) == (429, "2")
        assert 'value="ada"' in answer.text
        assert sign_in_with(arbiter) == 302
    assert sign_in(RIGHT).status_code == 302


def test_no_place_is_free(ada: User, client: Client, settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.PASSWORD_HASHERS = ["clubtornei.accounts.password_hashing.PasswordHasher"]
    monkeypatch.setattr(password_hashing, "WAIT", 0)
    ada.set_password(RIGHT)
    ada.save()
    client.force_login(ada)
    with password_hashing.AT_A_TIME, password_hashing.AT_A_TIME:
        answer = client.post(reverse("accounts:account_delete"), {"password": RIGHT})
    assert (answer.status_code, answer["Retry-After"]) == (429, "2")
    assert "Riprova fra qualche secondo" in answer.text
