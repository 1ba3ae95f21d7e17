"""Report files as text: the columns of FIDE's format, what real files have, and every fault with its place.

Columns as in FIDE, Format of Tournament Report File, 2016 and 2026.
"""

import re
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, strategies as st
from msgspec.structs import replace

from scoring.reasons import issue_line
from scoring.record import DocumentError
from scoring.texts import LANGUAGES
from scoring.trf import (
    AbnormalLine,
    AccelerationLine,
    ByeLine,
    NationalLine,
    PlayerLine,
    ProhibitionLine,
    Trf,
    TrfCell,
)
from scoring.trf_reading import read_trf
from scoring.trf_writing import points_text, write_trf

ADA = PlayerLine(
    number=1,
    name="Bianchi, Ada",
    sex="w",
    title="WFM",
    rating=2010,
    federation="ITA",
    fide_id=812345,
    born="1990-05-31",
    points=Decimal("1.5"),
    rank=2,
    rounds=(TrfCell(2, "w", "1"), TrfCell(0, "", "H")),
)
UGO = PlayerLine(number=2, name="Verdi, Ugo", born="1971", rounds=(TrfCell(1, "b", "0"), TrfCell(0, "", "U")))
FILE = Trf(
    name="Torneo",
    city="Roma",
    federation="ITA",
    starts_on="2026-11-07",
    ends_on="2026-11-08",
    kind="Individual: Swiss-System",
    chief_arbiter="IA Rossi Mario (800001)",
    deputies=("FA Neri Anna (800002)", "Gialli Pia"),
    time_control="90 min + 30 s",
    dates=("2026-11-07", "2026-11-08"),
    rounds=2,
    first_colour="w",
    scoring={"W": Decimal(3), "D": Decimal(1), "P": Decimal("0.5")},
    rank_method=("ITA", "FIDON"),
    program="ClubTornei",
    system="CUSTOM_SWISS",
    tie_breaks=("BH/C1", "SB"),
    standings=("PTS", "BH/C1", "SB"),
    time_control_code="5400+30",
    players=(ADA, UGO),
    national=(
        NationalLine(
            list="ITA",
            number=1,
            category="1N",
            name="Bianchi, Ada",
            rating=1950,
            origin="RM",
            national_id="A12",
        ),
    ),
    byes=(ByeLine("H", 2, (1,)),),
    accelerations=(AccelerationLine(Decimal(1), 1, 3, 1, 2),),
    prohibited=(ProhibitionLine(1, 2, (1, 2)),),
    abnormal=(AbnormalLine("", Decimal("-0.5"), 2, (1,)), AbnormalLine("+", Decimal(2), 0, ())),
    comments=("MPA @ Round 1: 1 - 2",),
)


def lines(trf: Trf = FILE, **how: Any) -> dict[str, str]:
    """The last line of each tag."""
    return {line[:3]: line for line in write_trf(trf, **how).split("\r\n") if line}


def without_places(trf: Trf) -> Trf:
    return replace(trf, players=tuple(replace(player, line=0) for player in trf.players))


def read_back(text: str | bytes) -> Trf:
    return without_places(read_trf(text)[0])


def at(line: str, first: int, last: int) -> str:
    return line[first - 1 : last]


def test_a_player_stands_in_the_columns_of_record_001() -> None:
    line = lines(replace(FILE, players=(ADA,)))["001"]
    columns = {
        (5, 8): "   1",
        (10, 10): "w",
        (11, 13): "WFM",
        (15, 47): "Bianchi, Ada".ljust(33),
        (49, 52): "2010",
        (54, 56): "ITA",
        (58, 68): "     812345",
        (70, 79): "1990/05/31",
        (81, 84): " 1.5",
        (86, 89): "   2",
        (92, 99): "   2 w 1",
        (102, 109): "0000 - H",
    }
    assert {place: at(line, *place) for place in columns} == columns


