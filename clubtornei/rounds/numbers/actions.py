"""Announcing the draw of the numbers, drawing or assigning them, typing them in, and cancelling all of it.

How they are given is the system's rule: by lot, or by rating list, where the lot decides among equals. Both
come from the seed, which later draws need too.
"""

import secrets
from collections.abc import Mapping

from django.utils import timezone
from django.utils.translation import gettext as _

from clubtornei.events.models import Entry, Event
from clubtornei.events.systems import limits_of
from clubtornei.events.writing import ActionRefused, writing
from clubtornei.rounds.core.document_export import document_of
from clubtornei.rounds.core.reason_texts import faults_of
from clubtornei.rounds.models import Round
from clubtornei.rounds.numbers.commitment import commitment_of, committed_lines, committed_text
from clubtornei.rounds.numbers.methods import NUMBERING_FUNCTIONS, NumberingMethod, methods_of
from pairing.draws import Numbers
from pairing.registry import SYSTEM_SPECS
from scoring.record import DocumentError, record_of


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
        locked.seed = seed or new_seed()
        locked.commitment = commitment_of(committed_text(locked.seed, committed_lines(entries)))
        locked.save(update_fields=["seed", "commitment"])


def draw_numbers(event: Event, method: NumberingMethod) -> Numbers | None:
    """Give the numbers from the announced seed; None where somebody has done it. Raises Refused."""
    with writing(event) as locked:
        if locked.drawn:
            return None
        if not locked.commitment:
            raise ActionRefused(_("Prima si annuncia il sorteggio e si mostra l’impronta, poi si sorteggia."))
        if method not in methods_of(locked.stages.get(number=1)):
            raise ActionRefused(_("In questa formula i numeri non si danno così: ricarica la pagina."))
        entries = _enough_entries(locked)
        try:
            drawn = NUMBERING_FUNCTIONS[method](record_of(document_of(locked), SYSTEM_SPECS, stage=1))
        except DocumentError as faulty:
            raise ActionRefused(faults_of(faulty)) from faulty
        _assign(locked, entries, drawn.numbers, method)
    return drawn


def enter_numbers(event: Event, numbers: Mapping[int, int]) -> None:
    """Give the numbers drawn from an envelope, by entry_no: 1 to n, each once.

    The seed, which later lots need, is a new one: an announcement that nothing was drawn from is void.
    Raises Refused.
    """
    with writing(event) as locked:
        _refuse_drawn(locked)
        entries = _enough_entries(locked)
        if sorted(numbers) != sorted(entry.entry_no for entry in entries) or sorted(numbers.values()) != list(
            range(1, len(entries) + 1)
        ):
            raise ActionRefused(
                _("Intanto gli iscritti sono cambiati: ricarica la pagina e controlla i numeri.")
            )
        locked.seed, locked.commitment = new_seed(), ""
        _assign(locked, entries, numbers, NumberingMethod.HAND)


def cancel_draw(event: Event) -> None:
    """Take numbers, seed and announcement away, while no round rests on them. The history keeps them."""
    with writing(event) as locked:
        _refuse_rounds(locked)
        locked.seed = locked.commitment = locked.draw_method = ""
        locked.drawn_at = None
        locked.save(update_fields=["seed", "commitment", "draw_method", "drawn_at"])
        locked.entries.update(number=None, late_number=False)


def new_seed() -> str:
    """128 bits that nobody can guess, in 32 characters that can still be read aloud."""
    return secrets.token_hex(16)


def _enough_entries(event: Event) -> list[Entry]:
    entries = list(event.entries.order_by("entry_no"))
    limits = limits_of(event.stages.get(number=1))
    if len(entries) < limits.least:
        raise ActionRefused(
            _("Gli iscritti sono %(count)d: ne servono almeno %(least)d.")
            % {"count": len(entries), "least": limits.least}
        )
    if limits.most is not None and len(entries) > limits.most:
        raise ActionRefused(
            _("Gli iscritti sono %(count)d: questa formula ne ammette al massimo %(most)d.")
            % {"count": len(entries), "most": limits.most}
        )
    return entries


def _refuse_drawn(event: Event) -> None:
    if event.drawn:
        raise ActionRefused(
            _("I numeri sono già stati sorteggiati: per rifarlo, annulla prima il sorteggio.")
        )
    _refuse_rounds(event)


def _refuse_rounds(event: Event) -> None:
    if Round.objects.filter(stage__event=event).exists():
        raise ActionRefused(_("C’è già un turno: i numeri su cui si basa non cambiano più."))


def _assign(event: Event, entries: list[Entry], numbers: Mapping[int, int], method: NumberingMethod) -> None:
    for entry in entries:
        entry.number = numbers[entry.entry_no]
    Entry.objects.bulk_update(entries, ["number"])
    event.draw_method, event.drawn_at = method, timezone.now()
    event.save(update_fields=["seed", "commitment", "draw_method", "drawn_at"])
