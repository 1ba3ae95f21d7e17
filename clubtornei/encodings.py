"""What a browser accepts of encodings, in small letters, without those that it refuses.

WhiteNoise, Django and our own pages look for the name of an encoding alone, in small letters: `gzip;q=0`,
which refuses it, would be taken for its opposite, and `GZIP`, which is the same (RFC 9110, 8.4.1), for none.
"""

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

REFUSED = re.compile(r";\s*q=0(\.0*)?\s*$")
HEADER = "HTTP_ACCEPT_ENCODING"


class AcceptedEncodings:
    """Middleware: leaves the accepted encodings alone in the request, before anybody looks for one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if HEADER in request.META:
            named = request.META[HEADER].lower().split(",")
            request.META[HEADER] = ",".join(each for each in named if not REFUSED.search(each))
        return self.get_response(request)
