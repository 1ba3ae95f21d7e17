"""Knockouts played to the end: a hypothesis strategy, and what to plant in them."""

from typing import Any

from hypothesis import strategies as st

from pairing.registry import pair
from pairing.system import Draw, NoLegalPairing, PairedTable
from tests.documents import players, raw, record, stage

Raw = dict[str, Any]
SHARES = {"1": (1, 0), "=": (0.5, 0.5), "0": (0, 1)}


@st.composite
def knockouts(draw: st.DrawFn, most: int = 18, leaving: bool = True, exempt: bool = True) -> Raw:
    """The document of a knockout played as far as it goes; matches by replays and, if `leaving`, forfeits,
    absences and withdrawals.
    """
    count = draw(st.integers(2, most))
    numbers = draw(st.permutations(range(1, count + 1)))
    skipped = st.sampled_from([0, 0, 0, 0, 0, 1, 1, 2] if exempt else [0])
    entered = players(count)
    for player, number in zip(entered, numbers, strict=True):
        player |= {"number": number, "exempt": draw(skipped)}
        if leaving:
            player["withdrawn"] = draw(st.sampled_from([None] * 6 + [1, 2, 3]))
            player["absent"] = draw(st.sampled_from([[]] * 6 + [[1], [2]]))
    options = {
        "games": draw(st.sampled_from([1, 1, 2, 3])),
        "third_place": draw(st.booleans()),
        "draw": draw(st.booleans()),
    }
    rounds: list[Raw] = []
    value = raw(entered, stage("knockout", rounds, options=options), seed=draw(st.text("ab", max_size=3)))
    while (drawn := _next(value)) is not None:
        tables = [_table(draw, table, options["games"], leaving) for table in drawn.tables]
        byes = [{"player": bye.player, "points": bye.points} for bye in drawn.byes]
        rounds.append({"tables": tables, "byes": byes})
        value["stages"][0]["rounds"] = rounds
    return value


def _next(value: Raw) -> Draw | None:
    """The next round, as long as the rules give one."""
    try:
        return pair(record(value))
    except NoLegalPairing as refused:
        assert refused.code in ("all_rounds_played", "too_few_without_exemption")
        return None


def _table(draw: st.DrawFn, table: PairedTable, games: int, leaving: bool) -> Raw:
    found: Raw = {"seats": list(table.seats)}
    if table.forfeit:
        assert table.result is not None
        return found | {"result": list(table.result), "forfeit": True}
    if leaving and draw(st.integers(0, 9)) == 0:
        return found | {"result": draw(st.sampled_from([[1, 0], [0, 1], [0, 0]])), "forfeit": True}
    results = "".join(draw(st.lists(st.sampled_from("1=0"), min_size=games, max_size=games)))
    while results.count("1") == results.count("0"):
        results += draw(st.sampled_from("10="))
        if len(results) > games + 3:
            results += "1"
    result = [1, 0] if results.count("1") > results.count("0") else [0, 1]
    more = {"games": [list(SHARES[one]) for one in results]} if len(results) > 1 else {}
    return found | {"result": result} | more


def colours_of(value: Raw, player: int, rounds: int) -> list[str]:
    """The colours of the player's games in the first so many rounds."""
    found = []
    for round_ in value["stages"][0]["rounds"][:rounds]:
        for table in round_["tables"]:
            if player in table["seats"]:
                games = len(table.get("games", ())) or (0 if table.get("forfeit") else 1)
                seat = table["seats"].index(player)
                found += ["WB"[(seat + game) % 2] for game in range(games)]
    return found


def seated_or_bye(drawn: Draw) -> list[int]:
    """Everybody who is at a table or goes through, as often as he is there."""
    return [
        *(player for table in drawn.tables for player in table.seats),
        *(bye.player for bye in drawn.byes),
    ]
