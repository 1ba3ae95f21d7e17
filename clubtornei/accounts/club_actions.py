"""Writes to a club: another one, its name and look, closing and opening it, handing it over, deleting it.

Where an action is not allowed it raises ValidationError with a message for the organiser.
"""

import hashlib
from collections.abc import Sequence

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.timezone import now
from django.utils.translation import gettext as _

from clubtornei.accounts.actions import create_club, lock_club, withdraw_invitations
from clubtornei.accounts.audit import record
from clubtornei.accounts.club_history import delete_history
from clubtornei.accounts.logos import Logo
from clubtornei.accounts.models import LOGO_NAME, Club, ClubLogo, Membership, Role


def found_club(user: User, name: str) -> Club:
    """Make another club, of which the user is the owner; only owners do.

    None of his has the name already: who goes back and sends the page again does not get two.
    """
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if Club.objects.for_member(user).filter(name__iexact=name).exists():
            raise ValidationError(_("Fra i tuoi circoli ce n’è già uno con questo nome."))
        if not Club.objects.for_member(user, Role.OWNER).not_demo().exists():
            raise ValidationError(_("Un altro circolo lo crea chi è già titolare di uno."))
        return create_club(name, user)


@transaction.atomic
def change_club(club: Club, name: str, embedding_sites: list[str]) -> None:
    """Its name, and whose pages may show its public ones. Addresses stay: they are on paper already."""
    locked = lock_club(club)
    locked.name, locked.embedding_sites = name, embedding_sites
    locked.save(update_fields=["name", "embedding_sites"])


@transaction.atomic
def change_presentation(club: Club, changed: Sequence[str]) -> None:
    """What its public page says of it: the fields that were changed."""
    lock_club(club)
    club.save(update_fields=changed)


@transaction.atomic
def change_look(club: Club, colour: str, logo: Logo | None, *, without_logo: bool) -> None:
    """All of it, or nothing. `logo`: None: as it was, unless it is to have none."""
    change_colour(club, colour)
    if logo or without_logo:
        put_logo(club, logo)


@transaction.atomic
def change_colour(club: Club, colour: str) -> None:
    """Empty: the colours of the site."""
    locked = lock_club(club)
    locked.colour = colour
    locked.save(update_fields=["colour"])


@transaction.atomic
def put_logo(club: Club, logo: Logo | None) -> None:
    """None: no logo. Another one has another name, so that nobody is shown the old one."""
    locked = lock_club(club)
    if logo:
        pictures = {"image": logo.image, "small": logo.small, "icon": logo.icon}
        ClubLogo.objects.update_or_create(club=locked, defaults=pictures)
        locked.logo = hashlib.sha256(logo.image).hexdigest()[:LOGO_NAME]
    else:
        ClubLogo.objects.filter(club=locked).delete()
        locked.logo = ""
    locked.save(update_fields=["logo"])


@transaction.atomic
def close_club(club: Club) -> None:
    """From now on nothing of it changes; who is invited comes no more."""
    locked = lock_club(club)
    locked.closed_at = locked.closed_at or now()
    locked.save(update_fields=["closed_at"])
    locked.invitations.all().delete()


@transaction.atomic
def reopen_club(club: Club) -> None:
    locked = lock_club(club)
    locked.closed_at = None
    locked.save(update_fields=["closed_at"])


@transaction.atomic
def hand_over(club: Club, by: User, to: Membership, stays: Role | None) -> None:
    """Make another member the owner; who was has the role `stays`, or leaves."""
    locked = lock_club(club)
    own = locked.memberships.filter(user=by, role=Role.OWNER).first()
    if own is None:
        raise ValidationError(_("Non ne sei più titolare: non puoi passarlo ad altri."))
    if not locked.memberships.exclude(pk=own.pk).filter(pk=to.pk).update(role=Role.OWNER):
        raise ValidationError(_("Non fa più parte del circolo: scegli un altro."))
    if stays != Role.OWNER:
        withdraw_invitations(locked, by)
    if stays:
        locked.memberships.filter(pk=own.pk).update(role=stays)
    else:
        own.delete()
    record("handed_over", locked, by, to.user)


@transaction.atomic
def delete_club(club: Club) -> None:
    """With everything in it, and its history. Users stay: they may be in other clubs."""
    lock_club(club).delete()
    delete_history([club])
