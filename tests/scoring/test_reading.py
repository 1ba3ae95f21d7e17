"""Reading documents: what is right is kept, what is wrong is told with its path."""

import json
from typing import Any

import pytest

from pairing.registry import SYSTEM_SPECS, pair
from scoring.json_text import DEEPEST_NESTING
from scoring.reasons import issue_line
from scoring.record import DocumentError, read, write
from scoring.standings import standings
from scoring.system_spec import SystemSpec
from scoring.texts import LANGUAGES
from tests.documents import document, players, raw, record, stage, table
from tests.scoring.system_specs import SWISS

SYSTEMS: dict[str, SystemSpec] = {**SYSTEM_SPECS, "swiss-of-the-tests": SWISS}


def faults(text: str | bytes) -> list[tuple[str, str]]:
    with pytest.raises(DocumentError) as caught:
        read(text, SYSTEMS)
    for fault in caught.value.issues:
        for language in LANGUAGES:
            line = issue_line(fault, language)
            assert line.startswith(f"{fault.path}: ")
            assert line.isprintable()
            assert "{" not in line
    return [(fault.path, fault.code) for fault in caught.value.issues]


def of(value: Any) -> list[tuple[str, str]]:
    return faults(json.dumps(value))


def two(*tables: Any, byes: Any = (), entered: int = 6, **more: Any) -> dict[str, Any]:
    return raw(players(entered), stage(rounds=[{"tables": list(tables), "byes": list(byes)}], **more))


def changed(**more: Any) -> dict[str, Any]:
    return {**raw(players(3), stage()), **more}


def player(**more: Any) -> dict[str, Any]:
    return raw([{"id": 1, "name": "Ada", **more}], stage())


def second(rule: Any) -> dict[str, Any]:
    """A second stage that is entered by this rule."""
    return raw(players(3), stage(), stage(entry=rule))


ONE = "stages[0].rounds[0].tables[0]"
RULE = "stages[1].entry"

