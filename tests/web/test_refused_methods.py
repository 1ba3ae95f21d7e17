"""What a browser shows of an address that it asks for with the wrong method."""

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Role
from tests.factories import make_club, make_played_event, signed_in

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("language", "said"), [("it", "Questa mossa qui non vale"), ("en", "That move does not count here")]
)
def test_a_form_opened_as_a_page_is_told_in_the_readers_language(language: str, said: str) -> None:
    answer = Client().get(reverse("logout"), headers={"Accept-Language": language})
    assert (answer.status_code, "POST" in answer["Allow"]) == (405, True)
    assert answer["Content-Type"].startswith("text/html")
    assert said in answer.text


def test_the_page_has_the_header_of_who_is_signed_in() -> None:
    club = make_club()
    assert reverse("accounts:account") in signed_in(club, Role.OWNER).get(reverse("logout")).text


def test_the_json_interface_tells_it_as_json() -> None:
    event = make_played_event(4, 1)
    answer = Client().post(reverse("api:event", args=[event.slug]))
    assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD")
    assert answer.json() == {"error": "Qui si legge soltanto: con GET."}
