"""Reading the document of a circuit: JSON text to records, with every issue and its path."""

from collections.abc import Callable, Mapping
from typing import Any, get_args

from msgspec.structs import replace

from scoring.circuit_criteria import CIRCUIT_CRITERIA
from scoring.circuit_document import (
    CIRCUIT_FORMAT,
    MOST_COUNTED,
    MOST_EVENTS,
    CircuitPerson,
    CircuitRules,
    Counting,
    DocumentCircuit,
    DocumentCircuitEvent,
    DocumentTypedResult,
    EventKind,
    RankedPerson,
)
from scoring.circuit_points import WAYS, says
from scoring.document import Document, DocumentError, Number, ValidationIssue
from scoring.fields import Fields, within
from scoring.json_text import WHOLE_DOCUMENT, BadNumber, member, parse
from scoring.options import build, check
from scoring.reading import LONGEST_NAME, MOST_PLAYERS, read_parsed
from scoring.system_spec import SystemSpec

MOST_RESULTS = 100_000
"""How many typed results a circuit may have in all."""
MOST_RANKED = 100_000
EARLIEST_YEAR, LATEST_YEAR = 1800, 2999

FileReader = Callable[[str], bytes]
"""The text of a document by its name, as the circuit writes it. DocumentError: it cannot be read."""

