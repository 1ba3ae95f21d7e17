"""One stage of a document after some of its rounds: the input of both engines."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from itertools import permutations
from typing import Any

import msgspec

from scoring.document import (
    Document,
    DocumentError,
    DocumentPlayer,
    DocumentRound,
    DocumentStage,
    ValidationIssue,
)
from scoring.method import Method
from scoring.methods import METHODS
from scoring.options import build
from scoring.qualification_rule import qualification_rule_of
from scoring.system_spec import SystemSpec


class Record:
    """One stage of a document after `rounds_played` rounds.

    `number`: the stage's, from 1. `players`: the entrants by id, in entering order; their `joined`, `absent`,
    `withdrawn` and order number are those of this stage at this time. `rounds`: the rounds played so far.
    `options`, `scoring_options`: typed.
    """

    def __init__(
        self,
        document: Document,
        spec: SystemSpec,
        number: int,
        players: Mapping[int, DocumentPlayer],
        rounds: tuple[DocumentRound, ...],
    ) -> None:
        self.document = document
        self.spec = spec
        self.number = number
        self.players = players
        self.rounds = rounds

    @property
    def stage(self) -> DocumentStage:
        return self.document.stages[self.number - 1]

    @property
    def rounds_played(self) -> int:
        return len(self.rounds)

    @property
    def next_round(self) -> int:
        """The number of the round to be paired."""
        return len(self.rounds) + 1

    @cached_property
    def options(self) -> Any:
        return build(self.spec.options, self.stage.options)

    @property
    def method(self) -> Method:
        return METHODS[self.stage.scoring]

    @cached_property
    def scoring_options(self) -> Any:
        return scoring_options(self.spec, self.stage.scoring, self.stage.scoring_options)

    @cached_property
    def by_number(self) -> tuple[DocumentPlayer, ...]:
        """The entrants by order number."""
        return tuple(sorted(self.players.values(), key=lambda player: player.number))

    def present(self, round_number: int) -> list[DocumentPlayer]:
        """The entrants who take part in that round, by order number."""
        return [player for player in self.by_number if player.plays_in(round_number)]

    @cached_property
    def prohibited(self) -> Mapping[int, frozenset[int]]:
        """For each player who may not meet everybody in the next round: the ids he may not meet."""
        banned: dict[int, frozenset[int]] = {}
        for prohibition in self.stage.prohibited:
            if prohibition.holds_in(self.next_round):
                for player, other in permutations(prohibition.players, 2):
                    banned[player] = banned.get(player, frozenset()) | {other}
        return banned

    @cached_property
    def adjustments(self) -> Mapping[int, Mapping[int, Fraction]]:
        """The bonus and penalty points of each player who has any so far, by round."""
        found: dict[int, dict[int, Fraction]] = {}
        for adjustment in self.stage.adjustments:
            if adjustment.round <= self.rounds_played:
                for player in adjustment.players:
                    by_round = found.setdefault(player, {})
                    before = by_round.get(adjustment.round, Fraction(0))
                    by_round[adjustment.round] = before + Fraction(adjustment.points)
        return found

    def adjustment_of(self, player: int) -> Fraction:
        """The sum of the player's bonus and penalty points so far."""
        return sum(self.adjustments.get(player, {}).values(), Fraction(0))

    def at(self, rounds_played: int) -> "Record":
        """The record of the same stage after fewer rounds."""
        return Record(self.document, self.spec, self.number, self.players, self.rounds[:rounds_played])


def scoring_options(spec: SystemSpec, scoring: str, raw: Mapping[str, Any]) -> Any:
    """The typed options of a stage's scoring; defaults are those of the system, then those of the method."""
    defaults = spec.scoring_defaults if scoring == spec.scoring else {}
    return build(METHODS[scoring].options, {**defaults, **raw})


def listed_record(
    document: Document, systems: Mapping[str, SystemSpec], stage: int | None = None, after: int | None = None
) -> Record:
    """The stage (from 1; None: the last) after `after` rounds (None: all), with entrants as it lists them.

    DocumentError: no such stage or round.
    """
    count = len(document.stages)
    number = count if stage is None else stage
    if not 1 <= number <= count:
        raise DocumentError(ValidationIssue("stages", "no_such_stage", {"stage": number, "stages": count}))
    played = document.stages[number - 1].rounds
    rounds = len(played) if after is None else after
    if not 0 <= rounds <= len(played):
        path = f"stages[{number - 1}].rounds"
        raise DocumentError(ValidationIssue(path, "no_such_round", {"round": rounds, "rounds": len(played)}))
    spec = systems[document.stages[number - 1].system]
    return Record(document, spec, number, entrants_of(document, number), played[:rounds])


def listed_record_before(
    document: Document, systems: Mapping[str, SystemSpec], stage: int, round_number: int
) -> Record:
    """The stage as it was when that round of it was paired, with entrants as it lists them.

    Players have the order numbers of that time, and those who requested a bye in the round are absent.
    """
    before = listed_record(document, systems, stage, round_number - 1)
    round_ = before.stage.rounds[round_number - 1]
    requesting_byes = {bye.player for bye in round_.byes if bye.requested}
    players = {}
    for player in before.players.values():
        changes: dict[str, Any] = {}
        if player.id in requesting_byes:
            changes["absent"] = (*player.absent, round_number)
        if player.id in round_.numbers:
            changes["number"] = round_.numbers[player.id]
        players[player.id] = msgspec.structs.replace(player, **changes) if changes else player
    return Record(document, before.spec, stage, players, before.rounds)


def entrants_of(document: Document, number: int) -> dict[int, DocumentPlayer]:
    """The entrants of a stage by id, in entering order, with the rounds they miss in that stage."""
    stage = document.stages[number - 1]
    players = {player.id: player for player in document.players}
    entrants = players if stage.entrants is None else stage.entrants
    if number == 1 and not stage.absences and not stage.withdrawals:
        return {player: players[player] for player in entrants}
    rule = qualification_rule_of(stage)
    opening = number == 1 or (rule is not None and rule.group is not None)
    return {player: _in_stage(players[player], stage, number, opening) for player in entrants}


def first_round_missed(number: int, by_stage: int | None, by_player: int | None) -> int | None:
    """From which round on a player has withdrawn from stage `number`; None: he has not.

    What the player's own record says concerns the first stage. If that stage says so too, the earlier round
    holds (rules/document.md#stages).
    """
    rounds = (by_stage, by_player if number == 1 else None)
    return min((missed for missed in rounds if missed is not None), default=None)


def _in_stage(player: DocumentPlayer, stage: DocumentStage, number: int, opening: bool) -> DocumentPlayer:
    """`opening`: whether players enter the event in this stage, the first or one of parallel groups."""
    absent = stage.absences.get(player.id, ())
    withdrawn = first_round_missed(number, stage.withdrawals.get(player.id), player.withdrawn)
    if number > 1:
        joined = player.joined if opening else 1
        return msgspec.structs.replace(player, joined=joined, absent=absent, withdrawn=withdrawn)
    return msgspec.structs.replace(player, absent=(*player.absent, *absent), withdrawn=withdrawn)
