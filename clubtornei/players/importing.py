"""From the lines of a spreadsheet to a plan: who is new, who is updated, which rows are invalid.

A plan is only made here; actions.import_players carries it out. Planning again with the same lines, columns
and roster gives the same plan with the same fingerprint.
"""

import hashlib
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from django.db.models import TextChoices
from django.forms import Field
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from clubtornei.accounts.models import Club
from clubtornei.players.cells import LABELS, CellError, clean_cells
from clubtornei.players.forms import PlayerForm
from clubtornei.players.models import Player
from clubtornei.players.names import around_surname, sort_key, spellings, word_key
from clubtornei.players.player_index import PlayerIndex, differ
from clubtornei.players.reading.headings import RATINGS
from clubtornei.players.reading.lines import ReadLine, read_lines
from clubtornei.players.reading.roster_line import RosterLine
from clubtornei.players.reading.rows import Line

MOST_NAMED = 30  # rows that a page or a message names
BIRTH = ("birth_year", "birth_date")
IDENTITY = ("birth_year", "affiliation")
"""Where two rows of one name differ in these, they are two people."""


class Status(TextChoices):
    """What importing a row does."""

    NEW = "new", gettext_lazy("nuovo")
    UPDATE = "update", gettext_lazy("aggiorna")
    SAME = "same", gettext_lazy("già in elenco")
    DUPLICATE = "duplicate", gettext_lazy("doppione")
    BAD = "bad", gettext_lazy("da correggere")

    @property
    def badge(self) -> str:
        """The CSS class of its badge."""
        return _BADGES[self]


_BADGES = {
    Status.NEW: "live",
    Status.UPDATE: "published",
    Status.SAME: "",
    Status.DUPLICATE: "draft",
    Status.BAD: "withdrawn",
}


class FieldChange(NamedTuple):
    """What importing a row changes of a player; `field`: its name, or its label."""

    field: str
    before: object
    after: object


@dataclass(slots=True)
class ImportRow:
    """A line and what importing it does. `errors`, `doubt` and `changes` are ready to be shown."""

    line: Line
    said: RosterLine = field(default_factory=RosterLine)
    errors: list[CellError] = field(default_factory=list)
    doubt: str = ""  # why it may be nobody: it is never ticked by itself
    remark: str = ""  # what no field has
    status: Status = Status.BAD
    player: Player | None = None  # whom it updates
    changes: list[FieldChange] = field(default_factory=list)
    repeats: int | None = None  # of a duplicate: the number of the line above with the same player
    homonym: bool = False  # new, although another person has the same name
    guessed: bool = False  # by the name alone it may mean a player who is known: or another person
    other: bool = False  # the organiser says: another person
    respelt: tuple[str, str] | None = None  # the club as typed, and as the roster or a row above writes it
    ticked: bool = False  # whether its box is ticked in the preview
    mending: bool = False  # whether its cells can be typed over there
    css_class: str = ""  # of its row there
    name_cells: list[tuple[int, str]] = field(default_factory=list)  # shown first, with the places of columns
    other_cells: list[tuple[int, str]] = field(default_factory=list)

    @property
    def number(self) -> int:
        return self.line.number

    @property
    def writes(self) -> bool:
        """Whether importing it adds or updates a player."""
        return self.status in (Status.NEW, Status.UPDATE)

    @property
    def safe(self) -> bool:
        """Whether it may be ticked by itself."""
        return self.writes and not (self.doubtful or self.doubt)

    @property
    def doubtful(self) -> list[str]:
        """The fields whose change may mean another person: year and day of birth, and the club of somebody
        whom neither an id nor that year confirms.
        """
        born = self.said.birth_year
        confirmed = self.player is not None and born is not None and born == self.player.birth_year
        telling = (*BIRTH, "affiliation") if self.guessed and not confirmed else BIRTH
        return [change.field for change in self.changes if change.before and change.field in telling]

    @property
    def doubts_birth(self) -> bool:
        return bool({*BIRTH} & {*self.doubtful})

    @property
    def name(self) -> str:
        """Whom the row is about, however wrong it is."""
        return self.said.name or next(filter(None, self.line.cells), "")

    @property
    def read_as(self) -> str:
        """What was read that stands in no cell by itself: «Rossi Mario · Elo FIDE 1940 · forse»."""
        said = self.said
        values = [
            (name, value)
            for name, value in said.values().items()
            if name not in ("surname", "given_name", "name", "birth_date", "member")
        ]
        facts = [f"{LABELS[name]} {value}" for name, value in values if str(value) not in self.line.cells]
        name = [said.name] if facts or self.remark or said.name not in self.line.text else []
        return " · ".join([*name, *facts, *([self.remark] if self.remark else [])]) if said.name else ""

    def become_other(self) -> None:
        """Not whom it was taken for, but another person of the same name."""
        self.status, self.player, self.repeats = Status.NEW, None, None
        self.changes, self.errors = [], []
        self.homonym = self.other = True

    @property
    def labelled_changes(self) -> list[FieldChange]:
        """`changes` with the labels of the fields, in words."""
        return [
            FieldChange(str(LABELS[change.field]), _shown(change.before), _shown(change.after))
            for change in self.changes
        ]


