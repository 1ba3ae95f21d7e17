"""The document of an event is kept at each publication, and can be had again."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Role
from clubtornei.events.models import Event
from clubtornei.rounds.drafts.round_actions import draw_round, publish as publish_round
from clubtornei.rounds.models import PublishedDocument
from clubtornei.rounds.pages.settings_actions import publish
from clubtornei.rounds.privacy.actions import forget
from tests.factories import make_club, make_drawn_event, make_player, signed_in

pytestmark = pytest.mark.django_db


def kept(client: Client, event: Event) -> dict[str, object]:
    answer = client.get(reverse("rounds:export_published", args=[event.slug]))
    assert "attachment" in answer["Content-Disposition"]
    found: dict[str, object] = json.loads(answer.content)
    return found


def test_what_happens_after_a_publication_is_not_in_the_kept_document() -> None:
    event = make_drawn_event(4, make_club())
    client = signed_in(event.club, Role.ARBITER)
    address = reverse("rounds:export_published", args=[event.slug])
    assert client.get(address).status_code == 404
    publish(event)
    before = kept(client, event)
    event.entries.update(name="Rossi Rovinato")
    assert "Rovinato" in client.get(reverse("rounds:export", args=[event.slug])).text
    assert kept(client, event) == before
    draw_round(event, 1)
    publish_round(event, 1)
    assert "Rovinato" in json.dumps(kept(client, event)), "a round was published"
    assert address in client.get(reverse("rounds:settings", args=[event.slug])).text


def test_nobody_who_is_forgotten_stays_in_a_kept_document() -> None:
    player = make_player(club := make_club())
    event = make_drawn_event(4, club)
    event.entries.filter(entry_no=1).update(player=player, name=player.name)
    publish(event)
    assert player.name in PublishedDocument.objects.get().document
    forget(player)
    assert not PublishedDocument.objects.exists()