WRONG: list[tuple[Any, list[tuple[str, str]]]] = [
    ([], [("document", "type")]),
    ("text", [("document", "type")]),
    ({}, [("clubtornei", "missing"), ("players", "missing"), ("stages", "missing")]),
    (changed(clubtornei=2), [("clubtornei", "version")]),
    (changed(clubtornei=True), [("clubtornei", "type")]),
    (changed(clubtornei="1"), [("clubtornei", "type")]),
    (changed(seed=7), [("seed", "type")]),
    (changed(name=None), [("name", "type")]),
    (changed(players={}), [("players", "type")]),
    (changed(players=[7]), [("players[0]", "type")]),
    (changed(stages=[]), [("stages", "no_stages")]),
    (changed(stages={}), [("stages", "type")]),
    (changed(stages=[None]), [("stages[0]", "type")]),
    (player(id=True), [("players[0].id", "type")]),
    (player(id=0), [("players[0].id", "too_small")]),
    (player(id="1"), [("players[0].id", "type")]),
    (player(id=1.5), [("players[0].id", "type")]),
    (raw([{"name": "Ada"}], stage()), [("players[0].id", "missing")]),
    (raw([{"id": 1}], stage()), [("players[0].name", "missing")]),
    (player(name=""), [("players[0].name", "name_blank")]),
    (player(name=" \u3000"), [("players[0].name", "name_blank")]),
    (player(name="x" * 201), [("players[0].name", "name_long")]),
    (player(name=5), [("players[0].name", "type")]),
    (player(rating="2000"), [("players[0].rating", "type")]),
    (player(rating=True), [("players[0].rating", "type")]),
    (player(club=3), [("players[0].club", "type")]),
    (player(joined=0), [("players[0].joined", "too_small")]),
    (player(absent=[1, "2"]), [("players[0].absent[1]", "type")]),
    (player(absent=3), [("players[0].absent", "type")]),
    (player(withdrawn=2, joined=3), [("players[0].withdrawn", "withdrawn_before_joined")]),
    (player(withdrawn=0), [("players[0].withdrawn", "too_small")]),
    (player(exempt=-1), [("players[0].exempt", "too_small")]),
    (player(identity=7), [("players[0].identity", "type")]),
    (
        player(identity={"family": 7, "fide_id": "8"}),
        [("players[0].identity.family", "type"), ("players[0].identity.fide_id", "type")],
    ),
    (player(identity={"sex": "f"}), [("players[0].identity.sex", "fact_form")]),
    (player(identity={"born": "31/05/1990"}), [("players[0].identity.born", "fact_form")]),
    (player(identity={"ratings": {}}), [("players[0].identity.ratings", "type")]),
    (
        player(identity={"ratings": [{"list": "fide"}, {"list": "elo"}]}),
        [("players[0].identity.ratings[1].list", "fact_form")],
    ),
    (changed(report=[]), [("report", "type")]),
    (changed(report={"federation": "Italia"}), [("report.federation", "fact_form")]),
    (changed(report={"chief_arbiter": "Ada"}), [("report.chief_arbiter", "type")]),
    (changed(report={"deputies": [{"fide_id": -1}]}), [("report.deputies[0].fide_id", "too_small")]),
    (changed(report={"rating_lists": "fide"}), [("report.rating_lists", "type")]),
    (raw(players(3), stage(dates={"0": "2026-11-07"})), [("stages[0].dates.0", "round_key")]),
    (raw(players(3), stage(dates={"1": "7 November"})), [("stages[0].dates.1", "fact_form")]),
    (raw([*players(2), {"id": 2, "name": "Eve"}], stage()), [("players[2].id", "id_twice")]),
    (raw(players(3, p3={"number": 2}), stage()), [("players[2].number", "number_twice")]),
    (raw(players(3), {"rounds": []}), [("stages[0].system", "missing")]),
    (raw(players(3), stage(system="dutch-uncle")), [("stages[0].system", "unknown_system")]),
    (raw(players(3), stage(system=3)), [("stages[0].system", "type")]),
    (raw(players(3), stage(options={"cycle": 2})), [("stages[0].options.cycle", "unknown_option")]),
    (raw(players(3), stage(options={"cycles": 0})), [("stages[0].options.cycles", "option_value")]),
    (raw(players(3), stage(options={"cycles": "2"})), [("stages[0].options.cycles", "option_value")]),
    (raw(players(3), stage(options={"cycles": True})), [("stages[0].options.cycles", "option_value")]),
    (
        raw(players(3), stage(options={"exchange_last_two": 1})),
        [("stages[0].options.exchange_last_two", "option_value")],
    ),
    (raw(players(3), stage(options=[])), [("stages[0].options", "type")]),
    (raw(players(3), stage(system="swiss-of-the-tests")), [("stages[0].options.rounds", "missing")]),
    (raw(players(3), stage(scoring="darts")), [("stages[0].scoring", "unknown_scoring")]),
    (
        raw(players(8), stage(system="seating", options={"rounds": 2}, scoring="winds")),
        [("stages[0].scoring", "scoring_winds")],
    ),
    (
        raw(players(8), stage(system="rotation", options={"rounds": 2, "size": 5}, scoring="winds")),
        [("stages[0].scoring", "scoring_winds")],
    ),
    (
        raw(players(3), stage(scoring_options={"win": "3"})),
        [("stages[0].scoring_options.win", "option_value")],
    ),
    (
        raw(players(3), stage(scoring_options={"wins": 3})),
        [("stages[0].scoring_options.wins", "unknown_option")],
    ),
    (raw(players(3), stage(ranking=["points", "luck"])), [("stages[0].ranking[1]", "unknown_criterion")]),
    (raw(players(3), stage(ranking=[1])), [("stages[0].ranking[0]", "type")]),
    (raw(players(3), stage(ranking="points")), [("stages[0].ranking", "type")]),
    (raw(players(3), stage(entrants=[1, 2, 9])), [("stages[0].entrants[2]", "unknown_player")]),
    (raw(players(3), stage(entrants=[1, 2, 1])), [("stages[0].entrants[2]", "entrant_twice")]),
    (raw(players(3), stage(entry=[])), [("stages[0].entry", "type")]),
    (second({"ranked": {}}), [(f"{RULE}.ranked.stage", "missing"), (f"{RULE}.ranked.to", "missing")]),
    (second({"ranked": 3}), [(f"{RULE}.ranked", "type")]),
    (second({"ranked": {"stage": 2, "to": 4}}), [(f"{RULE}.ranked.stage", "entry_stage")]),
    (second({"ranked": {"stage": 1, "from": 3, "to": 2}}), [(f"{RULE}.ranked.to", "too_small")]),
    (second({"direct": {"stage": 1, "to": 0}}), [(f"{RULE}.direct.to", "too_small")]),
    (second({"direct": {"stage": True, "to": 1}}), [(f"{RULE}.direct.stage", "type")]),
    (second({"winners_of": [1, 2]}), [(f"{RULE}.winners_of[1]", "entry_stage")]),
    (second({"losers_of": "1"}), [(f"{RULE}.losers_of", "type")]),
    (second({"wildcards": {"stage": 1}}), [(f"{RULE}.wildcards.count", "missing")]),
    (
        second({"wildcards": {"stage": 1, "count": 1, "min_games": -1}}),
        [(f"{RULE}.wildcards.min_games", "too_small")],
    ),
    (
        second({"best_of": {"stage": 1, "count": 4, "groups": []}}),
        [(f"{RULE}.best_of.groups", "option_value")],
    ),
    (second({"set": [1]}), [(f"{RULE}.set", "entry_set")]),
    (second({"set": [3, 2]}), [(f"{RULE}.set", "entry_set")]),
    (second({"set": [0, 2]}), [(f"{RULE}.set[0]", "too_small")]),
    (second({"set": 2}), [(f"{RULE}.set", "type")]),
    (raw(players(3), stage(declined=[9])), [("stages[0].declined[0]", "unknown_player")]),
    (raw(players(3), stage(absences={"9": [1]})), [("stages[0].absences.9", "unknown_player")]),
    (raw(players(3), stage(absences={"one": [1]})), [("stages[0].absences.one", "id_key")]),
    (raw(players(3), stage(absences={"01": [1]})), [("stages[0].absences.01", "id_key")]),
    (raw(players(3), stage(absences={"1": [0]})), [("stages[0].absences.1[0]", "too_small")]),
    (raw(players(3), stage(withdrawals={"1": "2"})), [("stages[0].withdrawals.1", "type")]),
    (raw(players(3), stage(rounds=[3])), [("stages[0].rounds[0]", "type")]),
    (two({**table(1, 2, (1, 0)), "unrated": 1}), [(f"{ONE}.unrated", "type")]),
    (two(3), [(ONE, "type")]),
    (two({}), [(f"{ONE}.seats", "missing")]),
    (two({"seats": 3}), [(f"{ONE}.seats", "type")]),
    (two({"seats": [1]}), [(f"{ONE}.seats", "seats_two")]),
    (two({"seats": [1, 2, 3]}), [(f"{ONE}.seats", "seats_two")]),
    (two({"seats": [1, True]}), [(f"{ONE}.seats[1]", "type")]),
    (two(table(1, 1)), [(f"{ONE}.seats", "two_seats")]),
    (two(table(1, 9)), [(f"{ONE}.seats", "unknown_player")]),
    (two(table(1, 2), table(2, 3)), [("stages[0].rounds[0].tables[1].seats", "two_tables")]),
    (two(table(1, 2), entrants=[2, 3]), [(f"{ONE}.seats", "not_entrant")]),
    (two(table(1, 2, [1])), [(f"{ONE}.result", "result_length")]),
    (two(table(1, 2, [1, 1])), [(f"{ONE}.result", "shares")]),
    (two(table(1, 2, [0.5, 1])), [(f"{ONE}.result", "shares")]),
    (two(table(1, 2, reported={"result": [1, 0]})), [(f"{ONE}.reported", "reported_without_result")]),
    (two(table(1, 2, [1, 0], reported={"result": [1, 1]})), [(f"{ONE}.reported.result", "shares")]),
    (
        two(table(1, 2, [1, 0], reported={"result": [0.5, 0], "forfeit": True})),
        [(f"{ONE}.reported.result", "shares")],
    ),
    (two(table(1, 2, [1, 0], reported=[0, 1])), [(f"{ONE}.reported", "type")]),
    (
        two(table(1, 2, [1, 0], games=[[1, 0]], reported={"result": [0, 1]})),
        [(f"{ONE}.reported", "reported_of_two")],
    ),
    (two(table(1, 2, [0.5, 0], games=[[0.5, 0.5]])), [(f"{ONE}.result", "shares")]),
    (two(table(1, 2, [0.75, 0.25])), [(f"{ONE}.result", "shares")]),
    (two(table(1, 2, [2, -1])), [(f"{ONE}.result", "shares")]),
    (
        two({"seats": [1, 2], "result": [True, False]}),
        [(f"{ONE}.result[0]", "type"), (f"{ONE}.result[1]", "type")],
    ),
    (two({"seats": [1, 2], "result": "1-0"}), [(f"{ONE}.result", "type")]),
    (two(table(1, 2, [0.5, 0.5], forfeit=True)), [(f"{ONE}.result", "shares")]),
    (two(table(1, 2, forfeit=True)), [(f"{ONE}.forfeit", "forfeit_without_result")]),
    (two(table(1, 2, [1, 0], forfeit="yes")), [(f"{ONE}.forfeit", "type")]),
    (two(table(1, 2, [1, 0], games=[[0, 1]])), [(f"{ONE}.games", "games_against_result")]),
    (two(table(1, 2, [1, 0], games=[[1, 0], [0, 1]])), [(f"{ONE}.games", "games_against_result")]),
    (two(table(1, 2, [0.5, 0.5], games=[[1, 0]])), [(f"{ONE}.games", "games_against_result")]),
    (two(table(1, 2, games=[[1, 1]])), [(f"{ONE}.games[0]", "shares")]),
    (two(table(1, 2, by_hand=1)), [(f"{ONE}.by_hand", "type")]),
    (two(byes=[{"points": 1}]), [("stages[0].rounds[0].byes[0].player", "missing")]),
    (two(byes=[{"player": 9}]), [("stages[0].rounds[0].byes[0].player", "unknown_player")]),
    (two(byes=[{"player": 1, "points": "1"}]), [("stages[0].rounds[0].byes[0].points", "type")]),
    (two(byes=[{"player": 1, "requested": 1}]), [("stages[0].rounds[0].byes[0].requested", "type")]),
    (two(table(1, 2), byes=[{"player": 2}]), [("stages[0].rounds[0].byes[0].player", "two_places")]),
    (two(byes=[{"player": 2}, {"player": 2}]), [("stages[0].rounds[0].byes[1].player", "two_places")]),
    (
        raw(players(3), stage(rounds=[{"numbers": {"1": 2, "2": 2, "x": 1}}])),
        [("stages[0].rounds[0].numbers.2", "number_twice"), ("stages[0].rounds[0].numbers.x", "id_key")],
    ),
    (two(interventions={}), [("stages[0].interventions", "type")]),
    (two(interventions=[1]), [("stages[0].interventions[0]", "type")]),
    (two(interventions=[{"text": "x"}]), [("stages[0].interventions[0].kind", "missing")]),
    (two(interventions=[{"kind": "whim"}]), [("stages[0].interventions[0].kind", "fact_form")]),
    (
        two(interventions=[{"kind": "import", "round": 0, "players": [9], "text": 1}]),
        [
            ("stages[0].interventions[0].round", "too_small"),
            ("stages[0].interventions[0].text", "type"),
            ("stages[0].interventions[0].players[0]", "unknown_player"),
        ],
    ),
]


