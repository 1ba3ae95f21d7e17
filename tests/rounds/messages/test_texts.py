"""What each mail says, in the language of who gets it, and of others what anybody may read."""

from datetime import timedelta

import pytest
from django.core import mail
from django.urls import reverse
from django.utils.translation import override

from clubtornei.accounts.models import Club, Role
from clubtornei.events.models import Event
from clubtornei.mail.models import Address, Delivery
from clubtornei.rounds.drafts.edit_actions import change_draft
from clubtornei.rounds.drafts.edits import swap
from clubtornei.rounds.drafts.round_actions import draw_round, publish, publish_all, take_back
from clubtornei.rounds.participation.entries.actions import remove_entry
from clubtornei.rounds.participation.signups.actions import (
    cancel,
    decide,
    enter_sign_ups,
    save_settings,
    sign_up,
)
from clubtornei.rounds.participation.signups.queries import settings_of
from clubtornei.rounds.stages.entrant_actions import begin_stage
from tests.factories import make_club, make_drawn_event, make_member, make_player, signed_in
from tests.mail.mailing import deliver, give_confirmed, links_in, make_due
from tests.rounds.drafts.draft_steps import current_token, seating_of
from tests.rounds.participation.signups.signing_up import asked, make_sign_ups, open_event
from tests.rounds.staged import FIRST_FOUR, make_staged_event, play

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mailing")]


def swiss(club: Club | None = None) -> Event:
    stage = {"system": "dutch", "options": {"rounds": 3}, "ranking": ["points"]}
    return make_drawn_event(6, club, game="chess", published=True, **stage)


def publish_round(event: Event, number: int) -> None:
    draw_round(event, number)
    publish(event, number)


def test_who_waits_is_told_when_he_has_a_place_and_once() -> None:
    event = open_event(make_club(), limit=1)
    first, second = make_sign_ups(event, "Primo Uno", "Secondo Due")
    give_confirmed(event, second)
    assert deliver() == []
    cancel(first)
    [place] = deliver()
    assert "c’è un posto per te" in place.subject
    assert f"/i/{second.link_key}/" in links_in(place)
    assert deliver() == []


def test_who_waits_is_told_of_a_place_that_the_arbiter_adds() -> None:
    event = open_event(make_club(), limit=1)
    _first, second = make_sign_ups(event, "Primo Uno", "Secondo Due")
    give_confirmed(event, second)
    settings = settings_of(event)
    settings.limit = 2
    save_settings(event, settings)
    assert len(deliver()) == 1


def test_who_cancels_or_is_refused_has_one_last_mail_and_his_address_goes() -> None:
    event = open_event(make_club())
    first, second = make_sign_ups(event, "Primo Uno", "Secondo Due")
    give_confirmed(event, first, "uno@example.org")
    give_confirmed(event, second, "due@example.org")
    cancel(first)
    decide(event, second.pk, accepted=False)
    assert ["annullata" in one.subject for one in deliver()] == [True, False]
    assert not Address.objects.exists()


def test_who_is_accepted_or_taken_off_the_entries_is_told_so() -> None:
    event = open_event(make_club(), approval=True)
    first, second = make_sign_ups(event, "Primo Uno", "Secondo Due")
    give_confirmed(event, first, "uno@example.org")
    give_confirmed(event, second, "due@example.org")
    decide(event, first.pk, accepted=True)
    enter_sign_ups(event, [second.pk])
    assert ["iscrizione accettata" in one.subject for one in deliver()] == [True, True]
    decided = enter_sign_ups(event)
    assert deliver() == [], "once"
    remove_entry(event, decided.entries[0].entry_no)
    [removed] = deliver()
    assert "non sei tra gli iscritti" in removed.subject
    assert removed.to == ["uno@example.org"]
    assert Address.objects.get().email == "due@example.org"


def test_organisers_are_told_once_a_quarter_of_an_hour_who_has_signed_up() -> None:
    club = make_club()
    event = open_event(club)
    membership = make_member(club, role=Role.ARBITER)
    give_confirmed(event, membership.user)
    first = sign_up(event, asked("Primo Uno")).sign_up
    sign_up(event, asked("Secondo Due"))
    assert deliver() == [], "they are collected"
    delivery = Delivery.objects.waiting().get()
    assert delivery.due_at - first.at <= timedelta(minutes=15)
    make_due()
    [told] = deliver()
    assert "Primo Uno" in str(told.body)
    assert "Secondo Due" in str(told.body)
    sign_up(event, asked("Terzo Tre"))
    make_due()
    membership.delete()
    assert deliver() == [], "he no longer organises"


def test_a_round_says_table_colour_opponent_and_why_in_the_readers_language() -> None:
    event = swiss()
    first, second = event.entries.order_by("entry_no")[:2]
    with override("en"):
        give_confirmed(event, first, "uno@example.org", is_own=False)
    give_confirmed(event, second, "due@example.org", is_own=False)
    publish_round(event, 1)
    english, italian = sorted(deliver(), key=lambda one: "Board" not in one.body and "board" not in one.body)
    assert "round 1: board 1, with White, against 4 Giocatore 004" in english.subject
    assert "turno 1: tavolo 2, col Nero, contro 5 Giocatore 005" in italian.subject
    assert "Perché:" in str(italian.body)
    assert f"/t/{event.slug}/rounds/1/" in links_in(italian)
    assert deliver() == []


