"""Formulas: what the rules say of each, every number of players they claim, whole events to the end."""

import json
from random import Random
from typing import Any

import pytest

from pairing.checking import check
from pairing.event_format_plans import second_chance_tables
from pairing.event_formats import EVENT_FORMATS, formats_for
from pairing.registry import SYSTEM_SPECS
from scoring.final import final_standings
from scoring.options import describe
from scoring.reasons import issue_line
from scoring.record import DocumentError, read, record_of, write
from scoring.stages import with_entrants
from scoring.texts import LANGUAGES
from tests.commands import run
from tests.pairing.whole_events import event, played

pytestmark = pytest.mark.usefixtures("short_search")


def shape(formula: str, players: int, **options: Any) -> list[tuple[str, Any, tuple[int, ...]]]:
    """System, entry and tables of each stage."""
    planned = EVENT_FORMATS[formula].stages(players, options)
    return [(one.stage.system, one.stage.entry, one.sizes) for one in planned]


FIRST_FOUR = {"ranked": {"stage": 1, "from": 1, "to": 4}}
FOURS = (4, 4, 4, 4)


def semis(first: int, last: int, *more: Any) -> dict[str, Any]:
    return {"ranked": {"stage": 1, "from": first, "to": last}, **({"set": list(more)} if more else {})}


def test_one_day_evenings_and_championship() -> None:
    assert shape("rtu-one-day", 14) == [("seating", None, (4, 5, 5))]
    assert shape("rtu-one-day", 14, final=True)[1:] == [("bands", FIRST_FOUR, (4,))]
    assert shape("rtu-evenings", 9) == [("seating", None, (4, 5)), ("bands", FIRST_FOUR, (4,))]
    assert shape("rtu-championship", 8) == [("seating", None, (4, 4))]
    rounds = {
        name: EVENT_FORMATS[name].stages(12)[0].stage.options["rounds"]
        for name in ("rtu-one-day", "rtu-evenings", "rtu-championship")
    }
    assert rounds == {"rtu-one-day": 3, "rtu-evenings": 4, "rtu-championship": 8}
    two_days = EVENT_FORMATS["rtu-two-days"]
    assert [two_days.stages(32, chosen)[0].stage.options["rounds"] for chosen in ({}, {"rounds": 3})] == [
        2,
        3,
    ]
    discards = [
        EVENT_FORMATS[name].stages(12)[0].stage.scoring_options
        for name in ("rtu-one-day", "rtu-evenings", "rtu-championship")
    ]
    assert discards == [{}, {"discards": 1}, {"discards": 2}]


@pytest.mark.parametrize(
    ("formula", "players", "options", "direct"),
    [
        ("rtu-two-days", 32, {}, 0),
        ("rtu-two-days", 31, {}, 1),
        ("rtu-two-days", 13, {}, 1),
        ("rtu-two-days", 12, {}, 2),
        ("rtu-two-days", 10, {}, 2),
        ("rtu-two-days", 31, {"semifinals": 2}, 2),
        ("rtu-two-days", 40, {"semifinals": 3}, 1),
        ("rtu-two-days", 20, {"direct": 0}, 0),
        ("rtu-evenings", 16, {"semifinals": 3}, 1),
        ("rtu-championship", 14, {"semifinals": 2}, 2),
        ("rtu-championship", 16, {"final": True, "direct": 0}, 0),
        ("master-2016", 16, {}, 0),
        ("master-2016", 99, {"direct": 1}, 1),
        ("master-2016", 20, {"direct": 2}, 2),
        ("master-2020", 16, {}, 2),
        ("master-2020", 23, {}, 2),
        ("master-2020", 24, {}, 1),
        ("master-2020", 31, {}, 1),
        ("master-2020", 32, {}, 0),
        ("master-2020", 99, {}, 0),
        ("master-2020", 37, {"direct": 1}, 1),
    ],
)
def test_semi_finals_and_direct_finalists(formula: str, players: int, options: Any, direct: int) -> None:
    tables = 4 - direct
    final: dict[str, Any] = {"winners_of": 2}
    if direct:
        final = {"direct": {"stage": 1, "to": direct}, **final}
    assert shape(formula, players, **options)[1:] == [
        ("bands", semis(direct + 1, direct + 4 * tables), (4,) * tables),
        ("bands", final, (4,)),
    ]


def test_few_players_have_a_final_only() -> None:
    for formula, players in [("rtu-two-days", 9), ("rtu-two-days", 4), ("master-2020", 15)]:
        assert shape(formula, players)[1:] == [("bands", FIRST_FOUR, (4,))]


