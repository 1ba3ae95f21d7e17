"""What takes long to print: it says how far it is, can be cancelled, and is found again."""

from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.utils.timezone import now
from pypdf import PdfReader

from clubtornei.accounts.models import Club, Role
from clubtornei.events.models import Event
from clubtornei.jobs.models import Job, JobState
from clubtornei.rounds.printing import pdf_responses
from tests.factories import make_club, make_drawn_event, make_round, signed_in
from tests.jobs.doing import do_jobs
from tests.rounds.printing.reading import pdf_of

pytestmark = pytest.mark.django_db

PART = {"HX-Request": "true"}


@pytest.fixture
def event(club: Club) -> Event:
    return make_drawn_event(4, club)


@pytest.fixture
def all_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_responses, "AT_ONCE", 0)


def asked(arbiter: Client, event: Event, name: str = "players.pdf") -> tuple[str, str]:
    """The address of the sheet, and that of the page on which it is waited for."""
    address = f"/e/{event.slug}/prints/{name}"
    response = arbiter.get(address)
    assert response.status_code == 302
    return address, response["Location"]


def run(**facts: Any) -> None:
    """Let the job run."""
    Job.objects.update(**{"state": JobState.RUNNING, "run": 1, "beat": now()} | facts)


@pytest.mark.usefixtures("all_take_long")
def test_what_takes_long_has_a_page_that_says_how_far_it_is(arbiter: Client, event: Event) -> None:
    _address, page = asked(arbiter, event)
    text = arbiter.get(page).text
    assert "Torneo · Iscritti per numero" in text
    assert "In coda: posto 1." in text and "Annulla la stampa" in text and "Aggiorna" in text
    run(progress={"done": 3, "total": 6})
    part = arbiter.get(page, headers=PART)
    assert "Fogli pronti: 3 su 6" in part.text and 'max="6"' in part.text and "every 2s" in part.text


@pytest.mark.usefixtures("all_take_long")
def test_the_third_print_of_a_club_shows_its_place_and_what_it_waits_for(
    arbiter: Client, event: Event
) -> None:
    sheets = ("players.pdf", "players.pdf?paper=A3", "players-by-name.pdf")
    pages = [asked(arbiter, event, sheet)[1] for sheet in sheets]
    texts = [arbiter.get(page).text for page in pages]
    assert ["già due lavori in corso" in text for text in texts] == [False, False, True]
    assert "In coda: posto 3." in texts[2]
    do_jobs()
    assert arbiter.get(pages[2])["Content-Type"] == "application/pdf"


@pytest.mark.parametrize("at_once", [0, 1000])
def test_who_asks_only_about_a_sheet_has_nothing_printed(
    arbiter: Client, event: Event, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    made: list[object] = []
    monkeypatch.setattr(pdf_responses, "AT_ONCE", at_once)
    monkeypatch.setattr(pdf_responses, "html_of_sheets", lambda *asked: made.append(asked))
    response = arbiter.head(f"/e/{event.slug}/prints/players.pdf")
    assert (response.status_code, response["Content-Type"]) == (200, "application/pdf")
    assert "Content-Length" not in response
    assert arbiter.head(f"/e/{event.slug}/prints/bracket.pdf").status_code == 404
    assert made == [] and not Job.objects.exists()


def test_no_request_makes_what_many_have(
    arbiter: Client, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[object] = []
    monkeypatch.setattr(pdf_responses, "html_of_sheets", lambda *asked: made.append(asked))
    monkeypatch.setattr(pdf_responses, "FEW", 3)
    asked(arbiter, event)
    assert made == []
    assert Job.objects.get().asked["sheets"] == [["players", 0]]


@pytest.mark.usefixtures("all_take_long")
def test_who_waits_or_asks_again_comes_to_the_same_page_and_once_it_is_printed_to_the_pdf(
    arbiter: Client, event: Event
) -> None:
    address, page = asked(arbiter, event)
    assert asked(arbiter, event) == (address, page)
    do_jobs()
    assert arbiter.get(page, headers=PART)["HX-Refresh"] == "true"
    assert "Giocatore 004" in pdf_of(arbiter, address).pages[0].extract_text()
    assert Job.objects.count() == 1


@pytest.mark.usefixtures("all_take_long")
def test_who_has_waited_gets_what_was_printed_although_the_event_has_changed(
    arbiter: Client, event: Event
) -> None:
    _address, page = asked(arbiter, event)
    do_jobs()
    Event.objects.filter(pk=event.pk).update(version=event.version + 1)
    response = arbiter.get(page)
    assert response["Content-Type"] == "application/pdf"
    assert response["Content-Disposition"] == f'inline; filename="{event.slug}-players.pdf"'
    assert asked(arbiter, event)[1] != page  # the sheet itself is printed anew
    Job.objects.all().delete()
    assert "Questa stampa non c’è più" in arbiter.get(page, follow=True).text


@pytest.mark.usefixtures("all_take_long")
def test_a_cancelled_print_says_so_and_can_be_asked_for_again(arbiter: Client, event: Event) -> None:
    address, page = asked(arbiter, event)
    run()
    assert arbiter.post(f"{page}cancel/").status_code == 302
    assert "Si sta annullando" in arbiter.get(page).text
    run(state=JobState.CANCELLED)
    text = arbiter.get(page).text
    assert "Stampa annullata." in text and "Riprova" in text and f'href="{address}"' in text
    assert "Annulla la stampa" in arbiter.get(asked(arbiter, event)[1]).text


@pytest.mark.usefixtures("all_take_long")
def test_nobody_sees_or_cancels_the_prints_of_another_club(arbiter: Client, event: Event) -> None:
    _address, page = asked(arbiter, event)
    do_jobs()
    other = make_drawn_event(4, make_club())
    stranger = signed_in(other.club, Role.ARBITER)
    theirs = page.replace(event.slug, other.slug)
    assert stranger.get(theirs)["Location"] == f"/e/{other.slug}/prints/"
    run()
    stranger.post(f"{theirs}cancel/")
    assert not Job.objects.get().cancel


def test_a_set_is_printed_in_the_language_of_who_asks(
    arbiter: Client, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_round(event)
    monkeypatch.setattr(pdf_responses, "AT_ONCE", 0)
    arbiter.cookies["django_language"] = "en"
    _address, page = asked(arbiter, event, "round.pdf")
    do_jobs()
    content = arbiter.get(page).getvalue()
    assert "Board 2" in "".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages)


@pytest.mark.usefixtures("all_take_long")
def test_each_build_language_address_paper_and_look_has_its_own_print(
    arbiter: Client, event: Event, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    def page(sheet: str = "players.pdf", **headers: str) -> str:
        return str(arbiter.get(f"/e/{event.slug}/prints/{sheet}", headers=headers)["Location"])

    pages = {page(), page("players.pdf?paper=A3"), page(host="localhost")}
    arbiter.cookies["django_language"] = "en"
    pages.add(page())
    club.name = "Circolo Nuovo"
    club.save()
    pages.add(page())
    monkeypatch.setattr(pdf_responses, "build_id", lambda: "the next one")
    pages.add(page())
    assert len(pages) == 6


def test_who_waits_too_long_for_other_sheets_has_a_job(
    arbiter: Client, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pdf_responses, "PATIENCE", 0.01)
    with pdf_responses.render_lock:
        _address, page = asked(arbiter, event)
    assert "In coda" in arbiter.get(page).text
