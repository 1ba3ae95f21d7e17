"""A stage of a document as a report file (rules/trf.md#writing); `trf_document.py` is the way back."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from operator import itemgetter

from msgspec import Struct

from pairing.registry import SYSTEM_SPECS, SYSTEMS, rounds_of
from pairing.system import ReportType, System
from pairing.trf_comments import in_comment
from scoring.criteria import CRITERIA
from scoring.document import as_decimal
from scoring.identity import ReportArbiter, ReportFacts
from scoring.ledger import Ledger
from scoring.record import (
    Document,
    DocumentPlayer,
    DocumentTable,
    GameScore,
    Number,
    Record,
    ValidationIssue,
    record_of,
)
from scoring.standings import ranked_ledger, standings
from scoring.trf import (
    ABNORMAL_KINDS,
    FIDE_TITLES,
    MOST_ROUNDS,
    AbnormalLine,
    ByeLine,
    NationalLine,
    PlayerLine,
    ProhibitionLine,
    Trf,
    TrfCell,
    decided_before,
)
from scoring.trf_writing import LONGEST_NAME
from scoring.withdrawals import annulled

MOST_PLAYERS = 9_999
PROGRAM = "ClubTornei"
_TITLES = {"GMI": "GM", "MI": "IM", "MF": "FM"}
"""The Italian abbreviations of FIDE's titles. CM is left out: in Italy it is a national category, too."""


class NoReport(Exception):
    """The stage has no report file; the issue says why, and what helps."""

    def __init__(self, issue: ValidationIssue) -> None:
        super().__init__(issue.code)
        self.issue = issue


class TrfColumn(Struct, frozen=True):
    """A round of the file: the round of the stage, and which game of its matches, both from 1."""

    round: int
    game: int


def report_of(document: Document, stage: int | None = None) -> tuple[Trf, list[ValidationIssue]]:
    """The stage (from 1; None: the last) as a report file, and what a federation would miss in it.

    NoReport: there is none. DocumentError, Undecided: as `record_of`.
    """
    record = record_of(document, SYSTEM_SPECS, stage)
    system = SYSTEMS[record.spec.name]
    return _Writer(record, system, _report_type(record, system)).trf(), list(_missing(record))


def missing_in(document: Document, stage: int | None = None) -> list[ValidationIssue]:
    """What a federation would miss in the stage's file, be it made already or not; nothing where there is
    none. DocumentError, Undecided: as `record_of`.
    """
    record = record_of(document, SYSTEM_SPECS, stage)
    return list(_missing(record)) if SYSTEMS[record.spec.name].report else []


def _report_type(record: Record, system: System) -> ReportType:
    """How files call the system. NoReport: they do not, or results are missing."""
    path = f"stages[{record.number - 1}]"
    if system.report is None:
        code = "report_multiplayer" if system.spec.multiplayer else "report_no_colours"
        raise NoReport(ValidationIssue(f"{path}.system", code))
    if len(record.players) > MOST_PLAYERS or record.rounds_played > MOST_ROUNDS:
        raise NoReport(ValidationIssue(path, "report_size", {"players": MOST_PLAYERS, "rounds": MOST_ROUNDS}))
    gone = annulled(record)
    for code, adjourned in (("report_adjourned", True), ("report_open", False)):
        games = [
            f"{' – '.join(record.players[player].name for player in table.seats)} ({number})"
            for number, played in enumerate(record.rounds, 1)
            for table in played.tables
            if table.result is None and table.adjourned is adjourned and gone.isdisjoint(table.seats)
        ]
        if games:
            raise NoReport(ValidationIssue(f"{path}.rounds", code, {"games": games}))
    return system.report


