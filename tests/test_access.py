"""Who finds what, for every address of the site."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils.timezone import now

from clubtornei.accounts.models import Club, Role
from clubtornei.events.models import Event
from clubtornei.rounds.documents.exporting import keep_document
from tests.addresses import (
    ADMINISTERING,
    ANYBODY,
    BETWEEN_SITES,
    BY_LINK,
    EVEN_CLOSED,
    FOLLOWING,
    IN_THE_HALL,
    INVITED,
    MOVED,
    OF_MORE,
    OF_THE_YEAR,
    ON_PAPER,
    OPERATING,
    OURS,
    PUBLISHED,
    SIGNED_IN,
    SIGNING_UP,
    addresses,
    path_of,
)
from tests.factories import (
    another_browser,
    make_club,
    make_drawn_event,
    make_member,
    make_round,
    make_seated_event,
    make_user,
    signed_in,
)
from tests.taken_back import found_at


def statuses(client: Client, path: str) -> set[int]:
    """The answers to GET and POST, but for the method the address does not take."""
    return {client.get(path).status_code, client.post(path).status_code} - {405}


def refusals_and_parts(client: Client, path: str) -> set[int | str]:
    """How it refuses who may go there; whether it gives him less than a whole page without htmx; and whether
    a cache may give it to others.
    """
    page = client.get(path)
    found: set[int | str] = {403, 404} & {page.status_code, client.post(path).status_code}
    if not {"private", "no-store"} <= set(page["Cache-Control"].split(", ")):
        found.add(page["Cache-Control"])
    is_html = page.status_code == 200 and page["Content-Type"].startswith("text/html")
    return found | ({"a part"} if is_html and "</html>" not in page.text else set())


def browser_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def make_begun_event(*, multiplayer: bool) -> Event:
    """Not published, of a club with an owner; its first round is: the address finds something there."""
    make = make_seated_event if multiplayer else make_drawn_event
    event = make(4, make_club(owner=make_user()), published=False)
    make_round(event)
    event.stages.create(number=2, system="bands", scoring="table-points", options={"tables": 1})
    return event


@pytest.fixture(scope="module")
def kept_events(kept_db: None) -> dict[tuple[str, bool], Event]:
    """Of two clubs, each at tables of two and of more."""
    events = {
        (club, multiplayer): make_begun_event(multiplayer=multiplayer)
        for club in ("one", "another")
        for multiplayer in (False, True)
    }
    for event in events.values():
        keep_document(event)
    return events


@pytest.fixture(scope="module")
def kept_stranger(kept_db: None) -> Client:
    return signed_in(make_club(), Role.OWNER)


@pytest.fixture(scope="module")
def kept_members(kept_events: dict[tuple[str, bool], Event]) -> dict[tuple[bool, Role], Client]:
    """The browser of a member for each role in each of the two clubs that the addresses are of."""
    return {
        (multiplayer, role): signed_in(kept_events["one", multiplayer].club, role)
        for multiplayer in (False, True)
        for role in Role
    }


def kept_event(kept_events: dict[tuple[str, bool], Event], club: str, name: str) -> Event:
    """Of that club, such as the address is about."""
    return Event.objects.get(pk=kept_events[club, name in OF_MORE].pk)


@pytest.fixture(scope="module")
def paths(kept_events: dict[tuple[str, bool], Event]) -> dict[str, str]:
    """Of each address for members: the first club's event, such as the address is about."""
    return {name: path_of(name, kept_events["one", name in OF_MORE]) for name in OURS}


@pytest.fixture
def event_for(kept_events: dict[tuple[str, bool], Event], db: None) -> Callable[[str], Event]:
    """The first club's event, such as the address is about."""
    return lambda name: kept_event(kept_events, "one", name)


@pytest.fixture
def event(event_for: Callable[[str], Event]) -> Event:
    return event_for("")


def test_every_address_stands_in_one_row() -> None:
    rows = [
        *ANYBODY,
        *SIGNED_IN,
        *OPERATING,
        *ADMINISTERING,
        *INVITED,
        *PUBLISHED,
        *OF_THE_YEAR,
        *ON_PAPER,
        *BY_LINK,
        *IN_THE_HALL,
        *BETWEEN_SITES,
        *SIGNING_UP,
        *FOLLOWING,
        *MOVED,
        *OURS,
    ]
    assert sorted(rows) == sorted(addresses())


