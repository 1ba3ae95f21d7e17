"""Who has no table in a published round: a latecomer meets who has the bye, and byes and absences are entered
afterwards. Rounds drawn since stay as they are.
"""

from collections.abc import Collection

from django.db.models import Max
from django.utils.translation import gettext as _
from msgspec.structs import replace

from clubtornei.events.models import Entry, Event
from clubtornei.events.namesakes import sorted_by_whole_names
from clubtornei.events.writing import ActionRefused, writing
from clubtornei.rounds.drafts.check_actions import check_soon, valid_reason
from clubtornei.rounds.drafts.draft_rows import StoredDraft
from clubtornei.rounds.drafts.refusals import round_or_refuse
from clubtornei.rounds.models import Round, Seat, Table
from clubtornei.rounds.participation.attendance.actions import advance_joining, record_absence, stage_entry
from clubtornei.rounds.participation.attendance.queries import (
    attendance_of,
    attendances,
    requested_bye_values,
)
from clubtornei.rounds.state.site_facts import stored
from clubtornei.rounds.state.table_state import new_seats
from pairing.by_hand import reasons_by_hand
from pairing.fixed_tables import fixed_table_reasons
from pairing.registry import SYSTEMS
from scoring.document import Bye, Document, DocumentTable, Number
from scoring.document_edits import replace_round


def with_bye(round_: Round) -> list[Entry]:
    """Who has a bye by the pairing in a published round that nobody was paired after, where a latecomer may
    meet him: players choose no opponent in a calendar or a bracket.
    """
    system = SYSTEMS[round_.stage.system]
    paired = system.spec.chooses_opponents and system.absence == "sits_out"
    if not round_.published or not paired or round_.stage.rounds.filter(number__gt=round_.number).exists():
        return []
    seats = Seat.objects.filter(round=round_, table__number=None, table__requested=False)
    return sorted_by_whole_names(
        round_.stage.event, [seat.entry for seat in seats.select_related("entry__player")]
    )


def latecomers(round_: Round) -> list[Entry]:
    """The entries of the stage without a table or a bye in the round, by name."""
    seated = set(Seat.objects.filter(round=round_).values_list("entry_id", flat=True))
    return [
        attendance.entry
        for attendance in attendances(round_.stage, whole_names=True)
        if attendance.entry.pk not in seated and not attendance.has_withdrawn(round_.number)
    ]


def without_table(round_: Round) -> list[Entry]:
    """The entries of the stage that did not play in the published round, whose bye or absence can be entered
    afterwards, by name; none where the system has no requested byes.
    """
    if not round_.published or not requested_bye_values(round_.stage):
        return []
    at_tables = Seat.objects.filter(round=round_, table__number__isnull=False)
    playing = set(at_tables.values_list("entry_id", flat=True))
    return [
        found.entry for found in attendances(round_.stage, whole_names=True) if found.entry.pk not in playing
    ]


def seat_with_bye(
    event: Event,
    number: int,
    white: int,
    black: int,
    *,
    reason: str,
    expected: int,
    stage: int | None = None,
) -> Round:
    """Let a latecomer and who has the bye of the round play at a new table made by hand, with its reason.

    `white`, `black`: their entry numbers, in the order of the seats. `expected`, here and below: the version
    of the event that the page has shown. Raises ActionRefused.
    """
    with writing(event) as locked:
        round_ = _unchanged(locked, number, stage, expected)
        resting = {entry.entry_no for entry in with_bye(round_)}
        late = {entry.entry_no for entry in latecomers(round_)}
        players = {white, black}
        if len(players & resting) != 1 or len(players & late) != 1:
            raise ActionRefused(_("Scegli chi è arrivato e chi riposa: uno dei due ha già un tavolo."))
        newcomer = stage_entry(round_.stage, (players & late).pop())
        advance_joining(round_.stage, newcomer, number)
        record_absence(round_.stage, newcomer, number, absent=False)
        if round_.numbers:
            round_.numbers[str(newcomer.entry_no)] = max(round_.numbers.values()) + 1
        round_.by_hand_reason = "; ".join(filter(None, [round_.by_hand_reason, valid_reason(reason)]))
        valid_reason(round_.by_hand_reason)
        round_.save(update_fields=["by_hand_reason", "numbers"])
        round_.tables.filter(number=None, seats__entry__entry_no__in=players).delete()
        record = StoredDraft(locked, round_).record
        number_of_table = (round_.tables.aggregate(last=Max("number"))["last"] or 0) + 1
        fixed = fixed_table_reasons(record, [*[()] * (number_of_table - 1), (white, black)])
        why = stored((*reasons_by_hand(record, (white, black)), *fixed.values()))
        table = Table.objects.create(round=round_, number=number_of_table, by_hand=True, why=why)
        seated = [stage_entry(round_.stage, entry_no) for entry_no in (white, black)]
        Seat.objects.bulk_create(new_seats(table, seated, (None, None)))
        check_soon(locked, round_.stage.number, [number])
    return round_


