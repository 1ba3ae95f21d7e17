"""A report file as a document (rules/trf.md#reading); `trf.py` is the way back."""

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import Any

from msgspec.structs import replace

from pairing.registry import SYSTEM_SPECS, SYSTEMS
from pairing.system import System
from pairing.trf_comments import interventions_in
from pairing.trf_rounds import RoundsOfFile, as_number
from scoring.criteria import CRITERIA
from scoring.document import as_decimal
from scoring.identity import Identity, ListedRating, ReportFacts, arbiter_of
from scoring.json_text import LARGEST_NUMBER
from scoring.ledger import Ledger
from scoring.record import (
    Document,
    DocumentPlayer,
    DocumentStage,
    Number,
    Prohibition,
    ValidationIssue,
    read,
    record_of,
    write,
)
from scoring.trf import AccelerationLine, PlayerLine, Trf
from scoring.trf_columns import issue_at
from scoring.trf_reading import WHOLE_FILE, read_trf
from scoring.trf_writing import points_text

_SWISS = ("FIDE_DUTCH", "CUSTOM_SWISS")
_MOST_NAMED = 5
_MOST_TRIED = 1000
"""Ways in which those who missed round 1 may have been entered or not: all where they are 44 at most."""


def document_in(text: str | bytes) -> tuple[Document, list[ValidationIssue]]:
    """The document of a report file, and every default that was taken. DocumentError: all its faults."""
    trf, notes = read_trf(text)
    reader = _TrfRoundReader(trf, notes)
    # What a document may not have is found by the reader of documents.
    document = read(write(reader.document()), SYSTEM_SPECS)
    reader.compare_points(document)
    return reader.as_accelerated(document), notes


