"""The ranking of the clubs in an event, by the sum of their players' points, as a report."""

from django.utils.translation import gettext as _

from clubtornei.rounds.documents.event_snapshot import EventSnapshot, cached_by_version
from clubtornei.rounds.reports.ranking_columns import LAST_MEDAL
from clubtornei.rounds.reports.report import (
    NAME,
    RANK,
    Column,
    ColumnKind,
    CountedPlayer,
    Mark,
    People,
    Report,
    ReportRow,
)
from scoring.clubs import ClubRow, club_ranking


@cached_by_version
def club_report(snapshot: EventSnapshot, best: int | None = None) -> Report:
    """The clubs in the order of the ranking; `best`: how many players of each are counted, None: all."""
    counted = (
        _("Contano i punti dei migliori di ogni circolo; in grigio gli altri.")
        if best
        else _("Contano i punti di tutti i giocatori del circolo.")
    )
    level = _("A pari punti è davanti il circolo del giocatore migliore, poi del secondo, e così via.")
    return Report(
        title=_("Classifica dei circoli"),
        notation=snapshot.notation,
        columns=(
            Column(key=RANK, title=_("Posto"), kind=ColumnKind.PLACE),
            Column(key=NAME, title=_("Circolo"), kind=ColumnKind.NAME),
            Column(key="points", title=_("Punti"), kind=ColumnKind.POINTS, is_main=True),
            Column(key="players", title=_("Giocatori"), kind=ColumnKind.PEOPLE),
        ),
        rows=tuple(
            _row(snapshot, row)
            for row in club_ranking(snapshot.players.values(), snapshot.ledger.points_of, best)
        ),
        footnotes=(counted, level),
    )


def _row(snapshot: EventSnapshot, row: ClubRow) -> ReportRow:
    people = tuple(
        CountedPlayer(
            player=snapshot.players[member.player],
            points=member.points,
            counted=member.counted,
        )
        for member in row.members
    )
    return ReportRow(
        values={RANK: row.rank, NAME: row.club, "points": row.points, "players": People(people)},
        marks=frozenset({Mark.MEDAL} if row.rank <= LAST_MEDAL else ()),
    )
