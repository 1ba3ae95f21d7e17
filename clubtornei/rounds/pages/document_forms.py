"""The form that uploads a tournament document."""

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from pairing.registry import SYSTEM_SPECS
from scoring.reading import read
from scoring.reasons import issue_line
from scoring.record import Document, DocumentError

LARGEST_FILE = 20 * 1024 * 1024  # bytes
ISSUES_SHOWN = 50


class DocumentForm(forms.Form):
    """A tournament document to import."""

    file = forms.FileField(
        label=gettext_lazy("Documento del torneo"),
        help_text=gettext_lazy("Il file .json scaricato da ClubTornei o scritto da un altro programma."),
        widget=forms.ClearableFileInput(attrs={"accept": ".json,application/json"}),
    )

    def clean_file(self) -> Document:
        """The uploaded document; each issue found in it becomes an error of the field, with its path."""
        file: UploadedFile = self.cleaned_data["file"]
        if file.size is None or file.size > LARGEST_FILE:
            raise forms.ValidationError(_("Il file supera i 20 MB: non è il documento di un torneo."))
        try:
            return read(file.read(), SYSTEM_SPECS)
        except DocumentError as faulty:
            language = get_language() or "it"
            errors = [issue_line(fault, language) for fault in faulty.issues[:ISSUES_SHOWN]]
            if len(faulty.issues) > ISSUES_SHOWN:
                errors.append(_("… e altri %(more)d errori.") % {"more": len(faulty.issues) - ISSUES_SHOWN})
            raise forms.ValidationError(errors) from faulty
