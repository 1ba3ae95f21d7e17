"""What anybody needs to check a draw with his own machine: commitment, seed, and the lots themselves."""

from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from clubtornei.events.numbering_method import NumberingMethod
from clubtornei.rounds.core.site_facts import stage_facts
from clubtornei.rounds.core.stale_pairings import StalePairing, stale_pairings
from clubtornei.rounds.numbers.commitment import announced_text, draw_history
from clubtornei.rounds.numbers.queries import DrawnNumbers, drawn_numbers_of
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from pairing.registry import SYSTEM_SPECS
from scoring.stages import numbered_field


class Verification(Struct, frozen=True, kw_only=True):
    """What is public about the draw of numbers; the seed only after the draw.

    `text`: the text whose SHA-256 is the commitment; None before the draw, or if it cannot be restored, or
    must not, as it has a name that was removed since. `cut_stages`: the numbers of the stages for which a lot
    decided who enters of level players.
    """

    method: NumberingMethod | None
    commitment: str
    announced_at: datetime | None
    drawn_at: datetime | None
    cancelled: int
    seed: str = ""
    text: str | None = None
    drawn_numbers: DrawnNumbers | None = None
    names_removed_at: datetime | None = None
    cut_stages: tuple[int, ...] = ()

    @property
    def rated(self) -> bool:
        """Whether the numbers follow the ratings."""
        return self.method == NumberingMethod.RATING


class ExpectedDifferences(Struct, frozen=True, kw_only=True):
    """The rounds that the check cannot derive from the rules: the numbers of those changed `by_hand`, and
    those paired with results that were corrected later.
    """

    by_hand: list[int]
    stale_pairings: list[StalePairing]

    @property
    def any(self) -> bool:
        return bool(self.by_hand or self.stale_pairings)


def expected_differences(snapshot: EventSnapshot) -> ExpectedDifferences:
    """Those of the stage shown. Cached by version; two queries, two more after late results."""
    return snapshot.cached("differing", lambda: _expected_differences(snapshot))


def _expected_differences(snapshot: EventSnapshot) -> ExpectedDifferences:
    record = snapshot.record()
    return ExpectedDifferences(
        by_hand=[
            number
            for number, played in enumerate(record.rounds, 1)
            if any(table.by_hand for table in played.tables)
        ],
        stale_pairings=stale_pairings(snapshot.event, record.number),
    )


def verification_of(snapshot: EventSnapshot) -> Verification:
    """Cached by version. Three queries, one more if a name was changed after the draw."""
    return snapshot.cached("verification", lambda: _verification(snapshot))


def _verification(snapshot: EventSnapshot) -> Verification:
    event = snapshot.event
    past = draw_history(event)
    announced = Verification(
        method=event.numbering_method,
        commitment=event.commitment,
        announced_at=past.announced_at,
        drawn_at=event.drawn_at,
        cancelled=past.cancelled,
        names_removed_at=event.names_removed_at,
    )
    if not event.drawn:
        return announced
    return replace(
        announced,
        seed=event.seed,
        text=announced_text(event, event.entries.all())
        if event.commitment and not event.names_removed_at
        else None,
        drawn_numbers=drawn_numbers_of(
            event.numbering_method, numbered_field(snapshot.document, SYSTEM_SPECS, snapshot.stages.shown)
        ),
        cut_stages=tuple(
            number
            for number, stage in enumerate(snapshot.document.stages, 1)
            if any(decision.way == "lot" for decision in stage_facts(stage).decisions)
        ),
    )
