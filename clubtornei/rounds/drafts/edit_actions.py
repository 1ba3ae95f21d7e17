"""Arranging a draft by hand: each change is checked at once, and can be undone while it is a draft."""

from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _

from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused, writing
from clubtornei.rounds.core.reason_texts import faults_of, no_round_of
from clubtornei.rounds.drafts import edits as arrangement
from clubtornei.rounds.drafts.edits import DraftRules, DraftTable, DraftTables, draft_token
from clubtornei.rounds.drafts.repository import DraftRepository
from clubtornei.rounds.drafts.round_actions import refuse_if_not_next, round_or_refuse, stage_or_refuse
from clubtornei.rounds.drafts.round_writer import drawn_tables, write_tables
from clubtornei.rounds.models import Round
from clubtornei.rounds.participation.attendance.queries import requested_byes_of
from pairing.registry import pair
from pairing.system import Draw, NoLegalPairing
from scoring.record import DocumentError, Number, Record

Edit = Callable[[DraftTables, DraftRules], DraftTables]


def draw_by_hand(event: Event, number: int, *, stage: int | None = None) -> Round:
    """A draft of round `number` with nobody at a table yet, only the byes asked for; a round that is there is
    given back.

    `stage`, here and below: its number; None: the one being played. Raises Refused.
    """
    with writing(event) as locked:
        playing = stage_or_refuse(locked, stage)
        rounds = list(playing.rounds.all())
        there = next((round_ for round_ in rounds if round_.number == number), None)
        if there is None:
            refuse_if_not_next(locked, playing, rounds, number)
            there = playing.rounds.create(number=number)
            entries = {entry.entry_no: entry for entry in locked.entries.all()}
            write_tables(there, Draw(tables=()), entries, requested_byes_of(playing, number))
    return there


def swap(
    event: Event, number: int, one: int, other: int, *, expected: str, stage: int | None = None
) -> Round:
    """Two players change seats, at one table (their colours) or two; a bye, or no seat at all, counts as one.

    Here and below: players are idents; `expected` is the draft that the page has shown (`Desk.token`): where
    somebody has changed it meanwhile, nothing is done. Raises Refused.
    """
    return _arrange(
        event, number, lambda places, rules: arrangement.swap(places, rules, one, other), expected, stage
    )


def seat_together(
    event: Event, number: int, players: Sequence[int], *, expected: str, stage: int | None = None
) -> Round:
    """A new table for these players, wherever they sat; who is left alone behind is to be seated."""
    return _arrange(
        event,
        number,
        lambda places, rules: arrangement.seat_together(places, rules, players),
        expected,
        stage,
    )


def seat_at(
    event: Event, number: int, players: Sequence[int], table: int, *, expected: str, stage: int | None = None
) -> Round:
    """They join those at that table (its key)."""
    return _arrange(
        event,
        number,
        lambda places, rules: arrangement.seat_at(places, rules, players, table),
        expected,
        stage,
    )


def unseat(
    event: Event, number: int, players: Sequence[int], *, expected: str, stage: int | None = None
) -> Round:
    """They sit nowhere any more, and are to be seated."""
    return _arrange(
        event, number, lambda places, rules: arrangement.unseat(places, rules, players), expected, stage
    )


def break_table(event: Event, number: int, table: int, *, expected: str, stage: int | None = None) -> Round:
    """Everybody of that table is to be seated."""
    return _arrange(
        event, number, lambda places, rules: arrangement.break_table(places, rules, table), expected, stage
    )


def rotate_seats(event: Event, number: int, table: int, *, expected: str, stage: int | None = None) -> Round:
    """Everybody at that table sits one seat further: two change colours."""
    return _arrange(
        event, number, lambda places, rules: arrangement.rotate_seats(places, rules, table), expected, stage
    )


def give_bye(
    event: Event,
    number: int,
    player: int,
    *,
    expected: str,
    requested: bool = False,
    points: Number | None = None,
    stage: int | None = None,
) -> Round:
    """The player sits out: by the arbiter's decision, or at his own wish with the points agreed upon."""

    def hand(places: DraftTables, rules: DraftRules) -> DraftTables:
        return arrangement.give_bye(places, rules, player, requested=requested, points=points)

    return _arrange(event, number, hand, expected, stage)


def renumber(
    event: Event, number: int, table: int, to: int, *, expected: str, stage: int | None = None
) -> Round:
    """That table plays at board `to`; the others follow without gaps."""
    return _arrange(
        event, number, lambda places, rules: arrangement.renumber(places, rules, table, to), expected, stage
    )


def undo(event: Event, number: int, *, expected: str, stage: int | None = None) -> Round:
    """Take back the last change by hand; again for the one before it."""
    with writing(event) as locked:
        repository = _desk(locked, number, stage, expected)
        undoable = repository.changes.undo
        if not undoable:
            raise ActionRefused(_("In questa bozza non c’è niente da annullare."))
        last = undoable[-1]
        if last.after != repository.token:
            raise ActionRefused(_("Dopo l’ultima modifica la bozza è cambiata: non si può più annullare."))
        repository.undo(arrangement.at_rows(last.before, repository.places))
    return repository.round


def draw_again(event: Event, number: int, *, expected: str, stage: int | None = None) -> Round:
    """The round as the system pairs it now, in place of what was arranged; that too can be undone."""
    with writing(event) as locked:
        repository = _desk(locked, number, stage, expected)
        draw = _by_the_system(repository.record)
        tables = (DraftTable(seats=table.seats, number=board) for board, table in enumerate(draw.tables, 1))
        byes = (DraftTable(seats=(bye.player,), points=bye.points) for bye in draw.byes)
        asked_for = (place for place in repository.places if place.requested)
        places = arrangement.at_rows((*tables, *byes, *asked_for), repository.places)
        repository.change(places, drawn_tables(draw))
    return repository.round


def _by_the_system(record: Record) -> Draw:
    try:
        return pair(record)
    except NoLegalPairing as refused:
        raise ActionRefused(no_round_of(refused, record.document)) from refused
    except DocumentError as faulty:
        raise ActionRefused(faults_of(faulty)) from faulty


def _arrange(event: Event, number: int, hand: Edit, expected: str, stage: int | None) -> Round:
    with writing(event) as locked:
        repository = _desk(locked, number, stage, expected)
        after = hand(repository.places, repository.rules)
        _refuse_strangers(repository, after)
        if draft_token(after) != repository.token:
            repository.change(after, repository.drawn)
    return repository.round


def _refuse_strangers(repository: DraftRepository, places: DraftTables) -> None:
    """A form may name anybody: here sits who plays in the stage, and nobody twice."""
    seated = [player for place in places for player in place.seats]
    if len(set(seated)) < len(seated) or not repository.record.players.keys() >= set(seated):
        raise ActionRefused(_("Uno di questi giocatori non gioca in questa fase: ricarica la pagina."))


def _desk(event: Event, number: int, stage: int | None, expected: str) -> DraftRepository:
    round_ = round_or_refuse(event, number, stage)
    if round_.published:
        raise ActionRefused(
            _("Il turno %(number)d è pubblicato: per cambiare i tavoli riportalo prima in bozza.")
            % {"number": number}
        )
    repository = DraftRepository(event, round_)
    if expected != repository.token:
        raise ActionRefused(
            _("Intanto la bozza è cambiata: ora la vedi com’è. Ripeti la modifica, se serve ancora.")
        )
    return repository
