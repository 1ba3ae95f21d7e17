"""Requests larger than anything that a form takes are not read: Django keeps uploaded files on the disk
before a view looks at them, whoever sends them, and would fill it.
"""

from collections.abc import Callable

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _

from clubtornei.numerals import parse_int


class LimitedBodies:
    """Middleware: only who is signed in sends files, of which the largest is a rating list."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        length = parse_int(request.META.get("CONTENT_LENGTH") or "0")
        if length is None or length > settings.LARGEST_BODY or self.is_of_a_stranger(request, length):
            refusal = _("È troppo: il file è più grande di quanto il sito possa leggere.")
            return HttpResponse(refusal, content_type="text/plain; charset=utf-8", status=413)
        return self.get_response(request)

    def is_of_a_stranger(self, request: HttpRequest, length: int) -> bool:
        """Whether it has a file, and nobody is signed in."""
        return length > settings.DATA_UPLOAD_MAX_MEMORY_SIZE and SESSION_KEY not in request.session
