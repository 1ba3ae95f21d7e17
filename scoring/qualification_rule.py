"""The qualification rule of a stage (`entry` in the document) as typed records, and its checks
(rules/qualification.md#entry).
"""

from collections.abc import Mapping
from typing import Any, Literal, get_args

import msgspec
from msgspec import Struct, field

from scoring.document import DocumentStage
from scoring.fields import Fields

MOST_STAGES = 100
MOST_ENTRANTS = 10_000
"""The highest number in a rule: no event has more players."""
Groups = Literal["winds", "tables", "none"]
Dealing = Literal["serpentine", "numbers", "lot"]


class DirectFinalists(Struct, frozen=True):
    """The first `to` places of a stage, which enter without playing the semi-finals."""

    stage: int
    to: int


class RankedPlaces(Struct, frozen=True):
    """The places from `first` to `to` of a stage's ranking."""

    stage: int
    to: int
    first: int = field(default=1, name="from")


class BestOfGroups(Struct, frozen=True):
    """`count` players of a stage: the first of each group, then the seconds …
    (rules/qualification.md#best-of).
    """

    stage: int
    count: int
    groups: Groups = "winds"


class WildCards(Struct, frozen=True):
    """`count` players with the best single results of a stage, of those who played `min_games` there."""

    stage: int
    count: int
    min_games: int = 0


class FirstOfEach(Struct, frozen=True):
    """The first `to` places of each of several stages, such as parallel groups: all firsts, all seconds …"""

    stages: tuple[int, ...]
    to: int


class DealtGroup(Struct, frozen=True):
    """The players of group number `group` of the `of` groups into which all players of the event are dealt
    (rules/qualification.md#groups).
    """

    group: int
    of: int
    by: Dealing = "serpentine"


class PlayOff(Struct, frozen=True):
    """Those who share the first place of a stage (rules/qualification.md#play-off)."""

    stage: int


class QualificationRule(Struct, frozen=True, kw_only=True):
    """The rule by which players enter a stage. `dealt` (i, W): only every W-th place of the ranking from the
    i-th.
    """

    direct: DirectFinalists | None = None
    ranked: RankedPlaces | None = None
    best_of: BestOfGroups | None = None
    first_of: FirstOfEach | None = None
    winners_of: int | tuple[int, ...] | None = None
    losers_of: int | tuple[int, ...] | None = None
    wildcards: WildCards | None = None
    dealt: tuple[int, int] | None = field(default=None, name="set")
    group: DealtGroup | None = field(default=None, name="deal")
    play_off: PlayOff | None = None

    @property
    def winners(self) -> tuple[int, ...]:
        """The stages whose winners enter."""
        return _as_tuple(self.winners_of)

    @property
    def losers(self) -> tuple[int, ...]:
        """The stages whose losers enter."""
        return _as_tuple(self.losers_of)

    @property
    def reference(self) -> int:
        """The stage whose ranking decides where the rule leaves players level."""
        part_with_ranking = self.direct or self.ranked or self.wildcards
        return part_with_ranking.stage if part_with_ranking else 1

    @property
    def ranked_sources(self) -> frozenset[int]:
        """The stages whose ranking says who enters."""
        parts = (self.direct, self.ranked, self.best_of, self.wildcards, self.play_off)
        groups = self.first_of.stages if self.first_of else ()
        return frozenset((*(part.stage for part in parts if part), *groups))

    @property
    def sources(self) -> frozenset[int]:
        """All stages that entrants come from."""
        return self.ranked_sources.union(self.winners, self.losers)

    def of_source(self, stage: int) -> "QualificationRule":
        """The rule without its parts that take players from other stages."""
        return QualificationRule(
            direct=self.direct if self.direct and self.direct.stage == stage else None,
            ranked=self.ranked if self.ranked and self.ranked.stage == stage else None,
            best_of=self.best_of if self.best_of and self.best_of.stage == stage else None,
            first_of=self.first_of if self.first_of and stage in self.first_of.stages else None,
            winners_of=stage if stage in self.winners else None,
            losers_of=stage if stage in self.losers else None,
            wildcards=self.wildcards if self.wildcards and self.wildcards.stage == stage else None,
            dealt=self.dealt,
            play_off=self.play_off if self.play_off and self.play_off.stage == stage else None,
        )


def _as_tuple(stages: int | tuple[int, ...] | None) -> tuple[int, ...]:
    if stages is None:
        return ()
    return (stages,) if isinstance(stages, int) else tuple(dict.fromkeys(stages))


