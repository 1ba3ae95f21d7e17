"""Who leaves a tournament that is under way, and who comes back."""

from collections.abc import Mapping
from itertools import count

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from clubtornei.events.models import Entry, Event
from clubtornei.events.writing import Refused, writing
from clubtornei.rounds.bridge import document_of
from clubtornei.rounds.models import Round, Seat, Table
from clubtornei.rounds.seating import seat, seat_out
from pairing.system import KINDS, SYSTEMS, Draw, calendar
from scoring.record import record_before


def withdraw(event: Event, entry_pk: int, first_missed: int) -> Entry:
    """The player plays no more from that round on; what that does to his games is the system's rule.

    Rounds that exist already are put right for him and his opponents there. Raises Refused.
    """
    with writing(event) as locked:
        entry = _entry(locked, entry_pk)
        if entry.withdrawn is not None:
            raise Refused(_("%(name)s si è già ritirato.") % {"name": entry.name})
        if first_missed < max(1, entry.joined):
            raise Refused(_("Il ritiro vale dal turno %(number)d in poi.") % {"number": entry.joined})
        _no_game_from(entry, first_missed)
        entry.withdrawn = first_missed
        entry.save(update_fields=["withdrawn"])
        _seat_again(locked, entry, first_missed)
    return entry


def come_back(event: Event, entry_pk: int) -> Entry:
    """The withdrawal is taken back: the player has his games again. Raises Refused."""
    with writing(event) as locked:
        entry = _entry(locked, entry_pk)
        if entry.withdrawn is None:
            raise Refused(_("%(name)s non è ritirato.") % {"name": entry.name})
        first_missed, entry.withdrawn = entry.withdrawn, None
        entry.save(update_fields=["withdrawn"])
        _seat_again(locked, entry, first_missed)
    return entry


def first_round_to_miss(entry: Entry) -> int:
    """The first round after the last in which the player has a result: the usual moment to leave."""
    last = _games(entry).order_by("round__number").values_list("round__number", flat=True).last()
    return max((last or 0) + 1, entry.joined)


def _entry(event: Event, pk: int) -> Entry:
    entry: Entry | None = event.entries.filter(pk=pk).first()
    if entry is None:
        raise Refused(_("Questo iscritto non c’è più: ricarica la pagina."))
    return entry


def _games(entry: Entry) -> QuerySet[Seat]:
    return Seat.objects.filter(
        entry=entry, mark__isnull=False, table__number__isnull=False, table__forfeit=False
    )


def _no_game_from(entry: Entry, first_missed: int) -> None:
    played = _games(entry).filter(round__number__gte=first_missed).order_by("round__number").first()
    if played is not None:
        raise Refused(
            _("%(name)s ha un risultato nel turno %(number)d: il ritiro può valere solo dal turno dopo.")
            % {"name": entry.name, "number": played.round.number}
        )


def _seat_again(event: Event, entry: Entry, first: int) -> None:
    """Put the player and his opponents where the calendar now has them, in the rounds from `first` on."""
    stage = event.stages.get(number=1)
    rounds = list(stage.rounds.filter(number__gte=first))
    if not rounds:
        return
    if SYSTEMS[stage.system].calendar is None:
        raise Refused(
            _(
                "Il turno %(number)d è già abbinato: scarta la bozza o ritira dal turno dopo."
            )
            % {"number": rounds[0].number}
        )
    document = document_of(event)
    entries = {other.ident: other for other in event.entries.all()}
    for round_ in rounds:
        draw = calendar(record_before(document, KINDS, stage.number, round_.number))[0]
        _replace(round_, draw, entry, entries)


def _replace(round_: Round, draw: Draw, entry: Entry, entries: Mapping[int, Entry]) -> None:
    """Seat the player, and whoever meets him before or now, as `draw` has it; all others stay."""
    before = {table.pk: table for table in round_.tables.prefetch_related("seats__entry")}
    sat = {pk: {seat.entry.ident for seat in table.seats.all()} for pk, table in before.items()}
    touched = {entry.ident}
    for together in [*sat.values(), *(set(table.seats) for table in draw.tables)]:
        if entry.ident in together:
            touched |= together
    gone = [pk for pk, together in sat.items() if together <= touched]
    taken = {table.number for pk, table in before.items() if pk not in gone}
    Table.objects.filter(pk__in=gone).delete()
    for place, table in enumerate(draw.tables, 1):
        if touched.issuperset(table.seats):
            number = place if place not in taken else next(free for free in count(1) if free not in taken)
            taken.add(number)
            seat(round_, number, table, entries)
    for bye in draw.byes:
        if bye.player in touched:
            seat_out(round_, bye, entries)
