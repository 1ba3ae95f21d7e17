"""What views share: the typed request, where it comes from, the data of a form, and the response's status."""

from contextlib import suppress
from ipaddress import ip_address

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from clubtornei.text.spreadsheets import CSV, XLSX, SpreadsheetPage, as_csv, as_xlsx


class HtmxRequest(HttpRequest):
    """A request after django-htmx's middleware has run, for type checkers."""

    htmx: HtmxDetails
    club_slug: str
    """Of the club that the view has found, if it is about one: for the log."""


def client_address(request: HttpRequest) -> str | None:
    """The address of who asks; where there is a proxy in front, what it says behind all that others said."""
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.HTTPS else ""
    for said in (forwarded.rpartition(",")[2].strip(), request.META.get("REMOTE_ADDR", "")):
        with suppress(ValueError):
            return str(ip_address(said))
    return None


def redirect_page(request: HtmxRequest, address: str) -> HttpResponse:
    """A redirect of the whole page, of which htmx may have asked for a part."""
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


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


def spreadsheet_response(page: SpreadsheetPage, name: str, form: str) -> HttpResponse:
    """The page as an XLSX or CSV file. Raises Http404 for any other form."""
    if form == "xlsx":
        return attachment(as_xlsx([page]), f"{name}.xlsx", XLSX)
    if form == "csv":
        return attachment(as_csv(page), f"{name}.csv", CSV)
    raise Http404