def test_links_in_mail_lead_to_the_server_that_the_event_is_published_on() -> None:
    event = swiss()
    Event.objects.filter(pk=event.pk).update(public_site="https://rete.example", public_slug="semilampo")
    give_confirmed(event, event.entries.earliest("entry_no"), is_own=False)
    publish_round(Event.objects.get(pk=event.pk), 1)
    [told] = deliver()
    assert "https://rete.example/t/semilampo/rounds/1/" in str(told.body)


def test_of_a_table_made_by_hand_the_reason_of_the_arbiter_is_told() -> None:
    event = swiss()
    give_confirmed(event, event.entries.earliest("entry_no"), is_own=False)
    draw_round(event, 1)
    tables = seating_of(event)
    change_draft(event, 1, swap, tables[1][0], tables[2][0], expected=current_token(event))
    publish(event, 1, reason="Due fratelli")
    [told] = deliver()
    assert "- Il motivo dell’arbitro: Due fratelli" in told.body


def test_of_others_only_what_is_public_is_named() -> None:
    club = make_club()
    event = swiss(club)
    minor = make_player(club, "Bianchi Luca", birth_year=event.starts_on.year - 10)
    for entry in event.entries.exclude(entry_no=1):
        event.entries.filter(pk=entry.pk).update(name=f"B. L. ({entry.entry_no})", player=None)
    entry = event.entries.get(entry_no=4)
    event.entries.filter(pk=entry.pk).update(player=minor, name="B. L.")
    give_confirmed(event, event.entries.get(entry_no=1), "altri@example.org", is_own=True)
    give_confirmed(event, entry, "suo@example.org", is_own=True)
    give_confirmed(event, entry, "nonno@example.org", is_own=False)
    publish_round(event, 1)
    named = {one.to[0]: "Bianchi Luca" in one.body for one in deliver()}
    assert named == {"altri@example.org": False, "suo@example.org": True, "nonno@example.org": False}


def test_a_round_taken_back_is_corrected_to_who_has_had_it() -> None:
    event = swiss()
    first, second = event.entries.order_by("entry_no")[:2]
    give_confirmed(event, first, "uno@example.org", is_own=False)
    publish_round(event, 1)
    deliver()
    give_confirmed(event, second, "due@example.org", is_own=False)
    take_back(event, 1)
    [correction] = deliver()
    assert correction.to == ["uno@example.org"]
    assert "Turno 1: di nuovo in bozza" in correction.subject
    publish(event, 1)
    assert len(deliver()) == 2
    take_back(event, 1)
    publish(event, 1)
    sent = deliver()
    assert len(sent) == 4, "both have had it"


def test_the_only_round_of_a_final_is_called_by_its_stage() -> None:
    event = make_staged_event(8, FIRST_FOUR, published=True)
    play(event, 1, 1)
    begin_stage(event, 2)
    draw_round(event, 1, stage=2)
    give_confirmed(event, event.entries.get(entry_no=1), is_own=True)
    publish(event, 1, stage=2)
    [told] = deliver()
    assert told.subject.startswith("Torneo: Finale: tavolo 1")
    assert "turno" not in told.body.lower()
    take_back(event, 1, stage=2)
    assert deliver()[0].subject.endswith("Finale: di nuovo in bozza")


def test_whoever_takes_a_round_back_reads_who_will_be_written_to() -> None:
    event = swiss()
    arbiter, path = signed_in(event.club, Role.ARBITER), reverse("rounds:take_back", args=[event.slug, 1])
    give_confirmed(event, event.entries.earliest("entry_no"), is_own=False)
    publish_round(event, 1)
    assert "per posta" not in arbiter.get(path).text
    deliver()
    assert "Una persona ne ha avuto notizia per posta" in arbiter.get(path).text


def test_what_was_still_to_be_sent_of_a_round_taken_back_is_not() -> None:
    event = swiss()
    give_confirmed(event, event.entries.earliest("entry_no"), is_own=False)
    publish_round(event, 1)
    take_back(event, 1)
    assert deliver() == []
    publish(event, 1)
    Delivery.objects.waiting().update(tries=1)  # a worker has tried
    take_back(event, 1)
    [correction] = deliver()
    assert "di nuovo in bozza" in correction.subject


def test_a_whole_calendar_is_one_mail() -> None:
    event = make_drawn_event(4, published=True)
    give_confirmed(event, event.entries.earliest("entry_no"), is_own=False)
    publish_all(event)
    [calendar] = deliver()
    assert str(calendar.body).count("turno ") == 3


def test_who_does_not_play_and_events_that_are_not_public_get_no_mail_of_rounds() -> None:
    event = swiss()
    give_confirmed(event, event.entries.earliest("entry_no"), is_own=False)
    Event.objects.filter(pk=event.pk).update(published=False)
    publish_round(event, 1)
    assert deliver() == []
    out = swiss()
    gone = out.entries.latest("entry_no")
    out.entries.filter(pk=gone.pk).update(withdrawn=1)
    give_confirmed(out, gone, is_own=False)
    draw_round(out, 1)
    publish(out, 1, without=[gone.entry_no])
    assert deliver() == []
    assert mail.outbox == []
