"""Events at tables of more than two, made by formulas: a championship, a Master, an evening of cards."""

from collections.abc import Sequence
from datetime import date, timedelta
from random import Random

from django.contrib.auth.models import User

from clubtornei.accounts.models import Club
from clubtornei.events.formula_actions import create_by_formula
from clubtornei.events.plans import FormulaChoice
from clubtornei.players.models import Player
from clubtornei.rounds.demo.arbiter import Arbiter, Marks, details
from clubtornei.rounds.pages import settings_actions
from clubtornei.rounds.participation.attendance import actions as attendance
from clubtornei.rounds.participation.entries import actions as entry_actions
from clubtornei.rounds.results import proposal_actions as proposals
from clubtornei.rounds.stages import closing_actions as closing
from clubtornei.rounds.stages import entrant_actions

FORTNIGHT = 14


def championship_between_evenings(
    club: Club, user: User, players: Sequence[Player], newcomers: Sequence[Player], day: date
) -> None:
    """Three of five evenings are played: each time others were missing, and from the second on somebody new
    has come. For the fourth, to be drawn, one has said that he will not be there.
    """
    evenings = 5
    said = details("Campionato RisiKo!", "RisiKo!", day, day + timedelta(days=FORTNIGHT * evenings))
    everybody = len(players) + len(newcomers)
    choice = FormulaChoice(
        name="rtu-evenings", players=everybody, options={"rounds": evenings, "discards": 1}
    )
    arbiter = Arbiter(create_by_formula(club, said, choice), user, _armies)
    arbiter.number(players)
    arbiter.plan(day, evenings, FORTNIGHT)
    arbiter.plan(day + timedelta(days=FORTNIGHT * evenings), 1, FORTNIGHT, stage=2)
    missing = {1: players[:1], 2: players[4:8], 3: players[9:10], 4: players[2:3]}
    for number in (1, 2, 3):
        if number > 1:
            entry_actions.enter(arbiter.event, newcomers[number - 2 : number - 1])
        _miss(arbiter, missing[number], number)
        arbiter.play_round(number)
    _miss(arbiter, missing[4], 4)
    settings_actions.publish(arbiter.event)


def _miss(arbiter: Arbiter, missing: Sequence[Player], number: int) -> None:
    for player in missing:
        attendance.set_plans(arbiter.event, arbiter.entry_no(player), {number: "absent"})


def master_closed(club: Club, user: User, players: Sequence[Player], day: date) -> None:
    """Two games for all, two semi-finals, and the final with the first two of the ranking."""
    choice = FormulaChoice(name="master-2020", players=len(players))
    said = details("Master RisiKo!", "RisiKo!", day, place="Ludoteca San Rocco")
    arbiter = Arbiter(create_by_formula(club, said, choice), user, _armies)
    event = arbiter.event
    arbiter.number(players)
    for stage, rounds in ((1, 2), (2, 1), (3, 1)):
        arbiter.plan(day, rounds, 0, stage=stage)
        if stage > 1:
            entrant_actions.begin_stage(event, stage)
        for number in range(1, rounds + 1):
            arbiter.play_round(number)
    closing.close(event)
    settings_actions.publish(event)


def cards_tonight(club: Club, user: User, players: Sequence[Player], day: date) -> None:
    """The second game of an evening of scopa: two tables are noted, another has sent its result by phone."""
    choice = FormulaChoice(name="labyrinth", players=len(players))
    said = details("Serata di scopa", "Scopa", day, place="Sala del circolo")
    arbiter = Arbiter(create_by_formula(club, said, choice), user, _tricks)
    arbiter.number(players)
    arbiter.play_round(1)
    first, second, third, *_still_playing = arbiter.next_round(2)
    arbiter.play([first, second])
    proposals.propose_marks(arbiter.event, third.pk, arbiter.count(third))
    settings_actions.publish(arbiter.event)


def _armies(chance: Random, players: int) -> Marks:
    """Points of the territories held; at every third table or so somebody is out before the end."""
    noted: Marks = [{"points": points} for points in chance.sample(range(18, 96), players)]
    if chance.random() < 0.3:
        noted[chance.randrange(players)] = {"points": 0, "eliminated": 1}
    return noted


def _tricks(chance: Random, players: int) -> Marks:
    return [{"points": points} for points in chance.sample(range(3, 22), players)]
