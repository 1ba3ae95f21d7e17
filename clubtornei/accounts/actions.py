"""All writes to clubs, users and memberships: one function each, in one transaction.

Where an action is not allowed it raises ValidationError with a message for the organiser.
"""

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import connection, transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from clubtornei.accounts import second_factor
from clubtornei.accounts.access import closed_words, is_site_administrator
from clubtornei.accounts.audit import record
from clubtornei.accounts.club_history import delete_history
from clubtornei.accounts.lockouts import lift
from clubtornei.accounts.models import Club, Membership, Role


class AlreadyStarted(Exception):
    """The site already has a club: further users must be made members of it by its owner."""


@transaction.atomic
def start_club(name: str, username: str, password: str) -> tuple[Club, User]:
    """Create the site's first real club and its owner, who administers the site. Raises AlreadyStarted if
    there is such a club.
    """
    _lock_clubs()
    if Club.objects.not_demo().exists():
        raise AlreadyStarted
    user = User.objects.create_user(username, password=password, is_superuser=True)
    return create_club(name, user), user


@transaction.atomic
def create_club(name: str, owner: User) -> Club:
    _lock_clubs()
    club = Club.objects.create(name=name, slug=_unused_slug(name))
    club.memberships.create(user=owner, role=Role.OWNER)
    record("created", club, owner)
    return club


def _lock_clubs() -> None:
    """Two that are made at once get different slugs. There is no row to lock yet, hence the table."""
    with connection.cursor() as cursor:
        cursor.execute("LOCK TABLE accounts_club IN SHARE ROW EXCLUSIVE MODE")


def _unused_slug(name: str) -> str:
    stem = slugify(name)[:50] or "circolo"
    taken = set(Club.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    return next(
        slug for n in range(1, len(taken) + 2) if (slug := stem if n == 1 else f"{stem}-{n}") not in taken
    )


def lock_club(club: Club) -> Club:
    """A fresh copy of the club, its row locked: changes to its members and roster are made one at a time.

    FOR NO KEY UPDATE, so that other transactions may still insert rows that refer to the club.
    """
    return Club.objects.select_for_update(no_key=True).get(pk=club.pk)


def lock_open_club(club: Club) -> Club:
    """Lock a club to whose roster somebody writes. Raises PermissionDenied if it was closed since the page
    was asked for: the answer that a moment later is given before the form is read.
    """
    locked = lock_club(club)
    if locked.closed:
        raise PermissionDenied(closed_words(locked))
    return locked


@transaction.atomic
def change_role(membership: Membership, role: Role, by: User) -> None:
    """Raises ValidationError if the club would be left without an owner."""
    club = lock_club(membership.club)
    if role != Role.OWNER:
        _require_another_owner(club, membership)
        withdraw_invitations(club, membership.user)
    club.memberships.filter(pk=membership.pk).update(role=role)
    record("role", club, by, membership.user, role=role, before=membership.role)


def refuse_if_it_opens_more(membership: Membership) -> None:
    """Raises ValidationError for a member of other clubs too, and for a superuser: with his password one
    would see more than this club.
    """
    if membership.user.is_superuser:
        raise ValidationError(_("Gestisce tutto il sito: la password può cambiarla solo chi la conosce."))
    if membership.user.memberships.exclude(pk=membership.pk).exists():
        raise ValidationError(
            _("Fa parte anche di un altro circolo: la password può cambiarla solo chi la conosce.")
        )


@transaction.atomic
def unlock_member(membership: Membership, by: User) -> None:
    """Let a member sign in who has given too many wrong passwords."""
    lift(membership.user)
    record("unlocked", membership.club, by, membership.user)


@transaction.atomic
def reset_second_factor(membership: Membership, by: User) -> None:
    """Take the second factor off a member who has lost the telephone and the recovery codes.

    Raises ValidationError where an owner would thereby open more than his own club: for another owner, and
    for a member of other clubs. The site's administrator may do it for everybody.
    """
    if not is_site_administrator(by):
        if membership.role == Role.OWNER:
            raise ValidationError(_("A un titolare lo toglie chi amministra il sito."))
        refuse_if_it_opens_more(membership)
    second_factor.turn_off(membership.user)
    record("second_factor_off", membership.club, by, membership.user)


@transaction.atomic
def reset_second_factor_of(user: User, by: User) -> None:
    """Reset anybody's second factor, by the site's administrator; every club of the user reads of it."""
    if not is_site_administrator(by):
        raise PermissionDenied
    second_factor.turn_off(user)
    for membership in user.memberships.select_related("club"):
        record("second_factor_off", membership.club, by, user)


@transaction.atomic
def remove_member(membership: Membership, by: User) -> None:
    """End a membership. The user is not deleted, because the history of results refers to him.

    Raises ValidationError if the club would be left without an owner.
    """
    club = lock_club(membership.club)
    _require_another_owner(club, membership)
    withdraw_invitations(club, membership.user)
    club.memberships.filter(pk=membership.pk).delete()
    record("removed", club, by, membership.user, role=membership.role)


def withdraw_invitations(club: Club, user: User) -> None:
    """Withdraw the invitations that the user has made: who is an owner no more must not come back by one that
    he kept.
    """
    club.invitations.filter(invited_by=user).delete()


def _require_another_owner(club: Club, leaving: Membership) -> None:
    """Raises ValidationError if `leaving` is the club's only owner."""
    if not club.memberships.filter(role=Role.OWNER).exclude(pk=leaving.pk).exists():
        raise ValidationError(_("Il circolo deve avere almeno un titolare: prima nominane un altro."))


@transaction.atomic
def delete_account(user: User) -> None:
    """Delete the user, with sessions, memberships and second factor; what he entered stays, as nobody's.

    Raises ValidationError if a club would be left without an owner.
    """
    owned = user.memberships.filter(role=Role.OWNER).select_related("club").order_by("club")
    for membership in owned:
        club = lock_club(membership.club)
        _require_another_owner(club, membership)
        withdraw_invitations(club, user)
    for membership in user.memberships.select_related("club"):
        record("account_deleted", membership.club, None, role=membership.role)
    lift(user)  # what is kept of wrong passwords names the user
    user.delete()


@transaction.atomic
def appoint_administrator(user: User, by: User | None) -> None:
    """From now on the user administers the site. Raises ValidationError for a guest of the demo."""
    if user.memberships.filter(club__demo=True).exists():
        raise ValidationError(_("È un account di prova, di cui tutti sanno la password: scegline un altro."))
    User.objects.filter(pk=user.pk).update(is_superuser=True)
    record("administrator_named", None, by, user)


@transaction.atomic
def dismiss_administrator(user: User, by: User | None) -> None:
    """Raises ValidationError if nobody would administer the site."""
    administrators = User.objects.select_for_update().filter(is_superuser=True, is_active=True)
    if {one.pk for one in administrators} <= {user.pk}:
        raise ValidationError(_("Il sito deve avere almeno un amministratore: prima nominane un altro."))
    User.objects.filter(pk=user.pk).update(is_superuser=False)
    record("administrator_dismissed", None, by, user)


@transaction.atomic
def delete_demo_clubs() -> None:
    """Delete the demo clubs with everything in them, and the users who belong to no other club."""
    clubs = Club.objects.select_for_update().filter(demo=True)
    users = User.objects.filter(memberships__club__in=clubs).exclude(memberships__club__demo=False)
    pks = list(users.values_list("pk", flat=True))
    deleted = list(clubs)
    clubs.delete()
    delete_history(deleted)
    User.objects.filter(pk__in=pks).delete()
