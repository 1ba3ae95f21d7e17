"""The organisers' page of the mail, what they write, and the page where anybody asks to be told."""

from uuid import uuid4

import pytest
from django.core import mail
from django.test import Client
from pytest_django.fixtures import Settings

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused
from clubtornei.mail.models import Address, Delivery, Message
from clubtornei.rounds.messages.actions import MOST_A_DAY, Letter, write
from tests.factories import make_drawn_event, make_user
from tests.mail.mailing import deliver, give_confirmed
from tests.rounds.participation.signups.signing_up import make_sign_ups, open_event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mailing")]


@pytest.fixture
def event(club: Club) -> Event:
    """Three have signed up; two of them have an address, and so has somebody who only looks on."""
    event = open_event(club)
    one, two, _three = make_sign_ups(event, "Uno Ugo", "Due Dino", "Tre Tea")
    give_confirmed(event, one, "uno@example.org")
    give_confirmed(event, two, "due@example.org")
    return event


def sent_form(client: Client, event: Event, **fields: object) -> dict[str, object]:
    page = client.get(f"/e/{event.slug}/mail/write/")
    key = page.context["form"]["key"].value()
    return {
        "subject": "Domenica",
        "text": "Si comincia\nalle nove.",
        "whom": "everybody",
        "key": key,
        **fields,
    }


def test_organisers_read_how_many_addresses_there_are_and_never_which(arbiter: Client, event: Event) -> None:
    for path in ("mail/", "mail/write/", "sign-ups/", "entries/", "history/", "export/"):
        answer = arbiter.get(f"/e/{event.slug}/{path}")
        assert answer.status_code == 200, path
        assert b"uno@example.org" not in answer.content, path
    page = arbiter.get(f"/e/{event.slug}/mail/").text
    assert "2 indirizzi confermati" in page


def test_a_message_is_shown_before_it_goes_and_kept_afterwards(arbiter: Client, event: Event) -> None:
    form = sent_form(arbiter, event)
    path = f"/e/{event.slug}/mail/write/"
    shown = arbiter.post(path, form)
    assert "Si comincia" in shown.text
    assert "Due Dino" in shown.text
    assert deliver() == []
    for _click in range(2):
        arbiter.post(path, form | {"confirmed": "1"})
    sent = deliver()
    assert sorted(one.to[0] for one in sent) == ["due@example.org", "uno@example.org"]
    assert {one.subject for one in sent} == {f"{event.name}: Domenica"}
    assert "alle nove" in str(sent[0].body)
    page = arbiter.get(f"/e/{event.slug}/mail/").text
    assert "Spedite 2, in attesa 0, non spedite 0." in page
    assert "Si comincia" in page


def test_a_message_goes_to_some_if_the_arbiter_wants(arbiter: Client, event: Event) -> None:
    person = f"s{event.sign_ups.get(name='Due Dino').pk}"
    form = sent_form(arbiter, event, whom="some", confirmed="1")
    path = f"/e/{event.slug}/mail/write/"
    assert arbiter.post(path, form).status_code == 422, "nobody is chosen"
    arbiter.post(path, form | {"people": [person]})
    assert [one.to for one in deliver()] == [["due@example.org"]]


def test_so_many_messages_are_written_a_day(event: Event) -> None:
    user = make_user()
    people = [f"s{one.pk}" for one in event.sign_ups.all()]
    for number in range(MOST_A_DAY):
        write(event, user, Letter(key=uuid4(), subject=f"{number}", text="x", people=people))
    with pytest.raises(ActionRefused):
        write(event, user, Letter(key=uuid4(), subject="troppo", text="x", people=people))
    assert Message.objects.filter(kind="written").count() == MOST_A_DAY


def test_what_was_not_sent_is_said_and_can_be_tried_again(arbiter: Client, event: Event) -> None:
    arbiter.post(f"/e/{event.slug}/mail/write/", sent_form(arbiter, event, confirmed="1"))
    Delivery.objects.waiting().update(state="failed", tries=6, why="server")
    page = arbiter.get(f"/e/{event.slug}/mail/").text
    assert "non spedite 2" in page
    assert "non risponde" in page
    arbiter.post(f"/e/{event.slug}/mail/try-again/")
    assert len(deliver()) == 2


def test_an_organiser_asks_to_be_told_of_sign_ups_and_no_more(arbiter: Client, event: Event) -> None:
    path = f"/e/{event.slug}/mail/organiser/"
    arbiter.post(path, {"email": "arbitro@example.org"})
    [asked] = deliver()
    assert asked.to == ["arbitro@example.org"]
    assert "aspetta la tua conferma" in arbiter.get(f"/e/{event.slug}/mail/").text
    arbiter.post(path, {"stop": "1"})
    assert Address.objects.filter(user__isnull=False).count() == 0


def test_anybody_asks_to_be_told_of_the_rounds_of_a_player(club: Club) -> None:
    event = make_drawn_event(2, club, published=True)
    client, path = Client(), f"/t/{event.slug}/follow/1/"
    assert client.post(path, {"email": "nessuno"}).status_code == 422
    assert client.post(path, {"email": "ada@example.org\nBcc: eva@example.org"}).status_code == 422
    page = client.post(path, {"email": "ada@example.org"}, follow=True).text
    assert "apri la mail e conferma" in page
    assert [one.to for one in deliver()] == [["ada@example.org"]]
    assert f"/t/{event.slug}/follow/1/" in client.get(f"/t/{event.slug}/players/1/").text
    Event.objects.filter(pk=event.pk).update(published=False)
    assert client.get(path).status_code == 404


def test_pages_without_mail(arbiter: Client, event: Event, club: Club, settings: Settings) -> None:
    settings.EMAIL_URL = ""
    page = arbiter.get(f"/e/{event.slug}/mail/").text
    assert "Da questo sito non parte posta" in page
    assert "Copia per una chat" in page
    drawn = make_drawn_event(2, club, published=True)
    assert "Tieni aperta la pagina" in Client().get(f"/t/{drawn.slug}/follow/1/").text
    assert "Scrivimi" not in Client().get(f"/t/{drawn.slug}/players/1/").text
    assert mail.outbox == []
