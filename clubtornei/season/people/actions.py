"""What is written of people over the years."""

from collections.abc import Set

from django.db import transaction

from clubtornei.accounts.models import Club
from clubtornei.season.circuits.actions import renew_circuits_of
from clubtornei.season.models import ClubPages, Standing


@transaction.atomic
def set_standings(club: Club, *, shown: Set[int], members: Set[int], public: Set[int], pages: bool) -> None:
    """Of the players shown those are members, and those have a public page; `pages`: whether the club has
    any. Of whoever is on the roster since, nothing changes.
    """
    ClubPages.objects.update_or_create(club=club, defaults={"people": pages})
    players = club.players.select_for_update().filter(pk__in=shown).values_list("pk", flat=True)
    Standing.objects.bulk_create(
        [Standing(player_id=pk, member=pk in members, public_page=pk in public) for pk in players],
        update_conflicts=True,
        unique_fields=["player"],
        update_fields=["member", "public_page"],
    )
    renew_circuits_of(club.pk)


@transaction.atomic
def set_members(club: Club, *, shown: Set[int], members: Set[int]) -> None:
    """Of the players shown those are members, the others guests; public pages stay as they are."""
    players = club.players.select_for_update().filter(pk__in=shown).values_list("pk", flat=True)
    Standing.objects.bulk_create(
        [Standing(player_id=pk, member=pk in members) for pk in players],
        update_conflicts=True,
        unique_fields=["player"],
        update_fields=["member"],
    )
    renew_circuits_of(club.pk)
