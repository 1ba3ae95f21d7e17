"""The texts of the codes of the Swiss systems, in Italian and English, which `reasons.py` fills in."""

from collections.abc import Mapping

Sentences = Mapping[str, tuple[str, str]]

_PASSED: Sentences = {
    "passed_bye": (
        "{opponent} (posto {place}) riposa in questo turno.",
        "{opponent} (place {place}) has the bye in this round.",
    ),
    "passed_paired": (
        "{opponent} (posto {place}) è già in un’altra coppia.",
        "{opponent} (place {place}) is already paired.",
    ),
    "passed_met": (
        "{opponent} (posto {place}) non è possibile: si sono già incontrati al turno {round}.",
        "{opponent} (place {place}) is not possible: they met in round {round}.",
    ),
    "passed_prohibited": (
        "{opponent} (posto {place}) non è possibile: l’incontro è vietato.",
        "{opponent} (place {place}) is not possible: the pairing is prohibited.",
    ),
    "passed_colour_white": (
        "{opponent} (posto {place}) non è possibile: entrambi possono avere solo il Bianco.",
        "{opponent} (place {place}) is not possible: both can only have White.",
    ),
    "passed_colour_black": (
        "{opponent} (posto {place}) non è possibile: entrambi possono avere solo il Nero.",
        "{opponent} (place {place}) is not possible: both can only have Black.",
    ),
    "passed_colour": (
        "{opponent} (posto {place}) non è possibile: nessun colore è permesso a entrambi.",
        "{opponent} (place {place}) is not possible: no allowed colour for either of them.",
    ),
    "passed_rest": (
        "{opponent} (posto {place}) non è possibile: con questa coppia gli altri non si potrebbero"
        " abbinare tutti.",
        "{opponent} (place {place}) is not possible: this would leave others without an opponent.",
    ),
    "passed_more": (
        "Altri candidati scartati per motivi simili: {count}.",
        "Other candidates ruled out for similar reasons: {count}.",
    ),
}

_AMALFI: Sentences = {
    "amalfi_sought": (
        "{player} è al posto {place} della lista e i turni rimasti, con questo, sono {rounds}: il suo"
        " avversario teorico è al posto {sought}, {opponent}, e può incontrarlo.",
        "{player} is {place_th} on the list, with {rounds} rounds left including this one: the theoretical"
        " opponent is the {sought_th}, {opponent}, and they may meet.",
    ),
    "amalfi_not_sought": (
        "{player} è al posto {place} della lista e i turni rimasti, con questo, sono {rounds}: il suo"
        " avversario teorico è al posto {sought}, {opponent}, ma non può averlo.",
        "{player} is {place_th} on the list, with {rounds} rounds left including this one: the theoretical"
        " opponent is the {sought_th}, {opponent}, but they may not meet.",
    ),
    "amalfi_beyond_end": (
        "{player} è al posto {place} della lista e i turni rimasti, con questo, sono {rounds}: il posto"
        " {sought} non esiste (la lista ne ha {end}), e si risale dall’ultimo.",
        "{player} is {place_th} on the list, with {rounds} rounds left including this one: there is"
        " no place {sought} (the list has {end}), so the search goes up from the last.",
    ),
    "amalfi_found_up": (
        "Risalendo la lista, il primo possibile è {opponent}, al posto {place}.",
        "Going up the list, the first possible opponent is {opponent}, at place {place}.",
    ),
    "amalfi_found_down": (
        "Più in alto non c’è nessuno; scendendo la lista, il primo possibile è {opponent}, al posto {place}.",
        "Nobody above is possible; going down the list, the first possible opponent is {opponent}, at"
        " place {place}.",
    ),
}

