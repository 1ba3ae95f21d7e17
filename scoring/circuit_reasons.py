"""Why somebody has a place in a circuit, what he needs, and what to look at, in Italian and English."""

from collections.abc import Sequence
from fractions import Fraction

from scoring.circuit import CircuitResult, CircuitRow, ResultUse
from scoring.circuit_criteria import CIRCUIT_CRITERIA, CircuitValue
from scoring.circuit_document import DocumentCircuitEvent
from scoring.circuit_people import Person
from scoring.circuit_results import EventOutcome
from scoring.qualification_reasons import undecided_text
from scoring.standings import decimal_text, written
from scoring.texts import LANGUAGES

_WHY = {
    "ahead": ("Davanti a {other} per: {title}{values}.", "Ahead of {other} on: {title}{values}."),
    "behind": ("Dietro a {other} per: {title}{values}.", "Behind {other} on: {title}{values}."),
    "level": ("Pari in tutto con {other}.", "Tied with {other} on everything."),
    "alone": ("In classifica non c’è nessun altro.", "Nobody else is ranked."),
}
_AGAINST = (" ({own} contro {others})", " ({own} against {others})")
_LACKING = {
    "events": (
        ("manca ancora un torneo", "one more tournament needed"),
        ("mancano ancora {number} tornei", "{number} more tournaments needed"),
    ),
    "games": (
        ("manca ancora una partita", "one more game needed"),
        ("mancano ancora {number} partite", "{number} more games needed"),
    ),
}
_NOT_RANKED = ("Non ancora in classifica: {lacking}.", "Not ranked yet: {lacking}.")

_USES = {
    ResultUse.DISCARDED: ("Oltre i risultati migliori che contano.", "Beyond the best results that count."),
    ResultUse.KIND_FULL: (
        "Oltre i risultati di questo genere che possono contare.",
        "Beyond the results of this kind that may count.",
    ),
}

_MOST = ("Può ancora arrivare a {most} punti.", "Can still reach {most} points.")
_RANKS = {
    "sure": ("Il posto {best} è sicuro.", "Is sure of place {best}."),
    "open": (
        "Posti ancora possibili: dal {best} al {worst}.",
        "Places still possible: {best} to {worst}.",
    ),
}
_GAP = (("{number} punto più su", "{number} point ahead"), ("{number} punti più su", "{number} points ahead"))
"""Of exactly one point, and of any other number."""
_PASS = {
    "single": (
        "Per superare {above} ({gap}) basta in {event} un risultato di più di {single}.",
        "One result of more than {single} in {event} is enough to pass {above} ({gap}).",
    ),
    "several": (
        "Per superare {above} ({gap}) non basta un risultato solo in {event}.",
        "No single result in {event} is enough to pass {above} ({gap}).",
    ),
    "never": (
        "{above}, {gap}, non si può più raggiungere.",
        "{above}, {gap}, can no longer be caught.",
    ),
}

_SIMILAR = (
    "Forse la stessa persona: {people}. Se lo è si dia a tutti lo stesso id, o si aggiungano le altre grafie"
    " alla persona; se non lo è si dia a ciascuno il suo.",
    "Possibly the same person: {people}. If so, give them all the same id, or add the other spellings to"
    " the person; if not, give each their own id.",
)
_EVENT = {
    "open_one": (
        "{event}: manca il risultato di un tavolo; conta com’è ora.",
        "{event}: the result from one table is missing; it counts as it stands.",
    ),
    "open": (
        "{event}: mancano i risultati di {tables} tavoli; conta com’è ora.",
        "{event}: results from {tables} tables are missing; it counts as it stands.",
    ),
    "undecided": ("{event}: non conta ancora. {why}", "{event}: does not count yet. {why}"),
}


def place_reason(rows: Sequence[CircuitRow], place: int, language: str = "it") -> str:
    """Why the person of this row (from 0) has his place: against the row above, the first against
    the next.
    """
    index, row = LANGUAGES.index(language), rows[place]
    if row.lacking:
        lacking = [
            _LACKING[name][number > 1][index].format(number=number) for name, number in row.lacking.items()
        ]
        return _NOT_RANKED[index].format(lacking=", ".join(lacking))
    ranked = [other for other in rows if other.rank is not None]
    if len(ranked) == 1:
        return _WHY["alone"][index]
    upper, lower = ranked[max(1, place) - 1], ranked[max(1, place)]
    other = lower if place == 0 else upper
    if lower.decided_by is None:
        return _WHY["level"][index].format(other=other.person.name)
    own, others = (written(value_text(each.values[lower.decided_by]), language) for each in (row, other))
    return _WHY["behind" if place else "ahead"][index].format(
        other=other.person.name,
        title=CIRCUIT_CRITERIA[lower.decided_by].title[language],
        # Beyond four decimals the values differ, but are printed alike.
        values="" if own == others else _AGAINST[index].format(own=own, others=others),
    )


def value_text(value: CircuitValue) -> str:
    """The value of a criterion, as it is printed; several numbers are separated by blanks."""
    return " ".join(decimal_text(number) for number in value) or "–"


def use_reason(result: CircuitResult, language: str = "it") -> str:
    """Why the result does not count; empty: it does."""
    if result.use is ResultUse.COUNTED:
        return ""
    return _USES[result.use][LANGUAGES.index(language)]


def needs_text(
    rows: Sequence[CircuitRow], place: int, next_event: DocumentCircuitEvent, language: str = "it"
) -> str:
    """What the person of this row (from 0) can still reach; empty: there is nothing to say."""
    index, needs = LANGUAGES.index(language), rows[place].needs
    if needs is None:
        return ""
    sentences = (
        [] if needs.most is None else [_MOST[index].format(most=written(decimal_text(needs.most), language))]
    )
    ranks = "sure" if needs.best_rank == needs.worst_rank else "open"
    sentences.append(_RANKS[ranks][index].format(best=needs.best_rank, worst=needs.worst_rank))
    if needs.above is not None:
        code = "never" if not needs.reachable else "several" if needs.single is None else "single"
        sentences.append(
            _PASS[code][index].format(
                above=rows[needs.above].person.name,
                gap=_GAP[needs.gap != 1][index].format(number=written(decimal_text(needs.gap), language)),
                event=next_event.name,
                single=written(decimal_text(needs.single or Fraction(0)), language),
            )
        )
    return " ".join(sentences)


def similar_text(people: Sequence[Person], language: str = "it") -> str:
    """That these may be one person."""
    return _SIMILAR[LANGUAGES.index(language)].format(people=" – ".join(map(person_text, people)))


def person_text(person: Person) -> str:
    """The name, with the id and the year of birth that are known."""
    facts = [*([person.id] if person.id else []), *([str(person.birth_year)] if person.birth_year else [])]
    return f"{person.name} ({', '.join(facts)})" if facts else person.name


def outcome_text(event: DocumentCircuitEvent, outcome: EventOutcome, language: str = "it") -> str:
    """What is missing of an event that has begun; empty: nothing."""
    index = LANGUAGES.index(language)
    if outcome.undecided is not None:
        why = undecided_text(outcome.undecided, language)
        return _EVENT["undecided"][index].format(event=event.name, why=why)
    if outcome.open_tables:
        code = "open_one" if outcome.open_tables == 1 else "open"
        return _EVENT[code][index].format(event=event.name, tables=outcome.open_tables)
    return ""
