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
    """How the numbers are given; the values are stored in Event.draw_method and in documents."""

    RANDOM = "lots", gettext_lazy("Sorteggio semplice")
    VARMA = "varma", gettext_lazy("Sorteggio Varma")
    RATING = "rating", gettext_lazy("Lista per punteggio")
    HAND = "hand", gettext_lazy("Scritti a mano")

    @property
    def by_chance(self) -> bool:
        """Whether the numbers are random, so that the draw can be shown number after number."""
        return self in (NumberingMethod.RANDOM, NumberingMethod.VARMA)


def number_by_rating(record: Record) -> Numbers:
    """The numbers by rating, with equals in random order."""
    return Numbers(
        numbers=numbering.by_rating(record.players.values(), record.document.seed, record.number), clashes=0
    )


NUMBERING_FUNCTIONS: Mapping[NumberingMethod, Callable[[Record], Numbers]] = {
    NumberingMethod.RANDOM: draws.by_lot,
    NumberingMethod.VARMA: draws.restricted,
    NumberingMethod.RATING: number_by_rating,
}


def methods_of(stage: Stage) -> tuple[NumberingMethod, ...]:
    """The methods that the stage's system allows for giving numbers from the seed, the usual one first."""
    system = SYSTEMS[stage.system]
    if not system.draws_numbers:
        return (NumberingMethod.RATING,)
    # The Varma tables keep clubs apart in the last rounds of a round robin.
    return (
        (NumberingMethod.RANDOM, NumberingMethod.VARMA)
        if system.spec.games_each
        else (NumberingMethod.RANDOM,)
    )
