"""The option records of the event formats, ready for a form."""

from typing import Annotated, Literal, Protocol

from msgspec import Struct

from scoring.options import bounds, meta

FINAL = meta(
    ("Finale", "Alla fine i primi quattro giocano una finale."),
    ("Final", "The top four play a final at the end."),
)
DISCARDS = (
    ("Scarti", "Quanti dei risultati peggiori di ciascuno non contano."),
    (
        "Discards",
        "How many of each player’s worst results are discarded.",
    ),
)
GAMES = ("Partite", "Quante partite gioca ciascuno."), ("Games", "How many games each player plays.")
SEMI_FINALS = meta(
    ("Semifinali", "Quante semifinali (da 2 a 4); vuoto: quante ne vogliono le regole per questi giocatori."),
    (
        "Semi-finals",
        "How many semi-finals (2 to 4); if empty, as many as the rules call for with this number of players.",
    ),
)
BEFORE_FINAL = meta(
    ("Semifinali", "Quante semifinali (da 2 a 4) prima della finale; vuoto: nessuna."),
    ("Semi-finals", "How many semi-finals (2 to 4) before the final; leave empty for none."),
)
DIRECT = meta(
    (
        "Finalisti diretti",
        "Quanti primi in classifica vanno in finale senza semifinale (0, 1 o 2); 0: quattro semifinali."
        " Vuoto: come vogliono le regole.",
    ),
    (
        "Direct finalists",
        "How many top players go straight to the final (0, 1 or 2); 0 means four semi-finals. If empty, as"
        " the rules say.",
    ),
)


class NoOptions(Struct, frozen=True):
    """Nothing can be chosen."""


class OneDay(Struct, frozen=True):
    """Three games."""

    discards: Annotated[int, meta(*DISCARDS, minimum=0, maximum=1)] = 0
    final: Annotated[bool, FINAL] = False


class SemiFinalOptions(Protocol):
    """The number of semi-finals, or of direct finalists, which are four together."""

    @property
    def semifinals(self) -> int | None: ...
    @property
    def direct(self) -> int | None: ...


class SemiFinals(Struct, frozen=True):
    """Semi-finals as usual by the rules, or as chosen."""

    semifinals: Annotated[Annotated[int, bounds(2, 4)] | None, SEMI_FINALS] = None
    direct: Annotated[Annotated[int, bounds(0, 2)] | None, DIRECT] = None


class TwoDays(Struct, frozen=True):
    """Usually two games, then semi-finals."""

    rounds: Annotated[int, meta(*GAMES, minimum=2, maximum=4)] = 2
    semifinals: Annotated[Annotated[int, bounds(2, 4)] | None, SEMI_FINALS] = None
    direct: Annotated[Annotated[int, bounds(0, 2)] | None, DIRECT] = None


class Knockout(Struct, frozen=True):
    """The tables of the first game, whose winners are the field of the semi-finals."""

    tables: Annotated[
        Annotated[int, bounds(16, 25)] | None,
        meta(
            (
                "Tavoli dell’eliminatoria",
                "Da 16 a 25, di quattro e di cinque; vuoto: il maggior numero. 20 tavoli da cinque danno poi"
                " cinque semifinali da quattro e una finale da cinque.",
            ),
            (
                "Qualifying tables",
                "16 to 25, of four and five; if empty, as many as possible. 20 tables of five lead to five"
                " semi-finals of four and a final of five.",
            ),
        ),
    ] = None


class Evenings(Struct, frozen=True):
    """Four to six games."""

    rounds: Annotated[int, meta(*GAMES, minimum=4, maximum=6)] = 4
    discards: Annotated[int, meta(*DISCARDS, minimum=1, maximum=2)] = 1
    final: Annotated[bool, FINAL] = True
    semifinals: Annotated[Annotated[int, bounds(2, 4)] | None, BEFORE_FINAL] = None
    direct: Annotated[Annotated[int, bounds(0, 2)] | None, DIRECT] = None


class Championship(Struct, frozen=True):
    """Eight games or more."""

    rounds: Annotated[int, meta(*GAMES, minimum=8, maximum=100)] = 8
    discards: Annotated[int, meta(*DISCARDS, minimum=2, maximum=99)] = 2
    final: Annotated[bool, FINAL] = False
    semifinals: Annotated[Annotated[int, bounds(2, 4)] | None, BEFORE_FINAL] = None
    direct: Annotated[Annotated[int, bounds(0, 2)] | None, DIRECT] = None


class Master2016(Struct, frozen=True):
    """One direct finalist, if a single leader has won both games; one or two with fewer than 32 players."""

    direct: Annotated[
        int,
        meta(
            (
                "Finalisti diretti",
                "1, quando uno solo è in testa e ha vinto tutte e due le partite: le semifinali sono tre. Con"
                " meno di 32 giocatori 1, o 2 con due semifinali.",
            ),
            (
                "Direct finalists",
                "1, if one player is the sole leader and won both games: there are then three semi-finals."
                " With fewer than 32 players 1, or 2 with two semi-finals.",
            ),
            minimum=0,
            maximum=2,
        ),
    ] = 0


class Labyrinth(Struct, frozen=True):
    """The phases of a club evening."""

    rounds: Annotated[int, meta(*GAMES, minimum=2, maximum=50)] = 2
    final_rounds: Annotated[
        int,
        meta(
            ("Partite di finale", "Quante partite ha la finale: 3 o 4."),
            ("Games in the final", "How many games in the final: 3 or 4."),
            minimum=3,
            maximum=4,
        ),
    ] = 3
    finalists: Annotated[
        int,
        meta(
            ("Finalisti", "In quanti giocano la finale: 4 o 8."),
            ("Finalists", "How many players in the final: 4 or 8."),
            minimum=4,
            maximum=8,
        ),
    ] = 4
    intermediate: Annotated[
        bool,
        meta(
            ("Fase intermedia", "Da 24 giocatori in su fra eliminatoria e finale c’è una fase intermedia."),
            (
                "Intermediate stage",
                "With 24 players or more, there is an intermediate stage between qualifying and the final.",
            ),
        ),
    ] = True
    intermediate_rounds: Annotated[
        int,
        meta(
            ("Partite della fase intermedia", "Quante partite ha la fase intermedia."),
            ("Games in the intermediate stage", "How many games in the intermediate stage."),
            minimum=1,
            maximum=50,
        ),
    ] = 2
    groups: Annotated[
        Literal["winds", "tables", "none"],
        meta(
            (
                "Gruppi della fase intermedia",
                "Chi va in finale è il migliore fra chi ha tenuto lo stesso vento, o fra chi è stato"
                " allo stesso tavolo, o della classifica unica.",
            ),
            (
                "Groups in the intermediate stage",
                "The finalists are the best of those who kept the same wind, of those who stayed at the"
                " same table, or in the overall standings.",
            ),
            choice_labels={
                "winds": ("Chi ha lo stesso vento", "Players at the same wind"),
                "tables": ("Chi è allo stesso tavolo", "Players at the same table"),
                "none": ("Una classifica unica", "Overall standings"),
            },
        ),
    ] = "winds"
