"""The events of a circuit: those that fit its rule, those picked, and those that were played elsewhere."""

from datetime import date
from decimal import Decimal

from django.db.models import Q, QuerySet
from msgspec import Struct

from clubtornei.events.models import Event
from clubtornei.season.models import Circuit, CircuitEvent, EventTag
from clubtornei.text.untyped import Options
from scoring.circuit_document import Counting, EventKind

READ = ("club", "name", "slug", "starts_on", "published", "version")
"""The columns that are read of an event of a circuit."""


class SeasonEvent(Struct, frozen=True, kw_only=True):
    """An event of a circuit: the club's `event`, or what is typed in; `item`: what the circuit says of it.

    Without an `item` it counts as the circuit's rule has it.
    """

    name: str
    day: date | None
    event: Event | None = None
    item: CircuitEvent | None = None

    @property
    def kind(self) -> EventKind:
        return self.item.kind if self.item else "internal"  # type: ignore[return-value]

    @property
    def weight(self) -> int | Decimal | None:
        return plain(self.item.weight) if self.item else None

    @property
    def left_out(self) -> bool:
        return self.item is not None and self.item.left_out


def plain(number: Decimal | None) -> int | Decimal | None:
    """4.5000 from the column is 4.5 in the document, and 4.0000 is 4."""
    if number is None:
        return None
    return int(number) if number == number.to_integral_value() else number.normalize()


def counting_in(written: Options) -> Counting:
    """The counting in a JSON column, which was checked when it was written."""
    return Counting(written["way"], {key: value for key, value in written.items() if key != "way"})


def fitting(circuit: Circuit) -> Q:
    """What the club's events must be like that fit the circuit's rule; nothing does, if it has no rule."""
    if not (circuit.game or circuit.tag or circuit.first_day or circuit.last_day):
        return Q(pk__in=[])
    fits = Q()
    if circuit.game:
        fits &= Q(game__iexact=circuit.game)
    if circuit.tag:
        fits &= Q(pk__in=EventTag.objects.filter(name=circuit.tag).values("event"))
    if circuit.first_day:
        fits &= Q(starts_on__gte=circuit.first_day)
    if circuit.last_day:
        fits &= Q(starts_on__lte=circuit.last_day)
    return fits


def candidates(circuit: Circuit) -> "QuerySet[Event]":
    """The club's events that fit the rule, or are picked, or left out."""
    picked = circuit.items.filter(event__isnull=False).values("event")
    return Event.objects.filter(fitting(circuit) | Q(pk__in=picked), club=circuit.club_id)


def events_of(circuit: Circuit) -> list[SeasonEvent]:
    """All that count, or will, from the first day to the last; what has no day comes last. Three queries.

    A public circuit has only public events: it tells their names and results.
    """
    own = candidates(circuit)
    items = list(circuit.items.prefetch_related("results"))
    item_of = {item.event_id: item for item in items if item.event_id}
    found = [
        SeasonEvent(name=event.name, day=event.starts_on, event=event, item=item_of.get(event.pk))
        for event in (own.filter(published=True) if circuit.published else own).only(*READ)
    ]
    found += [SeasonEvent(name=item.name, day=item.day, item=item) for item in items if not item.event_id]
    return sorted(
        (one for one in found if not one.left_out),
        key=lambda one: (one.day or date.max, one.name, one.event.pk if one.event else 0),
    )


def left_out(circuit: Circuit) -> list[CircuitEvent]:
    """What is not to count."""
    return list(circuit.items.filter(left_out=True).select_related("event"))


def not_public(circuit: Circuit) -> list[Event]:
    """The events that come into a public circuit once they are public."""
    if not circuit.published:
        return []
    out = circuit.items.filter(left_out=True, event__isnull=False).values("event")
    return list(candidates(circuit).filter(published=False).exclude(pk__in=out).order_by("starts_on", "pk"))
