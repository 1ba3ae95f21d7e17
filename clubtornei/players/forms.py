"""The form of a player on the roster."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext_lazy as _

from clubtornei.players.columns import TITLES
from clubtornei.players.models import Player
from clubtornei.players.names import sort_key, spellings
from clubtornei.text_fields import LineField
from clubtornei.untyped import CleanedData

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    PlayerModelForm = forms.ModelForm[Player]
else:
    PlayerModelForm = forms.ModelForm

FIRST_BIRTH_YEAR = 1900
HIGHEST_RATING = 4000


def _rating_field(label: "str | _StrPromise") -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=0, max_value=HIGHEST_RATING)


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

    titles = TITLES  # for the datalist in the template

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
        if name and ("name" in self.changed_data or not self.instance.pk):
            self.homonyms = list(self.instance.club.players.named(name).exclude(pk=self.instance.pk))
            if self.homonyms and not self.cleaned_data.get("homonym"):
                self.add_error("name", _("C’è già un giocatore con questo nome."))
        return cleaned

    def _get_validation_exclusions(self) -> set[str]:
        """Validates the club's unique constraints too, although the club is no field of the form."""
        excluded: set[str] = super()._get_validation_exclusions()  # type: ignore[misc]
        return excluded - {"club"}


def clean_name(text: str) -> str:
    """The name with single spaces, and without the comma of «Rossi, Mario» in the federations' lists.

    Raises ValidationError if it contains no letter.
    """
    name = " ".join(text.replace(",", " ").split())
    if not any(char.isalpha() for char in sort_key(name)):
        raise ValidationError(_("Non è un nome: non contiene nessuna lettera."))
    return name
