"""Announcing the draw of the numbers, drawing them, typing them in, and cancelling all of it.

The stage's system says how numbers are given: in random order, or by rating with equals in random order. Both
derive from the seed, which later draws need too.
"""

import secrets
from collections.abc import Mapping

from django.utils import timezone
from django.utils.translation import gettext as _

from clubtornei.events.models import Entry, Event, NumberingMethod, Stage
from clubtornei.events.stage_titles import is_group
from clubtornei.events.systems import limits_of
from clubtornei.events.writing import ActionRefused, writing
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.models import Round
from clubtornei.rounds.numbers.commitment import commitment_of, committed_lines, committed_text
from clubtornei.rounds.numbers.numbering import NUMBERING_FUNCTIONS, methods_of
from clubtornei.rounds.participation.attendance.actions import set_missing_at_roll_call
from clubtornei.rounds.state.next_step import entries_needed
from clubtornei.rounds.state.reason_texts import error_text
from pairing.draws import Numbers
from pairing.registry import SYSTEM_SPECS
from scoring.record import DocumentError
from scoring.stages import numbered_field, with_entrants


def announce_draw(event: Event, *, seed: str = "") -> None:
    """Store a random seed and the commitment to it and to the entries; an announced draw stays as it is.

    `seed`: a fixed one, for an example that must always be the same. Raises ActionRefused where there are too
    few or too many entries, or the numbers are given already.
    """
    with writing(event) as locked:
        _refuse_if_drawn(locked)
        if locked.commitment:
            return
        entries = _entries_within_limits(locked)
        locked.seed = seed or new_seed()
        locked.commitment = commitment_of(committed_text(locked.seed, committed_lines(entries)))
        locked.save(update_fields=["seed", "commitment"])


def draw_numbers(event: Event, method: NumberingMethod) -> Numbers | None:
    """Give the numbers from the announced seed; None if they are given already. Raises ActionRefused."""
    with writing(event) as locked:
        if locked.drawn:
            return None
        if not locked.commitment:
            raise ActionRefused(_("Prima si annuncia il sorteggio e si mostra l’impronta, poi si sorteggia."))
        return _draw(locked, method)


def draw_at_once(event: Event, method: NumberingMethod) -> Numbers | None:
    """Give the numbers from a new seed that nobody has seen announced; None if they are given already. Raises
    ActionRefused.

    There is no commitment: made in the same moment as the draw it would prove nothing.
    """
    with writing(event) as locked:
        if locked.drawn:
            return None
        _refuse_if_paired(locked)
        if not locked.commitment:
            locked.seed = new_seed()
        return _draw(locked, method)


def enter_numbers(event: Event, numbers: Mapping[int, int]) -> None:
    """Give the numbers that were drawn by hand, by entry number: 1 to n, each once. Raises ActionRefused.

    A new seed is stored for later draws, and an announcement from which nothing was drawn is void.
    """
    with writing(event) as locked:
        _refuse_if_drawn(locked)
        entries = _entries_within_limits(locked)
        if sorted(numbers) != sorted(entry.entry_no for entry in entries) or sorted(numbers.values()) != list(
            range(1, len(entries) + 1)
        ):
            raise ActionRefused(
                _("Intanto gli iscritti sono cambiati: ricarica la pagina e controlla i numeri.")
            )
        locked.seed, locked.commitment = new_seed(), ""
        _save_numbers(locked, entries, numbers, NumberingMethod.HAND)


def cancel_draw(event: Event) -> None:
    """Delete the numbers, the seed and the announcement, which the history keeps, and what the roll call said
    of round 1: it is open again. Raises ActionRefused once a round is paired.
    """
    with writing(event) as locked:
        _refuse_if_paired(locked)
        locked.seed = locked.commitment = locked.draw_method = ""
        locked.drawn_at = None
        locked.save(update_fields=["seed", "commitment", "draw_method", "drawn_at"])
        set_missing_at_roll_call(locked, absent=False)
        locked.entries.update(number=None, late_number=False)
        for stage in _groups(locked):
            stage.entrants = None
            stage.save(update_fields=["entrants"])


def new_seed() -> str:
    """A random seed of 128 bits, as 32 hexadecimal digits."""
    return secrets.token_hex(16)


def _draw(event: Event, method: NumberingMethod) -> Numbers:
    """Give the numbers from the event's seed. Call inside `writing`. Raises ActionRefused."""
    if method not in methods_of(event.stages.get(number=1)):
        raise ActionRefused(_("In questa formula i numeri non si danno così: ricarica la pagina."))
    entries = _entries_within_limits(event)
    try:
        drawn = NUMBERING_FUNCTIONS[method](numbered_field(document_of(event), SYSTEM_SPECS, 1))
    except DocumentError as faulty:
        raise ActionRefused(error_text(faulty)) from faulty
    _save_numbers(event, entries, drawn.numbers, method)
    return drawn


def _entries_within_limits(event: Event) -> list[Entry]:
    """All entries. Raises ActionRefused where they are too few or too many for the first stage."""
    entries = list(event.entries.order_by("entry_no"))
    limits = limits_of(event.stages.get(number=1))
    if len(entries) < limits.least:
        raise ActionRefused(entries_needed(len(entries), limits.least))
    if limits.most is not None and len(entries) > limits.most:
        raise ActionRefused(
            _("Gli iscritti sono %(count)d: questa formula ne ammette al massimo %(most)d.")
            % {"count": len(entries), "most": limits.most}
        )
    return entries


def _refuse_if_drawn(event: Event) -> None:
    if event.drawn:
        raise ActionRefused(
            _("I numeri sono già stati sorteggiati: per rifarlo, annulla prima il sorteggio.")
        )
    _refuse_if_paired(event)


def _refuse_if_paired(event: Event) -> None:
    if Round.objects.filter(stage__event=event).exists():
        raise ActionRefused(_("C’è già un turno: i numeri su cui si basa non cambiano più."))


def _save_numbers(
    event: Event, entries: list[Entry], numbers: Mapping[int, int], method: NumberingMethod
) -> None:
    for entry in entries:
        entry.number = numbers[entry.entry_no]
    Entry.objects.bulk_update(entries, ["number"])
    event.draw_method, event.drawn_at = method, timezone.now()
    event.save(update_fields=["seed", "commitment", "draw_method", "drawn_at"])
    _deal_into_groups(event)
    set_missing_at_roll_call(event, absent=True)


def _groups(event: Event) -> list[Stage]:
    """The stages that are parallel groups of all players."""
    stages = event.stages.order_by("number")
    return [stage for stage in stages if is_group(stage)]


def _deal_into_groups(event: Event) -> None:
    """Confirm who plays in which group: the numbers say it. Raises ActionRefused where somebody would play in
    no group, or in several.
    """
    groups = _groups(event)
    if not groups:
        return
    dealt = with_entrants(document_of(event), SYSTEM_SPECS, max(stage.number for stage in groups))
    seated: list[int] = []
    declined: set[int] = set()
    for stage in groups:
        stage.entrants = entrants = list(dealt.stages[stage.number - 1].entrants or ())
        stage.save(update_fields=["entrants"])
        seated += entrants
        declined.update(stage.declined)
    if sorted([*seated, *declined]) != sorted(player.id for player in dealt.players):
        raise ActionRefused(
            _(
                "I gruppi non vanno bene: c’è chi non gioca in nessuno, o in più di uno. Di ogni gruppo ci"
                " vuole una fase, e in tutte lo stesso numero di gruppi: correggile da «Fasi», «Cambia»."
            )
        )
