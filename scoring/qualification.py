"""Who enters a stage by its `entry` rule, and why (rules/qualification.md#entry).

Who declines leaves the ranking that places are given by; a table's winner who declines is followed by the
next of his table, and where a whole table declines by the best-ranked of the others' seconds.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import count
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from scoring.document import Document, Table
from scoring.ledger import Ledger
from scoring.open_tables import OpenTable, open_tables
from scoring.places import at_table, places
from scoring.qualification_rule import BestOfGroups, QualificationRule, WildCards, qualification_rule_of
from scoring.standings import earlier_ranks, games_played, ranking
from scoring.system_spec import SystemSpec
from scoring.view import Record, listed_record

LAST = 1_000_000
"""A place behind all that anybody can have."""


class QualificationReason(Struct, frozen=True):
    """Why somebody enters: a code and its facts. Players are ids; `qualification_reasons.py` says it
    in words.
    """

    code: str
    facts: Mapping[str, Any] = field(default_factory=dict)


class Qualified(Struct, frozen=True):
    """Who enters, in order; who of them had no semi-final to play; and why each."""

    entrants: tuple[int, ...]
    direct: tuple[int, ...]
    why: Mapping[int, QualificationReason]


class Undecided(Exception):
    """Nobody can say who enters: results of a stage are missing (`tables`), or nothing was played in it."""

    def __init__(self, document: Document, stage: int, tables: tuple[OpenTable, ...]) -> None:
        super().__init__(f"stage {stage}")
        self.document = document
        self.stage = stage
        self.tables = tables


class TableFinish(Struct, frozen=True):
    """How a table of a stage's last round ended: everybody from first to last.

    `by`: what made the first of them the winner: "place"; "ties", a tie list that is else not used; "level",
    the reference ranking.
    """

    stage: int
    table: int
    order: tuple[int, ...]
    by: str


def qualify(document: Document, systems: Mapping[str, SystemSpec], number: int) -> Qualified | None:
    """Who enters the stage (from 1); None: it has no rule. The entrants of the stages before are known.

    Undecided: results that the rule needs are missing.
    """
    entry = qualification_rule_of(document.stages[number - 1])
    return None if entry is None else _Qualification(document, systems, number, entry).qualified()


class _Qualification:
    def __init__(
        self, document: Document, systems: Mapping[str, SystemSpec], number: int, entry: QualificationRule
    ) -> None:
        self.document = document
        self.systems = systems
        self.entry = entry
        self.declined = frozenset(document.stages[number - 1].declined)
        self.early = frozenset(
            player for stage in entry.winners for player in self._declined_with(stage)
        )  # before the semi-finals whose winners enter
        self.late = self._declined_with(number)
        self.why: dict[int, QualificationReason] = {}
        self.rankings: dict[int, list[int]] = {}
        self.ledgers: dict[int, Ledger] = {}

    def qualified(self) -> Qualified:
        """First the places nobody else can have, then those of winners, then what is still empty."""
        direct = self._direct()
        stays = {player: why for player, why in direct.items() if player not in self.declined}
        ranked, best = self._ranked(), self._best_of()
        self._enter({**stays, **ranked, **best})
        self._enter(winners := self._winners())
        instead = self._for_direct([player for player in direct if player not in stays])
        self._enter(dict(instead.values()))
        self._enter(losers := self._losers())
        self._enter(cards := self._wildcards())
        first = [instead[player][0] if player in instead else player for player in direct]
        listed = [player for player in first if player in self.why]
        listed += [*ranked, *best, *winners, *losers, *cards]
        return Qualified(tuple(dict.fromkeys(listed)), tuple(stays), self.why)

    def _enter(self, players: Mapping[int, QualificationReason]) -> None:
        for player, why in players.items():
            self.why.setdefault(player, why)

    # Declines and rankings

    def _declined_with(self, number: int) -> frozenset[int]:
        """Who declined the stage, or one of those that the same places are dealt to."""
        rule = qualification_rule_of(self.document.stages[number - 1])
        declined = set(self.document.stages[number - 1].declined)
        if rule is not None and rule.dealt and rule.ranked:
            for stage in self.document.stages:
                other = qualification_rule_of(stage)
                if other and other.dealt and (other.ranked, other.dealt[1]) == (rule.ranked, rule.dealt[1]):
                    declined.update(stage.declined)
        return frozenset(declined)

    @cached_property
    def dealt(self) -> tuple[int, int]:
        """The set (i, W) that the stage takes of a ranking: its own, or that of its semi-finals."""
        if self.entry.dealt:
            return self.entry.dealt
        rules = (qualification_rule_of(self.document.stages[stage - 1]) for stage in self.entry.winners)
        return next((rule.dealt for rule in rules if rule and rule.dealt), (1, 1))

    def _record(self, number: int) -> Record:
        return listed_record(self.document, self.systems, number)

    def _ledger(self, number: int) -> Ledger:
        if number not in self.ledgers:
            record = self._record(number)
            self.ledgers[number] = Ledger(record, earlier_ranks(record))
        return self.ledgers[number]

    def _ranking(self, number: int) -> list[int]:
        """Everybody from first to last; those who share a rank as they are listed."""
        if number not in self.rankings:
            ledger = self._ledger(number)
            self.rankings[number] = list(ranking(ledger, ledger.record.stage.ranking).order)
        return self.rankings[number]

    def _finished(self, number: int) -> list[int]:
        """The ranking, when all tables have their result. Undecided: they have not."""
        self._check(number, range(1, len(self.document.stages[number - 1].rounds) + 1))
        return self._ranking(number)

    def _check(self, number: int, rounds: Collection[int]) -> None:
        played = self.document.stages[number - 1].rounds
        missing = tuple(open_tables(self._record(number), rounds))
        if missing or not any(played[turn - 1].tables for turn in rounds):
            raise Undecided(self.document, number, missing)

    @cached_property
    def place(self) -> Mapping[int, int]:
        """Everybody's place in the reference ranking."""
        return {player: place for place, player in enumerate(self._ranking(self.entry.reference), 1)}

    def _better(self, player: int) -> int:
        return self.place.get(player, LAST)

    def _without(self, number: int, away: frozenset[int]) -> list[tuple[int, int, QualificationReason]]:
        """Place, player and reason for everybody of the set, in a ranking that some have left."""
        chosen, sets = self.dealt
        placed: list[tuple[int, int, QualificationReason]] = []
        gone: list[int] = []
        place = 0
        for before, player in enumerate(self._finished(number), 1):
            if player in away:
                gone.append(player)
                continue
            place += 1
            if (place - chosen) % sets:
                continue
            facts: dict[str, Any] = {"stage": number, "place": place}
            if gone:
                facts |= {"before": before, "players": tuple(gone)}
            placed.append((place, player, QualificationReason("up" if gone else "place", facts)))
        return placed

    # The parts of a rule

    def _direct(self) -> dict[int, QualificationReason]:
        """Who goes straight in, those too who declined that after the semi-finals."""
        rule = self.entry.direct
        if rule is None:
            return {}
        return {
            player: replace(why, code=f"direct_{why.code}")
            for place, player, why in self._without(
                rule.stage, self.early if self.entry.winners else self.late
            )
            if place <= rule.to
        }

    def _ranked(self) -> dict[int, QualificationReason]:
        rule = self.entry.ranked
        if rule is None:
            return {}
        return {
            player: replace(why, code=f"ranked_{why.code}")
            for place, player, why in self._without(rule.stage, self.early | self.late)
            if rule.first <= place <= rule.to
        }

    def _best_of(self) -> dict[int, QualificationReason]:
        rule = self.entry.best_of
        if rule is None:
            return {}
        groups = self._groups(rule)
        seen: dict[int | None, int] = {}
        candidates: list[tuple[int, int, int, int | None]] = []
        away = self.early | self.late
        for player in self._finished(rule.stage):
            if player not in away:
                group = groups.get(player)
                seen[group] = seen.get(group, 0) + 1
                # Who belongs to no group comes after all groups.
                candidates.append((LAST if group is None else seen[group], len(candidates), player, group))
        return {
            player: QualificationReason(
                "best_of" if group else "best_of_rest",
                {"stage": rule.stage, "place": place, "groups": rule.groups, "group": group},
            )
            for place, _, player, group in sorted(candidates)[: rule.count]
        }

    def _groups(self, rule: BestOfGroups) -> dict[int, int]:
        """To which group each belongs: a wind or table, both from 1."""
        if rule.groups == "none":
            return dict.fromkeys(self._ranking(rule.stage), 1)
        sat: dict[int, list[int]] = {}
        for played in self.document.stages[rule.stage - 1].rounds:
            for board, table in enumerate(played.tables, 1):
                for wind, player in enumerate(table.seats, 1):
                    sat.setdefault(player, []).append(wind if rule.groups == "winds" else board)
        return {player: groups[0] for player, groups in sat.items() if len(set(groups)) == 1}

    def _finishes(self, stages: Sequence[int]) -> list[TableFinish]:
        """The tables of the last round of these stages, in their order."""
        finishes = []
        for number in stages:
            rounds = self.document.stages[number - 1].rounds
            self._check(number, range(len(rounds), len(rounds) + 1) if rounds else ())
            record = self._record(number)
            for board, table in enumerate(rounds[-1].tables, 1):
                reached, by = _places(record, table)
                order = sorted(
                    zip(reached, table.seats, strict=True),
                    key=lambda reached_by: (reached_by[0], self._better(reached_by[1]), reached_by[1]),
                )
                finishes.append(TableFinish(number, board, tuple(player for _, player in order), by))
        return finishes

    def _winners(self) -> dict[int, QualificationReason]:
        """One of each table: its winner, else who follows him there, else the best of the other tables."""
        tables = self._finishes(self.entry.winners)
        filled: dict[TableFinish, tuple[int, QualificationReason]] = {}
        taken = set(self.why)
        for table in tables:
            first = table.order[0]
            if first not in self.declined:
                code = f"winner_{table.by}"
                filled[table] = first, QualificationReason(code, {"stage": table.stage, "table": table.table})
                taken.add(first)
        for table in tables:
            if table not in filled:
                free = [
                    place
                    for place, player in enumerate(table.order, 1)
                    if player not in self.declined and player not in taken
                ]
                if free:
                    facts = {"place": free[0], "players": table.order[: free[0] - 1]}
                    taken.add(table.order[free[0] - 1])
                    where = {"stage": table.stage, "table": table.table}
                    filled[table] = (
                        table.order[free[0] - 1],
                        QualificationReason("next_at_table", where | facts),
                    )
        for table in tables:
            if table not in filled:
                substitute = self._free(tables, taken)
                if substitute is not None:
                    player, facts = substitute
                    taken.add(player)
                    filled[table] = (
                        player,
                        QualificationReason("of_another_table", facts | {"declined": table.table}),
                    )
        return dict(filled[table] for table in tables if table in filled)

    def _free(self, tables: Sequence[TableFinish], taken: Iterable[int]) -> tuple[int, dict[str, Any]] | None:
        """The best-ranked of the seconds who are free, else of the thirds, and so on."""
        taken = {*taken, *self.declined}
        for place in count(2):
            there = [table for table in tables if len(table.order) >= place]
            free = [table for table in there if table.order[place - 1] not in taken]
            if free:
                best = min(free, key=lambda table: self._better(table.order[place - 1]))
                player = best.order[place - 1]
                facts = {"stage": best.stage, "table": best.table, "place": place}
                return player, facts | {"reference": self.entry.reference, "rank": self.place.get(player)}
            if not there:
                break
        return None

    def _for_direct(self, declined: Sequence[int]) -> dict[int, tuple[int, QualificationReason]]:
        """Who stands in for direct finalists that declined after the semi-finals, by the one who did."""
        substitutes: dict[int, tuple[int, QualificationReason]] = {}
        taken = set(self.why)
        tables = self._finishes(self.entry.winners) if declined else []
        for gone in declined:
            free = self._free(tables, taken)
            if free is not None:
                substitutes[gone] = free[0], QualificationReason("for_direct", free[1] | {"player": gone})
                taken.add(free[0])
        return substitutes

    def _losers(self) -> dict[int, QualificationReason]:
        return {
            player: QualificationReason("loser", {"stage": table.stage, "table": table.table, "place": place})
            for table in self._finishes(self.entry.losers)
            for place, player in enumerate(table.order[1:], 2)
            if player not in self.declined
        }

    def _wildcards(self) -> dict[int, QualificationReason]:
        """The best single results of those behind the ranked places."""
        rule = self.entry.wildcards
        if rule is None:
            return {}
        ahead: set[int] = set()
        if self.entry.ranked:
            ranked = self._without(self.entry.ranked.stage, self.early | self.late)
            ahead = {player for place, player, _ in ranked if place < self.entry.ranked.first}
        candidates = []
        for place, player, _ in self._without(rule.stage, self.early | self.late):
            best = self._best_result(rule, player)
            if best is not None and not (player in ahead or player in self.why or player in self.declined):
                candidates.append((-best[0], place, player, best[1]))
        return {
            player: QualificationReason("wildcard", {"stage": rule.stage, "best": best, "place": place})
            for _, place, player, best in sorted(candidates)[: rule.count]
        }

    def _best_result(self, rule: WildCards, player: int) -> tuple[Fraction, Fraction] | None:
        """How good the best result is, and the result; None: too few games. Where points do not rank, they
        are places.
        """
        ledger = self._ledger(rule.stage)
        games = games_played(ledger, player)
        results = ledger.results_of(player)
        if games < max(rule.min_games, 1) or not results:
            return None
        if "points" in ledger.record.method.ranking:
            return max(results), max(results)
        counted = [one for one in results if one]
        return -min(counted), min(counted)


def _places(record: Record, table: Table) -> tuple[list[int], str]:
    """The places at a table that must have one winner, and what made him that (see TableFinish)."""
    options = record.scoring_options
    usual = _places_by(record, table, options)
    if table.seat_scores is None or options.ties != "none":
        more = usual
    else:
        more = _places_by(record, table, replace(options, ties="rtu-2014"))
    by = "level" if more.count(1) > 1 else "ties" if usual.count(1) > 1 else "place"
    return more, by


def _places_by(record: Record, table: Table, options: Any) -> list[int]:
    """Points by wind rank over all tables: here the places are those at the table itself."""
    if table.seat_scores is not None and record.method.by_seat:
        return list(places(at_table(table.seat_scores, options.ties, options.low_wins)))
    scored = record.method.score([table], options)[0]
    return list(scored.places) if scored else [1] * len(table.seats)
