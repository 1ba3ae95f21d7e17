"""What else is asked of who signs up: set by the organiser, seen by organisers alone."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club, Role
from clubtornei.events.models import Event, SignUp
from clubtornei.rounds.participation.signups.actions import cancel, enter_sign_ups
from clubtornei.rounds.participation.signups.queries import settings_of
from clubtornei.rounds.participation.signups.questions import MOST_QUESTIONS, Question, questions_of, stored
from clubtornei.rounds.reports.entries import entries_report
from tests.factories import signed_in
from tests.rounds.participation.signups.signing_up import open_event, send, unhurried

__all__ = ["unhurried"]
pytestmark = pytest.mark.django_db
SIZE = Question(text="Taglia?", kind="choice", choices=("S", "M"))
LUNCH = Question(text="Pranzo?", kind="yes_no", required=True)
OTHER = Question(text="Allergie?", kind="text")


def asking(club: Club) -> Event:
    return open_event(club, questions=stored([SIZE, LUNCH, OTHER]))


def set_questions(client: Client, event: Event, *rows: dict[str, str], **more: str) -> Any:
    address = reverse("rounds:sign_up_questions", args=[event.slug])
    expected = client.get(address).context["sent"][0][1]
    sent = {"form-TOTAL_FORMS": len(rows), "form-INITIAL_FORMS": 0, "expected": expected, **more}
    sent |= {f"form-{at}-{name}": value for at, row in enumerate(rows) for name, value in row.items()}
    return client.post(address, sent)


def test_the_organiser_sets_them(club: Club) -> None:
    event, client = open_event(club), signed_in(club, Role.ARBITER)
    sizes = {"text": "Taglia?", "kind": "choice", "choices": "S, M,, M"}
    set_questions(client, event, sizes, {"text": "", "kind": "text"}, {"text": "Nota", "kind": "text"})
    assert questions_of(settings_of(event)) == [SIZE, Question(text="Nota", kind="text")]


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ([{"text": "Taglia?", "kind": "choice", "choices": "S"}], "Da 2 a 20 risposte."),
        ([{"text": "", "kind": "text", "required": "on"}], "Scrivi la domanda."),
        ([{"text": "Nota", "kind": "text"}] * 2, "La stessa domanda c’è due volte."),
        ([{"text": f"Nota {n}", "kind": "text"} for n in range(MOST_QUESTIONS + 1)], "10"),
    ],
)
def test_a_wrong_one_is_named(club: Club, rows: list[dict[str, str]], why: str) -> None:
    event, client = open_event(club), signed_in(club, Role.ARBITER)
    answer = set_questions(client, event, *rows)
    assert answer.status_code == 422 and why in answer.text
    assert questions_of(settings_of(event)) == []


def test_nothing_is_written_over_a_colleagues(club: Club) -> None:
    event, client = asking(club), signed_in(club, Role.ARBITER)
    set_questions(client, event, {"text": "Nota", "kind": "text"}, expected="old")
    assert questions_of(settings_of(event)) == [SIZE, LUNCH, OTHER]


def test_they_are_answered_and_seen_by_organisers_alone(client: Client, club: Club, unhurried: None) -> None:
    event = asking(club)
    missing = send(client, event, **{SIZE.name: "XXL"})
    assert missing.status_code == 422 and missing.context["form"].errors.keys() == {SIZE.name, LUNCH.name}
    send(client, event, **{SIZE.name: "M", LUNCH.name: "yes", OTHER.name: ""})
    assert SignUp.objects.get().answers == [["Taglia?", "M"], ["Pranzo?", "sì"]]
    page = reverse("rounds:sign_ups", args=[event.slug])
    assert "Taglia? <strong>M</strong>" in signed_in(club, Role.ARBITER).get(page).text
    enter_sign_ups(event)
    report = entries_report(event)
    titles = {column.key: column.title for column in report.columns}
    answers = {titles[key]: said for key, said in report.rows[0].values.items() if key.startswith("answer-")}
    assert answers == {"Taglia?": "M", "Pranzo?": "sì"}
    for public in (f"/t/{event.slug}/", f"/t/{event.slug}/document.json"):
        assert "Taglia?" not in client.get(public).text


def test_who_cancels_takes_the_answers_along(client: Client, club: Club, unhurried: None) -> None:
    send(client, asking(club), **{LUNCH.name: "no"})
    cancel(SignUp.objects.get())
    assert SignUp.objects.get().answers == []
