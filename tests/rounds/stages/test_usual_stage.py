"""What a stage added by hand begins with: name, places and scoring that fit."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.models import Stage
from clubtornei.events.systems import system_presets
from clubtornei.rounds.stages.usual_stage import usual_stage
from tests.rounds.staged import make_staged_event

RTU = {"scoring": "conversion-150", "scoring_options": {"discards": 1}, "ranking": ["points", "previous"]}
GAMES = ("seating", {"rounds": 3}, None)
ONE_GAME = ("seating", {"rounds": 1}, None)


def stages(*given: tuple[str, dict[str, Any], dict[str, Any] | None], **scored: Any) -> list[Stage]:
    return [
        Stage(number=number, system=system, options=options, qualification=rule, **(scored or RTU))
        for number, (system, options, rule) in enumerate(given, 1)
    ]


def ranked(first: int, last: int) -> dict[str, Any]:
    return {"ranked": {"stage": 1, "from": first, "to": last}}


GROUPS = [
    ("seating", {"rounds": 2}, {"deal": {"group": group, "of": 2, "by": "serpentine"}}) for group in (1, 2)
]
THREE = ("bands", {"tables": 3}, ranked(2, 13))


@pytest.mark.parametrize(
    ("preset", "earlier", "players", "name", "rule", "options"),
    [
        ("semi-finals", [GAMES], 40, "Semifinali", ranked(1, 16), {"tables": 4}),
        ("semi-finals", [ONE_GAME], 64, "Semifinali", {"winners_of": 1}, {"tables": 4}),
        ("three-semi-finals", [GAMES], 20, "Semifinali", ranked(2, 13), {"tables": 3}),
        ("two-semi-finals", [GAMES], 12, "Semifinali", ranked(3, 10), {"tables": 2}),
        ("final", [GAMES], 20, "Finale", ranked(1, 4), {"tables": 1}),
        (
            "final",
            [GAMES, THREE],
            20,
            "Finale",
            {"direct": {"stage": 1, "to": 1}, "winners_of": 2},
            {"tables": 1},
        ),
        (
            "final",
            [ONE_GAME, ("seating", {"rounds": 1, "tables": 5}, {"winners_of": 1})],
            100,
            "Finale",
            {"winners_of": 2},
            {"tables": 1, "size": 5},
        ),
        ("final", GROUPS, 20, "Finale", {"first_of": {"stages": [1, 2], "to": 2}}, {"tables": 1}),
        ("final", [GAMES, ("bands", {"tables": 1}, ranked(1, 4))], 20, "Finale", ranked(5, 8), {"tables": 1}),
    ],
)
def test_name_and_places(preset: str, earlier: Any, players: int, name: str, rule: Any, options: Any) -> None:
    usual = usual_stage(system_presets()[f"bands.{preset}"], stages(*earlier), players)
    assert (usual.name, usual.qualification, usual.options) == (name, rule, options)


def test_the_scoring_is_that_of_the_stage_before_without_its_discards() -> None:
    usual = usual_stage(system_presets()["bands.semi-finals"], stages(GAMES), 40)
    assert (usual.scoring, usual.scoring_options, usual.ranking) == (
        "conversion-150",
        {},
        ["points", "previous"],
    )


def test_four_semi_finals_come_with_their_name_places_and_scoring(club: Club, arbiter: Client) -> None:
    event = make_staged_event(20, club=club)
    address = reverse("rounds:stage_add", args=[event.slug])
    cards = arbiter.get(address).text
    assert "Tre semifinali" in cards and "Quattro semifinali con meno di 32 giocatori" in cards
    context = arbiter.get(address, {"formula": "bands.semi-finals"}).context
    assert context["name_form"]["name"].value() == "Semifinali"
    assert context["qualification"]["ranked_to"].value() == 16
    assert context["stage"].method.name == "table-points"
    play_off = arbiter.get(address, {"formula": "bands.final", "play_off": "1"}).context
    assert play_off["name_form"]["name"].value() == "Spareggio"
