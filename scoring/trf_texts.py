"""The texts of faults and notes of report files, in Italian and English."""

from collections.abc import Mapping

FIELDS: Mapping[str, tuple[str, str]] = {
    "start": ("il numero di partenza di un giocatore, da 1 a 9999", "a player’s starting number, 1 to 9999"),
    "opponent": (
        "il numero di partenza dell’avversario, o 0000",
        "the opponent’s starting number, or 0000",
    ),
    "colour": ("il colore: w, b o -", "the colour: w, b or -"),
    "result": (
        "il risultato di una partita: 1 = 0, + - per i forfait, W D L se non si è quasi giocato",
        "the result of a game: 1 = 0, + - for forfeits, W D L where it was hardly played",
    ),
    "bye_result": (
        "un turno senza avversario: U riposo, H ½, F 1, Z assente",
        "a round without an opponent: U bye, H ½, F 1, Z absent",
    ),
    "bye": ("H (½), F (1) o Z (0)", "H (½), F (1) or Z (0)"),
    "abnormal": ("uno di W D L F H Z + -, o niente", "one of W D L F H Z + -, or nothing"),
    "scoring": ("una lettera dei punti (W D L A P X)", "a letter of the points (W D L A P X)"),
    "points": ("un numero di punti, come 11.5", "a number of points, such as 11.5"),
    "rating": ("un punteggio Elo, un numero intero", "a rating, a whole number"),
    "fide_id": ("un codice FIDE, un numero intero", "a FIDE ID, a whole number"),
    "rank": ("un posto in classifica, un numero intero", "a rank, a whole number"),
    "round": ("il numero di un turno", "the number of a round"),
    "rounds": ("quanti turni si giocano, da 1 a 999", "how many rounds are played, 1 to 999"),
    "first_colour": ("il primo colore: W o B", "the first colour: W or B"),
    "pair": ("due numeri di partenza almeno", "two starting numbers at least"),
}

