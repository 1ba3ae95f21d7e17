"""The ranking as a page shows it and as the engines find it in the exported document, to be compared."""

from fractions import Fraction
from typing import Any

from playwright.sync_api import Page

from clubtornei.rounds.state.formatting import FRACTIONS
from tests.commands import run_on

Rows = list[list[Any]]
"""Rank, name and criteria of each row."""


def ranking_on(page: Page) -> Rows:
    """What the page writes with ½ ¼ ¾ and commas as numbers."""
    rows = page.locator("table.standings tbody tr:not(.group)").all()
    return [
        [
            row.locator(".rank").inner_text(),
            row.locator(".name a").inner_text(),
            *(_exact(value) for value in row.locator("td.num").all_inner_texts()[:-1]),  # then those played
        ]
        for row in rows
    ]


def _exact(value: str) -> Fraction | None:
    if value == "–":
        return None
    for digits, sign in FRACTIONS.items():
        value = value.replace(sign, f".{digits}")
    return Fraction(value.replace(",", "."))


def ranking_by_the_engines(document: Any, *options: str) -> Rows:
    """What `python -m scoring standings` answers."""
    names = {player["id"]: player["name"] for player in document["players"]}
    rows = run_on(document, "scoring", "standings", "-", *options).answer["rows"]
    return [
        [
            str(row["rank"]),
            names[row["player"]],
            *(None if value is None else Fraction(value) for value in row["values"].values()),
        ]
        for row in rows
    ]
