"""Two sites as on two machines, with nothing in common but one PostgreSQL and one Valkey."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import NamedTuple
from urllib.parse import urlencode
from urllib.request import Request, urlopen
from uuid import uuid4

import pytest
from redis import Redis

from bench.hall_people import shown_results
from bench.hall_site import environment_of, serving
from bench.valkey import Valkey, temporary_valkey
from clubtornei.accounts.models import Role
from tests.factories import make_club, make_drawn_event, make_round, signed_in
from tests.launch.databases import environment

PATIENCE = 5.0  # seconds
OFTEN = 6  # requests, each with a connection of its own: both workers of a machine get some


class Machines(NamedTuple):
    """The ports of both, and what they share."""

    ports: list[int]
    valkey: Valkey


@pytest.fixture
def machines(transactional_db: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    with ExitStack() as until_the_end:
        valkey = until_the_end.enter_context(temporary_valkey())
        shared = environment(CACHE_URL=valkey.url)
        served = [
            until_the_end.enter_context(serving(environment_of(tmp_path_factory.mktemp(name), shared)))
            for name in ("one", "other")
        ]
        yield Machines([port for _children, port in served], valkey)


def test_a_result_shows_on_both_machines_whatever_becomes_of_the_cache(machines: Machines) -> None:
    event = make_drawn_event(12, make_club(), published=True)
    tables = iter(make_round(event).tables.order_by("number"))
    arbiter = signed_in(event.club, Role.ARBITER).cookies["sessionid"].value
    public = f"/t/{event.slug}/rounds/1/"

    def assert_shown_everywhere(entered_at: int) -> None:
        """A result that is entered at this machine now is on the page of either."""
        table = next(tables)
        enter(entered_at, f"/e/{event.slug}/tables/{table.pk}/result/", arbiter)
        for port in machines.ports * OFTEN:
            assert shown_results(read(port, public))[table.number] != ""

    one, other = machines.ports
    with Redis.from_url(machines.valkey.url) as shared:
        assert_shown_everywhere(one)
        assert_shown_everywhere(other)
        assert shared.dbsize() == 1
        shared.flushall()
        assert_shown_everywhere(one)
    machines.valkey.process.kill()
    assert_shown_everywhere(one)
    assert_shown_everywhere(other)
    for port in machines.ports:
        shown = shown_results(read(port, public))
        assert [number for number, result in shown.items() if not result] == [6]
        assert "Giocatore" in read(port, f"/t/{event.slug}/standings/")


def read(port: int, path: str) -> str:
    """The page. Raises HTTPError where the site fails."""
    return ask(port, path, {}, None)


def enter(port: int, path: str, session: str) -> None:
    token = uuid4().hex
    headers = {"Cookie": f"sessionid={session}; csrftoken={token}", "X-CSRFToken": token}
    ask(port, path, headers, urlencode({"result": "1-0"}).encode())


def ask(port: int, path: str, headers: dict[str, str], body: bytes | None) -> str:
    """As from a proxy in front of both machines, which go by one name."""
    request = Request(f"http://127.0.0.1:{port}{path}", body, headers | {"Host": "localhost"})
    with urlopen(request, timeout=PATIENCE) as answer:
        text: str = answer.read().decode()
        return text
