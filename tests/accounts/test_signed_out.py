"""Who is signed out in the middle of his work signs in and is where he was."""

import pytest
from django.contrib.messages import get_messages
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.factories import make_event

pytestmark = pytest.mark.django_db
SITE = "http://testserver"


@pytest.fixture
def slug() -> str:
    return make_event(published=False).slug


def way_in(page: str) -> str:
    return f"{reverse('login')}?next={page}"


def told(client: Client) -> str:
    return client.get(reverse("login")).text


def test_the_page_asked_for_opens_after_signing_in(slug: str, client: Client) -> None:
    answer = client.get(f"/e/{slug}/rounds/1/?view=list")
    assert answer["Location"] == way_in(f"/e/{slug}/rounds/1/%3Fview%3Dlist")
    assert "entra, e la pagina si apre" in told(client)


@pytest.mark.parametrize(
    ("referer", "page"),
    [
        (SITE + "/e/{}/settings/?all=1", "/e/{}/settings/%3Fall%3D1"),
        ("", "/e/{}/"),
        ("https://elsewhere.example/e/", "/e/{}/"),
    ],
)
def test_what_is_sent_is_not_saved(referer: str, page: str, slug: str, client: Client) -> None:
    answer = client.post(f"/e/{slug}/publish/", {"published": "1"}, headers={"Referer": referer.format(slug)})
    assert answer["Location"] == way_in(page.format(slug))
    assert "quest’ultima operazione non è stata salvata" in told(client)


@pytest.mark.parametrize(("method", "part"), [("get", "rounds/1/"), ("post", "tables/1/result/")])
def test_htmx_leaves_for_the_page_to_sign_in(method: str, part: str, slug: str, client: Client) -> None:
    page = f"/e/{slug}/history/"
    headers = {"HX-Request": "true", "HX-Current-URL": SITE + page}
    answer: HttpResponse = getattr(client, method)(f"/e/{slug}/{part}", headers=headers)
    assert answer["HX-Redirect"] == way_in(page)
    assert not answer.content


@pytest.mark.parametrize("area", ["e", "c"])
def test_what_there_is_not_is_answered_alike(area: str) -> None:
    there = make_event(published=False)
    answers = []
    for slug in (there.slug if area == "e" else there.club.slug, "nowhere"):
        answer = Client().get(f"/{area}/{slug}/")
        said = [str(one) for one in get_messages(answer.wsgi_request)]
        answers.append((answer.status_code, answer["Location"].replace(slug, ""), said))
    assert answers[0] == answers[1]
    assert answers[0][0] == 302


def test_a_page_that_is_not_there_offers_to_sign_in_for_it(client: Client) -> None:
    assert f'href="{way_in("/nowhere/%3Fa%3D1")}"' in client.get("/nowhere/?a=1").text
