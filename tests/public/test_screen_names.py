"""Names on the projector: whole where they fit, else shortened as little as tells everybody apart."""

import pytest

from clubtornei.public.screen_names import (
    LARGE_TYPES,
    SMALL,
    TYPES,
    ShortNames,
    SmallerName,
    name_width,
    width_of,
)
from clubtornei.rounds.core.site_facts import PlayerFacts, with_facts
from scoring.record import Player

pytestmark = pytest.mark.unit


HARD = (
    "Ruggiero Gianluca",
    "Àvila Tàtjana",
    "Łętowska Żaneta",
    "Degl’Innocenti Massimiliano",
    "AVATI YVES",
    "Ó Súilleabháin Domhnall",
    "Fiorellini Raffaella",
    "van der Meulen-Castiglione Pier Francesco",
    "Nguyễn Thị Mai",
    "Montecuccoli degli Erri Maria Grazia",
)


def players(*names: str) -> list[Player]:
    return [Player(id=number, number=number, name=name) for number, name in enumerate(names, 1)]


def names_of(*names: str, room: float = 0) -> list[str]:
    """Those of all; without room those with initials."""
    everybody = players(*names)
    short = ShortNames(everybody)
    if not room:
        return [short.initialled(player).name for player in everybody]
    return [player.name for player in short.fitted(everybody, room)]


def test_only_a_name_that_does_not_fit_has_initials() -> None:
    assert names_of("Passalacqua Irene", "Re Ugo", room=8) == ["Passalacqua Irene", "Re Ugo"]
    assert names_of("Passalacqua Irene", "Re Ugo", room=7) == ["Passalacqua I.", "Re Ugo"]


def test_however_few_they_are_only_the_one_that_is_too_long_gives_way() -> None:
    long = "Papadopoulos-Konstantinidis Alexandros"
    assert names_of("Gallo Marco", "Re Ugo", long, room=9) == ["Gallo Marco", "Re Ugo", "Papadopoulos-K. A."]
    assert names_of("Gallo Marco", long, room=9) == ["Gallo Marco", "Papadopoulos-K. A."]


@pytest.mark.parametrize(
    ("name", "short", "cut"),
    [
        (
            "van der Meulen-Castiglione Pier Francesco",
            "van der Meulen-Castiglione P.",
            "van der Meulen-C. P.",
        ),
        ("Ó Súilleabháin Domhnall", "Ó Súilleabháin D.", "Ó Súilleabháin D."),
        ("Quintavalle Della Rovere Simone", "Quintavalle Della Rovere S.", "Quintavalle D. R. S."),
        ("Abbondanza Maria Carlotta", "Abbondanza M.", "Abbondanza M."),
    ],
)
def test_the_first_word_of_a_surname_is_never_cut(name: str, short: str, cut: str) -> None:
    [player] = players(name)
    forms = ShortNames([player]).forms_of(player)
    assert (forms[1], forms[-1]) == (short, cut)


@pytest.mark.parametrize(
    ("name", "room", "short"),
    [
        ("van der Meulen-Castiglione Pier Francesco", 7.8, "v. d. Meulen-C. P."),
        ("van der Meulen-Castiglione Pier Francesco", 6.8, "v. d. Meulen P."),
        ("Della Giovampaola Marta", 8.0, "D. Giovampaola M."),
        ("Quintavalle Della Rovere Simone", 7.0, "Quintavalle S."),
    ],
)
def test_a_name_is_shorter_still_before_it_is_smaller_than_the_others(
    name: str, room: float, short: str
) -> None:
    [player] = players(name)
    [fitted] = ShortNames([player]).fitted([player], room, TYPES[0])
    assert (fitted.name, isinstance(fitted, SmallerName)) == (short, False)


def test_no_name_is_so_short_that_it_could_be_another_one() -> None:
    everybody = players("van der Meulen-Castiglione Pia", "van der Meulen-Kok Paolo")
    names = ShortNames(everybody)
    assert [player.name for player in names.fitted(everybody, 3)] == [
        "v. d. Meulen-C. P.",
        "v. d. Meulen-K. P.",
    ]


