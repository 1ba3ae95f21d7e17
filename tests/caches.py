"""Everything that the site keeps of its answers."""

from django.core.cache import cache

from clubtornei.events import version_cache
from clubtornei.season.circuits import snapshot
from clubtornei.season.people import ratings


def forget_everything() -> None:
    """From now on the site answers as if it had just been started."""
    cache.clear()
    version_cache.memory.clear()
    snapshot.memory.clear()
    ratings.memory.clear()
