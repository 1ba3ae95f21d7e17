"""Prohibited meetings: every system with tables of two honours them, or says which of them it cannot."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import given, strategies as st

from pairing.by_hand import objections, reasons_by_hand
from pairing.checking import check
from pairing.matching import PerfectMatching
from pairing.reasons import no_round, why
from pairing.registry import SYSTEM_SPECS, SYSTEMS, pair
from pairing.system import NoLegalPairing
from pairing.systems.club_swiss import FewestRepeats
from scoring.reasons import issue_line
from scoring.record import DocumentError, Prohibition, Record, read, write
from scoring.texts import LANGUAGES
from tests.commands import run_on
from tests.documents import document, players, raw, record, stage
from tests.pairing.rounds import line_of, round_of

HONOURED = ("amalfi", "club-swiss", "dutch", "knockout")
OPTIONS: dict[str, dict[str, Any]] = {
    "amalfi": {"rounds": 3, "first_white": True},
    "dutch": {"rounds": 3, "first_white": True},
}


def entered(system: str, count: int, prohibited: Sequence[dict[str, Any]], *rounds: str) -> Record:
    played = [round_of(line) for line in rounds]
    options = OPTIONS.get(system, {})
    return record(raw(players(count), stage(system, played, options=options, prohibited=list(prohibited))))


def banned(*ids: int, **rounds: int) -> dict[str, Any]:
    return {"players": list(ids), **rounds}


# The document


def test_the_document_keeps_who_may_not_meet_and_in_which_rounds() -> None:
    entries = [banned(1, 3), banned(2, 4, 5, first=2, last=4, why="club")]
    read_back = document(raw(players(6), stage("club-swiss", prohibited=entries)))
    assert read_back.stages[0].prohibited == (
        Prohibition(players=(1, 3)),
        Prohibition(players=(2, 4, 5), first=2, last=4, extra={"why": "club"}),
    )
    assert read(write(read_back), SYSTEM_SPECS) == read_back
    assert json.loads(write(read_back))["stages"][0]["prohibited"] == entries


@pytest.mark.parametrize(
    ("prohibited", "line"),
    [
        ("x", "stages[0].prohibited: ci vuole una lista"),
        ([[1, 2]], "stages[0].prohibited[0]: ci vuole un oggetto"),
        ([{}], "stages[0].prohibited[0].players: ci vogliono almeno due giocatori"),
        ([banned(1)], "stages[0].prohibited[0].players: ci vogliono almeno due giocatori"),
        ([banned(1, 9)], "stages[0].prohibited[0].players[1]: il giocatore 9 non esiste"),
        ([banned(1, 1)], "stages[0].prohibited[0].players[1]: il giocatore 1 vi sta due volte"),
        ([banned(1, 2, first=0)], "stages[0].prohibited[0].first: 0 è meno di 1"),
        ([banned(1, 2, first=3, last=2)], "stages[0].prohibited[0].last: 2 è meno di 3"),
    ],
)
def test_what_is_written_wrong_is_named_with_its_place(prohibited: Any, line: str) -> None:
    with pytest.raises(DocumentError) as caught:
        document(raw(players(4), stage("club-swiss", prohibited=prohibited)))
    assert issue_line(caught.value.issues[0]).startswith(line)


@pytest.mark.parametrize("system", [name for name in SYSTEMS if name not in HONOURED])
def test_a_system_that_cannot_honour_them_says_so(system: str) -> None:
    with pytest.raises(DocumentError) as caught:
        document(raw(players(8), stage(system, prohibited=[banned(1, 2)])))
    issue = next(issue for issue in caught.value.issues if issue.code == "prohibited_system")
    assert issue.path == "stages[0].prohibited"
    assert all(system in issue_line(issue, language) for language in LANGUAGES)


# Pairing


@pytest.mark.parametrize("system", HONOURED)
def test_where_nothing_else_is_legal_the_round_is_refused_naming_them(system: str) -> None:
    with pytest.raises(NoLegalPairing) as caught:
        pair(entered(system, 2, [banned(1, 2)]))
    assert caught.value.facts["prohibited"] == [[1, 2]]
    for language in LANGUAGES:
        assert "Ada – Ivo" in no_round(caught.value, ("", "Ada", "Ivo").__getitem__, language)


def test_the_command_ends_with_3_or_with_2_where_no_system_honours_them() -> None:
    for system, status, said in (("dutch", 3, "Player 1 – Player 2"), ("round-robin", 2, "prohibited")):
        entry = stage(system, options=OPTIONS.get(system, {}), prohibited=[banned(1, 2)])
        ran = run_on(raw(players(3 if status == 2 else 2), entry), "pairing", "next", "-")
        assert ran.status == status
        assert said in ran.err


@pytest.mark.parametrize("system", ["amalfi", "club-swiss", "dutch"])
def test_they_hold_in_their_rounds_alone(system: str) -> None:
    assert pair(entered(system, 2, [banned(1, 2, first=2)])).tables
    assert pair(entered(system, 4, [banned(1, 2, 3, 4, last=1)], "1-3:1 2-4:1")).tables
    with pytest.raises(NoLegalPairing):
        pair(entered(system, 4, [banned(1, 2, 3, 4, last=2)], "1-3:1 2-4:1"))


def test_one_player_whom_nobody_is_left_for_is_told_in_the_singular() -> None:
    with pytest.raises(NoLegalPairing) as caught:
        pair(entered("dutch", 4, [banned(1, other) for other in (2, 3, 4)]))
    names = ("", "Ada", "Ivo", "Lia", "Ugo").__getitem__
    assert "Ada non trova un avversario (incontri vietati" in no_round(caught.value, names, "it")
    assert "Ada cannot find an opponent (prohibited" in no_round(caught.value, names, "en")


@pytest.mark.parametrize("system", ["amalfi", "club-swiss", "dutch"])
@given(st.integers(4, 11), st.data())
def test_no_round_brings_them_together(system: str, count: int, data: st.DataObject) -> None:
    entries = data.draw(
        st.lists(st.lists(st.integers(1, count), min_size=2, max_size=3, unique=True), max_size=4)
    )
    lines: list[str] = []
    for _ in range(2):
        seen = entered(system, count, [banned(*ids) for ids in entries], *lines)
        try:
            draw = pair(seen)
        except NoLegalPairing as refused:
            assert no_round(refused, str)
            return
        for table in draw.tables:
            assert table.seats[1] not in seen.prohibited.get(table.seats[0], ())
        byes = [f"{bye.player}:1" for bye in draw.byes]
        lines.append(" ".join([*(f"{word}:1" for word in line_of(draw).split() if "-" in word), *byes]))
    checked = check(entered(system, count, [banned(*ids) for ids in entries], *lines).document)
    assert all(round_.ok for round_ in checked)


def test_a_knockout_refuses_only_what_would_be_played() -> None:
    entries = [banned(1, 4)]
    with pytest.raises(NoLegalPairing) as caught:
        pair(entered("knockout", 4, entries))
    assert caught.value.code == "bracket_prohibited"
    assert pair(entered("knockout", 4, [banned(1, 2, 3)], "1-4:0 2-3:1")).tables[0].seats in ((4, 2), (2, 4))
    away = raw(players(4, p4={"absent": [1]}), stage("knockout", prohibited=entries))
    assert pair(record(away)).tables[0].forfeit


def test_amalfi_says_who_is_passed_over_for_a_prohibited_meeting() -> None:
    first = pair(entered("amalfi", 4, [banned(1, 4)])).tables[0]
    assert "passed_prohibited" in [reason.code for reason in first.why]
    assert "vietato" in " ".join(why(reason, str) for reason in first.why)


@pytest.mark.parametrize("system", HONOURED)
def test_by_hand_a_prohibited_meeting_is_objected_to(system: str) -> None:
    seen = entered(system, 4, [banned(1, 4)])
    assert "hand_prohibited" in [reason.code for reason in objections(seen, (1, 4))]
    assert "hand_prohibited" not in [reason.code for reason in objections(seen, (1, 3))]
    said = [why(reason, str) for reason in reasons_by_hand(seen, (1, 4))]
    assert "1 e 4 non devono incontrarsi: è un incontro vietato." in said


# Repeats where meetings are prohibited: against all pairings, one by one


def pairings(left: tuple[int, ...]) -> Iterator[list[tuple[int, int]]]:
    if not left:
        yield []
        return
    for other in left[1:]:
        for rest in pairings(tuple(player for player in left[1:] if player != other)):
            yield [(left[0], other), *rest]


@given(st.data())
def test_repeats_are_the_fewest_and_oldest_also_where_meetings_are_prohibited(data: st.DataObject) -> None:
    count = data.draw(st.sampled_from([4, 6, 8]))
    pairs = [(first, second) for first in range(count) for second in range(first)]
    kind = data.draw(st.lists(st.sampled_from([0, 0, 1, 2, 3, -1]), min_size=len(pairs), max_size=len(pairs)))
    met: list[dict[int, int]] = [{} for _ in range(count)]
    new = [0] * count
    for (first, second), number in zip(pairs, kind, strict=True):
        if number > 0:
            met[first][second] = met[second][first] = number
        elif number == 0:
            new[first] |= 1 << second
            new[second] |= 1 << first
    possible = [
        sorted((met[first][second] for first, second in found if second in met[first]), reverse=True)
        for found in pairings(tuple(range(count)))
        if all(second in met[first] or new[first] >> second & 1 for first, second in found)
    ]
    if not possible or PerfectMatching(new).complete:
        return
    best = FewestRepeats(met, new)
    repeats = []
    while best.rest:
        player = (best.rest & -best.rest).bit_length() - 1
        opponent = best.take_first(player, [place for place in range(count) if best.rest >> place & 1])
        if opponent in met[player]:
            repeats.append(met[player][opponent])
    assert sorted(repeats, reverse=True) == min(possible, key=lambda rounds: (len(rounds), rounds))
