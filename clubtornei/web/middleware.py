"""Middleware for every page: how long it is kept, parts for htmx, and the answer to a refused method."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.utils.deprecation import MiddlewareMixin
from django_htmx.middleware import HtmxDetails


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


class PartAsked(HtmxDetails):
    """True where htmx asks for a part of a page, whose address is that of the page; what it asks for when
    somebody goes back is the whole page.

    was_read: whether the view has asked, so that its answer is not the same for both.
    """

    was_read = False

    def __bool__(self) -> bool:
        self.was_read = True
        return super().__bool__() and not self.history_restore_request


class PartsMiddleware:
    """Sets `request.htmx`. A browser that goes back must not show a part it kept as the page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        asked = PartAsked(request)
        request.htmx = asked  # type: ignore[attr-defined]
        response = self.get_response(request)
        if asked.was_read:
            patch_vary_headers(response, ["HX-Request"])
        return response
