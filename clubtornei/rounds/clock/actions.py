"""Running the clock of a round, and recording how each table's game ends after its time is up."""

import secrets
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import to_builtins

from clubtornei.events.models import Ending, Event
from clubtornei.events.writing import ActionRefused, writing
from clubtornei.rounds.clock.end_of_game import (
    ImpossibleTurn,
    TurnEvent,
    end_of_game_state,
    parse_turns,
    play_order,
)
from clubtornei.rounds.models import Clock, EndOfGame, Round, Table
from clubtornei.rounds.state.last_round import refuse_too_early
from clubtornei.rounds.state.table_state import refuse_reseated

SECRET_TIME_MINUTES = 90
"""The least time before the judge may stop the tables (rules/end-of-game.md#secret-time)."""
SECRET_TIME_RANGE = 15
"""The minutes after that among which the secret one is drawn unless the judge says otherwise."""


def set_clock(
    event: Event,
    round_: Round,
    minutes: int,
    ending: Ending,
    limits: tuple[int, int] | None = None,
    judge: User | None = None,
    *,
    expected: str | None = None,
) -> Clock:
    """Give the round a stopped clock with that full time; replaces an earlier clock. `expected`: until when
    the earlier one ran on the page (`Clock.running_until`). Raises ActionRefused.

    With the secret time: `limits`, the earliest and the latest minute at which `judge` stops the tables
    (None: up to 15 minutes more), between which one is drawn. Once the clock has been started the minute
    fixed before stays.
    """
    with writing(event):
        _refuse_draft(round_)
        refuse_too_early(round_)
        clock = Clock.objects.of(round_).first() or Clock(stage=round_.stage, number=round_.number)
        if expected is not None and expected != clock.running_until:
            raise ActionRefused(
                _("Intanto l’orologio è stato avviato o cambiato: guardalo, e se serve ancora ripeti.")
            )
        if clock.secret_minute and clock.started_at:
            if (clock.minutes, clock.ending) != (minutes, ending):
                raise ActionRefused(_("Il minuto segreto è già fissato: il tempo non cambia più."))
        else:
            clock.secret_minute, clock.secret_salt, clock.judge = None, "", None
            if ending == Ending.SECRET:
                clock.secret_minute = _secret_minute(minutes, limits)
                clock.secret_salt, clock.judge = secrets.token_hex(16), judge
        clock.minutes, clock.ending = minutes, ending
        clock.ends_at, clock.left, clock.stopped_at = None, minutes * 60, None
        clock.save()
        EndOfGame.objects.filter(table__round=round_).delete()
    return clock


def _secret_minute(minutes: int, limits: tuple[int, int] | None) -> int:
    """A minute between the limits. Raises ActionRefused."""
    earliest, latest = limits or (minutes, minutes + SECRET_TIME_RANGE)
    if minutes < SECRET_TIME_MINUTES:
        raise ActionRefused(
            _("Con il tempo segreto si gioca almeno %(minutes)d minuti.") % {"minutes": SECRET_TIME_MINUTES}
        )
    if not minutes <= earliest <= latest:
        raise ActionRefused(
            _("Il minuto segreto va da %(minutes)d in su, e il primo limite non supera il secondo.")
            % {"minutes": minutes}
        )
    return earliest + secrets.randbelow(latest - earliest + 1)


def start(event: Event, round_: Round) -> None:
    """Start the clock; a running clock stays as it is. Raises ActionRefused."""
    with writing(event):
        clock = _clock_or_refuse(round_)
        refuse_too_early(round_)
        if clock.left is not None:
            clock.started_at = clock.started_at or timezone.now()
            clock.ends_at, clock.left = timezone.now() + timedelta(seconds=clock.left), None
            clock.save(update_fields=["ends_at", "left", "started_at"])


def pause(event: Event, round_: Round) -> None:
    """Stop the clock; one that is stopped or has run out stays as it is. Raises ActionRefused."""
    with writing(event):
        clock = _clock_or_refuse(round_)
        if clock.ends_at is not None and clock.ends_at > timezone.now():
            clock.left = round((clock.ends_at - timezone.now()).total_seconds())
            clock.ends_at = None
            clock.save(update_fields=["ends_at", "left"])


def add_minutes(event: Event, round_: Round, minutes: int) -> None:
    """Add minutes, or take them away if negative. Raises ActionRefused once the time is up."""
    with writing(event):
        clock = _clock_or_refuse(round_)
        if clock.secret_minute:
            raise ActionRefused(_("Il minuto segreto è già fissato: il tempo non cambia più."))
        if clock.left is not None:
            clock.left = max(0, clock.left + 60 * minutes)
        elif clock.ends_at is not None and clock.ends_at > timezone.now():
            clock.ends_at = max(timezone.now(), clock.ends_at + timedelta(minutes=minutes))
        else:
            raise ActionRefused(_("Il tempo è già scaduto: per ripartire si rimette l’orologio."))
        clock.save(update_fields=["ends_at", "left"])


