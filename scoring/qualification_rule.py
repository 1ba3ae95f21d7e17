"""The `entry` rule of a stage as typed records, and reading it (rules/qualification.md#entry)."""

from collections.abc import Mapping
from typing import Any, Literal, get_args

import msgspec
from msgspec import Struct, field

from scoring.document import Stage
from scoring.fields import Fields

Groups = Literal["winds", "tables", "none"]


class DirectFinalists(Struct, frozen=True):
    """The first `to` of a stage, who need not play the semi-finals."""

    stage: int
    to: int


class RankedPlaces(Struct, frozen=True):
    """The places from `first` to `to` of a stage's ranking."""

    stage: int
    to: int
    first: int = field(default=1, name="from")


class BestOfGroups(Struct, frozen=True):
    """So many of a stage: the firsts of its groups, then the seconds … (rules/qualification.md#best-of)."""

    stage: int
    count: int
    groups: Groups = "winds"


class WildCards(Struct, frozen=True):
    """So many with the best single result of a stage, of those who played `min_games` there."""

    stage: int
    count: int
    min_games: int = 0


class QualificationRule(Struct, frozen=True, kw_only=True):
    """Who enters a stage. `dealt` (i, W): only every W-th of the ranking, beginning with the i-th."""

    direct: DirectFinalists | None = None
    ranked: RankedPlaces | None = None
    best_of: BestOfGroups | None = None
    winners_of: int | tuple[int, ...] | None = None
    losers_of: int | tuple[int, ...] | None = None
    wildcards: WildCards | None = None
    dealt: tuple[int, int] | None = field(default=None, name="set")

    @property
    def winners(self) -> tuple[int, ...]:
        """The stages whose winners enter."""
        return _several(self.winners_of)

    @property
    def losers(self) -> tuple[int, ...]:
        """The stages whose losers enter."""
        return _several(self.losers_of)

    @property
    def reference(self) -> int:
        """The stage whose ranking decides what nothing else does."""
        named = self.direct or self.ranked or self.wildcards
        return named.stage if named else 1

    @property
    def sources(self) -> frozenset[int]:
        """All stages that entrants are taken from."""
        parts = (self.direct, self.ranked, self.best_of, self.wildcards)
        return frozenset((*(part.stage for part in parts if part), *self.winners, *self.losers))


def _several(stages: int | tuple[int, ...] | None) -> tuple[int, ...]:
    if stages is None:
        return ()
    return (stages,) if isinstance(stages, int) else tuple(dict.fromkeys(stages))


def qualification_rule_of(stage: Stage) -> QualificationRule | None:
    """The rule of a stage that was read; None: it has none that names anybody."""
    return parse_rule(stage.entry)


def parse_rule(written: Mapping[str, Any] | None) -> QualificationRule | None:
    """The rule as a document writes it, which was checked."""
    if not written:
        return None
    rule = msgspec.convert(dict(written), QualificationRule)
    return rule if rule.sources else None


class QualificationRuleReader(Fields):
    """Checks the rule of one stage: `earlier` stages stand before it, and only of them can it speak."""

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
        for name in ("stage", *numbers):
            if name in _REQUIRED and name not in raw:
                self.fault(f"{path}.{name}", "missing", key=name)
        if "stage" in raw:
            self.stage(raw["stage"], f"{path}.stage")
        read = {
            name: self.integer(raw[name], f"{path}.{name}", least)
            for name, least in numbers.items()
            if name in raw
        }
        first, last = read.get("from"), read.get("to")
        if first is not None and last is not None and last < first:
            self.fault(f"{path}.to", "too_small", minimum=first, found=last)
        if "groups" in raw and path.endswith(".best_of") and raw["groups"] not in get_args(Groups):
            expected = {"type": "choice", "minimum": None, "maximum": None, "choices": get_args(Groups)}
            self.fault(f"{path}.groups", "option_value", option="groups", **expected)

    def stages(self, value: Any, path: str) -> None:
        if type(value) is not list:
            self.stage(value, path)
            return
        for place, number in enumerate(value):
            self.stage(number, f"{path}[{place}]")

    def stage(self, value: Any, path: str) -> None:
        number = self.integer(value, path, 1)
        if number is not None and number > self.earlier:
            self.fault(path, "entry_stage", stage=number, earlier=self.earlier)

    def dealt(self, value: Any, path: str) -> None:
        numbers = self.integers(value, path)
        if type(value) is not list or len(numbers) != len(value):
            return
        if len(value) != 2 or value[0] > value[1]:
            self.fault(path, "entry_set")


_PARTS: Mapping[str, Mapping[str, int]] = {
    "direct": {"to": 1},
    "ranked": {"from": 1, "to": 1},
    "best_of": {"count": 1},
    "wildcards": {"count": 1, "min_games": 0},
}
"""For each part its numbers but the stage, and the least they can be."""
_REQUIRED = frozenset({"stage", "to", "count"})
