"""Drawing a round, publishing it, and taking it back."""

from collections.abc import Collection, Sequence

from django.contrib.auth.models import User
from django.contrib.postgres.functions import RandomUUID
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from clubtornei.backups.site_backups import back_up_soon
from clubtornei.events.models import Event, Stage
from clubtornei.events.writing import ActionRefused, writing
from clubtornei.rounds.columns import TableState
from clubtornei.rounds.documents.exporting import document_of, keep_document
from clubtornei.rounds.documents.round_writer import write_tables
from clubtornei.rounds.drafts.check_actions import check_soon, valid_reason
from clubtornei.rounds.drafts.draft_basis import basis_of
from clubtornei.rounds.drafts.draft_rows import DraftChanges, StoredDraft, as_column
from clubtornei.rounds.drafts.refusals import (
    UnseatedPlayers,
    refusal_of,
    refuse_if_not_next,
    round_or_refuse,
    stage_or_refuse,
)
from clubtornei.rounds.models import Clock, EndOfGame, Round, Table
from clubtornei.rounds.participation.attendance.actions import advance_joining, keep_away_who_never_came
from clubtornei.rounds.participation.attendance.queries import (
    Presence,
    refuse_other_presence,
    requested_byes_of,
)
from clubtornei.rounds.participation.entries.late_entry_queries import entered_after_drawing
from clubtornei.rounds.results.actions import write_result
from clubtornei.rounds.rules.actions import changing_rules
from clubtornei.rounds.state.event_mail import tell_published, tell_taken_back
from clubtornei.rounds.state.reason_texts import error_text, no_round_text
from clubtornei.rounds.state.table_words import table_words
from pairing.by_hand import players_to_seat
from pairing.registry import SYSTEM_SPECS, SYSTEMS, calendar, pair_early, remedied
from pairing.system import Draw, NoLegalPairing
from scoring.record import DocumentError, Record, record_of


def draw_round(
    event: Event,
    number: int,
    *,
    remedy: str = "",
    tables: int | None = None,
    discarding: str = "",
    present: Presence | None = None,
    stage: int | None = None,
) -> Round:
    """Pair round `number` as a draft, each table with its reasons; an existing round is returned unchanged.

    So a double click, or a second arbiter, gets the round that was drawn first. `remedy`: an
    option of the system to be set where the rules allow no round without it. `tables`: how many this round is
    to have, where the system lets the arbiter choose (0: as usual; None: as chosen before). `discarding`: the
    token of the draft that is discarded first. `present`: who plays, as the page has shown it. `stage`, here
    and below: its number; None: the one being played. Raises RoundNotPossible, ActionRefused.
    """
    with writing(event) as locked:
        playing = stage_or_refuse(locked, stage)
        if discarding and playing.rounds.filter(number=number).exists():
            discard(locked, number, expected=discarding, stage=stage)
        rounds = list(playing.rounds.all())
        for existing in rounds:
            if existing.number == number:
                if present is not None and SYSTEMS[playing.system].absence == "sits_out":
                    refuse_other_presence(playing, number, present)  # a colleague was quicker
                return existing
        refuse_if_not_next(locked, playing, rounds, number)
        if present is not None:
            refuse_other_presence(playing, number, present)
        if tables is not None:
            _choose_tables(locked, playing, number, tables)
        record, draw = _pair(locked, playing, remedy)
        changes = as_column(DraftChanges(basis=basis_of(record)))
        round_ = playing.rounds.create(number=number, drafting=changes)
        entries = {entry.entry_no: entry for entry in locked.entries.all()}
        write_tables(round_, draw, entries, requested_byes_of(playing, number))
    return round_


def _choose_tables(event: Event, stage: Stage, number: int, tables: int) -> None:
    """Write how many tables the round is to have. Raises ActionRefused where so many cannot be filled."""
    choice = SYSTEMS[stage.system].tables_of_round
    if choice is None:
        return
    record = record_of(document_of(event), SYSTEM_SPECS, stage.number)
    present = len(players_to_seat(record))
    possible = choice.possible(record.options, present)
    if tables and not possible:
        return  # the system itself says why nobody can be seated
    if tables and tables not in possible:
        raise ActionRefused(
            _("Tavoli: in %(present)d ci si siede a %(possible)s tavoli, non a %(tables)d.")
            % {"present": present, "possible": ", ".join(map(str, possible)), "tables": tables}
        )
    written = choice.written(record.options, number, tables)
    if any(written) or getattr(record.options, choice.option):
        stage.options = {**stage.options, choice.option: written}
        stage.save(update_fields=["options"])


