"""The players on the demo club's roster, all invented, from people.csv."""

import csv
from pathlib import Path

from clubtornei.accounts.models import Club
from clubtornei.players.models import Player

PEOPLE = Path(__file__).with_name("people.csv")
"""No club has more players at large tables than there are tables, so that a seating without clubmates at one
is found quickly.
"""


def people_of(club: Club, plays: str) -> list[Player]:
    """Unsaved, those who play chess or at tables of more than two (`plays`)."""
    with open(PEOPLE, encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row.pop("plays") == plays]
    return [
        Player(club=club, **{name: _number_or_text(cell) for name, cell in row.items() if cell})
        for row in rows
    ]


def _number_or_text(cell: str) -> int | str:
    return int(cell) if cell.isdecimal() else cell