def enter_missed(
    event: Event,
    number: int,
    entry_no: int,
    points: Number | None,
    *,
    expected: int,
    stage: int | None = None,
) -> Round:
    """Write what became of a player without a table in a published round: a requested bye with these points;
    None: an absence. Raises ActionRefused.
    """
    with writing(event) as locked:
        round_ = _unchanged(locked, number, stage, expected)
        playing = round_.stage
        if entry_no not in {entry.entry_no for entry in without_table(round_)}:
            raise ActionRefused(
                _("In questo turno ha un tavolo: chi non è venuto perde per forfait, al suo tavolo.")
            )
        entry = stage_entry(playing, entry_no)
        if attendance_of(playing, entry).has_withdrawn(number):
            raise ActionRefused(_("%(name)s si è ritirato: prima annulla il ritiro.") % {"name": entry.name})
        record_absence(playing, entry, number, absent=True, bye=points)
        bye = round_.tables.filter(number=None, seats__entry=entry).first()
        if points is None and (bye is None or bye.requested):
            round_.tables.filter(number=None, seats__entry=entry).delete()
        else:
            # What the pairing gave stays in the round, as a bye without points: it was drawn with it.
            scored = min(requested_bye_values(playing)) if points is None else points
            bye = bye or Table(round=round_)
            bye.requested, bye.by_hand = True, False
            bye.save()
            Seat.objects.filter(table=bye).delete()
            Seat.objects.bulk_create(new_seats(bye, [entry], [scored]))
        later = playing.rounds.published().filter(number__gte=number)
        check_soon(locked, playing.number, list(later.values_list("number", flat=True)))
    return round_


def document_with_table(document: Document, stage: int, number: int, seats: tuple[int, int]) -> Document:
    """The document with these two at a table of the round instead of with a bye, or away."""
    played = document.stages[stage - 1].rounds[number - 1]
    table = DocumentTable(seats=seats, by_hand=True)
    byes = tuple(bye for bye in played.byes if bye.player not in seats)
    players = tuple(
        replace(player, joined=min(player.joined, number)) if player.id in seats else player
        for player in document.players
    )
    changed = replace(played, tables=(*played.tables, table), byes=byes)
    return replace_round(replace(document, players=players), stage, number, changed)


def document_with_bye(
    document: Document, stage: int, number: int, player: int, points: Number | None
) -> Document:
    """The document with a requested bye of the player in the round; None: with an absence."""
    played = document.stages[stage - 1].rounds[number - 1]
    byes: Collection[Bye] = [bye for bye in played.byes if bye.player != player]
    if points is not None:
        byes = [*byes, Bye(player=player, points=points, requested=True)]
    return replace_round(document, stage, number, replace(played, byes=tuple(byes)))


def _unchanged(event: Event, number: int, stage: int | None, expected: int) -> Round:
    """The published round, if nothing has changed since the page was shown. Raises ActionRefused."""
    round_ = round_or_refuse(event, number, stage)
    if event.version != expected:
        raise ActionRefused(_("Intanto è cambiato qualcosa: guarda di nuovo che cosa cambia, poi conferma."))
    if not round_.published:
        raise ActionRefused(_("Il turno %(number)d è una bozza: cambialo lì.") % {"number": number})
    return round_
