"""Drawing a round, publishing it, and taking it back."""

from collections.abc import Collection, Sequence
from typing import Any

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubtornei.events.models import Event, Stage
from clubtornei.events.stages import stage_of
from clubtornei.events.writing import ActionRefused, writing
from clubtornei.rounds.core.days import note_day
from clubtornei.rounds.core.document_export import document_of
from clubtornei.rounds.core.reason_texts import faults_of, no_round_of
from clubtornei.rounds.drafts.repository import DraftRepository
from clubtornei.rounds.drafts.round_writer import write_tables
from clubtornei.rounds.models import Clock, EndOfGame, Round, Table
from clubtornei.rounds.participation.attendance.queries import requested_byes_of
from pairing.registry import SYSTEM_SPECS, SYSTEMS, calendar, pair, remedied
from pairing.system import Draw, NoLegalPairing
from scoring.options import Option, describe
from scoring.record import DocumentError, Player, Record, record_of


class RoundNotPossible(ActionRefused):
    """The rules allow no round now. What the arbiter can do:

    finish `games`, as {"round", "table", "players"}, or go on without them where the calendar knows the round
    all the same (`may_go_on`); set the option of the system that would allow it (`remedy`); pair by hand.
    """

    def __init__(
        self,
        message: str,
        *,
        games: Sequence[dict[str, Any]] = (),
        may_go_on: bool = False,
        remedy: Option | None = None,
    ) -> None:
        super().__init__(message)
        self.games = games
        self.may_go_on = may_go_on
        self.remedy = remedy


class UnseatablePlayerCount(ActionRefused):
    """So many as are `present` fill no tables; `near`: the nearest numbers that do."""

    def __init__(self, message: str, *, present: int, near: Sequence[int]) -> None:
        super().__init__(message)
        self.present = present
        self.fewer = next((present - size for size in near if size < present), None)
        self.more = next((size - present for size in near if size > present), None)


class UnseatedPlayers(ActionRefused):
    """The draft leaves out players who are there. `players`: who they are."""

    def __init__(self, players: Sequence[Player]) -> None:
        super().__init__(
            ngettext(
                "%(names)s è presente e non è in nessun tavolo.",
                "%(names)s sono presenti e non sono in nessun tavolo.",
                len(players),
            )
            % {"names": ", ".join(player.name for player in players)}
        )
        self.players = players


def draw_round(
    event: Event,
    number: int,
    *,
    unfinished: bool = False,
    remedy: str = "",
    stage: int | None = None,
) -> Round:
    """Pair round `number` as a draft, each table with its reasons; a round that is there is only given back.

    `stage`: its number; None, here and below: the one being played.

    So a double click, or a second arbiter, finds the round that the first one drew. `unfinished`: go on
    although games are missing that the rules want finished; the pairing is then the calendar's, which asks
    for no results. `remedy`: the option that the arbiter sets where the rules allow no round without it.
    Raises RoundNotPossible, Refused.
    """
    with writing(event) as locked:
        playing = stage_or_refuse(locked, stage)
        rounds = list(playing.rounds.all())
        for there in rounds:
            if there.number == number:
                return there
        refuse_if_not_next(locked, playing, rounds, number)
        draw = _paired(locked, playing, unfinished, remedy)
        round_ = playing.rounds.create(number=number)
        entries = {entry.entry_no: entry for entry in locked.entries.all()}
        write_tables(round_, draw, entries, requested_byes_of(playing, number))
    return round_


def publish(event: Event, number: int, *, without: Collection[int] = (), stage: int | None = None) -> Round:
    """Let everybody see the round, and let results be entered; nothing happens where it is public already.

    `without`: who is knowingly left out of it, by entry_no. Raises UnseatedPlayers where others are; Refused.
    """
    with writing(event) as locked:
        round_ = round_or_refuse(locked, number, stage)
        if not round_.published:
            _refuse_unseated(DraftRepository(locked, round_), without)
            round_.published_at = timezone.now()
            round_.save(update_fields=["published_at"])
            note_day(round_.stage, number)
    return round_


def _refuse_unseated(repository: DraftRepository, without: Collection[int]) -> None:
    """Nobody is forgotten: who is to be seated yet plays not only if the arbiter says so."""
    if not any(place.number for place in repository.places):
        raise ActionRefused(_("In questa bozza non c’è ancora nessun tavolo: prima abbina i giocatori."))
    left_out = [player for player in repository.unseated if player not in without]
    if left_out:
        raise UnseatedPlayers([repository.record.players[player] for player in repository.unseated])


def discard(event: Event, number: int, *, stage: int | None = None) -> None:
    """Throw a draft away. The history keeps it; drawn again it is the same, unless something changed."""
    with writing(event) as locked:
        round_ = round_or_refuse(locked, number, stage)
        if round_.published:
            raise ActionRefused(_("Il turno %(number)d è pubblicato: prima ritiralo.") % {"number": number})
        round_.delete()


