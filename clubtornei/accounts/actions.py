"""Every write about clubs, users and memberships: one function each, in one transaction.

A ValidationError says, in words for the organiser, why something cannot be.
"""

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from clubtornei.accounts.models import Club, Membership, Role


class AlreadyStarted(Exception):
    """The site has its club: whoever comes later must be made a member of it."""


@transaction.atomic
def start_club(name: str, username: str, password: str) -> tuple[Club, User]:
    """The site's own club and its owner, once. Raises AlreadyStarted."""
    with connection.cursor() as cursor:
        # There is no row to lock yet; two first runs at once queue at the table.
        cursor.execute("LOCK TABLE accounts_club IN SHARE ROW EXCLUSIVE MODE")
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
def leave_demo() -> None:
    """The demo clubs with all that is in them, and the users who belong to nothing else."""
    demo = Club.objects.select_for_update().filter(demo=True)
    users = User.objects.filter(memberships__club__in=demo).exclude(memberships__club__demo=False)
    pks = list(users.values_list("pk", flat=True))
    demo.delete()
    User.objects.filter(pk__in=pks).delete()
