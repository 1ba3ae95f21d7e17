"""The texts of the codes of tables of three to six, in Italian and English, which `reasons.py` fills in."""

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
        "I posti al tavolo della prima partita sono sorteggiati, e si tengono per tutta la fase.",
        "The seats at the tables of the first game are drawn, and kept for the whole stage.",
    ),
    "winds_kept": (
        "Ognuno tiene il posto al tavolo sorteggiato per la prima partita.",
        "Everybody keeps the seat drawn for the first game.",
    ),
    "winds_not_kept": (
        "In {present} i posti al tavolo non si possono tenere, perché i tavoli non sono tutti da quattro"
        " (sono da {sizes}): si sorteggiano a ogni partita. Ognuno tiene il suo in {near}.",
        "With {present} players seats cannot be kept, as the tables are not all of four (they are of"
        " {sizes}): they are drawn for every game. Everybody keeps his with {near} players.",
    ),
    "winds_swapped": (
        "I posti al tavolo si scambiano a ogni partita, così che ognuno li abbia il più possibile in"
        " parti uguali.",
        "The seats are swapped from game to game, so that everybody has them as evenly as possible.",
    ),
    "seats_drawn": (
        "I posti al tavolo sono sorteggiati: si tengono solo dove tutti i tavoli sono da quattro e"
        " nessuno riposa.",
        "The seats at the table are drawn: they are kept only where all tables are of four and nobody rests.",
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

_SEATING: Sentences = {
    "seating_best": (
        "{players} siedono insieme: un sorteggio fra le migliori disposizioni, e si è provato che di migliori"
        " non ce ne sono.",
        "{players} sit together: a draw among the best seatings, and it is proven that there is none better.",
    ),
    "seating_good": (
        "{players} siedono insieme: un sorteggio fra le migliori disposizioni che si sono trovate.",
        "{players} sit together: a draw among the best seatings that were found.",
    ),
    "seating_fifth": (
        "Il tavolo è da cinque: {player} è il cinquista, sorteggiato.",
        "This is a table of five: {player} is the fifth, drawn by lot.",
    ),
    "seating_fifth_again": (
        "Il tavolo è da cinque: {player} è il cinquista, sorteggiato anche se vi è già stato, perché non"
        " restava nessun altro.",
        "This is a table of five: {player} is the fifth, drawn though for the second time or more, as nobody"
        " else was left.",
    ),
    "seating_fives": (
        "{player} torna a un tavolo da cinque.",
        "{player} sits at a table of five again.",
    ),
    "seating_winners": (
        "{player} e {opponent} hanno vinto tutti e due il turno prima.",
        "{player} and {opponent} both won in the round before.",
    ),
    "seating_clubs": (
        "{player} e {opponent} sono dello stesso circolo o gruppo.",
        "{player} and {opponent} are of the same club or group.",
    ),
    "seating_opponents": (
        "{player} e {opponent} si sono già incontrati in questa fase.",
        "{player} and {opponent} have met before in this stage.",
    ),
}

_BANDS: Sentences = {
    "bands_table": (
        "{players} siedono insieme: uno per fascia di classifica, a sorte fra i modi con meno coppie dello"
        " stesso circolo o gruppo.",
        "{players} sit together: one of each band of the ranking, by lot among the ways with the fewest pairs"
        " of the same club or group.",
    ),
    "bands_clubs": (
        "{players} siedono insieme, a sorte fra i modi con meno coppie dello stesso circolo o gruppo e, fra"
        " questi, con le fasce di classifica meglio divise.",
        "{players} sit together, by lot among the ways with the fewest pairs of the same club or group and,"
        " among these, with the bands of the ranking divided best.",
    ),
    "bands_final": (
        "{players}: un tavolo solo, con tutti.",
        "{players}: a single table, with everybody.",
    ),
    "bands_same": (
        "{player} e {opponent} sono della stessa fascia ({band}).",
        "{player} and {opponent} are of the same band ({band}).",
    ),
    "bands_again": (
        "Gli stessi tavoli della partita prima: {players} siedono tutti un posto più in là.",
        "The same tables as in the game before: {players} all sit one seat further.",
    ),
}

WHY: Sentences = {**_ROTATION, **_SEATING, **_BANDS}

NO_ROUND: Sentences = {
    "seating_size": (
        "{present} giocatori non si dividono in tavoli da {allowed}. I numeri più vicini che vanno bene:"
        " {near}. L’arbitro aspetti altri giocatori, ne lasci fuori qualcuno, o formi i tavoli a mano.",
        "{present} players cannot be seated at tables of {allowed}. The nearest numbers that can: {near}. The"
        " arbiter can wait for more players, leave some out, or make the tables by hand.",
    ),
    "seating_tables": (
        "{present} giocatori non si dividono in {tables} tavoli da {allowed}. Con {tables} tavoli si può in"
        " {near}. L’arbitro cambi il numero dei tavoli, o li formi a mano; oppure aspetti altri giocatori, o"
        " ne lasci fuori qualcuno.",
        "{present} players cannot be seated at {tables} tables of {allowed}. At {tables} tables {near} can."
        " The arbiter can change the number of tables, or make them by hand; or else wait for more players,"
        " or leave some out.",
    ),
    "seating_size_threes": (
        "{present} giocatori non si dividono in tavoli da {allowed}. Si può con tavoli da tre: si aggiunga 3"
        " ai tavoli ammessi (i metodi di punteggio contano tre giocatori per quattro). Oppure si formino i"
        " tavoli a mano, o si aspettino altri giocatori: i numeri più vicini che vanno bene sono {near}.",
        "{present} players cannot be seated at tables of {allowed}. With tables of three they can: add 3 to"
        " the tables allowed (the scoring methods count three players as four). Or make the tables by hand,"
        " or wait for more players: the nearest numbers that can are {near}.",
    ),
    "bands_players": (
        "I giocatori presenti sono {present}: per {tables} tavoli da {size} ce ne vogliono {near}. L’arbitro"
        " corregga chi entra nella fase, o il numero dei tavoli.",
        "{present} players are present: {tables} tables of {size} take {near}. The arbiter should correct who"
        " enters the stage, or the number of tables.",
    ),
    "bands_changed": (
        "Si rigioca agli stessi tavoli, ma i presenti non sono quelli della partita prima. L’arbitro può"
        " formare i tavoli a mano.",
        "The same tables play again, but those present are not those of the game before. The arbiter can make"
        " the tables by hand.",
    ),
    "no_table_filled": (
        "In {present} non si riempie nessun tavolo da {sizes}. L’arbitro ammetta tavoli più piccoli, o"
        " aspetti altri giocatori.",
        "With {present} players no table of {sizes} can be filled. The arbiter can allow smaller tables,"
        " or wait for more players.",
    ),
}
