"""The roster as a spreadsheet, which an import reads back."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from clubtornei.accounts.models import Club
from clubtornei.players.models import Player
from clubtornei.players.names import around_surname
from clubtornei.players.reading.headings import CHOICES, GIVEN_FIRST, IGNORED, PLAYS
from clubtornei.text.spreadsheets import SpreadsheetCell, SpreadsheetPage

NOT_EXPORTED = {IGNORED, "name", GIVEN_FIRST, PLAYS}


def roster_page(club: Club) -> SpreadsheetPage:
    """All that the roster has, under the headings by which an import knows the columns again: surname and
    given name apart, and the day of birth, or the year where no more is known.
    """
    columns = [(name, str(label)) for name, label in CHOICES if name not in NOT_EXPORTED]
    return SpreadsheetPage(
        title=_("Giocatori"),
        columns=[label for _name, label in columns],
        rows=[
            _roster_row(player, [name for name, _label in columns])
            for player in club.players.order_by("sort_name", "pk")
        ],
    )


def _roster_row(player: Player, columns: Sequence[str]) -> list[SpreadsheetCell]:
    before, surname, behind = around_surname(player.name, player.surname)
    given = player.given_name or (before or behind).strip()
    own = {
        "surname": player.surname or surname,
        "given_name": given,
        "birth_year": str(player.birthday or "") or player.birth_year,
        "member": _("sì") if player.member else _("no"),
    }
    return [own[name] if name in own else getattr(player, name) for name in columns]
