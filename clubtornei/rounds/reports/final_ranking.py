"""The final ranking of an event with several stages, as a table. It is fixed when the event is closed."""

from collections.abc import Sequence
from fractions import Fraction

from django.utils.translation import gettext as _
from msgspec.structs import replace

from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.reports.card import event_ties_of
from clubtornei.rounds.reports.ranking_columns import (
    PLAYED,
    criterion_columns,
    criterion_values,
    has_medals,
    marks_of,
    place_and_name,
    played_column,
    with_people,
    with_reasons,
)
from clubtornei.rounds.reports.report import NAME, RANK, Column, ColumnKind, Report, ReportRow, row_of
from clubtornei.rounds.reports.standings import neighbours_of, standings_report
from clubtornei.text.languages import lower_first, translated
from clubtornei.text.untyped import Context
from pairing.registry import SYSTEM_SPECS
from scoring.criteria import CRITERIA
from scoring.document import DocumentStage
from scoring.final import listed_first, ranks_by_stage_reached, stages_scored_differently
from scoring.ledger import ZERO
from scoring.methods import METHODS
from scoring.stage_sources import finals, play_off_sources
from scoring.standings import Row

FINAL = "final"  # the column of the place in it
PODIUM, MOST_ON_PODIUM = 3, 5  # places, and people, as the third may be shared


def is_final(snapshot: EventSnapshot) -> bool:
    """Whether the event is closed and the page shows all of it, not one of several stages."""
    return snapshot.event.closed and (not snapshot.stages.several or snapshot.requested_stage is None)


def current_standings(snapshot: EventSnapshot) -> Report:
    """The final ranking of a closed event with several stages; otherwise the standings of the stage shown."""
    if is_final(snapshot) and snapshot.stages.several:
        return final_report(snapshot, snapshot.announced)
    return standings_report(snapshot)


def podium_report(snapshot: EventSnapshot) -> Report:
    """Who is called up at the prize-giving, with what has decided: after a final its points, and below, what
    has broken the ties for the first places at its table.
    """
    report = current_standings(snapshot)
    rows = podium(report)
    decisive = report.criteria[0]
    ties: tuple[str, ...] = ()
    if decisive.key == FINAL:
        points, ties = _points_in_finals(snapshot), _ties_in_finals(snapshot, rows)
        decisive = Column(key="final-points", title=_("Punti in finale"), kind=ColumnKind.POINTS)
        rows = [replace(row, values={**row.values, decisive.key: points.get(row.player)}) for row in rows]
    columns = [] if decisive.kind is ColumnKind.NAMED else [decisive]
    return replace(report, columns=(*place_and_name(), *columns), rows=tuple(rows), footnotes=ties)


def _points_in_finals(snapshot: EventSnapshot) -> dict[int | None, Fraction]:
    """The points of each finalist in his final."""
    stages = [snapshot.of_stage(number) for number in finals(snapshot.document.stages)]
    return {player: stage.ledger.points_of.get(player, ZERO) for stage in stages for player in stage.players}


def _ties_in_finals(snapshot: EventSnapshot, rows: Sequence[ReportRow]) -> tuple[str, ...]:
    """The ties of these players at the tables of finals, a sentence each."""
    rounds = [
        round_ for number in finals(snapshot.document.stages) for round_ in snapshot.of_stage(number).calendar
    ]
    ties = (
        tie
        for round_ in rounds
        for table in round_.tables
        for row in rows
        if row.player is not None
        for tie in table.ties_of(row.player)
    )
    return tuple(dict.fromkeys(ties))


def podium(report: Report) -> Sequence[ReportRow]:
    """The rows of the first three places; of fewer places where more share them than are called up
    together.
    """
    called = (
        [row for row in report.rows if row.rank and row.rank <= place] for place in range(PODIUM, 0, -1)
    )
    return next((rows for rows in called if len(rows) <= MOST_ON_PODIUM), [])


