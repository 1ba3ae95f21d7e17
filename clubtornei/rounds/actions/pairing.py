"""Drawing a round, publishing it, and taking it back."""

from collections.abc import Collection, Sequence
from typing import Any

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubtornei.events.formulas import draws_numbers
from clubtornei.events.models import Event, Stage
from clubtornei.events.stages import stage_of
from clubtornei.events.writing import Refused, writing
from clubtornei.rounds.bridge import document_of
from clubtornei.rounds.models import Round, Table
from clubtornei.rounds.seating import seat_all
from clubtornei.rounds.sentences import faults_of, no_round_of
from pairing.system import KINDS, SYSTEMS, Draw, NoLegalPairing, calendar, pair
from scoring.record import Faulty, Record, record_of

GAMES_MISSING = "games_before_last_round"


class GamesMissing(Refused):
    """The rules want games finished before this round; the arbiter may go on by an explicit choice.

    `games`: what the engine names, as {"round", "table", "players"}.
    """

    def __init__(self, message: str, games: Sequence[dict[str, Any]]) -> None:
        super().__init__(message)
        self.games = games


def draw_round(event: Event, number: int, *, unfinished: bool = False, stage: int | None = None) -> Round:
    """Pair round `number` as a draft, each table with its reasons; a round that is there is only given back.

    `stage`: its number; None, here and below: the one being played.

    So a double click, or a second arbiter, finds the round that the first one drew. `unfinished`: go on
    although games are missing that the rules want finished; the pairing is then the calendar's, which asks
    for no results. Raises GamesMissing, Refused.
    """
    with writing(event) as locked:
        playing = _stage(locked, stage)
        rounds = list(playing.rounds.all())
        for there in rounds:
            if there.number == number:
                return there
        _refuse_drawing(locked, playing, rounds, number)
        draw = _paired(record_of(document_of(locked), KINDS, playing.number), unfinished)
        round_ = playing.rounds.create(number=number)
        seat_all(round_, draw, {entry.ident: entry for entry in locked.entries.all()})
    return round_


def publish(event: Event, number: int, *, stage: int | None = None) -> Round:
    """Let everybody see the round, and let results be entered; nothing happens where it is public already."""
    with writing(event) as locked:
        round_ = _round(locked, number, stage)
        if not round_.published:
            round_.published_at = timezone.now()
            round_.save(update_fields=["published_at"])
    return round_


def discard(event: Event, number: int, *, stage: int | None = None) -> None:
    """Throw a draft away. The history keeps it; drawn again it is the same, unless something changed."""
    with writing(event) as locked:
        round_ = _round(locked, number, stage)
        if round_.published:
            raise Refused(_("Il turno %(number)d è pubblicato: prima ritiralo.") % {"number": number})
        round_.delete()


def take_back(event: Event, number: int, *, stage: int | None = None) -> Round:
    """Make a published round a draft again: only the last one, and only while it has no results."""
    with writing(event) as locked:
        round_ = _round(locked, number, stage)
        if not round_.published:
            return round_
        if round_.stage.rounds.filter(number__gt=number).exists():
            raise Refused(
                _("Dopo il turno %(number)d ne è già stato sorteggiato un altro.") % {"number": number}
            )
        marked = tables_with_results(round_)
        if marked:
            raise Refused(
                ngettext(
                    "Il turno ha già un risultato (tavolo %(tables)s): prima cancellalo.",
                    "Il turno ha già dei risultati (tavoli %(tables)s): prima cancellali.",
                    len(marked),
                )
                % {"tables": ", ".join(str(table) for table in marked)}
            )
        round_.published_at = None
        round_.save(update_fields=["published_at"])
    return round_


def tables_with_results(round_: Round) -> list[int]:
    """The numbers of the tables where somebody marked something; the forfeits of the draw are not meant."""
    entered = Q(seats__mark__isnull=False) & (Q(forfeit=False) | Q(result_entries__isnull=False))
    tables = Table.objects.games().filter(entered | Q(adjourned=True), round=round_)
    return sorted({table.number for table in tables if table.number is not None})


def _stage(event: Event, number: int | None) -> Stage:
    try:
        return stage_of(event, number)
    except Stage.DoesNotExist as error:
        raise Refused(_("Questa fase non c’è più: ricarica la pagina.")) from error


def _round(event: Event, number: int, stage: int | None) -> Round:
    round_ = Round.objects.of(event, stage).select_related("stage").filter(number=number).first()
    if round_ is None:
        raise Refused(_("Il turno %(number)d non c’è più: ricarica la pagina.") % {"number": number})
    return round_


def _refuse_drawing(event: Event, stage: Stage, rounds: Collection[Round], number: int) -> None:
    """A round is drawn after the one before it, with numbers, when that one is no draft any more."""
    if stage.number > 1 and stage.entrants is None and not rounds:
        raise Refused(_("Prima si decide chi entra nella fase «%(stage)s».") % {"stage": stage})
    if stage.number == 1 and draws_numbers(stage) and not event.drawn:
        raise Refused(_("Prima si sorteggiano i numeri: poi il calendario dice chi incontra chi."))
    draft = next((round_ for round_ in rounds if not round_.published), None)
    if draft is not None:
        raise Refused(
            _("Il turno %(number)d è ancora una bozza: pubblicalo o scartalo.") % {"number": draft.number}
        )
    if number != len(rounds) + 1:
        raise Refused(_("Ora si sorteggia il turno %(number)d.") % {"number": len(rounds) + 1})


def _paired(record: Record, unfinished: bool) -> Draw:
    """The engine's answer. Where the arbiter goes on with games missing, the calendar's next round."""
    try:
        if unfinished and SYSTEMS[record.kind.name].calendar is not None:
            return calendar(record)[0]
        return pair(record)
    except NoLegalPairing as refused:
        sentence = no_round_of(refused, record.document)
        if refused.code == GAMES_MISSING:
            raise GamesMissing(sentence, refused.facts["games"]) from refused
        raise Refused(sentence) from refused
    except Faulty as faulty:
        raise Refused(faults_of(faulty)) from faulty
