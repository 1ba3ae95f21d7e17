"""Forms about events and entries."""

from datetime import date
from typing import Any

from django import forms
from django.utils.timezone import localdate
from django.utils.translation import gettext_lazy as _

from clubtornei.events.details import EntryDetails, EventDetails, entry_details_of
from clubtornei.events.models import Entry, Event
from clubtornei.events.option_forms import ExactField
from clubtornei.players.forms import HIGHEST_RATING, clean_name
from clubtornei.text_fields import LineField
from clubtornei.untyped import CleanedData

GAMES = (
    _("Scacchi"),
    _("Dama"),
    _("Dama internazionale"),
    _("Go"),
    _("Backgammon"),
    _("Othello"),
    _("Burraco"),
    _("Briscola"),
    _("Scopa"),
    _("Catan"),
    _("RisiKo!"),
)
FIRST_YEAR = 1850  # historical tournaments are allowed, but years that are typing errors are not
YEARS_AHEAD = 5


class EventForm(forms.ModelForm):
    """Name, game, dates and place of an event."""

    class Meta:
        model = Event
        fields = ["name", "game", "starts_on", "ends_on", "place"]
        field_classes = dict.fromkeys(("name", "game", "place"), LineField)
        widgets = {
            "name": forms.TextInput({"autocomplete": "off", "autocapitalize": "sentences"}),
            "game": forms.TextInput({"list": "games", "autocomplete": "off"}),
            "starts_on": forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
            "ends_on": forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
            "place": forms.TextInput({"autocomplete": "off"}),
        }

    games = GAMES  # for the datalist in the template

    def clean_starts_on(self) -> date:
        return check_year(self.cleaned_data["starts_on"])

    def clean_ends_on(self) -> date | None:
        day = self.cleaned_data["ends_on"]
        return None if day is None else check_year(day)

    def clean(self) -> CleanedData | None:
        cleaned = super().clean()
        first, last = self.cleaned_data.get("starts_on"), self.cleaned_data.get("ends_on")
        if first and last and last < first:
            self.add_error("ends_on", _("Viene prima della data d’inizio."))
        return cleaned

    def details(self) -> EventDetails:
        return EventDetails(**self.cleaned_data)


def check_year(day: date) -> date:
    """The day itself. Raises ValidationError if its year is implausible."""
    if not FIRST_YEAR <= day.year <= localdate().year + YEARS_AHEAD:
        raise forms.ValidationError(_("Controlla l’anno."))
    return day


class EntryForm(forms.ModelForm):
    """The player's data in an event, as of the day of the event."""

    rating = ExactField(
        label=_("Punteggio Elo"), required=False, min_value=0, max_value=HIGHEST_RATING, decimal_places=3
    )

    class Meta:
        model = Entry
        fields = ["name", "rating", "title", "affiliation", "group"]
        field_classes = dict.fromkeys(("name", "title", "affiliation", "group"), LineField)
        help_texts = {"group": _("Famiglia o altro legame di cui il sorteggio tiene conto.")}

    def clean_name(self) -> str:
        return clean_name(self.cleaned_data["name"])

    def details(self) -> EntryDetails:
        return entry_details_of(self.instance)


class LockedEntryForm(EntryForm):
    """After the draw of numbers: club and group, which may have influenced it, cannot be changed."""

    class Meta(EntryForm.Meta):
        fields = ["name", "rating", "title"]


class DeleteForm(forms.Form):
    """Confirms the deletion of an event by typing its name."""

    name = forms.CharField(label=_("Nome del torneo"), max_length=200)

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event

    def clean_name(self) -> str:
        typed = " ".join(self.cleaned_data["name"].split()).casefold()
        if typed != " ".join(self.event.name.split()).casefold():
            raise forms.ValidationError(_("Non è il nome di questo torneo: non è stato eliminato niente."))
        return typed
