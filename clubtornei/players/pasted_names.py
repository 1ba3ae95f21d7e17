"""Names pasted to enter people in an event, one a line: who of the roster is meant, who is new, who in doubt.

They are matched as the roster's import does, also by what stands beside the name. Of who is known that fills
in what the roster does not have, and changes nothing. In doubt is also who would be new, but whose words are
all in the name of somebody on the roster: a surname alone, or given name and surname the other way round.
"""

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.formats import date_format
from django.utils.translation import gettext as _, ngettext

from clubtornei.accounts.models import Club
from clubtornei.players.cells import LABELS
from clubtornei.players.importing import ImportRow, Status, changes_of, plan_import
from clubtornei.players.models import Player, Sex
from clubtornei.players.names import PART_LENGTH, around_surname, sort_key
from clubtornei.players.player_index import differ
from clubtornei.players.reading.headings import CHOICES, GIVEN_FIRST, NAME_FIELDS, NUMBERS, RATINGS
from clubtornei.players.reading.lines import layout_of, people_lines
from clubtornei.players.reading.roster_line import RosterLine
from clubtornei.text.languages import lower_first

SOMEBODY_NEW = "new"
RATED = tuple(name for name in NUMBERS if name not in ("fide_id", "fsi_id", "birth_year"))
"""Who has another rating than a namesake may well be another person."""


@dataclass(frozen=True)
class PastedFact:
    """What the roster will have, and what was pasted where the roster keeps something else."""

    value: str | int = ""
    pasted: str | int = ""


@dataclass(frozen=True)
class PastedName:
    """A name and its line. `player`: who is entered for it, one without a primary key being new;
    `candidates`: whom it may mean, where that is in doubt; `namesake`: the number of a line above with the
    same name and another rating; `doubt`: why it may be nobody; `left_out`: why nobody is entered; `facts`:
    what else was read, in the order of the columns; `remark`: what no column has.
    """

    number: int
    name: str
    said: RosterLine
    player: Player | None = None
    candidates: Sequence[Player] = ()
    namesake: int | None = None
    left_out: str = ""
    doubt: str = ""
    facts: Sequence[PastedFact] = ()
    remark: str = ""

    @property
    def surname(self) -> str:
        return self._parts[0]

    @property
    def given_name(self) -> str:
        return self._parts[1]

    @property
    def left_out_reason(self) -> str:
        """Why nobody is entered, as a sentence that goes on after a colon."""
        return f"{lower_first(self.left_out).removesuffix('.')}."

    @property
    def in_doubt(self) -> bool:
        return bool(self.candidates or self.namesake or self.doubt)

    @property
    def is_new(self) -> bool:
        return self.player is not None and not self.player.pk

    @property
    def is_half(self) -> bool:
        """Whether somebody new has a surname alone."""
        return self.is_new and not self.given_name

    @property
    def _parts(self) -> tuple[str, str]:
        known = self.player.surname if self.player else self.said.surname
        before, surname, behind = around_surname(self.name, known)
        return surname, (before or behind).strip()


@dataclass(frozen=True)
class PastedNames:
    """All names, in their order, and the `columns` read beside them. `given_first`: whether given names stand
    in front; `skipped`: the titles and headings above. `fingerprint`: differs where confirming would do
    something else than what was shown.
    """

    names: Sequence[PastedName]
    columns: Sequence[str] = ()
    given_first: bool = False
    skipped: Sequence[str] = ()

    @property
    def entering(self) -> list[PastedName]:
        """Who is entered for certain; first whose name is hardly all of it."""
        return sorted((name for name in self.names if name.player), key=lambda name: not name.is_half)

    @property
    def titles(self) -> list[str]:
        return [str(LABELS[column]) for column in self.columns]

    @property
    def found(self) -> list[PastedName]:
        return [name for name in self.names if name.player and name.player.pk]

    @property
    def new(self) -> list[PastedName]:
        return [name for name in self.names if name.is_new]

    @property
    def doubtful(self) -> list[PastedName]:
        return [name for name in self.names if name.in_doubt]

    @property
    def left_out(self) -> list[PastedName]:
        return [name for name in self.names if name.left_out]

    @property
    def summary(self) -> str:
        """How many there are of each kind: «24 nuovi · 2 restano fuori»."""
        half = sum(name.is_half for name in self.names)
        counts = [
            (len(self.new), ngettext("%(count)d nuovo", "%(count)d nuovi", len(self.new))),
            (len(self.found), ngettext("%(count)d c’è già", "%(count)d ci sono già", len(self.found))),
            (len(self.doubtful), ngettext("%(count)d in dubbio", "%(count)d in dubbio", len(self.doubtful))),
            (
                len(self.left_out),
                ngettext("%(count)d resta fuori", "%(count)d restano fuori", len(self.left_out)),
            ),
            (half, ngettext("%(count)d senza nome", "%(count)d senza nome", half)),
        ]
        return " · ".join(words % {"count": count} for count, words in counts if count)

    @property
    def fingerprint(self) -> str:
        effects = [
            (
                name.number,
                name.name,
                name.player and name.player.pk,
                [player.pk for player in name.candidates],
                name.namesake,
                name.doubt,
                sorted(name.said.values().items()),
            )
            for name in self.names
        ]
        return hashlib.sha256(repr(effects).encode()).hexdigest()

    def chosen(self, choices: Mapping[int, str]) -> tuple[list[Player], list[Player]]:
        """Who is to be entered, each once; and of them who is to be saved to the roster, which does not know
        all of it yet. `choices`: for doubtful lines the key of a candidate, or SOMEBODY_NEW; nobody is
        entered for the others.
        """
        entering: dict[object, Player] = {}
        unsaved = []
        for name in self.names:
            player, choice = name.player, choices.get(name.number, "")
            if name.in_doubt and choice == SOMEBODY_NEW:
                player = Player(**name.said.values())
            elif name.in_doubt:
                player = next((one for one in name.candidates if str(one.pk) == choice), None)
            key = player and (player.pk or name.number * -1)
            if player and key not in entering:
                entering[key] = player
                if _fill_in(player, name) or not player.pk:
                    unsaved.append(player)
        return list(entering.values()), unsaved


