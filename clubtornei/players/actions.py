"""All writes to rosters: one function each, in one transaction.

Where an action is not allowed it raises ValidationError with a message for the organiser.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import partial

from django.core.exceptions import ValidationError
from django.db import transaction
from django.dispatch import Signal
from django.utils.translation import gettext as _

from clubtornei.accounts.actions import lock_open_club
from clubtornei.accounts.models import Club
from clubtornei.players.importing import ImportPlan, ImportRow, Status, plan_import
from clubtornei.players.models import Player
from clubtornei.players.reading.rows import Line

roster_changed = Signal()
"""Sent once it is committed, with the `players` who were on the roster before and are changed now."""


@dataclass(frozen=True, slots=True)
class Imported:
    """How many rows of an import were added, updated and skipped.

    `left_out`: of the skipped ones those that would have said something.
    """

    added: int
    updated: int
    skipped: int
    left_out: Sequence[ImportRow] = field(default=(), compare=False)


@transaction.atomic
def save_player(player: Player, namesakes: Collection[Player] = ()) -> Player:
    """Add or change a player. He is validated again under the club's lock, against concurrent writes.

    `namesakes`: players of the same name whom the organiser has confirmed to be other people. A new player
    with any other namesake is refused: usually it is the same person, sent twice by a double click.
    Raises ValidationError.
    """
    club = lock_open_club(player.club)
    player.full_clean()
    confirmed = [namesake.pk for namesake in namesakes]
    if not player.pk and club.players.named(player.name).exclude(pk__in=confirmed).exists():
        raise ValidationError(_("C’è già un giocatore con questo nome."))
    changed = [player] if player.pk else []
    player.save()
    _tell(changed)
    return player


@transaction.atomic
def save_players(club: Club, players: Sequence[Player]) -> None:
    """Save who is new, and who is changed; the club is locked already."""
    new = [player for player in players if not player.pk]
    changed = [player for player in players if player.pk]
    for player in new:
        player.club = club
    _write(new, changed)


def _write(new: Sequence[Player], changed: Sequence[Player]) -> None:
    """In two statements. The upsert calls pre_save and so updates sort_name too; bulk_update would write a
    CASE per cell.
    """
    columns = [field.name for field in Player._meta.concrete_fields if field.name not in {"id", "club"}]
    Player.objects.bulk_create(new)
    Player.objects.bulk_create(changed, update_conflicts=True, unique_fields=["id"], update_fields=columns)
    _tell(changed)


@transaction.atomic
def delete_player(player: Player) -> None:
    """Delete a player from the roster. His entries in events keep their copies of name, rating and club."""
    lock_open_club(player.club)
    player.delete()


def _tell(changed: Sequence[Player]) -> None:
    """After the commit: who hears it locks events, and who writes to an event locks the club after it."""
    transaction.on_commit(partial(roster_changed.send, Player, players=changed))


MOST_REMEMBERED = 12  # sets of headings


@transaction.atomic
def remember_columns(club: Club, key: str, fields: Sequence[str]) -> None:
    """Note what the columns under these headings hold, for the next import."""
    locked = lock_open_club(club)
    others = [pair for pair in locked.import_columns if pair[0] != key]
    locked.import_columns = [*others, [key, list(fields)]][-MOST_REMEMBERED:]
    locked.save(update_fields=["import_columns"])


class PlanChanged(Exception):
    """The roster has changed since the preview; `plan` is the new one, to be previewed again."""

    def __init__(self, plan: ImportPlan) -> None:
        super().__init__()
        self.plan = plan


@transaction.atomic
def import_players(
    club: Club,
    lines: Sequence[Line],
    columns: Sequence[str],
    fingerprint: str,
    taken: Collection[int],
    *,
    others: Collection[int] = (),
    as_typed: bool = False,
) -> Imported:
    """Carry out the previewed plan for the line numbers `taken`, all or nothing. A fixed number of queries.

    `others`: lines that the organiser says are another person; they are taken too. Raises PlanChanged if the
    same lines would now give another plan than the one with this fingerprint.
    """
    lock_open_club(club)
    plan = plan_import(club, lines, columns, others=others, as_typed=as_typed)
    if plan.fingerprint != fingerprint:
        raise PlanChanged(plan)
    rows = [row for row in plan.rows if row.writes and (row.number in taken or row.other)]
    new = [Player(club=club, **row.said.values()) for row in rows if row.status == Status.NEW]
    changed = []
    for row in rows:
        if row.player:
            for change in row.changes:
                setattr(row.player, change.field, change.after)
            changed.append(row.player)
    _write(new, changed)
    written = {row.number for row in rows}
    left_out = [row for row in plan.rows if row.number not in written and row.status != Status.SAME]
    return Imported(len(new), len(changed), len(plan.rows) - len(rows), left_out)
