"""Which stages an event has, which one is being played, and which one a page shows."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.http import Http404
from django.utils.translation import gettext as _

from clubtornei.events.models import Event, Stage


@dataclass(frozen=True)
class Tab:
    """A stage as the switcher names it. `begun`: somebody plays in it, or is to."""

    number: int
    name: str
    begun: bool
    system: str

    @property
    def title(self) -> str:
        return stage_title(self.number, self.name)


@dataclass(frozen=True, kw_only=True)
class Stages:
    """The stages of an event as one page sees them: the one it shows, and the one being played, whose pages
    need no number in their address.
    """

    all: tuple[Tab, ...]
    shown: int
    current: int

    @property
    def begun(self) -> list[Tab]:
        """Those with something to look at."""
        return [tab for tab in self.all if tab.begun]

    @property
    def several(self) -> bool:
        return len(self.all) > 1

    @property
    def in_address(self) -> int | None:
        """The stage that the addresses of this page name; None where it is the one being played."""
        return None if self.shown == self.current else self.shown

    @property
    def title(self) -> str:
        """How the stage shown is called; nothing where there is no other one."""
        return self.all[self.shown - 1].title if self.several else ""


def stages_of(event: Event) -> list[Stage]:
    """All stages in their order, in one query; each knows whether it has begun."""
    return list(event.stages.with_begun().order_by("number"))


def current_of(stages: Sequence[Stage]) -> Stage:
    """The stage being played: the one begun last, else the first."""
    return next((stage for stage in reversed(stages) if stage.begun), stages[0])


def stage_of(event: Event, number: int | None = None) -> Stage:
    """The stage with that number; None: the one being played. Stage.DoesNotExist: there is none."""
    stages = stages_of(event)
    found = (
        current_of(stages) if number is None else next((one for one in stages if one.number == number), None)
    )
    if found is None:
        raise Stage.DoesNotExist
    return found


def shown_of(stages: Iterable[Stage], number: int | None) -> tuple[Stage, Stages]:
    """The stage that a page shows (None: the one being played), and what its switcher needs. 404: no such."""
    listed = list(stages)
    current = current_of(listed)
    shown = current if number is None else next((one for one in listed if one.number == number), None)
    if shown is None:
        raise Http404
    tabs = tuple(
        Tab(stage.number, stage.name, stage.begun or stage is current, stage.system) for stage in listed
    )
    return shown, Stages(all=tabs, shown=shown.number, current=current.number)


def players_of(stage: Stage) -> int:
    """How many play in the stage: who enters it, where that is settled, else everybody."""
    return stage.event.entries.count() if stage.entrants is None else len(stage.entrants)


def stage_title(number: int, name: str) -> str:
    return name or _("Fase %(number)s") % {"number": number}
