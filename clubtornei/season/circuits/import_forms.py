"""The form that brings a circuit in from its document."""

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubtornei.text.languages import reader_language
from pairing.registry import SYSTEM_SPECS
from scoring.circuit_document import DocumentCircuit
from scoring.circuit_reading import read_circuit
from scoring.circuit_results import event_outcome
from scoring.document import DocumentError
from scoring.reasons import issue_line

LARGEST_FILE = 20 * 1024 * 1024  # bytes
ISSUES_SHOWN = 50


class CircuitDocumentForm(forms.Form):
    """The document of a circuit."""

    file = forms.FileField(
        label=gettext_lazy("Documento del circuito"),
        help_text=gettext_lazy("Il file .json scaricato da ClubTornei o scritto da un altro programma."),
        widget=forms.ClearableFileInput(attrs={"accept": ".json,application/json"}),
    )

    def clean_file(self) -> DocumentCircuit:
        """What was uploaded; each issue found in it becomes an error of the field, with its place."""
        file: UploadedFile = self.cleaned_data["file"]
        if file.size is None or file.size > LARGEST_FILE:
            raise forms.ValidationError(_("Il file supera i 20 MB: non è il documento di un circuito."))
        try:
            circuit = read_circuit(file.read(), SYSTEM_SPECS)
            for place, event in enumerate(circuit.events):
                event_outcome(event, SYSTEM_SPECS, f"events[{place}]")
        except DocumentError as faulty:
            errors = [issue_line(issue, reader_language()) for issue in faulty.issues[:ISSUES_SHOWN]]
            raise forms.ValidationError(errors) from faulty
        return circuit
