"""The page “Omologazione”: what is missing with where it is entered, the files, the data of the event."""

import html
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from msgspec import to_builtins
from msgspec.structs import replace

from clubtornei.accounts.models import Club
from clubtornei.events.details import entry_details_of
from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.documents.exporting import document_of, exported
from clubtornei.rounds.documents.importing import import_event
from clubtornei.rounds.participation.entries import actions as entry_actions
from clubtornei.rounds.rules.actions import rules_of
from clubtornei.rounds.state.site_facts import RuleChange
from pairing.registry import SYSTEM_SPECS
from pairing.trf import report_of
from scoring.criteria import CRITERIA
from scoring.record import read, write
from scoring.trf_writing import write_trf
from tests.factories import (
    make_all_results,
    make_drawn_event,
    make_event,
    make_player,
    make_round,
    make_seated_event,
)

pytestmark = pytest.mark.django_db

GOLDEN = Path(__file__).parents[2] / "golden" / "trf"
REPORT = {
    "city": "Roma",
    "federation": "ITA",
    "rate": "standard",
    "time_control": "90 minuti + 30 secondi",
    "time_control_code": "5400+30",
    "arbiter": "Bianchi Ada",
    "arbiter_title": "IA",
    "arbiter_id": "800001",
    "deputies": "FA Verdi Ugo (800002)\nNeri Eva",
    "fide_event_id": "412345",
    "national": "",
}


def played(club: Club, **fields: Any) -> Event:
    event = make_drawn_event(4, club, rating_lists=["fide"], **fields)
    make_all_results(event, make_round(event), "1-0")
    return event


def page(client: Client, event: Event) -> str:
    return html.unescape(client.get(reverse("rounds:homologation", args=[event.slug])).content.decode())


def file_of(client: Client, event: Event, form: str = "26", stage: int = 1) -> str:
    answer = client.get(reverse("rounds:trf", args=[event.slug, stage]), {"format": form})
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_data_of_the_event_go_into_the_file(club: Club, arbiter: Client) -> None:
    event = played(club, starts_on=date(2026, 11, 7))
    address = reverse("rounds:homologation", args=[event.slug])
    assert arbiter.post(address, REPORT).status_code == 302
    text = file_of(arbiter, event)
    for line in (
        "022 Roma",
        "032 ITA",
        "042 2026/11/07",
        "102 IA Bianchi Ada (800001)",
        "112 FA Verdi Ugo (800002)",
        "112 Neri Eva",
        "122 90 minuti + 30 secondi",
        "222 5400+30",
    ):
        assert f"{line}\r\n" in text
    assert "#id_city" not in page(arbiter, event)
    assert "FA Verdi Ugo (800002)\nNeri Eva" in page(arbiter, event)


def test_the_file_of_the_site_is_that_of_the_exported_document(club: Club, arbiter: Client) -> None:
    event = played(club)
    trf, _missing = report_of(read(write(document_of(event)), SYSTEM_SPECS))
    assert file_of(arbiter, event) == write_trf(trf)
    assert file_of(arbiter, event, "16") == write_trf(trf, extended=False)


def test_bad_data_are_refused_by_field_and_nothing_is_written(club: Club, arbiter: Client) -> None:
    event = played(club)
    address = reverse("rounds:homologation", args=[event.slug])
    answer = arbiter.post(address, REPORT | {"federation": "Italia", "time_control_code": "90 minuti"})
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {"federation", "time_control_code"}
    event.refresh_from_db()
    assert event.report == {}


def test_a_stage_without_a_file_says_why(club: Club, arbiter: Client) -> None:
    assert "Nessun turno giocato" in page(arbiter, make_event(club))
    seated = make_seated_event(8, club)
    make_round(seated)
    assert "un file di omologazione è di partite a due" in page(arbiter, seated)
    assert "Che cosa manca" not in page(arbiter, seated)
    answer = arbiter.get(reverse("rounds:trf", args=[seated.slug, 1]), follow=True)
    assert answer.redirect_chain == [(reverse("rounds:homologation", args=[seated.slug]), 302)]
    assert ["partite a due" in str(message) for message in answer.context["messages"]] == [True]
    open_round = make_drawn_event(4, club)
    make_round(open_round)
    assert "Mancano dei risultati" in page(arbiter, open_round)
    assert 'href="#id_city"' in page(arbiter, open_round)  # there is time to enter it


