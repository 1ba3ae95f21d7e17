"""A report file as a document (rules/trf.md#reading); `trf.py` is the way back."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import product
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pairing.registry import SYSTEM_SPECS, SYSTEMS
from pairing.system import System
from pairing.trf_comments import interventions_in
from scoring.criteria import CRITERIA
from scoring.identity import Arbiter, Identity, Report
from scoring.json_text import LARGEST_NUMBER
from scoring.ledger import Ledger
from scoring.record import (
    Bye,
    Document,
    Number,
    Player,
    Prohibition,
    Round,
    Shares,
    Stage,
    Table,
    ValidationIssue,
    read,
    record_of,
    write,
)
from scoring.trf import ABNORMAL_KINDS, DRAWS, LOSSES, WINS, Cell, PlayerLine, Trf, decided_before
from scoring.trf_columns import issue_at
from scoring.trf_reading import WHOLE_FILE, read_trf
from scoring.trf_writing import points_text

_ARBITER = re.compile(r"(?:(IA|FA|NA)\s+)?(.*?)(?:\s*\(\s*(?:ID:?\s*)?(\d{4,9})\s*\))?", re.IGNORECASE)
_SWISS = ("FIDE_DUTCH", "CUSTOM_SWISS")
_MOST_NAMED = 5


def document_in(text: str | bytes) -> tuple[Document, list[ValidationIssue]]:
    """The document of a report file, and every default that was taken. DocumentError: all its faults."""
    trf, notes = read_trf(text)
    document = _Reader(trf, notes).document()
    # What a document may not have is found by the reader of documents.
    return read(write(document), SYSTEM_SPECS), notes


class Game(Struct, frozen=True):
    """A game of the file: who has White, and the result of each."""

    white: int
    black: int
    results: tuple[str, str]

    @property
    def shares(self) -> Shares | None:
        """None: it is not known."""
        if self.results[0] in ("", "X"):
            return None
        first, second = (_share(result) for result in self.results)
        return first, second

    @property
    def forfeit(self) -> bool:
        return self.results[0] in ("+", "-")

    @property
    def pair(self) -> frozenset[int]:
        return frozenset((self.white, self.black))


class _Reader:
    def __init__(self, trf: Trf, notes: list[ValidationIssue]) -> None:
        self.trf = trf
        self.notes = notes
        self.lines = {player.number: player for player in trf.players}
        self.interventions = interventions_in(trf.comments, self.lines)
        self.begun = trf.rounds_begun
        self.system, self.options = self.read_system()
        self.predetermined = self.system.spec.family != "swiss"
        if self.system.spec.family == "knockout":  # who goes on without a game has a round, too
            filled = [
                number for line in trf.players for number, cell in enumerate(line.rounds, 1) if cell != Cell()
            ]
            self.begun = max(filled, default=0)
        self.columns = [self.games(number) for number in range(1, self.begun + 1)]
        self.abnormal = {
            (player, line.round, line.kind): line
            for line in trf.abnormal
            for player in (line.players or self.lines)
        }
        in_calendar = trf.players if self.system.spec.family == "round-robin" else ()
        self.left = {
            line.number: first for line in in_calendar if (first := self.withdrawn(line)) is not None
        }

    def note(self, code: str, **facts: Any) -> None:
        self.notes.append(ValidationIssue(WHOLE_FILE, code, facts))

    def document(self) -> Document:
        if self.trf.teams:
            self.note("trf_teams")
        lists = self.rating_lists()
        groups = self.column_groups()
        rounds = [self.round(group) for group in groups]
        document = Document(
            name=self.trf.name,
            report=self.report(lists),
            players=tuple(self.player(line, lists) for line in self.trf.players),
            stages=(
                Stage(
                    system=self.system.name,
                    options=self.options,
                    scoring=self.system.spec.scoring,
                    scoring_options=self.scoring_options(),
                    ranking=self.ranking(),
                    dates={
                        place: day
                        for place, group in enumerate(groups, 1)
                        if group[0] <= len(self.trf.dates) and (day := self.trf.dates[group[0] - 1])
                    },
                    prohibited=self.prohibited(),
                    interventions=self.interventions.others,
                    rounds=tuple(self.with_interventions(rounds)),
                ),
            ),
        )
        self.compare_points(document)
        return self.as_accelerated(document)

    def read_system(self) -> tuple[System, dict[str, Any]]:
        """The system with its options: by record 192, else by what the file looks like."""
        rounds = self.trf.rounds or self.begun or max(1, len(self.trf.dates))
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
        return next((colour for line in self.trf.players if (colour := _cell(line, 1).colour)), "")

    def games(self, number: int) -> list[Game]:
        """The games of a column, in the order of the lower number."""
        games = []
        for line in self.trf.players:
            cell = _cell(line, number)
            if cell.opponent > line.number:
                other = _cell(self.lines[cell.opponent], number)
                results = cell.result, other.result
                if cell.colour == "w":
                    games.append(Game(line.number, cell.opponent, results))
                else:
                    games.append(Game(cell.opponent, line.number, results[::-1]))
        return games

    def column_groups(self) -> list[list[int]]:
        """The columns (from 1) of each round: in a knockout a match has as many as games."""
        groups: list[list[int]] = []
        for number, games in enumerate(self.columns, 1):
            pairs = {game.pair for game in games}
            before = {game.pair for game in self.columns[groups[-1][0] - 1]} if groups else set()
            if self.system.spec.family == "knockout" and pairs and pairs <= before:
                groups[-1].append(number)
            else:
                groups.append([number])
        if self.system.spec.family == "knockout" and groups:
            self.knockout_options(groups)
        return groups

    def knockout_options(self, groups: Sequence[Sequence[int]]) -> None:
        matches = [
            self.table([self.columns[number - 1] for number in group], game).games or ()
            for group in groups
            for game in self.columns[group[0] - 1]
            if not game.forfeit
        ]
        if matches:
            # The fewest games by which none of them was played for nothing.
            least, most = min(map(len, matches)) or 1, max(map(len, matches))
            games = next(
                (
                    games
                    for games in range(least, most)
                    if not any(_wasted(match, games) for match in matches)
                ),
                max(least, most),
            )
            if games > 1:
                self.options["games"] = games
        before = groups[-1][0] - 1
        if any(
            all(_has_lost_match(self.lines[player].rounds[:before]) for player in game.pair)
            for game in self.columns[before]
        ):
            self.options["third_place"] = True

    def round(self, group: Sequence[int]) -> Round:
        columns = [self.columns[number - 1] for number in group]
        tables = [
            self.table(columns, game)
            for game in columns[0]
            if not any(self.has_left(player, group[0]) for player in game.pair)
        ]
        byes = [
            bye
            for line in self.trf.players
            if (bye := self.bye(line, group[0], _cell(line, group[0]))) is not None
        ]
        return Round(tables=tuple(tables), byes=tuple(byes))

    def table(self, columns: Sequence[Sequence[Game]], first: Game) -> Table:
        """The table of a game, or of a match whose games stand in several columns."""
        seats = first.white, first.black
        games = [game for column in columns for game in column if game.pair == first.pair]
        if len(games) == 1:
            return Table(
                seats=seats,
                result=first.shares,
                forfeit=first.forfeit,
                adjourned="X" in first.results,
                unrated=first.results[0] in ("W", "D", "L"),
            )
        played = [
            game.shares if game.white == first.white else game.shares[::-1]
            for game in games
            if game.shares is not None and not game.forfeit
        ]
        forfeits = [game for game in games if game.forfeit]
        if forfeits:
            shares = forfeits[0].shares
            result = shares if forfeits[0].white == first.white else shares and shares[::-1]
        else:
            lead = sum(one - other for one, other in played)
            half: Number = Decimal("0.5")
            result = (1, 0) if lead > 0 else (0, 1) if lead < 0 else (half, half)
        return Table(seats=seats, result=result, forfeit=bool(forfeits), games=tuple(played))

    def bye(self, line: PlayerLine, number: int, cell: Cell) -> Bye | None:
        """The bye of a round; None: a game, or an absence."""
        if self.has_left(line.number, number):
            return None
        if self.has_left(cell.opponent, number):
            return Bye(player=line.number, points=0)
        if cell.opponent:
            return None
        if cell.result in ("", "Z"):
            rests = self.predetermined and self.rests(line, number)
            return Bye(player=line.number, points=0) if rests else None
        points = self.trf.points_of(cell.result)
        if changed := self.abnormal.get((line.number, number, cell.result)):
            points = changed.points
        elif added := self.abnormal.get((line.number, number, "")):
            points += added.points
        return Bye(player=line.number, points=_number(points), requested=cell.result != "U")

    def rests(self, line: PlayerLine, number: int) -> bool:
        """Does the player have a rest in that round of a calendar, or go on without playing?"""
        if self.system.spec.family != "knockout":
            return True
        still_in = _cell(line, number).result == "Z" and not _has_lost_match(line.rounds[: number - 1])
        return still_in or any(cell.opponent for cell in line.rounds[number:])

    def withdrawn(self, line: PlayerLine) -> int | None:
        """The first round that the player of a calendar does not play, if his results are annulled: he is the
        last, and by record 299 all his games are worth nothing. None: they count.
        """
        if line.rank != max((other.rank or 0 for other in self.trf.players), default=0):
            return None
        worthless = {
            (player, number)
            for (player, number, _kind), changed in self.abnormal.items()
            if not changed.points
        }
        tail = self.begun
        while tail and (cell := _cell(line, tail)).result in ("", "Z", "U", "-"):
            if cell.opponent and (cell.opponent, tail) not in worthless:
                break  # a game that both lost by forfeit
            tail -= 1
        scored = {
            (player, number)
            for number, games in enumerate(self.columns, 1)
            for game in games
            if line.number in game.pair
            for player, result in zip((game.white, game.black), game.results, strict=True)
            if result in (*WINS, *DRAWS)
        }
        return tail + 1 if scored and scored <= worthless else None

    def has_left(self, player: int, number: int) -> bool:
        """Are the player's results annulled, and does he no longer play in that round?"""
        return self.left.get(player, number + 1) <= number

    def with_interventions(self, rounds: Sequence[Round]) -> Iterator[Round]:
        """The rounds with what comments say: tables by hand, results that are reported only, games that
        counted as draws when adjourned.
        """
        said = self.interventions
        for number, played in enumerate(rounds, 1):
            tables = []
            for table in played.tables:
                place = number, frozenset(table.seats)
                counting = self.as_it_counts(number, table) if place in said.reported else table
                tables.append(replace(counting, by_hand=True) if place in said.by_hand else counting)
            games = tuple(
                (earlier, place)
                for drawn, pair, earlier in said.adjourned
                if drawn == number and 1 <= earlier < number
                for place, table in enumerate(rounds[earlier - 1].tables, 1)
                if frozenset(table.seats) == pair
            )
            yield Round(tables=tuple(tables), byes=played.byes, provisional=games)

    def as_it_counts(self, number: int, table: Table) -> Table:
        """A table whose result was corrected for the report only, with the one that counts: by its points."""
        shares = {self.trf.points_of(result): _share(result) for result in (WINS[0], DRAWS[0], LOSSES[0])}
        counting = []
        for player in table.seats:
            result = _cell(self.lines[player], number).result
            changed = self.abnormal.get((player, number, ABNORMAL_KINDS.get(result, "")))
            counting.append(shares.get(changed.points if changed else self.trf.points_of(result)))
        first, second = counting
        if table.shares is None or first is None or second is None:
            return table
        return replace(table, result=(first, second), reported=table.shares)

    def player(self, line: PlayerLine, lists: Sequence[str]) -> Player:
        national = next((other for other in self.trf.national if other.number == line.number), None)
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
        ratings = [rating_in[rating_list] for rating_list in lists]
        joined, absent = self.participation(line)
        return Player(
            id=line.number,
            name=name,
            number=line.number,
            rating=ratings[0] if ratings else None,
            other_ratings=tuple(ratings[1:]) if any(ratings[1:]) else (),
            title=line.title or (national.category if national else "") or None,
            joined=joined,
            absent=absent,
            withdrawn=self.left.get(line.number),
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
            ),
        )

    def participation(self, line: PlayerLine) -> tuple[int, tuple[int, ...]]:
        """The first round played, and the rounds missed, those to come that are announced among them."""
        missed = [
            number
            for number in range(1, self.begun + 1)
            if not _cell(line, number).opponent and _cell(line, number).result in ("", "Z")
        ]
        if self.predetermined:
            return 1, ()
        joined = 1
        while self.system.open_field and joined in missed:
            joined += 1
        announced = {
            number for number, cell in enumerate(line.rounds, 1) if number > self.begun and cell.result
        }
        for bye in self.trf.byes:
            if bye.round > self.begun and line.number in bye.players:
                announced.add(bye.round)
                if bye.kind != "Z":
                    self.note("trf_bye_to_come", round=bye.round, player=line.number)
        if line.number in self.trf.absent:
            announced.add(self.begun + 1)
        return joined, (*(number for number in missed if number > joined), *sorted(announced))

    def rating_lists(self) -> tuple[str, ...]:
        lists = []
        if any(line.rating for line in self.trf.players):
            lists.append("fide")
        if any(line.rating for line in self.trf.national):
            lists.append("national")
        return tuple(lists[::-1] if self.trf.rank_method[1] in ("NRO", "NIDOF") else lists)

    def report(self, lists: tuple[str, ...]) -> Report:
        trf = self.trf
        return Report(
            city=trf.city,
            federation=trf.federation,
            starts_on=trf.starts_on,
            ends_on=trf.ends_on,
            chief_arbiter=_arbiter(trf.chief_arbiter),
            deputies=tuple(_arbiter(deputy) for deputy in trf.deputies),
            time_control=trf.time_control,
            time_control_code=trf.time_control_code,
            national=trf.national[0].list if trf.national else "",
            rating_lists=lists,
        )

    def scoring_options(self) -> dict[str, Any]:
        options = {
            name: _number(self.trf.scoring[letter])
            for name, letter in (("win", "W"), ("draw", "D"), ("loss", "L"))
            if letter in self.trf.scoring
        }
        if "P" in self.trf.scoring and not self.predetermined and "bye_points" not in self.options:
            options["bye"] = _number(self.trf.scoring["P"])
        by_forfeit = {line.points for line in self.trf.abnormal if line.kind == "+"}
        if len(by_forfeit) == 1 and by_forfeit != {self.trf.points_of("+")} and not self.left:
            options["forfeit_win"] = _number(next(iter(by_forfeit)))
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
        rounds = self.trf.rounds or self.begun
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
        last = max(line.last for line in self.trf.accelerations)
        late = sorted(  # the last one with virtual points was certainly there
            (player for player in document.players if player.joined > 1),
            key=lambda player: (player.id != last, player.joined),
        )
        before = [player for player in late if player.id <= last]
        after = [player for player in late if player.id > last]
        choices = product(range(len(before) + 1), range(len(after) + 1))
        for first, second in sorted(choices, key=sum):
            entered = {player.id: _from_the_start(player) for player in (*before[:first], *after[:second])}
            players = tuple(entered.get(player.id, player) for player in document.players)
            changed = replace(document, players=players)
            if self.system.report.accelerated(record_of(changed, SYSTEM_SPECS)) == self.trf.accelerations:
                return changed
        self.note("trf_acceleration_dropped")
        return document

    def compare_points(self, document: Document) -> None:
        """Notes the players whose points in the file are not those of their results."""
        if self.system.spec.family == "knockout":
            return
        points = Ledger(record_of(document, SYSTEM_SPECS)).points_of
        differing = [
            f"{line.number} ({points_text(line.points)}, {points_text(_exact(points[line.number]))})"
            for line in self.trf.players
            if line.points is not None
            and line.number in points
            and not any(cell.result for cell in line.rounds[self.begun :])
            and points_text(_exact(points[line.number])) != points_text(line.points)
        ]
        if differing:
            more = ["…"] if len(differing) > _MOST_NAMED else []
            self.note("trf_points_differ", players=[*differing[:_MOST_NAMED], *more])