def final_report(snapshot: EventSnapshot, rows: Sequence[Row]) -> Report:
    """The final ranking: by place in the final, then by points, wins or medals."""
    scales = {counted.stage for counted in stages_scored_differently(snapshot.document, SYSTEM_SPECS)}
    begun = [tab.number for tab in snapshot.stages.begun if tab.number in scales]
    stages = {f"stage-{number}": snapshot.of_stage(number) for number in begun}
    players = {player.id: player for player in snapshot.document.players}
    medals = has_medals(rows)
    report = Report(
        title=_("Classifica finale"),
        notation=snapshot.notation,
        columns=(
            *place_and_name(),
            Column(
                key=FINAL,
                title=_("Finale"),
                meaning=_("Posto in finale; con più finali insieme, posti pari."),
                kind=ColumnKind.CRITERION,
                is_main=True,
            ),
            *_sums(snapshot, rows),
            *(
                Column(
                    key=key,
                    title=f"{_('Punti')} {stage.stages.title}",
                    meaning=translated(stage.ledger.record.method.title),
                    kind=ColumnKind.CRITERION,
                    decimals=stage.decimals,
                )
                for key, stage in stages.items()
            ),
            played_column(rows),
        ),
        rows=tuple(
            ReportRow(
                player=row.player,
                values={
                    RANK: row.rank,
                    NAME: players[row.player],
                    **criterion_values(row, {}, over=True),
                    **{
                        key: stage.ledger.points_of.get(row.player, ZERO)
                        for key, stage in stages.items()
                        if row.player in stage.players
                    },
                    PLAYED: row.played,
                },
                marks=marks_of(row, players[row.player], medals=medals),
                decided_by=row.decided_by,
            )
            for row in rows
        ),
        footnotes=sum_notes(snapshot),
    )
    return with_reasons(with_people(report, snapshot), rows)


def _sums(snapshot: EventSnapshot, rows: Sequence[Row]) -> Sequence[Column]:
    """What ranks those who were in no final: over all games of the event."""
    points = {
        "title": _("Somma"),
        "meaning": _("La somma dei punti di tutte le partite, qualificazioni e semifinali."),
    }
    others = {"meaning": _("Contati in tutte le partite, qualificazioni e semifinali.")}
    return [
        replace(
            column, short="", is_main=False, is_idle=False, **(points if column.key == "points" else others)
        )
        for column in criterion_columns(_criteria_of(snapshot, rows), rows)
    ]


def _criteria_of(snapshot: EventSnapshot, rows: Sequence[Row]) -> tuple[str, ...]:
    """What ranks those who were in no final; of an event closed before these were stored, the points."""
    stored = {name for row in rows for name in row.values}
    listed = tuple(name for name in listed_first(snapshot.document.stages[0]) if name in stored)
    return listed or ("points",)


def final_order(stages: Sequence[DocumentStage]) -> str:
    """By what the final ranking goes, in words."""
    criteria = listed_first(stages[0])
    if criteria == ("points",):
        text = _("Prima i finalisti, poi tutti gli altri con la somma dei loro punti.")
    else:
        titles = ", ".join(lower_first(translated(CRITERIA[name].title)) for name in criteria)
        text = _("Prima i finalisti, poi tutti gli altri, contando tutte le partite, per: %(criteria)s.") % {
            "criteria": titles
        }
    reached = _("Chi è arrivato a una fase più avanti viene comunque prima.")
    return f"{text} {reached}" if ranks_by_stage_reached(stages) else text


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


def stage_points_report(snapshot: EventSnapshot, player: int) -> Report:
    """The points of the player from each of his stages whose scoring method ranks by points."""
    columns = (
        Column(key=NAME, title=_("Fase"), kind=ColumnKind.NAME),
        Column(key="points", title=_("Punti"), kind=ColumnKind.POINTS),
    )
    rows, play_offs = [], play_off_sources(snapshot.document.stages)
    for tab in snapshot.stages.begun:
        if tab.number in play_offs:
            continue
        stage = snapshot.of_stage(tab.number)
        if player in stage.players and "points" in stage.ledger.record.method.ranking:
            rows.append(row_of(columns, tab.title, stage.ledger.points_of.get(player, ZERO)))
    title = _("Di che cosa è fatta la somma")
    return Report(title=title, notation=snapshot.notation, columns=columns, rows=tuple(rows))


def why_final(snapshot: EventSnapshot, player: int) -> Context:
    """The context that explains the player's place in the final ranking; empty if there is none."""
    if not (is_final(snapshot) and snapshot.stages.several):
        return {}
    return neighbours_of(final_report(snapshot, snapshot.announced), player) | {
        "addends": stage_points_report(snapshot, player),
        "ties": event_ties_of(snapshot, player),
        "final": True,
        "final_order": final_order(snapshot.document.stages),
    }
