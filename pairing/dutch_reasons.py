"""The texts of the codes of the Dutch system, in Italian and English, which `reasons.py` fills in."""

from collections.abc import Mapping

Sentences = Mapping[str, tuple[str, str]]

_PAIRS: Sentences = {
    "dutch_halves": (
        "A quota {points} si incontrano {size} giocatori, prima metà contro seconda: {player} è il {place}° e"
        " incontra {opponent}, allo stesso posto dell’altra metà.",
        "With a score of {points}, {size} players meet, first half against second half: {player} is no."
        " {place} and meets {opponent}, in the same place in the other half.",
    ),
    "dutch_exchanged": (
        "A quota {points} si incontrano {size} giocatori, prima metà contro seconda: {player} è il {place}° e"
        " incontra {opponent}.",
        "With a score of {points}, {size} players meet, first half against second half: {player} is no."
        " {place} and meets {opponent}.",
    ),
    "dutch_same_half": (
        "A quota {points} si incontrano {size} giocatori, prima metà contro seconda: {player} è il {place}°,"
        " ma le due metà si sono dovute scambiare qualcuno, e incontra {opponent}.",
        "With a score of {points}, {size} players meet, first half against second half: {player} is no."
        " {place}, but the halves had to exchange players, and the opponent is {opponent}.",
    ),
    "dutch_float": (
        "{player}, a quota {points}, non trova posto fra i pari quota: scende e incontra {opponent}, a quota"
        " {other_points}.",
        "{player}, with a score of {points}, has no opponent in their score group: they float down to meet"
        " {opponent}, with a score of {other_points}.",
    ),
    "dutch_virtual": (
        "L’accelerazione aggiunge qui {virtual} ai punti di {players}.",
        "Acceleration adds {virtual} here to the points of {players}.",
    ),
    "dutch_not_met": (
        "Al suo posto ci sarebbe {opponent}, ma si sono già incontrati al turno {round}.",
        "{opponent} is in the same place, but they met in round {round}.",
    ),
    "dutch_not_prohibited": (
        "Al suo posto ci sarebbe {opponent}, ma l’incontro è vietato.",
        "{opponent} is in the same place, but the pairing is prohibited.",
    ),
    "dutch_not_best": (
        "Al suo posto ci sarebbe {opponent}, che però serve altrove: così tutto il gruppo si abbina"
        " rispettando al meglio incontri, colori e passaggi da un gruppo all’altro.",
        "{opponent} is in the same place, but needed elsewhere: this pairs the whole score group with the"
        " best regard for opponents met, colours and floats.",
    ),
    "dutch_bye": (
        "I presenti sono dispari: riposa {player}, a quota {points}. Il riposo va a chi ha meno punti fra chi"
        " può averlo, mai due volte, e se si può a chi ha saltato meno turni (qui {missed}).",
        "The number of players is odd: {player}, with a score of {points}, has the bye. It goes to the"
        " lowest eligible score, never twice to the same player, and if possible to a player who has"
        " missed the fewest rounds (here {missed}).",
    ),
}

COLOURS: Sentences = {
    "dutch_granted": (
        "Ciascuno ha il colore che gli spetta: {player} il Bianco (finora {colours}), {opponent} il Nero"
        " (finora {other_colours}).",
        "Each has their due colour: {player} White (so far {colours}), {opponent} Black (so far"
        " {other_colours}).",
    ),
    "dutch_stronger_white": (
        "Il Bianco spetterebbe a entrambi: più a {player} (finora {colours}) che a {opponent} (finora"
        " {other_colours}).",
        "Both are due White: {player} (so far {colours}) more strongly than {opponent} (so far"
        " {other_colours}).",
    ),
    "dutch_stronger_black": (
        "Il Nero spetterebbe a entrambi: più a {opponent} (finora {other_colours}) che a {player} (finora"
        " {colours}).",
        "Both are due Black: {opponent} (so far {other_colours}) more strongly than {player} (so far"
        " {colours}).",
    ),
    "dutch_alternate": (
        "Lo stesso colore spetta a entrambi in pari misura: si invertono quelli dell’ultima volta in cui ne"
        " hanno avuti di diversi. {player} finora {colours}, {opponent} {other_colours}.",
        "Both are equally due the same colour: the colours of the last round in which they differed are"
        " reversed. {player} so far {colours}, {opponent} {other_colours}.",
    ),
    "dutch_higher_white": (
        "Lo stesso colore, il Bianco, spetta a entrambi in pari misura: lo ha {player}, che viene prima.",
        "Both are equally due White: {player}, ranked higher, has it.",
    ),
    "dutch_higher_black": (
        "Lo stesso colore, il Nero, spetta a entrambi in pari misura: lo ha {opponent}, che viene prima.",
        "Both are equally due Black: {opponent}, ranked higher, has it.",
    ),
    "dutch_lots_white": (
        "Nessuno dei due ha ancora giocato: decide il colore iniziale, e a {player}, {number}° fra chi gioca,"
        " tocca il Bianco.",
        "Neither has played yet: the initial colour decides, and {player}, no. {number} of the players in"
        " this round, has White.",
    ),
    "dutch_lots_black": (
        "Nessuno dei due ha ancora giocato: decide il colore iniziale, e a {player}, {number}° fra chi gioca,"
        " tocca il Nero.",
        "Neither has played yet: the initial colour decides, and {player}, no. {number} of the players in"
        " this round, has Black.",
    ),
}

WHY: Sentences = {**_PAIRS, **COLOURS}

NO_ROUND: Sentences = {
    "nobody_left_dutch": (
        "Il turno {round} non si può abbinare: nessuno può incontrare lo stesso avversario o riposare due"
        " volte, né due che devono avere lo stesso colore incontrarsi, e {players} {only}. L’arbitro può"
        " abbinare a mano.",
        "Round {round} cannot be paired: nobody may meet the same opponent or have the bye twice, two"
        " players who must have the same colour may not meet, and {players} {only}. The arbiter can pair"
        " by hand.",
    ),
    "engine_failed": (
        "Il programma che abbina per la FIDE non è riuscito a calcolare il turno {round}. L’arbitro può"
        " abbinare a mano.",
        "FIDE’s pairing engine could not pair round {round}. The arbiter can pair by hand.",
    ),
}

LETTERS: tuple[Mapping[str, str], Mapping[str, str]] = ({"w": "B", "b": "N"}, {"w": "W", "b": "B"})
"""The letters of White and Black in Italian and English."""
