"""The databases of the tests, for sites that tests start."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from secrets import token_hex
from urllib.parse import quote, urlsplit

import psycopg
from django.conf import settings
from django.db import connection


def url_of_tests() -> str:
    """The DATABASE_URL of this process's test database."""
    name = quote(connection.settings_dict["NAME"])
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()


def environment(**more: str) -> dict[str, str]:
    """Of a site on that database. Nobody needs to collect files for it."""
    own = {"DATABASE_URL": url_of_tests(), "SECRET_KEY": settings.SECRET_KEY, "DEBUG": "1"}
    return os.environ | own | more


@contextmanager
def new_database() -> Iterator[str]:
    """The DATABASE_URL of an empty one, on the server of the tests."""
    url, name = urlsplit(os.environ["DATABASE_URL"]), f"new_{token_hex(8)}"
    with psycopg.connect(url._replace(path="/postgres").geturl(), autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
        try:
            yield url._replace(path=f"/{name}").geturl()
        finally:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")