def test_a_name_that_is_too_long_in_any_form_has_smaller_type() -> None:
    [player] = players("Ó Súilleabháin Domhnall")
    names = ShortNames([player])
    assert not isinstance(names.fitted([player], 9, 5.6)[0], SmallerName)
    [fitted] = names.fitted([player], 6.4, 5.6)
    assert isinstance(fitted, SmallerName)
    assert (fitted.name, fitted.type) == ("Ó Súilleabháin D.", 5.0)
    assert 5.0 * name_width(fitted.name) <= 5.6 * 6.4
    [least] = names.fitted([player], 2, 5.6)
    assert isinstance(least, SmallerName)
    assert least.type == SMALL


def test_a_surname_is_not_cut_where_two_would_be_alike() -> None:
    assert names_of("Rossi de Bianchi Ada", "Rossi de Bruni Ada", room=5) == [
        "Rossi de Bianchi A.",
        "Rossi de Bruni A.",
    ]


def test_as_many_letters_are_left_as_tell_people_apart() -> None:
    assert names_of("Caruso Federica", "Caruso Francesco", "Caruso Valentina", "Bruni Federica") == [
        "Caruso Fe.",
        "Caruso Fr.",
        "Caruso V.",
        "Bruni F.",
    ]
    assert names_of("Rossi Anna", "Rossi Andrea") == ["Rossi Anna", "Rossi And."]  # “Ann.” is no shorter
    assert names_of("Rossi Anna", "Rossi Annamaria") == ["Rossi Anna", "Rossi Annam."]
    assert names_of("Rossi Maria Grazia", "Rossi Maria Luisa") == ["Rossi Maria G.", "Rossi Maria L."]
    assert names_of("De Luca Maria Grazia") == ["De Luca M."]


def test_a_given_name_that_its_beginning_does_not_tell_is_told_by_its_end() -> None:
    assert names_of("Carbone Francesca", "Carbone Francesco") == ["Carbone F.ca", "Carbone F.co"]
    assert names_of("Carbone Francesca", "Carbone Francesco", "Carbone Federica") == [
        "Carbone F.sca",
        "Carbone F.co",
        "Carbone Fe.",
    ]
    assert names_of("Farina Marina", "Farina Martina", "Farina Maristella") == [
        "Farina Marina",  # “Marin.” is hardly shorter
        "Farina Mart.",
        "Farina Maris.",
    ]


def test_a_given_name_is_as_short_as_it_can_be_before_a_surname_is_cut() -> None:
    massimi = ("Degl'Innocenti Massimiliano", "Degl'Innocenti Massimo")
    assert names_of(*massimi, room=10.5) == ["Degl'Innocenti Massimi.", "Degl'Innocenti Massimo"]
    assert names_of(*massimi, room=8.6) == ["Degl'Innocenti M.no", "Degl'Innocenti M.mo"]
    assert names_of("Mantovanelli Caterina", "Re Ugo", room=7) == ["Mantovanelli C.", "Re Ugo"]
    everybody = players(*massimi)
    assert (
        ShortNames(everybody).largest_type(everybody, 20, lambda size: 54 / size) == 5.0
    )  # Massimo is whole


def test_a_name_has_smaller_type_that_can_be_read_before_it_is_shortened() -> None:
    [player] = players("Passalacqua Marina")
    room = name_width(player.name) + 0.1
    [fitted] = ShortNames([player]).fitted([player], room * 5 / 9, 9.0)
    assert isinstance(fitted, SmallerName)
    assert (fitted.name, fitted.type) == ("Passalacqua Marina", 5.0)
    assert ShortNames([player]).fitted([player], room * 4.6 / 9, 9.0)[0].name == "Passalacqua M."


@pytest.mark.parametrize("width", range(30, 90, 4))
def test_no_name_is_shortened_that_fits_in_the_smallest_type(width: int) -> None:
    everybody = players(*HARD)
    names = ShortNames(everybody)

    def room(size: float) -> float:
        return width / size - 1  # an em beside it

    size = names.largest_type(everybody, 20, room)
    for player, shown in zip(everybody, names.fitted(everybody, room(size), size), strict=True):
        assert (shown.name == player.name) == (name_width(player.name) + 0.05 <= room(TYPES[0])), shown