def publish(
    event: Event,
    number: int,
    *,
    without: Collection[int] = (),
    reason: str | None = None,
    expected: str | None = None,
    stage: int | None = None,
) -> Round:
    """Make the round public and open it for results; one already published so is returned unchanged.

    `without`: entry numbers of players left out on purpose. `reason`: why tables were made by hand; None: as
    it was. `expected`, here and below: the token of the draft that the page has shown. Raises UnseatedPlayers
    where others are left out, and ActionRefused.
    """
    with writing(event) as locked:
        round_ = round_or_refuse(locked, number, stage)
        stored_draft = StoredDraft(locked, round_)
        if expected is not None:
            stored_draft.refuse_other_than(expected)
        if not round_.published:
            _refuse_unseated(stored_draft, without)
            if reason is not None:
                round_.by_hand_reason = valid_reason(reason)
                round_.save(update_fields=["by_hand_reason"])
            make_public(round_)
            keep_away_who_never_came(round_.stage, number)
            tell_published(locked, [round_])
            check_soon(locked, round_.stage.number, [number])
            keep_document(locked)
            back_up_soon("publication")
    return round_


def make_public(round_: Round) -> None:
    """Publish a draft as it is, on its day: today, or the first day of an event that begins later, unless one
    was planned. Inside `writing`.
    """
    round_.published_at = timezone.now()
    round_.save(update_fields=["published_at"])
    stage = round_.stage
    if str(round_.number) not in stage.days:
        day = max(timezone.localdate(), stage.event.starts_on)
        stage.days = stage.days | {str(round_.number): day.isoformat()}
        stage.save(update_fields=["days"])


def publish_all(event: Event, *, stage: int | None = None) -> list[int]:
    """Draw and publish all rounds that are still to come of a calendar; returns their numbers. Raises
    ActionRefused.
    """
    with writing(event) as locked:
        playing = stage_or_refuse(locked, stage)
        rounds = list(playing.rounds.all())
        refuse_if_not_next(locked, playing, rounds, len(rounds) + 1)
        entries = {entry.entry_no: entry for entry in locked.entries.all()}
        published = []
        for number, draw in enumerate(_calendar(locked, playing), len(rounds) + 1):
            published.append(playing.rounds.create(number=number))
            write_tables(published[-1], draw, entries, requested_byes_of(playing, number))
        # Drawn and published at one moment: no round rests on another (`Round.is_followed`).
        now = timezone.now()
        playing.rounds.filter(published_at=None).update(drawn_at=now, published_at=now)
        tell_published(locked, list(playing.rounds.filter(published_at=now)))
        numbers = [round_.number for round_ in published]
        check_soon(locked, playing.number, numbers)
        keep_document(locked)
        back_up_soon("publication")
    return numbers


def _calendar(event: Event, stage: Stage) -> Sequence[Draw]:
    """The rounds still to come. Raises ActionRefused."""
    record = record_of(document_of(event), SYSTEM_SPECS, stage.number)
    try:
        return calendar(record)
    except NoLegalPairing as refused:
        raise refusal_of(record, refused) from refused
    except DocumentError as faulty:
        raise ActionRefused(error_text(faulty)) from faulty


def _refuse_unseated(stored_draft: StoredDraft, without: Collection[int]) -> None:
    """Raises where there is no table, or where an unseated player is not named in `without`."""
    if not any(table.number for table in stored_draft.tables):
        raise ActionRefused(_("In questa bozza non c’è ancora nessun tavolo: prima abbina i giocatori."))
    left_out = [player for player in stored_draft.unseated if player not in without]
    if left_out:
        raise UnseatedPlayers([stored_draft.record.players[player] for player in stored_draft.unseated])


