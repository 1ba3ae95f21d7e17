"""The next step in an event's life: one sentence and one button on the organiser's pages.

A fixed number of queries, whatever the number of events.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from django.urls import reverse
from django.utils.translation import gettext as _, ngettext

from clubtornei.events.models import Entry, Event, Stage
from clubtornei.events.stage_titles import is_group, stage_title
from clubtornei.events.systems import draws_adjourned, draws_numbers, limits_of, pairs_by_results
from clubtornei.rounds.state.event_state import (
    Absences,
    EventState,
    RoundProgress,
    StageState,
    event_state_of,
    event_states_of,
)
from clubtornei.rounds.state.formatting import names_in_short
from pairing.registry import SYSTEMS


class StepCode(StrEnum):
    """The steps, in the order of a tournament's life."""

    ENTRIES = "entries"
    PRESENCE = "presence"
    DRAW = "draw"
    PAIR = "pair"
    PUBLISH = "publish"
    RESULTS = "results"
    QUALIFY = "qualify"
    CLOSE = "close"
    CLOSED = "closed"


@dataclass(frozen=True, kw_only=True)
class NextStep:
    """`sentence`: for the arbiter; `action`: the label of the button; `stage`: the number of the stage;
    `round`: that of the round whose page it leads to; `pairs`: that of the round its button pairs at once,
    where nothing else could be chosen; `gives_numbers`: whether the button gives them by rating, and pairs
    round 1; `publishes`: whether it publishes a whole calendar; `open_round`: the number of an earlier round
    with a game to be finished, which hinders nothing; `uncalled`: whether there was no roll call yet;
    `draws_anyway`: the label of a second button, to the numbers, while somebody is missing.
    """

    code: StepCode
    stage: int
    sentence: str
    action: str
    url_name: str
    arguments: tuple[str | int, ...]
    round: int | None = None
    pairs: int | None = None
    gives_numbers: bool = False
    publishes: bool = False
    open_round: int | None = None
    uncalled: bool = False
    draws_anyway: str = ""

    @property
    def draw_url(self) -> str:
        return reverse("rounds:draw", args=self.arguments)

    @property
    def is_for_everybody(self) -> bool:
        """Whether a helper may do it."""
        return self.code == StepCode.RESULTS

    @property
    def url(self) -> str:
        return reverse(self.url_name, args=self.arguments)

    @property
    def pairing_url(self) -> str:
        return reverse("rounds:draw_next", args=self.arguments)

    @property
    def publishing_url(self) -> str:
        return reverse("rounds:publish_all", args=self.arguments)

    @property
    def open_round_url(self) -> str:
        """Where `open_round` is finished."""
        return reverse("rounds:round", args=(*self.arguments, self.open_round))

    @property
    def roll_call_url(self) -> str:
        return reverse("rounds:presence", args=self.arguments)

    @property
    def numbers_url(self) -> str:
        return reverse("rounds:draw_numbers", args=self.arguments)


def next_step(event: Event, state: EventState | None = None) -> NextStep:
    """The next thing to do for one event; `state`: its figures, where they are read already."""
    return _next(event, event_state_of(event) if state is None else state)


def next_steps(events: Sequence[Event]) -> dict[int, NextStep]:
    """The next thing to do for each event, by primary key."""
    states = event_states_of(events)
    return {event.pk: _next(event, states[event.pk]) for event in events}


def step_once_entered(event: Event, stage: Stage, entries: Sequence[Entry]) -> NextStep | None:
    """The next thing to do before the draw, read from the entries at hand; None while more are needed.
    `stage`: the first one.
    """
    missing = [entry.name for entry in entries if not entry.present]
    present = len(entries) - len(missing)
    state = EventState([StageState(stage, begun=stage.begun)], len(entries), present, missing)
    step = _before_draw(StepBuilder(event.slug, state), state)
    return None if step.code == StepCode.ENTRIES else step


