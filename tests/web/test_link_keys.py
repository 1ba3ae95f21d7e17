"""Addresses that give power to whoever has them: what leads to a row, and to no other that is made in its
place; how long; and where such an address must never be read.
"""

import io
import logging

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.db.models import Min, Model
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club, Invitation, Role
from clubtornei.accounts.password_views import link_for
from clubtornei.events.models import Entry, Event, SignUp, SignUpSettings
from clubtornei.public.appointments import mark_of_player
from clubtornei.rounds.models import Table
from clubtornei.rounds.participation.signups.links import HALL, PUBLIC, TABLES
from clubtornei.rounds.results.table_links import address_of
from clubtornei.rounds.stages.closing_actions import close, reopen
from tests.caches import forget_everything
from tests.factories import make_all_results, make_drawn_event, make_member, make_round, make_user, signed_in

pytestmark = pytest.mark.django_db
RESTORED: list[type[Model]] = [User, Club, Event, Entry, SignUp, Table, Invitation]
EVA = {"username": "eva", "password": "dimenticata-9"}


def make_evening() -> Event:
    """An event under way, with one row behind each kind of link."""
    club = Club.objects.create(name="Prova", slug="prova")
    event = make_drawn_event(4, club, published=True, slug="sociale")
    make_round(event)
    SignUpSettings.objects.create(event=event, enabled=True, self_check_in=True, self_leaving=True)
    event.sign_ups.create(name="Ospite", key="ospite")
    club.invitations.create(whom="Ugo", role=Role.HELPER)
    make_member(club, make_user(**EVA))
    return event


def of_the_hall(event: Event) -> dict[str, str]:
    """The links that are good until the event is closed."""
    table = Table.objects.select_related("round").filter(round__stage__event=event).earliest("pk")
    return {
        "sign-up": reverse("rounds:own", args=[event.sign_ups.get().link_key]),
        "entry": reverse("rounds:own", args=[event.entries.get(entry_no=1).link_key]),
        "hall": reverse("rounds:hall", args=[Event.objects.get().hall_key]),
        "table": address_of(table),
    }


def all_links(event: Event) -> dict[str, str]:
    """One of each kind, by its name."""
    key = Event.objects.get().public_key
    of_player = [event.slug, 1, mark_of_player(event, 1)]
    return of_the_hall(event) | {
        "calendar": reverse("public:event_calendar", args=[event.slug, key]),
        "calendar of a player": reverse("public:player_calendar", args=of_player),
        "overlay": reverse("public:overlay", args=[event.slug, key]),
        "overlay of the round": reverse("public:overlay_round", args=[event.slug, key]),
        "invitation": reverse("accounts:join", args=[event.club.invitations.get().link_key]),
        "password": link_for(User.objects.get(username="eva")),
    }


def opened(links: dict[str, str]) -> set[str]:
    """Those that lead to what they were made for."""
    answers = {name: Client().get(link, follow=True) for name, link in links.items()}
    return {
        name
        for name, answer in answers.items()
        if answer.status_code == 200 and "Questo link non vale più" not in answer.text
    }


def test_after_a_restore_none_opens_what_has_its_primary_key_now() -> None:
    event = make_evening()
    links, first = all_links(event), {model: lowest(model) for model in RESTORED}
    assert opened(links) == set(links)
    # As if an older backup, with none of this in it, had been restored.
    event.club.delete()
    User.objects.all().delete()
    for model, pk in first.items():
        count_from(model, pk)
    forget_everything()  # as each start does
    again = make_evening()
    assert {model: lowest(model) for model in RESTORED} == first
    assert opened(links) == set()
    assert opened(all_links(again)) == set(links)


def lowest(model: type[Model]) -> int:
    return int(model._default_manager.aggregate(pk=Min("pk"))["pk"])


def count_from(model: type[Model], pk: int) -> None:
    table = model._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute("SELECT setval(pg_get_serial_sequence(%s, 'id'), %s, false)", [table, pk])


def test_those_of_the_hall_are_good_until_the_event_is_closed() -> None:
    event = make_evening()
    links = of_the_hall(event)
    make_all_results(event, event.stages.get().rounds.get())
    assert opened(links) == set(links)
    close(event, unfinished=True, level=True)
    assert opened(links) == set()
    assert opened(all_links(event)) >= {"calendar", "overlay"}
    reopen(event)
    assert opened(links) == set(links)


def test_the_arbiter_renews_each() -> None:
    event = make_evening()
    arbiter = signed_in(event.club, Role.ARBITER)
    sign_up, entry = event.sign_ups.get(), event.entries.get(entry_no=1)
    page, links = reverse("rounds:links", args=[event.slug]), all_links(event)
    for what, ended in (
        (HALL, {"hall"}),
        (TABLES, {"table"}),
        (PUBLIC, {"calendar", "overlay", "overlay of the round"}),
        (f"sign-up:{sign_up.pk}", {"sign-up"}),
        (f"entry:{entry.pk}", {"entry", "calendar of a player"}),
    ):
        before = opened(links)
        assert "Il link è rinnovato" in arbiter.post(page, {"what": what}, follow=True).text
        assert before - opened(links) == ended
    assert arbiter.post(page, {"what": "entry:0"}).status_code == 422
    assert opened(all_links(event)) == set(links)


def test_an_owner_withdraws_the_links_for_a_password() -> None:
    event = make_evening()
    link, eva = link_for(User.objects.get(username="eva")), event.club.memberships.get()
    owner = signed_in(event.club, Role.OWNER)
    address = reverse("accounts:member_password", args=[event.club.slug, eva.pk])
    assert "non valgono più" in owner.post(address, {"do": "withdraw"}, follow=True).text
    assert opened({"password": link}) == set()
    assert opened({"password": link_for(eva.user)})


def test_no_log_has_one(monkeypatch: pytest.MonkeyPatch) -> None:
    event = make_evening()
    links = all_links(event)
    log = io.StringIO()
    monkeypatch.setattr(logging.getLogger("django").handlers[0], "stream", log)
    refused = Client(enforce_csrf_checks=True)
    for name in ("sign-up", "hall", "table", "invitation", "password"):
        link = links[name]
        Client().post(link, {"result": "9-9", "entry_no": "99", "username": "!"})
        refused.post(link)
        Client().get(f"{link}x/")
    logged = log.getvalue()
    assert "Unprocessable Entity: h/<uuid:key>/" in logged
    keys = [part for link in links.values() for part in link.split("/") if len(part) > 20]
    assert len(keys) == len(links)
    assert [key for key in keys if key in logged] == []


def test_no_other_site_is_told_one_and_no_browser_keeps_the_page() -> None:
    links = all_links(make_evening())
    for name in ("sign-up", "hall", "table", "invitation", "password"):
        for answer in (
            Client().get(links[name]),
            Client().post(links[name]),
            Client().get(f"{links[name]}x"),
        ):
            assert answer["Referrer-Policy"] == "same-origin"
            assert "no-store" in answer["Cache-Control"]
