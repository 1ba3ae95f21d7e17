"""The texts of the codes of tables of three to six, in Italian and English, which `reasons.py` fills in."""

from collections.abc import Mapping

Sentences = Mapping[str, tuple[str, str]]

_ROTATION: Sentences = {
    "rotation_new": (
        "Il piano delle partite fa incontrare quanti più avversari diversi è possibile: {players} siedono"
        " insieme, e nessuno di loro ha già incontrato un altro.",
        "The plan lets everybody meet as many different opponents as possible: {players} are together, and"
        " none of them have met before.",
    ),
    "rotation_table": (
        "Il piano delle partite fa incontrare quanti più avversari diversi è possibile: {players} siedono"
        " insieme.",
        "The plan lets everybody meet as many different opponents as possible: {players} are together.",
    ),
    "rotation_again": (
        "{player} e {opponent} si sono già incontrati alla partita {round}: in tutto il piano gli incontri"
        " ripetuti sono ridotti al minimo che si è trovato.",
        "{player} and {opponent} have already met, in game {round}: over the whole plan, repeats are the"
        " fewest that could be found.",
    ),
    "rotation_often": (
        "{player} e {opponent} si incontrano per la {times}ª volta (l’ultima alla partita {round}): in tutto"
        " il piano gli incontri ripetuti sono ridotti al minimo che si è trovato.",
        "{player} and {opponent} meet {times} times so far (last in game {round}): over the whole plan,"
        " repeats are the fewest that could be found.",
    ),
    "rotation_size": (
        "In {present} i tavoli si formano così: {sizes}. Questo è da {seats}.",
        "With {present} players the tables are: {sizes}. This one has {seats}.",
    ),
    "winds_drawn": (
        "I venti della prima partita sono sorteggiati, e si tengono per tutta la fase.",
        "The winds of the first game are drawn by lot, and kept for the whole stage.",
    ),
    "winds_kept": (
        "Ognuno tiene il vento sorteggiato per la prima partita.",
        "Everybody keeps the wind drawn for the first game.",
    ),
    "winds_not_kept": (
        "In {present}, ai tavoli ammessi (da {allowed}), a ogni partita qualcuno riposa: i venti non si"
        " possono tenere, e si sorteggiano a ogni partita. Ognuno tiene il suo in {near}.",
        "With {present} players and the allowed tables (of {allowed}) somebody has a bye in every game: winds"
        " cannot be kept, and are drawn by lot for every game. They can be kept with {near} players.",
    ),
    "winds_swapped": (
        "I venti si scambiano a ogni partita, così che ognuno li abbia il più possibile in parti uguali.",
        "The winds change from game to game, so that everybody has each as equally as possible.",
    ),
    "seats_drawn": (
        "I venti sono sorteggiati: si tengono solo dove nessuno riposa.",
        "The winds are drawn by lot: they are kept only if nobody has a bye.",
    ),
    "rotation_rest": (
        "In {present}, ai tavoli ammessi (da {allowed}) non tutti trovano posto (ne restano fuori {left}):"
        " riposa {player}, che non ha ancora riposato.",
        "With {present} players not everybody fits at the allowed tables (of {allowed}; left over:"
        " {left}): {player} has the bye, for the first time.",
    ),
    "rotation_rest_again": (
        "In {present}, ai tavoli ammessi (da {allowed}) non tutti trovano posto (ne restano fuori {left}):"
        " riposa {player}. Ha già riposato {times} volte, e nessuno meno.",
        "With {present} players not everybody fits at the allowed tables (of {allowed}; left over:"
        " {left}): {player} has the bye. So far {times} byes, and nobody has had fewer.",
    ),
}

_SEATING: Sentences = {
    "seating_notice": (
        "{present} giocatori non si dividono in tavoli da {allowed}: vanno bene da {least}, non {without}.",
        "{present} players cannot be seated at tables of {allowed}: these work from {least} on, not with"
        " {without}.",
    ),
    "seating_notice_near": (
        "{present} giocatori non si dividono nei tavoli scelti, da {allowed}. I numeri più vicini che vanno"
        " bene: {near}.",
        "{present} players cannot be seated at the tables chosen, of {allowed}. The nearest numbers that"
        " work: {near}.",
    ),
    "seating_best": (
        "{players} siedono insieme: un sorteggio fra le migliori disposizioni, e si è provato che di migliori"
        " non ce ne sono.",
        "{players} are together: drawn by lot among the best seatings, and proven to be the best possible.",
    ),
    "seating_good": (
        "{players} siedono insieme: un sorteggio fra le migliori disposizioni che si sono trovate.",
        "{players} are together: drawn by lot among the best seatings found.",
    ),
    "seating_fifth": (
        "Il tavolo è da cinque: {player} è il cinquista, sorteggiato.",
        "This is a table of five: {player} is the fifth player, drawn by lot.",
    ),
    "seating_fifth_again": (
        "Il tavolo è da cinque: {player} è il cinquista, sorteggiato anche se vi è già stato, perché non"
        " restava nessun altro.",
        "This is a table of five: {player} is the fifth player, drawn again because nobody else was left.",
    ),
    "seating_fives": (
        "{player} torna a un tavolo da cinque.",
        "{player} is at a table of five again.",
    ),
    "seating_winners": (
        "{player} e {opponent} hanno vinto tutti e due il turno prima.",
        "{player} and {opponent} both won in the previous round.",
    ),
    "seating_clubs": (
        "{player} e {opponent} sono dello stesso circolo o gruppo.",
        "{player} and {opponent} are from the same club or group.",
    ),
    "seating_opponents": (
        "{player} e {opponent} si sono già incontrati in questa fase.",
        "{player} and {opponent} have already met in this stage.",
    ),
}

