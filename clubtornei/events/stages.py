"""The stages of an event: which one is current, and which one a page shows."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.http import Http404
from django.utils.translation import gettext as _

from clubtornei.events.models import Event, Stage


@dataclass(frozen=True)
class StageTab:
    """A stage in the switcher of stages. `begun`: whether it has a round or confirmed entrants."""

    number: int
    name: str
    begun: bool
    system: str

    @property
    def title(self) -> str:
        return stage_title(self.number, self.name)


@dataclass(frozen=True, kw_only=True)
class StageTabs:
    """The stages of an event for one page. `shown`: the number of the stage that the page shows; `current`:
    that of the current stage, whose pages need no number in their URLs.
    """

    all: tuple[StageTab, ...]
    shown: int
    current: int

    @property
    def begun(self) -> list[StageTab]:
        """The stages that have pages to show."""
        return [tab for tab in self.all if tab.begun]

    @property
    def several(self) -> bool:
        return len(self.all) > 1

    @property
    def in_address(self) -> int | None:
        """The stage's number in the URLs of this page; None for the current stage."""
        return None if self.shown == self.current else self.shown

    @property
    def title(self) -> str:
        """The title of the stage shown; empty if it is the only one."""
        return self.all[self.shown - 1].title if self.several else ""


def stages_of(event: Event) -> list[Stage]:
    """All stages in their order, each with `begun`. One query."""
    return list(event.stages.with_begun().order_by("number"))


def current_stage(stages: Sequence[Stage]) -> Stage:
    """The current stage: the last one that has begun, else the first."""
    return next((stage for stage in reversed(stages) if stage.begun), stages[0])


def stage_of(event: Event, number: int | None = None) -> Stage:
    """The stage with that number; None: the current one. Raises Stage.DoesNotExist."""
    stages = stages_of(event)
    stage = current_stage(stages) if number is None else _numbered(stages, number)
    if stage is None:
        raise Stage.DoesNotExist
    return stage


def stage_and_tabs(stages: Iterable[Stage], number: int | None) -> tuple[Stage, StageTabs]:
    """The stage that a page shows (None: the current one), and the switcher. Raises Http404."""
    listed = list(stages)
    current = current_stage(listed)
    shown = current if number is None else _numbered(listed, number)
    if shown is None:
        raise Http404
    tabs = tuple(
        StageTab(stage.number, stage.name, stage.begun or stage is current, stage.system) for stage in listed
    )
    return shown, StageTabs(all=tabs, shown=shown.number, current=current.number)


def _numbered(stages: Iterable[Stage], number: int) -> Stage | None:
    return next((stage for stage in stages if stage.number == number), None)


def player_count(stage: Stage) -> int:
    """The number of players in the stage: of its confirmed entrants, else of all entries."""
    return stage.event.entries.count() if stage.entrants is None else len(stage.entrants)


def stage_title(number: int, name: str) -> str:
    return name or _("Fase %(number)s") % {"number": number}
