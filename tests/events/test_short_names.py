"""The short names of players: the surname stays whole, with the particles that belong to it."""

import pytest

from clubtornei.events.short_names import short_name


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Della Gherardesca Maria Antonietta", "Della Gherardesca M."),
        ("Papadopoulos-Konstantinidis Davide", "Papadopoulos-Konstantinidis D."),
        ("Lo Turco Ugo", "Lo Turco U."),
        ("Rossi", "Rossi"),
    ],
)
def test_the_given_name_alone_is_one_letter(name: str, short: str) -> None:
    assert short_name(name) == short
