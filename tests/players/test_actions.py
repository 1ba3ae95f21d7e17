import pytest
from django.core.exceptions import ValidationError

from clubtornei.players import actions
from clubtornei.players.models import Player
from tests.factories import make_club, make_event_with_round, make_player

pytestmark = pytest.mark.django_db


def test_a_player_is_checked_again_when_saved():
    club = make_club()
    make_player(club, "Rossi Mario", fide_id=880123)
    with pytest.raises(ValidationError, match="codice FIDE"):
        actions.save_player(Player(club=club, name="Bianchi Ada", fide_id=880123))
    actions.save_player(Player(club=make_club(), name="Bianchi Ada", fide_id=880123))


def test_a_new_player_sent_twice_is_there_once():
    club = make_club()
    actions.save_player(Player(club=club, name="Bianchi Ada"))
    with pytest.raises(ValidationError, match="già un giocatore con questo nome"):
        actions.save_player(Player(club=club, name="Bianchi Ada"))
    assert club.players.count() == 1


def test_a_namesake_the_organiser_knows_of_is_no_obstacle():
    club = make_club()
    first = actions.save_player(Player(club=club, name="Bianchi Ada"))
    actions.save_player(Player(club=club, name="Bianchi Ada"), namesakes=[first])
    assert club.players.count() == 2


def test_entries_of_a_deleted_player_keep_their_copy():
    player = make_player(make_club(), "D’Angelo Nicolò")
    event = make_event_with_round(player)
    actions.delete_player(player)
    entry = event.entries.get(entry_no=1)
    assert (entry.player, entry.name) == (None, "D’Angelo Nicolò")
