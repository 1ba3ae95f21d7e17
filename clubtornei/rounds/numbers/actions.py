"""Announcing the draw of the numbers, drawing or assigning them, typing them in, and cancelling all of it.

How they are given is the system's rule: by lot, or by rating list, where the lot decides among equals. Both
come from the seed, which later draws need too.
"""

import secrets
from collections.abc import Callable, Mapping

from django.db.models import TextChoices
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubtornei.events.formulas import limits_of
from clubtornei.events.models import Entry, Event, Stage
from clubtornei.events.writing import Refused, writing
from clubtornei.rounds.core.document_export import document_of
from clubtornei.rounds.core.reason_texts import faults_of
from clubtornei.rounds.models import Round
from clubtornei.rounds.numbers.commitment import commitment_of, committed_text, lines_of
from pairing import draws, numbering
from pairing.draws import Numbers
from pairing.registry import SYSTEM_SPECS, SYSTEMS
from scoring.record import DocumentError, Record, record_of


class Method(TextChoices):
    """How the numbers were given."""

    LOTS = "lots", gettext_lazy("Sorteggio semplice")
    VARMA = "varma", gettext_lazy("Sorteggio Varma")
    RATING = "rating", gettext_lazy("Lista per punteggio")
    HAND = "hand", gettext_lazy("Scritti a mano")

    @property
    def by_chance(self) -> bool:
        """Is there something to look on at, number after number?"""
        return self in (Method.LOTS, Method.VARMA)


def by_rating(record: Record) -> Numbers:
    """By rating list; the lot decides among equals."""
    return Numbers(
        numbers=numbering.by_rating(record.players.values(), record.document.seed, record.number), clashes=0
    )


DRAWN_BY: Mapping[Method, Callable[[Record], Numbers]] = {
    Method.LOTS: draws.by_lot,
    Method.VARMA: draws.restricted,
    Method.RATING: by_rating,
}


def methods_of(stage: Stage) -> tuple[Method, ...]:
    """How the stage's system lets numbers be given from the seed, the usual way first."""
    system = SYSTEMS[stage.system]
    if not system.draws_numbers:
        return (Method.RATING,)
    # Varma keeps clubs apart in the last rounds of everybody against everybody.
    return (Method.LOTS, Method.VARMA) if system.spec.games_each else (Method.LOTS,)


def announce_draw(event: Event, *, seed: str = "") -> None:
    """Fix a seed nobody can guess, and the commitment to it and to the entries. What is announced stays so.
    `seed`: the one of an example, which is to be the same every time.

    Raises Refused when there are too few or too many entries, and when the numbers are drawn already.
    """
    with writing(event) as locked:
        _refuse_drawn(locked)
        if locked.commitment:
            return
        entries = _enough_entries(locked)
        locked.seed = seed or _new_seed()
        locked.commitment = commitment_of(committed_text(locked.seed, lines_of(entries)))
        locked.save(update_fields=["seed", "commitment"])


def draw_numbers(event: Event, method: Method) -> Numbers | None:
    """Give the numbers from the announced seed; None where somebody has done it. Raises Refused."""
    with writing(event) as locked:
        if locked.drawn:
            return None
        if not locked.commitment:
            raise Refused(_("Prima si annuncia il sorteggio e si mostra l’impronta, poi si sorteggia."))
        if method not in methods_of(locked.stages.get(number=1)):
            raise Refused(_("In questa formula i numeri non si danno così: ricarica la pagina."))
        entries = _enough_entries(locked)
        try:
            drawn = DRAWN_BY[method](record_of(document_of(locked), SYSTEM_SPECS, stage=1))
        except DocumentError as faulty:
            raise Refused(faults_of(faulty)) from faulty
        _assign(locked, entries, drawn.numbers, method)
    return drawn


def enter_numbers(event: Event, numbers: Mapping[int, int]) -> None:
    """Give the numbers drawn from an envelope, by ident: 1 to n, each once.

    The seed, which later lots need, is a new one: an announcement that nothing was drawn from is void.
    Raises Refused.
    """
    with writing(event) as locked:
        _refuse_drawn(locked)
        entries = _enough_entries(locked)
        if sorted(numbers) != sorted(entry.ident for entry in entries) or sorted(numbers.values()) != list(
            range(1, len(entries) + 1)
        ):
            raise Refused(_("Intanto gli iscritti sono cambiati: ricarica la pagina e controlla i numeri."))
        locked.seed, locked.commitment = _new_seed(), ""
        _assign(locked, entries, numbers, Method.HAND)


def cancel_draw(event: Event) -> None:
    """Take numbers, seed and announcement away, while no round rests on them. The history keeps them."""
    with writing(event) as locked:
        _refuse_rounds(locked)
        locked.seed = locked.commitment = locked.draw_method = ""
        locked.drawn_at = None
        locked.save(update_fields=["seed", "commitment", "draw_method", "drawn_at"])
        locked.entries.update(number=None)


def _new_seed() -> str:
    """128 bits that nobody can guess, in 32 characters that can still be read aloud."""
    return secrets.token_hex(16)


def _enough_entries(event: Event) -> list[Entry]:
    entries = list(event.entries.order_by("ident"))
    limits = limits_of(event.stages.get(number=1))
    if len(entries) < limits.least:
        raise Refused(
            _("Gli iscritti sono %(count)d: ne servono almeno %(least)d.")
            % {"count": len(entries), "least": limits.least}
        )
    if limits.most is not None and len(entries) > limits.most:
        raise Refused(
            _("Gli iscritti sono %(count)d: questa formula ne ammette al massimo %(most)d.")
            % {"count": len(entries), "most": limits.most}
        )
    return entries


def _refuse_drawn(event: Event) -> None:
    if event.drawn:
        raise Refused(_("I numeri sono già stati sorteggiati: per rifarlo, annulla prima il sorteggio."))
    _refuse_rounds(event)


def _refuse_rounds(event: Event) -> None:
    if Round.objects.filter(stage__event=event).exists():
        raise Refused(_("C’è già un turno: i numeri su cui si basa non cambiano più."))


def _assign(event: Event, entries: list[Entry], numbers: Mapping[int, int], method: Method) -> None:
    for entry in entries:
        entry.number = numbers[entry.ident]
    Entry.objects.bulk_update(entries, ["number"])
    event.draw_method, event.drawn_at = method, timezone.now()
    event.save(update_fields=["seed", "commitment", "draw_method", "drawn_at"])
