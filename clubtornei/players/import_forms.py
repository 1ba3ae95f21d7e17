"""The forms of the roster's import: the source, and which column is which field."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from clubtornei.players.reading.files import decode_file
from clubtornei.players.reading.headings import (
    ANY_RATING,
    CHOICES,
    GIVEN_NAME,
    IGNORED,
    NAME_FIELDS,
    SURNAME,
    field_of,
)
from clubtornei.players.reading.lines import MOST_TITLES, heading_key, layout_of, people_lines
from clubtornei.players.reading.rows import MAX_BYTES, MAX_CELL, Line, Unreadable, written
from clubtornei.text.numerals import parse_int
from clubtornei.text.text_fields import one_line
from clubtornei.text.untyped import CleanedData, FormData


class SourceForm(forms.Form):
    """A roster as pasted text or a file. When valid, `cleaned_data["text"]` is its text, `lines` its rows."""

    one_is_enough = True  # so neither field is called optional

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
        widget=forms.FileInput({"accept": ".csv,.txt,.tsv,.xlsx,.xls,.ods,.html,.htm,.trf,.trfx"}),
        help_text=_(
            "CSV, XLSX, XLS, ODS, una pagina HTML o un TRF, fino a 2 MB. Di più fogli si "
            "legge il primo con delle persone."
        ),
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
            self.lines = people_lines(cleaned[source])
        except Unreadable as error:
            self.add_error(source, str(error))
        else:
            if not self.lines:
                self.add_error(source, _("Non c’è nessuna riga: incolla le celle o scegli un file."))
        return {"text": cleaned.get(source, "")}

    def mend(self, lines: list[Line]) -> None:
        """Take these lines for those that were read."""
        if lines != self.lines:
            self.lines = lines
            self.cleaned_data["text"] = written(lines)


def with_mended_cells(lines: list[Line], data: FormData) -> list[Line]:
    """The lines with what was typed over their cells: `cell-<line>-<column>`, columns from 0."""
    mended = [
        Line(
            line.number,
            tuple(
                one_line(data.get(f"cell-{line.number}-{column}", cell))[:MAX_CELL]
                for column, cell in enumerate(line.cells)
            ),
        )
        for line in lines
    ]
    return [line for line in mended if any(line.cells)] or lines


class ColumnsForm(forms.Form):
    """The field of each column, and how many rows stand above the players: a title, the headings.

    At first it is bound to a guess, or to what the columns under the same headings were said to hold the last
    time (`remembered`). `as_typed`: clubs are written as the rows write them.
    """

    header = forms.IntegerField(
        label=_("Righe di titolo in cima, da non importare"),
        required=False,
        min_value=0,
        max_value=MOST_TITLES,
        widget=forms.NumberInput({"inputmode": "numeric"}),
    )
    as_typed = forms.BooleanField(label=_("Scrivi i circoli come sono nel foglio"), required=False)

    def __init__(
        self,
        lines: list[Line],
        data: FormData | None = None,
        remembered: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        chosen = data is not None and "mapped" in data
        super().__init__(data if chosen else self._guess(lines, remembered))
        self.lines, self.remembered = lines, remembered
        self.column_fields = [f"column_{index}" for index in range(len(lines[0].cells))]
        for number, field in enumerate(self.column_fields, 1):
            self.fields[field] = forms.ChoiceField(
                label=_("Colonna %(number)d") % {"number": number}, choices=CHOICES, required=False
            )

    @staticmethod
    def _guess(lines: list[Line], remembered: Mapping[str, Sequence[str]] | None) -> CleanedData:
        layout = layout_of(lines, remembered=remembered)
        fields = {f"column_{index}": name for index, name in enumerate(layout.columns)}
        return {**fields, "header": str(layout.header)}

    @property
    def to_remember(self) -> tuple[str, list[str]] | None:
        """The key of the headings and what the columns hold, where the site had proposed otherwise."""
        proposed = layout_of(self.lines, remembered=self.remembered)
        if not self.titles or self.columns == [*proposed.columns]:
            return None
        return heading_key(self.titles[-1]), self.columns

    @property
    def titles(self) -> list[Line]:
        """The lines above the players."""
        return self.lines[: parse_int(str(self["header"].value() or "")) or 0]

    @property
    def title_texts(self) -> list[str]:
        """What stands in them, in one line each."""
        return [" ".join(filter(None, line.cells)) for line in self.titles]

    @property
    def page_errors(self) -> list[str]:
        """What is wrong with the number of titles, and with the columns together."""
        of_header = [f"{self.fields['header'].label}: {error}" for error in self["header"].errors]
        return [*of_header, *map(str, self.non_field_errors())]

    @property
    def name_selects(self) -> list[forms.BoundField]:
        """The fields of the columns with a name, which the preview shows first: a phone has no room for
        more.
        """
        return [self[self.column_fields[place]] for place in self.name_places]

    @property
    def other_selects(self) -> list[forms.BoundField]:
        return [
            self[field] for place, field in enumerate(self.column_fields) if place not in self.name_places
        ]

    @property
    def name_places(self) -> list[int]:
        """The places of the columns with a name, or with a part of it."""
        return [place for place, name in enumerate(self.columns) if name in NAME_FIELDS]

    @property
    def assumed_rating(self) -> str:
        """The heading of a rating that does not say whose it is; empty: there is none."""
        headings = (cell for line in self.titles for cell in line.cells)
        return next((cell for cell in headings if field_of(cell) == ANY_RATING), "")

    @property
    def columns(self) -> list[str]:
        """The field chosen for each column, or IGNORED."""
        return [self.cleaned_data.get(field, IGNORED) for field in self.column_fields]

    @property
    def body(self) -> list[Line]:
        """The lines of the players."""
        return self.lines[len(self.titles) :]

    def clean(self) -> CleanedData:
        chosen = [name for name in self.columns if name != IGNORED]
        for name, label in CHOICES:
            if chosen.count(name) > 1:
                self.add_error(None, _("«%(field)s» è scelto per due colonne.") % {"field": label})
        if (NAME_FIELDS - {SURNAME, GIVEN_NAME}) & {*chosen} and len(NAME_FIELDS & {*chosen}) > 1:
            self.add_error(None, _("O «Cognome e nome» in una colonna, o «Cognome» e «Nome» in due."))
        if not (NAME_FIELDS - {GIVEN_NAME}) & {*chosen}:
            self.add_error(None, _("Scegli in quale colonna sta il nome dei giocatori."))
        if not self.body:
            self.add_error(None, _("Sotto i titoli non c’è nessuna riga."))
        return self.cleaned_data
