"""Closing an event: the ranking is final and frozen. Only the owner opens it again."""

from collections.abc import Iterator

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct, to_builtins
from msgspec.structs import asdict, replace

from clubtornei.events.models import Event
from clubtornei.events.stages import stage_title
from clubtornei.events.writing import ActionRefused, writing
from clubtornei.rounds.core.document_export import document_of
from clubtornei.rounds.core.site_facts import RankedRow, round_facts, table_number
from pairing.registry import SYSTEM_SPECS, rounds_of
from scoring.final import final_standings
from scoring.open_tables import awaited_tables
from scoring.record import Document, Record, Stage, record_of
from scoring.standings import Row, standings


class MissingResult(Struct, frozen=True):
    """A game without a result."""

    stage: int
    round: int
    table: int


class DraftRound(Struct, frozen=True):
    """A round that nobody has published."""

    stage: int
    round: int


class ClosingState(Struct, frozen=True, kw_only=True):
    """What stands between an event and its final ranking; nothing does where all are empty.

    `rounds_left`: to be played in the stages that have begun, where their number is fixed. `games`: those
    without a result that count for somebody. `to_come`: the titles of the stages that have not begun.
    """

    rounds_played: int
    rounds_left: int
    draft: DraftRound | None
    games: list[MissingResult]
    to_come: list[str]

    @property
    def complete(self) -> bool:
        return not self.games and not self.rounds_left and not self.to_come and self.rounds_played > 0


def close(event: Event, *, unfinished: bool = False, expected: int | None = None) -> None:
    """Freeze the ranking as it is now. `unfinished`: also where rounds or results are missing.

    `expected`: the version of the event whose ranking the arbiter has before him; another one is not frozen.
    Raises Refused when something is missing and the arbiter has not said that it does not matter, or when a
    round is still a draft.
    """
    with writing(event) as locked:
        if expected is not None and expected != locked.version:
            raise ActionRefused(_("Intanto è cambiato qualcosa: guarda di nuovo la classifica, poi chiudi."))
        document = document_of(locked)
        state = _state(document)
        if state.draft is not None:
            raise ActionRefused(
                _("Il turno %(number)d è ancora una bozza: pubblicalo o scartalo.")
                % {"number": state.draft.round}
            )
        if not state.complete and not unfinished:
            raise ActionRefused(missing_text(state))
        locked.final_ranking = to_builtins([_kept(row) for row in event_ranking(document)])
        locked.closed_at = timezone.now()
        locked.save(update_fields=["final_ranking", "closed_at"])


def reopen(event: Event) -> None:
    """Results can be changed again; the announced ranking is given up, the next closing makes a new one."""
    with writing(event, even_closed=True) as locked:
        locked.final_ranking = locked.closed_at = None
        locked.save(update_fields=["final_ranking", "closed_at"])


def event_ranking(document: Document) -> list[Row]:
    """The ranking of the whole event as it stands: of one stage its own, else finalists first. A stage that
    has not begun counts as one that nobody entered.
    """
    if len(document.stages) == 1:
        return standings(record_of(document, SYSTEM_SPECS))
    stages = tuple(
        stage if number == 1 or _begun(stage) else replace(stage, entrants=())
        for number, stage in enumerate(document.stages, 1)
    )
    return final_standings(replace(document, stages=stages), SYSTEM_SPECS)


def closing_state(event: Event) -> ClosingState:
    """What is still to be done before the event can be closed."""
    return _state(document_of(event))


def missing_text(state: ClosingState) -> str:
    """What is still to be played before the ranking can be final, in a sentence; empty when nothing is."""
    if state.rounds_left:
        return ngettext(
            "Manca ancora %(left)d turno.", "Mancano ancora %(left)d turni.", state.rounds_left
        ) % {"left": state.rounds_left}
    if not state.rounds_played:
        return _("Non è stato giocato alcun turno.")
    if state.to_come:
        return _("Resta da giocare: %(stages)s.") % {"stages": ", ".join(state.to_come)}
    if not state.games:
        return ""
    return _("Mancano risultati: %(tables)s.") % {
        "tables": ", ".join(
            _("turno %(round)d tavolo %(table)d") % {"round": game.round, "table": game.table}
            for game in state.games
        )
    }


def _kept(row: Row) -> RankedRow:
    values = {name: value for name, value in row.values.items() if value is not None}
    return RankedRow(**{**asdict(row), "values": values})


def _begun(stage: Stage) -> bool:
    return bool(stage.rounds) or stage.entrants is not None


def _state(document: Document) -> ClosingState:
    begun = [number for number, stage in enumerate(document.stages, 1) if number == 1 or _begun(stage)]
    records = [record_of(document, SYSTEM_SPECS, number) for number in begun]
    return ClosingState(
        rounds_played=sum(record.rounds_played for record in records),
        rounds_left=sum(_rounds_left(record) for record in records),
        draft=next((draft for record in records for draft in _drafts(record)), None),
        games=[missing for record in records for missing in _missing(record)],
        to_come=[
            stage_title(number, stage.name)
            for number, stage in enumerate(document.stages, 1)
            if number not in begun
        ],
    )


def _rounds_left(record: Record) -> int:
    total = rounds_of(record) if record.players else None
    return 0 if total is None else max(0, total - record.rounds_played)


def _drafts(record: Record) -> Iterator[DraftRound]:
    for number, round_ in enumerate(record.rounds, 1):
        if not round_facts(round_).published_at:
            yield DraftRound(record.number, number)


def _missing(record: Record) -> Iterator[MissingResult]:
    for awaited in awaited_tables(record):
        table = record.rounds[awaited.round - 1].tables[awaited.table - 1]
        yield MissingResult(record.number, awaited.round, table_number(table, awaited.table))
