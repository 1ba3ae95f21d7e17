"""Who has no account signs up on the public page: when, the places, the waiting list, the spam."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core import signing
from django.test import Client
from django.utils.timezone import now

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event, SignUp, SignUpSettings
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.participation.signups import actions
from clubtornei.rounds.participation.signups.actions import cancel, decide, enter_sign_ups, sign_up
from clubtornei.rounds.participation.signups.forms import new_ticket
from clubtornei.rounds.participation.signups.queries import placed_sign_ups, settings_of
from tests.factories import make_drawn_event, make_entries, make_event, make_player
from tests.rounds.participation.signups.signing_up import asked, make_sign_ups, open_event, send, unhurried

__all__ = ["unhurried"]
pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def places(event: Any) -> list[int | None]:
    return [one.waiting for one in placed_sign_ups(event, settings_of(event))]


def test_who_signs_up_comes_to_a_page_of_his_own(client: Client, club: Club, unhurried: None) -> None:
    event = open_event(club, limit=2)
    answer = send(client, event, "Rossi  Ada", affiliation="Torre", contact="ada@example.org")
    one = SignUp.objects.get()
    assert (one.name, one.affiliation, one.contact) == ("Rossi Ada", "Torre", "ada@example.org")
    assert answer["Location"] == f"/i/{one.link_key}/"
    own = Client().get(answer["Location"]).text
    assert "Hai un posto." in own
    assert "ada@example.org" not in own
    assert "Iscriviti" in client.get(f"/t/{event.slug}/").text


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("NICOLO' ROSSI", "Nicolò Rossi"), ("ada BIANCHI", "Bianchi Ada"), ("✅ Verdi, Ugo", "Verdi Ugo")],
)
def test_names_are_tidied(client: Client, club: Club, unhurried: None, typed: str, kept: str) -> None:
    send(client, open_event(club), typed)
    assert SignUp.objects.get().name == kept


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("333 1234567", "solo un numero di telefono"),
        ("ada@example.org", "solo un indirizzo email"),
        ("Rossi Ada 1500", "Scrivi qui solo cognome e nome."),
    ],
)
def test_what_is_no_name(client: Client, club: Club, unhurried: None, typed: str, why: str) -> None:
    answer = send(client, open_event(club), typed)
    assert answer.status_code == 422
    assert why in answer.text
    assert not SignUp.objects.exists()


def test_nobody_signs_up_without_accepting_the_rules(client: Client, club: Club, unhurried: None) -> None:
    event = open_event(club)
    Event.objects.filter(pk=event.pk).update(notices={"rules": "RTU <2014>"})
    assert "RTU &lt;2014&gt;" in client.get(f"/t/{event.slug}/sign-up/").text
    answer = send(client, event, accepted_rules="")
    assert answer.status_code == 422
    assert "poi metti la spunta" in answer.text
    assert not SignUp.objects.exists()
    send(client, event)
    assert SignUp.objects.get().accepted_rules


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"opens_at": now() + HOUR}, "Le iscrizioni si aprono il"),
        (
            {"closes_at": now() - HOUR},
            "Le iscrizioni sono chiuse: per entrare lo stesso parla con l’arbitro.",
        ),
    ],
)
def test_only_while_it_is_open(client: Client, club: Club, unhurried: None, settings: Any, said: str) -> None:
    event = open_event(club, **settings)
    page = client.get(f"/t/{event.slug}/sign-up/")
    assert said in page.text
    assert '<button class="primary">' not in page.text
    assert send(client, event).status_code == 422
    assert not SignUp.objects.exists()


def test_after_the_draw_one_speaks_to_the_arbiter(client: Client, club: Club, unhurried: None) -> None:
    event = make_drawn_event(4, club, published=True)
    SignUpSettings.objects.create(event=event, enabled=True)
    answer = send(client, event)
    assert answer.status_code == 422
    said = "I numeri sono assegnati e le iscrizioni chiuse: per entrare adesso parla con l’arbitro."
    assert said in answer.text
    event_page = client.get(f"/t/{event.slug}/").text
    assert said in event_page
    assert "Iscriviti" not in event_page


@pytest.mark.parametrize("published", [True, False])
def test_no_form_where_it_is_off_or_not_public(client: Client, club: Club, published: bool) -> None:
    event = make_event(club, published=published)
    if not published:
        SignUpSettings.objects.create(event=event, enabled=True)
    assert client.get(f"/t/{event.slug}/sign-up/").status_code == 404
    if published:
        assert "/sign-up/" not in client.get(f"/t/{event.slug}/").text


def test_who_comes_after_the_last_place_waits_and_moves_up_by_himself(client: Client, club: Club) -> None:
    event = open_event(club, limit=2)
    make_entries(event, 1)  # by the arbiter: they take places, too
    first, second, third = make_sign_ups(event, "Uno Ada", "Due Bea", "Tre Cleo")
    assert places(event) == [None, 1, 2]
    own = f"/i/{third.link_key}/"
    assert "Sei in lista d’attesa: numero 2." in client.get(own).text
    page = client.get(f"/t/{event.slug}/").text
    assert "Posti presi: 2 di 2." in page
    assert "In lista d’attesa: 2." in page
    assert client.post(f"/i/{first.link_key}/", {"do": "cancel"}).status_code == 302
    assert places(event) == [None, 1]
    assert "Hai un posto." in client.get(f"/i/{second.link_key}/").text
    assert "numero 1." in client.get(own).text
    assert "Hai annullato la tua iscrizione." in client.get(f"/i/{first.link_key}/").text


def test_who_is_entered_keeps_his_place_when_the_limit_shrinks(club: Club) -> None:
    event = open_event(club, limit=3)
    make_sign_ups(event, "Uno Ada", "Due Bea", "Tre Cleo")
    enter_sign_ups(event, [SignUp.objects.earliest("pk").pk])
    SignUpSettings.objects.update(limit=1)
    assert places(event) == [None, 1, 2]


def test_nobody_learns_who_is_on_the_roster(client: Client, club: Club, unhurried: None) -> None:
    """The same answer to a name that is known, to one that is not, and to one that has come before."""
    event = open_event(club)
    player = make_player(club, "Rossi Ada", birth_year=1980, contact="347 9", affiliation="Segreto")
    answers = [send(client, event, name) for name in ("ROSSI ada", "Nessuno Mai", "Rossi Ada")]
    assert [answer.status_code for answer in answers] == [302] * 3
    pages = [client.get(answer["Location"]).text for answer in answers]
    own = r"ROSSI ada|Nessuno Mai|Rossi Ada|/i/[^/]+/|data:image[^\"]+|csrfmiddlewaretoken\" value=\"\w+"
    assert len({re.sub(own, "", page) for page in pages}) == 1
    assert not any("Segreto" in page or "1980" in page for page in pages)
    assert list(SignUp.objects.values_list("player", flat=True)) == [player.pk, None, player.pk]


def test_the_names_of_those_who_signed_up_are_not_public_without_a_list(client: Client, club: Club) -> None:
    event = open_event(club, listed=False)
    make_sign_ups(event, "Rossi Ada")
    for page in ("", "sign-up/", "document.json"):
        text = client.get(f"/t/{event.slug}/{page}").text
        assert "Rossi" not in text
        assert "333 0" not in text


def test_what_a_machine_does_is_refused(client: Client, club: Club) -> None:
    """It fills in every field, and at once; and it makes up a ticket."""
    event = open_event(club)
    quick = send(client, event).text
    assert "premi di nuovo" in quick
    assert 'class="message info"' in quick, "nothing is wrong with what was typed"
    assert 'class="message error"' not in quick
    assert "va lasciato vuoto." in send(client, event, website="https://x.org").text
    forged = send(client, event, ticket=signing.dumps("x", salt="another"))
    assert forged.status_code == 422
    assert "La pagina era aperta da troppo tempo" in forged.text
    elsewhere = send(client, event, ticket=new_ticket(open_event(club)))
    assert "La pagina era aperta da troppo tempo" in elsewhere.text, "a ticket is of one event"
    assert not SignUp.objects.exists()


@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize(
    ("field", "value"), [("name", "  "), ("name", "123"), ("contact", ""), ("name", "x" * 201)]
)
def test_bad_input_names_the_field(client: Client, club: Club, field: str, value: str) -> None:
    answer = send(client, open_event(club), **{field: value})
    assert answer.status_code == 422
    assert answer.context["form"].errors.keys() == {field}
    assert not SignUp.objects.exists()


def test_too_many_from_one_network_wait(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(actions, "MOST_FROM_AN_ADDRESS", 2)
    event = open_event(club)
    for number in range(2):
        sign_up(event, asked("Rossi", number, address="10.0.0.7"))
    with pytest.raises(ActionRefused, match="riprova fra 10 minuti"):
        sign_up(event, asked("Rossi", 3, address="10.0.0.7"))
    sign_up(event, asked("Rossi", 4, address="10.0.0.8"))
    SignUp.objects.update(at=now() - HOUR)
    sign_up(event, asked("Rossi", 5, address="10.0.0.7"))
    assert not SignUp.objects.filter(address__contains="10.0").exists()


def test_an_ipv6_network_is_one(club: Club, unhurried: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(actions, "MOST_FROM_AN_ADDRESS", 1)
    event = open_event(club)
    for address, name, number in (
        ("2001:db8::1", "Rossi Ada", 1),
        ("2001:db8::2", "Rossi Bea", 1),
        ("2001:db8:0:1::1", "Rossi Ciro", 2),
    ):
        send(Client(REMOTE_ADDR=address), event, name=name)
        assert SignUp.objects.count() == number


def test_in_a_closed_club_or_event_nothing_is_signed(client: Client, club: Club, unhurried: None) -> None:
    event = open_event(club)
    one = make_sign_ups(event, "Rossi Ada")[0]
    Club.objects.update(closed_at=now())
    assert send(client, event).status_code == 422
    client.post(f"/i/{one.link_key}/", {"do": "cancel"})
    one.refresh_from_db()
    assert one.status == SignUp.Status.ACCEPTED


def test_cancelling_takes_the_entry_back_before_the_draw_only(client: Client, club: Club) -> None:
    event = open_event(club)
    one, other = make_sign_ups(event, "Uno Ada", "Due Bea")
    enter_sign_ups(event)
    cancel(SignUp.objects.get(pk=one.pk))
    assert [entry.name for entry in event.entries.all()] == ["Due Bea"]
    one.refresh_from_db()
    assert (one.status, one.contact, one.entry) == (SignUp.Status.CANCELLED, "", None)
    with pytest.raises(ActionRefused, match="già annullata"):
        cancel(one)
    event.drawn_at = now()
    event.save()
    with pytest.raises(ActionRefused, match="Il sorteggio è fatto"):
        cancel(SignUp.objects.get(pk=other.pk))
    assert "Annulla la mia iscrizione" not in client.get(f"/i/{other.link_key}/").text


def test_a_sign_up_whose_entry_is_removed_is_over(client: Client, club: Club) -> None:
    event = open_event(club, limit=1)
    one, _other = make_sign_ups(event, "Uno Ada", "Due Bea")
    enter_sign_ups(event)
    event.entries.all().delete()
    assert places(event) == [None]
    assert client.get(f"/i/{one.link_key}/").status_code == 404


def test_who_is_refused_gives_his_place_up_and_can_be_taken_again(client: Client, club: Club) -> None:
    event = open_event(club, limit=1, approval=True)
    one, _other = make_sign_ups(event, "Uno Ada", "Due Bea")
    own = client.get(f"/i/{one.link_key}/").text
    assert "Un posto è riservato per te: manca l’approvazione dell’arbitro." in own
    assert "Hai un posto." not in own
    decide(event, one.pk, accepted=False)
    assert places(event) == [None]
    assert "non ha accettato" in client.get(f"/i/{one.link_key}/").text
    decide(event, one.pk, accepted=True)
    assert places(event) == [None, 1]


def test_a_ticket_gives_one_sign_up(client: Client, club: Club, unhurried: None) -> None:
    """Who has gone back to the form and writes another name gets a new one with what he wrote."""
    event = open_event(club)
    ticket = client.get(f"/t/{event.slug}/sign-up/").context["form"]["ticket"].value()
    first = send(client, event, "Verdi Ugo", ticket=ticket)
    assert send(client, event, "verdi  ugo", ticket=ticket)["Location"] == first["Location"]
    refused = send(client, event, "Bianchi Ivo", ticket=ticket)
    assert refused.status_code == 422
    assert "si è già iscritto qualcun altro" in refused.text
    assert list(event.sign_ups.values_list("name", flat=True)) == ["Verdi Ugo"]
    fresh = refused.context["form"]["ticket"].value()
    assert send(client, event, "Bianchi Ivo", ticket=fresh).status_code == 302
