"""Making the demo club."""

from datetime import timedelta

from django.contrib.auth.models import User
from django.contrib.postgres.functions import TransactionNow
from django.db import transaction
from django.utils.timezone import localdate

from clubtornei.accounts.models import Club, Role
from clubtornei.players.models import Player
from clubtornei.rounds.demo import boards, multiplayer_events
from clubtornei.rounds.demo.people import people_of
from clubtornei.rounds.models import ResultEntry

USER = "demo"
CLUB = "Circolo dimostrativo Alfiere e Pedone"


@transaction.atomic
def make_demo(password: str) -> Club:
    """Create the demo club with its owner, its roster, and events to be drawn, under way and closed."""
    club = Club.objects.create(name=CLUB, slug="demo", demo=True)
    user = User.objects.create_user(USER, password=password)
    club.memberships.create(user=user, role=Role.OWNER)
    chess_players = Player.objects.bulk_create(people_of(club, "chess"))
    table_players = Player.objects.bulk_create(people_of(club, "tables"))
    today = localdate()
    saturday = today + timedelta(days=(5 - today.weekday()) % 7 or 7)
    boards.round_robin_closed(club, user, chess_players[1:16:2], today - timedelta(days=120))
    boards.round_robin_in_progress(club, user, chess_players[18:38:2], today - timedelta(days=28))
    boards.round_robin_to_be_drawn(club, chess_players[:28:2], saturday)
    boards.amalfi_in_progress(club, user, chess_players[3:35:2], chess_players[0], today - timedelta(days=21))
    boards.knockout_in_progress(club, user, chess_players[:39:3], today - timedelta(days=7))
    multiplayer_events.master_closed(club, user, table_players[:20], today - timedelta(days=60))
    multiplayer_events.championship_between_evenings(
        club, user, table_players[4:19], table_players[19:21], today - timedelta(days=40)
    )
    multiplayer_events.cards_tonight(club, user, [*chess_players[2:24:3], *table_players[::2]], today)
    # All of it was made at once: its history is one line.
    entries = ResultEntry.objects.filter(table__round__stage__event__club=club)
    entries.update(at=TransactionNow())
    return club
