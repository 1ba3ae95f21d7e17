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
        "The winners of two neighbouring parts of the bracket meet: {player} from the upper part,"
        " {opponent} from the lower.",
    ),
    "enters_now": (
        "{player} entra in questo turno: era esentato dai precedenti.",
        "{player} enters in this round, after byes in the earlier ones.",
    ),
    "came_free": (
        "{player} ha passato il turno {round} senza giocare.",
        "{player} had a bye in round {round}.",
    ),
    "third_place": (
        "Finale per il terzo posto: si incontrano i perdenti delle semifinali, {player} (quella sopra) e"
        " {opponent} (quella sotto).",
        "Match for third place: the losing semi-finalists meet, {player} (upper half) and {opponent}"
        " (lower half).",
    ),
    "slot_empty": (
        "Tabellone da {slots}: la casella {slot}, vicina a quella di {player}, è vuota; passa il turno senza"
        " giocare.",
        "Bracket of {slots}: slot {slot}, next to {player}’s, is empty; {player} has a bye.",
    ),
    "nobody_came": (
        "Dall’incontro vicino non è passato nessuno: {player} passa il turno senza giocare.",
        "Nobody came through from the neighbouring match: {player} has a bye.",
    ),
    "match_forfeit": (
        "{players} non c’è più: l’incontro è perso per forfait.",
        "{players} has left: the match is lost by forfeit.",
    ),
    "match_forfeit_both": (
        "{players} non ci sono più: l’incontro è perso per forfait da entrambi, e nessuno va avanti.",
        "{players} have left: both lose the match by forfeit, and nobody goes through.",
    ),
}

WHITE: Sentences = {
    "white_first_round": (
        "Primo turno: ha il Bianco chi è nominato per primo nel tabellone, {player}.",
        "First round: White goes to the player named first in the bracket, {player}.",
    ),
    "white_runs": (
        "{player} ha il Bianco: a colori scambiati {players} avrebbe lo stesso colore tre volte di fila.",
        "{player} has White: otherwise {players} would have the same colour three times in a row.",
    ),
    "white_runs_both": (
        "{player} ha il Bianco: a colori scambiati {players} avrebbero lo stesso colore tre volte di fila.",
        "{player} has White: otherwise {players} would both have the same colour three times in a row.",
    ),
    "white_fewer": (
        "{player} ha avuto meno volte il Bianco ({whites} contro {other_whites} di {opponent}): tocca a"
        " {player}.",
        "{player} has had White less often ({whites} times against {other_whites} for {opponent}): {player}"
        " has White.",
    ),
    "white_latest_black_white": (
        "Nell’ultimo turno in cui hanno avuto colori diversi ({round}) {player} aveva il Nero e {opponent}"
        " il Bianco: ora il Bianco tocca a {player}.",
        "In round {round}, the last in which their colours differed, {player} had Black and {opponent}"
        " White: now {player} has White.",
    ),
    "white_latest_black_none": (
        "Nell’ultimo turno in cui hanno avuto colori diversi ({round}) {player} aveva il Nero e {opponent}"
        " non ha giocato: ora il Bianco tocca a {player}.",
        "In round {round}, the last in which their colours differed, {player} had Black and {opponent} did"
        " not play: now {player} has White.",
    ),
    "white_latest_none_white": (
        "Nell’ultimo turno in cui hanno avuto colori diversi ({round}) {player} non ha giocato e {opponent}"
        " aveva il Bianco: ora il Bianco tocca a {player}.",
        "In round {round}, the last in which their colours differed, {player} did not play and {opponent}"
        " had White: now {player} has White.",
    ),
    "white_odd": (
        "Hanno avuto gli stessi colori e il turno è dispari ({round}): il Bianco tocca a chi è nominato per"
        " primo, {player}.",
        "They have had the same colours and the round is odd ({round}): the player named first, {player},"
        " has White.",
    ),
    "white_even": (
        "Hanno avuto gli stessi colori e il turno è pari ({round}): il Bianco tocca a chi è nominato per"
        " secondo, {player}.",
        "They have had the same colours and the round is even ({round}): the player named second,"
        " {player}, has White.",
    ),
    "match_colours": (
        "L’incontro è di {games} partite: dopo la prima i colori si alternano.",
        "The match has {games} games: the colours alternate after the first.",
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
        "Every match needs a winner, and these are still open: {games}. The arbiter should enter the"
        " result, have drawn matches replayed, or award a forfeit.",
    ),
    "bracket_prohibited": (
        "Nel turno {round} il tabellone fa incontrare chi non deve incontrarsi: {prohibited}. L’arbitro può"
        " scambiare gli avversari a mano, o togliere il divieto.",
        "In round {round} the bracket pairs players who must not meet: {prohibited}. The arbiter can swap"
        " opponents by hand, or lift the prohibition.",
    ),
    "too_few_without_exemption": (
        "I giocatori senza esenzione sono troppo pochi: con le esenzioni di {players} il tabellone non si"
        " riempie, nemmeno con {most} turni preliminari. L’arbitro riduca le esenzioni.",
        "Too few players without a first-round bye: with those of {players} the bracket cannot be filled,"
        " even with {most} preliminary rounds. The arbiter should reduce the byes.",
    ),
}
