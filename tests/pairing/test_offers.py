"""What an organiser is offered for a game and a number of players, from the rows of systems and formats."""

import pytest

from pairing.event_formats import EVENT_FORMATS
from pairing.offers import FAMILIES, GAME_TYPES, GameType, UsualChoice, game_type_of, usual_reason
from pairing.registry import SYSTEMS
from pairing.system import System
from scoring.texts import LANGUAGES

SIZES = (*range(2, 130), 200, 201, 399, 400, 401, 500, 501, 1_024, 1_025, 5_000)


def usual_choices() -> list[tuple[str, System | None, tuple[UsualChoice, ...]]]:
    """Whatever an event may begin with, by its key; the system, of an event format none."""
    systems = [
        (f"{system.name}.{preset.name}", system, preset.usual)
        for system in SYSTEMS.values()
        for preset in system.presets
        if preset.opens
    ]
    systems += [(system.name, system, system.usual) for system in SYSTEMS.values() if not system.presets]
    return [*systems, *((row.name, None, row.usual) for row in EVENT_FORMATS.values())]


def fits(key: str, system: System | None, players: int) -> bool:
    if system is None:
        return EVENT_FORMATS[key].fits(players)
    return system.fewest <= players and (system.most is None or players <= system.most)


@pytest.mark.parametrize("game", GAME_TYPES.values(), ids=GAME_TYPES)
def test_exactly_one_formula_is_the_usual_choice_and_it_can_be_played(game: GameType) -> None:
    rows = usual_choices()
    for players in SIZES:
        if players < game.fewest:
            continue
        usual = [(key, system) for key, system, rule in rows if usual_reason(rule, game.name, players)]
        assert len(usual) == 1, (players, usual)
        assert fits(*usual[0], players), (players, usual)


def test_a_usual_choice_is_made_for_its_games_and_says_why_in_both_languages() -> None:
    for key, system, rule in usual_choices():
        for choice in rule:
            for game in choice.games:
                assert GAME_TYPES[game].multiplayer == (system is None or system.spec.multiplayer), key
                assert system is not None or game in EVENT_FORMATS[key].games
            assert all(choice.why[language].endswith((".", "!")) for language in LANGUAGES), key


def test_the_reason_for_a_swiss_says_in_how_many_rounds_all_would_meet() -> None:
    dutch = SYSTEMS["dutch"].usual
    for players, rounds in ((9, 9), (10, 9), (33, 33)):
        why = usual_reason(dutch, "chess", players)
        assert why is not None
        assert f"{rounds} turni" in why["it"] and f"{rounds} rounds" in why["en"]


def test_families_and_games_have_their_words_and_are_those_of_rows() -> None:
    named = {row.family for row in (*SYSTEMS.values(), *EVENT_FORMATS.values())}
    assert named - {""} - set(SYSTEMS) == set(FAMILIES)
    for row in (*FAMILIES.values(), *GAME_TYPES.values()):
        assert all(row.title[language] for language in LANGUAGES)
    assert all(
        row.meaning[language].endswith((".", "!")) for row in FAMILIES.values() for language in LANGUAGES
    )


def test_a_preset_that_opens_no_event_is_one_for_later_stages() -> None:
    later = {
        f"{system.name}.{preset.name}"
        for system in SYSTEMS.values()
        for preset in system.presets
        if not preset.opens
    }
    semi_finals = {f"bands.{count}semi-finals" for count in ("", "three-", "two-")}
    assert later == {*semi_finals, "bands.final", "rotation.final"}


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Scacchi", "chess"),
        ("torneo di scacchi rapid", "chess"),
        ("Blitz", "chess"),
        ("Dama internazionale", "draughts"),
        ("RisiKo! Challenge", "risiko"),
        ("Catan", "tables"),
        ("Burraco", "tables"),
        ("Giochi di carte", "tables"),
        ("Briscola", "duels"),
        ("Scopa", "duels"),
        ("", "duels"),
    ],
)
def test_a_game_is_of_the_type_its_name_begins_like(written: str, name: str) -> None:
    assert game_type_of(written).name == name