def test_tournament_records_stand_in_their_columns() -> None:
    found = lines()
    assert [at(found["132"], 92, 99), at(found["132"], 102, 109)] == ["26/11/07", "26/11/08"]
    assert [at(found["162"], first, first + 4) for first in (6, 15, 24)] == ["W 3.0", "D 1.0", "P 0.5"]
    assert (at(found["172"], 5, 7), at(found["172"], 9, 13)) == ("ITA", "FIDON")
    assert (found["042"], found["062"], found["072"]) == ("042 2026/11/07", "062 2", "072 1")
    assert (found["202"], found["212"]) == ("202 BH/C1,SB", "212 PTS,BH/C1,SB")
    assert (found["142"], found["152"], found["222"]) == ("142 2", "152 W", "222 5400+30")
    assert at(found["ITA"], 11, 13) + at(found["ITA"], 49, 56) == " 1N1950 RM "
    assert (at(found["240"], 5, 5), at(found["240"], 7, 9), at(found["240"], 11, 14)) == ("H", "002", "   1")


def test_the_examples_of_the_format_are_read() -> None:
    text = write_trf(replace(FILE, accelerations=(), prohibited=(), byes=(), abnormal=())) + "\r\n".join(
        (
            "250 00.0 02.0 001 003 0001 0002",
            "260 001 002    1    2",
            "240 H 003    1    2",
            "299 W         2.5  002    1",
            "299    -1.0  -2.0    4    2",
        )
    )
    trf = read_back(text)
    assert trf.accelerations == (AccelerationLine(Decimal("2.0"), 1, 3, 1, 2),)
    assert trf.prohibited == (ProhibitionLine(1, 2, (1, 2)),)
    assert trf.byes == (ByeLine("H", 3, (1, 2)),)
    assert trf.abnormal == (
        AbnormalLine("W", Decimal("2.5"), 2, (1,)),
        AbnormalLine("", Decimal("-2.0"), 4, (2,)),
    )


def test_lines_end_in_cr_lf_and_trf16_has_no_more_than_its_own_records() -> None:
    text = write_trf(FILE, extended=False)
    assert text.count("\r\n") == text.count("\n") == len(text.splitlines())
    tags = {line[:3] for line in text.splitlines()}
    assert tags == {
        *("012", "022", "032", "042", "052", "062", "072", "092", "102", "112", "122", "132", "001")
    }


@pytest.mark.parametrize(
    ("points", "text"),
    [("0", "0.0"), ("11.5", "11.5"), ("0.25", "0.25"), ("10.25", "10.3"), ("120.5", "121"), ("-0.5", "-0.5")],
)
def test_points_have_four_columns(points: str, text: str) -> None:
    assert points_text(Decimal(points)) == text


TEXT = write_trf(FILE)


@pytest.mark.parametrize(
    "text",
    [
        TEXT.replace("\r\n", "\n"),
        TEXT.replace("\r\n", "\r"),
        "\ufeff" + TEXT,
        TEXT.encode("utf-8-sig"),
        "\r\n".join(line + "   " for line in TEXT.split("\r\n")),
        TEXT.replace("   2 w 1", "   2 W 1").replace("0000 - H", "0000 - h").replace("0000 - U", "     - u"),
        TEXT.replace("152 W", "XXC white1 rank").replace("142 2", "XXR 2"),
        TEXT.replace("162  W 3.0    D 1.0    P 0.5", "XXS W=3 D=1 PAB=.5"),
        TEXT.replace("162  W 3.0    D 1.0    P 0.5", "BBW  3.0\r\nBBD  1.0\r\nBBU  0.5"),
        TEXT.replace("wWFM", "w wf").replace("1990/05/31", "31.05.1990"),
        TEXT.replace("062 2", "062").replace("032 ITA", "032 ita"),
    ],
)
def test_what_real_files_have_is_read_as_the_same(text: str | bytes) -> None:
    assert read_back(text) == FILE


def test_columns_counted_in_bytes_and_latin_1_are_read() -> None:
    accents = replace(FILE, players=(replace(ADA, name="Brüß, Zoé"), UGO), national=(), rank_method=("", ""))
    text = write_trf(accents)
    counted_in_bytes = text.replace("Brüß, Zoé   ", "Brüß, Zoé")  # three letters have two bytes
    assert read_back(counted_in_bytes) == accents
    trf, notes = read_trf(text.encode("latin-1"))
    assert without_places(trf) == accents
    assert [note.code for note in notes] == ["trf_latin"]


