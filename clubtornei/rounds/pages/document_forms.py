"""The forms that bring a tournament in, from a document or from a report file."""

import base64
import binascii
import re
from collections.abc import Callable, Sequence
from typing import TypeVar

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import get_language, gettext as _, gettext_lazy
from msgspec import Struct

from pairing.registry import SYSTEM_SPECS
from pairing.trf_document import document_in
from scoring.json_text import MORE_ISSUES, WHOLE_DOCUMENT
from scoring.reading import read
from scoring.reasons import issue_line
from scoring.record import Document, DocumentError

Result = TypeVar("Result")

LARGEST_FILE = 20 * 1024 * 1024  # bytes
LARGEST_REPORT = 2 * 1024 * 1024  # bytes
ISSUES_SHOWN = 50


class Upload(Struct, frozen=True):
    """What was read. `notes`: what a report file does not say and is taken as usual; `report`: its text, from
    which it is read again once that is confirmed; empty for a document.
    """

    document: Document
    notes: tuple[str, ...] = ()
    report: str = ""


class DocumentForm(forms.Form):
    """A tournament document or a report file to import."""

    details: Sequence[str] = ()

    file = forms.FileField(
        label=gettext_lazy("Documento del torneo, o file TRF"),
        help_text=gettext_lazy(
            "Il file .json scaricato da ClubTornei o scritto da un altro programma; "
            "oppure il rapporto TRF06, TRF16 o TRF26 di un torneo giocato altrove."
        ),
        widget=forms.ClearableFileInput(attrs={"accept": ".json,application/json,.trf,.trfx,.txt"}),
    )

    def clean_file(self) -> Upload:
        """What was uploaded; each issue found in it becomes an error of the field, with its place. Of a file
        that was never meant for us the issues are `details`: they help nobody but who writes such files.
        """
        file: UploadedFile = self.cleaned_data["file"]
        if file.size is None or file.size > LARGEST_FILE:
            raise forms.ValidationError(_("Il file supera i 20 MB: non è il documento di un torneo."))
        content = file.read()
        if _is_report(content):
            return _report_in(content)
        try:
            return Upload(_read(lambda: read(content, SYSTEM_SPECS)))
        except forms.ValidationError as wrong:
            faulty = wrong.__cause__
            if not isinstance(faulty, DocumentError) or not _is_something_else(faulty):
                raise
            self.details = wrong.messages
            raise forms.ValidationError(_("Non è un documento ClubTornei né un file TRF.")) from faulty


class ReportConfirmation(forms.Form):
    """The report file whose preview was shown, in base64."""

    report = forms.CharField(widget=forms.HiddenInput)

    def clean_report(self) -> Upload:
        try:
            content = base64.b64decode(self.cleaned_data["report"], validate=True)
        except (binascii.Error, ValueError) as error:
            raise forms.ValidationError(_("Il file è arrivato a metà: sceglilo di nuovo.")) from error
        return _report_in(content)


def _is_report(content: bytes) -> bool:
    """Whether it is no JSON but begins with records of three digits and comments, as report files do."""
    return re.match(rb"(\xef\xbb\xbf)?\s*(\d{3}\b|###|XX[A-Z]|BB[A-Z])", content) is not None


def _is_something_else(faulty: DocumentError) -> bool:
    """Whether what was read is no tournament document at all, rather than one with mistakes."""
    return any(
        (issue.path == WHOLE_DOCUMENT and issue.code != MORE_ISSUES.code)
        or (issue.path, issue.code) == ("clubtornei", "missing")
        for issue in faulty.issues
    )


def _report_in(content: bytes) -> Upload:
    if len(content) > LARGEST_REPORT:
        raise forms.ValidationError(_("Il file supera i 2 MB: non è il rapporto di un torneo."))
    document, notes = _read(lambda: document_in(content))
    language = get_language() or "it"
    return Upload(
        document,
        tuple(issue_line(note, language) for note in notes),
        base64.b64encode(content).decode(),
    )


def _read(reading: Callable[[], Result]) -> Result:
    """What the reading gives; its issues as errors of a field."""
    try:
        return reading()
    except DocumentError as faulty:
        language = get_language() or "it"
        errors = [issue_line(fault, language) for fault in faulty.issues[:ISSUES_SHOWN]]
        if len(faulty.issues) > ISSUES_SHOWN:
            errors.append(_("… e altri %(more)d errori.") % {"more": len(faulty.issues) - ISSUES_SHOWN})
        raise forms.ValidationError(errors) from faulty