def test_every_fault_is_told_with_its_path() -> None:
    for value, expected in WRONG:
        assert of(value) == expected


def test_all_faults_are_told_at_once() -> None:
    value = raw(
        [{"id": 1, "name": " "}, {"id": 1, "name": "Eve", "joined": 0}],
        stage(options={"cycles": 99}, ranking=["luck"], rounds=[{"tables": [table(1, 7, [3, 0])]}]),
        clubtornei=3,
    )
    assert set(of(value)) == {
        ("clubtornei", "version"),
        ("players[0].name", "name_blank"),
        ("players[1].joined", "too_small"),
        ("players[1].id", "id_twice"),
        ("stages[0].options.cycles", "option_value"),
        ("stages[0].ranking[0]", "unknown_criterion"),
        (f"{ONE}.seats", "unknown_player"),
        (f"{ONE}.result", "shares"),
    }


TEXTS: list[tuple[str | bytes, str]] = [
    ("", "not_json"),
    ("{", "not_json"),
    ("{'a': 1}", "not_json"),
    (b"\xff\xfe{\x00}\x00", "not_utf8"),
    ('{"clubtornei": 1, "players": [], "name": "\x01", "stages": []}', "not_json"),
    ("[" * 100_000, "too_deep"),
    ('{"a":' * 5_000, "too_deep"),
    ("1" * 10_000, "number_too_large"),
    ("-" + "9" * 5_000, "number_too_large"),
    ("1e400", "number_too_large"),
    ("1e99999999999999999999", "number_too_large"),
    ("1e-99999999", "number_too_fine"),
    ("0." + "1" * 5_000, "number_too_fine"),
    ("NaN", "number_not_finite"),
    ("-Infinity", "number_not_finite"),
]


