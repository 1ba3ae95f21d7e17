"""The next thing to do for an event: what the organiser's pages lead to, and say in one sentence.

A fixed number of queries, however many events are asked about.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubtornei.events.models import Event
from clubtornei.events.stages import stage_title
from clubtornei.events.systems import draws_numbers, limits_of, pairs_by_results
from clubtornei.rounds.core.event_state import EventState, StageState, state_of, states_of
from clubtornei.rounds.core.progress import RoundProgress

StepCode = Literal["entries", "presence", "draw", "pair", "publish", "results", "qualify", "close", "closed"]
"""The steps in the order of a tournament's life."""


@dataclass(frozen=True, kw_only=True)
class NextStep:
    """`code` says which step it is, `sentence` says it to the arbiter, `action` is what the button says.

    `stage`: the number of the one it is about.
    """

    code: StepCode
    stage: int
    sentence: str
    action: str
    url_name: str
    arguments: tuple[Any, ...]

    @property
    def url(self) -> str:
        return reverse(self.url_name, args=self.arguments)


def next_step(event: Event, state: EventState | None = None) -> NextStep:
    """The next thing to do for one event; `state`: its figures, where they are read already."""
    return _next(event, state_of(event) if state is None else state)


def next_steps(events: Sequence[Event]) -> dict[int, NextStep]:
    """The next thing to do for each event, by primary key."""
    states = states_of(events)
    return {event.pk: _next(event, states[event.pk]) for event in events}


def _next(event: Event, state: EventState) -> NextStep:
    where = Where(event.slug, state)
    if event.closed:
        ranking = "rounds:final" if len(state.stages) > 1 else "rounds:standings"
        return where.step("closed", _("Concluso."), _("Guarda la classifica"), ranking)
    if not event.drawn and not state.begun:
        return _before_the_draw(where, state)
    for stage in state.begun or state.stages[:1]:
        step = _in_stage(where.of(stage), stage)
        if step is not None:
            return step
    return _after_the_stages(where, state)


def _in_stage(where: "Where", stage: StageState) -> NextStep | None:
    """The next thing to do in a stage; None: it is played to its end."""
    current = stage.current
    if current and not current.published:
        sentence = _("Il turno %(number)s è in bozza: controllalo e pubblicalo.") % {"number": current.number}
        return where.step("publish", sentence, _("Controlla la bozza"), "rounds:round", current.number)
    if current and current.missing:
        return _enter_results(where, current)
    return _between_rounds(where, stage)


def _after_the_stages(where: "Where", state: EventState) -> NextStep:
    """All that has begun is over."""
    coming = state.to_come
    if coming is None:
        return where.step(
            "close", _("Tutti i turni sono giocati: chiudi il torneo."), _("Chiudi"), "rounds:close"
        )
    of = where.of(coming)
    return of.step("qualify", _("Guarda chi passa, e comincia."), _("Chi passa"), "rounds:stage", named=True)


@dataclass(frozen=True)
class Where:
    """What a step is about: the event, and a stage of it (None: where there is no choice)."""

    slug: str
    state: EventState
    stage: StageState | None = None

    def of(self, stage: StageState) -> "Where":
        return Where(self.slug, self.state, stage)

    @property
    def followed(self) -> bool:
        """Has a later stage begun?"""
        return self.stage is not self.state.playing

    def step(
        self, code: StepCode, sentence: str, action: str, url_name: str, *arguments: Any, named: bool = False
    ) -> NextStep:
        """The step; where there are several stages, its sentence begins with the one meant. `named`: its
        address says which stage, though it is the one being played.
        """
        about = self.stage or self.state.playing
        number = about.stage.number
        if self.stage is not None and len(self.state.stages) > 1:
            sentence = f"{stage_title(number, about.stage.name)}. {sentence}"
        in_address = named or (self.stage is not None and about is not self.state.playing)
        return NextStep(
            code=code,
            stage=number,
            sentence=sentence,
            action=action,
            url_name=url_name,
            arguments=(self.slug, *([number] if in_address else []), *arguments),
        )


def _before_the_draw(where: Where, state: EventState) -> NextStep:
    first = state.stages[0]
    limits = limits_of(first.stage)
    if state.players < limits.least:
        if not state.players:
            sentence = _("Iscrivi i giocatori: ne servono almeno %(least)s.") % {"least": limits.least}
        else:
            sentence = ngettext(
                "C’è %(count)s iscritto: ne servono almeno %(least)s.",
                "Ci sono %(count)s iscritti: ne servono almeno %(least)s.",
                state.players,
            ) % {"count": state.players, "least": limits.least}
        return where.step("entries", sentence, _("Iscrivi"), "rounds:entries")
    if state.called and state.present < state.players:
        sentence = _("Appello: %(present)s presenti di %(count)s.") % {
            "present": state.present,
            "count": state.players,
        }
        return where.step("presence", sentence, _("Continua l’appello"), "rounds:presence")
    if draws_numbers(first.stage):
        sentence = ngettext(
            "%(count)s iscritto: si può sorteggiare.",
            "%(count)s iscritti: si può sorteggiare.",
            state.players,
        ) % {"count": state.players}
        return where.step("draw", sentence, _("Vai al sorteggio"), "rounds:draw")
    sentence = ngettext(
        "%(count)s iscritto: si possono assegnare i numeri.",
        "%(count)s iscritti: si possono assegnare i numeri.",
        state.players,
    ) % {"count": state.players}
    return where.step("draw", sentence, _("Vai ai numeri"), "rounds:draw")


def _enter_results(where: Where, played: RoundProgress) -> NextStep:
    count = played.open
    sentence = ngettext(
        "Turno %(number)s: manca %(count)s risultato.",
        "Turno %(number)s: mancano %(count)s risultati.",
        count,
    ) % {"number": played.number, "count": count}
    if not played.missing and pairs_by_results(where.state.playing.stage):
        sentence += " " + _("Le partite aggiornate vanno finite prima di abbinare.")
    return where.step("results", sentence, _("Inserisci i risultati"), "rounds:round", played.number)


def _between_rounds(where: Where, stage: StageState) -> NextStep | None:
    """All games of the last round are over or adjourned: pair on, unless they must be finished first. None:
    all rounds are played; where their number is not fixed, when a later stage has begun.
    """
    following, last = len(stage.rounds) + 1, stage.rounds_in_all
    left = sum(played.open for played in stage.rounds)
    finish_first = pairs_by_results(stage.stage) or (
        following >= last if last is not None else where.followed
    )
    if left and finish_first:
        return _enter_results(where, next(one for one in stage.rounds if one.open))
    if where.followed if last is None else following > last:
        return None
    if last is not None:
        sentence = _("Si può abbinare il turno %(number)s di %(last)s.") % {"number": following, "last": last}
    elif where.state.to_come and stage.rounds:
        sentence = _("Si può abbinare il turno %(number)s, o passare alla fase seguente.") % {
            "number": following
        }
    elif stage.rounds:
        sentence = _("Si può abbinare il turno %(number)s, o chiudere il torneo.") % {"number": following}
    else:
        sentence = _("Si può abbinare il turno %(number)s.") % {"number": following}
    if left:
        sentence += " " + ngettext(
            "Dei turni prima resta da finire %(count)s partita.",
            "Dei turni prima restano da finire %(count)s partite.",
            left,
        ) % {"count": left}
    return where.step("pair", sentence, _("Vai ai turni"), "rounds:rounds")
