"""Choosing the language of the pages: Django's view, which here also keeps what a form holds."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.views.i18n import set_language as set_language_and_return


def set_language(request: HttpRequest) -> HttpResponse:
    """Set it, and go back to `next`; with `again` in the query the browser sends there what it has sent here:
    a page that shows what was typed, and has saved nothing yet, is shown once more.
    """
    response = set_language_and_return(request)
    if "again" in request.GET and response.status_code == HTTPStatus.FOUND:
        response.status_code = HTTPStatus.TEMPORARY_REDIRECT
    return response
