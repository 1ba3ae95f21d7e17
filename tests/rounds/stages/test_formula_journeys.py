"""Whole events by formulas with a name, from the wizard’s form to the final ranking, as the engines find it.

Every step is the request that the page’s own form sends; a championship of evenings goes the same way through
a browser.
"""

from random import Random
from typing import Any

from django.contrib.messages import ERROR
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.drafts.draft_rows import StoredDraft
from clubtornei.rounds.models import Round
from tests.commands import run_on
from tests.events.formula_events import DETAILS
from tests.factories import make_player
from tests.rounds.staged import decide_ties

CLUBS = ("La Torre", "Alfiere", "Il Cavallo", "")


def test_a_master_of_thirty_seven(club: Club, arbiter: Client) -> None:
    event = make_by_formula(club, arbiter, "master-2020", 37)
    for number in (1, 2):
        assert "Cinquista, a sorte:" in draw(arbiter, event, number)
        play(arbiter, event, 1)
    for stage, entrants in ((2, 16), (3, 4)):
        assert who_passes(arbiter, event, stage) == entrants
        play(arbiter, event, stage)
    assert_final(arbiter, event, 37)


def test_a_labyrinth_evening_of_twenty_six(club: Club, arbiter: Client) -> None:
    """Cards: two games for all, two for eight of them, and three of the final."""
    event = make_by_formula(club, arbiter, "labyrinth", 26, game="Scopa")
    for stage, players, games in ((1, 26, 2), (2, 8, 2), (3, 4, 3)):
        if stage > 1:
            assert who_passes(arbiter, event, stage) == players
            play(arbiter, event, stage)
        for number in range(1 if stage == 1 else 2, games + 1):
            draw(arbiter, event, number)
            assert sum(table.seats.count() for table in playing(event, stage).tables.games()) == players
            play(arbiter, event, stage)
    assert_final(arbiter, event, 26)


def make_by_formula(club: Club, arbiter: Client, formula: str, players: int, **details: Any) -> Event:
    """With everybody of the roster entered, and numbers in one click."""
    for number in range(1, players + 1):
        make_player(club, f"Giocatore {number:02}", affiliation=CLUBS[number % len(CLUBS)])
    address = reverse("events:new_by_formula", args=[club.slug, formula])
    forms = arbiter.get(address, {"players": players}).context["forms"]
    fields = {bound.html_name: bound.value() for bound in [*forms.size, *forms.options]}
    shown = {key: value for key, value in fields.items() if value is not None and value is not False}
    assert arbiter.post(address, DETAILS | shown | details).status_code == 302
    event = club.events.get()
    send(arbiter, event, "enter", player=list(club.players.values_list("pk", flat=True)))
    send(arbiter, event, "announce")
    send(arbiter, event, "draw_numbers")
    return event


def send(arbiter: Client, event: Event, name: str, *where: int, **fields: Any) -> str:
    """The page that the form of that address leads to. Nothing is refused."""
    answer = arbiter.post(reverse(f"rounds:{name}", args=[event.slug, *where]), fields, follow=True)
    refused = [str(message) for message in answer.context["messages"] if message.level == ERROR]
    assert (answer.status_code, refused) == (200, [])
    return answer.text


def playing(event: Event, stage: int) -> Round:
    """The round of the stage that was drawn last."""
    return Round.objects.filter(stage__event=event, stage__number=stage).latest("number")


def draw(arbiter: Client, event: Event, number: int) -> str:
    """The page of the draft."""
    text = send(arbiter, event, "draw_next", number=number)
    assert "Pubblica il turno" in text
    return text


def who_passes(arbiter: Client, event: Event, stage: int) -> int:
    """How many enter the stage, which begins with a draft of its first round; who is level is decided."""
    decide_ties(event, stage)
    event.refresh_from_db()
    send(arbiter, event, "stage_begin", stage, version=event.version)
    entrants = event.stages.get(number=stage).entrants
    assert entrants is not None
    return len(entrants)


def play(arbiter: Client, event: Event, stage: int) -> None:
    """The draft is published, and points come in for every seat, all different at a table."""
    round_ = playing(event, stage)
    chance = Random(f"{event.slug} {stage} {round_.number}")
    send(arbiter, event, "publish", stage, round_.number, expected=StoredDraft(event, round_).token)
    for table in round_.tables.games():
        points = chance.sample(range(5, 95), table.seats.count())
        fields = {f"{seat}-points": number for seat, number in enumerate(points, 1)}
        answer = arbiter.post(reverse("rounds:scores", args=[event.slug, table.pk]), fields)
        assert answer.status_code == 302
    told = arbiter.get(answer["Location"]).context["messages"]
    assert [str(message) for message in told if message.level == ERROR] == []


def assert_final(arbiter: Client, event: Event, players: int) -> None:
    """The page’s final ranking is that of the engines, who also derive all rounds again."""
    send(arbiter, event, "close")
    document = arbiter.get(reverse("rounds:export", args=[event.slug])).json()
    checked = run_on(document, "pairing", "check", "-")
    assert checked.status == 0, checked.answer
    event.refresh_from_db()
    ranked = [(row["rank"], row["player"]) for row in event.final_ranking]
    answer = run_on(document, "scoring", "standings", "-", "--final").answer
    assert ranked == [(row["rank"], row["player"]) for row in answer["rows"]]
    assert len(ranked) == players
    assert arbiter.get(reverse("rounds:final", args=[event.slug])).text.count('id="place-') == players
