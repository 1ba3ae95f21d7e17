"""The next thing to do for an event: what the organiser's pages lead to, and say in one sentence.

A fixed number of queries, however many events are asked about. Rounds, tables and seats are counted
through the names by which they hang on a stage, because this room does not know the room of the rounds.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, F, Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubtornei.events.formulas import draws_numbers, games_each, limits_of, rounds_of
from clubtornei.events.models import Entry, Event, Stage


@dataclass(frozen=True, kw_only=True)
class NextStep:
    """`code` says which step it is, `sentence` says it to the arbiter, `action` is what the button says.

    Codes in the order of a tournament's life: entries, presence, draw, pair, publish, results, close, closed.
    """

    code: str
    sentence: str
    action: str
    url_name: str
    arguments: tuple[Any, ...]

    @property
    def url(self) -> str:
        return reverse(self.url_name, args=self.arguments)


@dataclass
class RoundState:
    """A round in figures: `missing` results are those of games not adjourned."""

    number: int
    published: bool
    missing: int
    adjourned: int


@dataclass
class EventState:
    """An event in figures: its players, and the rounds of the stage being played."""

    stage: Stage
    players: int = 0
    present: int = 0
    called: int = 0
    rounds: list[RoundState] = field(default_factory=list)

    @property
    def rounds_in_all(self) -> int | None:
        return rounds_of(self.stage, self.players)

    @property
    def current(self) -> RoundState | None:
        """The round that was paired last."""
        return self.rounds[-1] if self.rounds else None


def settled(event: Event) -> bool:
    """Do numbers or rounds rest on the list of entries and on the options? Then both stay as they are."""
    return event.drawn or event.stages.filter(rounds__isnull=False).exists()


def next_step(event: Event) -> NextStep:
    """The next thing to do for one event."""
    return next_steps([event])[event.pk]


def next_steps(events: Sequence[Event]) -> dict[int, NextStep]:
    """The next thing to do for each event, by primary key."""
    states = states_of(events)
    return {event.pk: _next(event, states[event.pk]) for event in events}


def states_of(events: Sequence[Event]) -> dict[int, EventState]:
    """The figures of each event, by primary key; its stage is the last one that has begun."""
    states = _count_rounds(events)
    _count_players(events, states)
    _forget_annulled_games(events, states)
    return states


def _count_rounds(events: Sequence[Event]) -> dict[int, EventState]:
    """One row a round; a bye is a table whose second seat does not exist, so it never misses a result."""
    missing = Q(rounds__tables__seats__position=2, rounds__tables__seats__mark__isnull=True)
    adjourned = missing & Q(rounds__tables__adjourned=True)
    rows = (
        Stage.objects.filter(event__in=events)
        .annotate(round_number=F("rounds__number"), round_published_at=F("rounds__published_at"))
        .annotate(
            missing=Count("rounds__tables__seats", filter=missing),
            adjourned=Count("rounds__tables__seats", filter=adjourned),
        )
        .order_by("event", "number", "round_number")
    )
    states: dict[int, EventState] = {}
    for stage in rows:
        state = states.setdefault(stage.event_id, EventState(stage))
        if stage.round_number is None:
            continue
        if stage.number > state.stage.number:
            state.stage, state.rounds = stage, []
        state.rounds.append(
            RoundState(
                number=stage.round_number,
                published=stage.round_published_at is not None,
                missing=stage.missing - stage.adjourned,
                adjourned=stage.adjourned,
            )
        )
    return states


def _count_players(events: Sequence[Event], states: dict[int, EventState]) -> None:
    rows = (
        Entry.objects.filter(event__in=events)
        .values("event")
        .annotate(
            players=Count("pk"),
            here=Count("pk", filter=Q(present=True)),
            called=Count("pk", filter=Q(present__isnull=False)),
        )
    )
    for row in rows:
        state = states[row["event"]]
        state.players, state.present, state.called = row["players"], row["here"], row["called"]


def _forget_annulled_games(events: Sequence[Event], states: dict[int, EventState]) -> None:
    """Nobody waits for the games of a player whose results are annulled: he left before half of them
    (rules/round-robin.md, "Withdrawal": forfeited games are not counted, unfinished ones are).
    """
    before = Q(seats__round__number__lt=F("withdrawn"), seats__table__number__isnull=False)
    gone = (
        Entry.objects.filter(event__in=events, withdrawn__isnull=False)
        .annotate(played=Count("seats", filter=before & Q(seats__table__forfeit=False)))
        .values("pk", "event", "played")
    )
    annulled = []
    for entry in gone:
        state = states[entry["event"]]
        games = games_each(state.stage, state.players)
        if games is not None and 2 * entry["played"] < games:
            annulled.append(entry["pk"])
    if not annulled:
        return
    left_open = (
        Entry.objects.filter(pk__in=annulled, seats__mark__isnull=True, seats__table__number__isnull=False)
        .values("event", "seats__round__stage", "seats__round__number", "seats__table__adjourned")
        .annotate(games=Count("seats__table", distinct=True))
    )
    for row in left_open:
        _forget(states[row["event"]], row)


def _forget(state: EventState, row: Mapping[str, Any]) -> None:
    for played in state.rounds:
        if state.stage.pk == row["seats__round__stage"] and played.number == row["seats__round__number"]:
            if row["seats__table__adjourned"]:
                played.adjourned -= row["games"]
            else:
                played.missing -= row["games"]


def _next(event: Event, state: EventState) -> NextStep:
    slug = event.slug
    if event.closed:
        return _step("closed", _("Concluso."), _("Guarda la classifica"), "rounds:standings", slug)
    if not event.drawn and not state.rounds:
        return _before_the_draw(event, state)
    current = state.current
    if current and not current.published:
        sentence = _("Il turno %(number)s è in bozza: controllalo e pubblicalo.") % {"number": current.number}
        return _step("publish", sentence, _("Controlla la bozza"), "rounds:round", slug, current.number)
    if current and current.missing:
        return _enter_results(slug, current)
    return _between_rounds(slug, state)


def _before_the_draw(event: Event, state: EventState) -> NextStep:
    slug = event.slug
    limits = limits_of(state.stage)
    if state.players < limits.least:
        if not state.players:
            sentence = _("Iscrivi i giocatori: ne servono almeno %(least)s.") % {"least": limits.least}
        else:
            sentence = ngettext(
                "C’è %(count)s iscritto: ne servono almeno %(least)s.",
                "Ci sono %(count)s iscritti: ne servono almeno %(least)s.",
                state.players,
            ) % {"count": state.players, "least": limits.least}
        return _step("entries", sentence, _("Iscrivi"), "events:entries", slug)
    if state.called and state.present < state.players:
        sentence = _("Appello: %(present)s presenti di %(count)s.") % {
            "present": state.present,
            "count": state.players,
        }
        return _step("presence", sentence, _("Continua l’appello"), "events:presence", slug)
    if draws_numbers(state.stage):
        sentence = ngettext(
            "%(count)s iscritto: si può sorteggiare.",
            "%(count)s iscritti: si può sorteggiare.",
            state.players,
        ) % {"count": state.players}
        return _step("draw", sentence, _("Vai al sorteggio"), "rounds:draw", slug)
    return _between_rounds(slug, state)


def _enter_results(slug: str, played: RoundState) -> NextStep:
    count = played.missing + played.adjourned
    sentence = ngettext(
        "Turno %(number)s: manca %(count)s risultato.",
        "Turno %(number)s: mancano %(count)s risultati.",
        count,
    ) % {"number": played.number, "count": count}
    return _step("results", sentence, _("Inserisci i risultati"), "rounds:round", slug, played.number)


def _between_rounds(slug: str, state: EventState) -> NextStep:
    """All games of the last round are over or adjourned: pair on, unless they must be finished first."""
    following, last = len(state.rounds) + 1, state.rounds_in_all
    unfinished = next((played for played in state.rounds if played.missing + played.adjourned), None)
    if unfinished and last is not None and following >= last:
        return _enter_results(slug, unfinished)
    if last is not None and following > last:
        return _step(
            "close", _("Tutti i turni sono giocati: chiudi il torneo."), _("Chiudi"), "rounds:close", slug
        )
    if last is None:
        sentence = _("Si può abbinare il turno %(number)s.") % {"number": following}
    else:
        sentence = _("Si può abbinare il turno %(number)s di %(last)s.") % {"number": following, "last": last}
    left = sum(played.missing + played.adjourned for played in state.rounds)
    if left:
        sentence += " " + ngettext(
            "Dei turni prima resta da finire %(count)s partita.",
            "Dei turni prima restano da finire %(count)s partite.",
            left,
        ) % {"count": left}
    return _step("pair", sentence, _("Vai ai turni"), "rounds:rounds", slug)


def _step(code: str, sentence: str, action: str, url_name: str, *arguments: Any) -> NextStep:
    return NextStep(code=code, sentence=sentence, action=action, url_name=url_name, arguments=arguments)