_FOLD: Sentences = {
    "fold_added": (
        "I giocatori a quota {points} ancora da abbinare sono dispari: si aggiunge il primo del gruppo"
        " inferiore, {player}.",
        "There is an odd number of players on {points} still unpaired: the first player of the next score"
        " group, {player}, is added.",
    ),
    "fold_sought": (
        "{player} è il primo di {size} giocatori nel gruppo a quota {points}: la prima metà incontra la"
        " seconda, e il suo avversario teorico è {opponent}, che può incontrare.",
        "{player} is the first of {size} players in the score group on {points}: the first half meets the"
        " second, and the theoretical opponent is {opponent}; they may meet.",
    ),
    "fold_not_sought": (
        "{player} è il primo di {size} giocatori nel gruppo a quota {points}: la prima metà incontra la"
        " seconda, e il suo avversario teorico è {opponent}, ma non può averlo.",
        "{player} is the first of {size} players in the score group on {points}: the first half meets the"
        " second, and the theoretical opponent is {opponent}, but they may not meet.",
    ),
    "fold_found_after": (
        "Scendendo nel gruppo, il primo possibile è {opponent}.",
        "Going down the score group, the first possible opponent is {opponent}.",
    ),
    "fold_found_before": (
        "Più in basso nel gruppo non c’è nessuno; risalendo, il primo possibile è {opponent}.",
        "Nobody lower in the score group is possible; going up, the first possible opponent is {opponent}.",
    ),
    "fold_found_below": (
        "Nel gruppo non c’è nessuno; fra gli altri, il primo possibile è {opponent}.",
        "Nobody in the score group is possible; among the others, the first possible opponent is {opponent}.",
    ),
    "fold_repeat": (
        "Con {opponent} è un incontro ripetuto (turno {round}): senza ripetere non ci si può abbinare"
        " tutti, e questo è il modo con meno ripetizioni e più lontane.",
        "{opponent} is a repeated opponent (round {round}): not everybody can be paired without repeats,"
        " and this way they are fewest and longest ago.",
    ),
    "passed_repeats": (
        "{opponent} (posto {place}) non è possibile: ci sarebbero più incontri ripetuti, o più recenti.",
        "{opponent} (place {place}) is not possible: there would be more repeated pairings, or more recent"
        " ones.",
    ),
}

_BYE: Sentences = {
    "fold_bye": (
        "I presenti sono dispari: riposa {player}, dal fondo della lista il primo fra chi ha avuto meno"
        " riposi (finora {byes}).",
        "The number of players is odd: {player} has the bye, the lowest on the list among those with the"
        " fewest byes (so far {byes}).",
    ),
    "bye_passed_repeats": (
        "Senza {players} ci sarebbero più incontri ripetuti, o più recenti: il riposo passa a {player}.",
        "Without {players} there would be more repeated pairings, or more recent ones: the bye passes to"
        " {player}.",
    ),
    "bye_passed_many": (
        "Senza {players} e altri ({count} in tutto) non ci si potrebbe abbinare tutti: il riposo passa a"
        " {player}.",
        "Without {players} and others ({count} in all) not everybody could be paired: the bye passes to"
        " {player}.",
    ),
    "bye_passed_repeats_many": (
        "Senza {players} e altri ({count} in tutto) ci sarebbero più incontri ripetuti, o più recenti: il"
        " riposo passa a {player}.",
        "Without {players} and others ({count} in all) there would be more repeated pairings, or more"
        " recent ones: the bye passes to {player}.",
    ),
    "bye_last": (
        "I presenti sono dispari: riposa l’ultimo della lista, {player}. Nessuno ha giocato più partite di"
        " lui.",
        "The number of players is odd: the last on the list, {player}, has the bye. Nobody has played more"
        " games.",
    ),
    "bye_most_games": (
        "I presenti sono dispari: chi lo segue nella lista ha già saltato una partita, perciò il riposo va a"
        " {player}, l’ultimo di chi ne ha giocate di più ({games}).",
        "The number of players is odd: the players below have already missed a game, so the bye goes to"
        " {player}, the last of those who have played most ({games}).",
    ),
    "bye_passed": (
        "Senza {players} gli altri non si potrebbero abbinare tutti: il riposo risale a {player}.",
        "Without {players} the others could not all be paired: the bye passes up to {player}.",
    ),
}

