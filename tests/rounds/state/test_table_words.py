"""What a table is called: a board in English where White plays Black, «tavolo» in Italian everywhere."""

import pytest
from django.utils.translation import override

from clubtornei.events.models import Event
from clubtornei.rounds.state.table_words import table_words
from pairing.registry import SYSTEMS


@pytest.mark.unit
@pytest.mark.parametrize(
    ("system", "game", "english"),
    [
        ("dutch", "Scacchi", "Board 3, Bd, Why this pairing?"),
        ("round-robin", "", "Board 3, Bd, Why this pairing?"),
        ("knockout", "Dama", "Board 3, Bd, Why this pairing?"),
        ("dutch", "Burraco", "Table 3, Tbl, Why this table?"),
        ("rotation", "Scacchi", "Table 3, Tbl, Why this table?"),
    ],
)
def test_a_table_with_colours_is_a_board_in_english(system: str, game: str, english: str) -> None:
    words = table_words(SYSTEMS[system], Event(game=game))
    for language, said in (("it", "Tavolo 3, Tav., Perché questo tavolo?"), ("en", english)):
        with override(language):
            assert f"{words.titled(3)}, {words.short}, {words.why}" == said
