"""Names that the site gives are read in the reader’s language; those that an organiser writes, as written."""

from datetime import date, datetime

import pytest
from django.utils import translation

from clubtornei.events.games import game_title
from clubtornei.events.models import Event
from clubtornei.events.stage_titles import stage_title
from clubtornei.events.templatetags.dates import day_within, days

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("stored", "italian", "english"),
    [
        ("Scacchi", "Scacchi", "Chess"),
        ("Chess", "Scacchi", "Chess"),
        ("Dama internazionale", "Dama internazionale", "International draughts"),
        ("Scacchi a squadre", "Scacchi a squadre", "Scacchi a squadre"),
    ],
)
def test_a_suggested_game_is_named_in_the_readers_language(stored: str, italian: str, english: str) -> None:
    for language, expected in (("it", italian), ("en", english)):
        with translation.override(language):
            assert game_title(stored) == Event(game=stored).game_title == expected


@pytest.mark.parametrize(
    ("stored", "italian", "english"),
    [
        ("Qualificazione", "Eliminatoria", "Qualifying"),
        ("Final", "Finale", "Final"),
        ("Semifinali 2", "Semifinali 2", "Semi-finals 2"),
        ("Gruppo B", "Gruppo B", "Group B"),
        ("", "Fase 3", "Stage 3"),
        ("Finale di consolazione", "Finale di consolazione", "Finale di consolazione"),
    ],
)
def test_a_stage_is_named_in_the_readers_language(stored: str, italian: str, english: str) -> None:
    for language, expected in (("it", italian), ("en", english)):
        with translation.override(language):
            assert stage_title(3, stored) == expected


@pytest.mark.parametrize(
    ("last", "italian", "english"),
    [
        (date(2026, 7, 28), "27–28 luglio 2026", "27–28 July 2026"),
        (date(2026, 8, 2), "27 luglio – 2 agosto 2026", "27 July – 2 August 2026"),
    ],
)
def test_days_of_one_month_are_written_as_the_language_does(last: date, italian: str, english: str) -> None:
    for language, expected in (("it", italian), ("en", english)):
        with translation.override(language):
            assert days(Event(starts_on=date(2026, 7, 27), ends_on=last)) == expected


@pytest.mark.parametrize(
    ("ends_on", "day", "said"),
    [
        (None, date(2026, 11, 27), ""),
        (None, datetime(2026, 11, 27, 20, 30), "ore 20:30"),
        (None, date(2026, 12, 4), "4 dicembre 2026"),
        (date(2026, 12, 4), date(2026, 11, 27), "27 novembre 2026"),
        (None, None, ""),
    ],
)
def test_a_round_says_what_the_day_does_not(ends_on: date | None, day: date | None, said: str) -> None:
    assert day_within(day, Event(starts_on=date(2026, 11, 27), ends_on=ends_on)) == said
