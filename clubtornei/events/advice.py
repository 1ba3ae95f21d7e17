"""How many rounds are advisable for a number of players, or which rounds a bracket has."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _, ngettext

from clubtornei.events.models import Stage
from clubtornei.events.systems import options_that_seat, planned_rounds
from clubtornei.text.languages import lower_first, reader_language
from clubtornei.text.numerals import either
from clubtornei.text.untyped import Options
from pairing.reasons import why
from pairing.registry import SYSTEMS
from pairing.system import PlannedRound, System
from scoring.document import DocumentError
from scoring.options import build, describe
from scoring.reading import MOST_PLAYERS

MOST_ROUNDS = 20
"""More rounds of a calendar are warned of: at one a week they take half a year."""
A_DAY = 5  # rounds of quick games
EXAMPLE_SIZES = (6, 8, 10, 12, 16, 20, 24, 32, 40, 50, 64, 100)


@dataclass(frozen=True)
class RoundsAdvice:
    """`rounds`: how many are planned, None if the number is not fixed or not known yet; `advised`: how many
    are advisable; `asked`: whether the system has an option for them that can be changed; `most`: how many
    there can be, None if there is no limit.
    """

    players: int
    rounds: int | None
    advised: range
    asked: bool = False
    most: int | None = None
    sizes: ClassVar[str] = ""

    @property
    def impossible(self) -> bool:
        return self.rounds is not None and self.most is not None and self.rounds > self.most

    @property
    def too_many(self) -> bool:
        return self.rounds is not None and self.rounds >= self.advised.stop

    @property
    def too_few(self) -> bool:
        return self.rounds is not None and self.rounds < self.advised.start

    @property
    def warns(self) -> bool:
        return self.too_many or self.too_few

    @property
    def better(self) -> int | None:
        """The advisable number that is nearest; None where the planned one is, or nothing can be changed."""
        if not self.asked or not self.warns:
            return None
        return self.advised[-1] if self.too_many else self.advised[0]

    @property
    def span(self) -> str:
        """The advisable numbers: «5» where that is the only one, «almeno 6»."""
        least, *more = self.advised
        return _("almeno %(least)s") % {"least": least} if more else str(least)

    @property
    def sentence(self) -> str:
        if self.rounds is None:
            text = _("Con %(players)s giocatori: %(span)s turni.")
        elif self.impossible and not self.asked:
            text = ngettext(
                "Con %(players)s giocatori si può giocare un turno solo.",
                "Con %(players)s giocatori si giocano al massimo %(most)s turni.",
                self.most or 0,
            )
        elif self.impossible:
            text = ngettext(
                "Con %(players)s giocatori si gioca un turno solo.",
                "Con %(players)s giocatori si giocano al massimo %(most)s turni; ne bastano %(least)s.",
                self.most or 0,
            )
        elif self.too_many:
            text = _(
                "Con %(players)s giocatori %(rounds)s turni sono troppi: negli ultimi non restano avversari"
                " della stessa forza. Meglio non più di %(best)s."
            )
        elif self.too_few:
            text = _(
                "Con %(players)s giocatori %(rounds)s turni sono pochi: in testa possono restare in più d’uno"
                " a punteggio pieno. Meglio almeno %(least)s."
            )
        elif self.rounds == self.advised[0]:
            text = ngettext(
                "Con %(players)s giocatori %(rounds)s turno va bene.",
                "Con %(players)s giocatori %(rounds)s turni vanno bene.",
                self.rounds,
            )
        else:
            text = _("Con %(players)s giocatori %(rounds)s turni vanno bene: ne bastano %(least)s.")
        facts = {"players": self.players, "rounds": self.rounds, "span": self.span, "most": self.most}
        return text % (facts | {"least": self.advised[0], "best": self.advised[-1]})


@dataclass(frozen=True)
class Advice:
    """What the system says of so many players. `takes_long`: that another one takes fewer rounds; `sizes`:
    the tables that would have to be allowed for them, «3, 4 o 5».
    """

    sentence: str
    warns: bool = True
    takes_long: bool = False
    sizes: str = ""
    better: None = None
    impossible: bool = False


def advice_for_stage(stage: Stage, players: int, *, fixed: bool = False) -> RoundsAdvice | Advice | None:
    """None: the system gives no advice for so many players. `fixed`: nobody can change the rounds here, and
    only what is impossible is said.
    """
    advice = advice_for_options(stage.system, stage.options, players, fixed=fixed)
    return None if fixed and advice and not advice.impossible else advice


def advice_for_options(
    name: str, options: Options, players: int, *, fixed: bool = False
) -> RoundsAdvice | Advice | None:
    """For a system with options in the form of the document. With invalid or incomplete options the planned
    number of rounds is None.
    """
    system = SYSTEMS[name]
    if not system.fewest <= players <= MOST_PLAYERS:
        return None
    try:
        built = build(system.spec.options, options)
    except DocumentError:
        built = None
    if built is not None and (notice := system.notice(built, players)):
        seating = None if fixed else options_that_seat(name, options, players)
        allowed = seating.get("allow", ()) if seating else ()
        return Advice(why(notice, str, reader_language()), sizes=either(allowed) if allowed else "")
    if system.advised_rounds is None:
        return None
    rounds = None if built is None else system.rounds(built, players)
    asked = not fixed and _asks_rounds(system)
    return RoundsAdvice(players, rounds, system.advised_rounds(players), asked, system.most_rounds(players))


def usual_rounds(name: str, players: int) -> int | None:
    """How many rounds to begin with for so many players: one more than the fewest advisable, where there is
    room. None: the system asks for no number of rounds, or gives no advice for so many.
    """
    system = SYSTEMS[name]
    if (
        system.advised_rounds is None
        or not _asks_rounds(system)
        or not system.fewest <= players <= MOST_PLAYERS
    ):
        return None
    return system.advised_rounds(players)[:2][-1]


def _asks_rounds(system: System) -> bool:
    return any(option.name == "rounds" for option in describe(system.spec.options))


@dataclass(frozen=True)
class BracketOutline:
    """The rounds of a bracket, with their names and the number of players in each."""

    players: int
    rounds: Sequence[PlannedRound]

    @property
    def sentence(self) -> str:
        names = [
            _("%(name)s in %(players)s")
            % {"name": lower_first(why(round_.name, str, reader_language())), "players": round_.players}
            for round_ in self.rounds
        ]
        text = ngettext(
            "Con %(players)s giocatori un turno solo: %(names)s.",
            "Con %(players)s giocatori %(rounds)s turni: %(names)s.",
            len(self.rounds),
        )
        return text % {"players": self.players, "rounds": len(self.rounds), "names": ", ".join(names)}


def outline_for_stage(stage: Stage, players: int) -> BracketOutline | None:
    """With the exemptions of its entries. None: the system has no bracket, or none for so many players."""
    rounds = planned_rounds(stage, players)
    return BracketOutline(players, rounds) if rounds else None


def outline_for_system(name: str, players: int) -> BracketOutline | None:
    """Without any exemptions. None: the system has no bracket, or none for so many players."""
    rounds = planned_rounds(Stage(system=name, scoring=SYSTEMS[name].spec.scoring), players, exempt=())
    return BracketOutline(players, rounds) if rounds else None


def fixed_rounds(name: str, options: Options, players: int) -> Advice | None:
    """How many rounds so many players make where a calendar has all of them. None: it has not, or the options
    are not valid.
    """
    system = SYSTEMS[name]
    if system.calendar is None or _asks_rounds(system):
        return None
    try:
        rounds = system.rounds(build(system.spec.options, options), players)
    except DocumentError:
        return None
    if rounds is None:
        return None
    facts = {
        "players": players,
        "rounds": rounds,
        "days": -(-rounds // A_DAY),
        "months": -(-rounds * 12 // 52),
    }
    if rounds > MOST_ROUNDS:
        text = _(
            "Con %(players)s giocatori i turni sono %(rounds)s: a uno la settimana ci vogliono"
            " %(months)s mesi, a cinque al giorno %(days)s giorni."
        )
        return Advice(text % facts, takes_long=True)
    text = ngettext(
        "Con %(players)s giocatori: %(rounds)s turno.", "Con %(players)s giocatori: %(rounds)s turni.", rounds
    )
    return Advice(text % facts, warns=False)


def caution(name: str, options: Options, players: int) -> str:
    """What speaks against the system for so many players: too long a calendar, or that in the rounds it is
    advised for everybody meets everybody anyway. "": nothing.
    """
    advised = SYSTEMS[name].advised_rounds
    if advised and 2 < players <= advised(players)[0] + 1:
        return _("In così pochi si incontrano tutti: basta un girone.")
    rounds = fixed_rounds(name, options, players)
    return rounds.sentence if rounds and rounds.warns else ""


def advice_by_example(name: str) -> list[RoundsAdvice | BracketOutline]:
    """The advice for a few usual numbers of players, with the system's default options."""
    advice = [advice_for_options(name, {}, size) or outline_for_system(name, size) for size in EXAMPLE_SIZES]
    return [each for each in advice if each and not isinstance(each, Advice)]
