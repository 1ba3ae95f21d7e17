"""The pages of a closed event: they offer nothing to change, and say how it can be."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.timezone import now

from clubtornei.accounts.models import Role
from clubtornei.events.models import Event, SignUpSettings
from clubtornei.rounds.stages.closing_actions import close
from tests.factories import make_played_event, signed_in

pytestmark = pytest.mark.django_db


def content(client: Client, event: Event, view: str, *args: int) -> str:
    return client.get(reverse(f"rounds:{view}", args=[event.slug, *args])).text.split("<main")[1]


@pytest.mark.parametrize("view", ["sign_ups", "fees"])
def test_what_cannot_be_changed_looks_so(view: str) -> None:
    event = make_played_event(4, 1, entry_fee=10)
    SignUpSettings.objects.create(event=event, enabled=True)
    event.sign_ups.create(name="Ada Rossi", contact="ada@example.org", at=now())
    owner, arbiter = (signed_in(event.club, role) for role in (Role.OWNER, Role.ARBITER))
    said = "Il torneo è chiuso: riaprilo per cambiare"
    before = content(owner, event, view)
    assert said not in before and "<form" in before
    close(event, unfinished=True, level=True)
    shown = content(owner, event, view)
    assert said in shown and reverse("rounds:reopen", args=[event.slug]) in shown
    assert "<input name" not in shown and "Rifiuta" not in shown and "Salva" not in shown
    assert "lo riapre il titolare" in content(arbiter, event, view)


def test_results_are_corrected_after_closing_only_from_the_report() -> None:
    event = make_played_event(4, 2, game="chess")
    arbiter = signed_in(event.club, Role.ARBITER)
    assert "Correggi il risultato" in content(arbiter, event, "round", 1)
    close(event, unfinished=True, level=True)
    assert "Correggi il risultato" not in content(arbiter, event, "round", 1)
    from_report = reverse("rounds:round", args=[event.slug, 1]) + "?report=1"
    assert f'href="{from_report}"' in content(arbiter, event, "homologation")
    assert "Correggi il risultato" in arbiter.get(from_report).text
