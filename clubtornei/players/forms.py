"""What organisers type about clubs, members and players."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext_lazy as _

from clubtornei.players.columns import CHOICES, GIVEN_NAME, IGNORED, SURNAME, TITLES, guessed, headed
from clubtornei.players.models import Player
from clubtornei.players.names import sort_key, spellings
from clubtornei.players.spreadsheet import MAX_BYTES, Line, Unreadable, lines_of, text_of_file
from clubtornei.text_fields import LineField

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    PlayerModelForm = forms.ModelForm[Player]
else:
    PlayerModelForm = forms.ModelForm

FIRST_BIRTH_YEAR = 1900
HIGHEST_RATING = 4000


def rating(label: "str | _StrPromise") -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=0, max_value=HIGHEST_RATING)


class PlayerForm(PlayerModelForm):
    """A player of the roster. The import cleans its cells with these same fields."""

    fide_rating = rating(_("Elo FIDE"))
    fsi_rating = rating(_("Elo FSI"))
    club_rating = rating(_("Punteggio sociale"))
    fide_id = forms.IntegerField(
        label=_("Codice FIDE"),
        required=False,
        min_value=1,
        max_value=2_147_483_647,
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off"}),
    )
    # Asked only when somebody of this name is on the roster already.
    homonym = forms.BooleanField(label=_("È un’altra persona con lo stesso nome"), required=False)

    class Meta:
        model = Player
        fields = [
            "name",
            "affiliation",
            "group",
            "title",
            "fide_rating",
            "fsi_rating",
            "club_rating",
            "fide_id",
            "fsi_id",
            "birth_year",
            "contact",
            "notes",
        ]
        field_classes = dict.fromkeys(("name", "affiliation", "group", "title"), LineField)
        widgets = {
            "name": forms.TextInput({"autocomplete": "off", "autocapitalize": "words"}),
            "title": forms.TextInput({"list": "titles", "autocomplete": "off"}),
            "contact": forms.TextInput({"autocomplete": "off"}),
            "notes": forms.Textarea({"rows": 3}),
        }

    titles = TITLES  # the template's datalist

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.homonyms: list[Player] = []
        self.fields["name"].widget.attrs["autofocus"] = not self.instance.pk
        year = self.fields["birth_year"]
        year.validators = [
            MinValueValidator(FIRST_BIRTH_YEAR),
            MaxValueValidator(datetime.now(UTC).year),
        ]
        year.widget.attrs |= {"min": FIRST_BIRTH_YEAR, "max": datetime.now(UTC).year}

    def clean_affiliation(self) -> str:
        """As the roster writes this club already: the Varma draw compares clubs letter by letter."""
        affiliation: str = self.cleaned_data["affiliation"]
        if self.instance.pk:
            return affiliation
        known = spellings(self.instance.club.players.values_list("affiliation", flat=True))
        return known.get(sort_key(affiliation), affiliation)

    def clean_name(self) -> str:
        return clean_name(self.cleaned_data["name"])

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        name = self.cleaned_data.get("name")
        if name and ("name" in self.changed_data or not self.instance.pk):
            self.homonyms = list(self.instance.club.players.named(name).exclude(pk=self.instance.pk))
            if self.homonyms and not self.cleaned_data.get("homonym"):
                self.add_error("name", _("C’è già un giocatore con questo nome."))
        return cleaned

    def _get_validation_exclusions(self) -> set[str]:
        """The club is not in the form, yet unique ids are unique in it."""
        excluded: set[str] = super()._get_validation_exclusions()  # type: ignore[misc]
        return excluded - {"club"}


def clean_name(text: str) -> str:
    """The name with single spaces; «Rossi, Mario» of the federations' lists without its comma."""
    name = " ".join(text.replace(",", " ").split())
    if not any(char.isalpha() for char in sort_key(name)):
        raise ValidationError(_("Non è un nome: non contiene nessuna lettera."))
    return name


class SourceForm(forms.Form):
    """A roster from elsewhere: pasted, or a file. Once valid, `text` holds it whole and `lines` its rows."""

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
        """The text of the file."""
        file = self.cleaned_data["file"]
        if not file:
            return ""
        try:
            # One byte more than allowed is read, so that text_of_file can say that it is too large.
            return text_of_file(file.read(MAX_BYTES + 1))
        except Unreadable as error:
            raise ValidationError(str(error)) from error

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        if self.errors:
            return cleaned
        source = "file" if cleaned["file"] else "text"
        try:
            self.lines = lines_of(cleaned[source])
        except Unreadable as error:
            self.add_error(source, str(error))
        else:
            if not self.lines:
                self.add_error(source, _("Non c’è nessuna riga: incolla le celle o scegli un file."))
        return {"text": cleaned.get(source, "")}


class ColumnsForm(forms.Form):
    """Which column is what, and whether the first row holds headings. Bound to a guess to begin with."""

    header = forms.BooleanField(label=_("La prima riga contiene i titoli delle colonne"), required=False)

    def __init__(self, lines: list[Line], data: Any = None) -> None:
        super().__init__(data if data is not None and "mapped" in data else self._guess(lines))
        self.lines = lines
        self.places = [f"column_{place}" for place in range(len(lines[0].cells))]
        for number, place in enumerate(self.places, 1):
            self.fields[place] = forms.ChoiceField(
                label=_("Colonna %(number)d") % {"number": number}, choices=CHOICES, required=False
            )

    @staticmethod
    def _guess(lines: list[Line]) -> dict[str, Any]:
        columns = headed(lines[0])
        fields = {f"column_{place}": name for place, name in enumerate(columns or guessed(lines))}
        return {**fields, "header": columns is not None}

    @property
    def selects(self) -> list[forms.BoundField]:
        return [self[place] for place in self.places]

    @property
    def columns(self) -> list[str]:
        return [self.cleaned_data.get(place, IGNORED) for place in self.places]

    @property
    def body(self) -> list[Line]:
        """The lines without the headings."""
        return self.lines[1:] if self["header"].value() else self.lines

    def clean(self) -> dict[str, Any]:
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
