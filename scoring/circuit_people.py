"""Who is who in the events of a circuit (rules/circuits.md#people): by an explicit person id, otherwise by
name, spelt in any way, and year of birth. What remains open is an issue that names both people.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from scoring.circuit_document import CircuitPerson, EntryResult
from scoring.document import DocumentError, ValidationIssue
from scoring.folded_names import folded

Entries = Sequence[EntryResult]


class Person(Struct, frozen=True, kw_only=True):
    """Somebody in the ranking of a circuit; `id` None: known by name (and year) alone."""

    name: str
    id: str | None = None
    birth_year: int | None = None
    member: bool = False


class CircuitPeople(Struct, frozen=True):
    """All people of a circuit; `of_entry`: for each event the place in `people` of each of its entries.
    `similar`: groups (places in `people`) whose names are so alike that they may be one person.
    """

    people: tuple[Person, ...]
    of_entry: tuple[tuple[int, ...], ...]
    similar: tuple[tuple[int, ...], ...]


class _Known(Struct):
    """A person while all entries are gone through; `name`: as the circuit declares it."""

    name: str = ""
    id: str | None = None
    years: set[int] = set()
    names: set[str] = set()
    spellings: set[str] = set()
    member: bool = False

    @property
    def called(self) -> str:
        """As declared, or by the first of the spellings, so that the order of events does not matter."""
        return self.name or min(self.spellings)


def people_of(declared: Iterable[CircuitPerson], events: Sequence[Entries]) -> CircuitPeople:
    """The people of the events, whatever the order of events, entries and declared people.

    DocumentError: an entry may be one of two people; a person has two entries in one event.
    """
    issues: list[ValidationIssue] = []
    known = _with_ids(declared, events, issues)
    by_name: dict[str, list[_Known]] = defaultdict(list)
    for person in known.values():
        for name in person.names:
            by_name[name].append(person)
    without_id: dict[str, list[tuple[_Place, EntryResult]]] = defaultdict(list)
    for event, entries in enumerate(events):
        for place, entry in enumerate(entries):
            if entry.person is None:
                without_id[name_key(entry.name)].append(((event, place), entry))
    named: dict[_Place, _Known] = {}
    for name in sorted(without_id):  # in this order, as a year learnt with one name holds for the next
        named |= _by_year(without_id[name], by_name[name], issues)
    if issues:
        raise DocumentError(*issues)
    found = [
        [
            named[event, place] if entry.person is None else known[entry.person]
            for place, entry in enumerate(entries)
        ]
        for event, entries in enumerate(events)
    ]
    if issues := [issue for pair in zip(events, found, strict=True) for issue in _twice(*pair)]:
        raise DocumentError(*issues)
    return _in_order([*known.values()], found)


_Place = tuple[int, int]
"""An entry: its event and its place there, both from 0."""


def name_key(name: str) -> str:
    """What names are compared by; a name without any letter stays as it is."""
    return folded(name) or name


def _with_ids(
    declared: Iterable[CircuitPerson], events: Sequence[Entries], issues: list[ValidationIssue]
) -> dict[str, _Known]:
    """The people with an id, by it."""
    known: dict[str, _Known] = {}
    for one in declared:
        known[one.id] = _Known(
            name=one.name,
            id=one.id,
            years={one.birth_year} if one.birth_year else set(),
            names={name_key(name) for name in (one.name, *one.also)},
            member=one.member,
        )
    seen: set[tuple[str, str, int | None]] = set()
    for entry in (entry for entries in events for entry in entries):
        if entry.person is not None and (same := (entry.person, entry.name, entry.birth_year)) not in seen:
            seen.add(same)
            person = known.setdefault(entry.person, _Known(id=entry.person))
            person.names.add(name_key(entry.name))
            person.spellings.add(entry.name)
            if entry.birth_year:
                person.years.add(entry.birth_year)
                if len(person.years) > 1:
                    facts = {"person": entry.person, "years": sorted(person.years)}
                    issues.append(ValidationIssue(entry.path, "person_years", facts))
    return known


def _by_year(
    entries: Sequence[tuple[_Place, EntryResult]], candidates: list[_Known], issues: list[ValidationIssue]
) -> dict[_Place, _Known]:
    """The person of each entry without an id, all of one name; `candidates`: those so called with one."""
    years_known = {year for person in candidates for year in person.years}
    yearless = [person for person in candidates if not person.years]
    new_years = {entry.birth_year for _, entry in entries if entry.birth_year} - years_known
    if len(new_years) == 1 and len(yearless) == 1:
        yearless[0].years |= new_years
    elif not yearless:
        candidates = [*candidates, *(_Known(years={year}) for year in sorted(new_years))]
    candidates = candidates or [_Known()]
    found = {}
    for place, entry in entries:
        year = entry.birth_year
        possible = [person for person in candidates if not year or year in person.years]
        if len(possible) == 1:
            possible[0].spellings.add(entry.name)
            found[place] = possible[0]
        else:
            issues.append(_ambiguous(entry, possible or yearless))
    return found


def _ambiguous(entry: EntryResult, possible: Sequence[_Known]) -> ValidationIssue:
    facts = {"name": entry.name, "people": sorted(_described(person, entry.name) for person in possible)}
    return ValidationIssue(entry.path, "person_ambiguous", facts)


def _described(person: _Known, name: str) -> str:
    """The person by all that tells him from a namesake."""
    facts = [f"person {person.id}"] if person.id is not None else []
    facts += [str(year) for year in sorted(person.years)]
    called = person.called if person.name or person.spellings else name
    return f"{called} ({', '.join(facts)})" if facts else called


def _twice(entries: Entries, found: Sequence[_Known]) -> Iterator[ValidationIssue]:
    """The entries of an event whose person has another one there."""
    first: dict[int, EntryResult] = {}
    for entry, person in zip(entries, found, strict=True):
        other = first.setdefault(id(person), entry)
        if other is not entry:
            facts = {"name": entry.name, "other": other.name, "path": other.path}
            yield ValidationIssue(entry.path, "person_twice", facts)


def _in_order(declared: Sequence[_Known], found: Sequence[Sequence[_Known]]) -> CircuitPeople:
    """The people by name, then by id and year."""
    everybody = {id(person): person for person in (*declared, *(one for each in found for one in each))}
    people = {
        key: Person(
            name=person.called,
            id=person.id,
            birth_year=min(person.years, default=None),
            member=person.member,
        )
        for key, person in everybody.items()
    }
    order = sorted(people, key=lambda key: _sort_key(people[key]))
    place = {key: place for place, key in enumerate(order)}
    ordered = tuple(people[key] for key in order)
    of_entry = tuple(tuple(place[id(person)] for person in persons) for persons in found)
    return CircuitPeople(ordered, of_entry, _similar(ordered))


def _sort_key(person: Person) -> tuple[str, str, str, int]:
    return name_key(person.name), person.name, person.id or "", person.birth_year or 0


_MARK = re.compile(r"\([^()]*\)\s*$")


def _similar(people: Sequence[Person]) -> tuple[tuple[int, ...], ...]:
    """Those with the same words in their names, in any order and without a mark in brackets behind them,
    unless ids or years tell them apart.
    """
    alike: dict[str, list[int]] = defaultdict(list)
    for place, person in enumerate(people):
        words = name_key(_MARK.sub("", person.name) or person.name).split()
        alike[" ".join(sorted(words))].append(place)
    return tuple(tuple(group) for group in alike.values() if not _all_told_apart(people, group))


def _all_told_apart(people: Sequence[Person], group: Sequence[int]) -> bool:
    """Has each of them an id, or each a year of birth (none of them the same)?"""
    ids = {people[place].id for place in group} - {None}
    years = {people[place].birth_year for place in group} - {None}
    return len(group) in (1, len(ids), len(years))
