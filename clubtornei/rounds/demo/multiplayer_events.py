"""Demo events with multi-player tables, made by formulas: a championship, a Master, an evening of cards."""

from collections.abc import Sequence
from datetime import date, timedelta
from random import Random

from django.contrib.auth.models import User

from clubtornei.accounts.models import Club
from clubtornei.events.formula_actions import create_by_formula
from clubtornei.events.plans import FormulaChoice
from clubtornei.players.models import Player
from clubtornei.rounds.demo.arbiter import DemoArbiter, event_details
from clubtornei.rounds.pages import settings_actions
from clubtornei.rounds.participation.attendance import actions as attendance
from clubtornei.rounds.participation.entries import actions as entry_actions
from clubtornei.rounds.results import proposal_actions as proposals
from clubtornei.rounds.stages import closing_actions as closing, entrant_actions
from scoring.document import SeatScore

FORTNIGHT = 14


def championship_between_evenings(
    club: Club, user: User, players: Sequence[Player], newcomers: Sequence[Player], day: date
) -> None:
    """A championship with three of five evenings played; the fourth is to be drawn.

    Some players missed each evening, one will miss the fourth; newcomers entered for the second and third.
    """
    evenings = 5
    details = event_details("Campionato RisiKo!", "RisiKo!", day, day + timedelta(days=FORTNIGHT * evenings))
    everybody = len(players) + len(newcomers)
    choice = FormulaChoice(
        name="rtu-evenings", players=everybody, options={"rounds": evenings, "discards": 1}
    )
    arbiter = DemoArbiter(create_by_formula(club, details, choice), user, _random_armies)
    arbiter.enter_and_number(players)
    arbiter.plan_days(day, evenings, FORTNIGHT)
    arbiter.plan_days(day + timedelta(days=FORTNIGHT * evenings), 1, FORTNIGHT, stage=2)
    missing = {1: players[:1], 2: players[4:8], 3: players[9:10], 4: players[2:3]}
    for number in (1, 2, 3):
        if number > 1:
            entry_actions.enter(arbiter.event, newcomers[number - 2 : number - 1])
        _set_absent(arbiter, missing[number], number)
        arbiter.play_round(number)
    _set_absent(arbiter, missing[4], 4)
    settings_actions.publish(arbiter.event)


def _set_absent(arbiter: DemoArbiter, missing: Sequence[Player], number: int) -> None:
    for player in missing:
        attendance.set_plans(arbiter.event, arbiter.entry_no(player), {number: "absent"})


def master_closed(club: Club, user: User, players: Sequence[Player], day: date) -> None:
    """A closed Master: two games for all, two semi-finals, and the final."""
    choice = FormulaChoice(name="master-2020", players=len(players))
    details = event_details("Master RisiKo!", "RisiKo!", day, place="Ludoteca San Rocco")
    arbiter = DemoArbiter(create_by_formula(club, details, choice), user, _random_armies)
    event = arbiter.event
    arbiter.enter_and_number(players)
    for stage, rounds in ((1, 2), (2, 1), (3, 1)):
        arbiter.plan_days(day, rounds, 0, stage=stage)
        if stage > 1:
            entrant_actions.begin_stage(event, stage)
        for number in range(1, rounds + 1):
            arbiter.play_round(number)
    closing.close(event, level=True)
    settings_actions.publish(event)


def cards_tonight(club: Club, user: User, players: Sequence[Player], day: date) -> None:
    """An evening of scopa in its second game: two tables have results, a third has proposed one by phone."""
    choice = FormulaChoice(name="labyrinth", players=len(players))
    details = event_details("Serata di scopa", "Scopa", day, place="Sala del circolo")
    arbiter = DemoArbiter(create_by_formula(club, details, choice), user, _random_tricks)
    arbiter.enter_and_number(players)
    arbiter.play_round(1)
    first, second, third, *_still_playing = arbiter.next_round(2)
    arbiter.play([first, second])
    proposals.propose_scores(arbiter.event, third.pk, arbiter.make_scores(third))
    settings_actions.publish(arbiter.event)


def _random_armies(rng: Random, players: int) -> list[SeatScore]:
    """Points of the territories held; at about every third table one player was eliminated."""
    scores = [SeatScore(points=points) for points in rng.sample(range(18, 96), players)]
    if rng.random() < 0.3:
        scores[rng.randrange(players)] = SeatScore(points=0, eliminated=1)
    return scores


def _random_tricks(rng: Random, players: int) -> list[SeatScore]:
    """Points of the tricks taken."""
    return [SeatScore(points=points) for points in rng.sample(range(3, 22), players)]