_CIRCUIT_KEYS = frozenset(DocumentCircuit.__struct_fields__) - {"extra"} | {"circuit"}
_EVENT_KEYS = frozenset(DocumentCircuitEvent.__struct_fields__) - {"extra"}
_PERSON_KEYS = frozenset(CircuitPerson.__struct_fields__) - {"extra"}
_RESULT_KEYS = frozenset(DocumentTypedResult.__struct_fields__) - {"extra"}
_RANKED_KEYS = frozenset(RankedPerson.__struct_fields__) - {"extra"}
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
        self.version(raw)
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

    def version(self, raw: dict[str, Any]) -> None:
        version = raw.get("circuit")
        if "circuit" not in raw:
            self.add_issue("circuit", "missing", key="circuit")
        elif type(version) is not int:
            self.add_type_issue("circuit", version, "integer")
        elif version != CIRCUIT_FORMAT:
            self.add_issue("circuit", "version", found=version, known=CIRCUIT_FORMAT)

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
        rows = [self.ranked_person(value, f"final_ranking[{index}]") for index, value in enumerate(values)]
        return tuple(row for row in rows if row is not None)

    def ranked_person(self, value: Any, path: str) -> RankedPerson | None:
        raw = self.members(value, path)
        if raw is None:
            return None
        written = self.object_at(raw, "values", path)
        for name in written:
            if type(written[name]) is not str:
                self.add_type_issue(member(f"{path}.values", name), written[name], "text")
        return RankedPerson(
            name=self.name_at(raw, path),
            rank=self.positive_at(raw, "rank", path, MOST_RANKED),
            person=self.person_id_at(raw, "person", path),
            values=dict(written),
            extra=self.unknown_keys(raw, _RANKED_KEYS, path),
        )

    def people(self, raw: dict[str, Any]) -> tuple[CircuitPerson, ...]:
        values = self.list_at(raw, "people", "")
        if len(values) > MOST_PLAYERS:
            self.add_issue("people", "too_many_people", people=len(values), maximum=MOST_PLAYERS)
            return ()
        people = [self.person(value, f"people[{index}]") for index, value in enumerate(values)]
        seen: set[str] = set()
        for index, person in enumerate(people):
            if person is not None and person.id:
                if person.id in seen:
                    self.add_issue(f"people[{index}].id", "person_id_twice", id=person.id)
                seen.add(person.id)
        return tuple(person for person in people if person is not None)

    def person(self, value: Any, path: str) -> CircuitPerson | None:
        raw = self.members(value, path)
        if raw is None:
            return None
        if raw.get("id") is None:
            self.add_issue(f"{path}.id", "missing", key="id")
        also = self.list_at(raw, "also", path)
        return CircuitPerson(
            id=self.person_id_at(raw, "id", path) or "",
            name=self.name_at(raw, path),
            birth_year=self.birth_year_at(raw, path),
            member=self.flag_at(raw, "member", path),
            also=tuple(self.name_in(name, f"{path}.also[{index}]") for index, name in enumerate(also)),
            extra=self.unknown_keys(raw, _PERSON_KEYS, path),
        )

    def person_id_at(self, raw: dict[str, Any], key: str, path: str) -> str | None:
        """A person id: a text that is not blank, or a whole number."""
        value = raw.get(key)
        if value is None:
            return None
        if type(value) is int or (type(value) is str and value.strip() and len(value) <= LONGEST_NAME):
            return str(value)
        self.add_type_issue(f"{path}.{key}", value, "person")
        return None

    def birth_year_at(self, raw: dict[str, Any], path: str) -> int | None:
        value = raw.get("birth_year")
        if value is None or (type(value) is int and EARLIEST_YEAR <= value <= LATEST_YEAR):
            return value
        self.add_type_issue(f"{path}.birth_year", value, "year")
        return None

    def name_at(self, raw: dict[str, Any], path: str) -> str:
        if "name" not in raw:
            self.add_issue(f"{path}.name", "missing", key="name")
            return ""
        return self.name_in(raw["name"], f"{path}.name")

    def name_in(self, value: Any, path: str) -> str:
        if type(value) is not str:
            self.add_type_issue(path, value, "text")
            return ""
        if not value.strip():
            self.add_issue(path, "name_blank")
        elif len(value) > LONGEST_NAME:
            self.add_issue(path, "name_long", length=len(value), maximum=LONGEST_NAME)
        return value

    def events(self, raw: dict[str, Any], counting: Counting | None) -> tuple[DocumentCircuitEvent, ...]:
        if "events" not in raw:
            self.add_issue("events", "missing", key="events")
        values = self.list_at(raw, "events", "")
        if len(values) > MOST_EVENTS:
            self.add_issue("events", "too_many_events", events=len(values), maximum=MOST_EVENTS)
            return ()
        events = [self.event(value, f"events[{index}]", counting) for index, value in enumerate(values)]
        return tuple(event for event in events if event is not None)

    def event(self, value: Any, path: str, default: Counting | None) -> DocumentCircuitEvent | None:
        raw = self.members(value, path)
        if raw is None:
            return None
        sources = [key for key in ("document", "file", "results") if raw.get(key) is not None]
        if len(sources) > 1:
            self.add_issue(path, "event_sources", found=sources)
        event = DocumentCircuitEvent(
            name=self.name_at(raw, path),
            kind=self.kind_at(raw, path),
            weight=self.number_at(raw, "weight", path),
            counting=self.counting(raw, path),
            source=self.text_at(raw, "source", path),
            file=self.text_at(raw, "file", path) if raw.get("file") is not None else "",
            results=self.results(raw, path),
            players=self.positive_at(raw, "players", path, MOST_COUNTED),
            possible=self.number_at(raw, "possible", path),
            most=self.number_at(raw, "most", path),
            games=self.positive_at(raw, "games", path, MOST_EVENTS) or 1,
            extra=self.unknown_keys(raw, _EVENT_KEYS, path),
        )
        document = self.document(raw, path)
        event = replace(event, document=document, people=self.people_of_players(raw, path, document))
        self.check_counting(event, event.counting or default, path)
        return event

    def kind_at(self, raw: dict[str, Any], path: str) -> EventKind:
        kind, kinds = raw.get("kind", "internal"), get_args(EventKind)
        if type(kind) is not str:
            self.add_type_issue(f"{path}.kind", kind, "text")
        elif kind not in kinds:
            self.add_issue(f"{path}.kind", "unknown_kind", name=kind, known=list(kinds))
        else:
            return kind  # type: ignore[return-value]
        return "internal"

    def number_at(self, raw: dict[str, Any], key: str, path: str) -> Number | None:
        return None if raw.get(key) is None else self.number(raw[key], f"{path}.{key}", minimum=0)

    def positive_at(self, raw: dict[str, Any], key: str, path: str, maximum: int) -> int | None:
        return None if raw.get(key) is None else self.integer(raw[key], f"{path}.{key}", 1, maximum)

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
            self.person_id_at(dict(player.extra), "person", f"{path}.players[{place}]")
            self.birth_year_at(dict(player.extra), f"{path}.players[{place}]")
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
            person = self.person_id_at(written, key, path)
            if player is not None and person is not None:
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
        results = [self.result(value, f"{path}.results[{index}]") for index, value in enumerate(values)]
        return tuple(result for result in results if result is not None)

    def result(self, value: Any, path: str) -> DocumentTypedResult | None:
        raw = self.members(value, path)
        if raw is None:
            return None
        games = [
            self.number(points, f"{path}.games[{index}]")
            for index, points in enumerate(self.list_at(raw, "games", path))
        ]
        played = None
        if raw.get("played") is not None:
            played = self.integer(raw["played"], f"{path}.played", 0, MOST_COUNTED)
        points = None if raw.get("points") is None else self.number(raw["points"], f"{path}.points")
        return DocumentTypedResult(
            name=self.name_at(raw, path),
            person=self.person_id_at(raw, "person", path),
            birth_year=self.birth_year_at(raw, path),
            place=self.positive_at(raw, "place", path, MOST_COUNTED),
            points=points,
            games=tuple(points for points in games if points is not None),
            played=played,
            extra=self.unknown_keys(raw, _RESULT_KEYS, path),
        )

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
