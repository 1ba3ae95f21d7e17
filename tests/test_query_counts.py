"""How many queries each page of the organisers takes: as many for 8 players as for 40.

After a restart, so that nothing is kept. A page that is added stands in no row, and fails until it does.
"""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.timezone import now

from clubtornei.accounts.models import Role
from clubtornei.events.models import Event, SignUp, SignUpSettings
from clubtornei.mail.models import Address
from tests.addresses import OURS, path_of
from tests.caches import forget_everything
from tests.factories import (
    another_browser,
    make_club,
    make_drawn_event,
    make_entries,
    make_event,
    make_result,
    make_results,
    make_round,
    make_seated_event,
    make_user,
    signed_in,
)
from tests.taken_back import found_at

SIZES = (8, 40)
ELSEWHERE = {
    "exchange:packaged",
    "season:circuit_person",
    "season:circuit_reopen",
    "accounts:backup",
    "accounts:backups",
    "club_copies:copies",
    "club_copies:delete",
    "club_copies:download",
    "club_copies:restore",
    "rounds:exemptions",
    "rounds:export_published",
    "rounds:formula",
    "rounds:methods",
    "rounds:print_job",
    "rounds:proposals",
    "rounds:sheet",
    "rounds:stage_decide",
    "rounds:trf",
}
"""Of files, of a bracket, of a tie, by a formula, on paper, for htmx, and the way elsewhere: their own tests
count.
"""
AMALFI = {"system": "amalfi", "options": {"rounds": 4}, "ranking": ["points", "buchholz", "direct"]}
QUERIES = {
    "registering": {
        "rounds:event": 7,
        "rounds:entries": 7,
        "rounds:entry_names": 5,
        "rounds:entry_new": 5,
        "rounds:entry_team": 5,
        "rounds:entry_change": 6,
        "rounds:entry_remove": 4,
        "rounds:presence": 7,
        "rounds:remove_absent": 4,
        "rounds:sign_ups": 9,
        "rounds:links": 5,
        "rounds:sign_up_settings": 4,
        "rounds:sign_up_questions": 4,
        "rounds:fees": 4,
        "rounds:mail": 9,
        "rounds:mail_write": 4,
        "rounds:draw": 12,
        "rounds:by_hand": 7,
        "rounds:attendance": 10,
        "rounds:withdraw": 11,
        "rounds:history": 8,
        "rounds:prints": 7,
        "rounds:export": 6,
        "rounds:settings": 7,
        "rounds:stages": 7,
        "rounds:delete": 5,
    },
    "under way": {
        "rounds:club": 10,
        "publishing:club": 5,
        "publishing:event": 5,
        "publishing:keys": 5,
        "publishing:remove": 4,
        "publishing:stop": 3,
        "rounds:clock": 7,
        "rounds:round": 17,
        "rounds:why_final": 8,
        "rounds:stage": 11,
        "rounds:stages": 7,
        "rounds:bracket": 8,
        "rounds:calendar": 11,
        "rounds:card": 8,
        "rounds:clubs": 8,
        "rounds:rating_change": 9,
        "rounds:crosstable": 8,
        "rounds:clinch": 8,
        "rounds:standings": 8,
        "players:roster": 5,
        "players:player_add": 3,
        "players:player_edit": 5,
        "players:player_delete": 4,
        "players:import": 3,
        "exchange:lists": 10,
        "exchange:search": 5,
        "exchange:update": 5,
        "events:new": 5,
        "events:preset_new": 4,
        "rounds:copy": 3,
        "events:new_by_formula": 3,
        "rounds:club_methods": 4,
        "rounds:settings": 7,
        "rounds:entries": 12,
        "rounds:entry_names": 7,
        "rounds:entry_new": 7,
        "rounds:entry_team": 7,
        "rounds:entry_change": 8,
        "rounds:entry_remove": 4,
        "rounds:presence": 6,
        "rounds:remove_absent": 4,
        "rounds:draw": 11,
        "rounds:ceremony": 9,
        "rounds:cancel_draw": 5,
        "rounds:take_back": 7,
        "rounds:missed": 13,
        "rounds:no_show": 7,
        "rounds:correct": 9,
        "rounds:screens": 12,
        "rounds:days": 5,
        "rounds:attendance": 11,
        "rounds:plans": 7,
        "rounds:adjustments": 8,
        "rounds:prizes": 9,
        "rounds:prizes_change": 4,
        "rounds:prizes_marks": 4,
        "rounds:prohibitions": 6,
        "rounds:withdraw": 11,
        "rounds:close": 18,
        "rounds:history": 18,
        "rounds:stage_add": 5,
        "rounds:stage_change": 5,
        "rounds:stage_remove": 4,
        "rounds:prints": 9,
        "rounds:export": 8,
        "rounds:homologation": 8,
        "rounds:unlisted": 8,
        "rounds:import": 3,
        "accounts:members": 8,
        "accounts:audit": 4,
        "accounts:member_second_factor": 4,
        "accounts:club": 5,
        "rounds:person": 23,
        "rounds:person_file": 21,
        "rounds:forget": 4,
        "rounds:retention": 3,
        "accounts:club_delete": 3,
        "accounts:invitation": 4,
        "accounts:member_password": 4,
        "accounts:member_remove": 4,
        "rounds:delete": 5,
        "exchange:roster": 5,
        "exchange:table": 10,
        "exchange:tables": 9,
        "season:circuits": 4,
        "season:circuit": 26,
        "season:circuit_change": 6,
        "season:circuit_close": 24,
        "season:circuit_delete": 4,
        "season:circuit_export": 23,
        "season:circuit_import": 3,
        "season:circuit_new": 5,
        "season:circuit_sheet": 22,
        "season:circuit_table": 22,
        "season:item": 6,
        "season:people": 5,
        "season:merge_with": 5,
        "season:merge": 15,
        "season:tags": 5,
        "season:typed": 6,
        "season:typed_new": 4,
    },
    "draft": {
        "rounds:round": 15,
        "rounds:take_back": 6,
        "rounds:prints": 7,
        "rounds:attendance": 11,
        "rounds:history": 12,
    },
    "larger tables": {
        "rounds:round": 16,
        "rounds:clock": 6,
        "rounds:correct_scores": 5,
        "rounds:calendar": 11,
        "rounds:card": 8,
        "rounds:crosstable": 8,
        "rounds:standings": 8,
        "rounds:clinch": 8,
        "rounds:attendance": 11,
        "rounds:prints": 9,
        "rounds:history": 12,
    },
    "closed": {"rounds:event": 10, "rounds:final": 13, "rounds:reopen": 13},
    "calendar": {
        "rounds:calendar": 11,
        "rounds:come_back": 15,
        "rounds:crosstable": 8,
        "rounds:publish_all": 11,
    },
}


