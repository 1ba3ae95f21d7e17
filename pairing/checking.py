"""Independent verification: every round of a document re-derived from its rules, and compared."""

from collections.abc import Iterator, Mapping
from contextlib import suppress

from msgspec import Struct

from pairing.registry import SYSTEM_SPECS, SYSTEMS, pair
from pairing.system import Draw, NoLegalPairing
from scoring.qualification import Undecided
from scoring.record import Document, Round, record_before
from scoring.stages import NonEntrants, non_entrant_issues, with_entrants

Seats = tuple[int, ...]


class CheckedRound(Struct, frozen=True, kw_only=True):
    """One round compared.

    `expected` is None where the rules give no round; `by_hand`: a table of it was arranged.
    """

    stage: int
    round: int
    expected: Draw | None
    found: Round
    by_hand: bool
    ok: bool


def check(document: Document) -> Iterator[CheckedRound]:
    """All rounds of all stages, in order."""
    for stage, played in enumerate(document.stages, 1):
        with suppress(
            Undecided, NonEntrants
        ):  # then no round of the stage could be paired: each of them says so
            document = with_entrants(document, SYSTEM_SPECS, stage)
        for number in range(1, len(played.rounds) + 1):
            yield check_round(document, stage, number)


def check_round(document: Document, stage: int, number: int) -> CheckedRound:
    """One round (stage and round from 1): tables compared as a set, byes by player, wishes left aside."""
    played = document.stages[stage - 1].rounds[number - 1]
    try:
        before = record_before(document, SYSTEM_SPECS, stage, number)
        # With somebody who has not entered the rules say nothing of what comes after.
        expected = None if non_entrant_issues(before) else pair(before)
    except (NoLegalPairing, Undecided, NonEntrants):
        expected = None
    in_order = SYSTEMS[document.stages[stage - 1].system].seat_order
    return CheckedRound(
        stage=stage,
        round=number,
        expected=expected,
        found=played,
        by_hand=any(table.by_hand for table in played.tables),
        ok=expected is not None and _same(expected, played, in_order),
    )


def _same(expected: Draw, found: Round, in_order: bool) -> bool:
    def seats(table: Seats) -> Seats:
        return table if in_order else tuple(sorted(table))

    return {seats(table.seats) for table in expected.tables} == {
        seats(table.seats) for table in found.tables
    } and {bye.player for bye in expected.byes} == {bye.player for bye in found.byes if not bye.requested}


def as_json(checked: CheckedRound) -> Mapping[str, object]:
    """A round of the answer of `check`; what was expected and found only where they differ."""
    answer: dict[str, object] = {"stage": checked.stage, "round": checked.round, "ok": checked.ok}
    if checked.ok:
        return answer
    if checked.by_hand:
        answer["by_hand"] = True
    answer["expected"] = None if checked.expected is None else _expected(checked.expected)
    answer["found"] = {
        "tables": [
            {"seats": table.seats, **({"by_hand": True} if table.by_hand else {})}
            for table in checked.found.tables
        ],
        "byes": [{"player": bye.player} for bye in checked.found.byes],
    }
    return answer


def _expected(draw: Draw) -> Mapping[str, object]:
    return {
        "tables": [{"seats": table.seats} for table in draw.tables],
        "byes": [{"player": bye.player} for bye in draw.byes],
    }