def qualification_rule_of(stage: DocumentStage) -> QualificationRule | None:
    """The rule of a stage that was read; None: it has none that names entrants."""
    return parse_rule(stage.entry)


def parse_rule(written: Mapping[str, Any] | None) -> QualificationRule | None:
    """The typed rule; None: there is none that names entrants. `written`: as in a document, and checked."""
    if not written:
        return None
    rule = msgspec.convert(dict(written), QualificationRule)
    return rule if rule.sources or rule.group else None


def is_dealt(written: Mapping[str, Any] | None) -> bool:
    """Whether the rule deals all players of the event into groups. `written`: as above."""
    rule = parse_rule(written)
    return rule is not None and rule.group is not None


class QualificationRuleReader(Fields):
    """Checks the rule of one stage; it may name only the `earlier` stages (how many come before it)."""

    earlier: int

    def check(self, raw: Mapping[str, Any], path: str, earlier: int) -> None:
        self.earlier = earlier
        for name, numbers in _PARTS.items():
            if raw.get(name) is not None:
                self.part(raw[name], f"{path}.{name}", numbers)
        for name in ("winners_of", "losers_of"):
            if raw.get(name) is not None:
                self.stages(raw[name], f"{path}.{name}")
        if raw.get("set") is not None:
            self.dealt(raw["set"], f"{path}.set")

    def part(self, value: Any, path: str, numbers: Mapping[str, int]) -> None:
        raw = self.members(value, path)
        if raw is None:
            return
        sources = {"deal": (), "first_of": ("stages",)}.get(path.rpartition(".")[2], ("stage",))
        for name in (*sources, *numbers):
            if name in _REQUIRED and name not in raw:
                self.add_issue(f"{path}.{name}", "missing", key=name)
        for name in sources:
            if name in raw:
                check = self.listed_stages if name == "stages" else self.stage
                check(raw[name], f"{path}.{name}")
        values = {
            name: self.integer(raw[name], f"{path}.{name}", minimum, MOST_ENTRANTS)
            for name, minimum in numbers.items()
            if name in raw
        }
        first, last = values.get("from"), values.get("to")
        if first is not None and last is not None and last < first:
            self.add_issue(f"{path}.to", "too_small", minimum=first, found=last)
        group, groups = values.get("group"), values.get("of")
        if group is not None and groups is not None and group > groups:
            self.add_issue(f"{path}.of", "too_small", minimum=group, found=groups)
        for part, name, choices in (
            ("best_of", "groups", get_args(Groups)),
            ("deal", "by", get_args(Dealing)),
        ):
            if name in raw and path.endswith(f".{part}") and raw[name] not in choices:
                expected = {"type": "choice", "minimum": None, "maximum": None, "choices": choices}
                self.add_issue(f"{path}.{name}", "option_value", option=name, **expected)

    def stages(self, value: Any, path: str) -> None:
        if type(value) is not list:
            self.stage(value, path)
            return
        if len(value) > MOST_STAGES:
            self.add_issue(path, "too_many_items", found=len(value), maximum=MOST_STAGES)
            return
        for index, number in enumerate(value):
            self.stage(number, f"{path}[{index}]")

    def listed_stages(self, value: Any, path: str) -> None:
        """A part that must name stages, one at least."""
        if type(value) is not list:
            self.add_type_issue(path, value, "list")
        elif not value:
            self.add_issue(path, "missing", key="stages")
        else:
            self.stages(value, path)

    def stage(self, value: Any, path: str) -> None:
        number = self.integer(value, path, 1)
        if number is not None and number > self.earlier:
            self.add_issue(path, "entry_stage", stage=number, earlier=self.earlier)

    def dealt(self, value: Any, path: str) -> None:
        numbers = self.integers(value, path, MOST_ENTRANTS)
        if type(value) is not list or len(numbers) != len(value):
            return
        if len(value) != 2 or value[0] > value[1]:
            self.add_issue(path, "entry_set")


_PARTS: Mapping[str, Mapping[str, int]] = {
    "direct": {"to": 1},
    "ranked": {"from": 1, "to": 1},
    "best_of": {"count": 1},
    "first_of": {"to": 1},
    "wildcards": {"count": 1, "min_games": 0},
    "deal": {"group": 1, "of": 2},
    "play_off": {},
}
"""For each part of a rule its numbers but the stage, with their minimum."""
_REQUIRED = frozenset({"stage", "stages", "to", "count", "group", "of"})
