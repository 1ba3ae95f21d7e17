"""The page of an event's spreadsheets, each as a file; everything as a ZIP."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from msgspec import to_builtins

from clubtornei.accounts.access import MemberRequest
from clubtornei.accounts.audit import record
from clubtornei.jobs.actions import TooManyJobs, cancel_job, request_job
from clubtornei.jobs.models import Job
from clubtornei.jobs.responses import result_response
from clubtornei.rounds.spreadsheets.event_spreadsheets import spreadsheet_pages_of, spreadsheets_of
from clubtornei.rounds.spreadsheets.package import PackageRequest, key_of
from clubtornei.rounds.state.access import event_of
from clubtornei.rounds.state.page_context import section_context
from clubtornei.text import spreadsheets
from clubtornei.web.http import attachment, spreadsheet_response
from clubtornei.web.local_hosts import url_for_other_devices


@require_safe
@never_cache
def tables(request: MemberRequest, slug: str) -> HttpResponse:
    """The tables of the event, and how far the package of everything is. htmx asks for that alone."""
    event = event_of(request, slug)
    job = Job.objects.last_for(key_of(event))
    context = section_context(event, "prints") | {
        "job": job,
        "polling": "every 2s" if job and job.under_way else "none",
        "old": job is not None and job.asked["version"] != event.version,
    }
    if request.htmx:
        return render(request, "rounds/spreadsheets/spreadsheets.html#package", context)
    context["tables"] = [(name, one.title) for name, one in spreadsheets_of(event).items()]
    return render(request, "rounds/spreadsheets/spreadsheets.html", context)


@require_safe
@never_cache
def table(request: MemberRequest, slug: str, name: str, form: str) -> HttpResponse:
    """One table as XLSX or CSV; `all`: every table in one workbook."""
    event = event_of(request, slug)
    if name == "all" and form == "xlsx":
        pages = list(spreadsheet_pages_of(event).values())
        return attachment(spreadsheets.as_xlsx(pages), f"{event.slug}.xlsx", spreadsheets.XLSX)
    found = spreadsheets_of(event)
    if name not in found:
        raise Http404
    return spreadsheet_response(found[name].page(), f"{event.slug}-{name}", form)


@require_POST
def package(request: MemberRequest, slug: str) -> HttpResponse:
    """Begin to pack everything of the event."""
    event = event_of(request, slug)
    asked = PackageRequest(
        event=event.pk,
        version=event.version,
        filename=f"{event.slug}.zip",
        site=url_for_other_devices(request, "/").removesuffix("/"),
        public=reverse("public:event", args=[event.slug]) if event.published else None,
    )
    try:
        request_job(event.club, "package", key_of(event), to_builtins(asked))
    except TooManyJobs as too_many:
        messages.error(request, str(too_many))
    return redirect("exchange:tables", slug)


@require_POST
def package_cancel(request: MemberRequest, slug: str) -> HttpResponse:
    if job := Job.objects.last_for(key_of(event_of(request, slug))):
        cancel_job(job)
    messages.info(request, _("Annullato: il pacchetto non si fa."))
    return redirect("exchange:tables", slug)


@require_safe
@never_cache
def packaged(request: MemberRequest, slug: str) -> HttpResponseBase:
    """The ZIP file, once it is done."""
    event = event_of(request, slug)
    job = Job.objects.last_for(key_of(event))
    response = result_response(job, as_attachment=True) if job else None
    if response is None:
        return redirect("exchange:tables", slug)
    record("package", event.club, request.user, name=event.name)
    return response
