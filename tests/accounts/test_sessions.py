"""A user sees where he is signed in, and ends it."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils.timezone import now

from clubtornei.accounts.models import Session
from tests.factories import make_user

pytestmark = pytest.mark.django_db
PASSWORD = "re-bianco-42"


@pytest.fixture
def ada() -> User:
    return make_user("ada", PASSWORD)


def browser(agent: str, address: str = "192.0.2.1", name: str = "ada") -> Client:
    """One with which the user has signed in."""
    client = Client(REMOTE_ADDR=address, headers={"user-agent": agent})
    assert client.post(reverse("login"), {"username": name, "password": PASSWORD}).status_code == 302
    return client


def is_in(client: Client) -> bool:
    return client.get(reverse("accounts:account")).status_code == 200


def test_each_session_is_listed_with_its_browser_and_address(ada: User) -> None:
    laptop, _phone = browser("Firefox del portatile"), browser("Safari del telefono", "192.0.2.77")
    page = laptop.get(reverse("accounts:account")).text
    assert page.index("Firefox del portatile") < page.index("Safari del telefono"), "this one first"
    assert "192.0.2.77" in page
    assert Session.objects.filter(user=ada).count() == 2


def test_no_key_of_a_session_is_on_the_page(ada: User) -> None:
    laptop = browser("Firefox")
    browser("Safari")
    page = laptop.get(reverse("accounts:account")).text
    assert not [one for one in Session.objects.all() if one.session_key in page]


def test_the_old_address_leads_to_the_list(ada: User) -> None:
    assert Client().get("/account/sessions/").url == "/account/#sessions"


def test_one_is_ended_and_the_others_go_on(ada: User) -> None:
    laptop, phone, tablet = browser("Firefox"), browser("Safari"), browser("Chromium")
    number = Session.objects.get(agent="Safari").number
    answer = laptop.post(reverse("accounts:session_end"), {"number": number}, follow=True)
    assert "1 accesso terminato." in answer.text
    assert [is_in(client) for client in (laptop, phone, tablet)] == [True, False, True]


def test_all_others_are_ended_at_once(ada: User) -> None:
    laptop, phone, tablet = browser("Firefox"), browser("Safari"), browser("Chromium")
    assert "2 accessi terminati." in laptop.post(reverse("accounts:session_end"), follow=True).text
    assert [is_in(client) for client in (laptop, phone, tablet)] == [True, False, False]


def test_nobody_sees_or_ends_those_of_others(ada: User) -> None:
    make_user("eva", PASSWORD)
    laptop, other = browser("Firefox"), browser("Di Eva", name="eva")
    assert "Di Eva" not in laptop.get(reverse("accounts:account")).text
    laptop.post(reverse("accounts:session_end"), {"number": Session.objects.get(agent="Di Eva").number})
    laptop.post(reverse("accounts:session_end"))
    assert is_in(other)


def test_a_new_password_ends_all_others_and_lists_them_no_longer(ada: User) -> None:
    laptop, phone = browser("Firefox"), browser("Safari")
    new = {"old_password": PASSWORD, "new_password1": "re-nero-43", "new_password2": "re-nero-43"}
    laptop.post(reverse("accounts:password"), new)
    assert [is_in(client) for client in (laptop, phone)] == [True, False]
    assert [one.agent for one in Session.objects.filter(user=ada)] == ["Firefox"]


def test_what_has_expired_is_not_listed(ada: User) -> None:
    laptop, _phone = browser("Firefox"), browser("Safari")
    Session.objects.filter(agent="Safari").update(expire_date=now() - timedelta(minutes=1))
    assert "Safari" not in laptop.get(reverse("accounts:account")).text


def test_signing_out_deletes_the_session(ada: User) -> None:
    browser("Firefox").post(reverse("logout"))
    assert not Session.objects.exists()