TRF_TEXTS: Mapping[str, tuple[str, str]] = {
    "trf_value": (
        "«{found}» non va bene: qui ci vuole {field}. Correggi la riga e riprova",
        "“{found}” is not valid: {field} is needed here. Correct the line and try again",
    ),
    "trf_missing": (
        "qui manca {field}. Completa la riga e riprova",
        "{field} is missing here. Complete the line and try again",
    ),
    "trf_no_players": (
        "non è un file di omologazione: non c’è nessuna riga 001. Scegli un file TRF, con un giocatore per"
        " riga",
        "this is not a report file: it has no line 001. Choose a TRF file, with one line per player",
    ),
    "trf_start_twice": (
        "il numero {player} è già della riga {other}. Dai a ognuno un numero suo e riprova",
        "number {player} is already used in line {other}. Give each player their own number and try again",
    ),
    "trf_no_player": (
        "nessuna riga 001 ha il numero {player}. Correggi il numero, o aggiungi il giocatore",
        "no line 001 has the number {player}. Correct the number, or add the player",
    ),
    "trf_rounds": (
        "{found} turni: al massimo {maximum}. Accorcia la riga e riprova",
        "{found} rounds: at most {maximum}. Shorten the line and try again",
    ),
    "trf_opponent": (
        "turno {round}: il n. {player} avrebbe come avversario il n. {opponent}, che non c’è o è lui stesso."
        " Correggi il numero dell’avversario",
        "round {round}: no. {player} would meet no. {opponent}, who does not exist or is the same player."
        " Correct the opponent’s number",
    ),
    "trf_other_side": (
        "turno {round}: il n. {player} incontra il n. {opponent}, ma la riga {other} di questo dice altro."
        " Correggi una delle due righe",
        "round {round}: no. {player} meets no. {opponent}, but line {other} says otherwise. Correct one of"
        " the two lines",
    ),
    "trf_results": (
        "turno {round}: i risultati del n. {player} e del n. {opponent} (riga {other}) non stanno insieme"
        " («{found}»). Correggi una delle due righe",
        "round {round}: the results of no. {player} and no. {opponent} (line {other}) do not match"
        " (“{found}”). Correct one of the two lines",
    ),
    "trf_colours": (
        "turno {round}: il n. {player} e il n. {opponent} (riga {other}) hanno lo stesso colore. Correggi una"
        " delle due righe",
        "round {round}: no. {player} and no. {opponent} (line {other}) have the same colour. Correct one of"
        " the two lines",
    ),
    "trf_latin": (
        "il testo non è UTF-8: letto come Latin-1",
        "the text is not UTF-8: read as Latin-1",
    ),
    "trf_unknown": ("riga {found} sconosciuta: lasciata", "unknown line {found}: left out"),
    "trf_day_dropped": ("«{found}» non è una data: lasciata", "“{found}” is not a date: left out"),
    "trf_title_dropped": (
        "«{found}» non è un titolo FIDE: lasciato",
        "“{found}” is not a FIDE title: left out",
    ),
    "trf_federation_dropped": (
        "«{found}» non è una federazione di tre lettere: lasciata",
        "“{found}” is not a three-letter federation: left out",
    ),
    "trf_by_arbiter": (
        "turno {round}, {player} – {opponent}: un risultato così può solo averlo deciso l’arbitro, e così"
        " è preso. Controllalo",
        "round {round}, {player} – {opponent}: only an arbiter can have decided such a result, so it was"
        " read that way. Check it",
    ),
    "trf_colour_taken": (
        "turno {round}: nessun colore per il n. {player} e il n. {opponent}; il Bianco va al n. {player}",
        "round {round}: no colours for no. {player} and no. {opponent}. White was given to no. {player}",
    ),
    "trf_name_taken": ("manca il nome: diventa «{name}»", "the name is missing: “{name}” is used"),
    "trf_id_dropped": (
        "{found} non è un codice FIDE: lasciato",
        "{found} is not a FIDE ID: left out",
    ),
    "trf_teams": (
        "è un torneo a squadre: si leggono i giocatori e le partite, le squadre no",
        "this is a team tournament: players and games are imported, teams are not",
    ),
    "trf_system_taken": (
        "del sistema il file dice «{found}»: letto come {system}",
        "the file gives the system as “{found}”: read as {system}",
    ),
    "trf_rounds_taken": (
        "il file non dice quanti turni si giocano: presi {rounds}",
        "the file does not say how many rounds there are: {rounds} assumed",
    ),
    "trf_ranking_taken": (
        "il file non dice gli spareggi: presi {codes}",
        "the file does not give the tie-breaks: {codes} assumed",
    ),
    "trf_tie_breaks_dropped": (
        "spareggi che qui non ci sono: {codes}. Lasciati",
        "unsupported tie-breaks: {codes}. Left out",
    ),
    "trf_prohibited_dropped": (
        "il sistema {system} non sceglie chi incontra chi: le coppie vietate sono lasciate",
        "the system {system} does not choose the opponents: prohibited pairings were left out",
    ),
    "trf_acceleration_dropped": (
        "i punti virtuali del file non sono quelli dell’accelerazione Baku: lasciati",
        "the virtual points of the file are not those of the Baku acceleration: left out",
    ),
    "trf_points_differ": (
        "i punti del file non sono quelli dei risultati (numero, nel file, dai risultati): {players}",
        "the points of the file are not those of the results (number, in the file, by the results):"
        " {players}",
    ),
    "report_multiplayer": (
        "qui ai tavoli si siede in più di due: un file di omologazione è di partite a due, e non c’è",
        "not available: more than two sit at a table here, and a report file is about two-player games",
    ),
    "report_no_colours": (
        "in questo sistema nessuno ha il Bianco: un file di omologazione lo vuole di ogni partita, e non c’è",
        "not available: in this system nobody has White, and a report file needs the colours of every game",
    ),
    "report_size": (
        "un file di omologazione ha al massimo {players} giocatori e {rounds} turni",
        "a report file has at most {players} players and {rounds} rounds",
    ),
    "report_not_played": (
        "nessun turno giocato finora: il file si fa quando ci sono risultati",
        "no round has been played so far: the file can be made once there are results",
    ),
    "report_adjourned": (
        "partite aggiornate ancora da finire (fra parentesi il turno): {games}. Scrivi i risultati, poi"
        " rifai il"
        " file",
        "adjourned games still to be finished (with their rounds): {games}. Enter the results, then make the"
        " file",
    ),
    "report_open": (
        "mancano dei risultati (fra parentesi il turno): {games}. Scrivili, poi rifai il file",
        "results are missing (with their rounds): {games}. Enter them, then make the file",
    ),
    "report_missing": (
        "manca, e serve per l’omologazione. Scrivilo nel documento",
        "missing, and needed for rating. Enter it in the document",
    ),
    "report_missing_days": (
        "manca il giorno dei turni {rounds}, e serve per l’omologazione. Scrivilo nel documento",
        "the dates of rounds {rounds} are missing, and needed for rating. Enter them in the document",
    ),
    "report_missing_id": (
        "manca il codice FIDE di {name}, e serve per l’omologazione. Scrivilo nel documento",
        "the FIDE ID of {name} is missing, and needed for rating. Enter it in the document",
    ),
    "report_missing_sex": (
        "manca il sesso di {name}, e serve per l’omologazione. Scrivilo nel documento",
        "the sex of {name} is missing, and needed for rating. Enter it in the document",
    ),
    "report_missing_born": (
        "manca la data di nascita di {name}, e serve per l’omologazione. Scrivila nel documento",
        "the date of birth of {name} is missing, and needed for rating. Enter it in the document",
    ),
    "report_missing_federation": (
        "manca la federazione di {name}, e serve per l’omologazione. Scrivila nel documento",
        "the federation of {name} is missing, and needed for rating. Enter it in the document",
    ),
    "report_same_id": (
        "il codice FIDE di {name}, {id}, è anche di un altro: correggi quello sbagliato",
        "the FIDE ID of {name}, {id}, also belongs to another player: correct the wrong one",
    ),
    "report_missing_names": (
        "di {name} non si sa quale sia il cognome: scrivi cognome e nome separati (family, given)",
        "the surname of {name} is not known: enter family and given name separately (family, given)",
    ),
    "report_long_name": (
        "il nome «{name}» ha più di {maximum} caratteri: nel file sarà più corto",
        "the name “{name}” has more than {maximum} letters: it will be shortened in the file",
    ),
}