def registering(players: int) -> Event:
    """Half of them are present."""
    event = make_event(make_club(owner=make_user()), **AMALFI)
    make_entries(event, players)
    event.entries.filter(entry_no__lte=players // 2).update(present=True)
    SignUpSettings.objects.create(event=event, enabled=True, limit=players * 3 // 2, self_leaving=True)
    event.sign_ups.bulk_create(
        SignUp(event=event, name=f"Ospite {number}", sort_name=f"ospite {number}", key=str(number))
        for number in range(players)
    )
    Address.objects.bulk_create(
        Address(event=event, sign_up=one, is_own=True, confirmed_at=now(), email=f"{one.key}@example.org")
        for one in event.sign_ups.all()
    )
    for number in range(players):
        event.messages.create(kind="written", key=str(number))
    return event


def under_way(players: int) -> Event:
    """The second round has its first result."""
    event = make_drawn_event(players, make_club(owner=make_user()), **AMALFI)
    make_entries(make_event(event.club), 1)  # a player on the roster
    make_results(event, make_round(event), ["1-0", "=-="] * players, make_user())
    make_result(event, make_round(event), 1, "1-0")
    event.stages.create(number=2, system="knockout", scoring="game", ranking=["points"])
    circuit = event.club.circuits.create(name="Anno", slug=f"anno-{event.club_id}", first_day=event.starts_on)
    circuit.items.create(name="Finale")
    return event


def draft(players: int) -> Event:
    event = make_drawn_event(players, make_club(owner=make_user()), **AMALFI)
    make_round(event, published=False)
    return event


def closed(players: int) -> Event:
    event = under_way(players)
    Event.objects.filter(pk=event.pk).update(closed_at=now())
    return event


def calendar(players: int) -> Event:
    """Of a round robin that its first player has left."""
    event = make_drawn_event(players, make_club(owner=make_user()))
    make_round(event)
    event.entries.filter(entry_no=1).update(withdrawn=2)
    return event


def seated(players: int) -> Event:
    event = make_seated_event(players, make_club(owner=make_user()))
    make_round(event)
    return event


STATES = {
    "registering": registering,
    "under way": under_way,
    "draft": draft,
    "larger tables": seated,
    "closed": closed,
    "calendar": calendar,
}


@pytest.fixture(scope="module")
def kept_events(kept_db: None) -> dict[str, list[Event]]:
    """In each state an event of either size."""
    return {state: [make(players) for players in SIZES] for state, make in STATES.items()}


def taken(client: Client, path: str) -> int | None:
    """None: there is no page to read at this address."""
    forget_everything()
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(path)
    return len(queries) if answer.status_code == 200 else None


@pytest.mark.parametrize("state", QUERIES)
def test_a_page_takes_as_many_queries_for_any_number_of_players(
    state: str, kept_events: dict[str, list[Event]], db: None
) -> None:
    owners = [(event, signed_in(event.club, Role.OWNER)) for event in kept_events[state]]

    def queries(name: str) -> list[int | None]:
        return [taken(another_browser(owner), path_of(name, event)) for event, owner in owners]

    expected = {name: [queries] * len(SIZES) for name, queries in QUERIES[state].items()}
    assert found_at(QUERIES[state], queries) == expected


def test_every_page_that_can_be_read_is_counted(kept_events: dict[str, list[Event]], db: None) -> None:
    event = kept_events["under way"][0]
    client = signed_in(event.club, Role.OWNER)
    counted = {name for names in QUERIES.values() for name in names}
    others = [name for name in OURS if name not in counted]
    assert {name for name in others if client.get(path_of(name, event)).status_code != 405} == ELSEWHERE
