"""What anybody needs to check a draw with his own machine: commitment, seed, and the lots themselves."""

from collections.abc import Mapping
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from clubtornei.events.models import NumberingMethod
from clubtornei.rounds.documents.event_snapshot import EventSnapshot, cached_by_version
from clubtornei.rounds.drafts.check_actions import check_for_reader
from clubtornei.rounds.models import Round
from clubtornei.rounds.numbers.commitment import announced_text, draw_history
from clubtornei.rounds.numbers.queries import DrawnNumbers, drawn_numbers_of
from clubtornei.rounds.state.round_check import (
    RoundCheck,
    ShownRoundCheck,
    check_in,
    checked_round,
    digest_of_round,
)
from clubtornei.rounds.state.site_facts import stage_facts
from clubtornei.rounds.state.stale_pairings import StalePairing, stale_pairings
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


@cached_by_version
def stale_of(snapshot: EventSnapshot) -> list[StalePairing]:
    """The rounds of the stage shown that were paired with results that were corrected later. Cached by
    version; two queries, two more after late results.
    """
    return stale_pairings(snapshot.event, snapshot.record().number)


@cached_by_version
def checked_rounds(snapshot: EventSnapshot) -> Mapping[int, ShownRoundCheck]:
    """The published rounds of the stage shown, as they were derived again last, by number. Cached by version;
    one query, and those of `stale_of`.
    """
    rows = _kept(snapshot)
    return {
        number: _checked(snapshot, number, check_in(rows[number].last_check), rows[number].by_hand_reason)
        for number in range(1, snapshot.progress.rounds + 1)
        if number in rows
    }


def checked_for_reader(snapshot: EventSnapshot, number: int) -> ShownRoundCheck | None:
    """A round of the stage shown, derived again where what it rests on has changed since. None: there is no
    such round.
    """
    row = _kept(snapshot).get(number)
    if row is None or number > snapshot.progress.rounds:
        return None
    check = check_for_reader(
        snapshot.document,
        snapshot.stages.shown,
        number,
        snapshot.event.version,
        check_in(row.last_check),
        stale=any(old.drawn == number for old in stale_of(snapshot)),
    )
    return _checked(snapshot, number, check, row.by_hand_reason)


@cached_by_version
def _kept(snapshot: EventSnapshot) -> Mapping[int, Round]:
    rounds = Round.objects.published().of(snapshot.event, snapshot.stages.shown)
    return {round_.number: round_ for round_ in rounds.only("number", "last_check", "by_hand_reason")}


def _checked(snapshot: EventSnapshot, number: int, check: RoundCheck | None, reason: str) -> ShownRoundCheck:
    played = snapshot.record().rounds[number - 1]
    return checked_round(
        number,
        check,
        digest_of_round(played),
        reason=reason,
        by_hand=any(table.by_hand for table in played.tables),
        stale=any(old.drawn == number for old in stale_of(snapshot)),
    )


@cached_by_version
def verification_of(snapshot: EventSnapshot) -> Verification:
    """Cached by version. Three queries, one more if a name was changed after the draw."""
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
            event.numbering_method, numbered_field(snapshot.document, SYSTEM_SPECS, 1)
        ),
        cut_stages=tuple(
            number
            for number, stage in enumerate(snapshot.document.stages, 1)
            if any(decision.way == "lot" for decision in stage_facts(stage).decisions)
        ),
    )
