"""Letting players skip the first rounds of a bracket."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from clubtornei.events.models import Entry, Event
from clubtornei.events.systems import has_bracket
from clubtornei.events.writing import ActionRefused, writing
from clubtornei.rounds.models import Round


def exempt(event: Event, rounds: Mapping[int, int]) -> None:
    """Set how many first rounds each player skips, by entry number; the others none. Raises ActionRefused."""
    with writing(event) as locked:
        if not has_bracket(locked.stages.get(number=1)):
            raise ActionRefused(_("In questa formula giocano tutti dal primo turno: non ci sono esenzioni."))
        if Round.objects.filter(stage__event=locked).exists():
            raise ActionRefused(_("C’è già un turno: il tabellone e le esenzioni non cambiano più."))
        entries = {entry.entry_no: entry for entry in locked.entries.all()}
        if not rounds.keys() <= entries.keys():
            raise ActionRefused(
                _("Intanto gli iscritti sono cambiati: ricarica la pagina e controlla le esenzioni.")
            )
        for entry_no, entry in entries.items():
            entry.exempt = rounds.get(entry_no, 0)
        Entry.objects.bulk_update(entries.values(), ["exempt"])
