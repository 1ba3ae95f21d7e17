"""How many rounds make sense for so many players, where a system has something to say about it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from msgspec import ValidationError

from clubtornei.events.models import Stage
from pairing.system import SYSTEMS
from scoring.options import build
from scoring.reading import MOST_PLAYERS

USUAL_SIZES = (6, 8, 10, 12, 16, 20, 24, 32, 40, 50, 64, 100)


@dataclass(frozen=True)
class Advice:
    """`rounds`: how many are planned; None where that is not fixed, or not known yet."""

    players: int
    rounds: int | None
    advised: range

    @property
    def too_many(self) -> bool:
        return self.rounds is not None and self.rounds >= self.advised.stop

    @property
    def too_few(self) -> bool:
        return self.rounds is not None and self.rounds < self.advised.start

    @property
    def sentence(self) -> str:
        if self.rounds is None:
            text = _("Con %(players)s giocatori: da %(least)s a %(most)s turni.")
        elif self.too_many:
            text = _(
                "Con %(players)s giocatori %(rounds)s turni sono troppi: negli ultimi non restano avversari"
                " della stessa forza. Meglio da %(least)s a %(most)s."
            )
        elif self.too_few:
            text = _(
                "Con %(players)s giocatori %(rounds)s turni sono pochi: in testa possono restare in più d’uno"
                " a punteggio pieno. Meglio da %(least)s a %(most)s."
            )
        else:
            text = _("Con %(players)s giocatori %(rounds)s turni vanno bene (da %(least)s a %(most)s).")
        return text % {
            "players": self.players,
            "rounds": self.rounds,
            "least": self.advised.start,
            "most": self.advised.stop - 1,
        }


def advice_of(stage: Stage, players: int) -> Advice | None:
    """For the stage as it is; None: nothing to say."""
    return advice_for(stage.system, stage.options, players)


def advice_for(name: str, options: Mapping[str, Any], players: int) -> Advice | None:
    """For options as a document writes them; incomplete ones plan no number of rounds yet."""
    system = SYSTEMS[name]
    if system.advised_rounds is None or not system.fewest <= players <= MOST_PLAYERS:
        return None
    try:
        rounds = system.rounds(build(system.kind.options, options), players)
    except ValidationError:
        rounds = None
    return Advice(players, rounds, system.advised_rounds(players))


def usual(name: str) -> list[Advice]:
    """The advice for usual numbers of players."""
    return [found for size in USUAL_SIZES if (found := advice_for(name, {}, size))]
