"""The two caches: Django's `cache`, of what is rendered for readers, and `jobs_cache`, of what somebody waits
for: how far a print is, its PDF, a package. The many entries of the first push out none of it.
"""

from django.core.cache import cache, caches
from django.utils.connection import ConnectionProxy

jobs_cache = ConnectionProxy(caches, "jobs")


def forget_rendered() -> None:
    """Forget all that was rendered, in both: what it shows may not be shown any more."""
    cache.clear()
    jobs_cache.clear()
