"""The forms of the roster's import: the source, and which column is which field."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from clubtornei.players.columns import (
    CHOICES,
    GIVEN_NAME,
    IGNORED,
    SURNAME,
    fields_from_headings,
    guess_fields,
)
from clubtornei.players.spreadsheet import MAX_BYTES, Line, Unreadable, decode_file, parse_lines
from clubtornei.untyped import CleanedData, FormData


class SourceForm(forms.Form):
    """A roster as pasted text or a file. When valid, `cleaned_data["text"]` is its text, `lines` its rows."""

    text = forms.CharField(
        label=_("Righe incollate"),
        required=False,
        strip=False,
        widget=forms.Textarea({"rows": 10, "spellcheck": "false", "autocomplete": "off"}),
        help_text=_("Copia le celle nel foglio di calcolo e incollale qui: una riga per giocatore."),
    )
    file = forms.FileField(
        label=_("Oppure un file"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput({"accept": ".csv,.txt,.tsv,.xlsx"}),
        help_text=_("CSV o XLSX (si legge il primo foglio), fino a 2 MB."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lines: list[Line] = []

    def clean_file(self) -> str:
        """The file as text; empty if there is none."""
        file = self.cleaned_data["file"]
        if not file:
            return ""
        try:
            # One byte beyond the limit, so that decode_file refuses a file that is too large.
            return decode_file(file.read(MAX_BYTES + 1))
        except Unreadable as error:
            raise ValidationError(str(error)) from error

    def clean(self) -> CleanedData:
        cleaned = self.cleaned_data
        if self.errors:
            return cleaned
        source = "file" if cleaned["file"] else "text"
        try:
            self.lines = parse_lines(cleaned[source])
        except Unreadable as error:
            self.add_error(source, str(error))
        else:
            if not self.lines:
                self.add_error(source, _("Non c’è nessuna riga: incolla le celle o scegli un file."))
        return {"text": cleaned.get(source, "")}


class ColumnsForm(forms.Form):
    """The field of each column, and whether the first row holds headings. At first it is bound to a guess."""

    header = forms.BooleanField(label=_("La prima riga contiene i titoli delle colonne"), required=False)

    def __init__(self, lines: list[Line], data: FormData | None = None) -> None:
        super().__init__(data if data is not None and "mapped" in data else self._guess(lines))
        self.lines = lines
        self.column_fields = [f"column_{index}" for index in range(len(lines[0].cells))]
        for number, field in enumerate(self.column_fields, 1):
            self.fields[field] = forms.ChoiceField(
                label=_("Colonna %(number)d") % {"number": number}, choices=CHOICES, required=False
            )

    @staticmethod
    def _guess(lines: list[Line]) -> CleanedData:
        columns = fields_from_headings(lines[0])
        fields = {f"column_{index}": name for index, name in enumerate(columns or guess_fields(lines))}
        return {**fields, "header": columns is not None}

    @property
    def selects(self) -> list[forms.BoundField]:
        return [self[field] for field in self.column_fields]

    @property
    def columns(self) -> list[str]:
        """The field chosen for each column, or IGNORED."""
        return [self.cleaned_data.get(field, IGNORED) for field in self.column_fields]

    @property
    def body(self) -> list[Line]:
        """The lines without the headings."""
        return self.lines[1:] if self["header"].value() else self.lines

    def clean(self) -> CleanedData:
        chosen = [name for name in self.columns if name != IGNORED]
        for name, label in CHOICES:
            if chosen.count(name) > 1:
                self.add_error(None, _("«%(field)s» è scelto per due colonne.") % {"field": label})
        if "name" in chosen and {SURNAME, GIVEN_NAME} & set(chosen):
            self.add_error(None, _("O «Cognome e nome» in una colonna, o «Cognome» e «Nome» in due."))
        if "name" not in chosen and SURNAME not in chosen:
            self.add_error(None, _("Scegli in quale colonna sta il nome dei giocatori."))
        if not self.body:
            self.add_error(None, _("Sotto i titoli non c’è nessuna riga."))
        return self.cleaned_data
