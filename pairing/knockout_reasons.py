"""The texts of the codes of the knockout, in Italian and English, which `reasons.py` fills in."""

from collections.abc import Mapping

Sentences = Mapping[str, tuple[str, str]]

_MEETING: Sentences = {
    "slots_meet": (
        "Tabellone da {slots}: la casella {upper} ({player}) incontra la casella {lower} ({opponent}).",
        "Bracket of {slots}: slot {upper} ({player}) meets slot {lower} ({opponent}).",
    ),
    "winners_meet": (
        "Si incontra chi esce da due parti vicine del tabellone: {player} da quella sopra, {opponent} da"
        " quella sotto.",
        "Those who come out of two neighbouring parts of the bracket meet: {player} out of the upper one,"
        " {opponent} out of the lower.",
    ),
    "enters_now": (
        "{player} entra in questo turno: era esentato dai precedenti.",
        "{player} enters in this round, being exempt from those before.",
    ),
    "came_free": (
        "{player} ha passato il turno {round} senza giocare.",
        "{player} went through round {round} without playing.",
    ),
    "third_place": (
        "Finale per il terzo posto: si incontrano i perdenti delle semifinali, {player} (quella sopra) e"
        " {opponent} (quella sotto).",
        "Match for the third place: the losing semi-finalists meet, {player} (of the upper one) and"
        " {opponent} (of the lower).",
    ),
    "slot_empty": (
        "Tabellone da {slots}: la casella {slot}, vicina a quella di {player}, è vuota; passa il turno senza"
        " giocare.",
        "Bracket of {slots}: slot {slot}, next to that of {player}, is empty; {player} goes through without"
        " playing.",
    ),
    "nobody_came": (
        "Dall’incontro vicino non è passato nessuno: {player} passa il turno senza giocare.",
        "Nobody came through from the neighbouring match: {player} goes through without playing.",
    ),
    "match_forfeit": (
        "{players} non c’è più: l’incontro è perso per forfait.",
        "{players} is no longer there: the match is lost by forfeit.",
    ),
    "match_forfeit_both": (
        "{players} non ci sono più: l’incontro è perso per forfait da entrambi, e nessuno va avanti.",
        "{players} are no longer there: both lose the match by forfeit, and nobody goes through.",
    ),
}

WHITE: Sentences = {
    "white_first_round": (
        "Primo turno: ha il Bianco chi è nominato per primo nel tabellone, {player}.",
        "First round: White goes to the player named first in the bracket, {player}.",
    ),
    "white_runs": (
        "{player} ha il Bianco: a colori scambiati {players} avrebbe lo stesso colore tre volte di fila.",
        "{player} has White: the other way {players} would have the same colour three times running.",
    ),
    "white_runs_both": (
        "{player} ha il Bianco: a colori scambiati {players} avrebbero lo stesso colore tre volte di fila.",
        "{player} has White: the other way {players} would both have the same colour three times running.",
    ),
    "white_fewer": (
        "{player} ha avuto meno volte il Bianco ({whites} contro {other_whites} di {opponent}): tocca a"
        " {player}.",
        "{player} has had White less often ({whites} times against {other_whites} of {opponent}): White goes"
        " to {player}.",
    ),
    "white_latest_black_white": (
        "Nell’ultimo turno in cui hanno avuto colori diversi ({round}) {player} aveva il Nero e {opponent}"
        " il Bianco: ora il Bianco tocca a {player}.",
        "In the latest round in which their colours differed, round {round}, {player} had Black and"
        " {opponent} White: now White goes to {player}.",
    ),
    "white_latest_black_none": (
        "Nell’ultimo turno in cui hanno avuto colori diversi ({round}) {player} aveva il Nero e {opponent}"
        " non ha giocato: ora il Bianco tocca a {player}.",
        "In the latest round in which their colours differed, round {round}, {player} had Black and"
        " {opponent} did not play: now White goes to {player}.",
    ),
    "white_latest_none_white": (
        "Nell’ultimo turno in cui hanno avuto colori diversi ({round}) {player} non ha giocato e {opponent}"
        " aveva il Bianco: ora il Bianco tocca a {player}.",
        "In the latest round in which their colours differed, round {round}, {player} did not play and"
        " {opponent} had White: now White goes to {player}.",
    ),
    "white_odd": (
        "Hanno avuto gli stessi colori e il turno è dispari ({round}): il Bianco tocca a chi è nominato per"
        " primo, {player}.",
        "They have had the same colours and the round is odd ({round}): White goes to the player named"
        " first, {player}.",
    ),
    "white_even": (
        "Hanno avuto gli stessi colori e il turno è pari ({round}): il Bianco tocca a chi è nominato per"
        " secondo, {player}.",
        "They have had the same colours and the round is even ({round}): White goes to the player named"
        " second, {player}.",
    ),
    "match_colours": (
        "L’incontro è di {games} partite: dopo la prima i colori si alternano.",
        "The match has {games} games: after the first the colours alternate.",
    ),
}

_ROUNDS: Sentences = {
    "round_preliminary": ("Preliminare", "Preliminary"),
    "round_number": ("Turno {round}", "Round {round}"),
    "round_of_64": ("Trentaduesimi di finale", "Round of 64"),
    "round_of_32": ("Sedicesimi di finale", "Round of 32"),
    "round_of_16": ("Ottavi di finale", "Round of 16"),
    "round_quarterfinals": ("Quarti di finale", "Quarter-finals"),
    "round_semifinals": ("Semifinali", "Semi-finals"),
    "round_final": ("Finale", "Final"),
}

WHY: Sentences = {**_MEETING, **WHITE, **_ROUNDS}

NO_ROUND: Sentences = {
    "matches_open": (
        "Ogni incontro deve avere un vincitore, e questi sono ancora aperti: {games}. L’arbitro scriva il"
        " risultato, faccia rigiocare chi è pari, o assegni il forfait.",
        "Every match must have a winner, and these are still open: {games}. The arbiter should enter the"
        " result, have drawn matches replayed, or give a forfeit.",
    ),
    "bracket_prohibited": (
        "Nel turno {round} il tabellone fa incontrare chi non deve incontrarsi: {prohibited}. L’arbitro può"
        " scambiare gli avversari a mano, o togliere il divieto.",
        "In round {round} the bracket brings players together who may not meet: {prohibited}. The arbiter can"
        " exchange opponents by hand, or lift the prohibition.",
    ),
    "too_few_without_exemption": (
        "I giocatori senza esenzione sono troppo pochi: con le esenzioni di {players} il tabellone non si"
        " riempie, nemmeno con {most} turni preliminari. L’arbitro riduca le esenzioni.",
        "Too few players are without exemption: with those of {players} the bracket cannot be filled, even"
        " with {most} preliminary rounds. The arbiter should reduce the exemptions.",
    ),
}
