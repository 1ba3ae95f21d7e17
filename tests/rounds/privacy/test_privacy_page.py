"""What the site says of itself is what it stores."""

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.players.models import Player
from clubtornei.rounds.privacy.stored import (
    NOT_OF_PEOPLE,
    PURPOSES,
    columns_of,
    label_of,
    stored,
    tables,
    undescribed,
)
from tests.factories import make_event


def test_of_every_table_it_is_said_whether_it_is_of_people() -> None:
    assert undescribed() == []
    assert {*PURPOSES, *NOT_OF_PEOPLE} <= {label_of(model) for model in tables()}
    assert not PURPOSES.keys() & NOT_OF_PEOPLE.keys()


def test_every_table_that_names_a_user_or_a_player_is_of_people() -> None:
    naming = {
        label_of(model)
        for model in tables()
        for field in model._meta.concrete_fields
        if field.related_model is not None
        and label_of(field.related_model) in {"auth.User", "players.Player", "events.Entry"}
    }
    assert naming <= {one.table for one in stored()}


@pytest.mark.django_db
def test_anybody_reads_it_with_every_column(client: Client) -> None:
    page = client.get(reverse("rounds:privacy")).text
    assert ", ".join(columns_of(Player)) in page
    assert "Storia: Iscrizioni ai tornei" in page
    assert "sessionid" not in client.cookies


@pytest.mark.django_db
def test_who_reads_the_pages_of_an_event_gets_no_cookie_as_the_page_says(client: Client) -> None:
    assert "non riceve cookie" in " ".join(client.get(reverse("rounds:privacy")).text.split())
    reader, event = Client(), make_event(published=True)
    for name in ("event", "rules", "verify", "screen"):
        reader.get(reverse(f"public:{name}", args=[event.slug]))
    assert not reader.cookies