def _shown(value: object) -> object:
    if isinstance(value, bool):
        return _("sì") if value else _("no")
    return value


@dataclass(slots=True)
class ImportPlan:
    """What an import does, row by row.

    `fingerprint`: differs whenever confirming would do something else than what was previewed, but for what
    the organiser says of the rows himself: which to take, and which are other people.
    """

    rows: list[ImportRow]
    fingerprint: str

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
    def in_doubt(self) -> list[ImportRow]:
        """The rows that would be new players, and may be nobody."""
        return [row for row in self.rows if row.writes and row.doubt]

    @property
    def not_understood(self) -> list[ImportRow]:
        return [row for row in self.rows if row.status == Status.BAD]

    @property
    def not_understood_first(self) -> list[ImportRow]:
        return self.not_understood[:MOST_NAMED]

    @property
    def more_not_understood(self) -> int:
        return len(self.not_understood[MOST_NAMED:])

    @property
    def sentence(self) -> str:
        """How many rows there are of each kind: «24 nuovi, 3 già in elenco, 2 righe da correggere.»"""
        counts, doubts = self.counts, len(self.in_doubt)
        bad = counts[Status.BAD]
        parts = [
            (counts[Status.NEW], ngettext("%(n)d nuovo", "%(n)d nuovi", counts[Status.NEW])),
            (counts[Status.UPDATE], _("%(n)d da aggiornare")),
            (counts[Status.SAME], _("%(n)d già in elenco")),
            (
                counts[Status.DUPLICATE],
                ngettext("%(n)d doppione", "%(n)d doppioni", counts[Status.DUPLICATE]),
            ),
            (bad, ngettext("%(n)d riga non capita", "%(n)d righe non capite", bad)),
        ]
        said = ", ".join(text % {"n": count} for count, text in parts if count)
        if doubts:
            said += " " + ngettext(
                "(%(n)d in dubbio, senza spunta)", "(%(n)d in dubbio, senza spunta)", doubts
            ) % {"n": doubts}
        return f"{said}."


def plan_import(
    club: Club,
    lines: Sequence[Line],
    columns: Sequence[str],
    *,
    others: Collection[int] = (),
    as_typed: bool = False,
    ratings: Sequence[str] = RATINGS,
) -> ImportPlan:
    """What importing these lines would do to the club's roster. One query.

    `ratings`: the fields of a rating whose list is not said, the first one first.
    `others`: the numbers of the lines that mean another person than the namesake they were taken for.
    `as_typed`: clubs stay as the lines write them.
    """
    fields = PlayerForm(instance=Player(club=club)).fields
    players = list(club.players.all())
    read = [_row(one, fields) for one in read_lines(lines, columns, ratings)]

    def planned(others: Collection[int]) -> list[ImportRow]:
        spelt = None if as_typed else spellings(player.affiliation for player in players)
        planner = _Planner(PlayerIndex(players), spelt, others)
        return [planner.plan(replace(row, said=copy(row.said), errors=list(row.errors))) for row in read]

    rows = planned(())
    return ImportPlan(planned(others) if others else rows, _fingerprint(rows))


def _row(read: ReadLine, fields: Mapping[str, Field]) -> ImportRow:
    """The line, with the errors of its cells; of who is nobody, that alone."""
    said, errors = clean_cells(read.cells, fields)
    if read.refusal:
        errors = [(str(LABELS["name"]), read.refusal)]
    return ImportRow(read.line, said, errors, read.doubt, read.remark)


