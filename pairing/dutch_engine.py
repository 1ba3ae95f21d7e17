"""A round by FIDE's Dutch rules, computed by gacrux (www.gacrux.no): its tournament, made from a record, and
its answer, made typed again.

Importing this costs what gacrux and networkx cost, so `pairing/systems/dutch.py` does it only to pair.
"""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from gacrux.gacruxexeptions import GacruxError, GacruxNoLegalPairing
from gacrux.pairingdutch import pairing_dutch
from msgspec import Struct

from scoring.document import as_decimal
from scoring.ledger import BLACK, WHITE, Colour
from scoring.record import DocumentRound, DocumentTable, Number, Record

_PARAMETERS: Final = {"experimental": (), "verbose": 0}
_LETTERS: Final = {WHITE: "w", BLACK: "b"}
_COLOURS: Final[Mapping[str, Colour]] = {"w": WHITE, "b": BLACK}


class DutchRound(Struct, frozen=True, kw_only=True):
    """What the rules need to know beside the record. `line`: the ids of all who have entered, by order
    number, which is their pairing number; `present`: those to be paired; `rounds`: of the whole tournament;
    `virtual`: for each round from 1 the virtual points of the first `accelerated` of the line; `late_points`:
    those a late entry starts with.
    """

    line: Sequence[int]
    present: frozenset[int]
    rounds: int
    first_colour: Colour
    virtual: Sequence[Number]
    accelerated: int
    late_points: Number


class Pair(Struct, frozen=True, kw_only=True):
    """A pair of ids and the article of C.04.3 that gave the colours: 1 to 5 of 5.2. `wanted`: the colour that
    both should have; `number`: the pairing number of the higher ranked, which article 5 goes by.
    """

    white: int
    black: int
    article: int
    wanted: Colour | None
    number: int


class Pairing(Struct, frozen=True):
    """The pairs, the id that has the bye, the points of each in the ranking, and those by which he was
    paired, virtual ones included.
    """

    pairs: tuple[Pair, ...]
    bye: int | None
    points: Mapping[int, Fraction]
    paired_by: Mapping[int, Fraction]


class NoPairing(Exception):
    """There is no legal round. `open_to`: for each id present those whom he might still meet; `may_rest`:
    those who might have the bye.
    """

    def __init__(self, open_to: Mapping[int, frozenset[int]], may_rest: frozenset[int]) -> None:
        super().__init__("no legal pairing")
        self.open_to = open_to
        self.may_rest = may_rest


class EngineFailed(Exception):
    """The engine came into a state that it does not know."""


def paired(record: Record, round_: DutchRound) -> Pairing:
    """The round by the rules. NoPairing: there is none."""
    engine = pairing_dutch(_tournament(record, round_), record.next_round, _PARAMETERS)
    try:
        brackets = engine.compute_pairing(False, 0)
    except GacruxNoLegalPairing as refused:
        raise _no_pairing(engine, round_) from refused
    except (GacruxError, ArithmeticError, LookupError, TypeError, ValueError) as fault:
        raise EngineFailed(str(fault)) from fault
    edges = [edge for bracket in brackets for edge in bracket["pairs"]]
    ids = (0, *round_.line)
    return Pairing(
        pairs=tuple(_pair(engine.competitors, edge, ids) for edge in edges if edge["b"]),
        bye=next((ids[edge["w"]] for edge in edges if not edge["b"]), None),
        points=_scores(engine, round_, "pts"),
        paired_by=_scores(engine, round_, "acc"),
    )


def _scores(engine: Any, round_: DutchRound, name: str) -> dict[int, Fraction]:
    return {
        player: Fraction(engine.competitors[number][name]) for number, player in enumerate(round_.line, 1)
    }


def _pair(competitors: Sequence[Any], edge: Any, ids: Sequence[int]) -> Pair:
    white, black = competitors[edge["w"]], competitors[edge["b"]]
    higher = min(white, black, key=lambda player: (-player["scorelevel"], player["tpn"]))
    return Pair(
        white=ids[edge["w"]],
        black=ids[edge["b"]],
        article=int(edge["colorrule"].removeprefix("E.")),
        wanted=_COLOURS.get(white["cop"][0]) if white["cop"][0] == black["cop"][0] else None,
        number=higher["tpn"],
    )