def test_what_is_no_document_at_all_is_a_fault_of_the_document() -> None:
    for text, code in TEXTS:
        assert faults(text)[0] == ("document", code), text[:12]


def test_a_key_given_twice_is_told_wherever_it_stands() -> None:
    text = (
        '{"clubtornei": 1, "clubtornei": 1, "players": [{"id": 1, "name": "A", "name": "B"}],'
        ' "stages": [{"system": "round-robin", "note": {"a\u00e8": 1, "a\u00e8": 2}}]}'
    )
    assert faults(text) == [
        ("clubtornei", "key_twice"),
        ("players[0].name", "key_twice"),
        ('stages[0].note["a\\u00e8"]', "key_twice"),
    ]


def test_numbers_out_of_range_are_told_even_in_unknown_keys() -> None:
    text = (
        '{"clubtornei": 1, "players": [{"id": 1, "name": "A", "rating": 1000000001}],'
        ' "stages": [{"system": "round-robin"}], "note": [NaN, -1e10]}'
    )
    assert faults(text) == [
        ("players[0].rating", "number_too_large"),
        ("note[0]", "number_not_finite"),
        ("note[1]", "number_too_large"),
    ]


@pytest.mark.parametrize(
    ("said", "where"),
    [
        ('"system": "round-robin", "scoring_options": {"win": 1e10}', "scoring_options.win"),
        (
            '"system": "seating", "scoring": "wins", "scoring_options": {"bonus": NaN}',
            "scoring_options.bonus",
        ),
        ('"system": "round-robin", "options": {"cycles": 99999999999}', "options.cycles"),
        ('"system": "bands", "options": {"tables": 1, "first": "\\ud800"}', "options.first"),
        ('"system": "seating", "entry": {"ranked": {"stage": 1, "from": 2, "to": 1e10}}', "entry.ranked.to"),
    ],
)
def test_what_no_document_may_have_is_told_in_options_and_rules(said: str, where: str) -> None:
    stages = f'[{{"system": "seating"}}, {{{said}}}]'
    text = f'{{"clubtornei": 1, "players": [{{"id": 1, "name": "A"}}], "stages": {stages}}}'
    assert {path for path, _ in faults(text)} == {f"stages[1].{where}"}