def _next(event: Event, state: EventState) -> NextStep:
    steps = StepBuilder(event.slug, state)
    if event.closed:
        ranking = "rounds:final" if len(state.stages) > 1 else "rounds:standings"
        return steps.step(
            StepCode.CLOSED, _("La classifica è quella finale."), _("Guarda la classifica"), ranking
        )
    if not event.drawn and not state.begun:
        return _before_draw(steps, state)
    begun = [
        stage
        for stage in state.stages
        if stage.begun or stage is state.stages[0] or (event.drawn and is_group(stage.stage))
    ]
    open_steps = [step for stage in begun if (step := _in_stage(steps.in_stage(stage), stage))]
    # Rounds of parallel groups are drawn before anybody waits for the results of one of them.
    together = [step for step in open_steps if is_group(state.stages[step.stage - 1].stage)]
    pairing = [step for step in together if step.code != StepCode.RESULTS]
    return next(iter([*pairing, *open_steps]), None) or _after_stages(steps, state, event)


def _in_stage(steps: "StepBuilder", stage: StageState) -> NextStep | None:
    """The next step in a stage; None if the stage is finished."""
    current = stage.current
    if current and not current.published:
        sentence = _("Il turno %(number)s è in bozza: controllalo e pubblicalo.") % {"number": current.number}
        return steps.step(StepCode.PUBLISH, sentence, _("Controlla la bozza"), "rounds:round", current.number)
    if current and current.missing:
        return _enter_results(steps, current)
    return _between_rounds(steps, stage)


def _after_stages(steps: "StepBuilder", state: EventState, event: Event) -> NextStep:
    """The next step when all stages that have begun are finished."""
    coming = state.to_come
    if coming is None:
        return _at_the_end(steps, event)
    return steps.in_stage(coming).step(
        StepCode.QUALIFY,
        _("Guarda chi passa, e comincia."),
        _("Chi passa"),
        "rounds:stage",
        stage_in_url=True,
    )


def _at_the_end(steps: "StepBuilder", event: Event) -> NextStep:
    """To confirm the prizes, and to close: its page leads to what federations are told, too."""
    if event.prizes and not event.awards:
        sentence = (
            _("Tutti i turni sono giocati: conferma i premi, poi chiudi il torneo.")
            if event.awards is None
            else _("I risultati danno i premi ad altri: conferma di nuovo i premi, poi chiudi il torneo.")
        )
        return steps.step(StepCode.CLOSE, sentence, _("Guarda i premi e conferma"), "rounds:prizes")
    sentence = _("Tutti i turni sono giocati: chiudi il torneo.")
    return steps.step(StepCode.CLOSE, sentence, _("Chiudi il torneo"), "rounds:close")


@dataclass(frozen=True)
class StepBuilder:
    """Makes the steps of an event, or of one of its stages."""

    slug: str
    state: EventState
    stage: StageState | None = None

    def in_stage(self, stage: StageState) -> "StepBuilder":
        return StepBuilder(self.slug, self.state, stage)

    @property
    def later_stage_has_begun(self) -> bool:
        return self.stage is not self.state.playing

    def step(
        self,
        code: StepCode,
        sentence: str,
        action: str,
        url_name: str,
        *arguments: str | int,
        stage_in_url: bool = False,
    ) -> NextStep:
        """The step; if the event has several stages, its sentence begins with the title of the stage.

        stage_in_url: name the stage in the URL even if it is the only one.
        """
        about = self.stage or self.state.playing
        number = about.stage.number
        if self.stage is not None and len(self.state.stages) > 1:
            sentence = f"{stage_title(number, about.stage.name)}. {sentence}"
        in_url = stage_in_url or (self.stage is not None and len(self.state.stages) > 1)
        return NextStep(
            code=code,
            stage=number,
            sentence=sentence,
            action=action,
            url_name=url_name,
            arguments=(self.slug, *([number] if in_url else []), *arguments),
            round=int(arguments[0]) if url_name == "rounds:round" else None,
        )


