"""Middleware for every page: how long it is kept, and the answer to a refused method."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed
from django.template.loader import render_to_string
from django.utils.deprecation import MiddlewareMixin


def no_store_by_default(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
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


class RefusedMethodMiddleware(MiddlewareMixin):
    """Gives a page to an address asked for with a method that it does not take, most often that of a form
    opened as a page: Django's answer is empty. One with words of its own keeps them.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if isinstance(response, HttpResponseNotAllowed) and not response.content:
            response.content = render_to_string("405.html", request=request)
        return response
