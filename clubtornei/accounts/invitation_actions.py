"""Inviting people to a club by a link that is valid once, and what they do with it."""

from datetime import UTC, datetime, timedelta

from django.contrib.auth.models import User
from django.core.signing import BadSignature, Signer
from django.db import IntegrityError, transaction
from django.utils.http import int_to_base36
from django.utils.translation import gettext as _

from clubtornei.accounts.actions import lock_club
from clubtornei.accounts.audit import record
from clubtornei.accounts.models import Club, Invitation, Membership

SIGNER = Signer(salt="clubtornei.invitation", sep=".")
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class InvitationRefused(Exception):
    """The invitation cannot be used; the message tells whom it was for what to do."""


def token_of(invitation: Invitation) -> str:
    """What the link is made of. The signature is nowhere in the database; the time, because a restored
    database may give the same key again.
    """
    moment = int_to_base36((invitation.expires_at - EPOCH) // timedelta(microseconds=1))
    return SIGNER.sign(f"{invitation.pk}-{moment}")


def invitation_with(token: str) -> Invitation | None:
    """The valid invitation with this token, with its club; None if it was used, withdrawn, or is too old.

    Raises BadSignature if there has never been one.
    """
    pk, _dash, _moment = SIGNER.unsign(token).partition("-")
    invitation = Invitation.objects.valid().select_related("club").filter(pk=pk).first()
    return invitation if invitation and token_of(invitation) == token else None


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
def accept_as(user: User, token: str) -> Membership:
    """Make the user a member, as the invitation says, and use it up. Raises InvitationRefused."""
    invitation = _take(token)
    if invitation.club.memberships.filter(user=user).exists():
        raise InvitationRefused(
            _("Fai già parte di %(club)s: il ruolo te lo cambia il titolare.") % {"club": invitation.club}
        )
    invitation.delete()
    record("joined", invitation.club, invitation.invited_by, user, role=invitation.role)
    return Membership.objects.create(club=invitation.club, user=user, role=invitation.role)


@transaction.atomic
def accept_as_new(user: User, token: str) -> Membership:
    """Save the new user and make him a member, as above; his address is the one that he was invited at.

    Raises InvitationRefused.
    """
    user.email = _take(token).email
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError as error:
        raise InvitationRefused(
            _("Questo nome utente è appena stato preso da un altro: scegline uno diverso.")
        ) from error
    return accept_as(user, token)


def _take(token: str) -> Invitation:
    """The invitation, locked: who comes at the same time waits, and then finds none. Its club is locked
    first, as by who closes it.
    """
    try:
        if found := invitation_with(token):
            lock_club(found.club)
    except (BadSignature, Club.DoesNotExist):
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
