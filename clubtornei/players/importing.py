"""From the lines of a spreadsheet to a plan: who is new, who is updated with what, which rows are bad.

A plan is only made here, never carried out (actions.import_players does that), and making it again from the
same text, columns and roster gives the same plan with the same fingerprint.
"""

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import TextChoices
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubtornei.accounts.models import Club
from clubtornei.players.columns import CHOICES, GIVEN_NAME, IGNORED, RATINGS, SURNAME
from clubtornei.players.forms import PlayerForm, clean_name
from clubtornei.players.models import Player
from clubtornei.players.names import sort_key, spellings
from clubtornei.players.spreadsheet import Line

LABELS = dict(CHOICES)
NO_VALUE = {
    "-",
    "–",
    "—",
    "?",
    "/",
    "n.c.",
    "nc",
    "n.d.",
    "nd",
    "n/a",
    "na",
    "unr",
    "unrated",
    "#n/d",
    "#n/a",
}
THOUSANDS = re.compile(r"\d{1,3}([.'’ ]\d{3})+")
NOTHING_AFTER_THE_POINT = re.compile(r"(\d+)[.,]0*")
DATE = re.compile(r"(?:(\d{4})[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](\d{4}))(?:[ T].*)?")


class Status(TextChoices):
    NEW = "new", gettext_lazy("nuovo")
    UPDATE = "update", gettext_lazy("aggiorna")
    SAME = "same", gettext_lazy("già in elenco")
    DUPLICATE = "duplicate", gettext_lazy("doppione")
    BAD = "bad", gettext_lazy("da correggere")


@dataclass(slots=True)
class Row:
    """A line and what becomes of it. `faults` and `changes` are ready to be read by the organiser."""

    line: Line
    values: dict[str, Any] = field(default_factory=dict)  # cleaned, without what the sheet leaves empty
    faults: list[tuple[str, str]] = field(default_factory=list)  # (label of the field, what is wrong)
    status: Status = Status.BAD
    player: Player | None = None  # whom it updates
    changes: list[tuple[str, Any, Any]] = field(default_factory=list)  # (field, before, after)
    twin: int | None = None  # number of the line it repeats
    homonym: bool = False  # new, though somebody of another id has the same name

    @property
    def number(self) -> int:
        return self.line.number

    @property
    def writes(self) -> bool:
        return self.status in (Status.NEW, Status.UPDATE)

    @property
    def labelled_changes(self) -> list[tuple[str, Any, Any]]:
        return [(str(LABELS[name]), before, after) for name, before, after in self.changes]


@dataclass(slots=True)
class Plan:
    rows: list[Row]

    @property
    def counts(self) -> Counter[str]:
        """How many rows of each status; every status is there."""
        counts = Counter(dict.fromkeys(Status.values, 0))
        counts.update(row.status.value for row in self.rows)
        return counts

    @property
    def writes(self) -> int:
        return sum(row.writes for row in self.rows)

    @property
    def fingerprint(self) -> str:
        """Changes whenever confirming would do something else than what was shown."""
        told = [
            (
                row.number,
                row.status.value,
                row.player and row.player.pk,
                sorted(row.values.items()),
                row.changes,
            )
            for row in self.rows
        ]
        return hashlib.sha256(repr(told).encode()).hexdigest()


class People:
    """Players found by id or name: those on the roster, or those of the lines above."""

    def __init__(self, players: Iterable[Player] = ()) -> None:
        self._by_fide: dict[int, Player] = {}
        self._by_fsi: dict[str, Player] = {}
        self._by_name: defaultdict[str, list[Player]] = defaultdict(list)
        for player in players:
            self.add(player)

    def add(self, player: Player) -> None:
        if player.fide_id:
            self._by_fide[player.fide_id] = player
        if player.fsi_id:
            self._by_fsi[player.fsi_id] = player
        self._by_name[sort_key(player.name)].append(player)

    def known(self, values: dict[str, Any]) -> list[Player]:
        """Who these values mean: one, none, or several between whom nothing decides. Ids go before names."""
        owners = [self._by_fide.get(values.get("fide_id", 0)), self._by_fsi.get(values.get("fsi_id", ""))]
        by_id = {id(owner): owner for owner in owners if owner}
        if by_id:
            return list(by_id.values())
        return [player for player in self.namesakes(values) if _may_be(player, values)]

    def namesakes(self, values: dict[str, Any]) -> list[Player]:
        return self._by_name.get(sort_key(values["name"]), [])


