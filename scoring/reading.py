"""Reading a tournament document: JSON text to records, with every issue and its path."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from scoring.criteria import CRITERIA
from scoring.document import (
    FORMAT,
    MOST_OTHER_LISTS,
    MOST_ROUNDS,
    Adjustment,
    Document,
    DocumentError,
    DocumentPlayer,
    DocumentStage,
    Intervention,
    Number,
    Prohibition,
    ValidationIssue,
)
from scoring.fields import UNREAD, Fields
from scoring.identity import Day, ReportFacts
from scoring.json_text import WHOLE_DOCUMENT, BadNumber, member, parse
from scoring.methods import METHODS
from scoring.options import build, check
from scoring.prize_list import KEY as PRIZES, read_prizes
from scoring.qualification_rule import MOST_STAGES, QualificationRuleReader
from scoring.reading_rounds import MOST_NUMBER, RoundReader
from scoring.stage_record import scoring_options
from scoring.system_spec import SystemSpec

MOST_PLAYERS = 10_000
MOST_CRITERIA = 50
MOST_PROHIBITED = 100
"""Of how many players one prohibition can say that no two may meet."""
MOST_PROHIBITIONS = 1_000

_DOCUMENT_KEYS = frozenset({"clubtornei", "name", "seed", "report", "players", "stages"})
_STAGE_KEYS = frozenset(DocumentStage.__struct_fields__) - {"extra"}


def read(text: str | bytes, systems: Mapping[str, SystemSpec]) -> Document:
    """The document in this JSON text; `systems`: those a stage may name. DocumentError: all its issues."""
    value, issues = parse(text)
    document, found = read_parsed(value, systems)
    if document is None or issues or found:
        raise DocumentError(*issues, *found)
    return document


def read_parsed(
    value: Any, systems: Mapping[str, SystemSpec]
) -> tuple[Document | None, list[ValidationIssue]]:
    """The document in a parsed value, with its issues but those of `parse`; None: it is no object.

    DocumentError: it has very many.
    """
    reader = _DocumentReader([], systems)
    return reader.document(value), reader.issues


class _DocumentReader(Fields):
    def __init__(self, issues: list[ValidationIssue], systems: Mapping[str, SystemSpec]) -> None:
        super().__init__(issues)
        self.systems = systems
        self.ids: frozenset[int] = frozenset()

    def document(self, value: Any) -> Document | None:
        raw = self.members(value, WHOLE_DOCUMENT)
        if raw is None:
            return None
        self.check_version(raw, "clubtornei", FORMAT)
        self.prizes(raw)
        return Document(
            name=self.text_at(raw, "name", ""),
            seed=self.text_at(raw, "seed", ""),
            report=self.facts_at(raw, "report", "", ReportFacts),
            players=self.players(raw),
            stages=self.stages(raw),
            extra=self.unknown_keys(raw, _DOCUMENT_KEYS, ""),
        )

    def prizes(self, raw: dict[str, Any]) -> None:
        """Checks the prizes, which stay as they are: prizes.py reads them where they are given."""
        try:
            read_prizes(raw.get(PRIZES, {}))
        except DocumentError as error:
            for issue in error.issues:
                self.add_issue(issue.path, issue.code, **issue.facts)

    def players(self, raw: dict[str, Any]) -> tuple[DocumentPlayer, ...]:
        self.is_there(raw, "players", "")
        values = self.list_at(raw, "players", "")
        if len(values) > MOST_PLAYERS:
            self.add_issue("players", "too_many_players", players=len(values), maximum=MOST_PLAYERS)
            ids = (value.get("id") for value in values if isinstance(value, dict))
            self.ids = frozenset(player for player in ids if type(player) is int)
            return ()
        players_or_none = [self.player(value, index) for index, value in enumerate(values)]
        players = [(index, player) for index, player in enumerate(players_or_none) if player is not None]
        self.unique([(index, player.id) for index, player in players], "id")
        self.unique([(index, player.number) for index, player in players], "number")
        self.unique([(index, player.table or 0) for index, player in players], "table")
        self.ids = frozenset(player.id for _, player in players)
        return tuple(player for _, player in players)

    def unique(self, values: list[tuple[int, int]], key: str) -> None:
        """Checks that no two players have the same `key`; the later ones get the issue."""
        occurrences = Counter(value for _, value in values if value)
        if len(occurrences) == len(values):
            return
        seen: set[int] = set()
        for index, value in values:
            if value in seen:
                self.add_issue(f"players[{index}].{key}", f"{key}_twice", **{key: value})
            elif value:
                seen.add(value)

    def player(self, value: Any, index: int) -> DocumentPlayer | None:
        path = f"players[{index}]"
        raw = self.members(value, path)
        if raw is None:
            return None
        number = raw.get("number")
        player = DocumentPlayer(
            **self.read(raw, path, DocumentPlayer, leave=("number", "other_ratings")),
            number=index + 1 if number is None else self.integer_at(raw, "number", path, 0, 1, MOST_NUMBER),
            other_ratings=self.other_ratings(raw, path),
        )
        if player.withdrawn is not None and player.withdrawn < player.joined:
            facts = {"joined": player.joined, "withdrawn": player.withdrawn}
            self.add_issue(f"{path}.withdrawn", "withdrawn_before_joined", **facts)
        return player

    def other_ratings(self, raw: dict[str, Any], path: str) -> tuple[Number | None, ...]:
        values = self.list_at(raw, "other_ratings", path)
        path = f"{path}.other_ratings"
        if len(values) > MOST_OTHER_LISTS:
            self.add_issue(path, "too_many_lists", lists=len(values), maximum=MOST_OTHER_LISTS)
            return ()
        return tuple(
            None if value is None else self.number(value, f"{path}[{index}]")
            for index, value in enumerate(values)
        )

    def stages(self, raw: dict[str, Any]) -> tuple[DocumentStage, ...]:
        if not self.is_there(raw, "stages", ""):
            return ()
        values = self.short_list_at(raw, "stages", "", MOST_STAGES)
        if raw["stages"] == []:
            self.add_issue("stages", "no_stages")
        stages = (self.stage(value, index) for index, value in enumerate(values))
        return tuple(stage for stage in stages if stage is not None)

    def stage(self, value: Any, index: int) -> DocumentStage | None:
        path = f"stages[{index}]"
        raw = self.members(value, path)
        if raw is None:
            return None
        spec = self.spec(raw, path)
        options = self.object_at(raw, "options", path)
        if spec is not None:
            self.issues += check(spec.options, options, f"{path}.options")
        scoring, settings, bye = self.scoring(raw, path, spec)
        self.check_winds(scoring, spec, options, path)
        entrants = None if raw.get("entrants") is None else self.entrants(raw["entrants"], f"{path}.entrants")
        allowed = self.ids if entrants is None else frozenset(entrants)
        rounds = RoundReader(self.issues, self.ids, allowed, spec.multiplayer if spec else None, bye)
        return DocumentStage(
            system=spec.name if spec else "",
            name=self.text_at(raw, "name", path),
            options=dict(options),
            scoring=scoring,
            scoring_options=settings,
            ranking=self.ranking(raw, path, spec),
            entry=self.entry(raw, path, index),
            entrants=entrants,
            declined=self.known_ids(raw.get("declined", []), f"{path}.declined"),
            decided=self.known_ids(raw.get("decided", []), f"{path}.decided"),
            absences={
                player: self.integers(missed, value_path, MOST_ROUNDS)
                for player, missed, value_path in self.by_player(raw, "absences", path)
            },
            withdrawals={
                player: self.integer(first, value_path, 1, MOST_ROUNDS) or 1
                for player, first, value_path in self.by_player(raw, "withdrawals", path)
            },
            dates=self.dates(raw, path) if "dates" in raw else {},
            prohibited=self.prohibited(raw, path, spec),
            interventions=self.each(
                self.list_at(raw, "interventions", path), f"{path}.interventions", self.intervention
            ),
            requested_byes={
                player: self.byes_to_come(asked, value_path)
                for player, asked, value_path in self.by_player(raw, "requested_byes", path)
            },
            adjustments=self.each(
                self.list_at(raw, "adjustments", path), f"{path}.adjustments", self.adjustment
            ),
            rounds=rounds.rounds(raw, path),
            extra=self.unknown_keys(raw, _STAGE_KEYS, path),
        )

    def dates(self, raw: dict[str, Any], path: str) -> dict[int, str]:
        days = self.by_round(self.object_at(raw, "dates", path), f"{path}.dates")
        read = {number: self.value(day, value_path, Day) for number, day, value_path in days}
        return {number: day for number, day in read.items() if day is not UNREAD}

    def byes_to_come(self, value: Any, path: str) -> dict[int, Number]:
        byes = self.by_round(self.members(value, path) or {}, path)
        points = {number: self.number(points, value_path, 0) for number, points, value_path in byes}
        return {number: worth for number, worth in points.items() if worth is not None}

    def by_round(self, raw: Mapping[str, Any], path: str) -> list[tuple[int, Any, str]]:
        """The (round, value, path) of an object whose keys are rounds in decimal."""
        rounds = []
        for key, value in raw.items():
            value_path = member(path, key)
            if not (key.isascii() and key.isdigit() and len(key) <= 5 and not key.startswith("0")):
                self.add_issue(value_path, "round_key", key=key)
            elif self.integer(int(key), value_path, 1, MOST_ROUNDS):
                rounds.append((int(key), value, value_path))
        return rounds

    def adjustment(self, value: Any, path: str) -> Adjustment | None:
        raw = self.members(value, path)
        if raw is None:
            return None
        self.is_there(raw, "players", path)
        return Adjustment(
            **self.read(raw, path, Adjustment, leave={"players"}),
            players=tuple(dict.fromkeys(self.known_ids(raw.get("players", []), f"{path}.players"))),
        )

    def spec(self, raw: dict[str, Any], path: str) -> SystemSpec | None:
        if not self.is_there(raw, "system", path):
            return None
        name = raw["system"]
        if type(name) is not str:
            self.add_type_issue(f"{path}.system", name, "text")
            return None
        if name not in self.systems:
            self.add_issue(f"{path}.system", "unknown_system", name=name, known=sorted(self.systems))
            return None
        return self.systems[name]

    def scoring(
        self, raw: dict[str, Any], path: str, spec: SystemSpec | None
    ) -> tuple[str, dict[str, Any], Number]:
        """The method's name, its options as written, and the points of a bye that records none."""
        settings = self.object_at(raw, "scoring_options", path)
        name = raw.get("scoring", spec.scoring if spec else "")
        if type(name) is not str:
            self.add_type_issue(f"{path}.scoring", name, "text")
            return "", {}, 0
        method = METHODS.get(name)
        if method is None:
            if name or spec is not None:
                self.add_issue(f"{path}.scoring", "unknown_scoring", name=name, known=sorted(METHODS))
            return "", {}, 0
        if spec is not None and method.multiplayer != spec.multiplayer:
            self.add_issue(f"{path}.scoring", "scoring_seats", name=name, system=spec.name)
            return name, {}, 0
        issues = check(method.options, settings, f"{path}.scoring_options")
        self.issues += issues
        # A number that no document may have has an issue already.
        if issues or spec is None or any(isinstance(value, BadNumber) for value in settings.values()):
            return name, {}, 0
        return name, dict(settings), method.bye(scoring_options(spec, name, settings))

    def check_winds(self, scoring: str, spec: SystemSpec | None, options: dict[str, Any], path: str) -> None:
        """A method that counts by wind is only for seats that are winds."""
        by_seat = scoring in METHODS and METHODS[scoring].by_seat
        if not by_seat or spec is None or not spec.multiplayer:
            return
        # Wrong options have an issue already.
        if check(spec.options, options, "") or any(
            isinstance(value, BadNumber) for value in options.values()
        ):
            return
        if not spec.winds(build(spec.options, options)):
            self.add_issue(f"{path}.scoring", "scoring_winds", name=scoring, system=spec.name)

    def ranking(self, raw: dict[str, Any], path: str, spec: SystemSpec | None) -> tuple[str, ...]:
        if "ranking" not in raw:
            return ("points",)
        names = []
        for index, name in enumerate(self.short_list_at(raw, "ranking", path, MOST_CRITERIA)):
            value_path = f"{path}.ranking[{index}]"
            if type(name) is not str:
                self.add_type_issue(value_path, name, "text")
            elif name not in CRITERIA:
                self.add_issue(value_path, "unknown_criterion", name=name, known=list(CRITERIA))
            elif spec is not None and spec.multiplayer and not CRITERIA[name].multiplayer:
                self.add_issue(value_path, "criterion_seats", name=name, system=spec.name)
            else:
                names.append(name)
        return tuple(names)

    def entry(self, raw: dict[str, Any], path: str, earlier: int) -> dict[str, Any] | None:
        if raw.get("entry") is None:
            return None
        rule = self.object_at(raw, "entry", path)
        QualificationRuleReader(self.issues).check(rule, f"{path}.entry", earlier)
        return dict(rule)

    def known_ids(self, values: Any, path: str) -> tuple[int, ...]:
        if type(values) is not list:
            self.add_type_issue(path, values, "list")
            return ()
        known = []
        for index, value in enumerate(values):
            player = self.integer(value, f"{path}[{index}]", 1)
            if player in self.ids:
                known.append(player)
            elif player is not None:
                self.add_issue(f"{path}[{index}]", "unknown_player", player=player)
        return tuple(known)

    def prohibited(self, raw: dict[str, Any], path: str, spec: SystemSpec | None) -> tuple[Prohibition, ...]:
        values = self.short_list_at(raw, "prohibited", path, MOST_PROHIBITIONS)
        if values and spec is not None and not spec.chooses_opponents:
            self.add_issue(f"{path}.prohibited", "prohibited_system", system=spec.name)
        return self.each(values, f"{path}.prohibited", self.prohibition)

    def prohibition(self, value: Any, path: str) -> Prohibition | None:
        raw = self.members(value, path)
        if raw is None:
            return None
        self.short_list_at(raw, "players", path, MOST_PROHIBITED)
        players = self.entrants(raw.get("players", []), f"{path}.players")
        if type(raw.get("players", [])) is list and len(raw.get("players", [])) < 2:
            self.add_issue(f"{path}.players", "prohibited_few")
        first = self.integer_at(raw, "first", path, 1, 1, MOST_ROUNDS)
        last = None
        if raw.get("last") is not None:
            last = self.integer(raw["last"], f"{path}.last", first, MOST_ROUNDS)
        extra = self.unknown_keys(raw, frozenset({"players", "first", "last"}), path)
        return Prohibition(players=players, first=first, last=last, extra=extra)

    def intervention(self, value: Any, path: str) -> Intervention | None:
        raw = self.members(value, path)
        if raw is None:
            return None
        return Intervention(
            **self.read(raw, path, Intervention, leave={"players"}),
            players=self.known_ids(raw.get("players", []), f"{path}.players"),
        )

    def entrants(self, values: Any, path: str) -> tuple[int, ...]:
        players = self.known_ids(values, path)
        for player, times in Counter(players).items():
            if times > 1:
                second = [index for index, value in enumerate(values) if value == player][1]
                self.add_issue(f"{path}[{second}]", "entrant_twice", player=player)
        return tuple(dict.fromkeys(players))

    def by_player(self, raw: dict[str, Any], key: str, path: str) -> list[tuple[int, Any, str]]:
        """The (player, value, path) of an object whose keys are ids in decimal."""
        pairs = []
        for name, value in self.object_at(raw, key, path).items():
            value_path = member(f"{path}.{key}", name)
            player = self.id_key(name, value_path, self.ids)
            if player is not None:
                pairs.append((player, value, value_path))
        return pairs
