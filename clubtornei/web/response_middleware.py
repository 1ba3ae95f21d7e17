"""Middleware for what every response has in common."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

View = Callable[[HttpRequest], HttpResponseBase]


def private_unless_said(get_response: View) -> View:
    """Lets no browser and no proxy keep a response, unless it says itself how long it may be kept. One
    that is kept for everybody sets no cookie: Django takes away one of a session that it cannot read.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers.setdefault("Cache-Control", "private, no-store")
        if "public" in response.headers["Cache-Control"]:
            response.cookies.clear()
        return response

    return answer
