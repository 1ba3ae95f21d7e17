"""The sheet with the QR code at which players are present by themselves."""

from collections.abc import Mapping

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubtornei.rounds.core.event_state import is_locked
from clubtornei.rounds.printing.paper_format import PaperFormat
from clubtornei.rounds.printing.rendering import ONE_SIZE
from clubtornei.rounds.printing.sheet import Sheet
from clubtornei.rounds.signups.queries import settings_of
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.text.untyped import Context


def check_in_is_allowed(snapshot: EventSnapshot) -> bool:
    return settings_of(snapshot.event).self_check_in


def roll_is_called(snapshot: EventSnapshot) -> bool:
    return not snapshot.event.closed and not is_locked(snapshot.event)


def hall(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The address, and not that of the public page: two codes on one sheet are confused."""
    return {"stage": "", "public": None, "link": reverse("rounds:hall", args=[snapshot.event.hall_key])}


SHEETS: Mapping[str, Sheet] = {
    "hall": Sheet(
        _("Sono arrivato"),
        _("Il QR da appendere all’ingresso: chi arriva lo inquadra, tocca il suo nome ed è presente."),
        _("Fino al sorteggio: dopo l’appello è finito."),
        hall,
        applies=check_in_is_allowed,
        ready=roll_is_called,
        looks=("hall",),
        sizes=ONE_SIZE,
    ),
}
