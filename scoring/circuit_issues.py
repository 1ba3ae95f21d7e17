"""The texts of the issues of circuits, in Italian and English."""

from collections.abc import Mapping

CIRCUIT_ISSUE_TEXTS: Mapping[str, tuple[str, str]] = {
    "unknown_way": (
        "modo di contare sconosciuto: {name}. Ci sono: {known}",
        "unknown way of counting: {name}. Known: {known}",
    ),
    "unknown_kind": (
        "genere sconosciuto: {name}. Ci sono: {known}",
        "unknown kind: {name}. Known: {known}",
    ),
    "no_criteria": ("ci vuole almeno un criterio", "at least one criterion is needed"),
    "too_many_people": ("{people} persone: al massimo {maximum}", "{people} people: at most {maximum}"),
    "too_many_events": ("{events} tornei: al massimo {maximum}", "{events} tournaments: at most {maximum}"),
    "too_many_results": (
        "più di {maximum} risultati scritti nel circuito",
        "more than {maximum} results entered in the circuit",
    ),
    "person_id_twice": (
        "l’id {id} è già di un’altra persona",
        "another person already has the id {id}",
    ),
    "person_years": (
        "la persona {person} ha più anni di nascita ({years}): ne vale uno. Si corregga l’anno, o si dia a"
        " una delle due un altro id",
        "person {person} has several years of birth ({years}): only one can be right. Correct the year, or"
        " give one of the two another id",
    ),
    "person_ambiguous": (
        "{name} può essere più d’uno: {people}. Si dica chi è: con l’id della persona, o con l’anno"
        " di nascita",
        "{name} could be any of these: {people}. Say which, by the person’s id or year of birth",
    ),
    "person_twice": (
        "{name} sta due volte in questo torneo: qui e come {other} ({path}). Se sono due persone si dia a"
        " ciascuna un id o l’anno di nascita; se no si tolga una riga",
        "{name} appears twice in this tournament: here, and as {other} ({path}). If they are two people,"
        " give each an id or year of birth; otherwise remove one line",
    ),
    "event_sources": (
        "un torneo ha il documento, un file o i risultati scritti, non più d’uno: qui {found}",
        "a tournament has a document, a file or results entered by hand, not more than one of them: found"
        " {found}",
    ),
    "no_files": (
        "qui un torneo non può essere letto da un file: si metta il suo documento nel circuito",
        "a tournament cannot be read from a file here: put its document in the circuit",
    ),
    "file_outside": (
        "il file va scritto con il percorso dalla cartella del circuito, non da altrove",
        "give the file’s path relative to the circuit’s folder, not from elsewhere",
    ),
    "not_regular_file": ("non è un file", "this is not a file"),
    "no_final_ranking": (
        "nel documento non c’è nessuna classifica annunciata da controllare",
        "the document has no announced standings to check",
    ),
    "no_source": (
        "di risultati scritti a mano va detta la fonte (chi li ha pubblicati, e quando)",
        "name the source of results entered by hand (who published them, and when)",
    ),
    "no_possible": (
        "il modo {way} vuole i punti possibili in questo torneo, più di 0",
        "{way} needs the maximum points of this tournament, more than 0",
    ),
    "result_lacks": (
        "manca, e il modo {way} ne ha bisogno",
        "missing, and {way} needs it",
    ),
}
