"""Report files in: a text to a `Trf`, with every fault and what was taken for granted
(rules/trf.md#reading).

Tolerant of what real files have: lines that end early or in blanks, any line ends, a byte order mark,
Latin-1, small letters, columns counted in bytes, the additions of JaVaFo (XXR …) and bbpPairings (BBW …).
"""

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from msgspec.structs import replace

from scoring.document import DocumentError, ValidationIssue
from scoring.trf import (
    BYES,
    DRAWS,
    FIDE_TITLES,
    LOSSES,
    MOST_ROUNDS,
    WINS,
    AbnormalLine,
    AccelerationLine,
    ByeLine,
    NationalLine,
    PlayerLine,
    ProhibitionLine,
    Trf,
    TrfCell,
)
from scoring.trf_columns import TrfLine, issue_at, printable

FIRST_ROUND, ROUND_WIDTH = 92, 10
WHOLE_FILE = "file"
_OLD_TITLES = {"G": "GM", "M": "IM", "F": "FM", "C": "CM", "WG": "WGM", "WM": "WIM", "WF": "WFM", "WC": "WCM"}
_WITHOUT_OPPONENT = {"+": "U", "1": "F", "W": "F", "=": "H", "D": "H", "-": "Z", "0": "Z", "L": "Z"}
"""What files of before wrote where there is no opponent."""
_TEAM_TAGS = frozenset({"013", "300", "310", "320", "330", "352", "362", "801", "802"})
_SILENT_TAGS = frozenset({"062", "072", "082", *_TEAM_TAGS})
_LETTERS = {"W": "W", "D": "D", "L": "L", "A": "A", "P": "P", "X": "X"}
_OF_JAVAFO = {
    "W": "W",
    "WW": "W",
    "D": "D",
    "WD": "D",
    "WL": "L",
    "PAB": "P",
    "ZPB": "A",
    "BW": "W",
    "BD": "D",
    "BL": "L",
    "FW": "W",
    "FPB": "W",
    "HPB": "D",
    "FL": "A",
}
_OF_BBP = {"BBW": "W", "BBD": "D", "BBL": "L", "BBZ": "A", "BBU": "P"}
_FEDERATION = re.compile(r"[A-Z]{3}")


def read_trf(text: str | bytes) -> tuple[Trf, list[ValidationIssue]]:
    """The file, and notes of what was taken for what it does not say. DocumentError: all its faults."""
    reader = _TrfReader()
    trf = reader.read(_decode(text, reader.notes))
    if reader.faults:
        raise DocumentError(*reader.faults)
    return trf, reader.notes


def _decode(text: str | bytes, notes: list[ValidationIssue]) -> str:
    if isinstance(text, str):
        return text.removeprefix("\ufeff")
    try:
        return text.decode("utf-8-sig")
    except UnicodeDecodeError:
        notes.append(ValidationIssue(WHOLE_FILE, "trf_latin"))
        return text.decode("latin-1")


