"""Spreadsheets of an event, and everything of it as one file."""

import csv
import io
import re
import zipfile
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse
from django.utils import translation

from clubtornei.accounts.models import Role
from clubtornei.events.models import Event
from clubtornei.events.stage_titles import stage_title
from clubtornei.players.reading.files import decode_file
from clubtornei.players.reading.rows import parse_lines
from clubtornei.public.api.answers import ranking_rows
from clubtornei.public.page_cache import PublicPage, show
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.reports.entries import entries_report
from clubtornei.rounds.reports.report import NotForThisAudience
from clubtornei.rounds.spreadsheets.event_spreadsheets import spreadsheet_pages_of, spreadsheets_of
from clubtornei.rounds.stages import closing_actions, entrant_actions
from clubtornei.text.spreadsheets import SpreadsheetPage, as_csv, as_xlsx
from tests.evenings import make_evenings
from tests.factories import make_drawn_event, make_played_event, signed_in
from tests.jobs.doing import do_jobs
from tests.rounds.staged import FINALISTS, SEMI_FINALS, make_staged_event, play

HOSTILE = ["=1+1", "+39 333", "-2+3", "@SUM(A1)", "\tx", "-3", "+4,5"]


def lines_of(content: bytes, delimiter: str = ";") -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig")), delimiter=delimiter))


def test_no_name_is_a_formula_in_csv() -> None:
    sheet = SpreadsheetPage(title="x", columns=["=A1"], rows=[[name] for name in HOSTILE])
    assert [row[0] for row in lines_of(as_csv(sheet))] == [
        "'=A1",
        "'=1+1",
        "'+39 333",
        "'-2+3",
        "'@SUM(A1)",
        "'\tx",
        "-3",
        "+4,5",
    ]


def test_no_name_is_a_formula_in_xlsx() -> None:
    content = as_xlsx([SpreadsheetPage(title="=x", columns=["=A1"], rows=[[name] for name in HOSTILE])])
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        assert "<f>" not in package.read("xl/worksheets/sheet1.xml").decode()
    assert parse_lines(decode_file(content))[1].cells[0] == "=1+1"


def test_numbers_are_numbers_and_worksheets_have_names_of_their_own() -> None:
    rows = [[1, Decimal("2.5"), Fraction(1, 4), None, "½"]]
    sheets = [SpreadsheetPage(title="Serale: [1]/" + "x" * 40, columns=list("abcde"), rows=rows)] * 2
    assert lines_of(as_csv(sheets[0]))[1] == ["1", "2,5", "0,25", "", "½"]
    with zipfile.ZipFile(io.BytesIO(as_xlsx(sheets))) as package:
        assert "xl/worksheets/sheet2.xml" in package.namelist()
        assert "<v>2.5</v>" in package.read("xl/worksheets/sheet1.xml").decode()


@pytest.mark.parametrize(("language", "line"), [("it", "Ada;1800;6,5"), ("en", "Ada,1800,6.5")])
def test_csv_is_as_spreadsheets_of_the_language_read_it_and_is_read_back(language: str, line: str) -> None:
    sheet = SpreadsheetPage(title="x", columns=list("abc"), rows=[["Ada", 1800, Decimal("6.5")]])
    with translation.override(language):
        content = as_csv(sheet)
    assert content.decode("utf-8-sig").splitlines()[1] == line
    number = "6,5" if language == "it" else "6.5"
    assert parse_lines(decode_file(content))[1].cells == ("Ada", "1800", number)


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "head"), [("it", "Posto;Cognome;Nome;"), ("en", "Place,Surname,Name,")])
def test_a_csv_is_in_the_language_of_the_page(language: str, head: str) -> None:
    event = make_played_event(4, 1)
    answer = signed_in(event.club, Role.ARBITER).get(
        reverse("exchange:table", args=[event.slug, "standings", "csv"]),
        headers={"Accept-Language": language},
    )
    assert answer.content.decode("utf-8-sig").startswith(head)


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "letters"), [("it", "BN"), ("en", "WB")])
def test_colours_in_a_csv_are_letters_of_its_language(language: str, letters: str) -> None:
    event = make_played_event(4, 1, system="amalfi", options={"rounds": 3})
    answer = signed_in(event.club, Role.ARBITER).get(
        reverse("exchange:table", args=[event.slug, "crosstable", "csv"]),
        headers={"Accept-Language": language},
    )
    _head, *players = lines_of(answer.content, ";" if language == "it" else ",")
    assert {player[3].split()[1] for player in players} == set(letters)


def rows(event: Event, name: str) -> list[list[Any]]:
    sheet = spreadsheet_pages_of(event)[name]
    return [list(sheet.columns), *map(list, sheet.rows)]


@pytest.mark.django_db
def test_a_round_robin_has_entries_standings_crosstable_and_results() -> None:
    event = make_played_event(4, 3)
    assert list(spreadsheet_pages_of(event)) == ["entries", "standings", "crosstable", "results", "calendar"]
    head, first = rows(event, "results")[:2]
    assert head == [
        "Turno",
        "Data",
        "Tavolo",
        "Cognome Bianco",
        "Nome Bianco",
        "Risultato",
        "Cognome Nero",
        "Nome Nero",
    ]
    assert [first[0], *first[2:]] == [1, 1, "Giocatore", "001", "1 – 0", "Giocatore", "004"]
    head, first, *_others = rows(event, "crosstable")
    assert head[:4] == ["Riga", "Cognome", "Nome", first[1] + " " + first[2]]
    assert (first[3], first[head.index("Punti")]) == (None, rows(event, "standings")[1][3])
    assert rows(event, "entries")[1][:3] == [1, "Giocatore", "001"]