class _TrfRoundReader:
    def __init__(self, trf: Trf, notes: list[ValidationIssue]) -> None:
        self.trf = trf
        self.notes = notes
        self.lines = {player.number: player for player in trf.players}
        self.interventions = interventions_in(trf.comments, self.lines)
        self.system, self.options = self.read_system()
        self.national = {line.number: line for line in reversed(trf.national)}
        self.rounds = RoundsOfFile(trf, self.system, self.interventions)

    def note(self, code: str, **facts: Any) -> None:
        self.notes.append(ValidationIssue(WHOLE_FILE, code, facts))

    def document(self) -> Document:
        if self.trf.teams:
            self.note("trf_teams")
        lists = self.rating_lists()
        return Document(
            name=self.trf.name,
            report=self.report(lists),
            players=tuple(self.player(line, lists) for line in self.trf.players),
            stages=(
                DocumentStage(
                    system=self.system.name,
                    options={**self.options, **self.rounds.options()},
                    scoring=self.system.spec.scoring,
                    scoring_options=self.scoring_options(),
                    ranking=self.ranking(),
                    dates={
                        place: day
                        for place, group in enumerate(self.rounds.groups, 1)
                        if group[0] <= len(self.trf.dates) and (day := self.trf.dates[group[0] - 1])
                    },
                    prohibited=self.prohibited(),
                    interventions=self.interventions.others,
                    requested_byes={
                        line.number: byes
                        for line in self.trf.players
                        if not self.rounds.predetermined and (byes := self.byes_to_come(line))
                    },
                    adjustments=tuple(self.rounds.adjustments()),
                    rounds=self.rounds.rounds(),
                ),
            ),
        )

    def read_system(self) -> tuple[System, dict[str, Any]]:
        """The system with its options: by record 192, else by what the file looks like."""
        rounds = self.trf.rounds or self.trf.rounds_begun or max(1, len(self.trf.dates))
        codes = (self.trf.system.upper(), *self.likely_systems())
        for code in codes:
            for system in SYSTEMS.values():
                if system.report is None:
                    continue
                options = system.report.options(code, rounds, len(self.lines))
                if options is None:
                    continue
                if code != codes[0]:
                    said = self.trf.system or self.trf.kind or "–"
                    self.note("trf_system_taken", found=said, system=system.name)
                return system, self.with_details(system, dict(options), rounds)
        raise AssertionError("CUSTOM_SWISS is the code of a system")

    def likely_systems(self) -> tuple[str, ...]:
        said = f"{self.trf.system} {self.trf.kind}".lower()
        if "swiss" in said or "svizzer" in said:
            return _SWISS
        if any(word in said for word in ("robin", "berger", "girone")) or self.everybody_meets_everybody():
            return ("BERGER_ROUNDROBIN",)
        return ("CUSTOM_KNOCKOUT",) if any(word in said for word in ("knock", "elimin")) else _SWISS

    def everybody_meets_everybody(self) -> bool:
        games = Counter(
            frozenset((line.number, cell.opponent))
            for line in self.trf.players
            for cell in line.rounds
            if cell.opponent
        )
        players = len(self.lines)
        pairs = players * (players - 1) // 2
        return players > 2 and len(games) == pairs and len(set(games.values())) == 1

    def with_details(self, system: System, options: dict[str, Any], rounds: int) -> dict[str, Any]:
        """The options with what other records say: first colour, points of a bye, games of a match."""
        known = system.spec.options.__struct_fields__
        if "rounds" in known and self.trf.rounds is None:
            self.note("trf_rounds_taken", rounds=rounds)
        if "first_white" in known and (colour := self.trf.first_colour or self.colour_in_round_1()):
            options["first_white"] = colour == "w"
        if "bye_points" in known and (bye := self.trf.points_of("U")) != 1:
            options["bye_points"] = bye
        return options

    def colour_in_round_1(self) -> str:
        """That of the first by number who had one: the first colour where there is no record 152."""
        first = (line.rounds[0].colour for line in self.trf.players if line.rounds)
        return next(filter(None, first), "")

    def player(self, line: PlayerLine, lists: Sequence[str]) -> DocumentPlayer:
        national = self.national.get(line.number)
        family, comma, given = (part.strip() for part in line.name.partition(","))
        name = f"{family} {given}".strip() if comma else line.name
        if not name:
            name = f"N. {line.number}"
            self.notes.append(issue_at(line.line, 15, 47, "trf_name_taken", name=name))
        fide_id = line.fide_id
        if fide_id and fide_id > LARGEST_NUMBER:
            self.notes.append(issue_at(line.line, 58, 68, "trf_id_dropped", found=str(fide_id)))
            fide_id = None
        rating_in = {"fide": line.rating, "national": national.rating if national else None}
        ratings = [
            next((found for name in rating_list.split("-") if (found := rating_in[name])), None)
            for rating_list in lists
        ]
        joined, absent = self.participation(line)
        return DocumentPlayer(
            id=line.number,
            name=name,
            number=line.number,
            rating=ratings[0] if ratings else None,
            other_ratings=tuple(ratings[1:]) if any(ratings[1:]) else (),
            title=line.title or (national.category if national else "") or None,
            joined=joined,
            absent=absent,
            withdrawn=self.rounds.left.get(line.number),
            identity=Identity(
                family=family if comma and given else "",
                given=given if comma and family else "",
                sex=line.sex or (national.sex if national else ""),
                born=line.born or (national.born if national else ""),
                federation=line.federation,
                fide_id=fide_id,
                fide_title=line.title,
                national_id=national.national_id if national else "",
                category=national.category if national else "",
                origin=national.origin if national else "",
                ratings=tuple(
                    ListedRating(list=name, rating=rating)
                    for name, rating in rating_in.items()
                    if rating and any("-" in rating_list for rating_list in lists)
                ),
            ),
        )

    def participation(self, line: PlayerLine) -> tuple[int, tuple[int, ...]]:
        """The first round played, and the rounds missed, those to come that are announced among them."""
        if self.rounds.predetermined:
            return 1, ()
        begun, joined = self.rounds.begun, self.rounds.joined(line)
        announced = {number for number, cell in enumerate(line.rounds, 1) if number > begun and cell.result}
        for bye in self.trf.byes:
            if bye.round > begun and line.number in bye.players:
                announced.add(bye.round)
        if line.number in self.trf.absent:
            announced.add(begun + 1)
        missed = (number for number in self.rounds.missed(line) if number >= joined)
        return joined, (*missed, *sorted(announced))

    def byes_to_come(self, line: PlayerLine) -> dict[int, Number]:
        """The byes with points of rounds not paired yet, asked for or allocated beforehand."""
        kinds = {
            number: cell.result for number, cell in enumerate(line.rounds, 1) if number > self.rounds.begun
        }
        kinds |= {bye.round: bye.kind for bye in self.trf.byes if line.number in bye.players}
        return {
            number: as_number(self.trf.points_of(kind))
            for number, kind in sorted(kinds.items())
            if number > self.rounds.begun and kind in ("F", "H", "U")
        }

    def rating_lists(self) -> tuple[str, ...]:
        lists = []
        if any(line.rating for line in self.trf.players):
            lists.append("fide")
        if any(line.rating for line in self.trf.national):
            lists.append("national")
        method = self.trf.rank_method[1]
        if len(lists) > 1 and method in ("FIDON", "NIDOF"):
            return ("fide-national",) if method == "FIDON" else ("national-fide",)
        return tuple(lists[::-1] if method in ("NRO", "NIDOF") else lists)

    def report(self, lists: tuple[str, ...]) -> ReportFacts:
        trf = self.trf
        return ReportFacts(
            city=trf.city,
            federation=trf.federation,
            starts_on=trf.starts_on,
            ends_on=trf.ends_on,
            chief_arbiter=arbiter_of(trf.chief_arbiter),
            deputies=tuple(arbiter_of(deputy) for deputy in trf.deputies),
            time_control=trf.time_control,
            time_control_code=trf.time_control_code,
            national=trf.national[0].list if trf.national else "",
            rating_lists=lists,
        )

    def scoring_options(self) -> dict[str, Any]:
        options = {
            name: as_number(self.trf.scoring[letter])
            for name, letter in (("win", "W"), ("draw", "D"), ("loss", "L"))
            if letter in self.trf.scoring
        }
        if "P" in self.trf.scoring and not self.rounds.predetermined and "bye_points" not in self.options:
            options["bye"] = as_number(self.trf.scoring["P"])
        by_forfeit = {line.points for line in self.trf.abnormal if line.kind == "+"}
        if len(by_forfeit) == 1 and by_forfeit != {self.trf.points_of("+")} and not self.rounds.left:
            options["forfeit_win"] = as_number(next(iter(by_forfeit)))
        return options

    def ranking(self) -> tuple[str, ...]:
        codes = self.trf.standings or (("PTS", *self.trf.tie_breaks) if self.trf.tie_breaks else ())
        names = {f"OTHER_{name.upper()}": name for name in CRITERIA}
        names |= {row.acronym: name for name, row in CRITERIA.items() if row.acronym}
        unknown = [code for code in codes if code not in names]
        if unknown:
            self.note("trf_tie_breaks_dropped", codes=unknown)
        ranking = tuple(dict.fromkeys(names[code] for code in codes if code in names))
        if not ranking:
            ranking = self.system.ranking
            self.note("trf_ranking_taken", codes=[CRITERIA[name].acronym or name for name in ranking])
        return ranking

    def prohibited(self) -> tuple[Prohibition, ...]:
        """Record 260; to the last round is to the end."""
        if self.trf.prohibited and not self.system.spec.chooses_opponents:
            self.note("trf_prohibited_dropped", system=self.system.name)
            return ()
        rounds = self.trf.rounds or self.rounds.begun
        return tuple(
            Prohibition(
                players=line.players,
                first=line.first_round,
                last=line.last_round if line.first_round <= line.last_round < rounds else None,
            )
            for line in self.trf.prohibited
            if len(set(line.players)) == len(line.players) > 1
        )

    def as_accelerated(self, document: Document) -> Document:
        """The document with the virtual points of the file. They rest on who was entered for round 1: so they
        tell who missed it from who entered late, of whom those who played first are the likelier to have
        been there. Notes virtual points that are not those of the stage's options.
        """
        if self.system.report is None or not self.trf.accelerations:
            return document
        accelerated = self.system.report.accelerated
        if _shape(accelerated(record_of(document, SYSTEM_SPECS))) != _shape(self.trf.accelerations):
            self.note("trf_acceleration_dropped")
            return document
        last = max(line.last for line in self.trf.accelerations)
        late = sorted(  # the last one with virtual points was certainly there
            (player for player in document.players if player.joined > 1),
            key=lambda player: (player.id != last, player.joined),
        )
        before = [player for player in late if player.id <= last]
        after = [player for player in late if player.id > last]
        choices = (
            (first, total - first)
            for total in range(len(late) + 1)
            for first in range(max(0, total - len(after)), min(total, len(before)) + 1)
        )
        for first, second in islice(choices, _MOST_TRIED):
            entered = {player.id: _from_the_start(player) for player in (*before[:first], *after[:second])}
            players = tuple(entered.get(player.id, player) for player in document.players)
            changed = replace(document, players=players)
            if accelerated(record_of(changed, SYSTEM_SPECS)) == self.trf.accelerations:
                return changed
        self.note("trf_acceleration_dropped")
        return document

    def compare_points(self, document: Document) -> None:
        """Notes the players whose points in the file are not those of their results."""
        if self.system.spec.family == "knockout":
            return
        points = Ledger(record_of(document, SYSTEM_SPECS)).points_of
        differing = [
            f"{line.number} ({points_text(line.points)}, {points_text(as_decimal(points[line.number]))})"
            for line in self.trf.players
            if line.points is not None
            and line.number in points
            and not any(cell.result for cell in line.rounds[self.rounds.begun :])
            and points_text(as_decimal(points[line.number])) != points_text(line.points)
        ]
        if differing:
            more = ["…"] if len(differing) > _MOST_NAMED else []
            self.note("trf_points_differ", players=[*differing[:_MOST_NAMED], *more])


def _shape(lines: Sequence[AccelerationLine]) -> list[AccelerationLine]:
    """The virtual points of which rounds, whoever the last is that has them."""
    return [replace(line, last=0) for line in lines]


def _from_the_start(player: DocumentPlayer) -> DocumentPlayer:
    """The player as entered for round 1, which he missed with those after it."""
    return replace(player, joined=1, absent=(*range(1, player.joined), *player.absent))
