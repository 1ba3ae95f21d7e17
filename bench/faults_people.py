"""Who is at work while `faults.py` ill-treats the site, what was confirmed to them, whether it is there."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import unescape
from random import Random
from uuid import uuid4

import msgspec
import psycopg

from bench.browser import Answer, Browser
from bench.faults_site import FaultySite
from bench.hall_people import ENTRY
from pairing.checking import check
from pairing.registry import SYSTEM_SPECS
from pairing.simulate import SimulationRequest, simulate
from scoring.record import Document, read, write

DRAFT = re.compile(r'name="expected" value="([^"]+)"')
"""What a draft was drawn from, as its page sends it back."""

AGAIN = 0.2  # seconds until somebody tries again
ATTEMPTS = 300
SCORES = {"1-0": [1, 0], "0-1": [0, 1], "=-=": [0.5, 0.5]}
CODES = list(SCORES)
EVENT = re.compile(r"/e/([\w-]+)/")

WHOLE = {
    "rounds without tables": """
        SELECT count(*) FROM rounds_round r WHERE NOT EXISTS (SELECT FROM rounds_table WHERE round_id = r.id)
    """,
    "tables of which a part has a result": """
        SELECT count(*) FROM (SELECT FROM rounds_seat GROUP BY table_id
        HAVING count(score) NOT IN (0, count(*))) AS t
    """,
    "tables that are not what their last history line says": """
        SELECT count(*) FROM rounds_table t,
        LATERAL (SELECT coalesce(after -> 'scores', after) AS scores FROM rounds_resultentry
            WHERE table_id = t.id AND NOT undone ORDER BY id DESC LIMIT 1) AS line,
        LATERAL (SELECT jsonb_agg(score ORDER BY position) AS scores FROM rounds_seat
            WHERE table_id = t.id) AS seats
        WHERE line.scores IS DISTINCT FROM seats.scores
    """,
    "history lines that do not follow from the one before": """
        SELECT count(*) FROM (SELECT coalesce(before -> 'scores', before) AS before,
            lag(coalesce(after -> 'scores', after)) OVER (PARTITION BY table_id ORDER BY id) AS earlier
            FROM rounds_resultentry) AS line
        WHERE earlier IS NOT NULL AND earlier <> before
    """,
    "history lines out of order": """
        SELECT count(*) FROM (SELECT l.version, lag(l.version) OVER (
            PARTITION BY s.event_id ORDER BY l.id) AS earlier FROM rounds_resultentry l
            JOIN rounds_table t ON t.id = l.table_id JOIN rounds_round r ON r.id = t.round_id
            JOIN events_stage s ON s.id = r.stage_id WHERE l.version > 0) AS line
        WHERE version <= earlier
    """,
    "events without players or stages": """
        SELECT count(*) FROM events_event e WHERE NOT EXISTS (SELECT FROM events_entry WHERE event_id = e.id)
        OR NOT EXISTS (SELECT FROM events_stage WHERE event_id = e.id)
    """,
}
"""What must never be: each of these counts is 0."""


def tournament(system: str, players: int, rounds: int, published: int, seed: str) -> Document:
    """So many rounds are published, and no result entered."""
    document = simulate(SimulationRequest(system=system, players=players, rounds=rounds, seed=seed))
    (stage,) = document.stages
    open_rounds = tuple(
        msgspec.structs.replace(
            round_, tables=tuple(msgspec.structs.replace(table, result=None) for table in round_.tables)
        )
        for round_ in stage.rounds[:published]
    )
    stage = msgspec.structs.replace(stage, rounds=open_rounds)
    return msgspec.structs.replace(document, stages=(stage,))


async def sign_in(site: FaultySite) -> Browser:
    browser = Browser(site.port)
    await browser.get("/login/")
    answer = await browser.post("/login/", {"username": "demo", "password": site.password})
    assert answer.status == 302, answer.status
    return browser


def another(browser: Browser) -> Browser:
    """Another window of the same person."""
    window = Browser(browser.port)
    window.cookies |= browser.cookies
    return window


async def import_event(browser: Browser, document: Document) -> str:
    """The slug of the event that was made. Raises OSError if none was confirmed."""
    answer = await browser.upload("/c/demo/events/import/", "file", write(document))
    if answer.status != 302:
        raise ConnectionError(f"the import was answered with {answer.status}")
    found = EVENT.match(answer.headers["location"])
    assert found
    return found[1]


@dataclass
class Confirmed:
    """What the site has confirmed, by event."""

    results: dict[tuple[str, int], dict[str, str]] = field(default_factory=dict)
    """Of each round the codes by table."""
    imported: dict[str, Document] = field(default_factory=dict)
    refused: int = 0
    """Requests that got no answer, or that of an error."""

    @property
    def entered(self) -> int:
        """How many results."""
        return sum(map(len, self.results.values()))

    @property
    def number(self) -> int:
        return len(self.imported) + self.entered


class Desk:
    """An arbiter plays an event: enters the results of a round, draws and publishes the next."""

    def __init__(
        self, browser: Browser, slug: str, rng: Random, confirmed: Confirmed, pause: float = 0.0
    ) -> None:
        """`pause`: seconds after each request."""
        self.browser, self.slug, self.rng, self.confirmed = browser, slug, rng, confirmed
        self.pause = pause
        self.number, self.stopping = 1, False

    async def play(self) -> None:
        while not self.stopping:
            page = await self.asked(f"rounds/{self.number}/")
            if page is None:
                continue
            shown = {pk: expected for pk, expected, _number in ENTRY.findall(page.text)}
            for pk in [pk for pk, expected in shown.items() if not expected]:
                if self.stopping:
                    return
                await self.enter(pk)
            if "" not in shown.values():
                await self.go_on()

    async def enter(self, pk: str) -> None:
        """Send it until it is confirmed, always with the same key, as the page does."""
        code, key = self.rng.choice(CODES), str(uuid4())
        answer = None
        for _attempt in range(ATTEMPTS):
            answer = await self.sent(f"tables/{pk}/result/", {"result": code, "expected": ""}, key)
            if answer or self.stopping:
                break
        if answer and answer.status == 200:
            self.confirmed.results.setdefault((self.slug, self.number), {})[pk] = code

    async def go_on(self) -> None:
        """Draw the next round, and publish it; what was done before the answer was lost is done."""
        following = self.number + 1
        await self.sent("rounds/next/", {"number": str(following)})
        draft = await self.asked(f"rounds/{following}/")
        shown = DRAFT.search(draft.text) if draft else None
        published = draft
        if shown:
            published = await self.sent(f"rounds/{following}/publish/", {"expected": unescape(shown[1])})
        page = await self.asked(f"rounds/{following}/") if published else None
        if page and ENTRY.search(page.text):
            self.number = following
            self.confirmed.results.setdefault((self.slug, following), {})

    async def asked(self, path: str) -> Answer | None:
        return await self.answered(self.browser.get(f"/e/{self.slug}/{path}"))

    async def sent(self, path: str, data: dict[str, str], key: str = "") -> Answer | None:
        return await self.answered(
            self.browser.post(f"/e/{self.slug}/{path}", data, htmx=path.startswith("tables"), key=key)
        )

    async def answered(self, request) -> Answer | None:  # type: ignore[no-untyped-def]
        """The answer; None, after a while, if none came or it was that of an error."""
        try:
            answer: Answer = await request
        except OSError:
            answer = Answer(0, {}, {}, b"")
        if 0 < answer.status < 500:
            await asyncio.sleep(self.pause)
            return answer
        self.confirmed.refused += 1
        await asyncio.sleep(AGAIN)
        return None


class Importer:
    """Imports one document after the other."""

    def __init__(self, browser: Browser, seed: str, confirmed: Confirmed, pause: float = 0.0) -> None:
        """`pause`: seconds that are added to those after each document."""
        self.browser, self.seed, self.confirmed = browser, seed, confirmed
        self.pause, self.stopping = pause, False

    async def play(self) -> None:
        number = 0
        while not self.stopping:
            number += 1
            document = tournament("club-swiss", 10, 3, 1, f"{self.seed} {number}")
            try:
                slug = await import_event(self.browser, document)
            except OSError:
                self.confirmed.refused += 1
            else:
                self.confirmed.imported[slug] = document
            await asyncio.sleep(AGAIN + self.pause)


async def issues(
    site: FaultySite, browser: Browser, confirmed: Confirmed, desks: Sequence[Desk]
) -> list[str]:
    """What is not as it must be, once the site is back and nobody works."""
    found = [f"{number} {what}" for what, number in half_written(site.url).items() if number]
    recorded = scores_by_table(site.url)
    for (slug, number), codes in confirmed.results.items():
        page = await browser.get(f"/e/{slug}/rounds/{number}/")
        lost = {pk: code for pk, code in codes.items() if recorded.get(pk) != SCORES[code]}
        if page.status != 200 or lost:
            found.append(f"{slug}, round {number}: confirmed and not there: {page.status} {lost}")
    for slug in {desk.slug for desk in desks} | confirmed.imported.keys():
        found += await issues_of_document(browser, slug, confirmed.imported.get(slug))
    return found


async def issues_of_document(browser: Browser, slug: str, imported: Document | None) -> list[str]:
    answer = await browser.get(f"/e/{slug}/export/")
    if answer.status != 200:
        return [f"{slug}: no document: {answer.status}"]
    document = read(answer.text, SYSTEM_SPECS)
    wrong = [f"{slug}: round {one.round} is not what the rules give" for one in check(document) if not one.ok]
    if imported and facts_of(document) != facts_of(imported):
        wrong.append(f"{slug}: is not what was imported")
    return wrong


def facts_of(document: Document) -> tuple[int, list[list[tuple[int, ...]]]]:
    """How many players, and who meets whom."""
    rounds = document.stages[0].rounds
    return len(document.players), [sorted(table.seats for table in each.tables) for each in rounds]


def scores_by_table(url: str) -> dict[str, object]:
    query = "SELECT table_id, jsonb_agg(score ORDER BY position) FROM rounds_seat GROUP BY table_id"
    with psycopg.connect(url) as connection:
        return {str(pk): scores for pk, scores in connection.execute(query)}


def half_written(url: str) -> dict[str, int]:
    with psycopg.connect(url) as connection:
        counted = {}
        for what, query in WHOLE.items():
            row = connection.execute(query).fetchone()
            assert row
            counted[what] = int(row[0])
        return counted


async def enter_at_once(
    site: FaultySite, browser: Browser, *, clients: int, players: int, rng: Random
) -> tuple[int, list[str]]:
    """All games of a round robin but those of its last round, entered by so many at once, every tenth by two
    of them: how many, and what was lost, doubled, or is out of order.
    """
    rounds = players - 1 + players % 2
    slug = await import_event(browser, tournament("round-robin", players, rounds, rounds, "many"))
    tables = []
    for number in range(1, rounds):  # the last one asks while games before it are open
        page = await browser.get(f"/e/{slug}/rounds/{number}/")
        tables += [pk for pk, _expected, _number in ENTRY.findall(page.text)]
    sent = [(pk, rng.choice(CODES)) for pk in tables]
    twice = sent + rng.sample(sent, len(sent) // 10)
    rng.shuffle(twice)
    waiting, statuses = iter(twice), []

    async def work(window: Browser) -> None:
        for pk, code in waiting:
            data = {"result": code, "expected": ""}
            answer = await window.post(f"/e/{slug}/tables/{pk}/result/", data, htmx=True)
            statuses.append(answer.status)
        window.close()

    await asyncio.gather(*(work(another(browser)) for _ in range(clients)))
    found = [f"{number} {what}" for what, number in half_written(site.url).items() if number]
    found += [f"answered with {status}" for status in {*statuses} - {200}]
    with psycopg.connect(site.url) as connection:
        lines = connection.execute(
            "SELECT table_id FROM rounds_resultentry WHERE table_id = ANY(%s)", [[int(pk) for pk in tables]]
        ).fetchall()
    if len(lines) != len(tables) or len(set(lines)) != len(tables):
        found.append(f"{len(lines)} history lines of {len(tables)} results")
    recorded = scores_by_table(site.url)
    found += [f"table {pk}: another result" for pk, code in sent if recorded[pk] != SCORES[code]]
    return len(tables), found