COLOURS: Sentences = {
    "colour_first_white": (
        "Primo turno: {player}, il più forte della prima coppia (n. {number}), ha il Bianco.",
        "First round: {player}, the stronger of the first pair (no. {number}), has White.",
    ),
    "colour_first_black": (
        "Primo turno: {player}, il più forte della prima coppia (n. {number}), ha il Nero.",
        "First round: {player}, the stronger of the first pair (no. {number}), has Black.",
    ),
    "colour_alternate_white": (
        "Primo turno: i colori dei più forti si alternano di coppia in coppia, e {player} (n. {number}) ha"
        " il Bianco.",
        "First round: the colours of the stronger players alternate from pair to pair, and {player} (no."
        " {number}) has White.",
    ),
    "colour_alternate_black": (
        "Primo turno: i colori dei più forti si alternano di coppia in coppia, e {player} (n. {number}) ha"
        " il Nero.",
        "First round: the colours of the stronger players alternate from pair to pair, and {player} (no."
        " {number}) has Black.",
    ),
    "colour_share": (
        "Il Bianco spetta a {player}, che ha avuto più spesso il Nero: {blacks} su {games}, contro"
        " {other_blacks} su {other_games} di {opponent}.",
        "{player} is due White, having had Black more often: in {blacks} of {games} games, {opponent}"
        " in {other_blacks} of {other_games}.",
    ),
    "colour_share_new_player": (
        "Il Bianco spetta a {player}, che non ha ancora giocato e vale come un Nero su due, contro"
        " {other_blacks} su {other_games} di {opponent}.",
        "{player} is due White: not having played yet counts as one Black in two games, against"
        " {other_blacks} in {other_games} for {opponent}.",
    ),
    "colour_share_new_opponent": (
        "Il Bianco spetta a {player}, che ha avuto più spesso il Nero: {blacks} su {games}; {opponent}"
        " non ha ancora giocato e vale come un Nero su due.",
        "{player} is due White, having had Black more often: in {blacks} of {games} games; {opponent}"
        " has not played yet, which counts as one Black in two.",
    ),
    "colour_latest_black_white": (
        "Hanno avuto il Nero in pari misura. Al turno {round}, l’ultimo con colori diversi, {player} aveva"
        " il Nero e {opponent} il Bianco: ora il Bianco spetta a {player}.",
        "They have had Black equally often. In round {round}, the last in which their colours differed,"
        " {player} had Black and {opponent} White: {player} is now due White.",
    ),
    "colour_latest_black_none": (
        "Hanno avuto il Nero in pari misura. Al turno {round}, l’ultimo con colori diversi, {player} aveva"
        " il Nero e {opponent} non ha giocato: ora il Bianco spetta a {player}.",
        "They have had Black equally often. In round {round}, the last in which their colours differed,"
        " {player} had Black and {opponent} did not play: {player} is now due White.",
    ),
    "colour_latest_none_white": (
        "Hanno avuto il Nero in pari misura. Al turno {round}, l’ultimo con colori diversi, {player} non ha"
        " giocato e {opponent} aveva il Bianco: ora il Bianco spetta a {player}.",
        "They have had Black equally often. In round {round}, the last in which their colours differed,"
        " {player} did not play and {opponent} had White: {player} is now due White.",
    ),
    "colour_opposite_white": (
        "Hanno avuto gli stessi colori in tutti i turni: {player}, col numero d’ordine più basso (n."
        " {number}), cambia colore e ha il Bianco.",
        "They have had the same colours in every round: {player}, the higher-ranked (no. {number}),"
        " changes colour and has White.",
    ),
    "colour_opposite_black": (
        "Hanno avuto gli stessi colori in tutti i turni: {player}, col numero d’ordine più basso (n."
        " {number}), cambia colore e ha il Nero.",
        "They have had the same colours in every round: {player}, the higher-ranked (no. {number}),"
        " changes colour and has Black.",
    ),
    "colour_odd_white": (
        "Nessuno dei due ha ancora giocato: {player}, numero d’ordine dispari ({number}), ha il colore del"
        " n. 1, il Bianco.",
        "Neither has played yet: {player}, with an odd pairing number ({number}), has number 1’s colour,"
        " White.",
    ),
    "colour_odd_black": (
        "Nessuno dei due ha ancora giocato: {player}, numero d’ordine dispari ({number}), ha il colore del"
        " n. 1, il Nero.",
        "Neither has played yet: {player}, with an odd pairing number ({number}), has number 1’s colour,"
        " Black.",
    ),
    "colour_even_white": (
        "Nessuno dei due ha ancora giocato: {player}, numero d’ordine pari ({number}), ha il colore opposto"
        " a quello del n. 1, cioè il Bianco.",
        "Neither has played yet: {player}, with an even pairing number ({number}), has the opposite of"
        " number 1’s colour, White.",
    ),
    "colour_even_black": (
        "Nessuno dei due ha ancora giocato: {player}, numero d’ordine pari ({number}), ha il colore opposto"
        " a quello del n. 1, cioè il Nero.",
        "Neither has played yet: {player}, with an even pairing number ({number}), has the opposite of"
        " number 1’s colour, Black.",
    ),
    "colour_limits": (
        "I colori sono però scambiati: {player} avrebbe lo stesso colore tre volte di fila, o tre volte più"
        " dell’altro.",
        "The colours are reversed, however: otherwise {player} would have the same colour three times in a"
        " row, or three more times than the other.",
    ),
}