def test_type_is_smaller_before_more_names_are_shortened_than_must_be() -> None:
    usual = [f"Rossi {given}" for given in ("Anna", "Elena", "Ida", "Marco", "Sara", "Ugo")]
    everybody = players("Degl'Innocenti Massimiliano", "Passalacqua Elena", "Passalacqua Marina", *usual)
    room = name_width("Passalacqua Marina") * 5.1
    assert ShortNames(everybody).largest_type(everybody, 20, lambda size: room / size) == 5.0


def test_a_name_that_begins_another_one_is_short_by_its_surname() -> None:
    assert (
        names_of("Passalacqua Anna Mario", "Passalacqua Anna Mariolina", room=7.7)[0]
        == "Passalacqua A. Mario"
    )


def test_initials_are_never_split() -> None:
    everybody = players("D. C.", "D. C. B.", "R. M.")
    names = ShortNames(everybody)
    assert [names.forms_of(player) for player in everybody] == [["D. C."], ["D. C. B."], ["R. M."]]


def test_somebody_of_a_surname_may_have_no_given_name() -> None:
    rossi, mario = players("Rossi", "Rossi Mario")
    names = ShortNames([rossi, mario])
    assert names.forms_of(rossi) == ["Rossi"]
    assert list(names.forms_of(mario)) == ["Rossi Mario", "Rossi M."]


@pytest.mark.parametrize(
    ("name", "forms"),
    [
        (
            "Montecuccoli degli Erri Francesco",
            ["Montecuccoli degli Erri F.", "Montecuccoli d. E. F."],
        ),
        ("Notarbartolo di Villarosa Ada", ["Notarbartolo di Villarosa A.", "Notarbartolo d. V. A."]),
        (
            "De Santis De Stefani Ada",
            ["De Santis De Stefani A.", "De Santis D. S. A."],
        ),
        ("Montecuccoli degli Erri", ["Montecuccoli degli E."]),
    ],
)
def test_a_particle_goes_with_the_word_behind_it(name: str, forms: list[str]) -> None:
    [player] = players(name)
    found = ShortNames([player]).forms_of(player)
    assert list(found[1 : len(forms) + 1]) == forms
    assert not any("De." in form or "De ." in form or form.endswith(" d.") for form in found)


def test_a_surname_is_known_and_may_stand_behind() -> None:
    player = with_facts(Player(id=1, number=1, name="Nguyễn Thị Mai"), PlayerFacts(surname="Mai"))
    assert ShortNames([player]).forms_of(player)[1] == "N. Mai"


def test_the_mark_of_namesakes_stays() -> None:
    everybody = [
        with_facts(player, PlayerFacts(mark=mark))
        for player, mark in zip(
            players("Rossi Mario (1980)", "Rossi Mario (2001)"), ("1980", "2001"), strict=True
        )
    ]
    names = ShortNames(everybody)
    assert [player.name for player in names.fitted(everybody, 7)] == ["Rossi M. (1980)", "Rossi M. (2001)"]


def test_a_team_has_no_given_name() -> None:
    [player] = players("Circolo di Vattelapesca")
    team = with_facts(player, PlayerFacts(members=["Rossi Mario", "Bianchi Ada"]))
    assert ShortNames([team]).fitted([team], 3)[0].name == "Circolo di Vattelapesca"


def test_type_is_as_large_as_rows_and_all_names_allow() -> None:
    def largest(everybody: list[Player], line: float, width: float) -> float:
        return ShortNames(everybody).largest_type(everybody, line, lambda size: width / size)

    short = players(*["Re Ugo"] * 8)
    long = players("Degl'Innocenti Massimiliano")
    assert largest(short, 20, 40) == TYPES[-1]
    assert largest(short, 7, 40) == 6.2
    assert largest(short, 3, 40) == TYPES[0]
    assert largest([*short[:5], *long], 20, 76) == 6.2  # all in full
    assert largest([*short[:5], *long], 20, 46) == 6.2  # not all, but for no surname to be cut
    assert largest([*short, *long], 20, 80) == TYPES[-1]  # all but one among so many
    assert (
        largest([*players(*["Quattrocchi Massimilia"] * 8), *long], 20, 76) == 6.2
    )  # hardly larger without it
    assert largest([*short, *players("Papadimitriou-Konstantinopoulos Aikaterini")], 20, 40) == TYPES[-1]


