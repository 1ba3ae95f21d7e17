"""What the codes of tables of three to six say, in Italian and English; `reasons.py` puts names and numbers
in.
"""

from collections.abc import Mapping

Sentences = Mapping[str, tuple[str, str]]

_ROTATION: Sentences = {
    "rotation_new": (
        "Il piano delle partite fa incontrare quanti più avversari diversi è possibile: {players} siedono"
        " insieme, e nessuno di loro ha già incontrato un altro.",
        "The plan of the games lets everybody meet as many different opponents as possible: {players} sit"
        " together, and no two of them have met before.",
    ),
    "rotation_table": (
        "Il piano delle partite fa incontrare quanti più avversari diversi è possibile: {players} siedono"
        " insieme.",
        "The plan of the games lets everybody meet as many different opponents as possible: {players} sit"
        " together.",
    ),
    "rotation_again": (
        "{player} e {opponent} si sono già incontrati alla partita {round}: in tutto il piano gli incontri"
        " ripetuti sono ridotti al minimo che si è trovato.",
        "{player} and {opponent} have met before, in game {round}: over the whole plan repeated meetings are"
        " as few as could be found.",
    ),
    "rotation_size": (
        "In {present} i tavoli si formano così: {sizes}. Questo è da {seats}.",
        "With {present} players the tables are: {sizes}. This one has {seats}.",
    ),
    "winds_drawn": (
        "I venti della prima partita sono sorteggiati, e si tengono per tutta la fase.",
        "The winds of the first game are drawn, and kept for the whole stage.",
    ),
    "winds_kept": (
        "Ognuno tiene il vento sorteggiato per la prima partita.",
        "Everybody keeps the wind drawn for the first game.",
    ),
    "winds_swapped": (
        "I venti si scambiano a ogni partita, così che ognuno li abbia il più possibile in parti uguali.",
        "The winds are swapped from game to game, so that everybody holds them as evenly as possible.",
    ),
    "seats_drawn": (
        "I posti al tavolo sono sorteggiati.",
        "The seats at the table are drawn.",
    ),
    "rotation_rest": (
        "In {present}, ai tavoli ammessi (da {allowed}) non tutti trovano posto (ne restano fuori {left}):"
        " riposa {player}, che non ha ancora riposato.",
        "With {present} players not everybody finds a place at the tables allowed (of {allowed}; left over:"
        " {left}): {player} rests, for the first time.",
    ),
    "rotation_rest_again": (
        "In {present}, ai tavoli ammessi (da {allowed}) non tutti trovano posto (ne restano fuori {left}):"
        " riposa {player}. Ha già riposato {times} volte, e nessuno meno.",
        "With {present} players not everybody finds a place at the tables allowed (of {allowed}; left over:"
        " {left}): {player} rests. So far {times} times, and nobody fewer.",
    ),
}

WHY: Sentences = {**_ROTATION}

NO_ROUND: Sentences = {
    "no_table_filled": (
        "In {present} non si riempie nessun tavolo da {sizes}. L’arbitro ammetta tavoli più piccoli (opzione"
        " allow), o aspetti altri giocatori.",
        "With {present} players no table of {sizes} can be filled. The arbiter can allow smaller tables"
        " (option allow), or wait for more players.",
    ),
}
