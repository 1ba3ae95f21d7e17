"""What stands between an event and its final ranking, and the ranking of the event as results stand."""

from collections.abc import Iterator, Sequence
from contextlib import suppress

from django.utils.translation import gettext as _, ngettext
from msgspec import Struct
from msgspec.structs import replace

from clubtornei.events.models import Event
from clubtornei.events.stage_titles import stage_title
from clubtornei.rounds.documents.round_titles import title_in_document
from clubtornei.rounds.stages.ranking_values import level_in_ranking
from clubtornei.rounds.state.larger_tables import asking_text, tie_texts
from clubtornei.rounds.state.site_facts import round_facts, table_number
from pairing.registry import SYSTEM_SPECS, rounds_of
from pairing.trf import missing_in
from scoring.cut_ties import CutTies
from scoring.document_edits import replace_stage
from scoring.final import final_standings, shared_firsts
from scoring.open_tables import awaited_tables
from scoring.qualification import Undecided
from scoring.record import Document, DocumentError, DocumentStage, DocumentTable, Record, record_of
from scoring.stage_sources import is_final, play_off_sources, sources, winners_go_on
from scoring.standings import Row, standings
from scoring.table_ties import RISIKO, TableOrder, TableOrders


class MissingResult(Struct, frozen=True):
    """A table without a result that is waited for: its stage, its round, its number, and whether its game is
    adjourned.
    """

    stage: int
    round: int
    table: int
    adjourned: bool = False


class DraftRound(Struct, frozen=True):
    """A round that is not published."""

    stage: int
    round: int


class ClosingState(Struct, frozen=True, kw_only=True):
    """What is missing before an event's ranking is final.

    `rounds_left`: rounds to be played in the stages that have begun, where their number is fixed. `games`:
    missing results, except at tables of annulled players: while there are any, the event is not closed.
    `to_come`: titles of the stages not begun. `ties`: what `open_ties_of` gives.
    """

    rounds_played: int
    rounds_left: int
    draft: DraftRound | None
    games: list[MissingResult]
    to_come: list[str]
    ties: list[str]

    @property
    def complete(self) -> bool:
        return not self.games and not self.rounds_left and not self.to_come and self.rounds_played > 0

    @property
    def open_games(self) -> str:
        """Which games are open, without which there is no final ranking, and what can be done; empty if
        none.
        """
        adjourned = [game for game in self.games if game.adjourned]
        missing = [game for game in self.games if not game.adjourned]
        texts = []
        if adjourned:
            texts.append(
                _("Partite aggiornate: %(tables)s. La classifica è finale quando sono finite, o decise.")
                % {"tables": _named(adjourned)}
            )
        if missing:
            texts.append(
                _(
                    "Mancano risultati: %(tables)s. Scrivili; dove non si gioca più scrivi un forfait, o"
                    " riporta il turno in bozza e scartalo."
                )
                % {"tables": _named(missing)}
            )
        return " ".join(texts)


def closing_state_in(document: Document) -> ClosingState:
    """What is missing before the event can be closed, from its document."""
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
        ties=open_ties_of(document),
    )


def open_ties_of(document: Document) -> list[str]:
    """The ties at tables that must be settled and are not, as an import may leave them, a sentence each."""
    names = {player.id: player.name for player in document.players}
    return [
        _at_table(document, number, round_, place, table, asking_text(tie, names, 0))
        for number, round_, place, table, order in _table_orders(document)
        for tie in order.open
        if tie.required and not _is_decided(document, number, tie.players)
    ]


def settled_ties_of(document: Document) -> list[str]:
    """What settled the ties at the tables of finals, and at those whose winners go on, a sentence each."""
    names, stages = {player.id: player.name for player in document.players}, document.stages
    return [
        _at_table(document, number, round_, place, table, text)
        for number, round_, place, table, order in _table_orders(document)
        if winners_go_on(stages, number) or is_final(stages, number)
        for text in tie_texts(
            TableOrder(order.places, tuple(tie for tie in order.broken if tie.by != RISIKO)),
            names,
            {
                player: score
                for player, score in zip(table.seats, table.seat_scores or (), strict=False)
                if score
            },
        )
    ]


