"""FIDE's tournament report file (TRF06, TRF16, TRF26) as records: one for each kind of line
(rules/trf.md#format).

`trf_reading.py` makes them of a text, `trf_writing.py` a text of them. Players are named by their starting
numbers; texts are as in the file, but days, which are as in a document (`2026-11-07`).
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

from msgspec import Struct, field

from scoring.document import GameScore

WINS, DRAWS, LOSSES = "1W+", "=D", "0L-"
BYES = "HFUZ"
"""A bye of half a point, of a whole one, by the pairing, of none."""
MOST_ROUNDS = 999

FIDE_TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")
DEFAULT_POINTS: Mapping[str, Decimal] = {
    "W": Decimal(1),
    "D": Decimal("0.5"),
    "L": Decimal(0),
    "A": Decimal(0),
}
"""Record 162; P, a bye by the pairing, is worth W, and X, an unknown result, D."""
ABNORMAL_KINDS: Mapping[str, str] = {
    "1": "W",
    "=": "D",
    "0": "L",
    **{letter: letter for letter in "WDLFHZ+-"},
}
"""The kind of record 299 for each result; a bye by the pairing has none."""


class TrfCell(Struct, frozen=True):
    """One round of a player. `opponent` 0: none. `colour`: w, b or empty. `result`: one of WINS, DRAWS,
    LOSSES, BYES; X: adjourned; empty: not known, or nothing.
    """

    opponent: int = 0
    colour: str = ""
    result: str = ""


class PlayerLine(Struct, frozen=True, kw_only=True):
    """Record 001. `line`: where it stands in the file."""

    number: int
    name: str = ""
    sex: str = ""
    title: str = ""
    rating: int | None = None
    federation: str = ""
    fide_id: int | None = None
    born: str = ""
    points: Decimal | None = None
    rank: int | None = None
    rounds: tuple[TrfCell, ...] = ()
    line: int = 0


class NationalLine(Struct, frozen=True, kw_only=True):
    """A player in a national list; `list`: the federation whose list it is."""

    list: str
    number: int
    sex: str = ""
    category: str = ""
    name: str = ""
    rating: int | None = None
    origin: str = ""
    national_id: str = ""
    born: str = ""


class ByeLine(Struct, frozen=True):
    """Record 240: who has a bye of that kind (one of BYES) in that round."""

    kind: str
    round: int
    players: tuple[int, ...]


class AccelerationLine(Struct, frozen=True):
    """Record 250: fictitious points in these rounds for the players from one number to another."""

    points: Decimal
    first_round: int
    last_round: int
    first: int
    last: int


class ProhibitionLine(Struct, frozen=True):
    """Record 260: players of whom no two may meet in these rounds."""

    first_round: int
    last_round: int
    players: tuple[int, ...]


class AbnormalLine(Struct, frozen=True):
    """Record 299: points of a result (`kind`) that differ from record 162, or points added (no kind).

    `round` 0: in all rounds; no `players`: for all.
    """

    kind: str
    points: Decimal
    round: int
    players: tuple[int, ...]


class Trf(Struct, frozen=True, kw_only=True):
    """A report file. `kind` is record 092, `system` 192; `rank_method`: federation and code of 172;
    `absent`: who misses the round to be paired. `teams`: whether it is a team tournament.
    """

    name: str = ""
    city: str = ""
    federation: str = ""
    starts_on: str = ""
    ends_on: str = ""
    kind: str = ""
    chief_arbiter: str = ""
    deputies: tuple[str, ...] = ()
    time_control: str = ""
    dates: tuple[str, ...] = ()
    rounds: int | None = None
    first_colour: str = ""
    scoring: Mapping[str, Decimal] = field(default_factory=dict)
    rank_method: tuple[str, str] = ("", "")
    program: str = ""
    system: str = ""
    tie_breaks: tuple[str, ...] = ()
    standings: tuple[str, ...] = ()
    time_control_code: str = ""
    players: tuple[PlayerLine, ...] = ()
    national: tuple[NationalLine, ...] = ()
    byes: tuple[ByeLine, ...] = ()
    accelerations: tuple[AccelerationLine, ...] = ()
    prohibited: tuple[ProhibitionLine, ...] = ()
    abnormal: tuple[AbnormalLine, ...] = ()
    comments: tuple[str, ...] = ()
    absent: tuple[int, ...] = ()
    teams: bool = False

    @property
    def rounds_begun(self) -> int:
        """The last round that has been paired; byes beyond it are announced ones. A bye by the pairing in a
        round in which somebody has nothing yet, and nobody a game, was allocated beforehand.
        """
        for number in range(max((len(player.rounds) for player in self.players), default=0), 0, -1):
            cells = [
                player.rounds[number - 1] if number <= len(player.rounds) else TrfCell()
                for player in self.players
            ]
            if any(cell.opponent for cell in cells):
                return number
            if any(cell.result == "U" for cell in cells) and all(cell.result for cell in cells):
                return number
        return 0

    def points_of(self, result: str) -> Decimal:
        """What a result is worth by record 162."""
        points = {**DEFAULT_POINTS, **self.scoring}
        if result in "1W+F":
            return points["W"]
        if result in "=DH":
            return points["D"]
        if result == "U":
            return points.get("P", points["W"])
        return points["L" if result in "0L" else "A"]


def decided_before(games: Sequence[GameScore], number: int, match: int) -> bool:
    """Was a match of so many games decided before that game of it (from 1)? Such a game is not rated."""
    before = games[: number - 1]
    lead = sum((Fraction(first) - Fraction(second) for first, second in before), Fraction(0))
    return abs(lead) > max(0, match - len(before))