@pytest.mark.parametrize("closed", [False, True])
def test_a_missing_rating_list_is_named_once(closed: bool, club: Club, arbiter: Client) -> None:
    event = played(club)
    event.entries.update(rating=1500)
    Event.objects.update(rating_lists=[], closed_at=timezone.now() if closed else None)
    before = [(entry.rating, entry.number) for entry in event.entries.order_by("pk")]
    shown = page(arbiter, event)
    assert '<a href="#id_rating_list">la lista Elo</a>' in " ".join(shown.split())
    assert 'name="rating_list"' in shown
    arbiter.post(reverse("rounds:homologation", args=[event.slug]), REPORT | {"rating_list": "fide"})
    event.refresh_from_db()
    assert event.rating_lists == ["fide"]
    assert [(entry.rating, entry.number) for entry in event.entries.order_by("pk")] == before
    assert 'name="rating_list"' not in page(arbiter, event)
    # It is named once: what stands there is not changed by it.
    arbiter.post(reverse("rounds:homologation", args=[event.slug]), REPORT | {"rating_list": "fsi"})
    event.refresh_from_db()
    assert event.rating_lists == ["fide"]


def test_who_is_in_no_list_of_fide_is_given_to_the_federation(club: Club, arbiter: Client) -> None:
    event = make_event(club)
    known = make_player(club, "Bianchi Ada", fide_id=801234)
    new = make_player(
        club, "Rossi Mario", surname="Rossi", given_name="Mario", sex="m", birth_date=date(1990, 5, 31)
    )
    entry_actions.enter(event, [known, new])
    text = arbiter.get(reverse("rounds:unlisted", args=[event.slug])).content.decode("utf-8-sig")
    assert text.splitlines()[1:] == ["Rossi;Mario;m;1990-05-31;;;"]
    answer = arbiter.get(reverse("rounds:unlisted", args=[event.slug]), headers={"Accept-Language": "en"})
    head, line = answer.content.decode("utf-8-sig").splitlines()
    assert head.startswith("Surname,First name,") and line == "Rossi,Mario,m,1990-05-31,,,"


def test_identity_can_be_completed_in_a_closed_event_and_nothing_else(club: Club) -> None:
    event = played(club)
    Event.objects.filter(pk=event.pk).update(closed_at=timezone.now())
    details = entry_details_of(event.entries.get(entry_no=1))
    entry_actions.change_entry(event, 1, replace(details, identity={"fide_id": 801234}))
    assert document_of(event).players[0].identity.fide_id == 801234
    with pytest.raises(ActionRefused, match="solo i dati per l’omologazione"):
        entry_actions.change_entry(event, 1, replace(details, title="GM"))


def test_another_rate_of_play_numbers_by_its_ratings(club: Club, arbiter: Client) -> None:
    event = make_event(club, rating_lists=["fide", "fsi", "club"])
    entry_actions.enter(event, [make_player(club, fide_rating=1800, fide_rapid=1650, fsi_rapid=1700)])
    arbiter.post(reverse("rounds:homologation", args=[event.slug]), REPORT | {"rate": "rapid"})
    entry = event.entries.get()
    assert [entry.rating, *entry.other_ratings] == [1650, 1700, None]
    entry_actions.enter(
        Event.objects.get(pk=event.pk), [make_player(club, fide_rapid=1500, fide_rating=2000)]
    )
    assert event.entries.get(entry_no=2).rating == 1500


