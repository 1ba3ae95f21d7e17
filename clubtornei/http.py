"""What views with forms share: the typed request, the data a form is bound to, and the response's status."""

from django.http import HttpRequest, HttpResponse, QueryDict
from django_htmx.middleware import HtmxDetails


class HtmxRequest(HttpRequest):
    """A request after django-htmx's middleware has run, for type checkers."""

    htmx: HtmxDetails
    event_pk: int
    """Of the event that the view has found, if it is about one."""


def post_data(request: HttpRequest) -> QueryDict | None:
    """The data to bind a form to: the POST body, or None so that a GET leaves the form unbound."""
    return request.POST if request.method == "POST" else None


def form_status(form_is_bound: bool) -> int:
    """The status of a page with a form: 422 if it comes back with errors, which htmx swaps in, else 200."""
    return 422 if form_is_bound else 200


def attachment(content: str | bytes, name: str, content_type: str) -> HttpResponse:
    """A file that a browser saves under that name."""
    response = HttpResponse(content, content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
