"""What is written of circuits. Each write locks the circuit's row and makes a new version."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from django.db import transaction
from django.db.models import F
from django.http import Http404
from django.utils.timezone import now
from django.utils.translation import gettext as _

from clubtornei.accounts.access import closed_words
from clubtornei.events.actions import save_with_slug
from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused
from clubtornei.season.circuits.identities import roster_of
from clubtornei.season.circuits.snapshot import fingerprint_of, snapshot_of
from clubtornei.season.circuits.state import circuit_state
from clubtornei.season.models import Circuit, CircuitEvent, TypedResult


@contextmanager
def writing(circuit: Circuit, *, even_closed: bool = False) -> Iterator[Circuit]:
    """A fresh, locked copy of the circuit, in one transaction, with the next version.

    Raises ActionRefused if it is closed (unless `even_closed`) or its club is, Http404 if it has just been
    deleted.
    """
    with transaction.atomic():
        Circuit.objects.filter(pk=circuit.pk).update(version=F("version") + 1)
        locked = Circuit.objects.select_related("club").filter(pk=circuit.pk).first()
        if locked is None:
            raise Http404
        if locked.club.closed:
            raise ActionRefused(closed_words(locked.club))
        if locked.closed and not even_closed:
            raise ActionRefused(_("Il circuito è chiuso: prima il titolare del circolo deve riaprirlo."))
        yield locked


def create(circuit: Circuit) -> Circuit:
    """Save a new circuit; its slug is made of name and year, and stays when the name changes."""
    year = circuit.last_day.year if circuit.last_day else None
    return save_with_slug(circuit, circuit.name, year, otherwise="circuito")


def change(circuit: Circuit, fields: Sequence[str]) -> None:
    """Write these fields of a circuit that a form has changed."""
    with writing(circuit):
        circuit.save(update_fields=list(fields))


def pick(circuit: Circuit, event: Event) -> None:
    """Let an event of the club count, whatever the rule says."""
    with writing(circuit) as locked:
        if event.club_id != locked.club_id:
            raise Http404
        locked.items.update_or_create(event=event, defaults={"left_out": False})


def save_item(item: CircuitEvent, results: Sequence[TypedResult] | None = None) -> None:
    """Write what the circuit says of an event; `results`: those typed in, all of them. Sent twice it is the
    same; raises ActionRefused where an event played elsewhere would be there twice.
    """
    with writing(item.circuit) as locked:
        if item._state.adding and item.event_id is not None:
            stored = locked.items.filter(event=item.event_id).first()
            if stored is not None:
                item.pk, item._state.adding = stored.pk, False
        elif item._state.adding and locked.items.filter(event=None, name=item.name, day=item.day).exists():
            raise ActionRefused(_("«%(name)s» di quel giorno è già nel circuito.") % {"name": item.name})
        item.save()
        if results is None:
            return
        item.results.all().delete()
        for result in results:
            result.event = item
        TypedResult.objects.bulk_create(results)


def remove_item(item: CircuitEvent) -> None:
    """Take away what the circuit says of an event, with the results typed in: one that fits the rule counts
    as the rule says, any other no more.
    """
    with writing(item.circuit):
        item.delete()


def close(circuit: Circuit, expected: str) -> None:
    """Keep the results as they are: later corrections of the events change the ranking no more. `expected`:
    the fingerprint of what was shown.
    """
    current = fingerprint_of(circuit)
    with writing(circuit) as locked:
        if expected != current or circuit.version != locked.version - 1:
            raise ActionRefused(_("Il circuito è intanto cambiato: riguarda la classifica, e poi chiudilo."))
        if snapshot_of(locked).standings.rows == ():
            raise ActionRefused(_("Nella classifica non c’è ancora nessuno: non c’è niente da fissare."))
        state, _entries = circuit_state(locked, roster_of(locked.club))
        locked.frozen = state.frozen()
        locked.closed_at = now()
        locked.save(update_fields=["frozen", "closed_at"])


def reopen(circuit: Circuit) -> None:
    """Compute the ranking from the events again."""
    with writing(circuit, even_closed=True) as locked:
        locked.frozen, locked.closed_at = None, None
        locked.save(update_fields=["frozen", "closed_at"])


def delete(circuit: Circuit) -> None:
    """With what is typed into it; the club's events stay."""
    circuit.delete()


def renew_circuits_of(club_pk: int) -> None:
    """New versions of the club's circuits."""
    Circuit.objects.filter(club=club_pk).update(version=F("version") + 1)
