"""How many rounds make sense for so many players, or which there will be, where a system can say it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import ValidationError

from clubtornei.events.models import Stage
from clubtornei.events.plans import language
from clubtornei.events.systems import planned_rounds
from pairing.reasons import why
from pairing.registry import SYSTEMS
from pairing.system import PlannedRound
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
        rounds = system.rounds(build(system.spec.options, options), players)
    except ValidationError:
        rounds = None
    return Advice(players, rounds, system.advised_rounds(players))


@dataclass(frozen=True)
class Course:
    """The rounds of a bracket, in which some play later and most no longer."""

    players: int
    rounds: Sequence[PlannedRound]

    @property
    def sentence(self) -> str:
        names = [
            _("%(name)s in %(players)s")
            % {"name": _within_a_sentence(why(one.name, str, language())), "players": one.players}
            for one in self.rounds
        ]
        text = ngettext(
            "Con %(players)s giocatori un turno solo: %(names)s.",
            "Con %(players)s giocatori %(rounds)s turni: %(names)s.",
            len(self.rounds),
        )
        return text % {"players": self.players, "rounds": len(self.rounds), "names": ", ".join(names)}


def _within_a_sentence(title: str) -> str:
    return f"{title[:1].lower()}{title[1:]}"


def course_of(stage: Stage, players: int) -> Course | None:
    """For the stage as it is, with those exempt; None: no bracket, or none for so many."""
    rounds = planned_rounds(stage, players)
    return Course(players, rounds) if rounds else None


def course_for(name: str, players: int) -> Course | None:
    """The same where nobody is exempt yet."""
    rounds = planned_rounds(Stage(system=name, scoring=SYSTEMS[name].spec.scoring), players, exempt=())
    return Course(players, rounds) if rounds else None


def usual(name: str) -> list[Advice | Course]:
    """What is to be said for usual numbers of players."""
    found = [advice_for(name, {}, size) or course_for(name, size) for size in USUAL_SIZES]
    return [advice for advice in found if advice]
