"""A large calendar on paper: in parts, each a PDF of so many rounds."""

import re

import pytest
from django.test import Client

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.printing import calendars
from clubtornei.rounds.printing.calendars import (
    MOST_NAMES,
    MOST_NUMBERS,
    calendar_of_tables,
    parts_of,
)
from clubtornei.rounds.printing.paper_format import A4
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from tests.factories import make_drawn_event, make_seated_event
from tests.rounds.printing.reading import pages, printed, sheet_pages

pytestmark = pytest.mark.django_db

PAIR = re.compile(r"\d+–\d+ ___ – ___")


def offered(client: Client, event: Event, sheet: str) -> dict[str, str]:
    """The links to the PDFs of a sheet, by what stands on them."""
    text = client.get(f"/e/{event.slug}/prints/").content.decode()
    links = re.findall(rf'href="([^"]*/{sheet}\.pdf[^"]*)">(.*?)</a>', text, re.DOTALL)
    return {" ".join(re.sub(r"<.*?>", " ", words).split()): address for address, words in links}


@pytest.mark.parametrize(
    ("players", "cycles", "most", "parts"),
    [(38, 1, MOST_NAMES, 1), (40, 1, MOST_NAMES, 2), (8, 20, MOST_NAMES, 1), (8, 40, MOST_NAMES, 2),
     (55, 1, MOST_NUMBERS, 1), (120, 1, MOST_NUMBERS, 5), (200, 1, MOST_NUMBERS, 14)],
)  # fmt: skip
def test_the_parts_have_each_round_once_and_are_as_many_as_the_games_ask_for(
    club: Club, players: int, cycles: int, most: int, parts: int
) -> None:
    snapshot = EventSnapshot(make_drawn_event(players, club, options={"cycles": cycles}))
    found = parts_of(snapshot, most)
    assert len(found) == parts
    rounds = [round_.number for part in found for round_ in snapshot.calendar[part.slice]]
    assert rounds == [round_.number for round_ in snapshot.calendar]
    for part in found:
        seats = sum(len(table.seats) for round_ in snapshot.calendar[part.slice] for table in round_.tables)
        assert 0 < seats <= most


def test_a_round_with_more_names_than_a_part_holds_is_a_part(club: Club) -> None:
    snapshot = EventSnapshot(make_drawn_event(8, club))
    assert [tuple(part.numbers) for part in parts_of(snapshot, 5)] == [(number,) for number in range(1, 8)]


def test_the_calendar_of_120_is_offered_in_parts_that_say_their_rounds(arbiter: Client, club: Club) -> None:
    event = make_drawn_event(120, club)
    assert list(offered(arbiter, event, "calendar"))[:2] == ["Turni 1–11", "Turni 12–23"]
    by_number = offered(arbiter, event, "calendar-by-number")
    assert list(by_number) == ["Turni 1–23", "Turni 24–47", "Turni 48–71", "Turni 72–95", "Turni 96–119"]
    assert by_number["Turni 24–47"] == f"/e/{event.slug}/prints/calendar-by-number.pdf?part=2"


def test_a_small_calendar_is_offered_whole(arbiter: Client, club: Club) -> None:
    event = make_drawn_event(6, club)
    links = offered(arbiter, event, "calendar-by-number")
    assert links == {
        "Apri il PDF: Calendario per numero, A4": f"/e/{event.slug}/prints/calendar-by-number.pdf"
    }
    (text,) = pages(arbiter, event, "calendar-by-number")
    assert "Turni" not in text


def test_the_first_part_by_number_has_its_rounds_and_its_heading_says_which(
    arbiter: Client, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calendars, "MOST_NUMBERS", MOST_NUMBERS // 2)
    found = sheet_pages(arbiter, make_drawn_event(56, club), "calendar-by-number")
    lines = [line.strip() for page in found for line in page.extract_text().splitlines()]
    assert not [line for line in lines if line.endswith("–") or line.startswith("–")], "no pair is broken"
    texts = [" ".join(page.extract_text().split()) for page in found]
    assert len(texts) > 1
    assert all("Calendario per numero · Turni 1–18 " in text for text in texts)
    assert len(PAIR.findall(" ".join(texts))) == 18 * 28
    assert "56 Giocatore 056" in texts[-1]  # whose the numbers are, in every part


def test_a_missing_or_wrong_part_is_the_first(arbiter: Client, club: Club, not_laid_out: None) -> None:
    address = f"/e/{make_drawn_event(40, club).slug}/prints/calendar.pdf"
    assert arbiter.get(address).status_code == 302
    wrong = ("?part=3", "?part=0", "?part=-1", "?part=due")
    for asked, first, last in (("?part=2", "20", "39"), *((one, "1", "19") for one in ("", *wrong))):
        text = printed(arbiter, address + asked).getvalue().decode()
        shown = re.findall(r"> ?Turno (\d+)", text)
        assert shown[0] == first and shown[-1] == last and f"Turni {first}–{last}" in text, asked


def test_the_calendar_of_a_large_rotation_comes_in_parts(arbiter: Client, club: Club) -> None:
    event = make_seated_event(121, club, system="rotation", scoring="places", options={"rounds": 20})
    assert list(offered(arbiter, event, "calendar-of-tables")) == ["Turni 1–10", "Turni 11–20"]
    context = calendar_of_tables(EventSnapshot(event), 2, A4)
    assert [round_.number for round_, _seats, _rests in context["rounds"]] == list(range(11, 21))
