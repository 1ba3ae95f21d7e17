"""Closing an event: the ranking is final and frozen. Only the owner opens it again."""

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct, to_builtins
from msgspec.structs import asdict

from clubtornei.events.models import Event
from clubtornei.events.writing import Refused, writing
from clubtornei.rounds.bridge import document_of
from clubtornei.rounds.facts import RankedRow
from clubtornei.rounds.models import Round, Table
from pairing.system import KINDS, rounds_of
from scoring.record import Record, record_of
from scoring.standings import standings
from scoring.withdrawals import annulled

Missing = list[tuple[int, int]]
"""Round and table of each game without a result."""


class State(Struct, frozen=True, kw_only=True):
    """What stands between an event and its final ranking; nothing does where all are empty.

    `draft`: the number of a round that nobody has published. `rounds_left`: to be played, None where the
    number of rounds is not fixed. `games`: those without a result that count for somebody.
    """

    rounds_played: int
    rounds_left: int | None
    draft: int | None
    games: Missing

    @property
    def complete(self) -> bool:
        return not self.games and not self.rounds_left and self.rounds_played > 0


def close(event: Event, *, unfinished: bool = False, seen: int | None = None) -> None:
    """Freeze the ranking as it is now. `unfinished`: also where rounds or results are missing.

    `seen`: the version of the event whose ranking the arbiter has before him; another one is not frozen.
    Raises Refused when something is missing and the arbiter has not said that it does not matter, or when a
    round is still a draft.
    """
    with writing(event) as locked:
        if seen is not None and seen != locked.version:
            raise Refused(_("Intanto è cambiato qualcosa: guarda di nuovo la classifica, poi chiudi."))
        record = record_of(document_of(locked), KINDS)
        state = _state(locked, record)
        if state.draft is not None:
            raise Refused(
                _("Il turno %(number)d è ancora una bozza: pubblicalo o scartalo.") % {"number": state.draft}
            )
        if not state.complete and not unfinished:
            raise Refused(what_is_missing(state))
        locked.final_ranking = to_builtins([RankedRow(**asdict(row)) for row in standings(record)])
        locked.closed_at = timezone.now()
        locked.save(update_fields=["final_ranking", "closed_at"])


def reopen(event: Event) -> None:
    """Results can be changed again; the announced ranking is given up, the next closing makes a new one."""
    with writing(event, even_closed=True) as locked:
        locked.final_ranking = locked.closed_at = None
        locked.save(update_fields=["final_ranking", "closed_at"])


def state_of(event: Event) -> State:
    """What is still to be done before the event can be closed."""
    return _state(event, record_of(document_of(event), KINDS))


def what_is_missing(state: State) -> str:
    """What is still to be played before the ranking can be final, in a sentence; empty when nothing is."""
    if state.rounds_left:
        return ngettext(
            "Manca ancora %(left)d turno.", "Mancano ancora %(left)d turni.", state.rounds_left
        ) % {"left": state.rounds_left}
    if not state.rounds_played:
        return _("Non è stato giocato alcun turno.")
    if not state.games:
        return ""
    return _("Mancano risultati: %(tables)s.") % {
        "tables": ", ".join(
            _("turno %(round)d tavolo %(table)d") % {"round": round_, "table": table}
            for round_, table in state.games
        )
    }


def _state(event: Event, record: Record) -> State:
    total = rounds_of(record) if record.players else None
    draft = Round.objects.filter(stage__event=event, published_at=None).first()
    open_tables = (
        Table.objects.games()
        .filter(seats__mark__isnull=True, round__stage__event=event)
        .exclude(seats__entry__ident__in=annulled(record))
        .distinct()
        .order_by("round__number", "number")
        .values_list("round__number", "number")
    )
    return State(
        rounds_played=record.rounds_played,
        rounds_left=None if total is None else max(0, total - record.rounds_played),
        draft=draft.number if draft else None,
        games=[(round_, table) for round_, table in open_tables if table is not None],
    )
