"""The circuit that a request names: through the user's club, or as anybody may read it."""

from django.shortcuts import get_object_or_404

from clubtornei.accounts.access import MemberRequest, club_of
from clubtornei.accounts.models import Club, Role
from clubtornei.season.models import Circuit
from clubtornei.text.untyped import Context


def circuit_of(request: MemberRequest, slug: str, circuit: str, role: Role = Role.ARBITER) -> Circuit:
    """The circuit with its club, for a member with at least `role`. Two queries; Http404 for anybody else."""
    club = club_of(request, slug, role)
    found = get_object_or_404(Circuit, club=club, slug=circuit)
    found.club = club
    return found


def page(club: Club) -> Context:
    return {"club": club, "section": "circuits"}


def published_circuit(slug: str) -> Circuit:
    """For anybody. Http404: there is none, or it is not public."""
    return get_object_or_404(Circuit.objects.select_related("club").filter(published=True), slug=slug)
