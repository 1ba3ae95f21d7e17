"""Coroutines in tests, which share a process with those that drive a browser."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Result = TypeVar("Result")


def result_of(main: Coroutine[Any, Any, Result]) -> Result:
    """From another thread: in this one the browser of other tests may have a loop that runs."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, main).result()
