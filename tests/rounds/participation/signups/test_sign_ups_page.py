"""What the arbiter makes of sign-ups: approving, entering in one tap, the settings, and people forgotten."""

import pytest
from django.test import Client
from django.utils.timezone import now, timedelta

from clubtornei.accounts.models import Club
from clubtornei.events.models import Entry, Event, SignUp, SignUpSettings
from clubtornei.players.models import Player
from clubtornei.rounds.participation.signups.actions import enter_sign_ups, save_settings, sign_up
from clubtornei.rounds.privacy.actions import forget
from clubtornei.rounds.privacy.queries import known_of
from clubtornei.rounds.privacy.retention import delete_what_is_over
from tests.factories import make_entries, make_event, make_player
from tests.rounds.participation.signups.signing_up import asked, make_sign_ups, open_event
from tests.rounds.printing.reading import words

pytestmark = pytest.mark.django_db


def names(event: Event) -> list[str]:
    return list(event.entries.order_by("entry_no").values_list("name", flat=True))


def test_all_with_a_place_are_entered_in_one_tap(arbiter: Client, club: Club) -> None:
    """Those of the roster as they are there; who is new joins it; who waits, waits."""
    event = open_event(club, limit=2)
    ada = make_player(club, "Rossi Ada", club_rating=1500)
    make_sign_ups(event, "ROSSI ADA", "Nuovo Ugo", "Terzo Ivo")
    page = arbiter.get(f"/e/{event.slug}/sign-ups/").text
    assert "Iscrivi chi ha un posto: 2" in page
    assert "in attesa, n. 1" in page
    assert "333 0" in page
    answer = arbiter.post(f"/e/{event.slug}/sign-ups/enter/", follow=True)
    assert "2 iscrizioni fatte." in answer.text
    assert names(event) == ["Rossi Ada", "Nuovo Ugo"]
    assert event.entries.get(entry_no=1).player == ada
    assert Player.objects.get(name="Nuovo Ugo").contact == "333 0"
    arbiter.post(f"/e/{event.slug}/sign-ups/enter/")  # again: nobody is left
    assert names(event) == ["Rossi Ada", "Nuovo Ugo"]


def test_one_is_entered_by_a_tap_which_approves_him(arbiter: Client, club: Club) -> None:
    event = open_event(club, approval=True)
    one, _other = make_sign_ups(event, "Uno Ada", "Due Bea")
    page = arbiter.get(f"/e/{event.slug}/sign-ups/").text
    assert "Iscrivi chi ha un posto" not in page
    assert "da approvare" in page
    arbiter.post(f"/e/{event.slug}/sign-ups/enter/", {"sign_up": one.pk})
    assert names(event) == ["Uno Ada"]
    one.refresh_from_db()
    assert one.status == SignUp.Status.ACCEPTED


def test_approving_and_refusing(arbiter: Client, club: Club) -> None:
    event = open_event(club, approval=True)
    one, other = make_sign_ups(event, "Uno Ada", "Due Bea")
    address = f"/e/{event.slug}/sign-ups/{{}}/decide/"
    assert (
        "L’iscrizione di Uno Ada è accettata."
        in arbiter.post(address.format(one.pk), {"accepted": "1"}, follow=True).text
    )
    refused = arbiter.post(address.format(other.pk), {"accepted": "0"}, follow=True).text
    assert "L’iscrizione di Due Bea è rifiutata. Si può riprendere qui sotto." in refused
    assert "Riprendi" in refused
    arbiter.post(f"/e/{event.slug}/sign-ups/enter/")
    assert names(event) == ["Uno Ada"]
    again = arbiter.post(address.format(one.pk), {"accepted": "0"}, follow=True).text
    assert "Uno Ada è già tra gli iscritti: si toglie da lì." in again


def test_of_namesakes_on_the_roster_the_arbiter_says_who_it_is(arbiter: Client, club: Club) -> None:
    event = open_event(club)
    _old, young = (make_player(club, "Rossi Ada", birth_year=year) for year in (1950, 2000))
    one = make_sign_ups(event, "Rossi Ada")[0]
    page = arbiter.get(f"/e/{event.slug}/sign-ups/").text
    assert f'<option value="{young.pk}">' in page
    told = arbiter.post(f"/e/{event.slug}/sign-ups/enter/", follow=True).text
    assert "scegli prima chi sono gli omonimi" in told
    arbiter.post(f"/e/{event.slug}/sign-ups/enter/", {"sign_up": one.pk, "person": young.pk})
    assert event.entries.get().player == young


def test_two_sign_ups_of_one_person_are_one_entry(arbiter: Client, club: Club) -> None:
    event = open_event(club)
    player = make_player(club, "Rossi Ada")
    one, other = (make_sign_ups(event, name)[0] for name in ("Rossi Ada", "ROSSI ADA"))
    assert arbiter.get(f"/e/{event.slug}/sign-ups/").text.count("due con questo nome") == 2
    enter_sign_ups(event)
    assert event.entries.get().player == player
    assert SignUp.objects.get(pk=one.pk).entry == event.entries.get()
    assert SignUp.objects.get(pk=other.pk).status == SignUp.Status.REFUSED


def test_two_sign_ups_of_one_new_person_are_one_entry_and_stop_nobody_else(club: Club) -> None:
    event = open_event(club)
    for name in ("Rossi Ada", "Verdi Ugo", "ROSSI ADA"):
        make_sign_ups(event, name)
    enter_sign_ups(event)
    assert names(event) == ["Rossi Ada", "Verdi Ugo"]
    assert club.players.count() == 2
    assert [one.status for one in event.sign_ups.all()] == ["accepted", "accepted", "refused"]


