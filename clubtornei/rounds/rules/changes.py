"""How what was announced of an event has changed since it was public, in words."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import date, datetime
from itertools import zip_longest

from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from msgspec import Struct

from clubtornei.events.details import EventDetails
from clubtornei.events.models import Ending, Event
from clubtornei.events.notices import NOTICES
from clubtornei.events.plans import qualification_in_words
from clubtornei.events.stage_titles import stage_title
from clubtornei.events.systems import options_decided_later
from clubtornei.rounds.documents.round_titles import title_in_document
from clubtornei.rounds.rules.option_terms import HALVES, Term, scoring_terms, terms
from clubtornei.rounds.state.formatting import Notation
from clubtornei.rounds.state.result_codes import scale_of
from clubtornei.rounds.state.site_facts import FactChange, Lines, StageRules, event_facts
from clubtornei.rounds.state.table_state import label_of, reported_state, state_in
from clubtornei.text.languages import date_in_words, reader_language, translated
from clubtornei.text.text_fields import one_line
from pairing.registry import SYSTEM_SPECS, SYSTEMS
from scoring.criteria import CRITERIA
from scoring.methods import METHODS
from scoring.qualification_rule import parse_rule
from scoring.record import Document, DocumentTable
from scoring.stage_record import scoring_options
from scoring.texts import LANGUAGES

DAYS = ("starts_on", "ends_on")
ANNOUNCED = ("name", "game", *DAYS, "place", "minutes", "ending")
"""What is announced of an event's details, by the names of their columns."""
TEXT = "announcement"
"""The organiser's own text, which is too long to be repeated."""


PRIZES = "prize_list"
"""The prizes, a line a category."""


class ShownChange(Struct, frozen=True):
    """A change as pages show it; `after`: how many rounds were published then; `reason`: empty before round
    1, and where the rules are as they were.
    """

    at: datetime
    after: int
    reason: str
    words: tuple[str, ...]


def rule_changes_of(document: Document, notation: Notation) -> list[ShownChange]:
    """The changes since it was public, the oldest first, with figures as the event writes them."""
    return [
        ShownChange(
            localtime(change.at),
            change.after,
            change.reason,
            (*change_in_words(change.before, change.now, notation), *map(_fact_in_words, change.facts)),
        )
        for change in event_facts(document).rule_changes
    ]


def announced_otherwise(document: Document) -> bool:
    """Whether something is not as it was announced; what was only added before round 1 is."""
    return any(
        change.after or change.before or any(fact.before or not fact.now for fact in change.facts)
        for change in event_facts(document).rule_changes
    )


def fact_changes(before: EventDetails, now: EventDetails) -> list[FactChange]:
    """What differs of what is announced beside the rules."""
    was, is_now = _facts(before), _facts(now)
    changes = [
        FactChange(name, was.get(name, ""), is_now.get(name, ""))
        for name in {**was, **is_now}
        if was.get(name, "") != is_now.get(name, "")
    ]
    return [*changes, *([FactChange(TEXT, "", "")] if before.announcement != now.announcement else [])]


def _facts(details: EventDetails) -> dict[str, Lines | str]:
    own = {name: getattr(details, name) for name in ANNOUNCED}
    said = {name: "" if value is None else str(value) for name, value in own.items()} | details.notices
    return {name: _lines_of(text) for name, text in said.items()}


def _lines_of(text: str) -> Lines | str:
    """Those with something on them; the line itself where there is one."""
    lines = [*filter(None, map(one_line, text.splitlines()))]
    return lines if len(lines) > 1 else "".join(lines)


def _fact_in_words(change: FactChange) -> str:
    if change.name in NOTICES:
        title = str(NOTICES[change.name].title)
    elif change.name == PRIZES:
        title = _("Premi")
    elif change.name in (*ANNOUNCED, TEXT):
        title = capfirst(str(getattr(Event, change.name).field.verbose_name))
    else:
        title = change.name  # of another edition's document
    # The prizes were recorded in Italian words; how they are now stands on the same page.
    if change.name == TEXT or (change.name == PRIZES and reader_language() != LANGUAGES[0]):
        return _("%(title)s: riscritto.") % {"title": title}
    return _from_to(title, _shown(change.name, change.before), _shown(change.name, change.now))