def test_the_printed_example_of_1998_has_twenty_tables_of_five() -> None:
    assert shape("rtu-knockout", 100, tables=20) == [
        ("seating", None, (5,) * 20),
        ("seating", {"winners_of": 1}, (4,) * 5),
        ("seating", {"winners_of": 2}, (5,)),
    ]


@pytest.mark.parametrize(
    ("formula", "players", "options", "scoring", "path", "code"),
    [
        ("rtu-knockout", 100, {"tables": 19}, None, "options.tables", "formula_tables"),
        ("rtu-knockout", 100, {"tables": 26}, None, "options.tables", "option_value"),
        ("rtu-evenings", 16, {"final": False, "semifinals": 3}, None, "options.final", "formula_no_final"),
        ("labyrinth", 24, {"groups": "tables"}, "winds", "scoring", "formula_winds"),
        ("rtu-one-day", 16, {}, "winds", "scoring", "formula_winds"),
        ("labyrinth", 23, {"intermediate": True}, None, "options.intermediate", "formula_intermediate"),
        (
            "labyrinth",
            23,
            {"intermediate_rounds": 3},
            None,
            "options.intermediate_rounds",
            "formula_intermediate",
        ),
        ("labyrinth", 12, {"groups": "none"}, None, "options.groups", "formula_intermediate"),
    ],
)
def test_a_choice_that_cannot_be_is_refused_by_its_name(
    formula: str, players: int, options: Any, scoring: str | None, path: str, code: str
) -> None:
    with pytest.raises(DocumentError) as caught:
        EVENT_FORMATS[formula].stages(players, options, scoring)
    assert [(issue.path, issue.code) for issue in caught.value.issues] == [(path, code)]
    for language in LANGUAGES:
        assert "{" not in issue_line(caught.value.issues[0], language)


def test_evenings_usually_have_a_final_and_may_have_none() -> None:
    assert shape("rtu-evenings", 9, final=False) == [("seating", None, (4, 5))]


def test_the_intermediate_phase_is_possible_and_has_as_many_games_as_one_likes() -> None:
    assert [system for system, _entry, _sizes in shape("labyrinth", 24, intermediate=False)] == [
        "rotation"
    ] * 2
    assert shape("labyrinth", 24, intermediate=False)[-1][1] == FIRST_FOUR
    assert shape("labyrinth", 23, intermediate=False) == shape("labyrinth", 23)
    for groups in ("winds", "tables"):
        planned = EVENT_FORMATS["labyrinth"].stages(24, {"groups": groups, "intermediate_rounds": 3})
        assert planned[1].stage.options["rounds"] == 3


def test_points_by_wind_are_for_stages_whose_seats_are_winds() -> None:
    labyrinth = EVENT_FORMATS["labyrinth"]
    for finalists, final in ((4, "places"), (8, "winds")):
        stages = labyrinth.stages(24, {"finalists": finalists}, "winds")
        assert [planned.stage.scoring for planned in stages] == ["winds", "winds", final]
    with pytest.raises(DocumentError) as caught:
        labyrinth.stages(24, {"groups": "tables"}, "winds")
    assert [(issue.path, issue.code) for issue in caught.value.issues] == [("scoring", "formula_winds")]


def test_master_2016_of_a_hundred_is_two_tournaments() -> None:
    assert shape("master-2016", 100)[1:] == [
        ("bands", semis(1, 32, 1, 2), FOURS),
        ("bands", semis(1, 32, 2, 2), FOURS),
        ("bands", {"winners_of": 2}, (4,)),
        ("bands", {"winners_of": 3}, (4,)),
    ]
    assert shape("master-2016", 100, direct=1)[2:] == [
        ("bands", semis(3, 26, 2, 2), (4, 4, 4)),
        ("bands", {"direct": {"stage": 1, "to": 2}, "winners_of": 2, "set": [1, 2]}, (4,)),
        ("bands", {"direct": {"stage": 1, "to": 2}, "winners_of": 3, "set": [2, 2]}, (4,)),
    ]


@pytest.mark.parametrize(("players", "winners"), [(99, 1), (100, 2), (149, 2), (150, 3), (200, 4)])
def test_master_2020_has_a_winner_for_every_fifty(players: int, winners: int) -> None:
    stages = shape("master-2020", players)
    assert len(stages) == 1 + 2 * winners
    assert all(sizes == FOURS for _, _, sizes in stages[1 : 1 + winners])
    if winners > 1:
        assert [entry for _, entry, _ in stages[1 : 1 + winners]] == [
            semis(1, 16 * winners, number, winners) for number in range(1, winners + 1)
        ]
    assert [entry["winners_of"] for _, entry, _ in stages[1 + winners :]] == list(range(2, 2 + winners))


