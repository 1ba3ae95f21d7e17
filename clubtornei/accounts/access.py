"""Access to a club by role: every organiser's page gets its club here.

Who is not signed in is led to sign in (signed_out.py). Somebody who is not a member gets a 404, so that the
club's existence is not revealed; a member without the required role gets a 403 that names the role.
"""

from typing import Any

from django.apps import apps
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from clubtornei.accounts.models import Club, Membership, Role, name_of_user
from clubtornei.accounts.signed_out import SignedOut
from clubtornei.web.http import HtmxRequest


def club_of(request: HttpRequest, slug: str, role: Role = Role.ARBITER, *, even_closed: bool = False) -> Club:
    """The club with this slug, for a member with at least `role`; sets `request.role`. One query.

    Raises SignedOut, Http404 for somebody who is not a member, PermissionDenied for a member with a lesser
    role, and for who would write to a closed club, unless `even_closed`.
    """
    if not request.user.is_authenticated:
        raise SignedOut
    circuits: Any = apps.get_model("season.Circuit")  # of a room above
    has_circuits = Exists(circuits.objects.filter(club=OuterRef("club")))
    memberships = Membership.objects.select_related("club").annotate(has_circuits=has_circuits)
    membership: Any = get_object_or_404(memberships, user=request.user, club__slug=slug)
    club: Club = membership.club
    club.has_circuits = membership.has_circuits
    admit(request, club, Role(membership.role), role, even_closed=even_closed)
    return club


def admit(request: HttpRequest, club: Club, own: Role, role: Role, *, even_closed: bool = False) -> None:
    """Set `request.role` to the member's own role, for templates, and `request.club_slug`, for the log.

    Raises PermissionDenied if `role` asks for more, and where a closed club would be written to, unless
    `even_closed`.
    """
    request.role = own  # type: ignore[attr-defined]
    request.club_slug = club.slug  # type: ignore[attr-defined]
    if own not in role.includes:
        raise PermissionDenied(_refusal(club, own, role))
    if club.closed and request.method == "POST" and not even_closed:
        raise PermissionDenied(closed_words(club))


def closed_words(club: Club) -> str:
    """Why nothing of a closed club changes, and who can open it again."""
    return _("Il circolo %(club)s è chiuso: si legge, ma non cambia. Chi ne è titolare può riaprirlo.") % {
        "club": club.name
    }


def _refusal(club: Club, own: Role, role: Role) -> str:
    """Which role is missing, and who can give it."""
    owners = Membership.objects.filter(club=club, role=Role.OWNER).by_role()
    said = {
        "role": role.label,
        "own": own.label,
        "club": club.name,
        "owners": ", ".join(name_of_user(owner.user) for owner in owners),
    }
    text = _("Qui serve il ruolo «%(role)s», il tuo è «%(own)s».")
    if said["owners"]:
        text += " " + _("Nel circolo %(club)s te lo può dare chi è titolare: %(owners)s.")
    return text % said


def is_site_administrator(user: AbstractBaseUser | AnonymousUser) -> bool:
    """Whether the user may do what concerns all clubs of the site: who set it up, and whom an administrator
    has named. On a laptop with one club, the demo aside, its owners too. At most one query.
    """
    if not isinstance(user, User) or not user.is_active:
        return False
    if user.is_superuser or not settings.LAPTOP:
        return user.is_superuser
    others = Club.objects.not_demo().exclude(pk=OuterRef("club"))
    own = Membership.objects.filter(user=user, role=Role.OWNER, club__demo=False)
    return own.exclude(Exists(others)).exists()


def may_delete_demo(user: AbstractBaseUser | AnonymousUser, *, is_owner: bool) -> bool:
    """On a laptop owners of a club, the demo's own included; on a server who may do what concerns all."""
    return is_owner if settings.LAPTOP else is_site_administrator(user)


class SignedInRequest(HtmxRequest):
    """A request of somebody who is signed in, for type checkers."""

    user: User


class MemberRequest(SignedInRequest):
    """A request whose `role` was set by `admit`, for type checkers."""

    role: Role
