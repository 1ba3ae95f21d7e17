"""The texts of the codes of tables arranged by hand, in Italian and English, which `reasons.py` fills in."""

from collections.abc import Mapping

WHY: Mapping[str, tuple[str, str]] = {
    "hand_made": (
        "Fatto a mano dall’arbitro.",
        "Made by hand by the arbiter.",
    ),
    "hand_allowed": (
        "Le regole del sistema non lo vietano.",
        "The system’s rules do not forbid it.",
    ),
    "hand_away": (
        "{player} non risulta presente in questo turno.",
        "{player} is not present in this round.",
    ),
    "hand_met": (
        "{player} e {opponent} si sono già incontrati al turno {round}.",
        "{player} and {opponent} have already met, in round {round}.",
    ),
    "hand_prohibited": (
        "{player} e {opponent} non devono incontrarsi: è un incontro vietato.",
        "{player} and {opponent} must not meet: the pairing is prohibited.",
    ),
    "hand_white_three": (
        "{player} ha il Bianco per la terza volta di fila.",
        "{player} has White for the third time in a row.",
    ),
    "hand_black_three": (
        "{player} ha il Nero per la terza volta di fila.",
        "{player} has Black for the third time in a row.",
    ),
    "hand_white_surplus": (
        "{player} avrebbe avuto il Bianco tre volte più del Nero.",
        "{player} would have had White three more times than Black.",
    ),
    "hand_black_surplus": (
        "{player} avrebbe avuto il Nero tre volte più del Bianco.",
        "{player} would have had Black three more times than White.",
    ),
    "fixed_table": (
        "Il tavolo {number} è quello fissato per {player}.",
        "Table {number} is the fixed one of {player}.",
    ),
    "fixed_table_taken": (
        "Per {player} è fissato il tavolo {number}, per {opponent} il tavolo {other}: vale quello di"
        " {opponent}.",
        "Table {number} is fixed for {player}, table {other} for {opponent}: that of {opponent} counts.",
    ),
    "fixed_table_final": (
        "Per {player} è fissato il tavolo {number}, ma quando c’è la finale è quella il tavolo 1.",
        "Table {number} is fixed for {player}, but in the round of the final that is table 1.",
    ),
    "fixed_table_missing": (
        "Per {player} è fissato il tavolo {number}, ma in questo turno i tavoli sono {tables}.",
        "Table {number} is fixed for {player}, but there are {tables} tables in this round.",
    ),
    "fixed_table_kept": (
        "Per {player} è fissato il tavolo {number}, ma i tavoli restano quelli del turno prima: questo è il"
        " {other}.",
        "Table {number} is fixed for {player}, but tables stay as in the round before: this is {other}.",
    ),
    "fixed_table_by_hand": (
        "Per {player} è fissato il tavolo {number}: l’arbitro ha dato a questo il numero {other}.",
        "Table {number} is fixed for {player}: the arbiter has given this one the number {other}.",
    ),
    "hand_bye_again": (
        "{player} ha già riposato {times} volte; c’è chi ha riposato meno.",
        "{player} has already had {times} byes; others have had fewer.",
    ),
    "hand_bye_had": (
        "{player} ha già avuto un riposo, o i punti di una vittoria senza giocare.",
        "{player} has already had a bye, or the points of a win without playing.",
    ),
    "hand_bye_missed": (
        "{player} ha già saltato una partita; il riposo spetta a chi le ha giocate tutte, o di più.",
        "{player} has already missed a game; the bye goes to players who have missed none, or fewer.",
    ),
    "hand_bye_none": (
        "In questo sistema nessuno riposa.",
        "This system has no byes.",
    ),
    "hand_calendar": (
        "Per il calendario, in questo turno {player} incontra {opponent}.",
        "According to the schedule, {player} meets {opponent} in this round.",
    ),
    "hand_calendar_rest": (
        "Per il calendario, in questo turno {player} riposa.",
        "According to the schedule, {player} has the bye in this round.",
    ),
    "hand_calendar_colours": (
        "Per il calendario il Bianco tocca a {player}.",
        "According to the schedule, {player} has White.",
    ),
    "hand_bracket": (
        "Nel tabellone {player} incontra {opponent}.",
        "In the bracket {player} meets {opponent}.",
    ),
    "hand_bracket_free": (
        "Nel tabellone {player} passa questo turno senza giocare.",
        "In the bracket, {player} has a bye in this round.",
    ),
    "hand_bracket_out": (
        "Nel tabellone {player} non gioca questo turno: è già fuori, o entra dopo.",
        "In the bracket, {player} does not play this round: already out, or entering later.",
    ),
    "hand_size": (
        "Il tavolo è da {seats}; il sistema ammette tavoli da {allowed}.",
        "This is a table of {seats}; the system allows tables of {allowed}.",
    ),
    "hand_bands_again": (
        "Si rigioca agli stessi tavoli, ma {players} non sedevano insieme alla partita prima.",
        "The same tables play again, but {players} were not together in the previous game.",
    ),
}