class _Writer:
    def __init__(self, record: Record, system: System, report_type: ReportType) -> None:
        self.record = record
        self.system = system
        self.type = report_type
        self.report: ReportFacts = record.document.report
        self.numbers = {player.id: number for number, player in enumerate(record.by_number, 1)}
        self.games_in_match = system.match(record.options)
        self.columns = [
            TrfColumn(number, game)
            for number, played in enumerate(record.rounds, 1)
            for game in range(
                1,
                1 + max((len(self.games(table)) for table in played.tables if table.result), default=1),
            )
        ]
        ranked = ranked_ledger(record)
        self.ledger: Ledger = ranked[0]
        self.ranks = {row.player: row.rank for row in standings(record, ranked)}
        self.comments: list[str] = []
        self.scoring = self.points_by_letter()
        self.cells = {player: [TrfCell() for _ in self.columns] for player in record.players}
        for place, column in enumerate(self.columns):
            for player, cell in self.cells_of(column).items():
                self.cells[player][place] = cell
        if record.spec.family == "round-robin" and any(
            cell.result == "U" for cells in self.cells.values() for cell in cells
        ):
            self.scoring["P"] = Decimal(0)  # a rest of a calendar

    def trf(self) -> Trf:
        abnormal = self.abnormal()
        worth = Trf(scoring=self.scoring)
        total = rounds_of(self.record) or 0
        played = len(self.columns)
        players = []
        for player in self.record.by_number:
            cells = self.cells[player.id]
            points = sum((worth.points_of(cell.result) for cell in cells if cell.result), Decimal(0))
            if self.games_in_match is None:
                points = as_decimal(self.ledger.points_of.get(player.id, Fraction(0)))
            players.append(self.player(player, points, tuple(cells)))
        codes = tuple(self.tie_break(name) for name in self.record.stage.ranking)
        national = [line for line in map(self.national, self.record.by_number) if line]
        return Trf(
            name=self.record.document.name,
            city=self.report.city,
            federation=self.report.federation,
            starts_on=self.report.starts_on,
            ends_on=self.ends_on(),
            kind=self.type.words,
            chief_arbiter=arbiter_text(self.report.chief_arbiter),
            deputies=tuple(arbiter_text(arbiter) for arbiter in self.report.deputies),
            time_control=self.report.time_control or self.report.time_control_code,
            dates=tuple(self.record.stage.dates.get(column.round, "") for column in self.columns),
            rounds=(played if self.games_in_match else max(total, played)) or None,
            first_colour=self.first_colour(),
            scoring={
                letter: points
                for letter, points in self.scoring.items()
                if points != (self.scoring["W"] if letter == "P" else Trf().points_of(_OF_LETTER[letter]))
            },
            rank_method=(self.report.national or self.report.federation, self.rank_method()),
            program=PROGRAM,
            system=self.type.code(self.record.options),
            tie_breaks=codes[1:] if codes[:1] == ("PTS",) else (),
            standings=codes,
            time_control_code=self.report.time_control_code,
            players=tuple(players),
            national=tuple(national),
            byes=tuple(self.byes(max(total, played))),
            accelerations=self.type.accelerated(self.record),
            prohibited=tuple(
                ProhibitionLine(
                    prohibited.first,
                    prohibited.last or max(total, played, prohibited.first),
                    tuple(sorted(self.numbers[player] for player in prohibited.players)),
                )
                for prohibited in self.record.stage.prohibited
            ),
            abnormal=tuple(abnormal),
            comments=(*self.interventions(), *self.comments),
        )

    def ends_on(self) -> str:
        """The last day, not before that of a round."""
        return max(self.report.ends_on, *self.record.stage.dates.values(), "")

    def tie_break(self, name: str) -> str:
        """FIDE's acronym; its Sonneborn-Berger is ours only where a draw is half of a win."""
        acronym = CRITERIA[name].acronym
        halves = 2 * self.scoring["D"] == self.scoring["W"] and not self.scoring["L"]
        return acronym if acronym and (halves or not acronym.startswith("SB")) else f"OTHER_{name.upper()}"

    def points_by_letter(self) -> dict[str, Decimal]:
        """Record 162; a forfeit lost is worth what an absence is (A), or has a record 299."""
        options = self.record.scoring_options
        bye = getattr(self.record.options, "bye_points", self.record.method.bye(options))
        if self.record.spec.family != "swiss":
            bye = options.win
        return {
            "W": Decimal(options.win),
            "D": Decimal(options.draw),
            "L": Decimal(options.loss),
            "A": Decimal(0),
            "P": Decimal(bye),
        }

    def games(self, table: DocumentTable) -> list[tuple[GameScore, bool]]:
        """The games of a table with whether each is a forfeit: one, or in a match those it was played in."""
        assert table.shares is not None
        if self.games_in_match is None or not table.games:
            return [(table.shares, table.forfeit)]
        games = [(game, False) for game in table.games]
        return [*games, (table.shares, True)] if table.forfeit else games

    def cells_of(self, column: TrfColumn) -> dict[int, TrfCell]:
        played = self.record.rounds[column.round - 1]
        if column.game == 1:
            cells = {bye.player: self.bye(bye.points, requested=bye.requested) for bye in played.byes}
        else:
            cells = {}
        for table in (counting.as_reported for counting in played.tables):
            if table.shares is None:
                continue  # of somebody whose results are annulled
            games = self.games(table)
            if column.game > len(games):
                continue
            shares, forfeit = games[column.game - 1]
            played_before = [game for game, _forfeit in games]
            if not forfeit and decided_before(played_before, column.game, self.games_in_match or 1):
                self.comments.append(self.not_rated(table, column))
                continue
            colours = "wb" if column.game % 2 else "bw"
            for seat, player in enumerate(table.seats):
                opponent = self.numbers[table.seats[1 - seat]]
                result = _result(shares[seat], forfeit=forfeit, unrated=table.unrated)
                cells[player] = TrfCell(opponent, colours[seat], result)
        if self.games_in_match is None:
            cells = {**dict.fromkeys(self.record.players, TrfCell(0, "", "Z")), **cells}
        return {**cells, **dict(self.unplayed(column.round, cells))}

    def unplayed(self, number: int, cells: Mapping[int, TrfCell]) -> Iterator[tuple[int, TrfCell]]:
        """What a calendar has for those who do not play in a round: a rest, or a game with somebody whose
        results are annulled, lost by him by forfeit.
        """
        idle = {player for player, cell in cells.items() if cell.result in ("U", "Z")}
        for pair in self.type.scheduled(self.record, number):
            for player, opponent, colour in ((*pair, "w"), (*pair[::-1], "b")):
                if player not in idle:
                    continue
                if opponent is None:
                    yield player, TrfCell(0, "", "U")
                elif opponent in idle and not self.ledger.annulled.isdisjoint(pair):
                    result = "-" if player in self.ledger.annulled else "+"
                    yield player, TrfCell(self.numbers[opponent], colour, result)

    def bye(self, points: Number, *, requested: bool) -> TrfCell:
        """A bye by the pairing is U, but where somebody goes on in a bracket, which is worth nothing."""
        if not requested and (points or self.games_in_match is None):
            return TrfCell(0, "", "U")
        worth = {self.scoring["W"]: "F", self.scoring["D"]: "H"}
        return TrfCell(0, "", worth.get(Decimal(points), "H") if points else "Z")

    def not_rated(self, table: DocumentTable, column: TrfColumn) -> str:
        game = f"game {column.game} of {self.pair(table.seats)}"
        return f"Round {column.round}: {game} not rated, the match was decided"

    def abnormal(self) -> Iterator[AbnormalLine]:
        """What results brought other points than record 162 says: annulled ones, forfeits, byes."""
        if self.games_in_match is not None:
            return
        worth = Trf(scoring=self.scoring)
        players_by: dict[tuple[int, str, Decimal], list[int]] = defaultdict(list)
        for player in self.record.by_number:
            results = self.ledger.round_results.get(player.id)
            for place, cell in enumerate(self.cells[player.id]):
                points = as_decimal(results[place].points) if results else Decimal(0)
                expected = worth.points_of(cell.result)
                if points == expected:
                    continue
                kind = ABNORMAL_KINDS.get(cell.result, "")
                key = (place + 1, kind, points if kind else points - expected)
                players_by[key].append(self.numbers[player.id])
            for number, given in self.record.adjustments.get(player.id, {}).items():
                players_by[number, "", as_decimal(given)].append(self.numbers[player.id])
            if results and (start := self.ledger.head_start(player.id)):
                players_by[(player.joined, "", as_decimal(start))].append(self.numbers[player.id])
        for (number, kind, points), players in sorted(players_by.items()):
            yield AbnormalLine(kind, points, number, tuple(players))

    def byes(self, total: int) -> Iterator[ByeLine]:
        """Byes of the rounds played that bring points, and absences known for the rounds to come."""
        players_by: dict[tuple[int, str], list[int]] = defaultdict(list)
        for player in self.record.by_number:
            for number, cell in enumerate(self.cells[player.id], 1):
                if cell.result in ("H", "F"):
                    players_by[number, cell.result].append(self.numbers[player.id])
            for number in sorted(set(player.absent)):
                if self.record.rounds_played < number <= total:
                    points = self.record.stage.requested_byes.get(player.id, {}).get(number, 0)
                    kind = self.bye(points, requested=True).result
                    players_by[number, kind].append(self.numbers[player.id])
        for (number, kind), players in sorted(players_by.items()):
            yield ByeLine(kind, number, tuple(players))

    def player(self, player: DocumentPlayer, points: Decimal, cells: tuple[TrfCell, ...]) -> PlayerLine:
        identity = player.identity
        title = identity.fide_title.upper() or _fide_title(player.title)
        rank = self.ranks.get(player.id)
        last = sum(rank is not None for rank in self.ranks.values()) + 1
        return PlayerLine(
            number=self.numbers[player.id],
            name=report_name(player),
            sex=identity.sex,
            title=title if title in FIDE_TITLES else "",
            rating=self.rating(player, "fide"),
            federation=identity.federation,
            fide_id=identity.fide_id,
            born=identity.born,
            points=points,
            rank=rank or last,
            rounds=cells,
        )

    def national(self, player: DocumentPlayer) -> NationalLine | None:
        """The player's line of the national list; None: he is not in it."""
        identity, rating = player.identity, self.rating(player, "national")
        federation = self.report.national or self.report.federation
        if not federation or not (rating or identity.national_id or identity.category):
            return None
        return NationalLine(
            list=federation,
            number=self.numbers[player.id],
            category=identity.category,
            name=report_name(player),
            rating=rating,
            origin=identity.origin,
            national_id=identity.national_id,
        )

    def rating(self, player: DocumentPlayer, rating_list: str) -> int | None:
        """The rating in that list: as the identity has it, else as the event's lists say."""
        for listed in player.identity.ratings:
            if listed.list == rating_list and listed.rate == self.report.rate:
                return listed.rating
        ratings = (player.rating, *player.other_ratings)
        lists = [self.list_of(player, name) for name in self.report.rating_lists or ("fide",)]
        place = lists.index(rating_list) if rating_list in lists else len(ratings)
        rating = ratings[place] if place < len(ratings) else None
        return int(rating) if rating and 0 < rating <= 9999 else None

    def list_of(self, player: DocumentPlayer, event_list: str) -> str:
        """The list of a rating in a list of the event, which may be two in one."""
        lists = event_list.split("-")
        known = player.identity.rating_list
        return known if known in lists else lists[0]

    def rank_method(self) -> str:
        """Record 172: the list that numbers the players; others part those level in it."""
        if self.system.draws_numbers:
            return "OTHER"
        return _RANK_METHODS.get((self.report.rating_lists or ("fide",))[0], "OTHER")

    def first_colour(self) -> str:
        """The colour of the first by number among those of round 1, else as the stage's option says."""
        first_cells = (cells[0] for player in self.record.by_number if (cells := self.cells[player.id]))
        colour = next((cell.colour for cell in first_cells if cell.colour), "")
        if colour:
            return colour
        white = getattr(self.record.options, "first_white", None)
        return "" if white is None else "bw"[white]

    def interventions(self) -> Iterator[str]:
        """What the arbiter did, and what was paired before it had a result, round by round."""
        found = [*self.interventions_in_rounds(), *self.renumberings(), *self.other_interventions()]
        for number, kind, text in sorted(found, key=itemgetter(0)):
            yield f"{kind} @ Round {number}: {text}"

    def interventions_in_rounds(self) -> Iterator[tuple[int, str, str]]:
        for number, played in enumerate(self.record.rounds, 1):
            for table in played.tables:
                if table.by_hand:
                    yield number, "MPA", self.pair(table.seats)
                if table.reported is not None:
                    yield number, "Correction", f"{self.pair(table.seats)} {self.counting(table)}"
            for earlier, place in played.provisional:
                table = self.record.rounds[earlier - 1].tables[place - 1]
                text = f"{self.pair(table.seats)} of round {earlier} paired as a draw"
                yield number, "Adjournment", text

    def counting(self, table: DocumentTable) -> str:
        """The comment of a table with another result for the report than counts."""
        assert table.shares is not None
        first, second = (
            _result(share, forfeit=table.forfeit, unrated=table.unrated) for share in table.shares
        )
        return in_comment(first, second)

    def renumberings(self) -> Iterator[tuple[int, str, str]]:
        """The rounds before which the starting numbers were assigned again."""
        now = {player.id: player.number for player in self.record.by_number}
        numbers = [*(played.numbers or now for played in self.record.rounds), now]
        for number, (before, after) in enumerate(pairwise(numbers), 2):
            if any(after.get(player, given) != given for player, given in before.items()):
                yield number, "Configuration", "starting numbers assigned again"

    def other_interventions(self) -> Iterator[tuple[int, str, str]]:
        for known in self.record.stage.interventions:
            players = [player for player in known.players if player in self.numbers]
            text = f"{self.pair(players)} {known.text}" if players else known.text
            yield known.round, known.kind.capitalize(), text

    def pair(self, players: Iterable[int]) -> str:
        return " - ".join(str(self.numbers[player]) for player in players)


