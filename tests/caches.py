"""Everything that the site keeps of its answers."""

from django.core.cache import cache

from clubtornei.events import version_cache


def forget_everything() -> None:
    """From now on the site answers as if it had just been started."""
    cache.clear()
    version_cache.memory.clear()