class _TrfReader:
    def __init__(self) -> None:
        self.faults: list[ValidationIssue] = []
        self.notes: list[ValidationIssue] = []
        self.header: dict[str, Any] = {}
        self.scoring: dict[str, Decimal] = {}
        self.deputies: list[str] = []
        self.players: dict[int, PlayerLine] = {}
        self.national: list[NationalLine] = []
        self.byes: list[ByeLine] = []
        self.accelerations: list[AccelerationLine] = []
        self.prohibited: list[ProhibitionLine] = []
        self.abnormal: list[AbnormalLine] = []
        self.comments: list[str] = []
        self.absent: list[int] = []
        self.to_find: list[tuple[TrfLine, int, int, list[int]]] = []
        self.teams = False
        self.all_read = True
        self.readers: Mapping[str, Callable[[TrfLine], None]] = {
            "001": self.player,
            "042": lambda line: self.day(line, "starts_on"),
            "052": lambda line: self.day(line, "ends_on"),
            "112": self.deputy,
            "132": self.dates,
            "142": self.number_of_rounds,
            "XXR": self.number_of_rounds,
            "152": self.first_colour,
            "XXC": self.first_colour,
            "162": self.points,
            "XXS": self.points_of_javafo,
            **dict.fromkeys(_OF_BBP, self.points_of_bbp),
            "172": self.rank_method,
            "202": lambda line: self.codes(line, "tie_breaks"),
            "212": lambda line: self.codes(line, "standings"),
            "240": self.bye,
            "250": self.acceleration,
            "XXA": self.acceleration_of_javafo,
            "260": self.prohibition,
            "XXP": self.prohibition_of_javafo,
            "299": self.abnormal_points,
            "XXZ": self.absences,
            **{
                tag: lambda line, name=name: self.text(line, name)  # type: ignore[misc]
                for tag, name in (
                    ("012", "name"),
                    ("022", "city"),
                    ("092", "kind"),
                    ("102", "chief_arbiter"),
                    ("122", "time_control"),
                    ("182", "program"),
                    ("192", "system"),
                    ("222", "time_control_code"),
                )
            },
            "032": self.federation,
        }

    def read(self, text: str) -> Trf:
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        later = []
        for number, content in enumerate(lines, 1):
            if content.startswith("#"):
                self.comments.append(content.lstrip("#").strip())
            elif content.strip():
                line = TrfLine(number, content.rstrip(), self.faults, self.notes)
                # What names players is read when all of them are known.
                if line.tag in self.readers:
                    self.readers[line.tag](line)
                else:
                    later.append(line)
        for line in later:
            self.unknown(line)
        if not self.players and not self.faults:
            self.faults.append(ValidationIssue(WHOLE_FILE, "trf_no_players"))
        self.check_games()
        return Trf(
            **self.header,
            scoring=self.scoring,
            deputies=tuple(self.deputies),
            players=tuple(self.players[number] for number in sorted(self.players)),
            national=tuple(self.national),
            byes=tuple(self.byes),
            accelerations=tuple(self.accelerations),
            prohibited=tuple(self.prohibited),
            abnormal=tuple(self.abnormal),
            comments=tuple(self.comments),
            absent=tuple(self.absent),
            teams=self.teams,
        )

    def unknown(self, line: TrfLine) -> None:
        """A line of a national list, of teams, or of nobody knows what."""
        if line.tag in _TEAM_TAGS:
            self.teams = True
        if line.tag in _SILENT_TAGS:
            return
        if _FEDERATION.fullmatch(line.tag) and line.text[4:8].strip().isdigit():
            self.national_line(line)
        else:
            line.note(1, 3, "trf_unknown", found=line.tag)

    def text(self, line: TrfLine, name: str) -> None:
        self.header[name] = printable(line.value)

    def federation(self, line: TrfLine) -> None:
        found = line.value.upper()
        if _FEDERATION.fullmatch(found):
            self.header["federation"] = found
        elif found:
            line.note(5, 4 + len(line.value), "trf_federation_dropped", found=line.value)

    def day(self, line: TrfLine, name: str) -> None:
        self.header[name] = line.day(5, max(5, len(line.text)))

    def deputy(self, line: TrfLine) -> None:
        if line.value:
            self.deputies.append(printable(line.value))

    def dates(self, line: TrfLine) -> None:
        columns = range(FIRST_ROUND, min(len(line.text), FIRST_ROUND + ROUND_WIDTH * MOST_ROUNDS) + 1, 10)
        self.header["dates"] = tuple(line.day(column, column + 7) for column in columns)

    def number_of_rounds(self, line: TrfLine) -> None:
        rounds = line.whole(5, max(5, len(line.text)), "rounds", lowest=1)
        if rounds is not None and rounds > MOST_ROUNDS:
            line.fault(5, len(line.text), "trf_value", found=str(rounds), field="rounds")
        self.header["rounds"] = rounds

    def first_colour(self, line: TrfLine) -> None:
        for word in line.value.lower().split():
            colour = word.removesuffix("1") if line.tag == "XXC" else word
            if colour in ("w", "b", "white", "black"):
                self.header["first_colour"] = colour[0]
            elif word != "rank":
                line.fault(5, len(line.text), "trf_value", found=word, field="first_colour")

    def points(self, line: TrfLine) -> None:
        for column in range(6, len(line.text) + 1, 9):
            self.worth(line, column, line.at(column, column).upper(), _LETTERS, column + 1, column + 4)

    def points_of_javafo(self, line: TrfLine) -> None:
        for found in re.finditer(r"\S+", line.text[4:]):
            letter, _equals, value = found[0].partition("=")
            column = 5 + found.start()
            first = column + len(letter) + 1
            self.worth(line, column, letter.upper(), _OF_JAVAFO, first, first + max(0, len(value) - 1))

    def points_of_bbp(self, line: TrfLine) -> None:
        self.worth(line, 1, line.tag, _OF_BBP, 4, max(4, len(line.text)))

    def worth(
        self, line: TrfLine, column: int, letter: str, letters: Mapping[str, str], first: int, last: int
    ) -> None:
        if letter not in letters:
            line.fault(column, column, "trf_value", found=letter, field="scoring")
        elif (points := line.points(first, last)) is not None:
            self.scoring[letters[letter]] = points
        elif not line.at(first, last):
            line.fault(first, last, "trf_missing", field="points")

    def rank_method(self, line: TrfLine) -> None:
        self.header["rank_method"] = (line.at(5, 7).upper(), line.at(9, 13).upper())

    def codes(self, line: TrfLine, name: str) -> None:
        self.header[name] = tuple(code for code in re.split(r"[\s,;]+", line.value.upper()) if code)

    def bye(self, line: TrfLine) -> None:
        kind, number = line.at(5, 5).upper(), line.required(7, 9, "round")
        if kind not in ("H", "F", "Z"):
            line.fault(5, 5, "trf_value", found=kind, field="bye")
        elif number is not None:
            self.byes.append(ByeLine(kind, number, self.named(line, 11, line.numbers(11))))

    def acceleration(self, line: TrfLine) -> None:
        points = line.points(10, 13) or line.points(5, 8)  # the latter those of a match of teams
        first_round, last_round = line.required(15, 17, "round"), line.whole(19, 21, "round")
        first, last = line.required(23, 26, "start"), line.whole(28, 31, "start")
        if points is None:
            line.fault(10, 13, "trf_missing", field="points")
        elif first_round is not None and first is not None:
            rounds = first_round, last_round or first_round
            self.accelerations.append(AccelerationLine(points, *rounds, first, last or first))

    def acceleration_of_javafo(self, line: TrfLine) -> None:
        player = line.required(5, 8, "start")
        columns = range(10, min(len(line.text), 10 + 5 * MOST_ROUNDS) + 1, 5)
        for number, column in enumerate(columns, 1):
            points = line.points(column, column + 3)
            if points and player is not None:
                self.accelerations.append(AccelerationLine(points, number, number, player, player))

    def prohibition(self, line: TrfLine) -> None:
        first, last = line.whole(5, 7, "round"), line.whole(9, 11, "round")
        players = line.numbers(13)
        if len(players) < 2:
            line.fault(13, 21, "trf_missing", field="pair")
        rounds = first or 1, last or first or MOST_ROUNDS
        self.prohibited.append(ProhibitionLine(*rounds, self.named(line, 13, players)))

    def prohibition_of_javafo(self, line: TrfLine) -> None:
        self.prohibited.append(ProhibitionLine(1, MOST_ROUNDS, self.named(line, 5, line.words())))

    def abnormal_points(self, line: TrfLine) -> None:
        kind, points = line.at(5, 5).upper(), line.points(14, 17)
        if kind and kind not in "WDLFHZU+-":
            line.fault(5, 5, "trf_value", found=kind, field="abnormal")
        elif points is None:
            line.fault(14, 17, "trf_missing", field="points")
        else:
            number = line.whole(20, 22, "round") or 0
            self.abnormal.append(AbnormalLine(kind, points, number, self.named(line, 24, line.numbers(24))))

    def absences(self, line: TrfLine) -> None:
        self.absent += self.named(line, 5, line.words())

    def named(self, line: TrfLine, first: int, players: list[int]) -> tuple[int, ...]:
        """The players whom a line names; whether they are there is asked when all lines are read."""
        self.to_find.append((line, first, len(line.text), players))
        return tuple(players)

    def player(self, line: TrfLine) -> None:
        in_bytes = _counted_in_bytes(line.text)
        if in_bytes:
            line = TrfLine(line.number, _as_bytes(line.text), self.faults, self.notes)
        number = line.required(5, 8, "start")
        if number is None or number in self.players:
            self.all_read = False
            if number is not None:
                line.fault(5, 8, "trf_start_twice", player=number, other=self.players[number].line)
            return
        name = line.at(15, 47)
        self.players[number] = PlayerLine(
            number=number,
            name=printable(_from_bytes(name) if in_bytes else name),
            sex=self.sex(line),
            title=self.title(line),
            rating=line.whole(49, 52, "rating") or None,
            federation=self.country(line),
            fide_id=line.whole(58, 68, "fide_id") or None,
            born=line.birth(70, 79),
            points=line.points(81, 84),
            rank=line.whole(86, 89, "rank") or None,
            rounds=self.rounds(line),
            line=line.number,
        )

    def sex(self, line: TrfLine) -> str:
        found = line.at(10, 10).lower()
        return {"m": "m", "w": "w", "f": "w"}.get(found, "")

    def title(self, line: TrfLine) -> str:
        found = line.at(11, 13).upper()
        title = _OLD_TITLES.get(found, found)
        if title and title not in FIDE_TITLES:
            line.note(11, 13, "trf_title_dropped", found=found)
            return ""
        return title

    def country(self, line: TrfLine) -> str:
        found = line.at(54, 56).upper()
        if found and not _FEDERATION.fullmatch(found):
            line.note(54, 56, "trf_federation_dropped", found=found)
            return ""
        return found

    def rounds(self, line: TrfLine) -> tuple[TrfCell, ...]:
        columns = range(FIRST_ROUND, len(line.text) + 1, ROUND_WIDTH)
        if len(columns) > MOST_ROUNDS:
            line.fault(FIRST_ROUND, len(line.text), "trf_rounds", found=len(columns), maximum=MOST_ROUNDS)
            return ()
        return tuple(self.cell(line, column) for column in columns)

    def cell(self, line: TrfLine, column: int) -> TrfCell:
        opponent = line.whole(column, column + 3, "opponent") or 0
        colour = line.at(column + 5, column + 5).lower().replace("-", "")
        result = line.at(column + 7, column + 7).upper()
        if colour not in ("", "w", "b"):
            line.fault(column + 5, column + 5, "trf_value", found=colour, field="colour")
        if opponent and result and result not in WINS + DRAWS + LOSSES + "X":
            line.fault(column + 7, column + 7, "trf_value", found=result, field="result")
        elif not opponent:
            result = _WITHOUT_OPPONENT.get(result, result)
            if result and result not in BYES:
                line.fault(column + 7, column + 7, "trf_value", found=result, field="bye_result")
            return TrfCell(0, "", result)
        return TrfCell(opponent, colour, result)

    def national_line(self, line: TrfLine) -> None:
        number = line.required(5, 8, "start")
        if number is None:
            return
        self.to_find.append((line, 5, 8, [number]))
        self.national.append(
            NationalLine(
                list=line.tag,
                number=number,
                sex=self.sex(line),
                category=printable(line.at(11, 13)),
                name=printable(line.at(15, 47)),
                rating=line.whole(49, 52, "rating") or None,
                origin=printable(line.at(54, 56)),
                national_id=printable(line.at(58, 68)),
                born=line.birth(70, 79),
            )
        )

    def check_games(self) -> None:
        """That both players of each game say the same of it; a colour that one leaves out is the other's.

        Where a player could not be read, who names him is not to blame.
        """
        if not self.all_read:
            return
        for player in list(self.players.values()):
            for index, cell in enumerate(player.rounds):
                if cell.opponent:
                    self.check_game(player, index, cell)
        for line, first, last, players in self.to_find:
            for number in players:
                # A team pairing number names a team, of which there is no line 001.
                if number not in self.players and not self.teams:
                    line.fault(first, last, "trf_no_player", player=number)

    def check_game(self, player: PlayerLine, index: int, cell: TrfCell) -> None:
        column = FIRST_ROUND + ROUND_WIDTH * index

        def fault(code: str, **facts: Any) -> None:
            facts |= {"round": index + 1, "player": player.number, "opponent": cell.opponent}
            self.faults.append(issue_at(player.line, column, column + 7, code, **facts))

        opponent = self.players.get(cell.opponent)
        if opponent is None or opponent.number == player.number:
            fault("trf_opponent")
            return
        other = opponent.rounds[index] if index < len(opponent.rounds) else TrfCell()
        if other.opponent != player.number:
            fault("trf_other_side", other=opponent.line)
        elif player.number < opponent.number:
            if (cell.result, other.result) in _BY_ARBITER:
                facts = {"round": index + 1, "player": player.number, "opponent": opponent.number}
                self.notes.append(issue_at(player.line, column, column + 7, "trf_by_arbiter", **facts))
            elif (cell.result, other.result) not in _OUTCOMES:
                fault("trf_results", found=f"{cell.result or ' '} {other.result or ' '}", other=opponent.line)
            if cell.colour and cell.colour == other.colour:
                fault("trf_colours", other=opponent.line)
            elif not (cell.colour and other.colour):
                self.give_colours(player, opponent, index)

    def give_colours(self, player: PlayerLine, opponent: PlayerLine, index: int) -> None:
        cell, other = player.rounds[index], opponent.rounds[index]
        if not (cell.colour or other.colour):
            facts = {"round": index + 1, "player": player.number, "opponent": opponent.number}
            column = FIRST_ROUND + ROUND_WIDTH * index + 5
            self.notes.append(issue_at(player.line, column, column, "trf_colour_taken", **facts))
        white = cell.colour == "w" or other.colour == "b" or not (cell.colour or other.colour)
        for line, colour in ((player, "w" if white else "b"), (opponent, "b" if white else "w")):
            rounds = list(self.players[line.number].rounds)
            rounds[index] = replace(rounds[index], colour=colour)
            self.players[line.number] = replace(self.players[line.number], rounds=tuple(rounds))


