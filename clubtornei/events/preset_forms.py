"""The forms of presets and copies: what is new of an event that is like another."""

from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubtornei.events.forms import check_year
from clubtornei.events.models import Event, Preset
from clubtornei.text.text_fields import LineField


class PresetForm(forms.Form):
    """What a preset is called."""

    preset = LineField(label=_("Nome del modello"), max_length=Preset._meta.get_field("name").max_length)


class NewDaysForm(forms.Form):
    """Name and first day of an event; the last day, if there is one."""

    name = LineField(label=_("Nome"), max_length=Event._meta.get_field("name").max_length)
    starts_on = forms.DateField(
        label=_("Data d’inizio"), widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d")
    )

    def clean_starts_on(self) -> date:
        return check_year(self.cleaned_data["starts_on"])


class EventCopyForm(NewDaysForm):
    """What of an event comes along."""

    formula = forms.BooleanField(
        label=_("la formula"),
        required=False,
        help_text=_("Tutte le fasi con le loro opzioni; senza, lo stesso sistema con le opzioni di base."),
    )
    ranking = forms.BooleanField(
        label=_("la classifica"), required=False, help_text=_("Gli stessi criteri, nello stesso ordine.")
    )
    announcement = forms.BooleanField(
        label=_("il bando"),
        required=False,
        help_text=_("Indirizzo, orari, quota, premi, contatti, testo; e come ci si iscrive."),
    )
    entries = forms.BooleanField(
        label=_("gli iscritti"),
        required=False,
        help_text=_("Con i dati che hanno oggi nell’elenco dei giocatori."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("formula", "ranking", "announcement"):
            self.fields[name].initial = True

    @property
    def choices(self) -> list[forms.BoundField]:
        return [self[name] for name in ("formula", "ranking", "announcement", "entries")]
