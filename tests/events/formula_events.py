"""Events made by a named formula, for the tests of several rooms."""

from datetime import date
from typing import Any

from django.utils.timezone import localdate

from clubtornei.accounts.models import Club
from clubtornei.events import formula_actions as actions
from clubtornei.events.details import EventDetails
from clubtornei.events.models import Event
from clubtornei.events.plans import FormulaChoice

DETAILS = {"name": "Campionato", "starts_on": str(localdate()), "game": "RisiKo!", "place": ""}


def choice(name: str = "rtu-two-days", players: int = 20, **options: Any) -> FormulaChoice:
    return FormulaChoice(name=name, players=players, options=options, scoring="")


def make(club: Club, chosen: FormulaChoice) -> Event:
    return actions.create_by_formula(
        club, EventDetails(**{**DETAILS, "starts_on": date(2026, 11, 21)}), chosen
    )
