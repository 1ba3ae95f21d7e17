"""The stages of an event as the page that lists them shows them."""

from collections.abc import Sequence
from dataclasses import dataclass

from clubtornei.events.models import Stage
from clubtornei.events.stage_titles import is_group, stage_title
from clubtornei.events.stage_warnings import StageWarning, stage_warnings
from clubtornei.rounds.state.event_state import EventState, StageState
from clubtornei.text.languages import translated
from pairing.registry import SYSTEMS
from scoring.methods import METHODS
from scoring.options import check


@dataclass(frozen=True)
class StageRow:
    """A stage in the list. `warnings`: what is against good practice in it; `last`: it can be removed;
    `drawn`: the event's numbers are given.
    """

    state: StageState
    warnings: Sequence[StageWarning]
    last: bool
    drawn: bool

    @property
    def group(self) -> bool:
        return is_group(self.state.stage)

    @property
    def has_entrants(self) -> bool:
        """Whether only some of the event's players enter it, by its own rule."""
        return self.state.stage.number > 1 or self.group

    @property
    def players_known(self) -> bool:
        return self.state.begun or self.state.stage.number == 1

    @property
    def title(self) -> str:
        return stage_title(self.state.stage.number, self.state.stage.name)

    @property
    def system(self) -> str:
        return translated(SYSTEMS[self.state.stage.system].title)

    @property
    def method(self) -> str:
        return translated(METHODS[self.state.stage.scoring].title)

    @property
    def changeable(self) -> bool:
        """Whether it has not begun; from then on it can only be called otherwise."""
        stage = self.state.stage
        return not self.state.begun and stage.entrants is None and (stage.number > 1 or not self.drawn)

    @property
    def extendable(self) -> bool:
        """Whether a round may be added to those announced; before round 1 the options are simply changed."""
        return bool(self.state.rounds) and may_add_round(self.state.stage)

    @property
    def total(self) -> int | None:
        """The number of its rounds, if it is known already and fixed."""
        return self.state.rounds_in_all if self.players_known or self.group else None


def stage_rows(state: EventState, *, drawn: bool) -> list[StageRow]:
    """All stages in order."""
    warnings = stage_warnings([stage.stage for stage in state.stages], state.players)
    return [
        StageRow(
            stage,
            warnings=() if stage.begun else warnings.get(stage.stage.number, ()),
            last=stage is state.stages[-1] and stage.stage.number > 1 and stage.stage.entrants is None,
            drawn=drawn,
        )
        for stage in state.stages
    ]


def may_add_round(stage: Stage) -> bool:
    """Whether the stage has a number of rounds that can grow while it is played."""
    system, rounds = SYSTEMS[stage.system], stage.options.get("rounds")
    if not system.extendable or rounds is None:
        return False
    return not check(system.spec.options, {**stage.options, "rounds": rounds + 1}, "")
