"""Closing an event: the ranking is final and frozen. Only the owner opens it again."""

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import to_builtins

from clubtornei.events.models import Event
from clubtornei.events.writing import Refused, writing
from clubtornei.rounds.bridge import document_of
from clubtornei.rounds.models import Round, Table
from pairing.system import KINDS, rounds_of
from scoring.record import Record, record_of
from scoring.standings import standings
from scoring.withdrawals import annulled


def close(event: Event, *, unfinished: bool = False) -> None:
    """Freeze the ranking as it is now. `unfinished`: also where rounds or results are missing.

    Raises Refused when something is missing and the arbiter has not said that it does not matter, or when a
    round is still a draft.
    """
    with writing(event) as locked:
        drafts = Round.objects.filter(stage__event=locked, published_at=None).first()
        if drafts is not None:
            raise Refused(
                _("Il turno %(number)d è ancora una bozza: pubblicalo o scartalo.")
                % {"number": drafts.number}
            )
        record = record_of(document_of(locked), KINDS)
        missing = what_is_missing(locked, record)
        if missing and not unfinished:
            raise Refused(missing)
        locked.final_ranking = to_builtins(standings(record))
        locked.closed_at = timezone.now()
        locked.save(update_fields=["final_ranking", "closed_at"])


def reopen(event: Event) -> None:
    """Results can be changed again; the announced ranking is given up, the next closing makes a new one."""
    with writing(event, even_closed=True) as locked:
        locked.final_ranking = locked.closed_at = None
        locked.save(update_fields=["final_ranking", "closed_at"])


def what_is_missing(event: Event, record: Record) -> str:
    """What is still to be played before the ranking can be final, in a sentence; empty when nothing is."""
    total = rounds_of(record) if record.players else None
    if total is None and not record.rounds_played:
        return _("Non è stato giocato alcun turno.")
    if total is not None and record.rounds_played < total:
        left = total - record.rounds_played
        return ngettext(
            "Manca ancora %(left)d turno su %(total)d.", "Mancano ancora %(left)d turni su %(total)d.", left
        ) % {"left": left, "total": total}
    open_tables = (
        Table.objects.filter(seats__mark=None, round__stage__event=event, number__isnull=False)
        .exclude(seats__entry__ident__in=annulled(record))
        .distinct()
        .order_by("round__number", "number")
        .values_list("round__number", "number")
    )
    if open_tables:
        return _("Mancano risultati: %(tables)s.") % {
            "tables": ", ".join(
                _("turno %(round)d tavolo %(table)d") % {"round": round_, "table": table}
                for round_, table in open_tables
            )
        }
    return ""