def test_a_number_as_large_as_allowed_is_kept() -> None:
    value = raw(players(3, p1={"rating": 10**9}), stage(), note=-(10**9))
    assert document(value).players[0].rating == 10**9


@pytest.mark.parametrize(
    ("escape", "code"), [("\\ud800", "text_surrogate"), ("\\u0007", "text_control"), ("\\n", "text_control")]
)
def test_texts_without_control_characters_and_half_pairs(escape: str, code: str) -> None:
    text = '{"clubtornei": 1, "players": [{"id": 1, "name": "A%s"}], "stages": [{"system": "round-robin"}]}'
    assert faults(text % escape) == [("players[0].name", code)]


def test_a_control_character_of_the_second_block_needs_no_escape() -> None:
    value = json.dumps(player(name="A\x85"), ensure_ascii=False)
    assert faults(value) == [("players[0].name", "text_control")]


def test_more_stages_or_rounds_than_any_event_has_are_one_fault() -> None:
    assert of(raw(players(2), *[stage()] * 101)) == [("stages", "too_many_items")]
    assert of(raw(players(2), stage(rounds=[{"tables": []}] * 10_001))) == [
        ("stages[0].rounds", "too_many_items")
    ]


def test_after_a_thousand_faults_it_is_read_no_further() -> None:
    found = of(raw(players(2), stage(rounds=[{"tables": 1}] * 2_000)))
    assert len(found) == 1_001
    assert found[-1] == ("document", "more_issues")
    found = of(changed(notes=["\x01"] * 5_000))
    assert len(found) == 1_001
    assert found[-1] == ("document", "more_issues")


def test_unknown_keys_may_be_nested_only_so_deep() -> None:
    deep: Any = 1
    for _ in range(DEEPEST_NESTING + 1):
        deep = [deep]
    assert of(changed(note=deep)) == [("note", "too_deep")]
    assert document(changed(note=deep[0])).extra == {"note": deep[0]}


def test_more_than_ten_thousand_players_are_one_fault() -> None:
    crowd = raw(players(10_001), stage(rounds=[{"tables": [table(1, 2)]}]))
    assert of(crowd) == [("players", "too_many_players")]


def test_a_byte_order_mark_is_accepted() -> None:
    text = json.dumps(raw(players(3), stage()))
    assert (
        read(b"\xef\xbb\xbf" + text.encode(), SYSTEMS)
        == read(text, SYSTEMS)
        == read("\ufeff" + text, SYSTEMS)
    )


