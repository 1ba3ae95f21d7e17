"""The ways in which players can be given their numbers before the first round."""

from collections.abc import Callable, Mapping

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy

from clubtornei.events.models import Stage
from pairing import draws, numbering
from pairing.draws import Numbers
from pairing.registry import SYSTEMS
from scoring.record import Record


class NumberingMethod(TextChoices):
    """How the numbers were given."""

    RANDOM = "lots", gettext_lazy("Sorteggio semplice")
    VARMA = "varma", gettext_lazy("Sorteggio Varma")
    RATING = "rating", gettext_lazy("Lista per punteggio")
    HAND = "hand", gettext_lazy("Scritti a mano")

    @property
    def by_chance(self) -> bool:
        """Is there something to look on at, number after number?"""
        return self in (NumberingMethod.RANDOM, NumberingMethod.VARMA)


def number_by_rating(record: Record) -> Numbers:
    """By rating list; the lot decides among equals."""
    return Numbers(
        numbers=numbering.by_rating(record.players.values(), record.document.seed, record.number), clashes=0
    )


NUMBERING_FUNCTIONS: Mapping[NumberingMethod, Callable[[Record], Numbers]] = {
    NumberingMethod.RANDOM: draws.by_lot,
    NumberingMethod.VARMA: draws.restricted,
    NumberingMethod.RATING: number_by_rating,
}


def methods_of(stage: Stage) -> tuple[NumberingMethod, ...]:
    """How the stage's system lets numbers be given from the seed, the usual way first."""
    system = SYSTEMS[stage.system]
    if not system.draws_numbers:
        return (NumberingMethod.RATING,)
    # Varma keeps clubs apart in the last rounds of everybody against everybody.
    return (
        (NumberingMethod.RANDOM, NumberingMethod.VARMA)
        if system.spec.games_each
        else (NumberingMethod.RANDOM,)
    )
