"""Who plays in a round of a stage: absences, byes asked for, withdrawals; kept alike for all stages.

Of the first stage the entries keep them, of a later one the stage does (rules/document.md#stages). Who
asked for a bye is absent from the pairing of that round, and the stage knows what he has for it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from clubtornei.events.models import Entry, Stage
from clubtornei.events.systems import rounds_of
from pairing.registry import SYSTEMS
from scoring.view import scoring_options

Points = int | Decimal
FIRST = 1
NEXT_FEW = 4  # rounds that can be spoken of where nobody knows how many there will be


@dataclass(frozen=True, kw_only=True)
class Attendance:
    """Somebody of the stage. `absent`: all rounds he misses; `byes`: those of them he has points for;
    `withdrawn`: the first one he no longer plays.
    """

    entry: Entry
    joined: int
    absent: frozenset[int]
    withdrawn: int | None
    byes: Mapping[int, Points]

    def left(self, number: int) -> bool:
        """Has he withdrawn by that round?"""
        return self.withdrawn is not None and self.withdrawn <= number

    def plays(self, number: int) -> bool:
        """Is he there in that round?"""
        return self.joined <= number and not self.left(number) and number not in self.absent


def attendances(stage: Stage) -> list[Attendance]:
    """Everybody in the stage, by name; in one query."""
    entries: Iterable[Entry] = stage.event.entries.by_name()
    if stage.entrants is not None:
        entries = [entry for entry in entries if entry.entry_no in set(stage.entrants)]
    return [attendance_of(stage, entry) for entry in entries]


def attendance_of(stage: Stage, entry: Entry) -> Attendance:
    """The same of one; no query."""
    key, first = str(entry.entry_no), stage.number == FIRST
    left = [stage.withdrawals.get(key), entry.withdrawn if first else None]
    return Attendance(
        entry=entry,
        joined=entry.joined if first else 1,
        absent=frozenset(stage.absences.get(key, ())) | frozenset(entry.absent if first else ()),
        withdrawn=min((number for number in left if number is not None), default=None),
        byes={int(number): points for number, points in stage.requested_byes.get(key, {}).items()},
    )


def absent_entry_nos(stage: Stage, number: int) -> set[int]:
    """The idents of all who are not there in that round: absent, withdrawn, or not there yet."""
    return {one.entry.entry_no for one in attendances(stage) if not one.plays(number)}


def requested_byes_of(stage: Stage, number: int) -> dict[int, Points]:
    """What those have, by entry_no, who asked for a bye in that round and would be there otherwise."""
    return {
        one.entry.entry_no: one.byes[number]
        for one in (attendances(stage) if stage.requested_byes else ())
        if number in one.byes and one.joined <= number and not one.left(number)
    }


def set_absence(stage: Stage, entry: Entry, number: int, absent: bool, bye: Points | None = None) -> None:
    """He misses that round, with the points of a bye where one is given; or he is there after all.

    Inside `writing`: entry and stage are those that were read there.
    """
    now = attendance_of(stage, entry)
    byes = {of: points for of, points in now.byes.items() if of != number}
    if absent and bye is not None:
        byes[number] = bye
    missed = now.absent | {number} if absent else now.absent - {number}
    _write(stage, entry, missed, now.withdrawn, byes)


def advance_joining(entry: Entry, number: int) -> None:
    """He has entered for a later round and is there in this one: he came while it was a draft, which has been
    discarded since. Inside `writing`.
    """
    if number < entry.joined:
        entry.joined = number
        entry.save(update_fields=["joined"])


def set_withdrawal(stage: Stage, entry: Entry, first_missed: int | None, missed: Iterable[int] = ()) -> None:
    """He plays no more from that round on; None: he is back, absent from `missed`. Inside `writing`."""
    now = attendance_of(stage, entry)
    _write(stage, entry, now.absent | frozenset(missed), first_missed, now.byes)


def _write(
    stage: Stage, entry: Entry, absent: Iterable[int], withdrawn: int | None, byes: Mapping[int, Points]
) -> None:
    key, first = str(entry.entry_no), stage.number == FIRST
    stage.requested_byes = _with(stage.requested_byes, key, {str(of): byes[of] for of in sorted(byes)})
    stage.absences = _with(stage.absences, key, [] if first else sorted(absent))
    stage.withdrawals = _with(stage.withdrawals, key, None if first else withdrawn)
    stage.save(update_fields=["requested_byes", "absences", "withdrawals"])
    if first:
        entry.absent, entry.withdrawn = sorted(absent), withdrawn
        entry.save(update_fields=["absent", "withdrawn"])


def _with(kept: Mapping[str, Any], key: str, value: Any) -> dict[str, Any]:
    """The mapping with that value; without the key where there is nothing to say."""
    rest = {other: said for other, said in kept.items() if other != key}
    return rest | {key: value} if value else rest


def requested_bye_values(stage: Stage) -> list[Points]:
    """What a bye asked for may be worth: a draw, a win, nothing. Empty: the system knows no such byes."""
    system = SYSTEMS[stage.system]
    if not system.requested_byes:
        return []
    options = scoring_options(system.spec, stage.scoring, stage.scoring_options)
    return list(dict.fromkeys([options.draw, options.win, options.loss]))


def unpaired_rounds(stage: Stage, players: int) -> range:
    """The rounds nobody has paired yet; where their number is not fixed, the next few."""
    following = stage.rounds.count() + 1
    total = rounds_of(stage, players)
    return range(following, following + NEXT_FEW if total is None else total + 1)