def test_masters_put_clubs_before_bands_and_rank_by_the_best_results() -> None:
    for name in ("master-2016", "master-2020"):
        for one in EVENT_FORMATS[name].stages(40):
            assert one.stage.ranking == ("points", "best_1", "best_2", "best_3", "previous")
            assert one.stage.options.get("first") == (None if one.stage.system == "seating" else "clubs")


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (64, [(4,) * 16, FOURS, (4,)]),
        (79, [(4,) * 16 + (5,) * 3, (4, 5, 5, 5), (4,)]),
        (80, [(4,) * 20, (4,) * 5, (5,)]),
        (101, [(4,) * 24 + (5,), (5,) * 5, (5,)]),
        (125, [(5,) * 25, (5,) * 5, (5,)]),
    ],
)
def test_knockout(players: int, sizes: list[tuple[int, ...]]) -> None:
    stages = EVENT_FORMATS["rtu-knockout"].stages(players)
    assert [one.sizes for one in stages] == ([sizes[0]] if players != 79 else [(4,) * 16 + (5,) * 3]) + sizes[
        1:
    ]
    assert [one.stage.entry for one in stages] == [None, {"winners_of": 1}, {"winners_of": 2}]
    assert [one.stage.options["tables"] for one in stages] == [len(one) for one in sizes]


# The sources' own examples: 37 players, 8 tables of four and one of five, then 7 of four; 69, one of four and
# 13 of five, then 11 of five.
@pytest.mark.parametrize(("players", "tables"), [(37, (9, 7)), (69, (14, 11))])
def test_second_chance_as_published(players: int, tables: tuple[int, int]) -> None:
    assert second_chance_tables(players) == tables
    assert [entry for _, entry, _ in shape("rtu-second-chance", players)] == [
        None,
        {"losers_of": 1},
        {"winners_of": [1, 2]},
        {"winners_of": 3},
    ]


def test_second_chance_by_trying_everything() -> None:
    for players in range(37, 70):
        ways = []
        for first in range(1, 26):
            for second in range(1, 26 - first):
                fives = (players - 4 * first, players - first - 4 * second)
                if first + second >= 16 and 0 <= fives[0] <= first and 0 <= fives[1] <= second:
                    ways.append((sum(fives), -first, second))
        _, first, second = min(ways)
        assert second_chance_tables(players) == (-first, second)


@pytest.mark.parametrize(
    ("players", "k"), [(4, 0), (23, 0), (24, 8), (35, 8), (36, 12), (47, 12), (48, 16), (200, 16)]
)
def test_labyrinth_has_an_intermediate_phase_from_24_players_on(players: int, k: int) -> None:
    stages = EVENT_FORMATS["labyrinth"].stages(players)
    assert [one.stage.system for one in stages] == ["rotation"] * len(stages)
    assert [one.players for one in stages] == ([players, k, 4] if k else [players, 4])
    assert stages[-1].stage.entry == (
        {"best_of": {"stage": 2, "groups": "winds", "count": 4}}
        if k
        else {"ranked": {"stage": 1, "from": 1, "to": 4}}
    )
    assert stages[-1].stage.options == {"rounds": 3, "swap_winds": True}
    assert {one.stage.ranking for one in stages} == {("points", "penalty")}


def test_labyrinth_with_tables_and_eight_finalists() -> None:
    stages = EVENT_FORMATS["labyrinth"].stages(48, {"groups": "tables", "finalists": 8, "final_rounds": 4})
    assert (stages[1].stage.system, stages[1].stage.options) == ("bands", {"tables": 4, "rounds": 2})
    assert stages[2].stage.entry == {"best_of": {"stage": 2, "groups": "tables", "count": 8}}
    assert (stages[2].sizes, stages[2].stage.options["rounds"]) == ((4, 4), 4)


def test_the_ranking_is_that_of_the_scoring() -> None:
    def rankings(formula: str, scoring: str) -> tuple[str, ...]:
        return EVENT_FORMATS[formula].stages(20, scoring=scoring)[0].stage.ranking

    assert rankings("rtu-one-day", "standard") == ("points", "previous")
    assert rankings("rtu-one-day", "master") == ("points", "previous")
    assert rankings("rtu-one-day", "wins") == ("wins", "points", "previous")
    assert rankings("rtu-championship", "medals") == ("firsts", "seconds", "thirds", "fourths", "previous")
    assert rankings("labyrinth", "winds") == ("points", "penalty")