def _fill_in(player: Player, name: PastedName) -> bool:
    """Give the player what the line says and the roster does not, and surname and given name as they were
    shown; whether there was anything.
    """
    given = {change.field: change.after for change in changes_of(player, name.said) if not change.before}
    apart = {"surname": name.surname, "given_name": name.given_name}
    shown = sort_key(player.name) == sort_key(name.name) and all(apart.values())
    if shown and not player.surname and max(map(len, apart.values())) <= PART_LENGTH:
        given |= apart
    for field, value in given.items():
        setattr(player, field, value)
    return bool(given)


def read_names(
    club: Club,
    text: str,
    entered: Collection[int],
    ratings: Sequence[str] = RATINGS,
    *,
    given_first: bool | None = None,
) -> PastedNames:
    """What entering the names of the text would do; two queries. `entered`: the keys of who is in already;
    `ratings`: the columns of the roster for ratings that do not say of which list they are;
    `given_first`: whether the given names stand before the surnames; None: as it seems.
    """
    lines = people_lines(text)
    if not lines:
        return PastedNames(())
    layout = layout_of(lines, ratings)
    columns = [_name_column(name, given_first=given_first) for name in _with_a_name(layout.columns)]
    roster = [(player, set(sort_key(player.name).split())) for player in club.players.by_name()]
    rows = plan_import(club, lines[layout.header :], columns, ratings=ratings).rows
    said = {row.number: row.said for row in rows}
    names = [_pasted(row, roster, entered, said) for row in rows]
    known = {name for row in rows for name in row.said.values()} - NAME_FIELDS - {"birth_date"}
    order = [*ratings, *(name for name, _label in CHOICES)]
    shown = sorted(known, key=order.index)
    return PastedNames(
        [replace(name, facts=_facts(name, shown)) for name in names],
        shown,
        given_first=GIVEN_FIRST in columns if given_first is None else given_first,
        skipped=[line.text for line in lines[: layout.header]],
    )


def _with_a_name(columns: Sequence[str]) -> list[str]:
    """The columns; where none has a name, the first has."""
    return [*columns] if NAME_FIELDS & {*columns} else ["name", *columns[1:]]


def _name_column(name: str, *, given_first: bool | None) -> str:
    if given_first is None or name not in ("name", GIVEN_FIRST):
        return name
    return GIVEN_FIRST if given_first else "name"


def _facts(name: PastedName, columns: Sequence[str]) -> list[PastedFact]:
    player, said = name.player or Player(), name.said
    return [_fact(_shown(player, column), _shown(said, column)) for column in columns]


def _shown(source: Player | RosterLine, column: str) -> str | int | None:
    value: str | int | None = getattr(source, column)
    if column == "birth_year" and source.birth_date:
        return date_format(source.birth_date, "SHORT_DATE_FORMAT")
    return str(Sex(str(value)).label) if column == "sex" and value else value


def _fact(known: str | int | None, pasted: str | int | None) -> PastedFact:
    kept = known and pasted and known != pasted
    return PastedFact(known or pasted or "", pasted or "" if kept else "")


def _pasted(
    row: ImportRow,
    roster: Sequence[tuple[Player, set[str]]],
    entered: Collection[int],
    lines: Mapping[int, RosterLine],
) -> PastedName:
    """`lines`: what each line says, by its number."""
    said = row.said
    name = PastedName(row.number, row.name, said, doubt=row.doubt, remark=row.remark)
    if row.repeats and row.guessed and differ(Player(**lines[row.repeats].values()), said, RATED):
        return replace(name, namesake=row.repeats)
    if row.status == Status.DUPLICATE:
        again = _("è già alla riga %(number)d") % {"number": row.repeats}
        return replace(name, left_out=again, doubt="")
    if row.player:
        known = replace(name, name=row.player.name)
        if row.player.pk in entered:
            return replace(known, left_out=_("è già tra gli iscritti"), doubt="")
        return replace(known, candidates=[row.player]) if row.doubt else replace(known, player=row.player)
    words = set(sort_key(row.name).split())
    candidates = [player for player, known in roster if words and words <= known and player.pk not in entered]
    if candidates:
        return replace(name, candidates=candidates, doubt="")
    if row.errors:
        return replace(name, left_out=row.errors[0][1], doubt="")
    return name if row.doubt else replace(name, player=Player(**said.values()))
