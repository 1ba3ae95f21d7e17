"""The WSGI application, which `asgi.py` runs in threads."""

import gc
import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.core.wsgi import get_wsgi_application

from clubtornei.call_stack import with_room

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubtornei.settings")

site = get_wsgi_application()


def application(environment: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
    return with_room(site, environment, start_response)


# What is loaded by now stays. The collector of garbage need not walk through it after each large page, nor so
# often through the events in memory.
gc.freeze()
gc.set_threshold(2_000, 10, 50)

# Seconds after which a thread that computes lets another go on. A request waits for the one that prepares
# public pages each time it has waited for the database or the network: 5 ms, several times, would be felt.
sys.setswitchinterval(0.0005)