CLAIMED = {
    "rtu-one-day": (4, 5, 8, 9, 10, *range(12, 130)),
    "rtu-two-days": (4, 5, 8, 9, 10, *range(12, 130)),
    "rtu-evenings": (4, 5, 8, 9, 10, *range(12, 130)),
    "rtu-championship": (4, 5, 8, 9, 10, *range(12, 130)),
    "rtu-knockout": range(64, 126),
    "rtu-second-chance": range(37, 70),
    "master-2016": range(16, 130),
    "master-2020": (4, 5, 8, 9, 10, *range(12, 130)),
    "labyrinth": range(4, 130),
}


@pytest.mark.parametrize("name", EVENT_FORMATS)
def test_every_number_of_players_it_claims_and_no_other(name: str) -> None:
    formula = EVENT_FORMATS[name]
    for players in range(130):
        if players not in CLAIMED[name]:
            with pytest.raises(DocumentError) as caught:
                formula.stages(players)
            fault = caught.value.issues[0]
            assert fault.path == "players"
            assert formula.name not in fault.facts["others"]
            for language in LANGUAGES:
                assert all(
                    str(near) in issue_line(fault, language) for near in formula.nearest_sizes(players)
                )
            continue
        stages = formula.stages(players)
        assert stages[0].players == players
        assert all(set(one.sizes) <= {3, 4, 5} for one in stages)
        document = event(name, players)
        assert read(write(document), SYSTEM_SPECS) == document
    assert {formula.name for formula in formats_for(64)} == {
        name for name, claimed in CLAIMED.items() if 64 in claimed
    }


def test_every_option_and_scoring_is_described() -> None:
    for formula in EVENT_FORMATS.values():
        for text in (formula.title, formula.meaning, formula.game):
            assert set(text) == set(LANGUAGES)
        for option in describe(formula.options):
            assert all(option.title.values()) and all(option.meaning.values())
        for scoring in formula.scorings:
            assert formula.stages(64 if formula.fits(64) else 40, scoring=scoring)


PLAYED = [
    ("rtu-one-day", 13, {"final": True, "discards": 1}),
    ("rtu-two-days", 12, {}),
    ("rtu-two-days", 33, {}),
    ("rtu-evenings", 9, {}),
    ("rtu-evenings", 16, {"semifinals": 3}),
    ("rtu-championship", 8, {"final": True}),
    ("rtu-knockout", 66, {}),
    ("rtu-knockout", 81, {}),
    ("rtu-second-chance", 37, {}),
    ("rtu-second-chance", 69, {}),
    ("master-2016", 17, {"direct": 1}),
    ("master-2016", 101, {"direct": 1}),
    ("master-2020", 9, {}),
    ("master-2020", 25, {}),
    ("master-2020", 150, {}),
    ("labyrinth", 5, {}),
    ("labyrinth", 26, {}),
    ("labyrinth", 49, {"groups": "tables", "finalists": 8}),
]


@pytest.mark.parametrize(("formula", "players", "options"), PLAYED)
def test_whole_events(formula: str, players: int, options: dict[str, Any]) -> None:
    """Played to the end, every stage has the players it should; check finds every round; all are ranked."""
    document = played(event(formula, players, f"{formula} {players}", options), Random(players))
    planned = EVENT_FORMATS[formula].stages(players, options)
    for number, one in enumerate(planned, 1):
        record = record_of(document, SYSTEM_SPECS, number)
        assert len(record.players) == one.players
        for this in record.rounds:
            assert sorted(len(table.seats) for table in this.tables) == sorted(one.sizes)
    found = list(check(read(write(document), SYSTEM_SPECS)))
    assert found and all(checked.ok for checked in found)
    rows = final_standings(document, SYSTEM_SPECS)
    assert sorted(row.player for row in rows) == sorted(player.id for player in document.players)
    ranks = [row.rank or 0 for row in rows]
    assert ranks == sorted(ranks) and ranks[0] == 1


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    ("formula", "players", "options"),
    [
        ("rtu-two-days", 40, {}),
        ("master-2020", 26, {}),
        ("master-2020", 101, {}),
        ("master-2016", 101, {"direct": 1}),
    ],
)
def test_events_with_declines(formula: str, players: int, options: dict[str, Any], seed: int) -> None:
    """Nobody enters what he declined, nobody twice, all places are filled, and winners who stay are in."""
    random = Random(f"{formula} {players} {seed}")
    document = played(event(formula, players, str(seed), options), random, decliners=1 + seed % 2)
    planned = EVENT_FORMATS[formula].stages(players, options)
    known = with_entrants(document, SYSTEM_SPECS)
    for one, stage in zip(planned, known.stages, strict=True):
        entrants = stage.entrants or tuple(player.id for player in known.players)
        assert len(set(entrants)) == len(entrants) == one.players
        assert not set(entrants) & set(stage.declined)
        if stage.entry and "winners_of" in stage.entry:
            source = known.stages[stage.entry["winners_of"] - 1]
            for table in source.rounds[-1].tables:
                assert set(table.seats) & set(entrants) or set(table.seats) <= set(stage.declined)
    entered = [set(stage.entrants or ()) for stage in known.stages if stage.entry and "set" in stage.entry]
    halls = len(entered) // 2 if options else len(entered)
    assert all(not one & other for one in entered[:halls] for other in entered[:halls] if one is not other)
    assert all(checked.ok for checked in check(known))


