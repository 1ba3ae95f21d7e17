"""What anybody needs to check a draw with his own machine: commitment, seed, and the lots themselves."""

from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from clubtornei.rounds.numbers.commitment import announced_text, draw_history
from clubtornei.rounds.numbers.methods import NumberingMethod
from clubtornei.rounds.numbers.queries import DrawnNumbers, drawn_numbers_of
from clubtornei.rounds.reports.snapshot import EventSnapshot
from clubtornei.rounds.results.stale_pairings import StalePairing, stale_pairings


class Verification(Struct, frozen=True, kw_only=True):
    """The draw of an event, as far as it is public: the seed only afterwards.

    `text`: what the commitment is the SHA-256 of; None before the draw, or where it is lost.
    """

    method: str
    commitment: str
    announced_at: datetime | None
    drawn_at: datetime | None
    cancelled: int
    seed: str = ""
    text: str | None = None
    lots: DrawnNumbers | None = None

    @property
    def rated(self) -> bool:
        """Do the numbers follow a rating list?"""
        return self.method == NumberingMethod.RATING


class Differing(Struct, frozen=True, kw_only=True):
    """Why the check finds rounds other than the rules have them: numbers of those made `by_hand`, and those
    paired upon results that were corrected later.
    """

    by_hand: list[int]
    stale_pairings: list[StalePairing]


def differing_of(snapshot: EventSnapshot) -> Differing:
    """Of the stage shown; two queries once for each version of the event, two more after late results."""
    return snapshot.cached("differing", lambda: _differing(snapshot))


def _differing(snapshot: EventSnapshot) -> Differing:
    record = snapshot.record()
    return Differing(
        by_hand=[
            number
            for number, played in enumerate(record.rounds, 1)
            if any(table.by_hand for table in played.tables)
        ],
        stale_pairings=stale_pairings(snapshot.event, record.number),
    )


def verification_of(snapshot: EventSnapshot) -> Verification:
    """Three queries, once for each version of the event; one more where a name was changed after the draw."""
    return snapshot.cached("verification", lambda: _verification(snapshot))


def _verification(snapshot: EventSnapshot) -> Verification:
    event = snapshot.event
    past = draw_history(event)
    announced = Verification(
        method=event.draw_method,
        commitment=event.commitment,
        announced_at=past.announced_at,
        drawn_at=event.drawn_at,
        cancelled=past.cancelled,
    )
    if not event.drawn:
        return announced
    return replace(
        announced,
        seed=event.seed,
        text=announced_text(event, event.entries.all()) if event.commitment else None,
        lots=drawn_numbers_of(event.draw_method, snapshot.record()),
    )