_OUTCOMES = frozenset(
    {
        *((won, lost) for won, lost in (("1", "0"), ("W", "L"), ("+", "-"))),
        *((lost, won) for won, lost in (("1", "0"), ("W", "L"), ("+", "-"))),
        *((same, same) for same in ("=", "D", "-", "X", "")),
    }
)
_BY_ARBITER = frozenset((("=", "0"), ("0", "="), ("0", "0"), ("D", "L"), ("L", "D"), ("L", "L")))
"""What an arbiter may decide; it may as well be a slip, so it is noted."""


def _counted_in_bytes(text: str) -> bool:
    """Are the columns of this line those of its bytes in UTF-8, as some programs count them?"""
    return not text.isascii() and not _in_columns(text) and _in_columns(_as_bytes(text))


def _in_columns(text: str) -> bool:
    """Is there nothing between the columns of a player's line?"""
    between = [47, 52, 56, 68, 79, 84, 89, 90]
    for column in range(FIRST_ROUND, len(text), ROUND_WIDTH):
        between += [column + 3, column + 5, column + 7, column + 8]
    return all(text[place : place + 1] in ("", " ") for place in between)


def _as_bytes(text: str) -> str:
    """The text with a letter for each of its bytes."""
    return text.encode(errors="replace").decode("latin-1")


def _from_bytes(text: str) -> str:
    return text.encode("latin-1", errors="replace").decode(errors="replace")