def test_what_is_left_out_has_its_default() -> None:
    read_back = document(
        {"clubtornei": 1, "players": [{"id": 7, "name": "Ada"}], "stages": [{"system": "round-robin"}]}
    )
    only, entered = read_back.stages[0], read_back.players[0]
    assert (read_back.name, read_back.seed) == ("", "")
    assert (only.scoring, only.ranking, only.rounds, only.entrants) == ("game", ("points",), (), None)
    assert (entered.number, entered.joined, entered.absent, entered.withdrawn, entered.exempt) == (
        1,
        1,
        (),
        None,
        0,
    )


def test_the_points_of_a_bye_default_to_those_of_the_scoring() -> None:
    byes = [{"byes": [{"player": 1}, {"player": 2, "points": 0}]}]
    plain = document(raw(players(3), stage(rounds=byes)))
    three = document(raw(players(3), stage(rounds=byes, scoring_options={"win": 3})))
    half = document(raw(players(3), stage(rounds=byes, scoring_options={"bye": 0.5})))
    points = [
        [float(bye.points) for bye in read_back.stages[0].rounds[0].byes]
        for read_back in (plain, three, half)
    ]
    assert points == [[1, 0], [3, 0], [0.5, 0]]


def test_unknown_keys_are_kept_and_written_back_at_every_level() -> None:
    value = raw(
        players(3, p2={"phone": [1, {"a": None}]}),
        stage(
            rounds=[
                {
                    "tables": [table(1, 2, [1, 0], clock={"w": 3})],
                    "byes": [{"player": 3, "points": 0, "why": "x"}],
                    "hall": 2,
                }
            ],
            note=True,
        ),
        licence=1.25,
    )
    read_back = document(value)
    again = json.loads(write(read_back))
    assert again["licence"] == 1.25
    assert again["players"][1]["phone"] == [1, {"a": None}]
    assert again["stages"][0]["note"] is True
    assert again["stages"][0]["rounds"][0]["hall"] == 2
    assert again["stages"][0]["rounds"][0]["tables"][0]["clock"] == {"w": 3}
    assert again["stages"][0]["rounds"][0]["byes"][0]["why"] == "x"
    assert document(again) == read_back


def test_a_match_of_several_games_agrees_with_its_result() -> None:
    won = table(1, 2, [1, 0], games=[[0.5, 0.5], [1, 0]])
    open_match = table(3, 4, games=[[1, 0]])
    given_up = table(5, 6, [0, 1], forfeit=True, games=[[1, 0]])
    tables = document(two(won, open_match, given_up)).stages[0].rounds[0].tables
    assert [len(one.games) for one in tables] == [2, 1, 1]


IDENTITY = {
    "family": "Bianchi",
    "given": "Ada",
    "sex": "w",
    "born": "1990-05-31",
    "federation": "ITA",
    "fide_id": 812345,
    "rating_list": "fide",
    "ratings": [{"list": "fide", "rating": 1810, "month": "2026-11", "k": 20, "source": "kept"}],
    "nickname": "kept",
}
REPORT = {
    "city": "Roma",
    "federation": "ITA",
    "starts_on": "2026-11-07",
    "chief_arbiter": {"name": "Rossi Mario", "title": "IA", "fide_id": 800001},
    "deputies": [{"name": "Verdi Anna"}],
    "rating_lists": ["fide", "national"],
}


def test_identity_report_and_dates_keep_unknown_keys() -> None:
    value = raw(players(3, p1={"identity": IDENTITY}), stage(dates={"1": "2026-11-07"}), report=REPORT)
    one = document(value)
    assert (one.players[0].identity.born, one.players[1].identity.born) == ("1990-05-31", "")
    assert one.report.chief_arbiter.title == "IA"
    assert one.stages[0].dates == {1: "2026-11-07"}
    written = json.loads(write(one))
    assert (written["players"][0]["identity"], written["report"]) == (IDENTITY, REPORT)
    assert written["stages"][0]["dates"] == {"1": "2026-11-07"}
    assert "identity" not in written["players"][1]
    assert read(write(one), SYSTEMS) == one


def test_nothing_that_is_drawn_or_counted_depends_on_identity() -> None:
    without = raw(players(4), stage(ranking=["points", "rating", "number"]))
    value = raw(
        players(4, p1={"identity": IDENTITY}),
        stage(ranking=["points", "rating", "number"], dates={"1": "2026-11-07"}),
        report=REPORT,
    )
    assert pair(record(value)) == pair(record(without))
    assert standings(record(value)) == standings(record(without))