def _fingerprint(rows: Sequence[ImportRow]) -> str:
    effects = [
        (
            row.number,
            row.status.value,
            row.player and row.player.pk,
            sorted(row.said.values().items()),
            row.changes,
        )
        for row in rows
    ]
    return hashlib.sha256(repr(effects).encode()).hexdigest()


class _Planner:
    """Compares rows, in their order, with the roster and with the rows above.

    `affiliations`: for each sort key the spelling used so far; None: as typed.
    """

    def __init__(
        self, roster: PlayerIndex, affiliations: dict[str, str] | None, others: Collection[int]
    ) -> None:
        self.roster = roster
        self.affiliations = affiliations
        self.others = others
        self.above = PlayerIndex()
        self.line_numbers: dict[int, int] = {}  # id() of a player of `above` → number of his line
        self.matched: dict[int, int] = {}  # pk of a player on the roster → number of his line

    def plan(self, row: ImportRow) -> ImportRow:
        """The row with its status and what belongs to it."""
        if row.errors:
            return row
        self._spell_club(row)
        self._recognise(row)
        if row.number in self.others and row.guessed:
            row.become_other()
        if row.player:
            self.matched[row.player.pk] = row.number
        if row.status not in (Status.BAD, Status.DUPLICATE):
            player = Player(**row.said.values())
            self.line_numbers[id(player)] = row.number
            self.above.add(player)
        return row

    def _spell_club(self, row: ImportRow) -> None:
        """The Varma draw compares clubs letter by letter: «circolo a» must not become another club."""
        typed = row.said.affiliation
        if self.affiliations is None or not (key := sort_key(typed)):
            return
        known = row.said.affiliation = self.affiliations.setdefault(key, typed)
        row.respelt = (typed, known) if typed != known else None

    def _recognise(self, row: ImportRow) -> None:
        """Decide whether the row is somebody of a row above or of the roster, or somebody new."""
        repeated = [
            player for player in self.above.candidates(row.said) if not differ(player, row.said, IDENTITY)
        ] or self.above.owners(row.said)
        candidates = self.roster.candidates(row.said)
        if repeated:
            row.status, row.repeats = Status.DUPLICATE, self.line_numbers[id(repeated[0])]
            row.guessed = not self.above.owners(row.said)
            return
        row.guessed = bool(candidates) and not self.roster.owners(row.said)
        if len(candidates) > 1:
            row.errors.append(_ambiguity_error(row.said))
        elif not candidates:
            namesakes = [*self.roster.namesakes(row.said), *self.above.namesakes(row.said)]
            row.status, row.homonym = Status.NEW, bool(namesakes)
            if not namesakes and (other := self.roster.turned_round(row.said)):
                row.doubt = row.doubt or _turned_round(other[0])
        elif candidates[0].pk in self.matched:
            row.status, row.repeats = Status.DUPLICATE, self.matched[candidates[0].pk]
        else:
            row.player = candidates[0]
            row.changes = changes_of(row.player, row.said)
            row.status = Status.UPDATE if row.changes else Status.SAME


def _turned_round(player: Player) -> str:
    return _("In elenco c’è «%(name)s»: se è la stessa persona, scambia nome e cognome.") % {
        "name": player.name
    }


def _ambiguity_error(said: RosterLine) -> CellError:
    if said.fide_id or said.fsi_id:
        return str(LABELS["fide_id"]), _("codici e nome indicano giocatori diversi dell’elenco.")
    return str(LABELS["name"]), _(
        "in elenco più giocatori hanno questo nome: serve il codice FIDE, la tessera o l’anno di nascita."
    )


def changes_of(player: Player, said: RosterLine) -> list[FieldChange]:
    """The changes of the fields that differ.

    A name that differs only in case, accents or the order of its words stays as the roster has it, and so do
    surname and given name that it shows by itself; empty cells erase nothing.
    """
    same_words = word_key(said.name) == word_key(player.name)
    _before, surname, given = around_surname(player.name)
    known = {
        "surname": player.surname or surname,
        "given_name": player.given_name or ("" if player.surname else given),
    }
    return [
        FieldChange(name, getattr(player, name), value)
        for name, value in said.values().items()
        if getattr(player, name) != value
        and not (name == "name" and same_words)
        and not (name in known and sort_key(known[name]) == sort_key(str(value)))
    ]
