"""Everything that the site keeps of its answers."""

from django.core.cache import cache

from clubtornei.events import computed
from clubtornei.public import kept_pages, refreshing
from clubtornei.rounds.documents import exporting


def forget_everything() -> None:
    """From now on the site answers as if it had just been started."""
    cache.clear()
    kept_pages.memory.clear()
    kept_pages.read.clear()
    refreshing.asked.clear()
    computed.memory.clear()
    exporting.memory.clear()
