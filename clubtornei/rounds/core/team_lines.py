"""The lines below the name of a team, which say who plays in it."""

from collections.abc import Iterable
from math import ceil

from clubtornei.rounds.core.site_facts import player_facts
from scoring.record import Player

LETTERS = 40  # on a line


def team_lines(players: Iterable[Player]) -> list[int]:
    """How many there are for each player; 0 where it is no team."""
    return [ceil(len(", ".join(player_facts(player).members)) / LETTERS) for player in players]
