"""The tie-breaks of players written as sums: Buchholz 26 = 4½ (…) + 4 (…) + … + 1½ (virtual opponent)."""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from django.utils.translation import gettext as _
from msgspec import Struct

from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.text.languages import translated
from scoring.addends import Addend, total
from scoring.criteria import CRITERIA
from scoring.standings import addends_of, decimal_text


class TieBreak(Struct, frozen=True):
    """A criterion with its value and its addends, formatted; `cut`: the addends that are left out."""

    title: str
    value: str
    addends: tuple[str, ...]
    cut: tuple[str, ...] = ()


def tie_breaks_of(
    snapshot: EventSnapshot, players: Collection[int], after: int | None = None
) -> Mapping[int, list[TieBreak]]:
    """The tie-breaks of each player that are sums with an addend at least, in the order of the criteria."""
    key = f"addends:{after}:{','.join(map(str, players))}"
    found = snapshot.cached(key, lambda: addends_of(snapshot.record(after), players, snapshot.ranked(after)))
    return {
        player: [_tie_break(snapshot, name, addends) for name, addends in by_criterion.items()]
        for player, by_criterion in found.items()
    }


def _tie_break(snapshot: EventSnapshot, name: str, addends: Sequence[Addend]) -> TieBreak:
    return TieBreak(
        translated(CRITERIA[name].title),
        _text(snapshot, total(addends)),
        tuple(_addend(snapshot, addend) for addend in addends if not addend.cut),
        tuple(_addend(snapshot, addend) for addend in addends if addend.cut),
    )


def _addend(snapshot: EventSnapshot, addend: Addend) -> str:
    text = _text(snapshot, addend.points)
    if addend.share is not None:
        text += f" × {_text(snapshot, addend.share)}"
    if addend.opponent is not None:
        whose = snapshot.players[addend.opponent].name
    elif addend.dummy:
        whose = _("avversario virtuale")
    elif any(addend.round == played.number for played in snapshot.progress.open):
        whose = _("turno %(number)d, in corso") % {"number": addend.round}
    else:
        whose = _("turno %(number)d") % {"number": addend.round}
    return f"{text} ({whose})"


def _text(snapshot: EventSnapshot, value: Fraction) -> str:
    """As the standings write it."""
    return snapshot.notation.figure(decimal_text(value), snapshot.decimals)
