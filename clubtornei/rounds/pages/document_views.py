"""Downloading an event as a tournament document, and importing a document as a new event."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubtornei.accounts.access import MemberRequest, club_of
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.core.access import event_of
from clubtornei.rounds.documents.exporting import exported
from clubtornei.rounds.documents.importing import import_event
from clubtornei.rounds.pages.document_forms import DocumentForm
from scoring.record import write


@require_safe
def export(request: MemberRequest, slug: str) -> HttpResponse:
    """The whole event as a JSON file, drafts included."""
    event = event_of(request, slug)
    response = HttpResponse(write(exported(event)), content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{event.slug}.json"'
    return response


@require_http_methods(["GET", "POST"])
def import_document(request: HttpRequest, slug: str) -> HttpResponse:
    """Import a document as a new event of the club; if anything in it is wrong, nothing is written."""
    club = club_of(request, slug)
    form = DocumentForm(request.POST, request.FILES) if request.method == "POST" else DocumentForm()
    if form.is_valid():
        try:
            event = import_event(club, form.cleaned_data["file"])
        except ActionRefused as refused:
            form.add_error("file", str(refused))
        else:
            messages.success(request, _("«%(event)s» è stato importato.") % {"event": event})
            return redirect("rounds:event", event.slug)
    context = {"club": club, "form": form}
    return render(request, "rounds/pages/import.html", context, status=422 if form.errors else 200)
