"""Who is in the hall that `hall.py` measures: phones, the organiser, and one who waits for each result."""

import asyncio
import math
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from time import perf_counter

from bench.browser import Answer, Browser

Step = Callable[[], Awaitable[Answer]]

GOOD = (200, 304)
LOADING = 8  # phones at a time
ENTRY = re.compile(
    r'action="[^"]*/tables/(\d+)/result/".*?name="expected" value="([^"]*)".*?class="table-number">(\d+)<',
    re.DOTALL,
)
PAIRING = re.compile(
    r'class="table-number">\s*<a .*?(\d+)\s*</a>.*?<td class="outcome[^>]*>(.*?)</td>', re.DOTALL
)


def percentile(values: list[float], percent: int) -> float:
    """The value that so many per cent of all do not exceed; of none, not a number."""
    return sorted(values)[math.ceil(len(values) * percent / 100) - 1] if values else math.nan


@dataclass
class Tally:
    """How one kind of request was answered."""

    seconds: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    sent: list[int] = field(default_factory=list)
    """The bytes of each answer that had a body."""

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.seconds + other.seconds,
            self.statuses + other.statuses,
            self.errors + other.errors,
            self.sent + other.sent,
        )

    async def time(self, step: Step) -> Answer | None:
        """The answer, counted; None where there was none."""
        begun = perf_counter()
        try:
            answer = await step()
        except OSError as error:
            self.errors[type(error).__name__] += 1
            return None
        self.seconds.append(perf_counter() - begun)
        self.statuses[answer.status] += 1
        if answer.status not in GOOD:
            self.errors[f"status {answer.status}"] += 1
        if answer.body:
            self.sent.append(len(answer.body))
        return answer


class Turns:
    """When somebody's turns come: every `interval` seconds from `first` on, until `end`.

    A turn that passes while the last one is still under way is missed, as htmx has it. `late`: by how much
    this program itself missed the others.
    """

    def __init__(self, first: float, interval: float, end: float, late: list[float]) -> None:
        self.next, self.interval, self.end, self.late = first, interval, end, late

    def __aiter__(self) -> "Turns":
        return self

    async def __anext__(self) -> float:
        while self.next < perf_counter() - self.interval / 100 and self.next < self.end:
            self.next += self.interval
        if self.next >= self.end:
            raise StopAsyncIteration
        turn, self.next = self.next, self.next + self.interval
        await asyncio.sleep(turn - perf_counter())
        self.late.append(perf_counter() - turn)
        return turn


async def take_turns(turns: Turns, step: Step, tally: Tally) -> None:
    async for _turn in turns:
        await tally.time(step)


async def load_all(phones: Iterable["Phone"], tally: Tally) -> None:
    """All phones load their pages, a few at a time."""
    waiting = iter(phones)

    async def one_after_the_other() -> None:
        for phone in waiting:
            await tally.time(phone.poll)

    await asyncio.gather(*(one_after_the_other() for _ in range(LOADING)))


def shown_results(page: str) -> dict[int, str]:
    """What the public page of a round shows of each table: its result, or nothing."""
    return {int(number): " ".join(result.split()) for number, result in PAIRING.findall(page)}


class Freshness:
    """How long each result took from the organiser's desk to a phone that asks again and again."""

    def __init__(self, results: dict[int, str]) -> None:
        self.shown = results
        self.awaited: dict[int, tuple[float, str]] = {}
        self.seconds: list[float] = []
        self.went_back = 0
        """How often this phone was shown something older than before."""

    async def after(self, table: int, entering: Awaitable[Answer]) -> Answer:
        """The answer to the organiser. From then on it counts; the phone may have the result before him."""
        before = self.shown[table]
        self.awaited[table] = perf_counter(), before
        answer = await entering
        if answer.status != 200:
            self.awaited.pop(table, None)
        elif table in self.awaited:
            self.awaited[table] = perf_counter(), before
        return answer

    def seen(self, page: str) -> None:
        results, now = shown_results(page), perf_counter()
        for table, result in results.items():
            if table in self.awaited and result != self.awaited[table][1]:
                self.seconds.append(now - self.awaited.pop(table)[0])
            elif result != self.shown[table]:
                self.went_back += 1
        self.shown = results


class Phone:
    """Asks again and again for a page."""

    def __init__(self, port: int, path: str) -> None:
        self.browser, self.path = Browser(port), path

    async def poll(self) -> Answer:
        return await self.browser.poll(self.path)

    async def load(self) -> Answer:
        """All of it, whatever this phone has already."""
        return await self.browser.get(self.path)


class Watcher(Phone):
    """Looks for each result."""

    freshness: Freshness

    async def poll(self) -> Answer:
        answer = await super().poll()
        if answer.status == 200:
            self.freshness.seen(answer.text)
        return answer


class Organiser:
    """Enters a result at one table after the other, and begins again with other results after the last."""

    freshness: Freshness

    def __init__(self, browser: Browser, event: str, page: str) -> None:
        self.browser, self.event = browser, event
        self.tables = [(pk, int(number)) for pk, _expected, number in ENTRY.findall(page)]
        self.expected = {pk: expected for pk, expected, _number in ENTRY.findall(page)}
        self.entered = 0

    async def enter(self) -> Answer:
        again, place = divmod(self.entered, len(self.tables))
        self.entered += 1
        pk, number = self.tables[place]
        result = {"result": ("1-0", "0-1")[again % 2], "expected": self.expected[pk], "replacing": "1"}
        entering = self.browser.post(f"{self.event}tables/{pk}/result/", result, htmx=True)
        answer = await self.freshness.after(number, entering)
        if answer.status == 200:
            (self.expected[pk],) = (expected for row, expected, _ in ENTRY.findall(answer.text) if row == pk)
        return answer
