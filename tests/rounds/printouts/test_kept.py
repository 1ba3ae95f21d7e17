"""A sheet is laid out once for what it shows: a second print costs nothing, and a change makes a new one."""

import pytest
from django.test import Client

from clubtornei.accounts.models import Club
from clubtornei.events import version_cache
from clubtornei.events.models import Event
from clubtornei.rounds.models import Round
from clubtornei.rounds.printouts import printing
from clubtornei.rounds.typesetting import print_jobs
from tests.caches import forget_everything
from tests.factories import make_drawn_event, make_played_event, make_result, make_round
from tests.rounds.printouts.reading import pdf_of, words

pytestmark = pytest.mark.django_db

AGAIN = 3  # queries: session, user, event


@pytest.fixture
def renders(monkeypatch: pytest.MonkeyPatch, not_laid_out: None) -> list[int]:
    """One number for each PDF that WeasyPrint would make."""
    made: list[int] = []
    render = printing.render

    def counted(*sheets: object, **others: object) -> bytes:
        made.append(1)
        return render(*sheets, **others)  # type: ignore[arg-type]

    monkeypatch.setattr(printing, "render", counted)
    return made


def printed(client: Client, event: Event, asked: str = "standings.pdf", **headers: str) -> str:
    response = client.get(f"/e/{event.slug}/prints/{asked}", headers=headers)
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize("players", [4, 24])
@pytest.mark.parametrize("name", ["standings.pdf", "round.pdf", "calendar-by-number.pdf?part=1"])
def test_a_second_print_lays_nothing_out_and_asks_three_things(
    arbiter: Client, club: Club, name: str, players: int, renders: list[int], django_assert_num_queries
) -> None:
    event = make_played_event(players, 1, club)
    address = f"/e/{event.slug}/prints/{name}"
    arbiter.get(address)
    first = arbiter.get(address)  # what takes long was printed by a job
    made = len(renders)
    with django_assert_num_queries(AGAIN):
        assert arbiter.get(address).content == first.content
    assert len(renders) == made


def test_what_is_kept_serves_every_process(arbiter: Client, club: Club, renders: list[int]) -> None:
    event = make_played_event(4, 1, club)
    first = printed(arbiter, event)
    version_cache.memory.clear()  # the memory of this process; the cache is shared
    assert printed(arbiter, event) == first
    assert len(renders) == 1


@pytest.mark.usefixtures("not_laid_out")
def test_after_a_result_the_sheets_are_new(arbiter: Client, club: Club) -> None:
    event = make_drawn_event(4, club)
    round_: Round = make_round(event)
    before = words(arbiter, event, "pairings")
    assert "1 – 0" not in before
    make_result(event, round_, 1, "1-0")
    after = words(arbiter, event, "pairings")
    assert "1 – 0" in after
    assert "Classifica dopo" not in before and words(arbiter, event, "standings")


def test_each_language_address_round_and_name_of_the_club_has_a_sheet_of_its_own(
    arbiter: Client, club: Club, renders: list[int]
) -> None:
    event = make_played_event(4, 2, club)
    seen = {printed(arbiter, event, "pairings.pdf?round=2")}
    seen.add(printed(arbiter, event, "pairings.pdf?round=1"))
    seen.add(printed(arbiter, event, "pairings.pdf?round=1", host="localhost"))
    arbiter.cookies["django_language"] = "en"
    seen.add(printed(arbiter, event, "pairings.pdf?round=1"))
    club.name = "Circolo Nuovo"
    club.save()
    seen.add(printed(arbiter, event, "pairings.pdf?round=1"))
    assert len(seen) == len(renders) == 5


def test_another_build_prints_anew(
    arbiter: Client, club: Club, renders: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    event = make_played_event(4, 1, club)
    printed(arbiter, event)
    monkeypatch.setattr(print_jobs, "build_id", lambda: "the next one")
    printed(arbiter, event)
    assert len(renders) == 2


def test_losing_the_cache_loses_nothing_but_time(arbiter: Client, club: Club) -> None:
    event = make_played_event(4, 1, club)
    address = f"/e/{event.slug}/prints/standings.pdf"
    first = pdf_of(arbiter, address).pages[0].extract_text()
    forget_everything()
    again = pdf_of(arbiter, address).pages[0].extract_text()
    assert again.partition("Posto")[2][:60] == first.partition("Posto")[2][:60] != ""
