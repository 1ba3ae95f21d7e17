"""Every write about clubs, members and rosters: one function each, in one transaction.

A ValidationError says, in words for the organiser, why something cannot be.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from clubtornei.players.importing import Plan, Status, plan_of
from clubtornei.players.models import Club, Membership, Player, Role
from clubtornei.players.spreadsheet import Line


class AlreadyStarted(Exception):
    """The site has its club: whoever comes later must be made a member of it."""


@dataclass(frozen=True, slots=True)
class Imported:
    added: int
    updated: int
    skipped: int


@transaction.atomic
def start_club(name: str, username: str, password: str) -> tuple[Club, User]:
    """The site's own club and its owner, once. Raises AlreadyStarted."""
    with connection.cursor() as cursor:
        # There is no row to lock yet; two first runs at once queue at the table.
        cursor.execute("LOCK TABLE players_club IN SHARE ROW EXCLUSIVE MODE")
    if Club.objects.own().exists():
        raise AlreadyStarted
    club = Club.objects.create(name=name, slug=_free_slug(name))
    user = User.objects.create_user(username, password=password)
    club.memberships.create(user=user, role=Role.OWNER)
    return club, user


def _free_slug(name: str) -> str:
    stem = slugify(name)[:50] or "circolo"
    taken = set(Club.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    return next(
        slug for n in range(1, len(taken) + 2) if (slug := stem if n == 1 else f"{stem}-{n}") not in taken
    )


def rename_user(user: User, first_name: str, last_name: str) -> None:
    user.first_name, user.last_name = first_name, last_name
    user.save(update_fields=["first_name", "last_name"])


def change_password(user: User, password: str) -> None:
    """Ends the user's other sessions, as Django does."""
    user.set_password(password)
    user.save(update_fields=["password"])


def _held(club: Club) -> Club:
    """The club's row, locked: who changes members or roster of one club does so one after the other.

    Others may still refer to the club meanwhile (a new event, say).
    """
    return Club.objects.select_for_update(no_key=True).get(pk=club.pk)


@transaction.atomic
def add_member(club: Club, username: str, password: str, role: str) -> Membership:
    """An existing user, or a new one with this password."""
    _held(club)
    user = User.objects.filter(username=username).first()
    if user is None:
        user = User.objects.create_user(username, password=password)
    elif club.memberships.filter(user=user).exists():
        raise ValidationError(_("È già fra gli organizzatori."))
    return club.memberships.create(user=user, role=role)


@transaction.atomic
def change_role(membership: Membership, role: str) -> None:
    club = _held(membership.club)
    if role != Role.OWNER:
        _keep_an_owner(club, membership)
    club.memberships.filter(pk=membership.pk).update(role=role)


@transaction.atomic
def give_password(membership: Membership, password: str) -> None:
    """A new password for a member who has forgotten his; it ends his sessions.

    Raises ValidationError for somebody who belongs to other clubs too: with his password their pages open.
    """
    _held(membership.club)
    if membership.user.memberships.exclude(pk=membership.pk).exists():
        raise ValidationError(
            _("Fa parte anche di un altro circolo: la password può cambiarla solo chi la conosce.")
        )
    change_password(membership.user, password)


@transaction.atomic
def remove_member(membership: Membership) -> None:
    """The user stays, since the history of results names him, but sees nothing of the club any more."""
    club = _held(membership.club)
    _keep_an_owner(club, membership)
    club.memberships.filter(pk=membership.pk).delete()


def _keep_an_owner(club: Club, leaving: Membership) -> None:
    if not club.memberships.filter(role=Role.OWNER).exclude(pk=leaving.pk).exists():
        raise ValidationError(_("Il circolo deve avere almeno un titolare: prima nominane un altro."))


@transaction.atomic
def save_player(player: Player, namesakes: Collection[Player] = ()) -> Player:
    """Add or change a player; checked again under the lock, against what was written meanwhile.

    `namesakes`: those the organiser knows of. A new player who has another one is refused: mostly he is the
    same person, sent twice by a double click.
    """
    club = _held(player.club)
    player.full_clean()
    known = [namesake.pk for namesake in namesakes]
    if not player.pk and club.players.named(player.name).exclude(pk__in=known).exists():
        raise ValidationError(_("C’è già un giocatore con questo nome."))
    player.save()
    return player


@transaction.atomic
def delete_player(player: Player) -> None:
    """Entries of past events keep their copy of name, rating and club."""
    _held(player.club)
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
    _held(club)
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


@transaction.atomic
def leave_demo() -> None:
    """The demo clubs with all that is in them, and the users who belong to nothing else."""
    demo = Club.objects.select_for_update().filter(demo=True)
    users = User.objects.filter(memberships__club__in=demo).exclude(memberships__club__demo=False)
    pks = list(users.values_list("pk", flat=True))
    demo.delete()
    User.objects.filter(pk__in=pks).delete()
