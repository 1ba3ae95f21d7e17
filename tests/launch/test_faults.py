"""The machine fails while people work; the long form, by the hundred, is `bench/faults.py`."""

import asyncio
from collections.abc import Iterator
from random import Random

import pytest

from bench.faults import run
from bench.faults_people import enter_at_once, sign_in
from bench.faults_site import FaultySite, faulty_site

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def site() -> Iterator[FaultySite]:
    with faulty_site() as site:
        yield site


@pytest.mark.parametrize(
    "name",
    [
        *("worker", "gunicorn", "postgres", "backend", "group", "launcher", "disk"),
        *("cut network", "held network", "request"),
    ],
)
def test_what_was_confirmed_is_there_and_the_site_comes_back_and_says_so(site: FaultySite, name: str) -> None:
    asyncio.run(run(site, name, "in short", players=6))


def test_of_many_results_at_once_none_is_lost_or_doubled(site: FaultySite) -> None:
    async def enter() -> tuple[int, list[str]]:
        browser = await sign_in(site)
        return await enter_at_once(site, browser, clients=20, players=15, rng=Random(1))

    assert asyncio.run(enter()) == (105, [])
