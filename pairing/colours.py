"""The colours of players in earlier rounds, as the systems that assign colours weigh them."""

from collections.abc import Mapping
from typing import Final, Literal

from scoring.ledger import BLACK, WHITE, Colour

ColourOfRound = Colour | Literal["none"]
"""The colour that a player had in a round; `none`: he did not play."""
NONE: Final[ColourOfRound] = "none"

OPPOSITE: Mapping[Colour, Colour] = {WHITE: BLACK, BLACK: WHITE}
CLAIM_TO_WHITE: Mapping[ColourOfRound, int] = {BLACK: 2, NONE: 1, WHITE: 0}
"""Of two players, the one who had the colour of the greater claim in the latest round gets White."""
