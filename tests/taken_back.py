"""Many addresses asked for in one test, each of the site as the module has made it."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from django.db import transaction

from tests.caches import forget_everything

Found = TypeVar("Found")


@contextmanager
def taken_back() -> Iterator[None]:
    """What is written here is taken back; no page was kept before, and none of before is shown."""
    forget_everything()
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def found_at(names: Iterable[str], ask: Callable[[str], Found]) -> dict[str, Found]:
    """What `ask` finds at each of these addresses, as if it were the first one that is asked for."""
    found = {}
    for name in names:
        try:
            with taken_back():
                found[name] = ask(name)
        except Exception as error:
            error.add_note(f"at {name}")
            raise
    return found
