"""Prohibiting meetings, and allowing them again (rules/document.md#prohibited)."""

from django.utils.translation import gettext as _
from msgspec.structs import replace

from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused, writing
from clubtornei.rounds.state.stages import stage_of
from pairing.registry import SYSTEM_SPECS
from scoring.document import Prohibition, prohibited_as_plain, records_in


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
        known = records_in(playing.prohibited, Prohibition)
        if prohibition not in known:
            playing.prohibited = prohibited_as_plain((*known, prohibition))
            playing.save(update_fields=["prohibited"])


def allow(event: Event, key: str, *, stage: int | None = None) -> None:
    """Allow the meeting with this `key_of` again: from the next round on, where some were paired without it.
    Raises ActionRefused where it is not prohibited any more.
    """
    with writing(event) as locked:
        playing = stage_of(locked, stage)
        paired = playing.rounds.count()
        known = records_in(playing.prohibited, Prohibition)
        if key not in map(key_of, known):
            raise ActionRefused(_("Questo divieto è già stato tolto."))
        ended = [
            replace(each, last=min(paired, each.last or paired)) if key_of(each) == key else each
            for each in known
            if key_of(each) != key or each.first <= paired
        ]
        playing.prohibited = prohibited_as_plain(ended)
        playing.save(update_fields=["prohibited"])


def key_of(prohibition: Prohibition) -> str:
    """What a page calls it by: its place in the list would be that of another once it is gone."""
    players = "-".join(map(str, prohibition.players))
    return f"{players} {prohibition.first}-{prohibition.last or ''}"
