"""What a player is told whose page does not exist."""

import pytest
from django.test import Client

from tests.factories import make_drawn_event, make_round

pytestmark = pytest.mark.django_db


def test_a_page_that_a_public_event_does_not_have_leads_back_to_it(client: Client) -> None:
    event = make_drawn_event(4, name="Coppa", published=True)
    make_round(event)
    answer = client.get(f"/t/{event.slug}/rounds/9/")
    assert answer.status_code == 404
    assert "Questa pagina di «Coppa» non c’è" in answer.text
    assert f'href="/t/{event.slug}/"' in answer.text
    assert f'href="/t/clubs/{event.club.slug}/"' in answer.text


@pytest.mark.parametrize("published", [True, False])
def test_who_does_not_find_his_event_is_sent_to_the_list(client: Client, published: bool) -> None:
    """Whether there is such an event, not public, is nobody's business."""
    event = make_drawn_event(4, name="Segreto", published=published)
    slug = "nessuno" if published else event.slug
    answer = client.get(f"/t/{slug}/standings/")
    assert answer.status_code == 404
    assert "Inquadra di nuovo il codice" in answer.text
    assert '<a class="button primary" href="/">Tutti i tornei pubblici</a>' in answer.text
    assert "Segreto" not in answer.text
    assert "organizzatore" not in answer.text


def test_a_page_of_organisers_leads_to_the_door(client: Client) -> None:
    answer = client.get("/e/nessuno/nowhere/")
    assert answer.status_code == 404
    assert "Entra come organizzatore" in answer.text
    assert "Inquadra" not in answer.text
