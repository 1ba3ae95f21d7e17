"""Small makers of what tests need, without surprises: nothing is made that was not asked for."""

from itertools import count
from typing import Any

from django.contrib.auth.models import User

from clubtornei.players.models import Club, Membership, Player, Role

_numbers = count(1)

# Players: clubs, people, rosters


def make_user(username: str = "", password: str | None = None, **fields: Any) -> User:
    """Without a password nobody can sign in as the user, except client.force_login."""
    return User.objects.create_user(username or f"user{next(_numbers)}", password=password, **fields)


def make_club(name: str = "", *, owner: User | None = None, demo: bool = False) -> Club:
    n = next(_numbers)
    club = Club.objects.create(name=name or f"Circolo {n}", slug=f"circolo-{n}", demo=demo)
    if owner:
        make_member(club, owner, Role.OWNER)
    return club


def make_member(club: Club, user: User | None = None, role: Role = Role.ARBITER) -> Membership:
    return Membership.objects.create(club=club, user=user or make_user(), role=role)


def make_player(club: Club, name: str = "", **fields: Any) -> Player:
    return Player.objects.create(club=club, name=name or f"Giocatore {next(_numbers)}", **fields)
