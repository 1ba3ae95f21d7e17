"""What is counted for a seat at a table of more than two: the fields of a SeatScore, with their titles."""

from typing import Literal

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy
from msgspec import Struct

CountKind = Literal["number", "whole", "choice", "flag"]
"""How a count is written: with decimals, without, as one of the places at the table, as yes or no."""


class Count(Struct, frozen=True):
    """A field of a SeatScore: something that is counted for a seat."""

    name: str
    title: Promise
    short: Promise
    kind: CountKind = "number"


COUNTS = (
    Count("points", gettext_lazy("Segnati al tavolo"), gettext_lazy("Segnati")),
    Count("outside", gettext_lazy("Punti fuori obiettivo"), gettext_lazy("Fuori")),
    Count("eliminated", gettext_lazy("Eliminato"), gettext_lazy("Elim."), "choice"),
    Count("risiko", gettext_lazy("RisiKo!"), gettext_lazy("RisiKo!"), "flag"),
    Count("armies_in", gettext_lazy("Armate nell’obiettivo"), gettext_lazy("Armate dentro")),
    Count("armies_out", gettext_lazy("Armate fuori obiettivo"), gettext_lazy("Armate fuori")),
    Count("cards", gettext_lazy("Carte in mano"), gettext_lazy("Carte")),
    Count("territories_in", gettext_lazy("Territori nell’obiettivo"), gettext_lazy("Territori dentro")),
    Count("territories_out", gettext_lazy("Territori fuori obiettivo"), gettext_lazy("Territori fuori")),
    Count("dice", gettext_lazy("Dadi di spareggio"), gettext_lazy("Dadi")),
    Count("order", gettext_lazy("Ordine di gioco"), gettext_lazy("Ordine"), "whole"),
    Count("penalty", gettext_lazy("Penalità"), gettext_lazy("Penalità")),
)
