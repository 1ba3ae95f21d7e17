"""The RTU and Master methods as rows: name, words, options and bounds of each formula in `risiko.py`."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from scoring import places
from scoring.method import Bounds, LevelFirst, Method
from scoring.places import SharingOptions, TableOptions
from scoring.risiko import (
    RISIKO,
    BonusOptions,
    MasterOptions,
    Points,
    StandardOptions,
    bounds_of_standard,
    bounds_with_bonus,
    by_place,
    conversion,
    conversion_least,
    counts_of_finish,
    faentino,
    fixed_bounds,
    maialino,
    master,
    medals,
    monzamici,
    score_tables,
    share_of_table,
    spartaco,
    standard,
    table_points,
    veronese,
)


def _row(
    name: str,
    points: Points,
    it: tuple[str, str],
    en: tuple[str, str],
    options: type[TableOptions] = TableOptions,
    ranking: tuple[str, ...] = ("points", "previous"),
    discards: Callable[[Any], int] = places.discards,
    bounds: Callable[[Any], Bounds] | None = None,
    decimals: int = 0,
    level_first: LevelFirst = "offered",
    least: Callable[[int, int], Fraction | None] = lambda size, place: None,
) -> Method:
    return Method(
        name=name,
        multiplayer=True,
        options=options,
        score=partial(score_tables, points),
        bye=places.no_bye,
        discards=discards,
        counts=counts_of_finish,
        ties=places.ties_count,
        bounds=bounds,
        decimals=decimals,
        least=least,
        level_first=level_first,
        risiko_points=int(RISIKO),
        ranking=ranking,
        title={"it": it[0], "en": en[0]},
        meaning={"it": it[1], "en": en[1]},
    )


WINS_FIRST = ("wins", "points", "previous")

METHODS = (
    _row(
        "conversion-150",
        conversion(150),
        (
            "Conversione 150",
            "Vittoria 150 più i centesimi del distacco dal secondo. Gli altri, meno il distacco dal primo: in"
            " quattro 100, 80, 60 (almeno 80, 60, 40), in cinque 100, 80, 60, 50 (almeno 90, 70, 50, 40)."
            " Eliminati 10, 20, 30, dal primo che esce. Con RisiKo! 151 meno i centesimi del secondo.",
        ),
        (
            "Conversion 150",
            "A win scores 150 plus hundredths of the runner-up’s gap. The others, minus their gap: at four"
            " 100, 80, 60 (at least 80, 60, 40), at five 100, 80, 60, 50 (at least 90, 70, 50, 40)."
            " Eliminated players 10, 20, 30, from the first out. With RisiKo! 151 minus the runner-up’s"
            " hundredths.",
        ),
        bounds=fixed_bounds(10, 151),
        decimals=2,
        least=conversion_least,
    ),
    _row(
        "conversion-200",
        conversion(200),
        (
            "Conversione 200",
            "Vittoria 200 più i centesimi del distacco dal secondo. Gli altri, meno il distacco dal primo: in"
            " quattro 100, 80, 60 (almeno 80, 60, 40), in cinque 100, 80, 60, 50 (almeno 90, 70, 50, 40)."
            " Eliminati 10, 20, 30, dal primo che esce. Con RisiKo! 201 meno i centesimi del secondo.",
        ),
        (
            "Conversion 200",
            "A win scores 200 plus hundredths of the runner-up’s gap. The others, minus their gap: at four"
            " 100, 80, 60 (at least 80, 60, 40), at five 100, 80, 60, 50 (at least 90, 70, 50, 40)."
            " Eliminated players 10, 20, 30, from the first out. With RisiKo! 201 minus the runner-up’s"
            " hundredths.",
        ),
        bounds=fixed_bounds(10, 201),
        decimals=2,
        least=conversion_least,
    ),
    _row(
        "table-points",
        table_points,
        (
            "Punti tavolo con bonus",
            "I punti fatti al tavolo, più un bonus per la vittoria: due pari in testa lo dividono, fra tre o"
            " più non lo ha nessuno. Il RisiKo! conta 100.",
        ),
        (
            "Table points with bonus",
            "The points scored at the table, plus a bonus for the win: two level in front share it, among"
            " three or more nobody has it. A RisiKo! counts 100.",
        ),
        BonusOptions,
        bounds=bounds_with_bonus,
        level_first="own",
    ),
    _row(
        "wins",
        table_points,
        (
            "Numero di vittorie",
            "Contano prima le vittorie, poi i punti tavolo con il bonus di chi vince: due pari in testa lo"
            " dividono, fra tre o più non lo ha nessuno. Il RisiKo! conta 100.",
        ),
        (
            "Number of wins",
            "Wins count first, then table points with the winner’s bonus: two level in front share it, among"
            " three or more nobody has it. A RisiKo! counts 100.",
        ),
        BonusOptions,
        WINS_FIRST,
        bounds=bounds_with_bonus,
        level_first="own",
    ),
    _row(
        "triestino",
        share_of_table,
        (
            "Metodo triestino",
            "Contano prima le vittorie, poi la quota dei punti del proprio tavolo: i propri punti diviso"
            " quelli di tutto il tavolo, per 100 a giocatore. Il RisiKo! conta 100.",
        ),
        (
            "Triestino",
            "Wins count first, then the player’s share of the points at their table: the own points divided"
            " by those of the whole table, times 100 per player. A RisiKo! counts 100.",
        ),
        ranking=WINS_FIRST,
        bounds=fixed_bounds(0, 600),
        decimals=2,
    ),
    _row(
        "standard",
        by_place(standard),
        ("Punti standard", "Punti secondo il posto, con i punti tavolo per decimali."),
        ("Standard points", "Points by place, with table points as decimals."),
        StandardOptions,
        bounds=bounds_of_standard,
        decimals=2,
    ),
    _row(
        "faentino",
        by_place(faentino),
        (
            "Metodo faentino",
            "Vittoria 100; sconfitta 50 entro 15 punti di distacco dal primo, altrimenti 10; eliminati 0. Con"
            " RisiKo! 110.",
        ),
        (
            "Faentino",
            "A win scores 100, a loss 50 within 15 points of the winner, otherwise 10; eliminated players 0."
            " With RisiKo! 110.",
        ),
        bounds=fixed_bounds(0, 110),
    ),
    _row(
        "spartaco",
        by_place(spartaco),
        (
            "Metodo Spartaco",
            "Vittoria 100 più i punti tavolo, sconfitta 100 meno il distacco dal primo. Con RisiKo! 186, e"
            " gli altri hanno i loro punti tavolo.",
        ),
        (
            "Spartaco",
            "A win scores 100 plus the table points, a loss 100 minus the gap to the winner. With RisiKo!"
            " 186, and the others have their table points.",
        ),
        bounds=fixed_bounds(0, 200),
    ),
    _row(
        "medals",
        medals,
        ("Medagliere olimpico", "Contano i primi posti, poi i secondi, i terzi e i quarti."),
        ("Olympic medals", "First places count, then second, third and fourth places."),
        ranking=("firsts", "seconds", "thirds", "fourths", "previous"),
        discards=lambda _options: 0,  # no medal is discarded, whatever the option says
    ),
    _row(
        "maialino",
        maialino,
        (
            "Formula Maialino",
            "Metà dei punti tavolo, più 60 al primo, 10 al secondo, 5 al terzo: due pari dividono quelli del"
            " loro posto. Con RisiKo! 110.",
        ),
        (
            "Maialino",
            "Half the table points, plus 60 for first place, 10 for second, 5 for third: two who are level"
            " share those of their place. With RisiKo! 110.",
        ),
        SharingOptions,
        bounds=fixed_bounds(0, 110),
        decimals=1,
        level_first="own",
    ),
    _row(
        "veronese",
        by_place(veronese),
        (
            "Formula veronese",
            "I punti tavolo, più 100, 60, 40 e 20 secondo il posto; eliminati i soli punti tavolo. Con"
            " RisiKo! 200.",
        ),
        (
            "Veronese",
            "The table points, plus 100, 60, 40 and 20 by place; eliminated players the table points alone."
            " With RisiKo! 200.",
        ),
        bounds=fixed_bounds(0, 200),
    ),
    _row(
        "monzamici",
        by_place(monzamici),
        (
            "Formula Monzamici",
            "Vittoria 150 più un decimo dei punti tavolo, a un tavolo da cinque un ottavo; sconfitta 100 meno"
            " il distacco dal primo, 0 se uno ha fatto RisiKo!. Con RisiKo! 160.",
        ),
        (
            "Monzamici",
            "A win scores 150 plus a tenth of the table points, at a table of five an eighth; a loss 100"
            " minus the gap to the winner, 0 if somebody made RisiKo!. With RisiKo! 160.",
        ),
        bounds=fixed_bounds(0, Fraction(325, 2)),
        decimals=1,
    ),
    _row(
        "master",
        by_place(master),
        (
            "Formula Master",
            "Vittoria 1; i punti tavolo contano in millesimi, a un tavolo da cinque moltiplicati per 1,25"
            " (all’intero in su, al massimo 100). Con RisiKo! 1,100.",
        ),
        (
            "Master",
            "A win scores 1; the table points count in thousandths, at a table of five multiplied by 1.25"
            " (rounded up, 100 at most). With RisiKo! 1.100.",
        ),
        MasterOptions,
        ("points", "best_1", "best_2", "best_3", "previous"),
        bounds=fixed_bounds(0, Fraction(11, 10)),
        decimals=3,
        level_first="settled",
    ),
)
