"""Who plays in each round of a stage: absences, requested byes and withdrawals.

In the first stage absences and withdrawals are columns of the entry; in a later stage they are columns of the
stage (rules/document.md#stages). A requested bye is an absence for which the stage also stores points.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from django.utils.translation import gettext as _

from clubtornei.events.models import Entry, Stage
from clubtornei.events.namesakes import by_whole_name
from clubtornei.events.stage_titles import is_opening
from clubtornei.events.systems import rounds_of
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.state.formatting import names_in_short
from pairing.by_hand import players_to_seat
from pairing.registry import SYSTEM_SPECS, SYSTEMS
from scoring.document import Number
from scoring.record import record_of
from scoring.stage_record import first_round_missed, scoring_options

RoundPlan = Literal["plays", "absent"] | Number
"""What a player does in a round: plays, misses it, or misses it with a requested bye of that many points."""
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
    byes: Mapping[int, Number]

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


class Presence(NamedTuple):
    """By entry number, who plays a round, and who has a requested bye in it."""

    playing: frozenset[int]
    byes: frozenset[int]


def attendances(stage: Stage, *, whole_names: bool = False) -> list[Attendance]:
    """The attendance of everybody in the stage, ordered by name; one query. `whole_names`: as organisers'
    pages call them, and not to be saved.
    """
    everybody = stage.event.entries
    entries: Iterable[Entry] = by_whole_name(stage.event, everybody) if whole_names else everybody.by_name()
    if stage.entrants is not None:
        entries = [entry for entry in entries if entry.entry_no in set(stage.entrants)]
    return [attendance_of(stage, entry) for entry in entries]


def attendance_of(stage: Stage, entry: Entry) -> Attendance:
    """The attendance of one entry; no query."""
    key, in_first_stage = str(entry.entry_no), stage.number == FIRST_STAGE
    return Attendance(
        entry=entry,
        joined=entry.joined if is_opening(stage) else 1,
        absent=frozenset(stage.absences.get(key, ())) | frozenset(entry.absent if in_first_stage else ()),
        withdrawn=first_round_missed(stage.number, stage.withdrawals.get(key), entry.withdrawn),
        byes={int(number): points for number, points in stage.requested_byes.get(key, {}).items()},
    )


def attending(stage: Stage) -> list[Attendance]:
    """The attendance of all who are still to be paired: players knocked out have nothing to plan."""
    players = attendances(stage, whole_names=True)
    if SYSTEMS[stage.system].absence != "forfeits":
        return players
    expected = set(players_to_seat(record_of(document_of(stage.event), SYSTEM_SPECS, stage.number)))
    return [attendance for attendance in players if attendance.entry.entry_no in expected]


def refuse_other_presence(stage: Stage, round_number: int, shown: Presence) -> None:
    """Raises ActionRefused, which names whoever is concerned, unless just those play that were shown."""
    players = attending(stage)
    now = Presence(
        frozenset(one.entry.entry_no for one in players if one.plays(round_number)),
        frozenset(
            one.entry.entry_no
            for one in players
            if round_number in one.byes and not one.has_withdrawn(round_number)
        ),
    )
    names = {one.entry.entry_no: one.entry.name for one in attendances(stage, whole_names=True)}
    texts = {
        _("Chi gioca: non più %(names)s."): shown.playing - now.playing,
        _("Chi gioca: ora anche %(names)s."): now.playing - shown.playing,
        _("Riposo a richiesta: è cambiato per %(names)s."): now.byes ^ shown.byes,
    }
    changes = [
        words % {"names": names_in_short([names[entry_no] for entry_no in sorted(changed & names.keys())])}
        for words, changed in texts.items()
        if changed & names.keys()  # a forged form may name anybody
    ]
    if shown != now:
        changed, look = _("Intanto è cambiato chi gioca."), _("Guarda, e se serve abbina di nuovo.")
        raise ActionRefused(" ".join([changed, *changes, look]))


def requested_byes_of(stage: Stage, round_number: int) -> dict[int, Number]:
    """The points of the byes requested for that round, by entry number, of players still in the stage."""
    return {
        attendance.entry.entry_no: attendance.byes[round_number]
        for attendance in (attendances(stage) if stage.requested_byes else ())
        if round_number in attendance.byes
        and attendance.joined <= round_number
        and not attendance.has_withdrawn(round_number)
    }


def requested_bye_values(stage: Stage) -> list[Number]:
    """The points that a requested bye may be worth (a draw, a win, a loss); empty without such byes."""
    system = SYSTEMS[stage.system]
    if not system.requested_byes:
        return []
    options = scoring_options(system.spec, stage.scoring, stage.scoring_options)
    return list(dict.fromkeys([options.draw, options.win, options.loss]))


def doubtful_byes(stage: Stage, current: Attendance, plans: Mapping[int, RoundPlan]) -> list[str]:
    """Whether these plans give somebody a further requested bye worth more than an absence: one is usual."""
    options = scoring_options(SYSTEMS[stage.system].spec, stage.scoring, stage.scoring_options)
    before = {number for number, points in current.byes.items() if points > options.loss}
    given = {number for number, plan in plans.items() if not isinstance(plan, str) and plan > options.loss}
    kept = before - plans.keys()
    if not given - before or len(given | kept) < 2:
        return []
    rounds = ", ".join(map(str, sorted(given | kept)))
    return [
        _("%(name)s avrebbe più di un riposo a richiesta con punti (turni %(rounds)s).")
        % {"name": current.entry.whole_name, "rounds": rounds}
    ]


def unpaired_rounds(stage: Stage, players: int) -> range:
    """The rounds not paired yet; the next few where the number of rounds is not fixed."""
    next_round = stage.rounds.count() + 1
    total = rounds_of(stage, players)
    return range(next_round, next_round + ROUNDS_AHEAD if total is None else total + 1)
