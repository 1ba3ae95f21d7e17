"""What takes long to print: it says how far it is, can be cancelled, and is found again by every process."""

import os
import subprocess
import tempfile
import time
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from threading import Barrier, Thread
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client
from msgspec.structs import replace
from pypdf import PdfReader

from clubtornei import background_jobs
from clubtornei.accounts.models import Club, Role
from clubtornei.background_jobs import BackgroundJob
from clubtornei.caches import jobs_cache
from clubtornei.events.models import Event
from clubtornei.rounds.management.commands import print_sheets
from clubtornei.rounds.printouts import printing
from clubtornei.rounds.printouts.print_job import Progress
from clubtornei.rounds.typesetting import print_jobs as jobs
from clubtornei.rounds.typesetting.print_jobs import Job
from clubtornei.rounds.typesetting.print_jobs import run as run_in_process
from tests.factories import make_club, make_drawn_event, make_round, signed_in
from tests.rounds.printouts.reading import pdf_of

pytestmark = pytest.mark.django_db

PLAYERS = ("players", 1)


@pytest.fixture
def event(club: Club) -> Event:
    return make_drawn_event(4, club)


@pytest.fixture
def nothing_runs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Jobs are begun, and no process does them: their keys."""
    begun: list[str] = []
    monkeypatch.setattr(jobs, "run", begun.append)
    return begun


@pytest.fixture
def all_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printing, "AT_ONCE", 0)


def make_job(event: Event, **facts: Any) -> Job:
    address = f"/e/{event.slug}/prints/standings.pdf"
    usual = {"title": "Foglio", "filename": "foglio.pdf", "address": address, "asked": (PLAYERS,)}
    return Job(**{"event": event.pk, "seen": time.time(), "language": "it"} | usual | facts)


def asked(arbiter: Client, event: Event, name: str = "players") -> tuple[str, str]:
    """The address of the sheet, and that of the page on which it is waited for."""
    address = f"/e/{event.slug}/prints/{name}.pdf"
    response = arbiter.get(address)
    assert response.status_code == 302
    return address, response["Location"]


def test_the_way_back_to_all_sheets_keeps_the_round_and_the_paper(arbiter: Client, event: Event) -> None:
    address = f"/e/{event.slug}/prints/"
    jobs.keep_job("k", make_job(event, address=f"{address}pairings.pdf?round=2&paper=A3", state="cancelled"))
    assert f'href="{address}?round=2&amp;paper=A3"' in arbiter.get(f"{address}jobs/k/").content.decode()


@pytest.mark.usefixtures("all_take_long")
def test_what_takes_long_has_a_page_that_says_how_far_it_is(
    arbiter: Client, event: Event, nothing_runs: list[str]
) -> None:
    _address, page = asked(arbiter, event)
    (key,) = nothing_runs
    text = arbiter.get(page).text
    assert "Torneo · Elenco dei giocatori per numero" in text
    assert "Pagine pronte: 0" in text and "Annulla la stampa" in text and "Aggiorna" in text
    job = jobs.job_of(key, event.pk)
    assert job
    jobs.keep_job(key, replace(job, pages=7))
    part = arbiter.get(page, headers={"HX-Request": "true"})
    assert "Pagine pronte: 7" in part.text and "Annulla" not in part.text
    assert "HX-Retarget" not in part.headers


@pytest.mark.parametrize("at_once", [0, 1000])
def test_who_asks_only_about_a_sheet_has_nothing_printed(
    arbiter: Client, event: Event, nothing_runs: list[str], monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    made: list[object] = []
    monkeypatch.setattr(printing, "AT_ONCE", at_once)
    monkeypatch.setattr(printing, "sheets_of", lambda *asked: made.append(asked))
    response = arbiter.head(f"/e/{event.slug}/prints/players.pdf")
    assert (response.status_code, response["Content-Type"]) == (200, "application/pdf")
    assert "Content-Length" not in response
    assert arbiter.head(f"/e/{event.slug}/prints/bracket.pdf").status_code == 404
    assert nothing_runs == made == []


def test_no_request_makes_what_many_have(
    arbiter: Client, event: Event, nothing_runs: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[object] = []
    monkeypatch.setattr(printing, "sheets_of", lambda *asked: made.append(asked))
    monkeypatch.setattr(printing, "FEW", 3)
    address, _page = asked(arbiter, event)
    (key,) = nothing_runs
    job = jobs.job_of(key, event.pk)
    assert job
    assert (job.asked, job.address, job.language, job.site) == (
        (("players", 0),),
        address,
        "it",
        "http://testserver",
    )
    assert made == []


@pytest.mark.django_db(transaction=True)
def test_what_a_process_prints_is_of_one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(_key: str) -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SHOW transaction_isolation")
            levels.append(cursor.fetchone()[0])

    levels: list[str] = []
    monkeypatch.setattr(print_sheets, "print_job", read)
    monkeypatch.setattr(print_sheets, "step_back", lambda: None)
    monkeypatch.setitem(connection.settings_dict, "OPTIONS", dict(connection.settings_dict["OPTIONS"]))
    connection.close()
    call_command("print_sheets", "abc")
    connection.close()  # the next one is as those of the site
    assert levels == ["repeatable read"]


@pytest.mark.usefixtures("all_take_long")
def test_who_asks_again_while_it_is_printed_comes_to_the_same_page_and_nothing_begins_anew(
    arbiter: Client, event: Event, nothing_runs: list[str]
) -> None:
    assert asked(arbiter, event) == asked(arbiter, event)
    assert len(nothing_runs) == 1


def test_two_requests_at_once_begin_one_process(
    event: Event, nothing_runs: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    keep = background_jobs.keep

    def keep_slowly(name: str, job: BackgroundJob) -> None:
        time.sleep(0.1)
        keep(name, job)

    def click() -> None:
        begun.append(jobs.start("abc", make_job(event)))
        connection.close()

    begun: list[bool] = []
    monkeypatch.setattr(background_jobs, "keep", keep_slowly)
    clicks = [Thread(target=click) for _ in range(2)]
    for thread in clicks:
        thread.start()
    for thread in clicks:
        thread.join()
    assert begun == [True, True]
    assert nothing_runs == ["abc"]


@pytest.mark.usefixtures("all_take_long")
def test_once_it_is_printed_the_page_leads_to_the_pdf(arbiter: Client, event: Event) -> None:
    address, page = asked(arbiter, event)
    part = arbiter.get(page, headers={"HX-Request": "true"})
    assert "Il PDF è pronto." in part.text and part["HX-Retarget"] == "#job"
    assert "Giocatore 004" in pdf_of(arbiter, address).pages[0].extract_text()


@pytest.mark.usefixtures("all_take_long")
def test_who_has_waited_gets_what_was_printed_although_the_event_has_changed(
    arbiter: Client, event: Event
) -> None:
    _address, page = asked(arbiter, event, "players")
    Event.objects.filter(pk=event.pk).update(version=event.version + 1)
    link = f"{page.rstrip('/')}.pdf"
    assert f'href="{link}"' in arbiter.get(page).text
    response = arbiter.get(link)
    assert response["Content-Type"] == "application/pdf"
    assert response["Content-Disposition"] == f'inline; filename="{event.slug}-players.pdf"'
    assert asked(arbiter, event)[1] != page  # the sheet itself is printed anew
    jobs_cache.clear()
    assert arbiter.get(link)["Location"] == page  # which says that it is lost


@pytest.mark.usefixtures("all_take_long")
def test_a_cancelled_print_says_so_and_can_be_asked_for_again(
    arbiter: Client, event: Event, nothing_runs: list[str]
) -> None:
    address, page = asked(arbiter, event)
    assert arbiter.post(f"{page}cancel/").status_code == 302
    assert jobs.is_cancelled(nothing_runs[0])
    jobs.keep_job(nothing_runs[0], make_job(event, address=address, state="cancelled"))
    text = arbiter.get(page).text
    assert "Stampa annullata." in text and "Riprova" in text and f'href="{address}"' in text
    assert asked(arbiter, event)[1] == page
    assert len(nothing_runs) == 2
    assert not jobs.is_cancelled(nothing_runs[0])
    assert "Annulla la stampa" in arbiter.get(page).text


def test_a_job_that_is_silent_was_interrupted(arbiter: Client, event: Event) -> None:
    page = f"/e/{event.slug}/prints/jobs/abc/"
    jobs.keep_job("abc", make_job(event, seen=time.time() - Job.silent + 5))
    assert "Annulla la stampa" in arbiter.get(page).text
    jobs.keep_job("abc", make_job(event, seen=time.time() - Job.silent - 1))
    text = arbiter.get(page).text
    assert "interrotta prima della fine: riprova" in text and f"/e/{event.slug}/prints/standings.pdf" in text


def test_what_the_cache_has_lost_was_interrupted_too(arbiter: Client, event: Event) -> None:
    assert "interrotta" in arbiter.get(f"/e/{event.slug}/prints/jobs/abc/").text
    jobs.keep_job("abc", make_job(event, state="done"))  # but the PDF is not there any more
    assert "interrotta" in arbiter.get(f"/e/{event.slug}/prints/jobs/abc/").text


def test_nobody_sees_or_cancels_the_prints_of_another_club(event: Event) -> None:
    jobs.keep_job("abc", make_job(event, title="Segreto"))
    other = make_drawn_event(4, make_club())
    stranger = signed_in(other.club, Role.ARBITER)
    page = f"/e/{other.slug}/prints/jobs/abc/"
    jobs.keep_pdf("abc", b"%PDF")
    assert "Segreto" not in stranger.get(page).text
    assert stranger.get(f"{page.rstrip('/')}.pdf").status_code == 302
    stranger.post(f"{page}cancel/")
    assert not jobs.is_cancelled("abc")


def test_the_pages_of_a_set_are_counted_with_its_sheets(arbiter: Client, event: Event) -> None:
    jobs.keep_job("abc", make_job(event, asked=(PLAYERS,) * 5, finished=2, pages=9, steps=8))
    text = arbiter.get(f"/e/{event.slug}/prints/jobs/abc/").text
    assert "Fogli pronti: 2 su 5 (pagine: 9)" in " ".join(text.split())
    assert 'value="8"' in text and 'max="27"' in text


def test_a_job_counts_its_pages_and_sheets(event: Event) -> None:
    jobs.start("abc", make_job(event, asked=(PLAYERS,) * 2))
    job, content = jobs.job_of("abc", event.pk), jobs.kept_pdf("abc")
    assert job and content
    assert (job.state, job.finished) == ("done", 2)
    assert job.pages == 2
    assert job.steps == job.all_steps == 12


@pytest.mark.usefixtures("all_take_long")
def test_without_a_cache_what_takes_long_is_printed_within_the_request(
    arbiter: Client, event: Event, nothing_runs: list[str], settings: Any
) -> None:
    settings.CACHES = {
        **settings.CACHES,
        "jobs": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"},
    }
    response = arbiter.get(f"/e/{event.slug}/prints/players.pdf")
    assert response["Content-Type"] == "application/pdf"
    assert nothing_runs == []


def test_a_job_that_fails_says_that_it_was_interrupted(
    event: Event, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_sheets: object, **_others: object) -> bytes:
        raise ValueError("no such font")

    monkeypatch.setattr("clubtornei.rounds.printouts.print_job.render", broken)
    jobs.start("abc", make_job(event))
    job = jobs.job_of("abc", event.pk)
    assert job and job.state == "interrupted"
    assert "no such font" in capsys.readouterr().err


class ProcessEnds(BaseException):
    pass


def test_a_cancelled_job_ends_its_process_at_once(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    def end(_status: int) -> None:
        raise ProcessEnds

    monkeypatch.setattr(os, "_exit", end)
    monkeypatch.setattr("clubtornei.rounds.printouts.print_job.LOOKS", 0.0)
    jobs.keep_job("abc", make_job(event))
    jobs.cancel("abc", event.pk)
    with pytest.raises(ProcessEnds):
        Progress("abc", make_job(event)).watch()
    job = jobs.job_of("abc", event.pk)
    assert job and job.cancelled


@pytest.fixture
def temporary_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


Begin = Callable[[int], "subprocess.Popen[bytes]"]


@pytest.fixture
def begin(
    event: Event, monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path, temporary_files: Path
) -> Begin:
    """Begins a job of so many sheets as it runs on the site: its process."""
    started: list[subprocess.Popen[bytes]] = []
    monkeypatch.setattr(jobs, "run", lambda key: started.append(run_in_process(key)))
    monkeypatch.setenv("SHARED_CACHE", str(tmp_path))
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "tests.rounds.printouts.file_cache")
    monkeypatch.setenv("TEST_DATABASE", connection.settings_dict["NAME"])
    make_round(event)
    file_cache = {"BACKEND": "django.core.cache.backends.filebased.FileBasedCache", "LOCATION": tmp_path}
    settings.CACHES = {**settings.CACHES, "jobs": file_cache}

    def begin(sheets: int) -> "subprocess.Popen[bytes]":
        jobs.start("abc", make_job(event, asked=(("slips", 1),) * sheets, language="en"))
        return started[-1]

    return begin


def wait_for(event: Event, what: Callable[[Job], bool]) -> None:
    wait_until(lambda: what(jobs.job_of("abc", event.pk) or make_job(event)))


def wait_until(what: Callable[[], bool]) -> None:
    until = time.time() + 90  # a print steps back behind all else that runs
    while not what():
        assert time.time() < until
        time.sleep(0.05)


@pytest.mark.django_db(transaction=True)
def test_a_process_of_its_own_makes_and_keeps_the_pdf(
    event: Event, begin: Begin, temporary_files: Path
) -> None:
    process = begin(1)
    wait_for(event, lambda job: job.done)
    assert process.wait(10) == 0
    (page,) = PdfReader(BytesIO(jobs.kept_pdf("abc") or b"")).pages
    assert "Giocatore 004" in page.extract_text()
    assert "Board 2" in page.extract_text()  # in the language of who asked
    wait_until(lambda: not any(temporary_files.iterdir()))


@pytest.mark.django_db(transaction=True)
def test_a_job_is_cancelled_while_its_process_works_and_leaves_no_file(
    event: Event, begin: Begin, temporary_files: Path
) -> None:
    process = begin(100)
    wait_for(event, lambda job: job.pages > 0)
    assert any(temporary_files.glob("print-*/weasyprint-*"))
    jobs.cancel("abc", event.pk)
    wait_for(event, lambda job: job.cancelled)
    process.wait(10)
    assert jobs.kept_pdf("abc") is None
    wait_until(lambda: not any(temporary_files.iterdir()))


@pytest.mark.django_db(transaction=True)
def test_a_killed_process_is_an_interrupted_job_at_once_and_leaves_no_file(
    arbiter: Client, event: Event, begin: Begin, temporary_files: Path
) -> None:
    process = begin(100)
    wait_for(event, lambda job: job.pages > 0)
    process.kill()
    wait_for(event, lambda job: job.state == "interrupted")
    assert "interrotta prima della fine: riprova" in arbiter.get(f"/e/{event.slug}/prints/jobs/abc/").text
    wait_until(lambda: not any(temporary_files.iterdir()))


@pytest.mark.django_db(transaction=True)
def test_a_sheet_that_several_ask_for_together_is_made_once() -> None:
    together, made, given = Barrier(4), [], []

    def make() -> bytes:
        made.append("%PDF")
        time.sleep(0.05)  # in which the others, who began together, would make theirs
        return b"%PDF"

    def ask() -> None:
        together.wait()
        given.append(jobs.pdf_once("abc", make))
        connection.close()

    threads = [Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (made, given) == (["%PDF"], [b"%PDF"] * 4)


def test_a_hall_that_looks_on_pushes_out_no_print(event: Event) -> None:
    jobs.keep_job("abc", make_job(event))
    jobs.keep_pdf("abc", b"%PDF")
    for number in range(1_100):
        cache.set(f"page:{number}", b"rendered")
    assert jobs.job_of("abc", event.pk)
    assert jobs.kept_pdf("abc") == b"%PDF"
