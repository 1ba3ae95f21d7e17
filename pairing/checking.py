"""Verification: every round of a document paired again and compared with the one in it."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress

from msgspec import Struct

from pairing.registry import SYSTEM_SPECS, SYSTEMS, pair, pair_early
from pairing.system import Draw, NoLegalPairing, PairedBye, PairedTable
from scoring.qualification import Undecided
from scoring.record import Bye, Document, DocumentRound, DocumentTable, record_before
from scoring.stages import NonEntrants, non_entrant_issues, with_entrants

Seats = tuple[int, ...]


class CheckedRound(Struct, frozen=True, kw_only=True):
    """A round as paired again (`expected`, None: the rules give no round) and as in the document (`found`).

    `by_hand`: a table of it was arranged by hand. `missing`, `unexpected`: the seats of the tables and byes
    (one seat) that only the one or the other has.
    """

    stage: int
    round: int
    expected: Draw | None
    found: DocumentRound
    by_hand: bool
    missing: tuple[Seats, ...]
    unexpected: tuple[Seats, ...]

    @property
    def ok(self) -> bool:
        return self.expected is not None and not self.missing and not self.unexpected


def check(document: Document) -> Iterator[CheckedRound]:
    """All rounds of all stages, in order."""
    for stage, played in enumerate(document.stages, 1):
        # Where the entrants are not known no round of the stage can be paired: `check_round` reports each.
        with suppress(Undecided, NonEntrants):
            document = with_entrants(document, SYSTEM_SPECS, stage)
        for number in range(1, len(played.rounds) + 1):
            yield check_round(document, stage, number)


def check_round(document: Document, stage: int, number: int, *, early: bool = False) -> CheckedRound:
    """One round (stage and round from 1): compares tables as a set, byes but for requested ones. `early`: the
    last round of a calendar may have been published before all games of the others were finished.
    """
    played = document.stages[stage - 1].rounds[number - 1]
    try:
        before = record_before(document, SYSTEM_SPECS, stage, number)
        # With players who are not entrants the rules define no next round.
        expected = None if non_entrant_issues(before) else (pair_early if early else pair)(before)
    except (NoLegalPairing, Undecided, NonEntrants):
        expected = None
    drawn = _places(expected.tables, expected.byes) if expected else []
    seated = _places(played.tables, (bye for bye in played.byes if not bye.requested))
    seat_order_matters = SYSTEMS[document.stages[stage - 1].system].seat_order
    return CheckedRound(
        stage=stage,
        round=number,
        expected=expected,
        found=played,
        by_hand=any(table.by_hand for table in played.tables),
        missing=_without(drawn, seated, seat_order_matters),
        unexpected=_without(seated, drawn, seat_order_matters),
    )


def _places(tables: Iterable[PairedTable | DocumentTable], byes: Iterable[PairedBye | Bye]) -> list[Seats]:
    return [*(table.seats for table in tables), *((bye.player,) for bye in byes)]


def _without(places: list[Seats], others: list[Seats], seat_order_matters: bool) -> tuple[Seats, ...]:
    """Those that are not among the others."""

    def compared(place: Seats) -> Seats:
        return place if seat_order_matters else tuple(sorted(place))

    found = set(map(compared, others))
    return tuple(place for place in places if compared(place) not in found)


def as_json(checked: CheckedRound) -> Mapping[str, object]:
    """A round as the command `check` prints it; `expected` and `found` only where they differ."""
    round_as_json: dict[str, object] = {"stage": checked.stage, "round": checked.round, "ok": checked.ok}
    if checked.ok:
        return round_as_json
    if checked.by_hand:
        round_as_json["by_hand"] = True
    round_as_json["expected"] = None if checked.expected is None else _draw_as_json(checked.expected)
    round_as_json["found"] = {
        "tables": [
            {"seats": table.seats, **({"by_hand": True} if table.by_hand else {})}
            for table in checked.found.tables
        ],
        "byes": [{"player": bye.player} for bye in checked.found.byes],
    }
    return round_as_json


def _draw_as_json(draw: Draw) -> Mapping[str, object]:
    return {
        "tables": [{"seats": table.seats} for table in draw.tables],
        "byes": [{"player": bye.player} for bye in draw.byes],
    }
