"""The pages of a closed event: they offer nothing to change, and say how it can be."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.timezone import now

from clubtornei.accounts.models import Role
from clubtornei.events.models import Event, SignUpSettings
from clubtornei.rounds.stages.closing_actions import close
from tests.factories import make_played_event, signed_in
from tests.rounds.staged import FIRST_FOUR, make_staged_event, play

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
    closed = content(arbiter, event, "round", 1)
    assert "Correggi il risultato" not in closed and "2 di 2" in closed
    assert "#round-next" not in closed  # nothing comes next
    from_report = reverse("rounds:round", args=[event.slug, 1]) + "?report=1"
    assert f'href="{from_report}"' in content(arbiter, event, "homologation")
    assert "Correggi il risultato" in arbiter.get(from_report).text


@pytest.mark.parametrize("stages", [(), (FIRST_FOUR,)])
def test_the_final_ranking_has_the_same_head_for_arbiters_and_players(
    stages: tuple[dict[str, Any], ...],
) -> None:
    event = make_staged_event(9, *stages, published=True)
    play(event, 1, 1)
    close(event, unfinished=True, level=True)
    desk = content(signed_in(event.club, Role.ARBITER), event, "final" if stages else "standings")
    public = Client().get(f"/t/{event.slug}/standings/").text.split("<main")[1]
    heads = [re.search(r"<h([12])>(.*?)</h\1>", page, re.DOTALL) for page in (desk, public)]
    for head in heads:
        assert head
        assert re.sub("<[^>]*>", " ", head[2]).split() == ["Classifica", "finale", "chiuso"]
