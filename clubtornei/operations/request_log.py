"""One line a request, as JSON: on standard error, or in the file that REQUEST_LOG names.

Of the address only the route is written, such as `i/<str:token>/`, never what stands in its places: some are
links that let in whoever has them.
"""

import json
import logging
from collections.abc import Callable
from time import perf_counter
from uuid import uuid4

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponseBase
from django.utils.timezone import localtime

from clubtornei.operations import metrics
from clubtornei.web.http import client_address
from clubtornei.web.log_records import route_of

logger = logging.getLogger("clubtornei.requests")


class RequestLogMiddleware:
    """The outermost: its time is all the time that the site takes.

    The id is in what else the log says of the request, a traceback for example.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        started = perf_counter()
        request.log_id = uuid4().hex[:12]  # type: ignore[attr-defined]
        response = self.get_response(request)
        seconds = perf_counter() - started
        logger.info(json.dumps(line_of(request, response.status_code, seconds), ensure_ascii=False))
        if settings.METRICS_TOKEN:
            metrics.observe(request, response.status_code, seconds)
        return response


def line_of(request: HttpRequest, status: int, seconds: float) -> dict[str, str | float | None]:
    """What is written of a request. `user`: the key of who is signed in, where the page looked; `club`: by
    the name in its addresses, where the page is of one.
    """
    arguments = request.resolver_match.kwargs if request.resolver_match else {}
    session = getattr(request, "session", None)
    return {
        "time": localtime().isoformat(timespec="milliseconds"),
        "id": request.log_id,  # type: ignore[attr-defined]
        "method": request.method,
        "route": route_of(request),
        "address": client_address(request),
        "user": session.get(SESSION_KEY) if session is not None and session.accessed else None,
        "club": getattr(request, "club_slug", arguments.get("club")),
        "status": status,
        "ms": round(seconds * 1000, 1),
    }