def test_the_command_prints_the_stages() -> None:
    words = ("rtu-two-days", "20", "--semifinals", "2", "--scoring", "standard", "--language", "en")
    answer = run("pairing", "formula", *words).answer
    assert (answer["name"], answer["players"]) == ("rtu-two-days", 20)
    assert answer["stages"][1] == {
        "name": "Semi-finals",
        "system": "bands",
        "options": {"tables": 2},
        "scoring": "standard",
        "scoring_options": {},
        "ranking": ["points", "previous"],
        "entry": {"ranked": {"stage": 1, "from": 3, "to": 10}},
        "sizes": [4, 4],
    }
    document = {
        "clubtornei": 1,
        "players": [{"id": player, "name": "x"} for player in range(1, 21)],
        "stages": answer["stages"],
    }
    assert read(json.dumps(document), SYSTEM_SPECS).stages[1].name == "Semi-finals"


IMPOSSIBLE = [
    (("rtu-one-day", "7"), "players"),
    (("rtu-one-day", "0"), "players"),
    (("rtu-one-day", "999999999"), "players"),
    (("rtu-one-day", "seven"), "command"),
    (("rtu-one-day", "-8"), "command"),
    (("rtu-one-day", "9" * 5000), "command"),
    (("rtu-one-day",), "command"),
    ((), "command"),
    (("rtu-one-day", "8", "9"), "command"),
    (("no-such-formula", "8"), "command"),
    (("rtu-one-day", "8", "--rounds", "4"), "command"),
    (("rtu-one-day", "8", "--discards", "2"), "--discards"),
    (("rtu-one-day", "8", "--discards", "one"), "--discards"),
    (("rtu-one-day", "8", "--final", "yes"), "--final"),
    (("rtu-one-day", "8", "--final"), "command"),
    (("rtu-one-day", "8", "--scoring", "game"), "--scoring"),
    (("rtu-one-day", "8", "--scoring", "darts"), "--scoring"),
    (("rtu-evenings", "8", "--rounds", "7"), "--rounds"),
    (("rtu-championship", "8", "--discards", "1"), "--discards"),
    (("rtu-two-days", "31", "--semifinals", "4"), "--semifinals"),
    (("rtu-two-days", "12", "--semifinals", "3"), "--semifinals"),
    (("rtu-two-days", "9", "--semifinals", "2"), "--semifinals"),
    (("rtu-two-days", "40", "--semifinals", "5"), "--semifinals"),
    (("rtu-two-days", "40", "--semifinals", "3", "--direct", "2"), "--direct"),
    (("master-2016", "40", "--direct", "3"), "--direct"),
    (("labyrinth", "40", "--finalists", "6"), "--finalists"),
    (("labyrinth", "5", "--finalists", "8"), "--finalists"),
    (("labyrinth", "40", "--final-rounds", "5"), "--final-rounds"),
    (("labyrinth", "40", "--groups", "clubs"), "--groups"),
    (("labyrinth", "401"), "players"),
]


def test_what_cannot_be_is_status_2_in_one_line() -> None:
    for words, path in IMPOSSIBLE:
        for language in LANGUAGES:
            ran = run("pairing", "formula", *words, "--language", language)
            assert (ran.status, ran.err.partition(":")[0]) == (2, path)
            assert len(ran.err.splitlines()) == 1