LED_TO_HALL = {"rounds:result", "rounds:scores", "rounds:trial", "rounds:confirm", "rounds:reject"}
"""For a table that the event does not have, or has no more: its own hall says that nothing was saved."""


def ways_in(path: str) -> set[str]:
    """Where who is not signed in is sent, but for the method the address does not take."""
    answers = [answer for answer in (Client().get(path), Client().post(path)) if answer.status_code != 405]
    return {
        answer["Location"] if answer.status_code == 302 else str(answer.status_code) for answer in answers
    }


def test_anonymous_visitors_are_led_to_sign_in_and_find_nothing_of_a_club(
    paths: dict[str, str], db: None
) -> None:
    def elsewhere(name: str) -> set[str]:
        path = paths[name]
        area = "/".join(path.split("/")[:3]) + "/"
        return ways_in(path) - {f"{reverse('login')}?next={page}" for page in (path, area)}

    assert found_at(OURS, elsewhere) == {name: set() for name in OURS}


def test_members_of_another_club_find_nothing(paths: dict[str, str], kept_stranger: Client, db: None) -> None:
    def answers(name: str) -> set[int]:
        return statuses(another_browser(kept_stranger), paths[name])

    assert found_at(OURS, answers) == {name: {404} for name in OURS}


def test_nobody_reaches_the_things_of_another_club_through_his_own(
    event_for: Callable[[str], Event], kept_events: dict[tuple[str, bool], Event]
) -> None:
    def answers(name: str) -> set[int]:
        own = kept_event(kept_events, "another", name)
        owner = own.club.memberships.get().user
        return statuses(browser_of(owner), path_of(name, own, things=event_for(name)))

    things = [name for name in OURS if "<int:pk>" in addresses().get(name, "")]
    expected = {name: {302 if name in LED_TO_HALL else 404} for name in things}
    assert found_at(things, answers) == expected


def test_members_without_the_role_are_told_so(
    paths: dict[str, str], kept_members: dict[tuple[bool, Role], Client], db: None
) -> None:
    lesser = {Role.OWNER: Role.ARBITER, Role.ARBITER: Role.HELPER}

    def answers(name: str) -> set[int]:
        return statuses(another_browser(kept_members[name in OF_MORE, lesser[OURS[name]]]), paths[name])

    not_for_all = [name for name, role in OURS.items() if role != Role.HELPER]
    assert found_at(not_for_all, answers) == {name: {403} for name in not_for_all}


@pytest.mark.parametrize(
    ("own", "name", "missing"),
    [
        (
            Role.HELPER,
            "players:roster",
            "Qui serve il ruolo «Arbitro», il tuo è «Aiutante (solo risultati)».",
        ),
        (
            Role.HELPER,
            "rounds:settings",
            "Qui serve il ruolo «Arbitro», il tuo è «Aiutante (solo risultati)».",
        ),
        (Role.ARBITER, "rounds:delete", "Qui serve il ruolo «Titolare», il tuo è «Arbitro»."),
    ],
)
def test_the_refusal_names_the_role_that_is_missing_and_who_can_give_it(
    own: Role, name: str, missing: str, event: Event
) -> None:
    event.club.memberships.filter(role=Role.OWNER).delete()
    make_member(event.club, make_user("bice", first_name="Bice", last_name="Neri"), Role.OWNER)
    make_member(event.club, make_user("ugo"), Role.OWNER)
    page = signed_in(event.club, own).get(path_of(name, event)).text
    assert missing in page
    assert f"Nel circolo {event.club.name} te lo può dare chi è titolare: Bice Neri, ugo." in page


def test_members_with_the_role_get_past_the_door(
    paths: dict[str, str], kept_members: dict[tuple[bool, Role], Client], db: None
) -> None:
    def refusals(name: str) -> set[int | str]:
        return refusals_and_parts(another_browser(kept_members[name in OF_MORE, OURS[name]]), paths[name])

    assert found_at(OURS, refusals) == {name: set() for name in OURS}


def test_nobody_sees_an_event_that_is_not_published(event_for: Callable[[str], Event]) -> None:
    def answers(name: str) -> set[int]:
        event = event_for(name)
        path = path_of(name, event)
        owner = browser_of(event.club.memberships.earliest("pk").user)
        return statuses(Client(), path) | statuses(owner, path)

    assert found_at(PUBLISHED, answers) == {name: {404} for name in PUBLISHED}


