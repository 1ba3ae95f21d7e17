"""Forms about events and entries."""

from datetime import date
from typing import Any

from django import forms
from django.utils.timezone import localdate
from django.utils.translation import gettext_lazy as _

from clubtornei.events.models import Entry, Event
from clubtornei.events.namesakes import marked
from clubtornei.events.option_forms import ExactField
from clubtornei.players.forms import HIGHEST_RATING, clean_name
from clubtornei.players.names import sort_key, spellings
from clubtornei.text_fields import LineField, one_line
from clubtornei.untyped import CleanedData
from scoring.reading import LONGEST_NAME

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
MOST_MEMBERS = 30  # of a team


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
        fields = ["name", "mark", "rating", "title", "affiliation", "group"]
        field_classes = dict.fromkeys(("name", "mark", "title", "affiliation", "group"), LineField)
        help_texts = {
            "mark": _(
                "Sta fra parentesi dietro il nome («il giovane»). Vuoto: fra due omonimi il circolo, o l’anno"
                " di nascita."
            ),
            "group": _("Famiglia o altro legame di cui il sorteggio tiene conto."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        entry = self.instance
        self.initial["name"] = entry.own_name
        self.initial["mark"] = entry.mark if entry.mark_chosen else ""

    def clean_name(self) -> str:
        return clean_name(self.cleaned_data["name"])

    def clean_mark(self) -> str:
        return marked(self.cleaned_data["mark"])


class MembersField(forms.CharField):
    """Names, one a line."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(widget=forms.Textarea({"rows": 6, "autocomplete": "off"}), **kwargs)

    def to_python(self, value: Any) -> list[str]:  # type: ignore[override]
        lines = (super().to_python(value) or "").splitlines()
        return [clean_name(line) for line in map(one_line, lines) if line]

    def validate(self, value: list[str]) -> None:
        super().validate("".join(value))
        longest = max(value, key=len, default="")
        if len(longest) > LONGEST_NAME:
            raise forms.ValidationError(
                _("Un nome ha %(found)s caratteri: al massimo %(most)s."),
                params={"found": len(longest), "most": LONGEST_NAME},
            )
        if len(value) > MOST_MEMBERS:
            raise forms.ValidationError(
                _("Sono %(found)s nomi: una squadra ne ha al massimo %(most)s."),
                params={"found": len(value), "most": MOST_MEMBERS},
            )

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(value) if isinstance(value, list) else value


class TeamForm(EntryForm):
    """A team in an event: a captain, and the names behind it."""

    members = MembersField(label=_("Giocatori"), help_text=_("Uno per riga."))

    class Meta(EntryForm.Meta):
        fields = ["name", "captain", "members", "affiliation", "mark", "rating", "title", "group"]
        field_classes = dict.fromkeys(("name", "captain", "mark", "title", "affiliation", "group"), LineField)
        labels = {"name": _("Nome della squadra")}
        help_texts = {
            **EntryForm.Meta.help_texts,
            "captain": _("Vuoto: il primo dei giocatori. Chi non è fra i giocatori si aggiunge."),
        }

    def clean(self) -> CleanedData | None:
        cleaned = super().clean()
        members, captain = self.cleaned_data.get("members"), self.cleaned_data.get("captain")
        if members:
            known = spellings(members)
            captain = self.cleaned_data["captain"] = known.get(sort_key(captain or ""), captain or members[0])
            if captain not in members:
                members.insert(0, captain)
        return cleaned


_FIXED_BY_DRAW = ("affiliation", "group")


def entry_form(entry: Entry, *, locked: bool) -> type[EntryForm]:
    """The form of this entry. `locked`: after the draw of numbers club and group, which may have influenced
    it, cannot be changed.
    """
    base = TeamForm if entry.members else EntryForm
    if not locked:
        return base
    fields = [name for name in base.Meta.fields if name not in _FIXED_BY_DRAW]
    return type(f"Locked{base.__name__}", (base,), {"Meta": type("Meta", (base.Meta,), {"fields": fields})})


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
