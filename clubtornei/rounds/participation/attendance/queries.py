"""Who plays in each round of a stage: absences, requested byes and withdrawals, read and written alike.

In the first stage absences and withdrawals are columns of the entry; in a later stage they are columns of the
stage (rules/document.md#stages). A requested bye is an absence for which the stage also stores points.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import TypeVar

from clubtornei.events.models import Entry, Stage
from clubtornei.events.systems import rounds_of
from clubtornei.rounds.core.event_state import first_round_missed
from pairing.registry import SYSTEMS
from scoring.view import scoring_options

Points = int | Decimal
Stored = TypeVar("Stored")
FIRST_STAGE = 1
ROUNDS_AHEAD = 4  # unpaired rounds offered where the number of rounds is not fixed


@dataclass(frozen=True, kw_only=True)
class Attendance:
    """In which rounds of a stage an entry plays.

    `joined`: its first round. `absent`: every round missed, requested byes included. `byes`: points of the
    requested byes, by round. `withdrawn`: the first round missed for good; None while in the tournament.
    """

    entry: Entry
    joined: int
    absent: frozenset[int]
    withdrawn: int | None
    byes: Mapping[int, Points]

    def has_withdrawn(self, round_number: int) -> bool:
        """Whether the withdrawal takes effect in that round or before."""
        return self.withdrawn is not None and self.withdrawn <= round_number

    def plays(self, round_number: int) -> bool:
        """Whether the entry is to be paired in that round."""
        return (
            self.joined <= round_number
            and not self.has_withdrawn(round_number)
            and round_number not in self.absent
        )


def attendances(stage: Stage) -> list[Attendance]:
    """The attendance of everybody in the stage, ordered by name; one query."""
    entries: Iterable[Entry] = stage.event.entries.by_name()
    if stage.entrants is not None:
        entries = [entry for entry in entries if entry.entry_no in set(stage.entrants)]
    return [attendance_of(stage, entry) for entry in entries]


def attendance_of(stage: Stage, entry: Entry) -> Attendance:
    """The attendance of one entry; no query."""
    key, in_first_stage = str(entry.entry_no), stage.number == FIRST_STAGE
    return Attendance(
        entry=entry,
        joined=entry.joined if in_first_stage else 1,
        absent=frozenset(stage.absences.get(key, ())) | frozenset(entry.absent if in_first_stage else ()),
        withdrawn=first_round_missed(stage, entry.entry_no, entry.withdrawn),
        byes={int(number): points for number, points in stage.requested_byes.get(key, {}).items()},
    )


def absent_entry_nos(stage: Stage, round_number: int) -> set[int]:
    """The entry numbers of all who do not play that round: absent, withdrawn, or joining later."""
    return {
        attendance.entry.entry_no for attendance in attendances(stage) if not attendance.plays(round_number)
    }


def requested_byes_of(stage: Stage, round_number: int) -> dict[int, Points]:
    """The points of the byes requested for that round, by entry number, of players still in the stage."""
    return {
        attendance.entry.entry_no: attendance.byes[round_number]
        for attendance in (attendances(stage) if stage.requested_byes else ())
        if round_number in attendance.byes
        and attendance.joined <= round_number
        and not attendance.has_withdrawn(round_number)
    }


def set_absence(
    stage: Stage, entry: Entry, round_number: int, absent: bool, bye: Points | None = None
) -> None:
    """Record that the entry misses the round (with the points of a requested bye, if any), or plays it.

    Call inside `writing`, with the entry and the stage that were read there.
    """
    current = attendance_of(stage, entry)
    byes = {number: points for number, points in current.byes.items() if number != round_number}
    if absent and bye is not None:
        byes[round_number] = bye
    missed = current.absent | {round_number} if absent else current.absent - {round_number}
    _save_attendance(stage, entry, missed, current.withdrawn, byes)


def set_absences(stage: Stage, players: Iterable[Attendance], round_number: int, absent: bool) -> None:
    """Record that all these players miss the round, or play it, in one statement. Call inside `writing`."""
    missed = {
        current.entry: sorted(current.absent | {round_number} if absent else current.absent - {round_number})
        for current in players
    }
    if stage.number == FIRST_STAGE:
        for entry, rounds in missed.items():
            entry.absent = rounds
        Entry.objects.bulk_update(missed, ["absent"])
        return
    for entry, rounds in missed.items():
        stage.absences = _set_or_drop(stage.absences, str(entry.entry_no), rounds)
    stage.save(update_fields=["absences"])


def advance_joining(entry: Entry, round_number: int) -> None:
    """Let an entry that was to join in a later round play this one already. Call inside `writing`.

    Needed where a player enters while a round is a draft and the draft is then discarded.
    """
    if round_number < entry.joined:
        entry.joined = round_number
        entry.save(update_fields=["joined"])


def set_withdrawal(stage: Stage, entry: Entry, first_missed: int | None, missed: Iterable[int] = ()) -> None:
    """Record the withdrawal from that round on; None: back, with `missed` as absences. Inside `writing`."""
    current = attendance_of(stage, entry)
    _save_attendance(stage, entry, current.absent | frozenset(missed), first_missed, current.byes)


def _save_attendance(
    stage: Stage, entry: Entry, absent: Iterable[int], withdrawn: int | None, byes: Mapping[int, Points]
) -> None:
    key, in_first_stage = str(entry.entry_no), stage.number == FIRST_STAGE
    points_by_round = {str(number): byes[number] for number in sorted(byes)}
    stage.requested_byes = _set_or_drop(stage.requested_byes, key, points_by_round)
    stage.absences = _set_or_drop(stage.absences, key, [] if in_first_stage else sorted(absent))
    stage.withdrawals = _set_or_drop(stage.withdrawals, key, None if in_first_stage else withdrawn)
    stage.save(update_fields=["requested_byes", "absences", "withdrawals"])
    if in_first_stage:
        entry.absent, entry.withdrawn = sorted(absent), withdrawn
        entry.save(update_fields=["absent", "withdrawn"])


def _set_or_drop(column: Mapping[str, Stored], key: str, value: Stored | None) -> dict[str, Stored]:
    """A copy of the column with that value at the key; without the key where the value is empty."""
    others = {present: stored for present, stored in column.items() if present != key}
    return others | {key: value} if value else others


def requested_bye_values(stage: Stage) -> list[Points]:
    """The points that a requested bye may be worth (a draw, a win, a loss); empty without such byes."""
    system = SYSTEMS[stage.system]
    if not system.requested_byes:
        return []
    options = scoring_options(system.spec, stage.scoring, stage.scoring_options)
    return list(dict.fromkeys([options.draw, options.win, options.loss]))


def unpaired_rounds(stage: Stage, players: int) -> range:
    """The rounds not paired yet; the next few where the number of rounds is not fixed."""
    next_round = stage.rounds.count() + 1
    total = rounds_of(stage, players)
    return range(next_round, next_round + ROUNDS_AHEAD if total is None else total + 1)
