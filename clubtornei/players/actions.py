"""Every write about clubs, members and rosters: one function each, in one transaction.

A ValidationError says, in words for the organiser, why something cannot be.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from clubtornei.accounts.actions import lock_club
from clubtornei.accounts.models import Club
from clubtornei.players.importing import Plan, Status, plan_of
from clubtornei.players.models import Player
from clubtornei.players.spreadsheet import Line


@dataclass(frozen=True, slots=True)
class Imported:
    added: int
    updated: int
    skipped: int


@transaction.atomic
def save_player(player: Player, namesakes: Collection[Player] = ()) -> Player:
    """Add or change a player; checked again under the lock, against what was written meanwhile.

    `namesakes`: those the organiser knows of. A new player who has another one is refused: mostly he is the
    same person, sent twice by a double click.
    """
    club = lock_club(player.club)
    player.full_clean()
    known = [namesake.pk for namesake in namesakes]
    if not player.pk and club.players.named(player.name).exclude(pk__in=known).exists():
        raise ValidationError(_("C’è già un giocatore con questo nome."))
    player.save()
    return player


@transaction.atomic
def delete_player(player: Player) -> None:
    """Entries of past events keep their copy of name, rating and club."""
    lock_club(player.club)
    player.delete()


class PlanChanged(Exception):
    """The roster changed after the preview: the new plan must be looked at first."""

    def __init__(self, plan: Plan) -> None:
        super().__init__()
        self.plan = plan


@transaction.atomic
def import_players(
    club: Club, lines: Sequence[Line], columns: Sequence[str], fingerprint: str, taken: Collection[int]
) -> Imported:
    """Carry out the plan that was shown, for the lines taken. All or nothing; a fixed number of queries.

    Raises PlanChanged when the same lines would now do something else.
    """
    lock_club(club)
    plan = plan_of(club, lines, columns)
    if plan.fingerprint != fingerprint:
        raise PlanChanged(plan)
    rows = [row for row in plan.rows if row.writes and row.number in taken]
    new = [Player(club=club, **row.values) for row in rows if row.status == Status.NEW]
    changed = []
    for row in rows:
        if row.player:
            for name, _before, after in row.changes:
                setattr(row.player, name, after)
            changed.append(row.player)
    Player.objects.bulk_create(new)
    # One statement for all, which also keeps the sort key; bulk_update would write a CASE per cell.
    columns_written = [
        field.name for field in Player._meta.concrete_fields if field.name not in {"id", "club"}
    ]
    Player.objects.bulk_create(
        changed, update_conflicts=True, unique_fields=["id"], update_fields=columns_written
    )
    return Imported(len(new), len(changed), len(plan.rows) - len(rows))