def _before_draw(steps: StepBuilder, state: EventState) -> NextStep:
    """The next step before the numbers are drawn: enter players, finish the roll call, or draw."""
    first = state.stages[0]
    limits = limits_of(first.stage)
    if state.players < limits.least:
        sentence = entries_needed(state.players, limits.least)
        return steps.step(StepCode.ENTRIES, sentence, _("Iscrivi"), "rounds:entries")
    roll_call = roll_call_text(state)
    if roll_call and state.present:
        step = steps.step(StepCode.PRESENCE, roll_call, _("Continua l’appello"), "rounds:presence")
        return replace(step, draws_anyway=numbers_action(first.stage))
    by_lot = draws_numbers(first.stage)
    if by_lot:
        sentence = ngettext(
            "%(count)s iscritto: si può sorteggiare.",
            "%(count)s iscritti: si può sorteggiare.",
            state.players,
        )
    else:
        sentence = ngettext(
            "%(count)s iscritto: si possono assegnare i numeri.",
            "%(count)s iscritti: si possono assegnare i numeri.",
            state.players,
        )
    sentence = f"{sentence} {roll_call}".strip() % {"count": state.players}
    step = steps.step(StepCode.DRAW, sentence, numbers_action(first.stage), "rounds:draw")
    # Of several stages the first may be groups, each with a round 1 of its own.
    return replace(step, uncalled=not state.present, gives_numbers=not by_lot and len(state.stages) == 1)


def numbers_action(stage: Stage) -> str:
    """The label of the button that leads to the page of the numbers."""
    return _("Vai al sorteggio") if draws_numbers(stage) else _("Vai ai numeri")


def roll_call_text(state: EventState) -> str:
    """How far the roll call is, and who is missing; empty once all are present."""
    if not state.present:
        return _("L’appello non è stato fatto.")
    if state.present == state.players:
        return ""
    counted = ngettext(
        "Appello: %(present)s presente di %(count)s.",
        "Appello: %(present)s presenti di %(count)s.",
        state.present,
    ) % {"present": state.present, "count": state.players}
    missed = ngettext("Manca %(names)s.", "Mancano %(names)s.", len(state.missing))
    return f"{counted} {missed % {'names': names_in_short(state.missing)}}"


def roll_call_summary(state: EventState) -> str:
    """As `roll_call_text`, with what becomes of who is missing."""
    text = roll_call_text(state)
    return f"{text} {_missing_text(state.stages[0].stage.system)}" if state.missing else text


def _missing_text(system: str) -> str:
    """What becomes in round 1 of who is missing at the roll call: he stays entered."""
    match SYSTEMS[system].absence:
        case "sits_out":
            return _("Chi manca resta iscritto ed è assente al turno 1.")
        case "forfeits":
            return _(
                "Chi manca si abbina lo stesso: se non viene, segnalo in «Chi gioca» e perde per forfait."
            )
        case _:
            return _("Chi manca resta in calendario: la sua partita si rinvia, o la perde per forfait.")


def away_text(absences: Sequence[Absences], number: int) -> str:
    """Who does not play that round of the first stage, and who does although absent from the one before."""
    away = [player["name"] for player in absences if number in player["rounds"]]
    back = [
        player["name"]
        for player in absences
        if number - 1 in player["rounds"] and number not in player["rounds"]
    ]
    sentences = []
    if away:
        words = ngettext(
            "Non gioca il turno %(number)d, ma resta in torneo: %(names)s.",
            "Non giocano il turno %(number)d, ma restano in torneo: %(names)s.",
            len(away),
        )
        sentences.append(words % {"number": number, "names": names_in_short(away)})
    if back:
        words = ngettext(
            "Non ha giocato il turno %(before)d, e ora si abbina: %(names)s.",
            "Non hanno giocato il turno %(before)d, e ora si abbinano: %(names)s.",
            len(back),
        )
        sentences.append(words % {"before": number - 1, "names": names_in_short(back)})
    return " ".join(sentences)


def entries_needed(players: int, least: int) -> str:
    """That so many are too few."""
    if not players:
        return _("Iscrivi i giocatori: ne servono almeno %(least)s.") % {"least": least}
    return ngettext(
        "C’è %(count)s iscritto: ne servono almeno %(least)s.",
        "Ci sono %(count)s iscritti: ne servono almeno %(least)s.",
        players,
    ) % {"count": players, "least": least}


