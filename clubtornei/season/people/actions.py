"""What is written of people over the years."""

from collections.abc import Set

from django.db import transaction

from clubtornei.accounts.models import Club
from clubtornei.season.models import ClubPages


@transaction.atomic
def set_marks(club: Club, *, shown: Set[int], members: Set[int], public: Set[int], pages: bool) -> None:
    """Set who of the players shown is a member, and who has a public page; `pages`: whether the club has
    any. Of whoever is on the roster since, nothing changes.
    """
    ClubPages.objects.update_or_create(club=club, defaults={"people": pages})
    _mark(club, shown, public_page=public)
    set_members(club, shown=shown, members=members)


@transaction.atomic
def set_members(club: Club, *, shown: Set[int], members: Set[int]) -> None:
    """Set who of the players shown is a member, the others guests; public pages stay as they are."""
    _mark(club, shown, member=members)


def _mark(club: Club, shown: Set[int], **marked: Set[int]) -> None:
    """Set the column of the players shown: true of those marked."""
    for column, pks in marked.items():
        players = club.players.filter(pk__in=shown)
        players.filter(pk__in=pks).update(**{column: True})
        players.exclude(pk__in=pks).update(**{column: False})
