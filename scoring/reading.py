"""Reading a tournament document: JSON text to records, with every fault it has and the path of each."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from scoring.criteria import CRITERIA
from scoring.document import (
    FORMAT,
    MOST_OTHER_LISTS,
    Document,
    DocumentError,
    Number,
    Player,
    Stage,
    ValidationIssue,
)
from scoring.fields import Fields
from scoring.json_text import WHOLE, BadNumber, member, parse
from scoring.methods import METHODS
from scoring.options import check
from scoring.qualification_rule import QualificationRuleReader
from scoring.reading_rounds import RoundReader
from scoring.system_spec import SystemSpec
from scoring.view import scoring_options

MOST_PLAYERS = 10_000
LONGEST_NAME = 200

_DOCUMENT_KEYS = frozenset({"clubtornei", "name", "seed", "players", "stages"})
_PLAYER_KEYS = frozenset(Player.__struct_fields__) - {"extra"}
_STAGE_KEYS = frozenset(Stage.__struct_fields__) - {"extra"}


def read(text: str | bytes, systems: Mapping[str, SystemSpec]) -> Document:
    """The document in this JSON text; `systems` are those a stage may name. DocumentError: all that is wrong
    with it.
    """
    value, faults = parse(text)
    reader = _Reader(faults, systems)
    document = reader.document(value)
    if document is None or reader.faults:
        raise DocumentError(*reader.faults)
    return document


class _Reader(Fields):
    def __init__(self, faults: list[ValidationIssue], systems: Mapping[str, SystemSpec]) -> None:
        super().__init__(faults)
        self.systems = systems
        self.ids: frozenset[int] = frozenset()

    def document(self, value: Any) -> Document | None:
        raw = self.members(value, WHOLE)
        if raw is None:
            return None
        version = raw.get("clubtornei")
        if "clubtornei" not in raw:
            self.fault("clubtornei", "missing", key="clubtornei")
        elif type(version) is not int:
            self.wrong("clubtornei", version, "integer")
        elif version != FORMAT:
            self.fault("clubtornei", "version", found=version, known=FORMAT)
        return Document(
            name=self.text_at(raw, "name", ""),
            seed=self.text_at(raw, "seed", ""),
            players=self.players(raw),
            stages=self.stages(raw),
            extra=self.kept(raw, _DOCUMENT_KEYS, ""),
        )

    def players(self, raw: dict[str, Any]) -> tuple[Player, ...]:
        if "players" not in raw:
            self.fault("players", "missing", key="players")
        values = self.list_at(raw, "players", "")
        if len(values) > MOST_PLAYERS:
            self.fault("players", "too_many_players", players=len(values), maximum=MOST_PLAYERS)
            named = (value.get("id") for value in values if isinstance(value, dict))
            self.ids = frozenset(player for player in named if type(player) is int)
            return ()
        read = [self.player(value, place) for place, value in enumerate(values)]
        players = [(place, player) for place, player in enumerate(read) if player is not None]
        self.unique([(place, player.id) for place, player in players], "id")
        self.unique([(place, player.number) for place, player in players], "number")
        self.ids = frozenset(player.id for _, player in players)
        return tuple(player for _, player in players)

    def unique(self, values: list[tuple[int, int]], key: str) -> None:
        """No two players have the same `key`; the later ones are the faulty ones."""
        counts = Counter(value for _, value in values if value)
        if len(counts) == len(values):
            return
        seen: set[int] = set()
        for place, value in values:
            if value in seen:
                self.fault(f"players[{place}].{key}", f"{key}_twice", **{key: value})
            elif value:
                seen.add(value)

    def player(self, value: Any, place: int) -> Player | None:
        path = f"players[{place}]"
        raw = self.members(value, path)
        if raw is None:
            return None
        joined = self.integer_at(raw, "joined", path, default=1, least=1)
        number = raw.get("number")
        return Player(
            id=self.required_id(raw, path),
            name=self.player_name(raw, path),
            number=place + 1 if number is None else self.integer_at(raw, "number", path, 0, 1),
            rating=self.rating(raw.get("rating"), f"{path}.rating"),
            other_ratings=self.other_ratings(raw, path),
            title=self.text_or_null_at(raw, "title", path),
            club=self.text_or_null_at(raw, "club", path),
            group=self.text_or_null_at(raw, "group", path),
            joined=joined,
            absent=self.integers(raw["absent"], f"{path}.absent") if "absent" in raw else (),
            withdrawn=self.withdrawn(raw, path, joined),
            exempt=self.integer_at(raw, "exempt", path, default=0, least=0),
            extra=self.kept(raw, _PLAYER_KEYS, path),
        )

    def rating(self, value: Any, path: str) -> Number | None:
        return None if value is None else self.number(value, path)

    def other_ratings(self, raw: dict[str, Any], path: str) -> tuple[Number | None, ...]:
        values = self.list_at(raw, "other_ratings", path)
        path = f"{path}.other_ratings"
        if len(values) > MOST_OTHER_LISTS:
            self.fault(path, "too_many_lists", lists=len(values), maximum=MOST_OTHER_LISTS)
            return ()
        return tuple(self.rating(value, f"{path}[{place}]") for place, value in enumerate(values))

    def required_id(self, raw: dict[str, Any], path: str) -> int:
        if "id" not in raw:
            self.fault(f"{path}.id", "missing", key="id")
        return self.integer_at(raw, "id", path, default=0, least=1)

    def player_name(self, raw: dict[str, Any], path: str) -> str:
        if "name" not in raw:
            self.fault(f"{path}.name", "missing", key="name")
            return ""
        faults = len(self.faults)
        name = self.text_at(raw, "name", path)
        if faults == len(self.faults):
            if not name.strip():
                self.fault(f"{path}.name", "name_blank")
            elif len(name) > LONGEST_NAME:
                self.fault(f"{path}.name", "name_long", length=len(name), maximum=LONGEST_NAME)
        return name

    def withdrawn(self, raw: dict[str, Any], path: str, joined: int) -> int | None:
        if raw.get("withdrawn") is None:
            return None
        withdrawn = self.integer(raw["withdrawn"], f"{path}.withdrawn", 1)
        if withdrawn is not None and withdrawn < joined:
            self.fault(f"{path}.withdrawn", "withdrawn_before_joined", joined=joined, withdrawn=withdrawn)
        return withdrawn

    def stages(self, raw: dict[str, Any]) -> tuple[Stage, ...]:
        if "stages" not in raw:
            self.fault("stages", "missing", key="stages")
            return ()
        values = self.list_at(raw, "stages", "")
        if not values and type(raw["stages"]) is list:
            self.fault("stages", "no_stages")
        stages = (self.stage(value, place) for place, value in enumerate(values))
        return tuple(stage for stage in stages if stage is not None)

    def stage(self, value: Any, place: int) -> Stage | None:
        path = f"stages[{place}]"
        raw = self.members(value, path)
        if raw is None:
            return None
        spec = self.spec(raw, path)
        options = self.object_at(raw, "options", path)
        if spec is not None:
            self.faults += check(spec.options, options, f"{path}.options")
        scoring, settings, bye = self.scoring(raw, path, spec)
        entrants = None if raw.get("entrants") is None else self.entrants(raw["entrants"], f"{path}.entrants")
        allowed = self.ids if entrants is None else frozenset(entrants)
        rounds = RoundReader(self.faults, self.ids, allowed, spec.multiplayer if spec else None, bye)
        return Stage(
            system=spec.name if spec else "",
            name=self.text_at(raw, "name", path),
            options=dict(options),
            scoring=scoring,
            scoring_options=settings,
            ranking=self.ranking(raw, path, spec),
            entry=self.entry(raw, path, place),
            entrants=entrants,
            declined=self.known_ids(raw.get("declined", []), f"{path}.declined"),
            absences={
                player: self.integers(missed, where)
                for player, missed, where in self.by_player(raw, "absences", path)
            },
            withdrawals={
                player: self.integer(first, where, 1) or 1
                for player, first, where in self.by_player(raw, "withdrawals", path)
            },
            rounds=rounds.rounds(raw, path),
            extra=self.kept(raw, _STAGE_KEYS, path),
        )

    def spec(self, raw: dict[str, Any], path: str) -> SystemSpec | None:
        if "system" not in raw:
            self.fault(f"{path}.system", "missing", key="system")
            return None
        name = raw["system"]
        if type(name) is not str:
            self.wrong(f"{path}.system", name, "text")
            return None
        if name not in self.systems:
            self.fault(f"{path}.system", "unknown_system", name=name, known=sorted(self.systems))
            return None
        return self.systems[name]

    def scoring(
        self, raw: dict[str, Any], path: str, spec: SystemSpec | None
    ) -> tuple[str, dict[str, Any], Number]:
        """The method's name, its options as written, and what a bye is worth where no points are recorded."""
        settings = self.object_at(raw, "scoring_options", path)
        name = raw.get("scoring", spec.scoring if spec else "")
        if type(name) is not str:
            self.wrong(f"{path}.scoring", name, "text")
            return "", {}, 0
        method = METHODS.get(name)
        if method is None:
            if name or spec is not None:
                self.fault(f"{path}.scoring", "unknown_scoring", name=name, known=sorted(METHODS))
            return "", {}, 0
        if spec is not None and method.multiplayer != spec.multiplayer:
            self.fault(f"{path}.scoring", "scoring_seats", name=name, system=spec.name)
            return name, {}, 0
        faults = check(method.options, settings, f"{path}.scoring_options")
        self.faults += faults
        # A number that no document may have is a fault told elsewhere.
        if faults or spec is None or any(isinstance(value, BadNumber) for value in settings.values()):
            return name, {}, 0
        return name, dict(settings), method.bye(scoring_options(spec, name, settings))

    def ranking(self, raw: dict[str, Any], path: str, spec: SystemSpec | None) -> tuple[str, ...]:
        if "ranking" not in raw:
            return ("points",)
        names = []
        for place, name in enumerate(self.list_at(raw, "ranking", path)):
            where = f"{path}.ranking[{place}]"
            if type(name) is not str:
                self.wrong(where, name, "text")
            elif name not in CRITERIA:
                self.fault(where, "unknown_criterion", name=name, known=list(CRITERIA))
            elif spec is not None and spec.multiplayer and not CRITERIA[name].multiplayer:
                self.fault(where, "criterion_seats", name=name, system=spec.name)
            else:
                names.append(name)
        return tuple(names)

    def entry(self, raw: dict[str, Any], path: str, earlier: int) -> dict[str, Any] | None:
        if raw.get("entry") is None:
            return None
        rule = self.object_at(raw, "entry", path)
        QualificationRuleReader(self.faults).check(rule, f"{path}.entry", earlier)
        return dict(rule)

    def known_ids(self, values: Any, path: str) -> tuple[int, ...]:
        if type(values) is not list:
            self.wrong(path, values, "list")
            return ()
        known = []
        for place, value in enumerate(values):
            player = self.integer(value, f"{path}[{place}]", 1)
            if player in self.ids:
                known.append(player)
            elif player is not None:
                self.fault(f"{path}[{place}]", "unknown_player", player=player)
        return tuple(known)

    def entrants(self, values: Any, path: str) -> tuple[int, ...]:
        players = self.known_ids(values, path)
        for player, times in Counter(players).items():
            if times > 1:
                second = [place for place, value in enumerate(values) if value == player][1]
                self.fault(f"{path}[{second}]", "entrant_twice", player=player)
        return tuple(dict.fromkeys(players))

    def by_player(self, raw: dict[str, Any], key: str, path: str) -> list[tuple[int, Any, str]]:
        """The (player, value, path) of an object whose keys are ids in decimal."""
        pairs = []
        for name, value in self.object_at(raw, key, path).items():
            where = member(f"{path}.{key}", name)
            player = self.id_key(name, where, self.ids)
            if player is not None:
                pairs.append((player, value, where))
        return pairs
