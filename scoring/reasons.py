"""The texts of codes, in Italian and English: issues of documents and commands, and why one player is ranked
above another.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scoring.circuit_issues import CIRCUIT_ISSUE_TEXTS
from scoring.criteria import CRITERIA
from scoring.document import ValidationIssue
from scoring.standings import Row, written
from scoring.trf_texts import FIELDS, TRF_TEXTS

LANGUAGES = ("it", "en")

ISSUE_TEXTS: Mapping[str, tuple[str, str]] = {
    **TRF_TEXTS,
    "not_utf8": ("il testo non è UTF-8 (byte {byte})", "the text is not UTF-8 (byte {byte})"),
    "not_json": ("non è JSON: riga {line}, colonna {column}", "not JSON: line {line}, column {column}"),
    "too_deep": (
        "annidato troppo in profondità (al massimo {maximum} livelli)",
        "nested too deeply (at most {maximum} levels)",
    ),
    "key_twice": ("la chiave {key} è data due volte", "the key {key} appears twice"),
    "number_not_finite": ("non è un numero finito", "not a finite number"),
    "number_too_large": ("numero oltre {largest}", "number beyond {largest}"),
    "number_too_fine": (
        "numero con più di {digits} cifre decimali",
        "number with more than {digits} decimal places",
    ),
    "text_surrogate": (
        "il testo contiene mezza coppia di surrogati ({code})",
        "the text has a lone surrogate ({code})",
    ),
    "text_control": (
        "il testo contiene un carattere di controllo ({code})",
        "the text has a control character ({code})",
    ),
    "type": ("ci vuole {expected}", "must be {expected}"),
    "missing": ("manca", "is missing"),
    "version": (
        "versione {found} sconosciuta: questa conosce la {known}",
        "unknown version {found}: this program knows version {known}",
    ),
    "too_small": ("{found} è meno di {minimum}", "{found} is less than {minimum}"),
    "number_above": ("{found} è più di {maximum}", "{found} is more than {maximum}"),
    "more_issues": (
        "più di {maximum} errori: la lettura si ferma qui",
        "more than {maximum} errors: reading stopped here",
    ),
    "too_many_items": ("{found} voci: al massimo {maximum}", "{found} items: at most {maximum}"),
    "too_many_players": (
        "{players} giocatori: al massimo {maximum}",
        "{players} players: at most {maximum}",
    ),
    "too_many_lists": (
        "{lists} punteggi di altre liste: al massimo {maximum}",
        "{lists} ratings of other lists: at most {maximum}",
    ),
    "players_range": (
        "{players} giocatori: questo sistema ne vuole da {minimum} a {maximum}",
        "{players} players: this system takes {minimum} to {maximum}",
    ),
    "name_blank": ("il nome è vuoto", "the name is blank"),
    "name_long": (
        "il nome ha {length} caratteri: al massimo {maximum}",
        "the name has {length} characters: at most {maximum}",
    ),
    "id_twice": ("l’id {id} è già di un altro giocatore", "another player already has the id {id}"),
    "number_twice": (
        "il numero {number} è già di un altro giocatore",
        "another player already has the number {number}",
    ),
    "score_against_result": (
        "i punti non dicono lo stesso del risultato: vince chi ne ha di più, e non c’è forfait né incontro",
        "the score does not say the same as the result: more points win, and there is no forfeit or match",
    ),
    "table_twice": (
        "il tavolo {table} è già fissato per un altro giocatore",
        "table {table} is already fixed for another player",
    ),
    "withdrawn_before_joined": (
        "ritirato dal turno {withdrawn}, ma entrato al turno {joined}",
        "withdrawn from round {withdrawn}, but joined in round {joined}",
    ),
    "prize_form": ("non si legge come premi ({problem})", "not readable as prizes ({problem})"),
    "prize_name_twice": (
        "un’altra categoria di premi si chiama già {name}",
        "another category of prizes is already called {name}",
    ),
    "prize_age_day": (
        "manca il giorno a cui si conta l’età",
        "the day on which ages are counted is missing",
    ),
    "prize_bounds": ("{least} è più di {most}", "{least} is more than {most}"),
    "prize_unrated": (
        "solo chi non ha punteggio, e una fascia di punteggio, si escludono",
        "only unrated players, and a rating band, exclude each other",
    ),
    "prize_empty": ("il posto non porta né denaro né altro", "the place brings neither money nor a thing"),
    "prize_amount": ("{amount} non è fra 0 e {maximum}", "{amount} is not between 0 and {maximum}"),
    "prize_cents": ("{amount} ha più di due decimali", "{amount} has more than two decimals"),
    "prize_rises": (
        "il posto {place} vale più di quello prima",
        "place {place} is worth more than the one before",
    ),
    "no_stages": ("ci vuole almeno una fase", "at least one stage is needed"),
    "unknown_system": (
        "sistema sconosciuto: {name}. Ci sono: {known}",
        "unknown system: {name}. Known: {known}",
    ),
    "unknown_scoring": (
        "metodo di punteggio sconosciuto: {name}. Ci sono: {known}",
        "unknown scoring method: {name}. Known: {known}",
    ),
    "unknown_criterion": (
        "criterio sconosciuto: {name}. Ci sono: {known}",
        "unknown criterion: {name}. Known: {known}",
    ),
    "scoring_seats": (
        "il metodo {name} non è per i tavoli del sistema {system}",
        "the method {name} is not for the tables of the system {system}",
    ),
    "scoring_winds": (
        "il metodo {name} conta i punti per vento, e i posti del sistema {system} con queste opzioni non sono"
        " venti. Si scelga un altro metodo (places), o il sistema rotation a tavoli da quattro o tre (size)",
        "the method {name} counts points by wind, but with these options the seats of the system {system}"
        " are not winds. Choose another method (places), or the system rotation with tables of four or three"
        " (size)",
    ),
    "criterion_seats": (
        "il criterio {name} non si può calcolare sui tavoli del sistema {system}",
        "the criterion {name} cannot be computed on the tables of the system {system}",
    ),
    "unknown_option": (
        "opzione sconosciuta: {option}. Ci sono: {known}",
        "unknown option: {option}. Known: {known}",
    ),
    "option_value": ("ci vuole {wanted}", "must be {wanted}"),
    "entry_stage": (
        "la fase {stage} non viene prima di questa: prima ce ne sono {earlier}",
        "stage {stage} is not before this one: only {earlier} are",
    ),
    "entry_set": (
        "ci vogliono due numeri: quale insieme, e quanti sono (per esempio [1, 2])",
        "must be two numbers: which set, and of how many (for example [1, 2])",
    ),
    "no_entry": (
        "questa fase non ha una regola d’ingresso: va scritta qui",
        "this stage has no qualification rule: one is needed here",
    ),
    "unknown_player": ("il giocatore {player} non esiste", "there is no player {player}"),
    "not_entrant": (
        "il giocatore {player} non partecipa a questa fase",
        "player {player} does not take part in this stage",
    ),
    "package_missing": (
        "manca il pacchetto Python {package}, che calcola gli abbinamenti di questo sistema: si installa con"
        " pip install {package}",
        "the Python package {package}, which pairs for this system, is missing: pip install {package}",
    ),
    "prohibited_system": (
        "nel sistema {system} non si possono vietare incontri: vale solo dove si gioca in due e non tutti"
        " incontrano tutti",
        "the system {system} cannot prohibit pairings: that is only for two-player games where not"
        " everybody meets everybody",
    ),
    "prohibited_few": (
        "ci vogliono almeno due giocatori che non devono incontrarsi",
        "must be two or more players who must not meet",
    ),
    "entrant_twice": ("il giocatore {player} vi sta due volte", "player {player} is listed twice"),
    "two_seats": (
        "il giocatore {player} ha due posti al tavolo",
        "player {player} has two seats at the table",
    ),
    "two_tables": ("il giocatore {player} siede a due tavoli", "player {player} sits at two tables"),
    "two_places": (
        "il giocatore {player} ha già un tavolo o un riposo in questo turno",
        "player {player} already has a table or a bye in this round",
    ),
    "seats_two": ("{found} posti: ce ne vogliono due", "{found} seats: there must be two"),
    "seats_many": ("{found} posti: sono troppo pochi", "{found} seats: too few"),
    "seats_most": ("{found} posti: al massimo {maximum}", "{found} seats: at most {maximum}"),
    "result_length": (
        "{found} risultati per {seats} posti",
        "{found} results for {seats} seats",
    ),
    "shares": ("risultato impossibile: sono ammessi {allowed}", "impossible result: {allowed} are allowed"),
    "reported_without_result": (
        "un risultato per il rapporto vuole anche quello che conta",
        "a result for the report also needs the one that counts",
    ),
    "reported_of_two": (
        "solo una partita a due ha un risultato per il rapporto",
        "only a two-player game has a result for the report",
    ),
    "forfeit_without_result": ("forfait senza risultato", "forfeit without a result"),
    "adjourned_with_result": (
        "una partita aggiornata non ha ancora un risultato",
        "an adjourned game has no result yet",
    ),
    "no_earlier_game": (
        "non è una partita di un turno precedente: [turno, tavolo]",
        "this is not a game of an earlier round: [round, table]",
    ),
    "forfeit_many": ("il forfait è solo per i tavoli da due", "forfeits are only for tables of two"),
    "games_many": ("le partite sono solo per i tavoli da due", "games are only for tables of two"),
    "games_against_result": (
        "le partite dicono altro dal risultato",
        "the games do not match the result",
    ),
    "eliminations": (
        "le eliminazioni devono essere 1, 2, … senza salti né doppioni, non {found}",
        "eliminations must be 1, 2, … without gap or repetition, not {found}",
    ),
    "two_risiko": (
        "due RisiKo! allo stesso tavolo (posti {seats})",
        "two RisiKo! at one table (seats {seats})",
    ),
    "all_eliminated": (
        "tutti eliminati: uno almeno resta in gioco",
        "everybody eliminated: at least one player must stay in the game",
    ),
    "eliminated_holds": (
        "chi è eliminato non ha più nulla: 0, o niente",
        "an eliminated player holds nothing: 0, or leave it out",
    ),
    "order_twice": (
        "un altro gioca già in posizione {order}",
        "another player already plays in position {order}",
    ),
    "order_range": (
        "posizione {order} in un tavolo di {seats}",
        "position {order} at a table of {seats}",
    ),
    "risiko_eliminated": ("chi è eliminato non fa RisiKo!", "an eliminated player cannot make RisiKo!"),
    "fact_form": (
        "«{found}» non va bene: si scrive come qui: {examples}",
        "“{found}” is not valid: write it like this: {examples}",
    ),
    "round_key": ("{key} non è il numero di un turno", "{key} is not the number of a round"),
    "id_key": ("{key} non è l’id di un giocatore", "{key} is not a player’s id"),
    "no_such_stage": ("la fase {stage} non c’è: sono {stages}", "no stage {stage}: there are {stages}"),
    "no_such_round": (
        "il turno {round} non c’è: ne sono stati abbinati {rounds}",
        "no round {round}: {rounds} have been paired",
    ),
    "no_calendar": (
        "il sistema {system} non conosce i turni in anticipo: si chieda un turno alla volta",
        "the system {system} does not know its rounds in advance: ask for one round at a time",
    ),
    "no_plan": (
        "il sistema {system} non ha un tabellone: tutti giocano ogni turno",
        "the system {system} has no bracket: everybody plays every round",
    ),
    "varma_round_robin": (
        "il sorteggio pilotato è per i gironi all’italiana, non per {system}",
        "the restricted draw is for round robins, not for {system}",
    ),
    "unknown_formula": (
        "formula sconosciuta: {name}. Ci sono: {known}",
        "unknown format: {name}. Known: {known}",
    ),
    "formula_players": (
        "{players} giocatori: {formula} ne vuole da {minimum} in su, e tanti che si possano sedere ai suoi"
        " tavoli. I numeri più vicini che vanno bene: {near}. Formule per {players}: {others}",
        "{players} players: {formula} takes {minimum} or more, provided its tables can seat them. Nearest"
        " possible numbers: {near}. Formats for {players}: {others}",
    ),
    "formula_players_between": (
        "{players} giocatori: {formula} ne vuole da {minimum} a {maximum}. Il numero più vicino che va bene:"
        " {near}. Formule per {players}: {others}",
        "{players} players: {formula} takes {minimum} to {maximum}. Nearest possible number: {near}."
        " Formats for {players}: {others}",
    ),
    "formula_semifinals": (
        "{semifinals} semifinali vogliono almeno {minimum} giocatori, e sono {players}. Le regole qui ne"
        " vogliono {usual}",
        "{semifinals} semi-finals need at least {minimum} players, but there are {players}. The rules call"
        " for {usual} here",
    ),
    "formula_direct": (
        "con {semifinals} semifinali i finalisti diretti sono {wanted}, non {direct}",
        "with {semifinals} semi-finals there are {wanted} direct finalists, not {direct}",
    ),
    "formula_no_final": (
        "senza la finale non ci sono semifinali né finalisti diretti",
        "without the final there are no semi-finals and no direct finalists",
    ),
    "formula_tables": (
        "a {tables} tavoli di quattro e cinque siedono da {minimum} a {maximum} giocatori, non {players}",
        "{tables} tables of four and five seat {minimum} to {maximum} players, not {players}",
    ),
    "formula_winds": (
        "i punti per vento si danno solo dove i posti sono venti: qui una fase gioca a tavoli fissi o non da"
        " quattro. Si scelgano i punti per posto, o altri gruppi della fase intermedia",
        "points by wind need seats that are winds: here a stage is played at fixed tables, or not at"
        " tables of four. Choose points by place, or other groups for the intermediate phase",
    ),
    "formula_intermediate": (
        "la fase intermedia c’è solo da {minimum} giocatori in su, e sono {players}: si tolgano le sue"
        " opzioni, o si lascino quelle solite",
        "there is an intermediate phase only with {minimum} players or more, and there are {players}:"
        " leave its options out, or at their defaults",
    ),
    "formula_finalists": (
        "{finalists} finalisti su {players} giocatori: devono essere 4 o 8, e non più dei giocatori",
        "{finalists} finalists of {players} players: there must be 4 or 8, and no more than players",
    ),
    "usage": ("{message}", "{message}"),
    "unknown_flag": (
        "opzione sconosciuta: {name}. Ci sono: {known}",
        "unknown option: {name}. Known: {known}",
    ),
    "flag_range": ("{name} va da {minimum} a {maximum}", "{name} goes from {minimum} to {maximum}"),
    "flag_value": ("{name} vuole {expected}", "{name} needs {expected}"),
    "flags_together": ("{name} e {other} non vanno insieme", "{name} and {other} do not go together"),
    "unreadable": ("non si può leggere: {cause}", "cannot be read: {cause}"),
    "unwritable": ("non si può scrivere: {cause}", "cannot be written: {cause}"),
    "too_long": ("più di {maximum} byte", "more than {maximum} bytes"),
    **CIRCUIT_ISSUE_TEXTS,
}

_TYPE_NAMES: Mapping[str, tuple[str, str]] = {
    "object": ("un oggetto", "an object"),
    "list": ("una lista", "a list"),
    "text": ("un testo", "a text"),
    "integer": ("un numero intero", "a whole number"),
    "number": ("un numero", "a number"),
    "boolean": ("true o false", "true or false"),
    "choice": ("uno di questi", "one of these"),
    "integers": ("una lista di numeri interi", "a list of whole numbers"),
    "numbers": ("una lista di numeri", "a list of numbers"),
    "choices": ("una lista di questi", "a list of these"),
    "report_format": ("16 o 26", "16 or 26"),
    "person": (
        "un id: un testo non vuoto o un numero intero",
        "an id: a text that is not blank, or a whole number",
    ),
    "year": ("un anno fra 1800 e 2999", "a year from 1800 to 2999"),
    "percentage": ("una percentuale da 0 a 100", "a percentage from 0 to 100"),
}


def issue_text(issue: ValidationIssue, language: str = "it") -> str:
    """What is wrong, as a sentence without the path."""
    facts = {name: _fact_text(name, value, language) for name, value in issue.facts.items()}
    if issue.code == "option_value":
        facts["wanted"] = _expected_value(issue.facts, language)
    return ISSUE_TEXTS[issue.code][LANGUAGES.index(language)].format(**facts)


_PLACES = (
    ("riga {line}, colonna {columns}", "line {line}, column {columns}"),
    ("riga {line}, colonne {columns}", "line {line}, columns {columns}"),
)


def issue_line(issue: ValidationIssue, language: str = "it") -> str:
    """The path and what is wrong there, on one line; of a report file the line and the columns."""
    where = issue.path
    if "columns" in issue.facts:
        where = _PLACES["–" in issue.facts["columns"]][LANGUAGES.index(language)].format(**issue.facts)
    return f"{where}: {issue_text(issue, language)}"


def _fact_text(name: str, value: Any, language: str) -> str:
    if name == "expected" and value in _TYPE_NAMES:
        return _TYPE_NAMES[value][LANGUAGES.index(language)]
    if name == "field":
        return FIELDS[value][LANGUAGES.index(language)]
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, Sequence):
        return ", ".join(printable(str(item)) for item in value) or "–"
    return str(value)


def printable(text: str) -> str:
    """The text for one line of a terminal: escaped if it cannot be printed, and at most 80 characters."""
    shown = text if text.isprintable() else json.dumps(text)
    return shown if len(shown) <= 80 else f"{shown[:79]}…"


def _expected_value(facts: Mapping[str, Any], language: str) -> str:
    words = _TYPE_NAMES[facts["type"]][LANGUAGES.index(language)]
    if facts["choices"]:
        return f"{words}: {', '.join(str(choice) for choice in facts['choices'])}"
    low, high = facts["minimum"], facts["maximum"]
    if low is None or high is None:
        return words
    return f"{words} da {low} a {high}" if language == "it" else f"{words} from {low} to {high}"


_FINAL = ("posto in finale", "place in the final")


def why_above(upper: Row, lower: Row, name: Callable[[int], str], language: str = "it") -> str:
    """Why the player of one row of the standings is ranked above the player of the next row."""
    first, second = name(upper.player), name(lower.player)
    index = LANGUAGES.index(language)
    if lower.rank is None:
        return (
            f"I risultati di {second} sono annullati.",
            f"The results of {second} are annulled.",
        )[index]
    if lower.decided_by is None and lower.values.get("final") is not None:
        return (
            f"{first} e {second} hanno lo stesso posto in finale: restano pari.",
            f"{first} and {second} have the same place in the final: they share it.",
        )[index]
    if lower.decided_by is None:
        return (
            f"{first} e {second} sono pari in tutto.",
            f"{first} and {second} are tied on everything.",
        )[index]
    if lower.decided_by == "stage_reached":
        return (
            f"{first} è arrivato a una fase più avanti di {second}.",
            f"{first} reached a later stage than {second}.",
        )[index]
    if lower.decided_by == "previous" and "final" in lower.values:
        return (
            f"{first} era davanti a {second} alla fine delle qualificazioni, e resta davanti.",
            f"{first} was above {second} at the end of the qualifying games, and stays above.",
        )[index]
    values = upper.values.get(lower.decided_by), lower.values.get(lower.decided_by)
    if lower.decided_by == "final" and None in values:
        return (
            f"{first} ha giocato la finale, {second} no.",
            f"{first} played the final, {second} did not.",
        )[index]
    title = _FINAL[index] if lower.decided_by == "final" else CRITERIA[lower.decided_by].title[language]
    if values[0] == values[1] or None in values:
        # Direct encounter can rank players with equal values by comparing a part of the group again; the
        # final ranking has no other values than the place in the final and the points.
        return (
            f"{first} è davanti a {second} per: {title}.",
            f"{first} is above {second} on: {title}.",
        )[index]
    own, others = (written(value or "", language) for value in values)
    return (
        f"{first} è davanti a {second} per: {title} ({own} contro {others}).",
        f"{first} is above {second} on: {title} ({own} against {others}).",
    )[index]
