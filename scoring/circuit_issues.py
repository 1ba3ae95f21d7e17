"""The texts of the issues of circuits, in Italian and English."""

from collections.abc import Mapping

CIRCUIT_ISSUE_TEXTS: Mapping[str, tuple[str, str]] = {
    "unknown_way": (
        "modo di contare sconosciuto: {name}. Ci sono: {known}",
        "unknown way of counting: {name}. There are: {known}",
    ),
    "unknown_kind": (
        "genere sconosciuto: {name}. Ci sono: {known}",
        "unknown kind: {name}. There are: {known}",
    ),
    "no_criteria": ("ci vuole almeno un criterio", "at least one criterion is needed"),
    "too_many_people": ("{people} persone: al massimo {maximum}", "{people} people: at most {maximum}"),
    "too_many_events": ("{events} tornei: al massimo {maximum}", "{events} events: at most {maximum}"),
    "too_many_results": (
        "più di {maximum} risultati scritti nel circuito",
        "more than {maximum} results typed into the circuit",
    ),
    "number_above": ("{found} è più di {maximum}", "{found} is more than {maximum}"),
    "person_id_twice": (
        "l’id {id} è già di un’altra persona",
        "another person has the id {id} already",
    ),
    "person_years": (
        "la persona {person} ha più anni di nascita ({years}): ne vale uno. Si corregga l’anno, o si dia a"
        " una delle due un altro id",
        "person {person} has several years of birth ({years}): one is right. Correct the year, or give one of"
        " the two another id",
    ),
    "person_ambiguous": (
        "{name} può essere più d’uno: {people}. Si dica chi è: con l’id della persona, o con l’anno"
        " di nascita",
        "{name} may be one of several: {people}. Say who it is: by the person’s id, or by the year of birth",
    ),
    "person_twice": (
        "{name} sta due volte in questo torneo: qui e come {other} ({path}). Se sono due persone si dia a"
        " ciascuna un id o l’anno di nascita; se no si tolga una riga",
        "{name} is twice in this event: here, and as {other} ({path}). If they are two people give each an id"
        " or the year of birth; otherwise leave one line out",
    ),
    "event_sources": (
        "un torneo ha il documento, un file o i risultati scritti, non più d’uno: qui {found}",
        "an event has its document, a file or typed results, not several of them: here {found}",
    ),
    "no_files": (
        "qui un torneo non può essere letto da un file: si metta il suo documento nel circuito",
        "an event cannot be read from a file here: put its document into the circuit",
    ),
    "file_outside": (
        "il file va scritto con il percorso dalla cartella del circuito, non da altrove",
        "the file is to be named by its path from the folder of the circuit, not from elsewhere",
    ),
    "not_regular_file": ("non è un file", "this is no file"),
    "no_final_ranking": (
        "nel documento non c’è nessuna classifica annunciata da controllare",
        "the document has no announced ranking to check",
    ),
    "no_source": (
        "di risultati scritti a mano va detta la fonte (chi li ha pubblicati, e quando)",
        "of typed results the source is to be named (who published them, and when)",
    ),
    "no_possible": (
        "il modo {way} vuole i punti possibili in questo torneo, più di 0",
        "the way {way} needs the possible points of this event, more than 0",
    ),
    "result_lacks": (
        "manca, e il modo {way} ne ha bisogno",
        "is missing, and the way {way} needs it",
    ),
}