def _enter_results(steps: StepBuilder, played: RoundProgress) -> NextStep:
    if not played.missing:
        return _finish_adjourned(steps, played)
    sentence = ngettext(
        "Turno %(number)s: manca %(count)s risultato.",
        "Turno %(number)s: mancano %(count)s risultati.",
        played.open,
    ) % {"number": played.number, "count": played.open}
    return steps.step(StepCode.RESULTS, sentence, _("Inserisci i risultati"), "rounds:round", played.number)


def _finish_adjourned(steps: StepBuilder, played: RoundProgress) -> NextStep:
    """The next step where nothing goes on before the adjourned games of that round are finished."""
    sentence = ngettext(
        "Turno %(number)s: va finita %(count)s partita aggiornata, poi si va avanti. Scrivine il risultato.",
        "Turno %(number)s: vanno finite %(count)s partite aggiornate, poi si va avanti. Scrivi i risultati.",
        played.adjourned,
    ) % {"number": played.number, "count": played.adjourned}
    return steps.step(
        StepCode.RESULTS, sentence, _("Vai alle partite aggiornate"), "rounds:round", played.number
    )


def _between_rounds(steps: StepBuilder, stage: StageState) -> NextStep | None:
    """The next step when all games of the last round are finished or adjourned: to pair the next round, or to
    finish open games first if the pairing needs them, or if it was the last round.

    None if all rounds are played; if their number is not fixed, when a later stage has begun.
    """
    following, last = len(stage.rounds) + 1, stage.rounds_in_all
    is_last = following >= last if last is not None else steps.later_stage_has_begun
    over = steps.later_stage_has_begun if last is None else following > last
    unfinished = [played for played in stage.rounds if played.open]
    waiting = [played for played in unfinished if over or _is_awaited(played, stage, is_last=is_last)]
    if waiting:
        return _enter_results(steps, waiting[0])
    if over:
        return None
    if not stage.rounds and SYSTEMS[stage.stage.system].whole_calendar:
        sentence = _("Il calendario è pronto: pubblicato intero, ognuno conosce subito i suoi avversari.")
        step = steps.step(StepCode.PAIR, sentence, _("Vai ai turni"), "rounds:event")
        return replace(step, publishes=True)
    sentence = _can_be_paired(steps.state, stage, following, last)
    if stage.stage.number == 1:
        sentence = f"{sentence} {away_text(steps.state.absences, following)}".strip()
    games = sum(played.open for played in unfinished)
    if games and pairs_by_results(stage.stage):
        sentence += " " + ngettext(
            "Per l’abbinamento %(count)s partita aggiornata vale patta, finché non ha un risultato.",
            "Per l’abbinamento %(count)s partite aggiornate valgono patta, finché non hanno un risultato.",
            games,
        ) % {"count": games}
    elif games:
        sentence += " " + ngettext(
            "Dei turni prima resta da finire %(count)s partita.",
            "Dei turni prima restano da finire %(count)s partite.",
            games,
        ) % {"count": games}
    pairs = following if last is not None or not stage.rounds else None
    open_round = unfinished[0].number if unfinished else None
    step = steps.step(StepCode.PAIR, sentence, _("Vai ai turni"), "rounds:event")
    return replace(step, pairs=pairs, open_round=open_round)


def _is_awaited(played: RoundProgress, stage: StageState, *, is_last: bool) -> bool:
    """Whether the next round cannot be paired before the open games of that one are finished."""
    if not pairs_by_results(stage.stage):
        return is_last
    return bool(played.missing) or not draws_adjourned(stage.stage)


def _can_be_paired(state: EventState, stage: StageState, following: int, last: int | None) -> str:
    """The sentence that the `following` round can be paired; `last`: the number of rounds, if it is fixed."""
    if last is not None:
        return _("Si può abbinare il turno %(number)s di\u00a0%(last)s.") % {
            "number": following,
            "last": last,
        }
    if state.to_come and stage.rounds:
        return _("Si può abbinare il turno %(number)s, o passare alla fase seguente.") % {"number": following}
    if stage.rounds:
        return _("Si può abbinare il turno %(number)s, o chiudere il torneo.") % {"number": following}
    return _("Si può abbinare il turno %(number)s.") % {"number": following}