def _cell(line: PlayerLine, number: int) -> Cell:
    return line.rounds[number - 1] if number <= len(line.rounds) else Cell()


def _from_the_start(player: Player) -> Player:
    """The player as entered for round 1, which he missed with those after it."""
    return replace(player, joined=1, absent=(*range(1, player.joined), *player.absent))


def _has_lost_match(cells: Sequence[Cell]) -> bool:
    """Did the player lose the last of his matches?"""
    games = [cell for cell in cells if cell.opponent]
    match = [cell for cell in games if cell.opponent == games[-1].opponent]
    if match and match[-1].result in ("+", "-"):
        return match[-1].result == "-"
    return 2 * sum(_share(cell.result) for cell in match) < len(match)


def _wasted(match: Sequence[Shares], games: int) -> bool:
    return any(decided_before(match, number, games) for number in range(1, len(match) + 1))


def _share(result: str) -> Number:
    return 1 if result in WINS else 0 if result in LOSSES else Decimal("0.5")


def _number(value: Decimal) -> Number:
    return int(value) if value == value.to_integral_value() else value


def _exact(points: Any) -> Decimal:
    return Decimal(points.numerator) / Decimal(points.denominator)


def _arbiter(text: str) -> Arbiter:
    found = _ARBITER.fullmatch(text)
    if found is None:
        return Arbiter(name=text)
    return Arbiter(
        name=found[2].strip(), title=(found[1] or "").upper(), fide_id=int(found[3]) if found[3] else None
    )