def _may_be(player: Player, values: dict[str, Any]) -> bool:
    """No id contradicts that the namesake is the same person."""
    return not any(
        getattr(player, name) and values.get(name) and getattr(player, name) != values[name]
        for name in ("fide_id", "fsi_id")
    )


def plan_of(club: Club, lines: Sequence[Line], columns: Sequence[str]) -> Plan:
    """What importing these lines would do to the club's roster. One query."""
    fields = PlayerForm(instance=Player(club=club)).fields
    players = list(club.players.all())
    roster, above = People(players), People()
    affiliations = spellings(player.affiliation for player in players)
    claimed: dict[int, int] = {}
    numbers: dict[int, int] = {}  # id() of a player of the lines above → number of the line
    rows = []
    for line in lines:
        row = _cleaned(line, columns, fields)
        rows.append(row)
        if row.faults:
            continue
        if key := sort_key(row.values.get("affiliation", "")):
            # The Varma draw compares clubs letter by letter: «circolo a» must not be another one.
            row.values["affiliation"] = affiliations.setdefault(key, row.values["affiliation"])
        if twins := above.known(row.values):
            row.status, row.twin = Status.DUPLICATE, numbers[id(twins[0])]
            continue
        _meet(row, roster, claimed)
        if row.status != Status.BAD:
            person = Player(**row.values)
            numbers[id(person)] = row.number
            above.add(person)
    return Plan(rows)


def _meet(row: Row, roster: People, claimed: dict[int, int]) -> None:
    """Decide whether the row is somebody of the roster. `claimed`: pk already met → number of its line."""
    known = roster.known(row.values)
    if len(known) > 1:
        row.faults.append(_several(row.values))
    elif not known:
        row.status, row.homonym = Status.NEW, bool(roster.namesakes(row.values))
    elif known[0].pk in claimed:
        row.status, row.twin = Status.DUPLICATE, claimed[known[0].pk]
    else:
        row.player = known[0]
        claimed[row.player.pk] = row.number
        row.changes = _changes(row.player, row.values)
        row.status = Status.UPDATE if row.changes else Status.SAME


def _several(values: dict[str, Any]) -> tuple[str, str]:
    if values.get("fide_id") or values.get("fsi_id"):
        return str(LABELS["fide_id"]), _("codici e nome indicano giocatori diversi dell’elenco.")
    return str(LABELS["name"]), _(
        "in elenco più giocatori hanno questo nome: serve il codice FIDE o la tessera."
    )


def _changes(player: Player, values: dict[str, Any]) -> list[tuple[str, Any, Any]]:
    """A name that differs only by case or accents stays as the club writes it; empty cells erase nothing."""
    return [
        (name, getattr(player, name), value)
        for name, value in values.items()
        if getattr(player, name) != value
        and not (name == "name" and sort_key(value) == sort_key(player.name))
    ]


def _cleaned(line: Line, columns: Sequence[str], fields: dict[str, forms.Field]) -> Row:
    row = Row(line)
    cells = {name: cell for name, cell in zip(columns, line.cells, strict=False) if name != IGNORED}
    given, surname = cells.pop(GIVEN_NAME, ""), cells.pop(SURNAME, "")
    cells["name"] = cells.get("name") or f"{surname} {given}".strip()
    for name, cell in cells.items():
        try:
            value = fields[name].clean(_tidied(name, cell))
            if name == "name":
                value = clean_name(value)
        except ValidationError as error:
            row.faults.append(
                (str(LABELS[name]), f"«{cell}»: {error.messages[0]}" if cell else error.messages[0])
            )
        else:
            if value not in (None, ""):
                row.values[name] = value
    return row


def _tidied(name: str, cell: str) -> str:
    """The cell as the form's field expects it: spreadsheets write 1850.0, 1.850, 1850,00 and whole dates."""
    if name == "name" or name not in (*RATINGS, "fide_id", "fsi_id", "birth_year"):
        return cell
    if cell.casefold() in NO_VALUE:
        return ""
    if name == "birth_year" and (date := DATE.fullmatch(cell)):
        return date[1] or date[2]
    if name != "fsi_id" and THOUSANDS.fullmatch(cell):
        return re.sub(r"\D", "", cell)
    if whole := NOTHING_AFTER_THE_POINT.fullmatch(cell):
        cell = whole[1]
    # The federations' lists write 0 for who has no rating or no id.
    return "" if cell.strip("0") == "" and name != "birth_year" else cell