def test_a_game_without_colours_or_with_one_alone_has_two() -> None:
    assert read_back(TEXT.replace("1 b 0", "1 - 0")) == FILE
    trf, notes = read_trf(TEXT.replace("1 b 0", "1 - 0").replace("2 w 1", "2 - 1"))
    assert without_places(trf) == FILE
    assert [note.code for note in notes] == ["trf_colour_taken"]


PLACES = {
    line.replace("001    1", "Ada").replace("001    2", "Ugo")[:3]: f"{number}"
    for number, line in enumerate(TEXT.split("\r\n"), 1)
}
"""The line of each record: of players by their names."""


def placed(expected: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """`Ada:97` as the line of Ada's record and the column."""
    return [
        (re.sub(r"^\w{3}(?=:)", lambda record: PLACES[record[0]], place), code) for place, code in expected
    ]


def changed(old: str, new: str) -> str:
    assert old in TEXT
    return TEXT.replace(old, new, 1)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [("file", "trf_no_players")]),
        ("{}", [("file", "trf_no_players")]),
        (changed("001    1", "001     "), [("Ada:5–8", "trf_missing")]),
        (changed("001    2", "001    1"), [("Ugo:5–8", "trf_start_twice")]),
        (changed("001    2", "001   2x"), [("Ugo:5–8", "trf_value")]),
        (changed("2010", "20x0"), [("Ada:49–52", "trf_value")]),
        (changed("812345", "81234f"), [("Ada:58–68", "trf_value")]),
        (changed(" 1.5", "1;5 "), [("Ada:81–84", "trf_value")]),
        (changed("2 w 1", "2 x 1"), [("Ada:97", "trf_value")]),
        (changed("2 w 1", "2 w 7"), [("Ada:99", "trf_value"), ("Ada:92–99", "trf_results")]),
        (changed("2 w 1", "2 w D"), [("Ada:92–99", "trf_results")]),
        (changed("2 w 1", "2 b 1"), [("Ada:92–99", "trf_colours")]),
        (changed("2 w 1", "3 w 1"), [("Ada:92–99", "trf_opponent"), ("Ugo:92–99", "trf_other_side")]),
        (changed("2 w 1", "1 w 1"), [("Ada:92–99", "trf_opponent"), ("Ugo:92–99", "trf_other_side")]),
        (changed("0000 - H", "0000 - 8"), [("Ada:109", "trf_value")]),
        (changed("142 2", "142 two"), [("142:5–7", "trf_value")]),
        (changed("152 W", "152 X"), [("152:5", "trf_value")]),
        (changed("P 0.5", "Q 0.5"), [("162:24", "trf_value")]),
        (changed("240 H", "240 Q"), [("240:5", "trf_value")]),
        (changed("260 001 002    1    2", "260 001 002    1    9"), [("260:13–21", "trf_no_player")]),
        (changed("260 001 002    1    2", "260 001 002    1"), [("260:13–21", "trf_missing")]),
        (changed("ITA    1", "ITA    7"), [("ITA:5–8", "trf_no_player")]),
    ],
)
def test_every_fault_has_its_line_and_columns(text: str, expected: list[tuple[str, str]]) -> None:
    with pytest.raises(DocumentError) as caught:
        read_trf(text)
    assert [(fault.path, fault.code) for fault in caught.value.issues] == placed(expected)
    for fault in caught.value.issues:
        said = [issue_line(fault, language) for language in LANGUAGES]
        if fault.path != "file":
            line, _, columns = fault.path.partition(":")
            assert f"riga {line}, colonn" in said[0]
            assert columns in said[0]
            assert columns in said[1]
        assert all("{" not in sentence.replace("{}", "") and sentence.isprintable() for sentence in said)


