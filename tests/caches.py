"""Everything that the site keeps of its answers."""

from django.core.cache import caches

from clubtornei.public.kept_pages import memory


def forget_everything() -> None:
    """From now on the site answers as if it had just been started."""
    caches["default"].clear()
    caches["pages"].clear()
    memory.clear()
