"""The places of a category as they are typed."""

from decimal import Decimal

import pytest
from django import forms

from clubtornei.rounds.prizes.place_lines import lines_of, places_of
from scoring.prize_list import PrizePlace


@pytest.mark.parametrize(
    ("line", "money", "thing", "worth"),
    [
        ("300", "300", "", "0"),
        ("1° 300 €", "300", "", "0"),
        ("€ 1.200,50", "1200.50", "", "0"),
        ("12.50 euro", "12.50", "", "0"),
        ("100 + coppa", "100", "coppa", "0"),
        ("2) coppa", "0", "coppa", "0"),
        ("prosciutto (60)", "0", "prosciutto", "60"),
        ("50 € e un libro (20,00 €)", "50", "e un libro", "20"),
        ("coppa da 2 litri", "0", "coppa da 2 litri", "0"),
    ],
)
def test_a_line_is_money_a_thing_or_both(line: str, money: str, thing: str, worth: str) -> None:
    place = PrizePlace(money=Decimal(money), thing=thing, worth=Decimal(worth))
    assert places_of(line) == (place,)
    assert places_of(lines_of([place])) == (place,)


@pytest.mark.parametrize("line", ["80 70", "0", "€", "(30)", "9" * 12, "x" * 101])
def test_any_other_line_is_refused_by_its_number(line: str) -> None:
    with pytest.raises(forms.ValidationError, match="Riga 2"):
        places_of(f"100\n\n{line}")