@pytest.mark.django_db
def test_a_swiss_is_round_by_round_and_tables_of_many_say_who_met() -> None:
    swiss = make_played_event(6, 2, system="amalfi", options={"rounds": 4})
    assert rows(swiss, "crosstable")[0] == ["Riga", "Cognome", "Nome", "T1", "T2", "Punti", "Posto"]
    evening = make_evenings(9, 2)
    assert rows(evening, "results")[0] == [
        "Turno",
        "Data",
        "Tavolo",
        "Cognome",
        "Nome",
        "Posto",
        "Punti",
        "Risultato",
    ]
    assert len(rows(evening, "results")) == 1 + 2 * 9
    head, first, *_others = rows(evening, "crosstable")
    met = first[head.index("Ha incontrato")].split(", ")
    assert len(met) == first[head.index("Diversi")] and f"{first[1]} {first[2]}" not in met


@pytest.mark.django_db
def test_what_organisers_take_out_has_dates_of_birth_and_nothing_public_has() -> None:
    event = make_played_event(4, 1, published=True)
    event.entries.filter(entry_no=1).update(identity={"born": "1990-05-31"})
    event.entries.filter(entry_no=2).update(identity={"born": "1991"})
    head, first, second, *_others = rows(event, "entries")
    born = head.index("Nascita")
    assert (first[born], second[born]) == ("31/05/1990", 1991)
    page = PublicPage(EventSnapshot(event), QueryDict(), "http://testserver/")
    for publish in (
        ranking_rows,
        lambda report: show(page, "public/standings.html", "standings", {"report": report}),
    ):
        with pytest.raises(NotForThisAudience):
            publish(entries_report(event))
    pages = ("", "standings/", "crosstable/", "calendar/", "players/1/", "rounds/1/", "screen/", "rules/")
    files = ("document.json", "rounds/1/pairings.txt", "standings/standings.txt")
    answers = ("", "rounds/1/", "calendar/", "standings/")
    for path in (
        *(f"/t/{event.slug}/{page}" for page in (*pages, "rounds/1/?by=name", *files)),
        *(f"/api/v1/events/{event.slug}/{answer}" for answer in answers),
    ):
        answer = Client().get(path)
        assert answer.status_code == 200, path
        assert not re.search(r"31/0?5/(19)?90|1990-0?5-31|31 maggio", answer.text), path


@pytest.mark.django_db
def test_every_stage_that_has_begun_has_its_tables_and_the_event_its_final_ranking() -> None:
    event = make_staged_event(10, SEMI_FINALS, FINALISTS)
    play(event, 1, 1)
    assert "standings-1" in spreadsheet_pages_of(event) and "standings-2" not in spreadsheet_pages_of(event)
    titles = [table.title for table in spreadsheets_of(event).values()]
    first = stage_title(1, event.stages.get(number=1).name)
    assert titles[1:] == [f"{kind} · {first}" for kind in ("Classifica", "Incontri", "Risultati")]
    for stage in (2, 3):
        entrant_actions.begin_stage(event, stage)
        play(event, 1, stage)
    closing_actions.close(event, level=True)
    event.refresh_from_db()
    final = rows(event, "final")
    assert (final[0][:2], len(final)) == (["Posto", "Cognome"], 11)


@pytest.mark.django_db
def test_files_are_for_organisers_and_unknown_ones_are_not_found() -> None:
    event = make_played_event(4, 1)
    arbiter = signed_in(event.club, Role.ARBITER)
    for name, form, status in (
        ("standings", "csv", 200),
        ("all", "xlsx", 200),
        ("standings", "pdf", 404),
        ("all", "csv", 404),
        ("nothing", "csv", 404),
    ):
        assert arbiter.get(reverse("exchange:table", args=[event.slug, name, form])).status_code == status
    page = reverse("exchange:tables", args=[event.slug])
    evening = make_evenings(9, 2)
    for made, title in ((event, "Tabella"), (evening, "Incontri")):
        assert title in [table.title for table in spreadsheets_of(made).values()]
    assert Client().get(page).status_code == 302


@pytest.mark.django_db
def test_everything_of_an_event_is_packed_by_a_job() -> None:
    event = make_played_event(2, 1, system="amalfi", options={"rounds": 1})
    arbiter = signed_in(event.club, Role.ARBITER)
    arbiter.post(reverse("exchange:package", args=[event.slug]))
    page = reverse("exchange:tables", args=[event.slug])
    assert "In coda: posto 1." in arbiter.get(page).text
    do_jobs()
    response = arbiter.get(reverse("exchange:packaged", args=[event.slug]))
    assert response["Content-Disposition"] == f'attachment; filename="{event.slug}.zip"'
    with zipfile.ZipFile(io.BytesIO(response.getvalue())) as package:
        names = set(package.namelist())
        assert package.read("pdf/standings.pdf").startswith(b"%PDF")
    assert {f"{event.slug}.json", f"{event.slug}.xlsx", "csv/results.csv", "pdf/round-1.pdf"} <= names
    assert "Scarica il pacchetto" in arbiter.get(page, headers={"HX-Request": "true"}).text


@pytest.mark.django_db
def test_a_package_that_is_cancelled_is_not_made() -> None:
    event = make_drawn_event(2)
    arbiter = signed_in(event.club, Role.ARBITER)
    arbiter.post(reverse("exchange:package", args=[event.slug]))
    arbiter.post(reverse("exchange:package_cancel", args=[event.slug]))
    do_jobs()
    assert arbiter.get(reverse("exchange:packaged", args=[event.slug])).status_code == 302
    assert "Prepara il pacchetto" in arbiter.get(reverse("exchange:tables", args=[event.slug])).text