WHY: Sentences = {**_PASSED, **_AMALFI, **_FOLD, **_BYE, **COLOURS}

NO_ROUND: Sentences = {
    "nobody_present": (
        "Al turno {round} nessuno è presente. L’arbitro controlli le assenze e i ritiri.",
        "Nobody is present in round {round}. The arbiter should check absences and withdrawals.",
    ),
    "results_missing": (
        "Mancano risultati che servono agli abbinamenti: {games}. L’arbitro li scriva, o assegni il forfait.",
        "Results needed for pairing are missing: {games}. The arbiter should enter them, or award a forfeit.",
    ),
    "nobody_left": (
        "Il turno {round} non si può abbinare: nessuno può incontrare lo stesso avversario due volte, e"
        " {players} {only}. L’arbitro può abbinare a mano.",
        "Round {round} cannot be paired: nobody may meet the same opponent twice, and {players} {only}. The"
        " arbiter can pair by hand.",
    ),
    "nobody_new_left": (
        "Il turno {round} non si può abbinare senza ripetere incontri: {players} {only}. L’arbitro può"
        " permettere incontri ripetuti, o abbinare a mano.",
        "Round {round} cannot be paired without repeated pairings: {players} {only}. The arbiter can allow"
        " repeated pairings, or pair by hand.",
    ),
    "nobody_allowed_left": (
        "Il turno {round} non si può abbinare nemmeno ripetendo incontri: {players} {only}. L’arbitro può"
        " togliere un divieto, o abbinare a mano.",
        "Round {round} cannot be paired even with repeated pairings: {players} {only}. The arbiter can"
        " lift a prohibition, or pair by hand.",
    ),
    "nobody_left_colours": (
        "Il turno {round} non si può abbinare: per incontri già giocati e limiti sui colori {players}"
        " {only}. L’arbitro può rinunciare ai limiti sui colori in questo turno, o abbinare a mano.",
        "Round {round} cannot be paired: given the games already played and the colour limits, {players}"
        " {only}. The arbiter can waive the colour limits in this round, or pair by hand.",
    ),
}

ONLY: Mapping[bool, tuple[str, str]] = {
    True: (
        "non trovano tutti un avversario: fuori dal loro gruppo restano solo {opponents}",
        "cannot all find an opponent: outside their group only {opponents} are left",
    ),
    False: (
        "non trovano un avversario",
        "cannot find an opponent",
    ),
}
"""How `{only}` goes on, with and without opponents outside."""

ONLY_ONE = ("non trova un avversario", "cannot find an opponent")
"""The same of one player, who has nobody left."""

PROHIBITED = (
    "{only} (incontri vietati: {prohibited})",
    "{only} (prohibited pairings: {prohibited})",
)
"""How `{only}` goes on where prohibited meetings are among the reasons."""
