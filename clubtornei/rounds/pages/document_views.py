"""Downloading an event as a tournament document, and importing a document as a new event."""

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubtornei.accounts.access import MemberRequest, club_of
from clubtornei.accounts.models import Club
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.documents.exporting import exported
from clubtornei.rounds.documents.importing import import_event
from clubtornei.rounds.models import PublishedDocument
from clubtornei.rounds.pages.document_forms import DocumentForm, ReportConfirmation, Upload
from clubtornei.rounds.stages.closing_queries import open_ties_of
from clubtornei.rounds.state.access import event_of
from clubtornei.text.languages import translated
from clubtornei.web.form_pages import confirmation_page, form_page
from clubtornei.web.http import attachment
from pairing.registry import SYSTEMS
from scoring.criteria import CRITERIA
from scoring.record import write

MOST_TIES_NAMED = 10
"""Open ties at tables that the page after an import names; the round pages name all."""


@require_safe
def export(request: MemberRequest, slug: str) -> HttpResponse:
    """The whole event as a JSON file, drafts included."""
    event = event_of(request, slug)
    return attachment(write(exported(event)), f"{event.slug}.json", "application/json; charset=utf-8")


@require_safe
def export_published(request: MemberRequest, slug: str) -> HttpResponse:
    """The document as it was at the last publication."""
    kept = get_object_or_404(PublishedDocument, event=event_of(request, slug))
    name = f"{slug}_{localtime(kept.at):%Y-%m-%d_%H-%M}.json"
    return attachment(kept.document, name, "application/json; charset=utf-8")


@require_http_methods(["GET", "POST"])
def import_document(request: HttpRequest, slug: str) -> HttpResponse:
    """Import a document as a new event of the club, or preview a report file; if anything in it is wrong,
    nothing is written.
    """
    club = club_of(request, slug)
    form = DocumentForm(request.POST, request.FILES) if request.method == "POST" else DocumentForm()
    if form.is_valid():
        upload = form.cleaned_data["file"]
        if upload.report:
            return _preview(request, club, upload)
        if (answer := _imported(request, club, form, "file")) is not None:
            return answer
    return form_page(
        request,
        {"club": club},
        form,
        title=_("Importa un torneo"),
        lead=_(
            "Da un documento ClubTornei tutto torna come era; da un file TRF torna quello che il file dice."
        ),
        button=_("Importa"),
        back=reverse("rounds:club", args=[slug]),
        template="rounds/pages/import.html",
    )


@require_POST
def import_report(request: HttpRequest, slug: str) -> HttpResponse:
    """Import the report file whose preview was shown as a new event."""
    club = club_of(request, slug)
    form = ReportConfirmation(request.POST)
    if form.is_valid() and (answer := _imported(request, club, form, "report")) is not None:
        return answer
    for errors in form.errors.values():
        messages.error(request, " ".join(map(str, errors)))
    return redirect("rounds:import", slug)


def _imported(request: HttpRequest, club: Club, form: Form, field: str) -> HttpResponse | None:
    """The way to the new event; None: it was refused, which is now an error of the field."""
    try:
        event = import_event(club, form.cleaned_data[field].document)
    except ActionRefused as refused:
        form.add_error(field, str(refused))
        return None
    messages.success(request, _("«%(event)s» è stato importato.") % {"event": event})
    for tie in open_ties_of(form.cleaned_data[field].document)[:MOST_TIES_NAMED]:
        messages.warning(request, tie)
    return redirect("rounds:event", event.slug)


def _preview(request: HttpRequest, club: Club, upload: Upload) -> HttpResponse:
    """What a report file says and what is taken as usual, before anything is written."""
    document, stage = upload.document, upload.document.stages[0]
    context = {
        "club": club,
        "action": reverse("rounds:import_report", args=[club.slug]),
        "upload": upload,
        "name": document.name,
        "played": document.report,
        "players": len(document.players),
        "rounds": len(stage.rounds),
        "system": translated(SYSTEMS[stage.system].title),
        "ranking": [translated(CRITERIA[name].title) for name in stage.ranking],
    }
    return confirmation_page(
        request,
        context,
        title=_("Importa un torneo"),
        lead=_("Non è ancora scritto niente: controlla che cosa si è letto, poi importa."),
        button=_("Importa il torneo"),
        back=reverse("rounds:import", args=[club.slug]),
        sent=[("report", upload.report)],
        template="rounds/pages/import_report.html",
    )