def discard(event: Event, number: int, *, expected: str | None = None, stage: int | None = None) -> None:
    """Delete a draft. Raises ActionRefused.

    The history keeps it. Drawn again it is the same, unless players or results have changed; who entered
    after it was drawn is in it then.
    """
    with writing(event) as locked:
        round_ = round_or_refuse(locked, number, stage)
        if round_.published:
            raise ActionRefused(
                _("Il turno %(number)d è pubblicato: prima riportalo in bozza.") % {"number": number}
            )
        if expected is not None:
            StoredDraft(locked, round_).refuse_other_than(expected)
        for entry in entered_after_drawing(round_.stage, number, locked.entries.filter(joined=number + 1)):
            advance_joining(round_.stage, entry, number)
        round_.delete()


def take_back(
    event: Event,
    number: int,
    user: User | None = None,
    *,
    published: str | None = None,
    clearing: Collection[int] = (),
    stage: int | None = None,
) -> Round:
    """Make a published round a draft again: only the last one. `published`: when it was, as the page has it;
    `clearing`: the numbers of the tables whose results go, as the page has shown them: the history keeps
    them, and that the user has cleared them.

    Its clock is taken off, because others may sit at its tables once it is published again. Raises
    ActionRefused, also where other tables have results.
    """
    with writing(event) as locked:
        round_ = round_or_refuse(locked, number, stage)
        if round_.published_at is None:
            return round_
        if published is not None and published != round_.published_at.isoformat():
            raise ActionRefused(
                _("Il turno %(number)d è stato intanto rifatto e pubblicato di nuovo.") % {"number": number}
            )
        if round_.stage.rounds.filter(number__gt=number).exists():
            raise ActionRefused(
                _("Dopo il turno %(number)d ne è già stato abbinato un altro.") % {"number": number}
            )
        _clear_results(round_, clearing, user)
        tell_taken_back(locked, round_)
        round_.published_at = None
        round_.save(update_fields=["published_at"])
        round_.tables.update(link_key=RandomUUID())  # others may sit at them once it is published again
        Clock.objects.of(round_).take_off()
        EndOfGame.objects.filter(table__round=round_).delete()
    return round_


def _clear_results(round_: Round, clearing: Collection[int], user: User | None) -> None:
    """Clear the results of these tables. Raises ActionRefused where other tables have any, or one of these
    has none any more.
    """
    tables = tables_with_results(round_)
    if set(tables) != set(clearing):
        words = table_words(SYSTEMS[round_.stage.system], round_.stage.event)
        refused = _("Il turno ora ha altri risultati (%(tables)s): guarda che cosa si perde, e conferma.")
        none_left = _("Il turno ora non ha più risultati: guarda, e conferma.")
        raise ActionRefused(refused % {"tables": words.all_in_sentence(tables)} if tables else none_left)
    for table in round_.tables.with_seats().filter(number__in=tables):
        write_result(table, TableState(scores=(None,) * len(table.seated)), user)


def tables_with_results(round_: Round) -> list[int]:
    """The numbers of the tables with an entered result, if only of one game of a match.

    Forfeits that came with the draw do not count.
    """
    entered = Q(seats__score__isnull=False) & (Q(forfeit=False) | Q(result_entries__isnull=False))
    begun = Q(adjourned=True) | ~Q(games=[])
    tables = Table.objects.games().filter(entered | begun, round=round_)
    return sorted({table.number for table in tables if table.number is not None})


def _pair(event: Event, stage: Stage, remedy: str) -> tuple[Record, Draw]:
    """The engine's pairing, and what it was made of; of a calendar its next round, whatever games are open:
    they are asked about when it is played.

    If `remedy` is the option that allows the round, it is set, and recorded as a change of the rules with the
    fact that allows no round as its reason. It stays set if the draft is discarded. Raises
    RoundNotPossible, ActionRefused.
    """
    record = record_of(document_of(event), SYSTEM_SPECS, stage.number)
    try:
        return record, pair_early(record)
    except NoLegalPairing as refused:
        refusal, helping = refusal_of(record, refused), SYSTEMS[stage.system].remedies.get(refused.code)
        if helping is None or helping.option != remedy:
            raise refusal from refused
        reason = no_round_text(refused, record.document, advice=False)
        stage.options = remedied(record, refused)
    except DocumentError as faulty:
        raise ActionRefused(error_text(faulty)) from faulty
    # The rules are the owner's to change, but a round cannot wait for him with the players in the hall: of
    # all changes the remedies alone are any arbiter's, and why one was needed is already known.
    with changing_rules(event, reason):
        stage.save(update_fields=["options"])
    return _pair(event, stage, "")
