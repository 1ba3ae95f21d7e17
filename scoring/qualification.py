"""The entrants of a stage by its qualification rule, and why (rules/qualification.md#entry).

Players who decline are taken out of the ranking that places are given by. A table's winner who declines is
replaced by the next player of his table, and where a whole table declines by the best-ranked of the others'
seconds.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import count, groupby
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from scoring.cut_ties import Candidate, CutTie, CutTies, SharedAt, contested
from scoring.document import Document, DocumentRound
from scoring.ledger import Ledger
from scoring.open_tables import OpenTable, awaited_tables, open_tables
from scoring.qualification_rule import (
    BestOfGroups,
    DealtGroup,
    QualificationRule,
    WildCards,
    qualification_rule_of,
)
from scoring.random_keys import in_random_order
from scoring.stage_record import Record, listed_record
from scoring.standings import earlier_ranks, games_played, places_in, ranking
from scoring.system_spec import SystemSpec
from scoring.table_finishes import TableFinish, table_finish

LAST = 1_000_000
"""A place behind every place that a player can have."""


_BY_RANK = ("direct_", "ranked_", "best_of", "first_of", "of_another_table", "for_direct")
"""How the codes of those reasons begin for which a rank matters."""


class QualificationReason(Struct, frozen=True):
    """Why a player enters: a code and its facts, with ids for players; the words are in
    `qualification_reasons.py`.
    """

    code: str
    facts: Mapping[str, Any] = field(default_factory=dict)


class Qualified(Struct, frozen=True):
    """The ids that enter, in order; those of them with no semi-final to play; the reason of each.

    `ties`: the ties that decide who enters, decided ones too.
    """

    entrants: tuple[int, ...]
    direct: tuple[int, ...]
    why: Mapping[int, QualificationReason]
    ties: tuple[CutTie, ...] = ()

    @property
    def undecided(self) -> tuple[CutTie, ...]:
        """The ties that are not decided: before they are, the stage must not begin."""
        return tuple(tie for tie in self.ties if not tie.decided)


class Undecided(Exception):
    """The entrants are not known yet: results of a stage are missing (`tables`), or no table of it was
    played.
    """

    def __init__(self, document: Document, stage: int, tables: tuple[OpenTable, ...]) -> None:
        super().__init__(f"stage {stage}")
        self.document = document
        self.stage = stage
        self.tables = tables


def qualify(document: Document, systems: Mapping[str, SystemSpec], number: int) -> Qualified | None:
    """The entrants of the stage (from 1); None: it has no rule.

    The document must give the entrants of the stages before. Undecided: results that the rule needs are
    missing.
    """
    rule = qualification_rule_of(document.stages[number - 1])
    return None if rule is None else _Qualification(document, systems, number, rule).qualified()


class _Qualification:
    """The rule of stage `number` applied to the document. `why`: the entrants found so far, with reasons."""

    def __init__(
        self, document: Document, systems: Mapping[str, SystemSpec], number: int, rule: QualificationRule
    ) -> None:
        self.document = document
        self.systems = systems
        self.rule = rule
        self.declined = frozenset(document.stages[number - 1].declined)
        self.declined_early = frozenset(
            player for stage in rule.winners for player in self._declined_with(stage)
        )  # in the semi-finals whose winners enter
        self.declined_late = self._declined_with(number)
        self.why: dict[int, QualificationReason] = {}
        self.rankings: dict[int, list[int]] = {}
        self.ranks: dict[int, Mapping[int, int]] = {}
        self.ties = CutTies(document, number, self.declined_early | self.declined_late)
        self.level: list[tuple[Sequence[int], SharedAt, int, int]] = []  # what `CutTies.note` takes
        self.ledgers: dict[int, Ledger] = {}

    def qualified(self) -> Qualified:
        """Fills first the places by ranking, then those of winners, of substitutes, of losers, and wild
        cards.
        """
        direct = self._direct()
        staying_direct = {player: why for player, why in direct.items() if player not in self.declined}
        ranked, best = self._ranked(), {**self._best_of(), **self._first_of()}
        others = {**self._dealt_group(), **self._play_off()}
        self._add_entrants({**staying_direct, **ranked, **best, **others})
        self._add_entrants(winners := self._winners())
        substitutes = self._substitutes([player for player in direct if player not in staying_direct])
        self._add_entrants(dict(substitutes.values()))
        self._add_entrants(losers := self._losers())
        self._add_entrants(wildcards := self._wildcards())
        direct_or_substitute = [
            substitutes[player][0] if player in substitutes else player for player in direct
        ]
        listed = [player for player in direct_or_substitute if player in self.why]
        listed += [*ranked, *best, *winners, *losers, *wildcards, *others]
        self._note_ties()
        entrants = tuple(dict.fromkeys(listed))
        return Qualified(entrants, tuple(staying_direct), self.why, tuple(self.ties.found))

    def _note_ties(self) -> None:
        """The ties that decide who enters, and in the reasons of their players that they are level."""
        for part in (self.rule.direct, self.rule.ranked):
            if part is not None:
                self.level += self._shared_ranks(part.stage)
        by_rank = {player for player, why in self.why.items() if why.code.startswith(_BY_RANK)}
        for level, at, stage, number in {(tuple(found[0]), *found[1:]): None for found in self.level}:
            if not self.why.keys() >= set(level):
                self.ties.note(level, at, stage, number, by_rank if at == "rank" else self.why)
        for tie in self.ties.found:
            for player in tie.players:
                if player in self.why:
                    others = tuple(other for other in tie.players if other != player)
                    facts = {**self.why[player].facts, "level": others, "decided": tie.decided}
                    self.why[player] = replace(self.why[player], facts=facts)

    def _shared_ranks(self, number: int) -> list[tuple[Sequence[int], SharedAt, int, int]]:
        """The ranks of that stage which several share."""
        ranks = self.ranks[number]
        return [
            (level, "rank", number, rank)
            for rank, group in groupby(self._ranking(number), key=ranks.__getitem__)
            if len(level := list(group)) > 1
        ]

    def _add_entrants(self, players: Mapping[int, QualificationReason]) -> None:
        for player, why in players.items():
            self.why.setdefault(player, why)

    # Declines and rankings

    def _declined_with(self, number: int) -> frozenset[int]:
        """Who declined this stage or one parallel to it, which shares the same places of a ranking."""
        rule = qualification_rule_of(self.document.stages[number - 1])
        declined = set(self.document.stages[number - 1].declined)
        if rule is not None and rule.dealt and rule.ranked:
            for stage in self.document.stages:
                other_rule = qualification_rule_of(stage)
                if (
                    other_rule
                    and other_rule.dealt
                    and (other_rule.ranked, other_rule.dealt[1]) == (rule.ranked, rule.dealt[1])
                ):
                    declined.update(stage.declined)
        return frozenset(declined)

    @cached_property
    def dealt(self) -> tuple[int, int]:
        """The part of a ranking the stage takes: (i, W) is every W-th place from the i-th; else its
        semi-finals'.
        """
        if self.rule.dealt:
            return self.rule.dealt
        rules = (qualification_rule_of(self.document.stages[stage - 1]) for stage in self.rule.winners)
        return next((rule.dealt for rule in rules if rule and rule.dealt), (1, 1))

    def _record(self, number: int) -> Record:
        return listed_record(self.document, self.systems, number)

    def _ledger(self, number: int) -> Ledger:
        if number not in self.ledgers:
            record = self._record(number)
            self.ledgers[number] = Ledger(record, earlier_ranks(record))
        return self.ledgers[number]

    def _ranking(self, number: int) -> list[int]:
        """The ids of a stage's ranking from first to last; equal ranks as decided, else as listed."""
        if number not in self.rankings:
            ledger = self._ledger(number)
            found = ranking(ledger, ledger.record.stage.ranking)
            self.ranks[number] = found.ranks
            self.rankings[number] = [
                player
                for _, level in groupby(found.order, key=found.ranks.__getitem__)
                for player in self.ties.in_order(list(level), "rank", number)
            ]
        return self.rankings[number]

    def _finished_ranking(self, number: int) -> list[int]:
        """The ranking of a stage whose tables all have a result. Undecided: some have none."""
        played = self.document.stages[number - 1].rounds
        self._require_results(number, played, awaited_tables(self._record(number)))
        return self._ranking(number)

    def _require_results(
        self, number: int, played: Sequence[DocumentRound], missing: Iterable[OpenTable]
    ) -> None:
        awaited = tuple(missing)
        if awaited or not any(round_.tables for round_ in played):
            raise Undecided(self.document, number, awaited)

    @cached_property
    def reference_places(self) -> Mapping[int, int]:
        """The place of each id in the reference ranking."""
        return {player: place for place, player in enumerate(self._ranking(self.rule.reference), 1)}

    def _reference_place(self, player: int) -> int:
        return self.reference_places.get(player, LAST)

    def _ranking_without(
        self, number: int, declined: frozenset[int]
    ) -> list[tuple[int, int, QualificationReason]]:
        """Place, id and reason of each player of the stage's part of a ranking, without the `declined`."""
        chosen, sets = self.dealt
        placed: list[tuple[int, int, QualificationReason]] = []
        left_out: list[int] = []
        place = 0
        for place_with_all, player in enumerate(self._finished_ranking(number), 1):
            if player in declined:
                left_out.append(player)
                continue
            place += 1
            if (place - chosen) % sets:
                continue
            facts: dict[str, Any] = {"stage": number, "place": place}
            if left_out:
                facts |= {"before": place_with_all, "players": tuple(left_out)}
            placed.append((place, player, QualificationReason("up" if left_out else "place", facts)))
        return placed

    # The parts of a rule

    def _direct(self) -> dict[int, QualificationReason]:
        """The direct entrants, with those who declined only after the semi-finals."""
        rule = self.rule.direct
        if rule is None:
            return {}
        return {
            player: replace(why, code=f"direct_{why.code}")
            for place, player, why in self._ranking_without(
                rule.stage, self.declined_early if self.rule.winners else self.declined_late
            )
            if place <= rule.to
        }

    def _ranked(self) -> dict[int, QualificationReason]:
        rule = self.rule.ranked
        if rule is None:
            return {}
        return {
            player: replace(why, code=f"ranked_{why.code}")
            for place, player, why in self._ranking_without(
                rule.stage, self.declined_early | self.declined_late
            )
            if rule.first <= place <= rule.to
        }

    def _best_of(self) -> dict[int, QualificationReason]:
        rule = self.rule.best_of
        if rule is None:
            return {}
        groups = self._groups(rule)
        seen_of_group: dict[int | None, int] = {}
        candidates: list[Candidate] = []
        declined = self.declined_early | self.declined_late
        for player in self._finished_ranking(rule.stage):
            if player not in declined:
                group = groups.get(player)
                seen_of_group[group] = seen_of_group.get(group, 0) + 1
                # Players of no group come after those of all groups.
                candidates.append(
                    (LAST if group is None else seen_of_group[group], len(candidates), player, group)
                )
        candidates.sort()
        self.level += [
            (contested(candidates, rule.count, level), at, stage, rank)
            for level, at, stage, rank in self._shared_ranks(rule.stage)
        ]
        return {
            player: QualificationReason(
                "best_of" if group else "best_of_rest",
                {"stage": rule.stage, "place": place, "groups": rule.groups, "group": group},
            )
            for place, _, player, group in candidates[: rule.count]
        }

    def _first_of(self) -> dict[int, QualificationReason]:
        """The first places of each of several stages: all firsts, then all seconds, and so on."""
        rule = self.rule.first_of
        if rule is None:
            return {}
        declined = self.declined_early | self.declined_late
        for stage in rule.stages:
            self._finished_ranking(stage)
            self.level += self._shared_ranks(stage)
        placed = [
            (place, order, player, stage)
            for order, stage in enumerate(dict.fromkeys(rule.stages))
            for place, player in enumerate(
                (player for player in self._finished_ranking(stage) if player not in declined), 1
            )
            if place <= rule.to
        ]
        return {
            player: QualificationReason("first_of", {"stage": stage, "place": place})
            for place, _, player, stage in sorted(placed)
        }

    def _dealt_group(self) -> dict[int, QualificationReason]:
        """The players of one of the groups into which all are dealt, but for late entries
        (rules/qualification.md#groups).
        """
        rule = self.rule.group
        if rule is None:
            return {}
        declined = set(self.declined)
        for stage in self.document.stages:
            other = qualification_rule_of(stage)
            if other and other.group and (other.group.of, other.group.by) == (rule.of, rule.by):
                declined.update(stage.declined)
        players = [
            player.id
            for player in sorted(self.document.players, key=lambda player: player.number)
            if player.id not in declined and player.joined == 1
        ]
        if rule.by == "lot":
            players = in_random_order(players, self.document.seed, 1, "groups")
        numbers = {player.id: player.number for player in self.document.players}
        facts = {"group": rule.group, "of": rule.of}
        return {
            player: QualificationReason(f"dealt_{rule.by}", facts | {"number": numbers[player]})
            for place, player in enumerate(players)
            if _group_at(place, rule) == rule.group
        }

    def _play_off(self) -> dict[int, QualificationReason]:
        """Those who share the first place of a finished stage; nobody where one is alone."""
        rule = self.rule.play_off
        if rule is None:
            return {}
        ranked = self._finished_ranking(rule.stage)
        places = places_in(self._ledger(rule.stage))
        level = [player for player in ranked if places.get(player) == 1 and player not in self.declined]
        reason = QualificationReason("play_off", {"stage": rule.stage})
        return dict.fromkeys(level, reason) if len(level) > 1 else {}

    def _groups(self, rule: BestOfGroups) -> dict[int, int]:
        """The group of each id, a wind or a table from 1; players who changed it have none."""
        if rule.groups == "none":
            return dict.fromkeys(self._ranking(rule.stage), 1)
        groups_of: dict[int, list[int]] = {}
        for played in self.document.stages[rule.stage - 1].rounds:
            for board, table in enumerate(played.tables, 1):
                for wind, player in enumerate(table.seats, 1):
                    groups_of.setdefault(player, []).append(wind if rule.groups == "winds" else board)
        return {player: groups[0] for player, groups in groups_of.items() if len(set(groups)) == 1}

    def _table_finishes(self, stages: Sequence[int]) -> list[TableFinish]:
        """The results of the last round's tables of these stages, in their order."""
        finishes = []
        for number in stages:
            rounds = self.document.stages[number - 1].rounds
            record = self._record(number)
            self._require_results(number, rounds[-1:], open_tables(record, (len(rounds),)))
            for board, table in enumerate(rounds[-1].tables, 1):
                finishes.append(table_finish(record, board, table, self.ties, self._reference_place))
        return finishes

    def _winners(self) -> dict[int, QualificationReason]:
        """One player of each table: the winner, else the next at it, else the best of the other tables."""
        tables = self._table_finishes(self.rule.winners)
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
                    table_facts = {"stage": table.stage, "table": table.table}
                    filled[table] = (
                        table.order[free[0] - 1],
                        QualificationReason("next_at_table", table_facts | facts),
                    )
        for table in tables:
            if table not in filled:
                substitute = self._best_free_player(tables, taken)
                if substitute is not None:
                    player, facts = substitute
                    taken.add(player)
                    filled[table] = (
                        player,
                        QualificationReason("of_another_table", facts | {"declined": table.table}),
                    )
        self._note_tables(tables)
        return dict(filled[table] for table in tables if table in filled)

    def _note_tables(self, tables: Sequence[TableFinish]) -> None:
        self.level += [
            (level, "table", table.stage, table.table) for table in tables for level in table.level
        ]

    def _best_free_player(
        self, tables: Sequence[TableFinish], taken: Iterable[int]
    ) -> tuple[int, dict[str, Any]] | None:
        """The best-ranked second who has neither entered nor declined, else third, and so on; with the facts
        of it.
        """
        taken = {*taken, *self.declined}
        for place in count(2):
            long_enough = [table for table in tables if len(table.order) >= place]
            free = [table for table in long_enough if table.order[place - 1] not in taken]
            if free:
                best = min(free, key=lambda table: self._reference_place(table.order[place - 1]))
                player = best.order[place - 1]
                ranks = self.ranks[self.rule.reference]
                level = [
                    table.order[place - 1]
                    for table in free
                    if ranks.get(table.order[place - 1]) == ranks.get(player)
                ]
                self.level.append((level, "rank", self.rule.reference, ranks.get(player, LAST)))
                facts = {"stage": best.stage, "table": best.table, "place": place}
                return player, facts | {
                    "reference": self.rule.reference,
                    "rank": self.reference_places.get(player),
                }
            if not long_enough:
                break
        return None

    def _substitutes(self, declined: Sequence[int]) -> dict[int, tuple[int, QualificationReason]]:
        """For each direct finalist who declined after the semi-finals his substitute, with the reason."""
        substitutes: dict[int, tuple[int, QualificationReason]] = {}
        taken = set(self.why)
        tables = self._table_finishes(self.rule.winners) if declined else []
        for decliner in declined:
            free = self._best_free_player(tables, taken)
            if free is not None:
                substitutes[decliner] = (
                    free[0],
                    QualificationReason("for_direct", free[1] | {"player": decliner}),
                )
                taken.add(free[0])
        return substitutes

    def _losers(self) -> dict[int, QualificationReason]:
        tables = self._table_finishes(self.rule.losers)
        self._note_tables(tables)
        return {
            player: QualificationReason("loser", {"stage": table.stage, "table": table.table, "place": place})
            for table in tables
            for place, player in enumerate(table.order[1:], 2)
            if player not in self.declined
        }

    def _wildcards(self) -> dict[int, QualificationReason]:
        """The players behind the ranked places with the best single results."""
        rule = self.rule.wildcards
        if rule is None:
            return {}
        ahead: set[int] = set()
        if self.rule.ranked:
            ranked = self._ranking_without(self.rule.ranked.stage, self.declined_early | self.declined_late)
            ahead = {player for place, player, _ in ranked if place < self.rule.ranked.first}
        candidates = []
        level: dict[tuple[Fraction, int], list[int]] = {}
        for place, player, _ in self._ranking_without(rule.stage, self.declined_early | self.declined_late):
            best = self._best_result(rule, player)
            if best is not None and not (player in ahead or player in self.why or player in self.declined):
                candidates.append((-best[0], place, player, best[1]))
                level.setdefault((best[0], self.ranks[rule.stage][player]), []).append(player)
        self.level += [(players, "wildcard", rule.stage, rank) for (_, rank), players in level.items()]
        return {
            player: QualificationReason("wildcard", {"stage": rule.stage, "best": best, "place": place})
            for _, place, player, best in sorted(candidates)[: rule.count]
        }

    def _best_result(self, rule: WildCards, player: int) -> tuple[Fraction, Fraction] | None:
        """The best single result as a value to compare, more being better, and as it is; None: too few games.

        Where the ranking is not by points, results are places and fewer is better.
        """
        ledger = self._ledger(rule.stage)
        games = games_played(ledger, player)
        results = ledger.single_results(player)
        if games < max(rule.min_games, 1) or not results:
            return None
        if "points" in ledger.record.method.ranking:
            return max(results), max(results)
        counted = [value for value in results if value]
        return -min(counted), min(counted)


def _group_at(place: int, rule: DealtGroup) -> int:
    """The group, from 1, that the player at that place of the deal (from 0) gets."""
    lap, position = divmod(place, rule.of)
    return rule.of - position if rule.by == "serpentine" and lap % 2 else position + 1