_BANDS: Sentences = {
    "bands_table": (
        "{players} siedono insieme: uno per fascia di classifica, a sorte fra i modi con meno coppie dello"
        " stesso circolo o gruppo.",
        "{players} are together: one from each ranking band, by lot among the seatings with the fewest"
        " pairs from the same club or group.",
    ),
    "bands_clubs": (
        "{players} siedono insieme, a sorte fra i modi con meno coppie dello stesso circolo o gruppo e, fra"
        " questi, con le fasce di classifica meglio divise.",
        "{players} are together, by lot among the seatings with the fewest pairs from the same club or"
        " group and, among these, with the ranking bands best spread.",
    ),
    "bands_final": (
        "{players}: un tavolo solo, con tutti.",
        "{players}: a single table, with everybody.",
    ),
    "bands_same": (
        "{player} e {opponent} sono della stessa fascia ({band}).",
        "{player} and {opponent} are from the same band ({band}).",
    ),
    "bands_again": (
        "Gli stessi tavoli della partita prima: {players} siedono tutti un posto più in là.",
        "The same tables as in the previous game: {players} all move one seat along.",
    ),
}

WHY: Sentences = {**_ROTATION, **_SEATING, **_BANDS}

NO_ROUND: Sentences = {
    "seating_size": (
        "{present} giocatori non si dividono in tavoli da {allowed}. I numeri più vicini che vanno bene:"
        " {near}. L’arbitro aspetti altri giocatori, ne lasci fuori qualcuno, o formi i tavoli a mano.",
        "{present} players cannot be seated at tables of {allowed}. The nearest numbers that work: {near}."
        " The arbiter can wait for more players, leave some out, or make the tables by hand.",
    ),
    "seating_tables": (
        "{present} giocatori non si dividono in {tables} tavoli da {allowed}. Con {tables} tavoli si può in"
        " {near}. L’arbitro cambi il numero dei tavoli, o li formi a mano; oppure aspetti altri giocatori, o"
        " ne lasci fuori qualcuno.",
        "{present} players cannot be seated at {tables} tables of {allowed}. {tables} tables work with"
        " {near}. The arbiter can change the number of tables, or make them by hand; or else wait for more"
        " players, or leave some out.",
    ),
    "seating_size_threes": (
        "{present} giocatori non si dividono in tavoli da {allowed}. Si può con tavoli da tre: si aggiunga 3"
        " ai tavoli ammessi (i metodi di punteggio contano tre giocatori per quattro). Oppure si formino i"
        " tavoli a mano, o si aspettino altri giocatori: i numeri più vicini che vanno bene sono {near}.",
        "{present} players cannot be seated at tables of {allowed}, but can with tables of three: add 3 to"
        " the allowed tables (scoring methods count three players as four). Or make the tables by hand, or"
        " wait for more players: the nearest numbers that work are {near}.",
    ),
    "bands_players": (
        "I giocatori presenti sono {present}: per {tables} tavoli da {size} ce ne vogliono {near}. L’arbitro"
        " corregga chi entra nella fase, o il numero dei tavoli.",
        "{present} players are present, but {tables} tables of {size} take {near}. The arbiter should"
        " correct who plays in the stage, or the number of tables.",
    ),
    "bands_changed": (
        "Si rigioca agli stessi tavoli, ma i presenti non sono quelli della partita prima. L’arbitro può"
        " formare i tavoli a mano.",
        "The same tables play again, but the players present are not those of the previous game. The"
        " arbiter can make the tables by hand.",
    ),
    "winds_one_table": (
        "A un solo tavolo ({present} giocatori) i punti per vento non confrontano nessuno: ciascuno sarebbe"
        " il primo del suo vento. L’arbitro scelga per questa fase i punti per posto.",
        "At a single table ({present} players) points by wind compare nobody: everybody would be the first at"
        " the wind. The arbiter can choose points by place for this stage.",
    ),
    "no_table_filled": (
        "In {present} non si riempie nessun tavolo da {sizes}. L’arbitro ammetta tavoli più piccoli, o"
        " aspetti altri giocatori.",
        "With {present} players, no table of {sizes} can be filled. The arbiter can allow smaller tables,"
        " or wait for more players.",
    ),
}