def _no_pairing(engine: Any, round_: DutchRound) -> NoPairing:
    numbers = [number for number, player in enumerate(round_.line, 1) if player in round_.present]

    def open_to(number: int) -> frozenset[int]:
        return frozenset(
            round_.line[other - 1]
            for other in numbers
            if other != number and engine.opponents[number][other]["canmeet"]
        )

    return NoPairing({round_.line[number - 1]: open_to(number) for number in numbers}, open_to(0))


def _tournament(record: Record, round_: DutchRound) -> dict[str, Any]:
    """The tournament in the form that gacrux reads, which it calls JSON for Chess."""
    options = record.scoring_options
    number_of = {player: number for number, player in enumerate(round_.line, 1)}
    return {
        "tournamentType": "FIDE_DUTCH",
        "numRounds": round_.rounds,
        "currentRound": record.rounds_played,
        "teamTournament": False,
        "scoreSystem": {
            "game": {"W": options.win, "D": options.draw, "L": options.loss, "P": "W", "Z": Decimal(0)}
        },
        "topColor": _LETTERS[round_.first_colour],
        "competitors": [
            {"cid": number, "rank": number, "random": number, "present": player in round_.present}
            for player, number in number_of.items()
        ],
        "gameList": list(_games(record, number_of, round_.late_points)),
        "prohibited": [
            {
                "firstRound": record.next_round,
                "lastRound": record.next_round,
                "competitors": [number_of[player], number_of[other]],
            }
            for player, others in record.prohibited.items()
            for other in others
            if player < other and player in number_of and other in number_of
        ],
        "accelerated": {
            "values": [
                {
                    "firstRound": number,
                    "lastRound": number,
                    "firstCompetitor": 1,
                    "lastCompetitor": round_.accelerated,
                    "gamePoints": Decimal(points),
                }
                for number, points in enumerate(round_.virtual, 1)
            ]
        },
    }


def _games(record: Record, number_of: Mapping[int, int], late_points: Number) -> Iterator[dict[str, Any]]:
    """The games and byes so far. The points of a late entry are a requested bye of the round before his; the
    arbiter's bonuses and penalties are added to the points of the round.
    """
    for number, played in enumerate(record.rounds, 1):
        given = {
            number_of[player]: points[number]
            for player, points in record.adjustments.items()
            if number in points and player in number_of
        }
        for game in _games_of_round(record, number, played, number_of):
            for side in (game["white"], game["black"]):
                if side is not None and side["cid"] in given:
                    side["score"] += as_decimal(given.pop(side["cid"]))
            yield game
        for competitor, points in given.items():
            yield _game(number, (_side(competitor, "Z", points), None), played=False)
    for player in record.players.values():
        if player.joined > 1 and player.id in number_of and late_points:
            side = _side(number_of[player.id], "H", Fraction(late_points))
            yield _game(player.joined - 1, (side, None), played=False)


def _games_of_round(
    record: Record, number: int, played: DocumentRound, number_of: Mapping[int, int]
) -> Iterator[dict[str, Any]]:
    scored = record.method.score(played.tables, record.scoring_options)
    for table, score in zip(played.tables, scored, strict=True):
        if score is not None:
            yield _game(number, _sides(table, score.points, number_of), played=not table.forfeit)
    for bye in played.byes:
        side = _side(number_of[bye.player], "H" if bye.requested else "P", Fraction(bye.points))
        yield _game(number, (side, None), played=not bye.requested)


_Side = dict[str, Any] | None


def _game(number: int, sides: tuple[_Side, _Side], *, played: bool) -> dict[str, Any]:
    return {"round": number, "white": sides[0], "black": sides[1], "played": played, "rated": False}


def _sides(
    table: DocumentTable, points: Sequence[Fraction], number_of: Mapping[int, int]
) -> tuple[_Side, _Side]:
    white, black = (
        _side(number_of[player], _outcome(share, forfeit=table.forfeit), gained)
        for player, share, gained in zip(table.seats, table.shares or (0, 0), points, strict=True)
    )
    return white, black


def _outcome(share: Number, *, forfeit: bool) -> str:
    if share == 1:
        return "W"
    return "Z" if forfeit else "L" if share == 0 else "D"


def _side(number: int, outcome: str, points: Fraction) -> dict[str, Any]:
    return {"cid": number, "result": outcome, "score": as_decimal(points)}
