"""The cache that several machines share, a Redis or Valkey. When it is lost, nothing is lost but time.

While its server does not answer, nothing is found in it and nothing kept. Nor do requests wait for it: every
`PAUSE` seconds one of them looks whether it is back, with `PATIENCE`.
"""

import logging
from time import monotonic
from typing import Any

from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis import Redis, RedisError

PATIENCE = 0.25  # seconds for an answer, and for a connection
PAUSE = 5.0  # seconds

logger = logging.getLogger(__name__)


class Server:
    """Whether the server answers, for all threads of this process, each of which has its own connection."""

    def __init__(self) -> None:
        self.lost, self.ask_again = False, 0.0

    def is_left_alone(self) -> bool:
        """Whether it is not to be asked now. Who may ask is alone with that until the pause is over."""
        if not self.lost:
            return False
        if monotonic() < self.ask_again:
            return True
        self.ask_again = monotonic() + PAUSE
        return False

    def failed(self, error: RedisError) -> None:
        self.ask_again = monotonic() + PAUSE
        if not self.lost:
            self.lost = True
            logger.warning("The shared cache does not answer; each process goes on with its own: %s", error)

    def answered(self) -> None:
        if self.lost:
            self.lost = False
            logger.warning("The shared cache answers again.")


server = Server()


class LosableRedis(Redis):
    """A client for which a server that fails is one that has nothing."""

    def execute_command(self, *command: Any, **options: Any) -> object:
        if server.is_left_alone():
            return None
        try:
            answer = super().execute_command(*command, **options)  # type: ignore[no-untyped-call]
        except RedisError as error:
            server.failed(error)
            return None
        server.answered()
        return answer


class LosableClient(RedisCacheClient):
    """Django's client of Redis, made of ours."""

    def __init__(self, servers: list[str], **options: Any) -> None:
        patience = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
        super().__init__(servers, **patience | options)
        self._client = LosableRedis


class SharedCache(RedisCache):
    """Django's cache in Redis, which raises no error of its server's."""

    def __init__(self, *configuration: Any) -> None:
        super().__init__(*configuration)
        self._class = LosableClient

    # One command for each key: those for several at once would have no answer to take apart.
    get_many = BaseCache.get_many
    set_many = BaseCache.set_many