def _table_orders(document: Document) -> Iterator[tuple[int, int, int, DocumentTable, TableOrder]]:
    """The numbers of stage and round, the place in it, the table, and how it ended."""
    for number, stage in enumerate(document.stages, 1):
        spec = SYSTEM_SPECS[stage.system]
        if not spec.multiplayer:
            continue
        # Without players: the entrants of an imported stage may be undecided.
        orders = TableOrders(Record(document, spec, number, {}, ()))
        for round_number, round_ in enumerate(stage.rounds, 1):
            for place, table in enumerate(round_.tables, 1):
                if order := orders.of(table):
                    yield number, round_number, place, table, order


def _at_table(
    document: Document, number: int, round_: int, place: int, table: DocumentTable, tie: str
) -> str:
    title = title_in_document(document, number, round_)
    facts = {"round": title, "table": table_number(table, place), "tie": tie}
    return _("%(round)s, tavolo %(table)d: %(tie)s") % facts


def _is_decided(document: Document, number: int, level: Sequence[int]) -> bool:
    """Whether it was decided for a later stage which of these, level at a table of that one, enter it."""
    return any(
        number in sources(document.stages, later)
        and CutTies(document, later, stage.declined).is_decided(level, "table", number)
        for later, stage in enumerate(document.stages, 1)
    )


def lacks_report_data(event: Event, document: Document) -> bool:
    """Whether a federation rates the game, and would miss something in the report file of a stage."""
    if not event.is_rated:
        return False
    for number in range(1, len(document.stages) + 1):
        with suppress(DocumentError, Undecided):
            if missing_in(document, number):
                return True
    return False


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
    return ""


def _named(games: Sequence[MissingResult]) -> str:
    return ", ".join(
        _("turno %(round)d tavolo %(table)d") % {"round": game.round, "table": game.table} for game in games
    )


def event_ranking(document: Document) -> list[Row]:
    """The ranking of the whole event as results stand: of its only stage, else finalists first.

    A stage that has not begun counts as one without entrants.
    """
    if len(document.stages) == 1:
        return standings(record_of(document, SYSTEM_SPECS))
    return final_standings(_without_unbegun(document), SYSTEM_SPECS)


class SharedFirst(Struct, frozen=True, kw_only=True):
    """The first place of a final that several share. `criteria`: all on which they are level, with values, in
    words; `by_lot`: whether lots can still be drawn; `play_off`: whether one can still be played;
    `multiplayer`: more than two sit at a table, where more can be recorded that parts level players.
    """

    stage: int
    title: str
    players: tuple[str, ...]
    criteria: tuple[str, ...]
    by_lot: bool
    play_off: bool
    multiplayer: bool

    @property
    def names(self) -> str:
        return ", ".join(self.players)


def shared_firsts_of(document: Document) -> list[SharedFirst]:
    """The finals without a single winner; none before anything is played."""
    document = _without_unbegun(document)
    names = {player.id: player.name for player in document.players}
    stages = document.stages
    pending = {source for number, source in play_off_sources(stages).items() if not stages[number - 1].rounds}
    found = []
    for number, players in shared_firsts(document, SYSTEM_SPECS).items():
        record = record_of(document, SYSTEM_SPECS, number)
        if not record.rounds:
            continue
        ranking = record.stage.ranking
        found.append(
            SharedFirst(
                stage=number,
                title=stage_title(number, record.stage.name) if len(document.stages) > 1 else "",
                players=tuple(names[player] for player in players),
                criteria=tuple(level_in_ranking(record, players[0])),
                by_lot="lot" not in ranking and record.spec.reached is None,
                play_off=number not in pending,
                multiplayer=record.spec.multiplayer,
            )
        )
    return found


def shared_text(shared: Sequence[SharedFirst]) -> str:
    """Who shares a first place, in a sentence for each final."""
    words, with_title = (
        _("Sono primi a pari merito %(names)s."),
        _("%(stage)s: primi a pari merito %(names)s."),
    )
    return " ".join(
        (with_title if one.title else words) % {"stage": one.title, "names": one.names} for one in shared
    )


def _without_unbegun(document: Document) -> Document:
    """The document whose stages that have not begun have no entrants."""
    for number, stage in enumerate(document.stages, 1):
        if number > 1 and not _has_begun(stage):
            document = replace_stage(document, number, replace(stage, entrants=()))
    return document


def _has_begun(stage: DocumentStage) -> bool:
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
        yield MissingResult(record.number, awaited.round, number, table.adjourned)
