"""What the engines say is read by organisers: plain words, no names of options."""

import pytest

from pairing import reasons
from pairing.system import NoLegalPairing, Reason


def test_too_many_for_the_tables_is_said_with_how_many_can() -> None:
    refused = NoLegalPairing("seating_tables", present=41, tables=8, allowed=[4, 5], near=[40])
    assert reasons.no_round(refused, str).startswith(
        "41 giocatori non si dividono in 8 tavoli da 4 o 5. Con 8 tavoli si può in 40."
    )
    assert reasons.no_round(refused, str, "en").startswith(
        "41 players cannot be seated at 8 tables of 4 or 5. 8 tables work with 40."
    )


@pytest.mark.parametrize("colour", ["white", "black"])
def test_the_stronger_of_two_is_not_said_to_have_the_larger_number(colour: str) -> None:
    """Where numbers themselves are compared, the higher one is the larger."""
    stronger = Reason(f"colour_opposite_{colour}", {"player": 6, "number": 6})
    assert "6, the higher-ranked (no. 6), changes colour" in reasons.why(stronger, str, "en")
    assert "6, col numero d’ordine più basso (n. 6), cambia colore" in reasons.why(stronger, str)
    larger = Reason("same_parity", {"high": 5})
    assert "the higher (5) has White" in reasons.why(larger, str, "en")