def test_anybody_sees_a_published_event(event_for: Callable[[str], Event]) -> None:
    def answers(name: str) -> set[int]:
        event = event_for(name)
        Event.objects.filter(pk=event.pk).update(published=True)
        return statuses(Client(), path_of(name, event))

    expected = {name: {200} for name in PUBLISHED} | {"api:bracket": {404}}  # there is none
    assert found_at(PUBLISHED, answers) == expected


@pytest.mark.parametrize("name", ON_PAPER)
def test_who_holds_the_paper_of_a_table_needs_nothing_else(
    name: str, event_for: Callable[[str], Event], kept_stranger: Client
) -> None:
    """Also of an event that is not published; a member of another club is anybody here."""
    path = path_of(name, event_for(name))
    assert statuses(Client(), path) <= {200, 422}
    assert statuses(another_browser(kept_stranger), path) <= {200, 422}
    token = path.split("/")[2]
    assert statuses(Client(), path.replace(token, token[:-1] + "~")) == {404}


@pytest.mark.parametrize("name", [*BY_LINK, *INVITED])
def test_who_holds_a_link_needs_nothing_else(name: str, event: Event) -> None:
    path = path_of(name, event)
    assert statuses(Client(), path) <= {200, 302, 422}
    forged = Client().get(path[:-2] + "~/")
    assert forged.status_code == 404 or (name in INVITED and "non vale più" in forged.text)


@pytest.mark.parametrize("name", SIGNING_UP)
def test_nobody_signs_up_for_what_is_not_public_or_takes_no_sign_ups(name: str, event: Event) -> None:
    assert statuses(Client(), path_of(name, event)) == {404}
    Event.objects.filter(pk=event.pk).update(published=True)
    assert statuses(Client(), path_of(name, event)) == {404}


def test_of_a_closed_club_only_its_owner_changes_what_becomes_of_it(
    kept_events: dict[tuple[str, bool], Event], paths: dict[str, str], db: None
) -> None:
    clubs = [kept_event(kept_events, "one", name).club for name in ("", OF_MORE[0])]  # of each kind of table
    Club.objects.filter(pk__in=[club.pk for club in clubs]).update(closed_at=now())
    owner = signed_in(clubs[0], Role.OWNER)
    make_member(clubs[1], User.objects.get(pk=owner.session["_auth_user_id"]), Role.OWNER)
    for name in OURS:
        if name in EVEN_CLOSED:
            continue  # tests/accounts/test_clubs.py, tests/rounds/privacy/
        assert owner.post(paths[name]).status_code in {403, 405}, name
    for name in ("rounds:club", "rounds:event", "rounds:round", "players:roster", "accounts:members"):
        page = owner.get(paths[name], follow=True)
        assert page.status_code == 200, name


def test_who_is_invited_finds_nothing_of_the_club_before_he_has_joined(
    kept_events: dict[tuple[str, bool], Event], db: None
) -> None:
    invited = Client()
    assert invited.get(path_of("accounts:join", kept_event(kept_events, "one", ""))).status_code == 200
    for name in ("rounds:club", "rounds:event", "rounds:result", "players:roster", "accounts:members"):
        assert statuses(invited, path_of(name, kept_event(kept_events, "one", name))) == {302}, name


def test_an_account_has_no_page_for_anonymous_visitors(event: Event) -> None:
    def ways_out(name: str) -> set[tuple[int, str]]:
        path = path_of(name, event)
        answers = Client().get(path), Client().post(path)
        return {(answer.status_code, answer.get("Location", "")) for answer in answers}

    led = {name: {(302, f"{reverse('login')}?next={path_of(name, event)}")} for name in SIGNED_IN}
    assert found_at(SIGNED_IN, ways_out) == led


def test_the_way_in_stands_open(event: Event) -> None:
    """But for mail, which the site does not send."""

    def others(name: str) -> set[int]:
        open_to_all = {404} if name == "accounts:password_forgotten" else {200, 302}
        return statuses(Client(), path_of(name, event)) - open_to_all

    assert found_at(ANYBODY, others) == {name: set() for name in ANYBODY}


def test_a_form_that_is_too_old_is_refused_on_a_page_of_ours(event: Event) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(event.club.memberships.earliest("pk").user)
    answer = client.post(path_of("rounds:publish_event", event), {"published": "1"})
    assert answer.status_code == 403
    assert "la pagina era aperta da troppo tempo" in answer.text
