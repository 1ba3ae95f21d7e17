"""The stages that event formats are made of: games for everybody, semi-finals, a final."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from pairing.event_format_options import SemiFinalOptions
from scoring.document import DocumentError, ValidationIssue
from scoring.stage_names import FINAL, QUALIFYING, SEMI_FINALS, Words

Sizes = tuple[int, ...]

FOUR, FIVE = 4, 5


class StagePlan(Struct, frozen=True, kw_only=True):
    """One stage of an event format. `number`: which of several parallel ones it is; None: there is one."""

    name: Words
    system: str
    options: Mapping[str, Any]
    sizes: Sizes
    entry: Mapping[str, Any] | None = None
    discards: int = 0
    number: int | None = None


def tables_of(players: int, tables: int | None = None) -> Sizes:
    """The sizes of the tables, fours before fives; empty: so many players cannot be seated."""
    count = players // FOUR if tables is None else tables
    fives = players - FOUR * count
    return (*[FOUR] * (count - fives), *[FIVE] * fives) if 0 <= fives <= count else ()


def can_be_seated(players: int) -> bool:
    return bool(tables_of(players))


def games(players: int, rounds: int, discards: int = 0) -> StagePlan:
    """A stage of `rounds` games for everybody, with new tables in each."""
    return StagePlan(
        name=QUALIFYING,
        system="seating",
        options={"rounds": rounds},
        sizes=tables_of(players),
        discards=discards,
    )


def one_game(name: Words, players: int, tables: int, entry: Mapping[str, Any] | None) -> StagePlan:
    """A stage of one game at `tables` tables, drawn by lot."""
    options = {"rounds": 1, "tables": tables}
    return StagePlan(
        name=name, system="seating", options=options, sizes=tables_of(players, tables), entry=entry
    )


def final_of_first_four(**options: Any) -> StagePlan:
    return StagePlan(
        name=FINAL,
        system="bands",
        options={"tables": 1, **options},
        sizes=(FOUR,),
        entry={"ranked": {"stage": 1, "from": 1, "to": FOUR}},
    )


def semi_finals_and_finals(direct: int, sets: int = 1, **options: Any) -> list[StagePlan]:
    """Semi-finals and finals of the ranked players, four to a table; `direct` finalists play no semi-final.

    With several `sets` the ranking is dealt into so many parallel tournaments, each with its own.
    """
    tables = FOUR - direct
    numbers = range(1, sets + 1)
    semi_finals = [
        StagePlan(
            name=SEMI_FINALS,
            number=number if sets > 1 else None,
            system="bands",
            options={"tables": tables, **options},
            sizes=(FOUR,) * tables,
            entry={
                "ranked": {"stage": 1, "from": direct * sets + 1, "to": (direct + FOUR * tables) * sets},
                **({"set": [number, sets]} if sets > 1 else {}),
            },
        )
        for number in numbers
    ]
    finals = [
        StagePlan(
            name=FINAL,
            number=number if sets > 1 else None,
            system="bands",
            options={"tables": 1, **options},
            sizes=(FOUR,),
            entry={
                **({"direct": {"stage": 1, "to": direct * sets}} if direct else {}),
                "winners_of": number + 1,
                **({"set": [number, sets]} if sets > 1 and direct else {}),
            },
        )
        for number in numbers
    ]
    return [*semi_finals, *finals]


def direct_finalists(players: int, options: SemiFinalOptions, usual: int, least: Mapping[int, int]) -> int:
    """The number of direct finalists, as chosen or as usual; four: only the final is played.

    `least`: the players needed for a chosen number of semi-finals; for a chosen number of direct finalists as
    many are needed as fill the tables.
    """
    direct, semi_finals = options.direct, options.semifinals
    if direct is None and semi_finals is None:
        return usual
    if semi_finals is None:
        path, chosen = "options.direct", FOUR - (direct or 0)
        needed = (direct or 0) + FOUR * chosen
    else:
        path, chosen = "options.semifinals", semi_finals
        needed = least[chosen]
        if direct is not None and direct != FOUR - chosen:
            facts = {"semifinals": chosen, "direct": direct, "wanted": FOUR - chosen}
            raise DocumentError(ValidationIssue("options.direct", "formula_direct", facts))
    if players < needed:
        facts = {"semifinals": chosen, "minimum": needed, "players": players, "usual": FOUR - usual}
        raise DocumentError(ValidationIssue(path, "formula_semifinals", facts))
    return FOUR - chosen