def take_back(event: Event, number: int, *, stage: int | None = None) -> Round:
    """Make a published round a draft again: only the last one, and only while it has no results. Its clock
    goes: when the round comes back, others may sit at its tables.
    """
    with writing(event) as locked:
        round_ = round_or_refuse(locked, number, stage)
        if not round_.published:
            return round_
        if round_.stage.rounds.filter(number__gt=number).exists():
            raise ActionRefused(
                _("Dopo il turno %(number)d ne è già stato sorteggiato un altro.") % {"number": number}
            )
        marked = tables_with_results(round_)
        if marked:
            raise ActionRefused(
                ngettext(
                    "Il turno ha già un risultato (tavolo %(tables)s): prima cancellalo.",
                    "Il turno ha già dei risultati (tavoli %(tables)s): prima cancellali.",
                    len(marked),
                )
                % {"tables": ", ".join(str(table) for table in marked)}
            )
        round_.published_at = None
        round_.save(update_fields=["published_at"])
        Clock.objects.filter(round=round_).delete()
        EndOfGame.objects.filter(table__round=round_).delete()
    return round_


def tables_with_results(round_: Round) -> list[int]:
    """The numbers of the tables where somebody marked something, if only a game of a match; the forfeits
    of the draw are not meant.
    """
    entered = Q(seats__score__isnull=False) & (Q(forfeit=False) | Q(result_entries__isnull=False))
    begun = Q(adjourned=True) | ~Q(games=[])
    tables = Table.objects.games().filter(entered | begun, round=round_)
    return sorted({table.number for table in tables if table.number is not None})


def stage_or_refuse(event: Event, number: int | None) -> Stage:
    try:
        return stage_of(event, number)
    except Stage.DoesNotExist as error:
        raise ActionRefused(_("Questa fase non c’è più: ricarica la pagina.")) from error


def round_or_refuse(event: Event, number: int, stage: int | None = None) -> Round:
    """Raises Refused where it is not there any more."""
    round_ = Round.objects.of(event, stage).select_related("stage").filter(number=number).first()
    if round_ is None:
        raise ActionRefused(_("Il turno %(number)d non c’è più: ricarica la pagina.") % {"number": number})
    return round_


def refuse_if_not_next(event: Event, stage: Stage, rounds: Collection[Round], number: int) -> None:
    """A round is drawn after the one before it, with numbers, when that one is no draft any more."""
    if stage.number > 1 and stage.entrants is None and not rounds:
        raise ActionRefused(_("Prima si decide chi entra nella fase «%(stage)s».") % {"stage": stage})
    if stage.number == 1 and not event.drawn:
        raise ActionRefused(
            _("Prima si danno i numeri, nella pagina «Sorteggio»: il turno viene dal loro seme.")
        )
    draft = next((round_ for round_ in rounds if not round_.published), None)
    if draft is not None:
        raise ActionRefused(
            _("Il turno %(number)d è ancora una bozza: pubblicalo o scartalo.") % {"number": draft.number}
        )
    if number != len(rounds) + 1:
        raise ActionRefused(_("Ora si sorteggia il turno %(number)d.") % {"number": len(rounds) + 1})


def _paired(event: Event, stage: Stage, unfinished: bool, remedy: str) -> Draw:
    """The engine's answer. Where the arbiter goes on with games missing, the calendar's next round; where he
    has chosen the option that allows the round, it is set.
    """
    record = record_of(document_of(event), SYSTEM_SPECS, stage.number)
    try:
        if unfinished and SYSTEMS[stage.system].calendar is not None:
            return calendar(record)[0]
        return pair(record)
    except NoLegalPairing as refused:
        if not remedy or SYSTEMS[stage.system].remedies.get(refused.code) != remedy:
            raise _refusal(record, refused) from refused
        stage.options = remedied(record, refused)
    except DocumentError as faulty:
        raise ActionRefused(faults_of(faulty)) from faulty
    stage.save(update_fields=["options"])
    return _paired(event, stage, unfinished, "")


def _refusal(record: Record, refused: NoLegalPairing) -> ActionRefused:
    """What the engine says against the round, with what the arbiter can do."""
    sentence, system = no_round_of(refused, record.document), SYSTEMS[record.spec.name]
    if "games" in refused.facts:
        games = refused.facts["games"]
        return RoundNotPossible(sentence, games=games, may_go_on=system.calendar is not None)
    if "near" in refused.facts:
        return UnseatablePlayerCount(sentence, present=refused.facts["present"], near=refused.facts["near"])
    if "players" not in refused.facts:
        return ActionRefused(sentence)
    helps = system.remedies.get(refused.code)
    options = describe(system.spec.options)
    return RoundNotPossible(
        sentence, remedy=next((option for option in options if option.name == helps), None)
    )
