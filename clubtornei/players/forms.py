"""The form of a player on the roster."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext_lazy as _

from clubtornei.players.models import Player, Sex
from clubtornei.players.names import sort_key, spellings, word_key
from clubtornei.players.reading.headings import TITLES
from clubtornei.text.text_fields import LineField, one_line
from clubtornei.text.untyped import CleanedData, LazyText
from clubtornei.web.form_choices import set_choices
from scoring.trf import FIDE_TITLES

if TYPE_CHECKING:
    PlayerModelForm = forms.ModelForm[Player]
else:
    PlayerModelForm = forms.ModelForm

FIRST_BIRTH_YEAR = 1900
HIGHEST_RATING = 4000
HIGHEST_K = 100
FOR_REPORTS = (
    *("surname", "given_name", "sex", "federation", "fide_title", "category", "birth_date"),
    *("fide_rapid", "fide_blitz", "fide_k", "fide_rapid_k", "fide_blitz_k", "fide_month"),
    *("fsi_rapid", "fsi_blitz", "fsi_k", "fsi_rapid_k", "fsi_blitz_k", "fsi_month"),
    *("club_rapid", "club_blitz", "club_k", "club_rapid_k", "club_blitz_k", "club_month"),
)
"""What report files ask, and events at other rates of play."""
NOT_GIVEN = ("", _("non indicato"))
CHOICES: Mapping[str, list[tuple[str, LazyText]]] = {
    "sex": [NOT_GIVEN, *Sex.choices],
    "fide_title": [NOT_GIVEN, *((title, title) for title in FIDE_TITLES)],
}
"""What there is to choose from, and what a choice says that nobody has made."""


def _rating_field(label: LazyText) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=0, max_value=HIGHEST_RATING)


def _k_field(label: LazyText) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=1, max_value=HIGHEST_K)


def month_field(label: LazyText) -> forms.CharField:
    return forms.RegexField(
        r"^\d{4}-(0[1-9]|1[0-2])$",
        label=label,
        required=False,
        widget=forms.TextInput({"type": "month", "placeholder": "2026-11"}),
        error_messages={"invalid": _("Anno e mese, come 2026-11.")},
    )


class FederationField(forms.RegexField):
    """Three letters, as FIDE has them."""

    def __init__(self, label: LazyText, **kwargs: Any) -> None:
        super().__init__(
            r"^[A-Z]{3}$",
            label=label,
            required=False,
            widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "characters", "maxlength": 3}),
            error_messages={"invalid": _("Tre lettere, come ITA.")},
            **kwargs,
        )

    def to_python(self, value: object) -> str:
        return one_line(super().to_python(value) or "").upper()


class PlayerForm(PlayerModelForm):
    """A player on the roster. The import validates its cells with the same fields."""

    fide_rating = _rating_field(_("Elo FIDE"))
    fsi_rating = _rating_field(_("Elo FSI"))
    club_rating = _rating_field(_("Punteggio sociale"))
    fide_id = forms.IntegerField(
        label=_("Codice FIDE"),
        required=False,
        min_value=1,
        max_value=2_147_483_647,
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off"}),
    )
    federation = FederationField(_("Federazione"))
    fide_rapid = _rating_field(_("Elo FIDE rapid"))
    fide_blitz = _rating_field(_("Elo FIDE blitz"))
    fsi_rapid = _rating_field(_("Elo FSI rapid"))
    fsi_blitz = _rating_field(_("Elo FSI blitz"))
    club_rapid = _rating_field(_("Punteggio sociale rapid"))
    club_blitz = _rating_field(_("Punteggio sociale blitz"))
    fide_k = _k_field(_("K FIDE"))
    fide_rapid_k = _k_field(_("K FIDE rapid"))
    fide_blitz_k = _k_field(_("K FIDE blitz"))
    fsi_k = _k_field(_("K FSI"))
    fsi_rapid_k = _k_field(_("K FSI rapid"))
    fsi_blitz_k = _k_field(_("K FSI blitz"))
    club_k = _k_field(_("K sociale"))
    club_rapid_k = _k_field(_("K sociale rapid"))
    club_blitz_k = _k_field(_("K sociale blitz"))
    fide_month = month_field(_("Mese della lista FIDE"))
    fsi_month = month_field(_("Mese della lista FSI"))
    club_month = month_field(_("Mese della lista sociale"))
    # Shown only if somebody with the same name is on the roster already.
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
            *FOR_REPORTS,
            "member",
            "contact",
            "notes",
        ]
        field_classes = dict.fromkeys(
            (
                *("name", "affiliation", "group", "title", "surname", "given_name", "category"),
                *("fsi_id", "contact"),
            ),
            LineField,
        )
        widgets = {
            "name": forms.TextInput({"autocomplete": "off", "autocapitalize": "words"}),
            "title": forms.TextInput({"list": "titles", "autocomplete": "off"}),
            "birth_date": forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
            "contact": forms.TextInput({"autocomplete": "off"}),
            "notes": forms.Textarea({"rows": 3}),
        }
        help_texts = {"birth_date": _("Basta l’anno, se il giorno non si sa.")}

    titles = TITLES  # for the datalist in the template

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.homonyms: list[Player] = []
        self.fields["name"].widget.attrs["data-focus"] = not self.instance.pk
        for name, choices in CHOICES.items():
            set_choices(self, name, choices)
        year = self.fields["birth_year"]
        year.validators = [
            MinValueValidator(FIRST_BIRTH_YEAR),
            MaxValueValidator(datetime.now(UTC).year, _("Non può venire dopo il %(limit_value)s.")),
        ]
        year.widget.attrs |= {"min": FIRST_BIRTH_YEAR, "max": datetime.now(UTC).year}

    def clean_affiliation(self) -> str:
        """A new player's club as the roster spells it: the Varma draw compares clubs letter by letter."""
        affiliation: str = self.cleaned_data["affiliation"]
        if self.instance.pk:
            return affiliation
        known = spellings(self.instance.club.players.values_list("affiliation", flat=True))
        return known.get(sort_key(affiliation), affiliation)

    def clean_name(self) -> str:
        return clean_name(self.cleaned_data["name"])

    def clean(self) -> CleanedData | None:
        cleaned = super().clean()
        name = self.cleaned_data.get("name")
        self._check_identity(name)
        if name and ("name" in self.changed_data or not self.instance.pk):
            self.homonyms = list(self.instance.club.players.named(name).exclude(pk=self.instance.pk))
            if self.homonyms and not self.cleaned_data.get("homonym"):
                self.add_error("name", _("C’è già un giocatore con questo nome."))
        return cleaned

    def _check_identity(self, name: str | None) -> None:
        """Family and given name must be those of the name, and the day of birth in the year of birth."""
        surname, given = self.cleaned_data.get("surname"), self.cleaned_data.get("given_name")
        if name and surname and given and word_key(f"{surname} {given}") != word_key(name):
            self.add_error(
                "surname",
                _("Cognome e nome insieme non danno «%(name)s»: correggi questi o quello.") % {"name": name},
            )
        day, year = self.cleaned_data.get("birth_date"), self.cleaned_data.get("birth_year")
        if day and year and day.year != year:
            self.add_error("birth_date", _("Non è dell’anno di nascita scritto sopra."))
        elif day and "birth_year" in self.cleaned_data:
            self.cleaned_data["birth_year"] = day.year

    @property
    def for_reports(self) -> list[forms.BoundField]:
        return [self[name] for name in FOR_REPORTS if name != "birth_date"]

    @property
    def opens_national(self) -> bool:
        """Whether something of the Italian federation is there, or wrong."""
        return any(self[name].value() or self[name].errors for name in ("fsi_rating", "fsi_id"))

    @property
    def opens_reports(self) -> bool:
        """Whether something there is wrong."""
        return any(field.errors for field in self.for_reports)

    @property
    def more(self) -> list[forms.BoundField]:
        """All that a short form folds away: what is not needed to play at once."""
        first, last = ("group", "title", "fide_id", "fsi_id"), ("contact", "notes")
        return [*(self[name] for name in first), *self.for_reports, *(self[name] for name in last)]

    @property
    def opens_more(self) -> bool:
        """Whether something there is wrong."""
        return any(field.errors for field in self.more)


def clean_name(text: str) -> str:
    """The name with single spaces, and without the comma of «Rossi, Mario» in the federations' lists.

    Raises ValidationError if it contains no letter.
    """
    name = " ".join(text.replace(",", " ").split())
    if not any(char.isalpha() for char in sort_key(name)):
        raise ValidationError(_("Non è un nome: non contiene nessuna lettera."))
    return name
