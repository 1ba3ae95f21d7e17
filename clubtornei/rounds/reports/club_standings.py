"""The ranking of the clubs in an event, by the sum of their players' points."""

from msgspec import Struct

from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from scoring.clubs import ClubRow, club_ranking
from scoring.record import Player
from scoring.standings import exact


class ClubMember(Struct, frozen=True, kw_only=True):
    """A player of a club; `counted`: whether his points are part of its sum."""

    player: Player
    points: str
    counted: bool


class ClubLine(Struct, frozen=True, kw_only=True):
    rank: int
    club: str
    points: str
    members: tuple[ClubMember, ...]


def club_table(snapshot: EventSnapshot, best: int | None = None) -> list[ClubLine]:
    """The clubs in the order of the ranking; `best`: how many players of each are counted, None: all."""
    return snapshot.cached(f"clubs:{best}", lambda: _club_table(snapshot, best))


def _club_table(snapshot: EventSnapshot, best: int | None) -> list[ClubLine]:
    rows = club_ranking(snapshot.players.values(), snapshot.ledger.points_of, best)
    return [_line(snapshot, row) for row in rows]


def _line(snapshot: EventSnapshot, row: ClubRow) -> ClubLine:
    return ClubLine(
        rank=row.rank,
        club=row.club,
        points=exact(row.points, snapshot.decimals),
        members=tuple(
            ClubMember(
                player=snapshot.players[member.player],
                points=exact(member.points, snapshot.decimals),
                counted=member.counted,
            )
            for member in row.members
        ),
    )
