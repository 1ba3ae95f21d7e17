"""What stands between an event and its final ranking, and the ranking of the event as results stand."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct
from msgspec.structs import replace

from clubtornei.events.models import Event
from clubtornei.events.stages import stage_title
from clubtornei.rounds.core.document_export import document_of
from clubtornei.rounds.core.site_facts import round_facts, table_number
from pairing.registry import SYSTEM_SPECS, rounds_of
from scoring.document_edits import replace_stage
from scoring.final import final_standings
from scoring.open_tables import awaited_tables
from scoring.record import Document, Record, Stage, record_of
from scoring.standings import Row, standings


class MissingResult(Struct, frozen=True):
    """A table without a result that is waited for: its stage, its round, and its number."""

    stage: int
    round: int
    table: int


class DraftRound(Struct, frozen=True):
    """A round that is not published."""

    stage: int
    round: int


class ClosingState(Struct, frozen=True, kw_only=True):
    """What is missing before an event's ranking is final.

    `rounds_left`: rounds to be played in the stages that have begun, where their number is fixed. `games`:
    missing results, except at tables of annulled players. `to_come`: titles of the stages not begun.
    """

    rounds_played: int
    rounds_left: int
    draft: DraftRound | None
    games: list[MissingResult]
    to_come: list[str]

    @property
    def complete(self) -> bool:
        return not self.games and not self.rounds_left and not self.to_come and self.rounds_played > 0


def closing_state_of(event: Event) -> ClosingState:
    """What is missing before the event can be closed."""
    return closing_state_in(document_of(event))


def closing_state_in(document: Document) -> ClosingState:
    """The same from the event's document."""
    begun = [number for number, stage in enumerate(document.stages, 1) if number == 1 or _has_begun(stage)]
    records = [record_of(document, SYSTEM_SPECS, number) for number in begun]
    return ClosingState(
        rounds_played=sum(record.rounds_played for record in records),
        rounds_left=sum(_rounds_left(record) for record in records),
        draft=next((draft for record in records for draft in _drafts(record)), None),
        games=[missing for record in records for missing in _missing_results(record)],
        to_come=[
            stage_title(number, stage.name)
            for number, stage in enumerate(document.stages, 1)
            if number not in begun
        ],
    )


def missing_text(state: ClosingState) -> str:
    """What is still to be played, in a sentence about the first kind of thing missing; empty if nothing."""
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


def event_ranking(document: Document) -> list[Row]:
    """The ranking of the whole event as results stand: of its only stage, else finalists first.

    A stage that has not begun counts as one without entrants.
    """
    if len(document.stages) == 1:
        return standings(record_of(document, SYSTEM_SPECS))
    for number, stage in enumerate(document.stages, 1):
        if number > 1 and not _has_begun(stage):
            document = replace_stage(document, number, replace(stage, entrants=()))
    return final_standings(document, SYSTEM_SPECS)


def _has_begun(stage: Stage) -> bool:
    return bool(stage.rounds) or stage.entrants is not None


def _rounds_left(record: Record) -> int:
    total = rounds_of(record) if record.players else None
    return 0 if total is None else max(0, total - record.rounds_played)


def _drafts(record: Record) -> Iterator[DraftRound]:
    for number, round_ in enumerate(record.rounds, 1):
        if not round_facts(round_).published_at:
            yield DraftRound(record.number, number)


def _missing_results(record: Record) -> Iterator[MissingResult]:
    for awaited in awaited_tables(record):
        table = record.rounds[awaited.round - 1].tables[awaited.table - 1]
        number = table_number(table, awaited.table)
        yield MissingResult(record.number, awaited.round, number)
