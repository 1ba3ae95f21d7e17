"""What people write is text on every page, never markup."""

import pytest
from django.urls import reverse

from clubtornei.accounts.models import Role
from tests.factories import make_club, make_player, signed_in

HOSTILE = 'Zed <input name=role value=owner hx-post="/" hx-trigger=load>'


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["rounds:forget", "accounts:club_delete"])
def test_a_name_in_the_help_of_a_field_is_text(page: str) -> None:
    """Who signs himself up would otherwise do, in the owner’s browser, what an owner may do."""
    club = make_club(HOSTILE)
    player = make_player(club, HOSTILE)
    keys = [club.slug, player.pk] if page == "rounds:forget" else [club.slug]
    answer = signed_in(club, Role.OWNER).get(reverse(page, args=keys))
    assert "Per conferma scrivi: Zed &lt;input" in answer.text
    assert "<input name=role" not in answer.text