def _shown(name: str, value: Lines | str) -> str:
    if not isinstance(value, str):
        return "\n".join(value)
    with suppress(ValueError):
        if name in DAYS and value:
            return date_in_words(date.fromisoformat(value), "j F Y")
        if name == "ending" and value:
            return str(Ending(value).label)
    return value


class LateCorrection(Struct, frozen=True):
    """A result that was corrected for the report only: where, what is reported, and what goes on to count."""

    where: str
    reported: str
    counts: str


def late_corrections_of(document: Document) -> list[LateCorrection]:
    """The late corrections of all stages, in the order of their rounds."""
    return [
        LateCorrection(
            _where(document, number, round_number, table),
            label_of(reported_state(table.reported), scale),
            label_of(state_in(table), scale),
        )
        for number, stage in enumerate(document.stages, 1)
        if (
            scale := scale_of(
                scoring_options(SYSTEM_SPECS[stage.system], stage.scoring, stage.scoring_options)
            )
        )
        for round_number, played in enumerate(stage.rounds, 1)
        for table in played.tables
        if table.reported is not None
    ]


def _where(document: Document, stage: int, round_number: int, table: DocumentTable) -> str:
    """Stage, round and players of the table."""
    names = {player.id: player.name for player in document.players}
    title = title_in_document(document, stage, round_number)
    return ", ".join((title, " – ".join(names[player] for player in table.seats)))


def change_in_words(
    before: Sequence[StageRules], now: Sequence[StageRules], notation: Notation = HALVES
) -> Iterator[str]:
    """What differs between the rules of all stages, a sentence each; nothing where they are the same."""
    several = max(len(before), len(now)) > 1
    for number, (was, is_now) in enumerate(zip_longest(before, now), 1):
        if was is None:
            added = {"stage": stage_title(number, is_now.name), "entrants": _entrants(is_now)}
            yield _("Aggiunta la fase «%(stage)s». Chi gioca: %(entrants)s.") % added
            continue
        if is_now is None:
            yield _("Tolta la fase «%(stage)s».") % {"stage": stage_title(number, was.name)}
            continue
        prefix = f"{stage_title(number, was.name)}. " if several else ""
        for sentence in _stage_words(was, is_now, notation):
            yield prefix + sentence


def _stage_words(before: StageRules, now: StageRules, notation: Notation) -> Iterator[str]:
    if before.system != now.system:
        yield _from_to(_("Formula"), _system(before), _system(now))
    else:
        # What is decided for one round alone changes no rule.
        record, unsaid = SYSTEMS[now.system].spec.options, options_decided_later(now.system)
        was, is_now = (terms(record, rules.options, unsaid, notation) for rules in (before, now))
        yield from _differing(was, is_now)
    if before.scoring != now.scoring:
        yield _from_to(_("Metodo di punteggio"), _method(before), _method(now))
    yield from _differing(_worth(before, notation), _worth(now, notation))
    if before.ranking != now.ranking:
        yield _from_to(_("Classifica"), _criteria(before), _criteria(now))
    if before.entry != now.entry:
        yield _from_to(_("Chi gioca"), _entrants(before), _entrants(now))


def _differing(before: Iterable[Term], now: Iterable[Term]) -> Iterator[str]:
    """The values that differ, and those of options that were not there before."""
    values = {term.title: term.value for term in before}
    for term in now:
        if values.get(term.title) != term.value:
            yield _from_to(term.title, values.get(term.title, ""), term.value)


def _from_to(title: str, before: str, now: str) -> str:
    if not before:
        return _("%(title)s (aggiunto): %(now)s") % {"title": title, "now": now}
    if not now:
        return _("%(title)s (tolto): %(before)s") % {"title": title, "before": before}
    return _("%(title)s: da %(before)s a %(now)s.") % {"title": title, "before": before, "now": now}


def _system(rules: StageRules) -> str:
    return translated(SYSTEMS[rules.system].title)


def _method(rules: StageRules) -> str:
    return translated(METHODS[rules.scoring].title)


def _worth(rules: StageRules, notation: Notation) -> Iterator[Term]:
    return scoring_terms(SYSTEMS[rules.system], rules.scoring, rules.scoring_options, notation=notation)


def _criteria(rules: StageRules) -> str:
    return ", ".join(translated(CRITERIA[name].title) for name in rules.ranking)


def _entrants(rules: StageRules) -> str:
    return ", ".join(qualification_in_words(parse_rule(rules.entry)))
