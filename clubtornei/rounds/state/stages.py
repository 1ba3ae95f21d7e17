"""The stages of an event: which have begun, which one is current, and which one a page shows."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.http import Http404

from clubtornei.events.models import Event, SignUp, SignUpSettings, Stage
from clubtornei.events.stage_titles import stage_title
from clubtornei.mail.models import Address, Message
from clubtornei.rounds.models import BEGUN, Round

_ROUNDS = Round.objects.published().filter(stage__event=OuterRef("pk")).order_by()
HAS_ROUNDS = Coalesce(Subquery(_ROUNDS.values(yes=Value(True))[:1]), False)
"""Whether an event has published rounds. PostgreSQL looks for one of each event that is shown; with EXISTS it
may choose to read the rounds of everybody.
"""


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

    @property
    def later(self) -> bool:
        """Whether another stage was played before it."""
        return self.number > 1


@dataclass(frozen=True, kw_only=True)
class StageTabs:
    """The stages of an event for one page. `shown`: the number of the stage that the page shows; `current`:
    that of the current stage, whose pages need no number in their URLs; `named`: the page's URL has one.
    """

    all: tuple[StageTab, ...]
    shown: int
    current: int
    named: bool = False

    @property
    def begun(self) -> list[StageTab]:
        """The stages that have pages to show."""
        return [tab for tab in self.all if tab.begun]

    @property
    def several(self) -> bool:
        return len(self.all) > 1

    @property
    def in_address(self) -> int | None:
        """The stage's number in the URLs of this page; None for the current stage, if the page's has none."""
        return None if self.shown == self.current and not self.named else self.shown

    @property
    def title(self) -> str:
        """The title of the stage shown; empty if it is the only one."""
        return self.title_of(self.shown)

    def title_of(self, stage: int) -> str:
        """The title of a stage; empty if it is the only one."""
        return self.all[stage - 1].title if self.several else ""


def with_begun(stages: QuerySet[Stage]) -> QuerySet[Stage]:
    """The stages, annotated with `begun` (see BEGUN).

    The subquery is narrowed as they are: where PostgreSQL computes it once for all rows, it would otherwise
    read the stages and rounds of everybody.
    """
    begun = Exists(stages.filter(BEGUN, pk=OuterRef("pk")))
    return stages.annotate(begun=begun)  # type: ignore[no-redef]


def with_tabs(events: QuerySet[Event]) -> QuerySet[Event]:
    """The events, annotated with what their tabs show: `current_system`, the name of that of the current
    stage; `first_system`, that of the first, before which the numbers are given; and what is in use:
    `has_rounds`, published ones; `has_sign_ups`, or takes them; `has_mail`, or has had some.
    """
    stages = Stage.objects.filter(BEGUN | Q(number=1), event=OuterRef("pk")).order_by("-number")
    first = Stage.objects.filter(number=1, event=OuterRef("pk"))
    of_event = {"event": OuterRef("pk")}
    return events.annotate(
        current_system=Subquery(stages.values("system")[:1]),
        first_system=Subquery(first.values("system")[:1]),
        has_rounds=HAS_ROUNDS,
        has_sign_ups=Exists(SignUpSettings.objects.filter(enabled=True, **of_event))
        | Exists(SignUp.objects.filter(**of_event)),
        has_mail=Exists(Address.objects.filter(**of_event)) | Exists(Message.objects.filter(**of_event)),
    )


def stages_of(event: Event) -> list[Stage]:
    """All stages in their order, each with `begun`. One query."""
    return list(with_begun(event.stages.order_by("number")))


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
        StageTab(
            stage.number,
            stage.name,
            stage.begun or stage in (current, listed[0]) or stage.entrants is not None,
            stage.system,
        )
        for stage in listed
    )
    return shown, StageTabs(all=tabs, shown=shown.number, current=current.number)


def _numbered(stages: Iterable[Stage], number: int) -> Stage | None:
    return next((stage for stage in stages if stage.number == number), None)
