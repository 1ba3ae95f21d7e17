"""Names on the projector: whole where they fit, else shortened as little as tells everybody apart."""

import pytest

from clubtornei.public.screen_names import TYPES, ShortNames, largest_type, width_of
from clubtornei.rounds.core.site_facts import PlayerFacts, with_facts
from scoring.identity import Identity
from scoring.record import Player

pytestmark = pytest.mark.unit


def players(*names: str) -> list[Player]:
    return [Player(id=number, number=number, name=name) for number, name in enumerate(names, 1)]


def shortest(*names: str) -> list[str]:
    """The shortest forms in which a surname is whole."""
    everybody = players(*names)
    forms = [ShortNames(everybody).forms_of(player) for player in everybody]
    return [
        [form for form in one if form.startswith(name.split(" ")[0] + " ")][-1]
        for one, name in zip(forms, names, strict=True)
    ]


def test_a_name_that_fits_is_whole() -> None:
    [player] = players("Passalacqua Irene")
    names = ShortNames([player])
    assert names.fitted(player, 8).name == "Passalacqua Irene"
    assert names.fitted(player, 7).name == "Passalacqua I."
    assert names.fitted(player, 5.4).name == "Passalacqua"
    assert names.fitted(player, 4.5).name.endswith(". I.")


def test_as_many_letters_are_left_as_tell_people_apart() -> None:
    assert shortest("Caruso Federica", "Caruso Francesco", "Caruso Valentina", "Bruni Federica") == [
        "Caruso Fe.",
        "Caruso Fr.",
        "Caruso V.",
        "Bruni F.",
    ]
    assert shortest("Rossi Anna", "Rossi Annamaria") == ["Rossi Anna", "Rossi Annam."]
    assert shortest("Rossi Maria Grazia", "Rossi Maria Luisa") == ["Rossi Maria G.", "Rossi Maria L."]


def test_a_name_that_begins_another_one_is_short_by_its_surname() -> None:
    [mario, *others] = players("Passalacqua Anna Mario", "Passalacqua Anna Mariolina")
    names = ShortNames([mario, *others])
    assert names.fitted(mario, 8).name == "Passalac. A. Mario"


def test_a_second_given_name_goes_first() -> None:
    [player] = players("De Luca Maria Grazia")
    assert list(ShortNames([player]).forms_of(player))[:4] == [
        "De Luca Maria Grazia",
        "De Luca Maria G.",
        "De Luca M.",
        "De Luca",
    ]


def test_initials_are_never_split() -> None:
    everybody = players("D. C.", "D. C. B.", "R. M.")
    names = ShortNames(everybody)
    assert [names.forms_of(player) for player in everybody] == [["D. C."], ["D. C. B."], ["R. M."]]


def test_somebody_of_a_surname_may_have_no_given_name() -> None:
    rossi, mario = players("Rossi", "Rossi Mario")
    names = ShortNames([rossi, mario])
    assert names.forms_of(rossi) == ["Rossi"]
    assert list(names.forms_of(mario)) == ["Rossi Mario", "Rossi M.", "Ros. M."]


@pytest.mark.parametrize(
    ("name", "forms"),
    [
        (
            "Montecuccoli degli Erri Francesco",
            ["Montecuccoli degli Erri F.", "Montecuccoli degli Erri", "Montecuccoli d. E. F."],
        ),
        ("Notarbartolo di Villarosa Ada", ["Notarbartolo di Villarosa A.", "Notarbartolo di Villarosa"]),
        (
            "De Santis De Stefani Ada",
            ["De Santis De Stefani A.", "De Santis De Stefani", "De Santis D. S. A."],
        ),
        ("Montecuccoli degli Erri", ["Montecuccoli degli E.", "Montecuccoli"]),
    ],
)
def test_a_particle_goes_with_the_word_behind_it(name: str, forms: list[str]) -> None:
    [player] = players(name)
    found = ShortNames([player]).forms_of(player)
    assert list(found[1 : len(forms) + 1]) == forms
    assert not any("De." in form or "De ." in form or form.endswith(" d.") for form in found)


def test_a_surname_is_known_and_may_stand_behind() -> None:
    player = Player(id=1, number=1, name="Nguyễn Thị Mai", identity=Identity(family="Mai"))
    assert ShortNames([player]).forms_of(player)[1:3] == ["Nguyễn T. Mai", "N. Mai"]


def test_a_surname_is_cut_to_few_lengths() -> None:
    [player] = players("Montecuccoli Irene")
    cut = [form for form in ShortNames([player]).forms_of(player) if ". " in form]
    assert cut == ["Montecuc. I.", "Monte. I.", "Mon. I."]


def test_the_mark_of_namesakes_stays() -> None:
    everybody = [
        with_facts(player, PlayerFacts(mark=mark))
        for player, mark in zip(
            players("Rossi Mario (1980)", "Rossi Mario (2001)"), ("1980", "2001"), strict=True
        )
    ]
    names = ShortNames(everybody)
    assert [names.fitted(player, 7).name for player in everybody] == ["Rossi M. (1980)", "Rossi M. (2001)"]


def test_a_team_has_no_given_name() -> None:
    [player] = players("Circolo di Vattelapesca")
    team = with_facts(player, PlayerFacts(members=["Rossi Mario", "Bianchi Ada"]))
    assert ShortNames([team]).fitted(team, 3).name == "Circolo di Vattelapesca"


def test_type_is_as_large_as_rows_and_most_names_allow() -> None:
    short = players(*["Re Ugo"] * 8)
    assert largest_type(short, 20, lambda size: 40 / size) == TYPES[-1]
    assert largest_type(short, 7, lambda size: 40 / size) == 6.2
    assert largest_type(short, 3, lambda size: 40 / size) == TYPES[0]
    long = players("Degl'Innocenti Massimiliano")
    assert largest_type([*short, *long], 20, lambda size: 40 / size) == TYPES[-1]
    assert largest_type([*short[:7], *long], 20, lambda size: 40 / size) == TYPES[-1]
    assert largest_type([*short, *long * 4], 20, lambda size: 40 / size) == TYPES[0]


def test_widths_are_those_of_the_typeface() -> None:
    assert width_of("W") > 2 * width_of("i")
    assert width_of("Rossi Mario") == pytest.approx(5, abs=0.3)
