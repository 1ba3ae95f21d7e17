"""From the lines of a spreadsheet to a plan: who is new, who is updated, which rows are invalid.

A plan is only made here; actions.import_players carries it out. Planning again with the same lines, columns
and roster gives the same plan with the same fingerprint.
"""

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db.models import TextChoices
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubtornei.accounts.models import Club
from clubtornei.players.cells import LABELS, CellError, clean_line
from clubtornei.players.forms import PlayerForm
from clubtornei.players.models import Player
from clubtornei.players.names import sort_key, spellings
from clubtornei.players.player_index import PlayerIndex
from clubtornei.players.spreadsheet import Line
from clubtornei.untyped import CleanedData, Columns


class Status(TextChoices):
    """What importing a row does."""

    NEW = "new", gettext_lazy("nuovo")
    UPDATE = "update", gettext_lazy("aggiorna")
    SAME = "same", gettext_lazy("già in elenco")
    DUPLICATE = "duplicate", gettext_lazy("doppione")
    BAD = "bad", gettext_lazy("da correggere")


@dataclass(slots=True)
class Row:
    """A line and what importing it does. `errors` and `changes` are ready to be shown to the organiser."""

    line: Line
    values: CleanedData = field(default_factory=dict)  # clean values by field, without empty cells
    errors: list[CellError] = field(default_factory=list)
    status: Status = Status.BAD
    player: Player | None = None  # whom it updates
    changes: list[tuple[str, object, object]] = field(default_factory=list)  # (field, before, after)
    repeats: int | None = None  # of a duplicate: the number of the line above with the same player
    homonym: bool = False  # new, although a player with other ids has the same name

    @property
    def number(self) -> int:
        return self.line.number

    @property
    def writes(self) -> bool:
        """Whether importing it adds or updates a player."""
        return self.status in (Status.NEW, Status.UPDATE)

    @property
    def labelled_changes(self) -> list[tuple[str, object, object]]:
        """`changes` with the labels of the fields."""
        return [(str(LABELS[name]), before, after) for name, before, after in self.changes]


@dataclass(slots=True)
class Plan:
    """What an import does, row by row."""

    rows: list[Row]

    @property
    def counts(self) -> Counter[str]:
        """The number of rows of each status, those of no row included."""
        counts = Counter(dict.fromkeys(Status.values, 0))
        counts.update(row.status.value for row in self.rows)
        return counts

    @property
    def writes(self) -> int:
        """The number of rows that add or update a player."""
        return sum(row.writes for row in self.rows)

    @property
    def fingerprint(self) -> str:
        """A hash that differs whenever confirming would do something else than what was previewed."""
        effects = [
            (
                row.number,
                row.status.value,
                row.player and row.player.pk,
                sorted(row.values.items()),
                row.changes,
            )
            for row in self.rows
        ]
        return hashlib.sha256(repr(effects).encode()).hexdigest()


def plan_import(club: Club, lines: Sequence[Line], columns: Sequence[str]) -> Plan:
    """What importing these lines would do to the club's roster. One query."""
    fields = PlayerForm(instance=Player(club=club)).fields
    players = list(club.players.all())
    planner = _Planner(PlayerIndex(players), spellings(player.affiliation for player in players))
    return Plan([planner.plan(Row(line, *clean_line(line, columns, fields))) for line in lines])


class _Planner:
    """Compares rows, in their order, with the roster and with the rows above.

    `affiliations`: for each sort key the spelling used so far.
    """

    def __init__(self, roster: PlayerIndex, affiliations: dict[str, str]) -> None:
        self.roster = roster
        self.affiliations = affiliations
        self.above = PlayerIndex()
        self.line_numbers: dict[int, int] = {}  # id() of a player of `above` → number of his line
        self.matched: dict[int, int] = {}  # pk of a player on the roster → number of his line

    def plan(self, row: Row) -> Row:
        """The row with its status and what belongs to it."""
        if row.errors:
            return row
        if key := sort_key(row.values.get("affiliation", "")):
            # The Varma draw compares clubs letter by letter: «circolo a» must not become another club.
            row.values["affiliation"] = self.affiliations.setdefault(key, row.values["affiliation"])
        if repeated := self.above.candidates(row.values):
            row.status, row.repeats = Status.DUPLICATE, self.line_numbers[id(repeated[0])]
            return row
        self._match_with_roster(row)
        if row.status != Status.BAD:
            player = Player(**row.values)
            self.line_numbers[id(player)] = row.number
            self.above.add(player)
        return row

    def _match_with_roster(self, row: Row) -> None:
        """Decide which player of the roster the row is, if any."""
        candidates = self.roster.candidates(row.values)
        if len(candidates) > 1:
            row.errors.append(_ambiguity_error(row.values))
        elif not candidates:
            row.status, row.homonym = Status.NEW, bool(self.roster.namesakes(row.values))
        elif candidates[0].pk in self.matched:
            row.status, row.repeats = Status.DUPLICATE, self.matched[candidates[0].pk]
        else:
            row.player = candidates[0]
            self.matched[row.player.pk] = row.number
            row.changes = _changes(row.player, row.values)
            row.status = Status.UPDATE if row.changes else Status.SAME


def _ambiguity_error(values: Columns) -> CellError:
    if values.get("fide_id") or values.get("fsi_id"):
        return str(LABELS["fide_id"]), _("codici e nome indicano giocatori diversi dell’elenco.")
    return str(LABELS["name"]), _(
        "in elenco più giocatori hanno questo nome: serve il codice FIDE o la tessera."
    )


def _changes(player: Player, values: Columns) -> list[tuple[str, object, object]]:
    """(field, before, after) of the fields that differ.

    A name that differs only in case or accents stays as the roster has it; empty cells erase nothing.
    """
    return [
        (name, getattr(player, name), value)
        for name, value in values.items()
        if getattr(player, name) != value
        and not (name == "name" and sort_key(value) == sort_key(player.name))
    ]