def test_who_was_entered_by_the_arbiter_meanwhile_is_not_entered_twice(club: Club) -> None:
    event = open_event(club)
    player = make_player(club, "Rossi Ada")
    one = make_sign_ups(event, "Rossi Ada")[0]
    entry = Entry.objects.create(event=event, player=player, entry_no=1, name="Rossi Ada")
    enter_sign_ups(event)
    one.refresh_from_db()
    assert (one.entry, event.entries.count()) == (entry, 1)


def test_the_settings_are_saved_and_checked(arbiter: Client, club: Club) -> None:
    event = make_event(club)
    address = f"/e/{event.slug}/sign-ups/settings/"
    data = {"enabled": "on", "opens_at": "2026-05-01T10:00", "closes_at": "2026-05-02T10:00", "limit": "16"}
    assert arbiter.post(address, data).status_code == 302
    settings = SignUpSettings.objects.get()
    assert (settings.enabled, settings.limit, settings.approval) == (True, 16, False)
    assert 'value="2026-05-01T10:00"' in arbiter.get(address).text
    wrong = arbiter.post(address, data | {"closes_at": "2026-04-01T10:00"})
    assert wrong.status_code == 422
    assert "Si chiudono prima di aprirsi." in wrong.text
    assert arbiter.post(address, data | {"limit": "0"}).status_code == 422
    assert "mezzogiorno" not in arbiter.post(address, data | {"opens_at": "mezzogiorno"}).headers


@pytest.mark.parametrize("matched", [True, False])
def test_who_is_forgotten_has_signed_up_nowhere(club: Club, matched: bool) -> None:
    """Also where two had the name, so that it was not clear whose it was."""
    player = make_player(club, "Rossi Ada")
    if not matched:
        make_player(club, "Rossi Ada")
    event = open_event(club)
    make_sign_ups(event, "Rossi Ada", "Altri Ivo")
    assert [row["contact"] for row in known_of(player)["sign_ups"].rows] == ["333 0"]
    forget(player)
    assert list(SignUp.objects.values_list("name", flat=True)) == ["Altri Ivo"]


def test_sign_ups_are_kept_no_longer_than_said(club: Club) -> None:
    event = open_event(club)
    make_sign_ups(event, "Rossi Ada")
    consented = sign_up(event, asked("Verdi Ugo", consent_by="Verdi Ivo")).sign_up
    SignUp.objects.filter(name="Rossi Ada").update(address="x", at=now() - timedelta(days=2))
    delete_what_is_over()
    assert SignUp.objects.get(name="Rossi Ada").address == ""
    Event.objects.update(closed_at=now() - timedelta(days=29))
    delete_what_is_over()
    assert SignUp.objects.exists()
    Event.objects.update(closed_at=now() - timedelta(days=31))
    delete_what_is_over()
    assert list(SignUp.objects.values_list("pk", "contact")) == [(consented.pk, "")]


@pytest.mark.usefixtures("not_laid_out")
def test_the_code_for_the_hall_is_a_sheet_until_the_draw(arbiter: Client, club: Club) -> None:
    """With its own code alone; only where players may check themselves in."""
    event = open_event(club)
    make_entries(event, 4)
    sheet, page = f"/e/{event.slug}/prints/hall.pdf", f"/e/{event.slug}/sign-ups/"
    assert arbiter.get(sheet).status_code == 404
    save_settings(event, SignUpSettings(enabled=True, self_check_in=True))
    assert f"/e/{event.slug}/prints/" in arbiter.get(page).text
    assert sheet in arbiter.get(f"/e/{event.slug}/prints/").text
    text = words(arbiter, event, "hall")
    assert "tocca il tuo nome" in text
    assert f"/h/{event.hall_key}/" in text
    assert f"/t/{event.slug}/" not in text
    Event.objects.filter(pk=event.pk).update(drawn_at=now(), seed="seme", draw_method="lots")
    after = arbiter.get(f"/e/{event.slug}/prints/").text
    assert sheet not in after
    assert "dopo l’appello è finito" in after


def test_who_is_taken_off_can_be_taken_back(arbiter: Client, client: Client, club: Club) -> None:
    """His place goes to who waits."""
    event = open_event(club, limit=1)
    one, waiting = make_sign_ups(event, "Uno Ada", "Due Bea")
    enter_sign_ups(event)
    arbiter.post(f"/e/{event.slug}/entries/1/remove/")
    assert "L’arbitro non ha accettato" in client.get(f"/i/{one.link_key}/").text
    assert "Hai un posto." in client.get(f"/i/{waiting.link_key}/").text
    assert "Uno Ada, rifiutata" in " ".join(arbiter.get(f"/e/{event.slug}/sign-ups/").text.split())
    arbiter.post(f"/e/{event.slug}/sign-ups/{one.pk}/decide/", {"accepted": "1"})
    assert "Hai un posto." in client.get(f"/i/{one.link_key}/").text


@pytest.mark.parametrize("moment", ["0001-01-01T00:00", "9999-12-31T23:59"])
@pytest.mark.parametrize("field", ["opens_at", "closes_at"])
def test_an_implausible_year_is_refused(arbiter: Client, club: Club, field: str, moment: str) -> None:
    event = open_event(club)
    answer = arbiter.post(f"/e/{event.slug}/sign-ups/settings/", {"enabled": "on", field: moment})
    assert (answer.status_code, "Controlla l’anno." in answer.text) == (422, True)
