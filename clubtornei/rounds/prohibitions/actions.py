"""Prohibiting meetings, and allowing them again (rules/document.md#prohibited)."""

from django.utils.translation import gettext as _
from msgspec.structs import replace

from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused, writing
from clubtornei.rounds.core.stages import stage_of
from pairing.registry import SYSTEM_SPECS
from scoring.document import prohibited_as_plain, prohibited_in
from scoring.record import Prohibition


def prohibit(event: Event, prohibition: Prohibition, *, stage: int | None = None) -> None:
    """Prohibit a meeting in rounds to come; the same once more changes nothing. Raises ActionRefused."""
    with writing(event) as locked:
        playing = stage_of(locked, stage)
        if not SYSTEM_SPECS[playing.system].chooses_opponents:
            raise ActionRefused(_("In questa formula non si può vietare un incontro."))
        if locked.entries.filter(entry_no__in=prohibition.players).count() < len(prohibition.players):
            raise ActionRefused(_("Questo giocatore non c’è più: ricarica la pagina."))
        if prohibition.first <= playing.rounds.count():
            raise ActionRefused(
                _("Il turno %(number)d è intanto stato abbinato: scegli un turno dopo.")
                % {"number": prohibition.first}
            )
        known = prohibited_in(playing.prohibited)
        if prohibition not in known:
            playing.prohibited = prohibited_as_plain((*known, prohibition))
            playing.save(update_fields=["prohibited"])


def allow(event: Event, prohibition: Prohibition, *, stage: int | None = None) -> None:
    """Allow the meeting again: from the next round on, where some were paired without it."""
    with writing(event) as locked:
        playing = stage_of(locked, stage)
        paired = playing.rounds.count()
        known = prohibited_in(playing.prohibited)
        ended = [replace(prohibition, last=paired)] if prohibition.first <= paired else []
        changed = [kept for each in known for kept in (ended if each == prohibition else [each])]
        playing.prohibited = prohibited_as_plain(changed)
        playing.save(update_fields=["prohibited"])
