"""A lively club to try everything on: invented people, and an event at each stage of its life.

Everything is done by the same actions as in the browser, so the demo is never in a state that an organiser
could not reach; and by chance from fixed seeds, so it is the same everywhere but for its dates.
"""

from collections.abc import Iterable
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.timezone import localdate

from clubtornei.accounts.models import Club, Role
from clubtornei.players.models import Player
from clubtornei.rounds.demo import boards, tables
from clubtornei.rounds.demo.people import PLAYERS, TABLE_PLAYERS

USER = "demo"
CLUB = "Circolo dimostrativo Alfiere e Pedone"


@transaction.atomic
def make_demo(password: str) -> Club:
    """The demo club with its owner, its roster and its events: to be drawn, under way, closed."""
    club = Club.objects.create(name=CLUB, slug="demo", demo=True)
    user = User.objects.create_user(USER, password=password)
    club.memberships.create(user=user, role=Role.OWNER)
    chess = _enrol(
        Player(
            club=club,
            name=name,
            affiliation=affiliation,
            title=title,
            fide_rating=fide,
            fsi_rating=national,
            birth_year=born,
        )
        for name, affiliation, title, fide, national, born in PLAYERS
    )
    others = _enrol(Player(club=club, name=name, affiliation=home) for name, home in TABLE_PLAYERS)
    today = localdate()
    saturday = today + timedelta(days=(5 - today.weekday()) % 7 or 7)
    boards.round_robin_closed(club, user, chess[1:16:2], today - timedelta(days=120))
    boards.round_robin_in_progress(club, user, chess[18:38:2], today - timedelta(days=28))
    boards.round_robin_to_be_drawn(club, chess[:28:2], saturday)
    boards.amalfi_in_progress(club, user, chess[3:35:2], chess[0], today - timedelta(days=21))
    boards.knockout_in_progress(club, user, chess[:39:3], today - timedelta(days=7))
    tables.master_closed(club, user, others[:20], today - timedelta(days=60))
    tables.championship_between_evenings(club, user, others[4:19], others[19:21], today - timedelta(days=40))
    tables.cards_tonight(club, user, [*chess[2:24:3], *others[::2]], today)
    return club


def _enrol(players: Iterable[Player]) -> list[Player]:
    return Player.objects.bulk_create(players)
