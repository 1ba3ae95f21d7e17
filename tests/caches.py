"""Everything that the site keeps of its answers."""

from django.core.cache import cache

from clubtornei.events import version_cache
from clubtornei.public import kept_pages, page_cache, refreshing
from clubtornei.rounds.documents import exporting
from clubtornei.season.circuits import snapshot
from clubtornei.season.people import ratings


def forget_everything() -> None:
    """From now on the site answers as if it had just been started."""
    cache.clear()
    page_cache.memory.clear()
    page_cache.unshared.clear()
    kept_pages.memory.clear()
    page_cache.recent_versions.clear()
    refreshing.recent_requests.clear()
    refreshing.prepared.clear()
    version_cache.memory.clear()
    exporting.memory.clear()
    snapshot.memory.clear()
    ratings.memory.clear()
