"""Middleware for what every response has in common."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse

View = Callable[[HttpRequest], HttpResponseBase]


def no_body_for_head(get_response: View) -> View:
    """Answers HEAD with the headers alone, whatever the server in front does with a body."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if request.method == "HEAD":
            if isinstance(response, StreamingHttpResponse):
                response.streaming_content = iter(())
            else:
                response.content = b""  # type: ignore[attr-defined]
        return response

    return answer


def private_unless_said(get_response: View) -> View:
    """Lets no browser and no proxy keep a response, unless it says itself how long it may be kept."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers.setdefault("Cache-Control", "private, no-store")
        return response

    return answer
