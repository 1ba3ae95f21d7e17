from collections.abc import Iterator

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def cold_cache() -> Iterator[None]:
    """Nothing is kept from one test for the next."""
    cache.clear()
    yield
    cache.clear()
