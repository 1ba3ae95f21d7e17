"""The cache that the processes of one machine share as files. On a full disk nothing new is kept, and a file
that is damaged is as good as none.
"""

import logging
from typing import Any

from django.core.cache.backends.filebased import FileBasedCache

logger = logging.getLogger(__name__)


class FileCache(FileBasedCache):
    """Django's, which raises no error of the disk's."""

    def get(self, key: str, default: object = None, version: int | None = None) -> object:
        try:
            return super().get(key, default, version)
        except Exception as error:
            logger.warning("A page could not be read: %s", error)
            self.delete(key, version)
            return default

    def set(self, *key_and_value: Any, **options: Any) -> None:
        try:
            super().set(*key_and_value, **options)
        except OSError as error:
            logger.warning("A page could not be kept: %s", error)
