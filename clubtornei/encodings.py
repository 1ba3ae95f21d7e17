"""What a browser accepts of encodings, without those that it refuses.

WhiteNoise, Django and our own pages look for the name of an encoding alone: `gzip;q=0`, which refuses it,
would be taken for its opposite.
"""

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

REFUSED = re.compile(r";\s*q=0(\.0*)?\s*$", re.IGNORECASE)
HEADER = "HTTP_ACCEPT_ENCODING"


class RefusedEncodings:
    """Middleware: takes refused encodings out of the request, before anybody looks for one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if "q=0" in request.META.get(HEADER, "").lower():
            named = request.META[HEADER].split(",")
            request.META[HEADER] = ",".join(each for each in named if not REFUSED.search(each))
        return self.get_response(request)
