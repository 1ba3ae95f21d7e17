"""Reading the document of a circuit: JSON text to records, with every issue and its path."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from msgspec.structs import replace

from scoring.circuit_criteria import CIRCUIT_CRITERIA
from scoring.circuit_document import (
    CIRCUIT_FORMAT,
    EARLIEST_YEAR,
    LATEST_YEAR,
    MOST_EVENTS,
    MOST_RANKED,
    BirthYear,
    CircuitPerson,
    CircuitRules,
    Counting,
    DocumentCircuit,
    DocumentCircuitEvent,
    DocumentTypedResult,
    PersonId,
    RankedPerson,
)
from scoring.circuit_points import WAYS, says
from scoring.document import LONGEST_NAME, Document, DocumentError, ValidationIssue
from scoring.fields import UNREAD, Fields, within
from scoring.json_text import WHOLE_DOCUMENT, BadNumber, member, parse
from scoring.options import build, check
from scoring.reading import MOST_PLAYERS, read_parsed
from scoring.system_spec import SystemSpec

MOST_RESULTS = 100_000
"""How many typed results a circuit may have in all."""

FileReader = Callable[[str], bytes]
"""The text of a document by its name, as the circuit writes it. DocumentError: it cannot be read."""

_CIRCUIT_KEYS = frozenset(DocumentCircuit.__struct_fields__) - {"extra"} | {"circuit"}
_SAID_OTHERWISE = ("counting", "file", "document", "results", "people")
"""The fields of an event that are not read by their types."""
_NO_COUNTING = Counting("")


def read_circuit(
    text: str | bytes, systems: Mapping[str, SystemSpec], read_file: FileReader | None = None
) -> DocumentCircuit:
    """The circuit in this JSON text. `read_file`: reads the documents that events name; None: they may not.

    DocumentError: all its issues.
    """
    value, issues = parse(text)
    reader = _CircuitReader(issues, systems, read_file)
    circuit = reader.circuit(value)
    if circuit is None or reader.issues:
        raise DocumentError(*reader.issues)
    return circuit


class _CircuitReader(Fields):
    def __init__(
        self,
        issues: list[ValidationIssue],
        systems: Mapping[str, SystemSpec],
        read_file: FileReader | None,
    ) -> None:
        super().__init__(issues)
        self.systems = systems
        self.read_file = read_file
        self.results_left = MOST_RESULTS

    def circuit(self, value: Any) -> DocumentCircuit | None:
        raw = self.members(value, WHOLE_DOCUMENT)
        if raw is None:
            return None
        self.check_version(raw, "circuit", CIRCUIT_FORMAT)
        counting = self.counting(raw, "")
        if raw.get("counting") is None:
            self.add_issue("counting", "missing", key="counting")
        rules = self.object_at(raw, "rules", "")
        self.issues += check(CircuitRules, rules, "rules")
        return DocumentCircuit(
            name=self.text_at(raw, "name", ""),
            counting=counting or _NO_COUNTING,
            rules=dict(rules),
            ranking=self.ranking(raw),
            people=self.people(raw),
            events=self.events(raw, counting),
            final_ranking=self.final_ranking(raw),
            extra=self.unknown_keys(raw, _CIRCUIT_KEYS, ""),
        )

    def counting(self, raw: dict[str, Any], path: str) -> Counting | None:
        """The counting in these members; None: there is none, or a wrong one."""
        if raw.get("counting") is None:
            return None
        where = f"{path}.counting" if path else "counting"
        written = self.object_at(raw, "counting", path)
        name = written.get("way")
        if "way" not in written:
            self.add_issue(f"{where}.way", "missing", key="way")
        elif type(name) is not str:
            self.add_type_issue(f"{where}.way", name, "text")
        elif name not in WAYS:
            self.add_issue(f"{where}.way", "unknown_way", name=name, known=list(WAYS))
        else:
            options = {key: value for key, value in written.items() if key != "way"}
            issues = check(WAYS[name].options, options, where)
            self.issues += issues
            if not issues and not _has_bad_number(options):
                return Counting(name, options)
        return None

    def ranking(self, raw: dict[str, Any]) -> tuple[str, ...]:
        if "ranking" not in raw:
            return ("points",)
        names = []
        for index, name in enumerate(self.list_at(raw, "ranking", "")):
            if type(name) is not str:
                self.add_type_issue(f"ranking[{index}]", name, "text")
            elif name not in CIRCUIT_CRITERIA:
                self.add_issue(
                    f"ranking[{index}]", "unknown_criterion", name=name, known=list(CIRCUIT_CRITERIA)
                )
            else:
                names.append(name)
        if not names and type(raw["ranking"]) is list and not raw["ranking"]:
            self.add_issue("ranking", "no_criteria")
        return tuple(dict.fromkeys(names))

    def final_ranking(self, raw: dict[str, Any]) -> tuple[RankedPerson, ...] | None:
        if raw.get("final_ranking") is None:
            return None
        values = self.short_list_at(raw, "final_ranking", "", MOST_RANKED)
        return self.each(values, "final_ranking", self.ranked_person)

    def ranked_person(self, value: Any, path: str) -> RankedPerson | None:
        raw = self.members(value, path)
        if raw is None:
            return None
        written = self.object_at(raw, "values", path)
        for name in written:
            self.value(written[name], member(f"{path}.values", name), str)
        return RankedPerson(**self.read(raw, path, RankedPerson, leave={"values"}), values=dict(written))

    def people(self, raw: dict[str, Any]) -> tuple[CircuitPerson, ...]:
        values = self.list_at(raw, "people", "")
        if len(values) > MOST_PLAYERS:
            self.add_issue("people", "too_many_people", people=len(values), maximum=MOST_PLAYERS)
            return ()
        people = [self.record(value, f"people[{index}]", CircuitPerson) for index, value in enumerate(values)]
        seen: set[str] = set()
        for index, person in enumerate(people):
            if person is not None and person.id:
                if person.id in seen:
                    self.add_issue(f"people[{index}].id", "person_id_twice", id=person.id)
                seen.add(person.id)
        return tuple(person for person in people if person is not None)

    def value(self, value: Any, path: str, form: Any) -> Any:
        """Also an id of a person, a text or a whole number, and a year of birth."""
        if form == PersonId:
            is_id = type(value) is int or (
                type(value) is str and value.strip() and len(value) <= LONGEST_NAME
            )
            return str(value) if is_id else self.unread(value, path, "person")
        if form == BirthYear:
            is_year = type(value) is int and EARLIEST_YEAR <= value <= LATEST_YEAR
            return value if is_year else self.unread(value, path, "year")
        return super().value(value, path, form)

    def unread(self, value: Any, path: str, expected: str) -> object:
        self.add_type_issue(path, value, expected)
        return UNREAD

    def events(self, raw: dict[str, Any], counting: Counting | None) -> tuple[DocumentCircuitEvent, ...]:
        self.is_there(raw, "events", "")
        values = self.list_at(raw, "events", "")
        if len(values) > MOST_EVENTS:
            self.add_issue("events", "too_many_events", events=len(values), maximum=MOST_EVENTS)
            return ()
        return self.each(values, "events", partial(self.event, default=counting))

    def event(self, value: Any, path: str, default: Counting | None) -> DocumentCircuitEvent | None:
        raw = self.members(value, path)
        if raw is None:
            return None
        sources = [key for key in ("document", "file", "results") if raw.get(key) is not None]
        if len(sources) > 1:
            self.add_issue(path, "event_sources", found=sources)
        event = DocumentCircuitEvent(
            **self.read(raw, path, DocumentCircuitEvent, leave=_SAID_OTHERWISE),
            counting=self.counting(raw, path),
            file=self.text_at(raw, "file", path) if raw.get("file") is not None else "",
            results=self.results(raw, path),
        )
        document = self.document(raw, path)
        event = replace(event, document=document, people=self.people_of_players(raw, path, document))
        self.check_counting(event, event.counting or default, path)
        return event

    def document(self, raw: dict[str, Any], path: str) -> Document | None:
        """The document of the event, written in it or in its file."""
        if raw.get("file") is not None and type(raw["file"]) is str:
            return self.document_of_file(raw["file"], f"{path}.file")
        if raw.get("document") is not None:
            return self.document_in(raw["document"], f"{path}.document", [])
        return None

    def document_of_file(self, name: str, path: str) -> Document | None:
        if self.read_file is None:
            self.add_issue(path, "no_files")
            return None
        try:
            value, issues = parse(self.read_file(name))
        except DocumentError as error:
            self.issues += [ValidationIssue(path, issue.code, issue.facts) for issue in error.issues]
            return None
        return self.document_in(value, path, issues)

    def document_in(self, value: Any, path: str, issues: list[ValidationIssue]) -> Document | None:
        document, found = read_parsed(value, self.systems)
        self.issues += within(path, (*issues, *found))
        for place, player in enumerate(document.players if document is not None else ()):
            for key, form in (("person", PersonId), ("birth_year", BirthYear)):
                if player.extra.get(key) is not None:
                    self.value(player.extra[key], f"{path}.players[{place}].{key}", form)
        return document

    def people_of_players(
        self, raw: dict[str, Any], path: str, document: Document | None
    ) -> Mapping[int, str]:
        written = self.object_at(raw, "people", path)
        if not written or document is None:
            return {}
        path = f"{path}.people"
        ids = frozenset(player.id for player in document.players)
        people = {}
        for key in written:
            player = self.id_key(key, member(path, key), ids)
            person = self.value(written[key], member(path, key), PersonId)
            if player is not None and person is not UNREAD:
                people[player] = person
        return people

    def results(self, raw: dict[str, Any], path: str) -> tuple[DocumentTypedResult, ...] | None:
        if raw.get("results") is None:
            return None
        source = raw.get("source")
        if "source" not in raw or (type(source) is str and not source.strip()):
            self.add_issue(f"{path}.source", "no_source")
        values = self.list_at(raw, "results", path)
        self.results_left -= len(values)
        if self.results_left < 0:
            self.add_issue(f"{path}.results", "too_many_results", maximum=MOST_RESULTS)
            return ()
        return self.each(values, f"{path}.results", partial(self.record, kind=DocumentTypedResult))

    def check_counting(self, event: DocumentCircuitEvent, counting: Counting | None, path: str) -> None:
        """Does the event say all that its way of counting needs?"""
        if counting is None:
            return
        way = WAYS[counting.way]
        options = build(way.options, counting.options)
        taken_place = event.results is not None or event.document is not None
        if taken_place and way.possible(options) and not event.possible:
            self.add_issue(f"{path}.possible", "no_possible", way=way.name)
        for field in way.needs(options):
            for index, result in enumerate(event.results or ()):
                if not says(result, field):
                    self.add_issue(f"{path}.results[{index}].{field}", "result_lacks", way=way.name)


def _has_bad_number(options: Mapping[str, Any]) -> bool:
    """A number that no document may have has an issue already."""
    return any(
        isinstance(item, BadNumber)
        for value in options.values()
        for item in (value if isinstance(value, list) else [value])
    )