def test_after_the_draw_another_rate_leaves_numbers_and_ratings(club: Club, arbiter: Client) -> None:
    event = played(club)
    event.entries.update(rating=1800)
    arbiter.post(reverse("rounds:homologation", args=[event.slug]), REPORT | {"rate": "blitz"})
    event.refresh_from_db()
    assert event.report["rate"] == "blitz"
    assert set(event.entries.values_list("rating", flat=True)) == {1800}


def test_a_change_of_the_rules_is_an_intervention(club: Club, arbiter: Client) -> None:
    event = played(club)
    before = rules_of(event)
    now = [replace(before[0], ranking=["points", "wins"], scoring_options={"win": 3})]
    change = RuleChange(timezone.now(), 1, "lo chiede il regolamento", before, now)
    renamed = RuleChange(timezone.now(), 1, "più chiaro", before, [replace(before[0], name="Girone")])
    event.rule_changes = [to_builtins(each, builtin_types=(Decimal,)) for each in (change, renamed)]
    event.save()
    codes = ",".join(CRITERIA[name].acronym or name for name in before[0].ranking)
    line = (
        f"### Configuration @ Round 2: win default -> 3; ranking {codes} -> PTS,WIN"
        " (lo chiede il regolamento)\r\n"
    )
    text = file_of(arbiter, event)
    assert line in text
    assert text.count("Configuration") == 1
    # The exported document says the same to the command.
    assert write_trf(report_of(read(write(exported(event)), SYSTEM_SPECS))[0]) == text
    again = import_event(club, read(write(exported(event)), SYSTEM_SPECS))
    assert exported(again).stages == exported(event).stages
    assert again.stages.get().interventions == []


# Files of other programs


def uploaded(client: Client, club: Club, content: bytes) -> Any:
    file = SimpleUploadedFile("torneo.trf", content)
    return client.post(reverse("rounds:import", args=[club.slug]), {"file": file})


def test_a_report_file_is_shown_with_every_default_before_it_is_written(club: Club, arbiter: Client) -> None:
    content = (GOLDEN / "before-2016.trf06").read_bytes()
    answer = uploaded(arbiter, club, content)
    assert answer.status_code == 422
    upload = answer.context["upload"]
    assert upload.notes
    text = html.unescape(answer.content.decode())
    assert all(note in text for note in upload.notes)
    assert not Event.objects.exists()
    done = arbiter.post(reverse("rounds:import_report", args=[club.slug]), {"report": upload.report})
    event = Event.objects.get()
    assert done["Location"] == reverse("rounds:event", args=[event.slug])
    assert event.entries.count() == len(upload.document.players)
    assert arbiter.get(done["Location"], follow=True).status_code == 200


@pytest.mark.parametrize("name", ["round-robin", "amalfi-first-round"])
def test_a_file_of_ours_brings_back_the_event_it_was_made_of(name: str, club: Club, arbiter: Client) -> None:
    content = (GOLDEN / f"{name}.trf").read_bytes()
    report = uploaded(arbiter, club, content).context["upload"].report
    arbiter.post(reverse("rounds:import_report", args=[club.slug]), {"report": report})
    event = Event.objects.get()
    lines = file_of(arbiter, event).splitlines()
    imported = [line for line in lines if line.startswith("### Import @ Round ")]
    assert imported
    assert imported[0].endswith("from a file")
    assert [line for line in lines if line not in imported] == content.decode().splitlines()
    # Brought to another computer as a document it is the same event, and says so once.
    again = import_event(club, read(write(exported(event)), SYSTEM_SPECS))
    assert file_of(arbiter, again).splitlines() == lines


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"012 Torneo\r\n", "001"),
        (b"001    x\r\n", "riga 1, colonne 5–8"),
        (b"\xff\xfe0", "UTF-8"),
        (b"", "vuoto"),
    ],
)
def test_a_faulty_file_writes_nothing(content: bytes, told: str, club: Club, arbiter: Client) -> None:
    answer = uploaded(arbiter, club, content)
    assert answer.status_code == 422
    form = answer.context["form"]
    assert told in str([*form.errors["file"], *form.details])
    assert not Event.objects.exists()
