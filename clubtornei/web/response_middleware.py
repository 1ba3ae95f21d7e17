"""Middleware for what every response has in common."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

View = Callable[[HttpRequest], HttpResponseBase]


def private_unless_said(get_response: View) -> View:
    """Lets no browser and no proxy keep a response, unless it says itself how long it may be kept."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers.setdefault("Cache-Control", "private, no-store")
        return response

    return answer
