"""The tournament document in and out: what the engines read, and anybody can check."""

from django import forms
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubtornei.accounts.access import club_of
from clubtornei.events.access import event_of
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.core.document_export import exported
from clubtornei.rounds.core.document_import import import_event
from pairing.registry import SYSTEM_SPECS
from scoring.reading import read
from scoring.reasons import issue_line
from scoring.record import Document, DocumentError, write

LARGEST = 20 * 1024 * 1024
FAULTS_SHOWN = 50


class DocumentForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("Documento del torneo"),
        help_text=gettext_lazy("Il file .json scaricato da ClubTornei o scritto da un altro programma."),
        widget=forms.ClearableFileInput(attrs={"accept": ".json,application/json"}),
    )

    def clean_file(self) -> Document:
        """The document that was sent; every fault it has is an error of the field, with its path."""
        file: UploadedFile = self.cleaned_data["file"]
        if file.size is None or file.size > LARGEST:
            raise forms.ValidationError(_("Il file supera i 20 MB: non è il documento di un torneo."))
        try:
            return read(file.read(), SYSTEM_SPECS)
        except DocumentError as faulty:
            language = get_language() or "it"
            errors = [issue_line(fault, language) for fault in faulty.issues[:FAULTS_SHOWN]]
            if len(faulty.issues) > FAULTS_SHOWN:
                errors.append(_("… e altri %(more)d errori.") % {"more": len(faulty.issues) - FAULTS_SHOWN})
            raise forms.ValidationError(errors) from faulty


@require_safe
def export(request: HttpRequest, slug: str) -> HttpResponse:
    """The whole event as one document, drafts included."""
    event = event_of(request, slug)
    response = HttpResponse(write(exported(event)), content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{event.slug}.json"'
    return response


@require_http_methods(["GET", "POST"])
def import_document(request: HttpRequest, slug: str) -> HttpResponse:
    """A document as a new event of the club: nothing is written unless all of it can be."""
    club = club_of(request, slug)
    form = DocumentForm(request.POST, request.FILES) if request.method == "POST" else DocumentForm()
    if form.is_valid():
        try:
            event = import_event(club, form.cleaned_data["file"])
        except ActionRefused as refused:
            form.add_error("file", str(refused))
        else:
            messages.success(request, _("«%(event)s» è stato importato.") % {"event": event})
            return redirect("rounds:overview", event.slug)
    context = {"club": club, "form": form}
    return render(request, "rounds/pages/import.html", context, status=422 if form.errors else 200)