def stop_all_tables(event: Event, round_: Round) -> None:
    """End all games, under the rule of secret time. Raises ActionRefused before the time is up."""
    with writing(event):
        clock = _clock_or_refuse(round_)
        if clock.ending != Ending.SECRET or clock.stops_at is None or clock.stops_at > timezone.now():
            raise ActionRefused(
                _("Il giudice può fermare i tavoli solo col tempo segreto, e quando il minuto è venuto.")
            )
        if clock.stopped_at is None:
            clock.stopped_at = timezone.now()
            clock.save(update_fields=["stopped_at"])


def begin_end_of_game(
    event: Event, table: Table, first: int, running: int, out: Sequence[int], *, seats: str | None = None
) -> EndOfGame:
    """Begin recording the end of a table's game, after the time is up. Raises ActionRefused.

    Players are positions: `first` began the game, `running` has the turn (0: not told), `out` are eliminated
    already. `seats`, here and below: who sat there on the page (`Table.seating`).
    ActionRefused where it has begun already, so that no recorded event is lost.
    """
    with writing(event):
        refuse_reseated(table, seats)
        if EndOfGame.objects.filter(table=table).exists():
            raise ActionRefused(
                _("Al tavolo %(table)s gli ultimi giri sono già cominciati.") % {"table": table.number}
            )
        clock = _clock_or_refuse(table.round)
        if not clock.throws or clock.ends_at is None or clock.ends_at > timezone.now():
            raise ActionRefused(_("La sdadata comincia quando il tempo è scaduto."))
        places = table.seats.count()
        if not (first and running):
            raise ActionRefused(_("Scegli chi ha cominciato la partita e di chi è il turno adesso."))
        if not {first, running, *out} <= set(range(1, places + 1)):
            raise ActionRefused(_("A questo tavolo non c’è quel posto: ricarica la pagina."))
        order = [position for position in play_order(places, first) if position not in out]
        if running not in order or len(order) < 2:
            raise ActionRefused(_("Chi ha il turno dev’essere ancora in gioco, con almeno un avversario."))
        return EndOfGame.objects.create(table=table, order=order, running=running)


def throw_dice() -> tuple[int, int]:
    """Throw two dice, each from 1 to 6."""
    return secrets.randbelow(6) + 1, secrets.randbelow(6) + 1


def record_turn(
    event: Event, table: Table, turn: TurnEvent, expected: int, *, seats: str | None = None
) -> EndOfGame:
    """Record what happened at the table. Raises ActionRefused.

    `expected`: how many events the page showed; if there are more or fewer by now, nothing is done.
    """
    with writing(event):
        refuse_reseated(table, seats)
        end = _end_of_game_or_refuse(table, expected)
        turns: list[Any] = [*end.turns, to_builtins(turn)]
        try:
            end_of_game_state(
                end.order, end.running, _clock_or_refuse(table.round).ending, parse_turns(turns)
            )
        except ImpossibleTurn as impossible:
            raise ActionRefused(_("Al tavolo adesso non può succedere: ricarica la pagina.")) from impossible
        end.turns = turns
        end.save(update_fields=["turns"])
    return end


def undo_turn(event: Event, table: Table, expected: int, *, seats: str | None = None) -> None:
    """Delete the last event at the table; without any, the end of game itself. Raises ActionRefused."""
    with writing(event):
        refuse_reseated(table, seats)
        end = _end_of_game_or_refuse(table, expected)
        if not end.turns:
            end.delete()
            return
        end.turns = end.turns[:-1]
        end.save(update_fields=["turns"])


def _end_of_game_or_refuse(table: Table, expected: int) -> EndOfGame:
    end = EndOfGame.objects.filter(table=table).first()
    if end is None or len(end.turns) != expected:
        raise ActionRefused(
            _("Intanto al tavolo %(table)s è successo altro: guarda.") % {"table": table.number}
        )
    return end


def _clock_or_refuse(round_: Round) -> Clock:
    _refuse_draft(round_)
    clock = Clock.objects.of(round_).first()
    if clock is None:
        raise ActionRefused(_("Il turno non ha un orologio: prima si mette."))
    return clock


def _refuse_draft(round_: Round) -> None:
    if not Round.objects.published().filter(pk=round_.pk).exists():
        raise ActionRefused(_("Il turno è ancora una bozza: prima pubblicalo."))