def test_of_few_names_more_may_be_shortened_for_the_others_to_be_much_larger() -> None:
    four = players("Re Ugo", "Re Ada", "Re Eva", "van der Meulen-Castiglione Pier Francesco")
    sizes = [ShortNames(four).largest_type(four, 20, lambda size: 90 / size, TYPES, few) for few in (8, 4)]
    assert sizes == [5.0, 9.0]


@pytest.mark.parametrize("count", range(3, 17))
@pytest.mark.parametrize("width", [60, 75, 90])
def test_one_name_however_long_makes_the_others_smaller_by_a_step_at_most(count: int, width: int) -> None:
    def room(size: float) -> float:
        return width / size - 2  # more beside larger type

    usual = [
        f"{surname} {given}" for surname in ("Gallo", "Ferrari") for given in ("Ada", "Ugo", "Eva", "Ida")
    ]
    sizes = []
    for letters in range(1, 46):
        everybody = players(
            *(usual * 2)[: count - 1], "Montecuccoli degli Erri Maria Caterina Anna L"[:letters]
        )
        names = ShortNames(everybody)
        size = names.type_but_for_few(everybody, 20, room, TYPES)
        *others, _long = names.fitted(everybody, room(size), size)
        assert not any(isinstance(other, SmallerName) for other in others)
        sizes.append(TYPES.index(size))
    assert min(sizes) >= sizes[0] - 1


def test_a_quarter_of_the_names_may_be_long_and_smaller_alone() -> None:
    usual = [f"{surname} {given}" for surname in ("Gallo", "Ferrari") for given in ("Ada", "Ugo", "Eva")]
    long = ["Castelnuovo Massimiliano", "Mastropasqua Michelangelo", "Montecuccoli Massimiliano"]
    room = (name_width(long[1]) + 0.06) * TYPES[0]
    sizes = [
        ShortNames(everybody).type_but_for_few(everybody, 20, lambda size: room / size, TYPES)
        for everybody in (players(*usual, *long[:2]), players(*usual[:5], *long))
    ]
    assert sizes == [9.0, 5.0]


@pytest.mark.parametrize(("more", "size", "shown"), [(9.1, 9.0, 0), (8.6, 8.2, 0), (8.1, 9.0, 1)])
def test_the_others_are_smaller_by_a_step_where_one_name_is_whole_then(
    more: float, size: float, shown: int
) -> None:
    everybody = players("Gallo Ada", "Gallo Ugo", "Degl’Innocenti Massimiliano")
    names = ShortNames(everybody)
    width = (name_width(everybody[-1].name) + 0.05) * TYPES[0] + more

    def room(size: float) -> float:
        return width / size - 1

    assert names.type_but_for_few(everybody, 20, room, TYPES) == size
    *_others, long = names.fitted(everybody, room(size), size)
    assert long.name == names.forms_of(everybody[-1])[shown]


def test_the_others_are_twice_as_large_as_one_long_name_at_most() -> None:
    everybody = players("Re Ugo", "Re Ada", "Degl’Innocenti Massimiliano")
    names, needed = ShortNames(everybody), name_width("Degl’Innocenti Massimiliano") + 0.05

    def largest(own: float) -> float:
        return names.type_but_for_few(everybody, 20, lambda size: needed * own / size, LARGE_TYPES)

    assert [largest(4.0), largest(6.0), largest(7.0)] == [10.0, 12.0, 14.0]


def test_widths_are_those_of_the_typeface() -> None:
    assert width_of("W") > 2 * width_of("i")
    assert width_of("Rossi Mario") == pytest.approx(5, abs=0.3)


def test_a_name_is_shortened_instead_of_smaller_than_the_least() -> None:
    [player] = players("Degl’Innocenti Massimiliano")
    names, whole = ShortNames([player]), name_width(player.name) + 0.06
    kept, short = (names.fitted([player], whole * part, 10.0, 7.0)[0] for part in (0.74, 0.7))
    assert isinstance(kept, SmallerName)
    assert (kept.name, kept.type, short.name) == (player.name, 7.4, "Degl’Innocenti M.")
