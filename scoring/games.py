"""Two seats: what a game is worth (rules/games.md#points)."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Annotated

from msgspec import Struct

from scoring.document import DocumentTable, Number
from scoring.method import Bounds, Method, Scored
from scoring.options import NOTHING_MORE, meta


class GameOptions(Struct, frozen=True):
    """The points of each outcome; None: as a win."""

    win: Annotated[
        Decimal,
        meta(
            ("Vittoria", "Punti per una partita vinta."),
            ("Win", "Points for a game won."),
            announced=NOTHING_MORE,
        ),
    ] = Decimal(1)
    draw: Annotated[
        Decimal,
        meta(
            ("Patta", "Punti per una partita patta."),
            ("Draw", "Points for a draw."),
            announced=NOTHING_MORE,
        ),
    ] = Decimal("0.5")
    loss: Annotated[
        Decimal,
        meta(
            ("Sconfitta", "Punti per una partita persa, anche per forfait."),
            ("Loss", "Points for a loss, including by forfeit."),
            announced=("Anche per forfait.", "Including by forfeit."),
        ),
    ] = Decimal(0)
    bye: Annotated[
        Decimal | None,
        meta(
            ("Riposo", "Punti di un riposo quando non è scritto altro; vuoto: come una vittoria."),
            ("Bye", "Points for a bye where none are recorded; if empty, the same as a win."),
            announced=NOTHING_MORE,
        ),
    ] = None
    forfeit_win: Annotated[
        Decimal | None,
        meta(
            ("Vittoria per forfait", "Punti per una vittoria per forfait; vuoto: come una vittoria."),
            ("Forfeit win", "Points for a win by forfeit; if empty, the same as a win."),
            announced=NOTHING_MORE,
        ),
    ] = None


def score(tables: Sequence[DocumentTable], options: GameOptions) -> list[Scored | None]:
    """The points of both seats of every table, each for his own share: by the arbiter's decision they may be
    ½ and 0, or both 0. The places are 1 and 2, or both 1 where the shares are level.
    """
    win, draw, loss = Fraction(options.win), Fraction(options.draw), Fraction(options.loss)
    by_forfeit = win if options.forfeit_win is None else Fraction(options.forfeit_win)
    walkover, absence, nobody = (
        Scored((1, 2), (by_forfeit, loss)),
        Scored((2, 1), (loss, by_forfeit)),
        Scored((1, 1), (loss, loss)),
    )
    scored: list[Scored | None] = []
    for table in tables:
        if table.shares is None:
            scored.append(None)
            continue
        first, second = table.shares
        if table.forfeit:
            scored.append(walkover if first == 1 else absence if second == 1 else nobody)
        else:
            points = tuple(win if share == 1 else draw if share else loss for share in (first, second))
            scored.append(Scored((2, 1) if first < second else (1, 2) if first > second else (1, 1), points))
    return scored


def bye(options: GameOptions) -> Number:
    """The points of a bye: `bye`, or as a win."""
    return options.win if options.bye is None else options.bye


def bounds(options: GameOptions) -> Bounds:
    """The poorest and the best of all outcomes."""
    by_forfeit = options.win if options.forfeit_win is None else options.forfeit_win
    outcomes = (options.win, options.draw, options.loss, by_forfeit, bye(options))
    return Bounds(Fraction(min(outcomes)), Fraction(max(outcomes)))


METHODS = (
    Method(
        name="game",
        multiplayer=False,
        options=GameOptions,
        score=score,
        bye=bye,
        bounds=bounds,
        title={"it": "Partita a due", "en": "Two-player game"},
        meaning={
            "it": "Vittoria, patta e sconfitta valgono i punti indicati (di solito 1, ½, 0).",
            "en": "Win, draw and loss are worth the given points (usually 1, ½, 0).",
        },
        told_by_options=True,
    ),
    Method(
        name="score",
        multiplayer=False,
        options=GameOptions,
        score=score,
        bye=bye,
        bounds=bounds,
        title={"it": "Partita a due col punteggio", "en": "Two-player game with a score"},
        meaning={
            "it": (
                "Si scrivono i punti di tutti e due, come 120-85: vince chi ne ha di più. In classifica"
                " contano vittorie e patte, poi la differenza e i punti fatti. Per burraco, carrom, Scrabble,"
                " pétanque."
            ),
            "en": (
                "The points of both are entered, such as 120-85, and the more points win. The ranking counts"
                " wins and draws, then the difference and the points scored. For burraco, carrom, Scrabble,"
                " pétanque."
            ),
        },
        by_score=True,
        ranking=("points", "score_difference", "points_scored"),
    ),
)
