"""The ways in which players can be given their numbers."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy


class NumberingMethod(TextChoices):
    """How the numbers are given; the values are stored in Event.draw_method and in documents."""

    RANDOM = "lots", gettext_lazy("Sorteggio semplice")
    VARMA = "varma", gettext_lazy("Sorteggio Varma")
    RATING = "rating", gettext_lazy("Lista per Elo")
    HAND = "hand", gettext_lazy("Scritti a mano")

    @property
    def is_varma(self) -> bool:
        return self is NumberingMethod.VARMA

    @property
    def is_by_hand(self) -> bool:
        return self is NumberingMethod.HAND

    @property
    def by_chance(self) -> bool:
        """Whether the numbers are random, so that the draw can be shown number after number."""
        return self in (NumberingMethod.RANDOM, NumberingMethod.VARMA)
