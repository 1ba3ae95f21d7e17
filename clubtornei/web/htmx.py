"""Who asks: htmx, for a part of a page, or a browser, for all of it. Both have the same address."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django_htmx.middleware import HtmxDetails


class PartAsked(HtmxDetails):
    """True where a part is wanted; what htmx asks for when somebody goes back is the whole page.

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
