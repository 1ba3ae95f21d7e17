"""The database of the tests, for sites that tests start."""

import os
from urllib.parse import quote, urlsplit

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
