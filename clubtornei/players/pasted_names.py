"""Names pasted to enter people in an event, one a line: who of the roster is meant, who is new, who in doubt.

They are matched as the roster's import does. In doubt is also who would be new, but whose words are all in
the name of somebody on the roster: a surname alone, or given name and surname the other way round.
"""

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubtornei.accounts.models import Club
from clubtornei.players.cells import with_capitals_right
from clubtornei.players.importing import Row, Status, plan_import
from clubtornei.players.models import Player
from clubtornei.players.names import sort_key
from clubtornei.players.spreadsheet import Line
from clubtornei.text_fields import one_line

COLUMNS = ("name",)
SOMEBODY_NEW = "new"


@dataclass(frozen=True)
class PastedName:
    """A name and its line. `player`: who is entered for it, one without a primary key being new;
    `candidates`: whom it may mean, where that is in doubt; `left_out`: why nobody is entered.
    """

    number: int
    name: str
    player: Player | None = None
    candidates: Sequence[Player] = ()
    left_out: str = ""


@dataclass(frozen=True)
class PastedNames:
    """All names, in their order. `fingerprint`: differs where confirming would do something else than what
    was shown.
    """

    names: Sequence[PastedName]

    @property
    def found(self) -> list[PastedName]:
        return [name for name in self.names if name.player and name.player.pk]

    @property
    def new(self) -> list[PastedName]:
        return [name for name in self.names if name.player and not name.player.pk]

    @property
    def doubtful(self) -> list[PastedName]:
        return [name for name in self.names if name.candidates]

    @property
    def left_out(self) -> list[PastedName]:
        return [name for name in self.names if name.left_out]

    @property
    def fingerprint(self) -> str:
        effects = [
            (
                name.number,
                name.name,
                name.player and name.player.pk,
                [player.pk for player in name.candidates],
            )
            for name in self.names
        ]
        return hashlib.sha256(repr(effects).encode()).hexdigest()

    def players(self, choices: Mapping[int, str]) -> list[Player]:
        """Who is to be entered, each once. `choices`: for doubtful lines the key of a candidate, or
        SOMEBODY_NEW; nobody is entered for the others.
        """
        chosen: dict[object, Player] = {}
        for name in self.names:
            player, choice = name.player, choices.get(name.number, "")
            if name.candidates and choice == SOMEBODY_NEW:
                player = Player(name=name.name)
            elif name.candidates:
                player = next((one for one in name.candidates if str(one.pk) == choice), None)
            if player:
                chosen.setdefault(player.pk or name.number * -1, player)
        return list(chosen.values())


def read_names(club: Club, text: str, entered: Collection[int]) -> PastedNames:
    """What entering the names of the text would do; two queries. `entered`: the keys of who is in already."""
    lines = [
        with_capitals_right(Line(number, (name,)), COLUMNS)
        for number, line in enumerate(text.splitlines(), 1)
        if (name := one_line(line))
    ]
    roster = [(player, set(sort_key(player.name).split())) for player in club.players.by_name()]
    rows = plan_import(club, lines, COLUMNS).rows
    return PastedNames([_pasted(row, roster, entered) for row in rows])


def _pasted(row: Row, roster: Sequence[tuple[Player, set[str]]], entered: Collection[int]) -> PastedName:
    if row.status == Status.DUPLICATE:
        again = _("è già alla riga %(number)d") % {"number": row.repeats}
        return PastedName(row.number, row.name, left_out=again)
    if row.player:
        already = _("è già tra gli iscritti") if row.player.pk in entered else ""
        return PastedName(row.number, row.player.name, None if already else row.player, left_out=already)
    words = set(sort_key(row.name).split())
    candidates = [player for player, known in roster if words and words <= known and player.pk not in entered]
    if candidates:
        return PastedName(row.number, row.name, candidates=candidates)
    if row.errors:
        return PastedName(row.number, row.name, left_out=row.errors[0][1])
    return PastedName(row.number, row.name, Player(name=row.name))
