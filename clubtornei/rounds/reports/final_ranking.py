"""The final ranking of an event with several stages, as a table. It is fixed when the event is closed."""

from collections.abc import Collection, Mapping, Sequence

from django.utils.translation import gettext as _
from msgspec import Struct
from msgspec.structs import replace

from clubtornei.languages import translated
from clubtornei.rounds.reports.neighbours import neighbours_of
from clubtornei.rounds.reports.standings import (
    CriterionColumn,
    Standings,
    StandingsCell,
    StandingsLine,
    localised,
    slots_of,
    standings_table,
    why_between,
)
from clubtornei.rounds.reports.table_ties import event_ties_of
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.untyped import Context
from pairing.registry import SYSTEM_SPECS
from scoring.criteria import CRITERIA
from scoring.final import listed_first, stages_scored_differently
from scoring.ledger import ZERO
from scoring.methods import METHODS
from scoring.record import Player
from scoring.stage_sources import play_off_sources
from scoring.standings import Row, exact

FINAL = "final"  # the column of the place in it
PODIUM, MOST_ON_PODIUM = 3, 5  # places, and people, as the third may be shared


class StagePoints(Struct, frozen=True):
    """The points from one stage in a player's total."""

    stage: str
    points: str


def is_final(snapshot: EventSnapshot) -> bool:
    """Whether the event is closed and the page shows all of it, not one of several stages."""
    return snapshot.event.closed and (not snapshot.stages.several or snapshot.requested_stage is None)


def current_standings(snapshot: EventSnapshot) -> Standings:
    """The final ranking of a closed event with several stages; otherwise the standings of the stage shown."""
    if is_final(snapshot) and snapshot.stages.several:
        return final_table(snapshot, snapshot.announced)
    return standings_table(snapshot)


def podium(table: Standings) -> Sequence[StandingsLine]:
    """Those of the first three places; of fewer places where more share them than are called up together."""
    called = (
        [line for line in table.lines if line.rank and line.rank <= place] for place in range(PODIUM, 0, -1)
    )
    return next((lines for lines in called if len(lines) <= MOST_ON_PODIUM), [])


def final_table(snapshot: EventSnapshot, rows: Sequence[Row]) -> Standings:
    """The final ranking as a table: by place in the final, then by points, wins or medals."""
    scales = {counted.stage for counted in stages_scored_differently(snapshot.document, SYSTEM_SPECS)}
    begun = [tab.number for tab in snapshot.stages.begun if tab.number in scales]
    stages = {f"stage-{number}": snapshot.of_stage(number) for number in begun}
    columns = (
        CriterionColumn(FINAL, _("Finale"), _("Posto in finale; con più finali insieme, posti pari.")),
        *(
            CriterionColumn(
                "points",
                _("Somma") if stages else _("Punti"),
                _("La somma dei punti di tutte le partite, qualificazioni e semifinali."),
            )
            if name == "points"
            else CriterionColumn(
                name,
                translated(CRITERIA[name].title),
                _("Contati in tutte le partite, qualificazioni e semifinali."),
            )
            for name in _criteria_of(snapshot, rows)
        ),
        *(
            CriterionColumn(
                name, f"{_('Punti')} {stage.stages.title}", translated(stage.ledger.record.method.title)
            )
            for name, stage in stages.items()
        ),
    )
    players = {player.id: player for player in snapshot.document.players}
    whole = [replace(row, values={**row.values, **_points_by_stage(stages, row.player)}) for row in rows]
    shown = localised(whole, snapshot.notation)
    slots = slots_of(shown)
    above: Sequence[Row | None] = [None, *shown]
    return Standings(
        columns,
        tuple(_line(upper, row, players, columns, slots) for upper, row in zip(above, shown, strict=False)),
        notes=sum_notes(snapshot),
    )


def _criteria_of(snapshot: EventSnapshot, rows: Sequence[Row]) -> tuple[str, ...]:
    """What ranks those who were in no final; of an event closed before these were stored, the points."""
    stored = {name for row in rows for name in row.values}
    listed = tuple(name for name in listed_first(snapshot.document.stages[0]) if name in stored)
    return listed or ("points",)


def sum_notes(snapshot: EventSnapshot) -> tuple[str, ...]:
    """How the points of the stages are added, where these do not all count alike; else nothing."""
    titles = {tab.number: tab.title for tab in snapshot.stages.all}
    listed = [
        f"{titles[counted.stage]} ({translated(METHODS[counted.scoring].title)})"
        for counted in stages_scored_differently(snapshot.document, SYSTEM_SPECS)
    ]
    words = _(
        "Le fasi contano i punti ciascuna a modo suo: %(stages)s. Nella somma si aggiungono così come sono:"
        " decide solo fra chi non ha giocato la finale, che viene prima di tutto."
    )
    return (words % {"stages": ", ".join(listed)},) if listed else ()


def _points_by_stage(stages: Mapping[str, EventSnapshot], player: int) -> dict[str, str | None]:
    """The player's points in each stage; none where he was not in it."""
    return {
        name: exact(stage.ledger.points_of.get(player, ZERO), stage.decimals)
        for name, stage in stages.items()
        if player in stage.players
    }


def stage_points_of(snapshot: EventSnapshot, player: int) -> list[StagePoints]:
    """The points of the player from each of his stages whose scoring method ranks by points."""
    addends, play_offs = [], play_off_sources(snapshot.document.stages)
    for tab in snapshot.stages.begun:
        if tab.number in play_offs:
            continue
        stage = snapshot.of_stage(tab.number)
        if player in stage.players and "points" in stage.ledger.record.method.ranking:
            points = exact(stage.ledger.points_of.get(player, ZERO), stage.decimals)
            addends.append(StagePoints(tab.title, snapshot.notation.points(points)))
    return addends


def why_final(snapshot: EventSnapshot, player: int) -> Context:
    """The context that explains the player's place in the final ranking; empty if there is none."""
    if not (is_final(snapshot) and snapshot.stages.several):
        return {}
    return neighbours_of(final_table(snapshot, snapshot.announced), player) | {
        "addends": stage_points_of(snapshot, player),
        "ties": event_ties_of(snapshot, player),
        "final": True,
    }


def _line(
    upper: Row | None,
    row: Row,
    players: Mapping[int, Player],
    columns: Sequence[CriterionColumn],
    slots: Collection[str],
) -> StandingsLine:
    return StandingsLine(
        player=players[row.player],
        rank=row.rank,
        cells=tuple(
            StandingsCell(
                column.name,
                row.values.get(column.name) or "–",
                row.decided_by == column.name,
                column.name in slots,
            )
            for column in columns
        ),
        played=row.played,
        why=why_between(upper, row, players),
        close=False,
    )
