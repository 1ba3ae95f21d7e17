"""Inviting people to a club by a link that is valid once, and what they do with it."""

from uuid import UUID

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from clubtornei.accounts.actions import lock_club
from clubtornei.accounts.audit import record
from clubtornei.accounts.models import Club, Invitation, Membership


class InvitationRefused(Exception):
    """The invitation cannot be used; the message tells whom it was for what to do."""


def invitation_with(key: UUID) -> Invitation | None:
    """The valid invitation with this key, with its club; None if it was used, withdrawn, or is too old."""
    return Invitation.objects.valid().select_related("club").filter(link_key=key).first()


@transaction.atomic
def make_invitation(invitation: Invitation, by: User) -> None:
    """Save it: its link is good from now on."""
    invitation.save()
    record("invited", invitation.club, by, whom=invitation.whom, role=invitation.role)


@transaction.atomic
def withdraw_invitation(invitation: Invitation, by: User) -> None:
    """Its link is good no more."""
    record("invitation_withdrawn", invitation.club, by, whom=invitation.whom)
    invitation.delete()


@transaction.atomic
def accept_as(user: User, key: UUID) -> Membership:
    """Make the user a member, as the invitation says, and use it up. Raises InvitationRefused."""
    invitation = _take(key)
    if invitation.club.memberships.filter(user=user).exists():
        raise InvitationRefused(
            _("Fai già parte di %(club)s: il ruolo te lo cambia il titolare.") % {"club": invitation.club}
        )
    invitation.delete()
    record("joined", invitation.club, invitation.invited_by, user, role=invitation.role)
    return Membership.objects.create(club=invitation.club, user=user, role=invitation.role)


@transaction.atomic
def accept_as_new(user: User, key: UUID) -> Membership:
    """Save the new user and make him a member, as above; his address is the one that he was invited at.

    Raises InvitationRefused.
    """
    user.email = _take(key).email
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError as error:
        raise InvitationRefused(
            _("Questo nome utente è appena stato preso da un altro: scegline uno diverso.")
        ) from error
    return accept_as(user, key)


def _take(key: UUID) -> Invitation:
    """The invitation, locked: who comes at the same time waits, and then finds none. Its club is locked
    first, as by who closes it.
    """
    try:
        if found := invitation_with(key):
            lock_club(found.club)
    except Club.DoesNotExist:
        found = None
    locked = Invitation.objects.select_for_update().filter(pk=found.pk).first() if found else None
    if found is None or locked is None:
        raise InvitationRefused(
            _(
                "Questo invito non vale più: è scaduto, è già stato usato o è stato ritirato."
                " Chiedine un altro."
            )
        )
    return found