_OF_LETTER = {"W": "1", "D": "=", "L": "0", "A": "Z", "P": "U"}
_RANK_METHODS: Mapping[str, str] = {
    "fide": "FIDE",
    "national": "NRO",
    "fide-national": "FIDON",
    "national-fide": "NIDOF",
}


def _result(share: Number, *, forfeit: bool, unrated: bool) -> str:
    letters = "+ -" if forfeit else "WDL" if unrated else "1=0"
    return letters[0] if share == 1 else letters[2] if share == 0 else letters[1]


def _fide_title(title: str | None) -> str:
    found = (title or "").strip().upper()
    return "" if found == "CM" else _TITLES.get(found, found)


def report_name(player: DocumentPlayer) -> str:
    """`Family, Given`; the name as it is where the two are not known apart."""
    identity = player.identity
    return f"{identity.family}, {identity.given}" if identity.family and identity.given else player.name


def arbiter_text(arbiter: ReportArbiter) -> str:
    """`IA Rossi Mario (800001)`."""
    number = f"({arbiter.fide_id})" if arbiter.fide_id else ""
    return " ".join(part for part in (arbiter.title, arbiter.name, number) if part)


def _missing(record: Record) -> Iterator[ValidationIssue]:
    """What rating the event needs and the document does not have, and what has no room in the file."""
    document, report = record.document, record.document.report
    facts = {
        "name": document.name.strip(),
        "report.city": report.city,
        "report.federation": report.federation,
        "report.starts_on": report.starts_on,
        "report.ends_on": report.ends_on,
        "report.chief_arbiter.name": report.chief_arbiter.name,
        "report.time_control": report.time_control or report.time_control_code,
    }
    if any(player.rating for player in record.players.values()):
        facts["report.rating_lists"] = "".join(report.rating_lists)
    for path, fact in facts.items():
        if not fact:
            yield ValidationIssue(path, "report_missing")
    without_day = [
        number for number in range(1, record.rounds_played + 1) if number not in record.stage.dates
    ]
    if without_day:
        yield ValidationIssue(
            f"stages[{record.number - 1}].dates", "report_missing_days", {"rounds": without_day}
        )
    places = {player.id: place for place, player in enumerate(document.players)}
    players_by_id = Counter(player.identity.fide_id for player in record.by_number)
    for player in record.by_number:
        path = f"players[{places[player.id]}]"
        yield from _missing_of(player, path)
        if (fide_id := player.identity.fide_id) and players_by_id[fide_id] > 1:
            same = {"name": player.name, "id": fide_id}
            yield ValidationIssue(f"{path}.identity.fide_id", "report_same_id", same)


def _missing_of(player: DocumentPlayer, path: str) -> Iterator[ValidationIssue]:
    identity = player.identity
    if not identity.fide_id:
        yield ValidationIssue(f"{path}.identity.fide_id", "report_missing_id", {"name": player.name})
    for name in ("sex", "born", "federation"):
        if not getattr(identity, name):
            yield ValidationIssue(f"{path}.identity.{name}", f"report_missing_{name}", {"name": player.name})
    if not (identity.family and identity.given):
        yield ValidationIssue(f"{path}.identity.family", "report_missing_names", {"name": player.name})
    if len(report_name(player)) > LONGEST_NAME:
        facts = {"name": report_name(player), "maximum": LONGEST_NAME}
        yield ValidationIssue(f"{path}.name", "report_long_name", facts)
