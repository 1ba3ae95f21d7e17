"""An address asked for with a method that it does not take, most often that of a form opened as a page:
Django answers with an empty body, which a browser shows as a white page.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.template.loader import render_to_string


class RefusedMethodMiddleware:
    """Gives that answer a page; one with words of its own keeps them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if isinstance(response, HttpResponseNotAllowed) and not response.content:
            response.content = render_to_string("405.html", request=request)
        return response