def test_what_is_left_out_is_noted_with_its_place() -> None:
    text = (
        changed("032 ITA", "032 Italia").replace("042 2026/11/07", "042 May 29, 2020").replace("WFM", " XM")
        + "ZZZ something\r\n"
    )
    _trf, notes = read_trf(text)
    last = len(text.splitlines())
    assert [(note.path, note.code) for note in notes] == placed(
        [
            ("032:5–10", "trf_federation_dropped"),
            ("042:5–16", "trf_day_dropped"),
            ("Ada:11–13", "trf_title_dropped"),
            (f"{last}:1–3", "trf_unknown"),
        ]
    )
    assert all(issue_line(note, language).isprintable() for note in notes for language in LANGUAGES)


WORD = st.text("abc XY,.", max_size=12).map(lambda text: " ".join(text.split()))
POINTS = st.integers(0, 99).map(lambda halves: Decimal(halves) / 2)


@st.composite
def files(draw: st.DrawFn) -> Trf:
    """Files such as the writer can be given: games of which both players say the same."""
    count, rounds = draw(st.integers(1, 6)), draw(st.integers(0, 4))
    cells: dict[int, list[TrfCell]] = {number: [] for number in range(1, count + 1)}
    for _ in range(rounds):
        order = draw(st.permutations(range(1, count + 1)))
        for white, black in zip(order[::2], order[1::2], strict=False):
            first, second = draw(st.sampled_from(["10", "==", "01", "WL", "DD", "+-", "-+", "--", "XX"]))
            cells[white].append(TrfCell(black, "w", first))
            cells[black].append(TrfCell(white, "b", second))
        if count % 2:
            cells[order[-1]].append(TrfCell(0, "", draw(st.sampled_from("HFUZ"))))
    players = tuple(
        PlayerLine(
            number=number,
            name=draw(WORD),
            sex=draw(st.sampled_from(["", "m", "w"])),
            title=draw(st.sampled_from(["", "GM", "WCM"])),
            rating=draw(st.none() | st.integers(1, 3000)),
            federation=draw(st.sampled_from(["", "ITA"])),
            fide_id=draw(st.none() | st.integers(1, 10**9)),
            born=draw(st.sampled_from(["", "1990", "1990-05-31"])),
            points=draw(st.none() | POINTS),
            rank=draw(st.none() | st.integers(1, 9999)),
            rounds=tuple(cells[number]),
        )
        for number in range(1, count + 1)
    )
    some = st.lists(st.integers(1, count), min_size=2, max_size=3).map(tuple)
    return Trf(
        name=draw(WORD),
        city=draw(WORD),
        dates=draw(st.sampled_from([(), ("2026-11-07",), ("2026-11-07", "2026-12-31")])),
        rounds=draw(st.none() | st.integers(1, 999)),
        first_colour=draw(st.sampled_from(["", "w", "b"])),
        scoring=draw(st.dictionaries(st.sampled_from("WDLAPX"), POINTS)),
        standings=draw(st.sampled_from([(), ("PTS", "BH/C1")])),
        players=players,
        byes=tuple(ByeLine(kind, 3, draw(some)) for kind in draw(st.sampled_from(["", "H", "FZ"]))),
        prohibited=tuple(ProhibitionLine(1, 2, players) for players in draw(st.lists(some, max_size=2))),
        abnormal=tuple(
            AbnormalLine(kind, draw(POINTS), draw(st.integers(0, 9)), draw(some))
            for kind in draw(st.sampled_from(["", "W", "+-"]))
        ),
    )


@given(files())
def test_a_file_written_and_read_is_the_same(trf: Trf) -> None:
    assert read_back(write_trf(trf)) == trf


@given(files(), st.data())
def test_a_broken_file_ends_in_faults_or_a_file(trf: Trf, data: st.DataObject) -> None:
    text = list(write_trf(trf))
    for _ in range(data.draw(st.integers(1, 5))):
        place = data.draw(st.integers(0, len(text) - 1))
        text[place] = data.draw(st.sampled_from(["", " ", "9", "-", "\n", "é", "w", "\x00", "X", "٣"]))
    try:
        _trf, notes = read_trf("".join(text))
    except DocumentError as error:
        notes = list(error.issues)
    assert all(issue_line(note, language) for note in notes for language in LANGUAGES)


@given(st.binary(max_size=60))
def test_bytes_that_are_no_file_end_in_a_fault(content: bytes) -> None:
    with pytest.raises(DocumentError):
        read_trf(content)
