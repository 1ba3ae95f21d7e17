"""Signing up as a browser does, without waiting for the time that a person takes."""

from typing import Any

import pytest
from django.test import Client

from clubtornei.events.models import Event, SignUp, SignUpSettings
from clubtornei.rounds.participation.signups import forms
from clubtornei.rounds.participation.signups.actions import SignUpRequest, sign_up
from tests.factories import make_event


def open_event(club: Any, **settings: Any) -> Event:
    """A published event to which one may sign up."""
    event = make_event(club, published=True)
    SignUpSettings.objects.create(event=event, **{"enabled": True, **settings})
    return event


def asked(name: str, number: int = 0, **others: str) -> SignUpRequest:
    facts = {"affiliation": "", "contact": f"333 {number}", "key": f"{name}-{number}", "address": ""}
    return SignUpRequest(**{"name": name, **facts, **others})


def make_sign_ups(event: Event, *names: str) -> list[SignUp]:
    return [sign_up(event, asked(name)).sign_up for name in names]


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if everybody had taken his time to fill in the form."""
    monkeypatch.setattr(forms, "QUICKEST", -1)


def send(client: Client, event: Event, name: str = "Rossi Ada", **fields: str) -> Any:
    page = client.get(f"/t/{event.slug}/sign-up/")
    filled = {"name": name, "affiliation": "Torre", "contact": "333 1", "website": "", "accepted_rules": "on"}
    return client.post(
        f"/t/{event.slug}/sign-up/", {**filled, "ticket": page.context["form"]["ticket"].value(), **fields}
    )
