"""The prizes of an event as a form for each category, and who has which mark."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from clubtornei.events.models import Entry, Event
from clubtornei.players.models import Sex
from clubtornei.rounds.prizes.place_lines import lines_of, places_of
from clubtornei.text.languages import reader_language
from clubtornei.text.text_fields import LineField
from clubtornei.text.untyped import CleanedData, FormData, LazyText
from scoring.document import DocumentError
from scoring.prize_list import (
    HIGHEST_RATING,
    LONGEST_NAME,
    MOST_CATEGORIES,
    MOST_ENTRANTS,
    MOST_GAMES,
    OLDEST,
    PrizeCategory,
    PrizeList,
    read_prizes,
)
from scoring.prize_reasons import conditions_text
from scoring.reasons import issue_line

LONGEST_PLACES = 12_000
DIVISIONS = (
    ("none", gettext_lazy("niente: decidono gli spareggi")),
    ("equal", gettext_lazy("in parti uguali")),
    ("half", gettext_lazy("metà al posto, metà in parti uguali (Hort)")),
)
UNRATED = (
    ("no", gettext_lazy("non concorre")),
    ("also", gettext_lazy("concorre anche lui")),
    ("only", gettext_lazy("concorre solo chi non ne ha")),
)
NUMBERS = ("age_from", "age_to", "rating_from", "rating_to")
TEXTS = ("group", "club", "federation", "mark")
CONDITIONS = (
    *("age_from", "age_to", "age_on", "sex", "club", "rating_from", "rating_to", "unrated", "federation"),
    *("mark", "entrants", "group"),
)
"""Who competes, in the order of the form."""


def _number(label: LazyText, most: int) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=0, max_value=most)


class CategoryForm(forms.Form):
    """A category of prizes. Its places are lines of a text."""

    name = LineField(label=gettext_lazy("Nome"), max_length=LONGEST_NAME)
    places = forms.CharField(
        label=gettext_lazy("Premi, uno per riga"),
        max_length=LONGEST_PLACES,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=gettext_lazy("«300», «100 + coppa», «coppa», «prosciutto (60)»: fra parentesi il valore."),
    )
    division = forms.ChoiceField(
        label=gettext_lazy("Denaro a pari punti"),
        choices=DIVISIONS,
        initial="none",
        required=False,
    )
    sex = forms.ChoiceField(
        label=gettext_lazy("Sesso"), choices=[("", gettext_lazy("tutti")), *Sex.choices], required=False
    )
    age_from = _number(gettext_lazy("Età da"), OLDEST)
    age_to = _number(gettext_lazy("Età fino a"), OLDEST)
    age_on = forms.DateField(
        label=gettext_lazy("Età al giorno"),
        required=False,
        localize=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=gettext_lazy("Al 31 dicembre basta l’anno di nascita."),
    )
    rating_from = _number(gettext_lazy("Elo da"), HIGHEST_RATING)
    rating_to = _number(gettext_lazy("Elo fino a"), HIGHEST_RATING)
    unrated = forms.ChoiceField(
        label=gettext_lazy("Chi non ha Elo"), choices=UNRATED, initial="no", required=False
    )
    club = LineField(label=gettext_lazy("Circolo"), max_length=LONGEST_NAME, required=False)
    federation = LineField(
        label=gettext_lazy("Federazione"),
        max_length=3,
        required=False,
        help_text=gettext_lazy("Tre lettere: ITA."),
    )
    mark = LineField(
        label=gettext_lazy("Segno"),
        max_length=LONGEST_NAME,
        required=False,
        help_text=gettext_lazy("Una parola tua, come «socio»: poi dici chi ce l’ha."),
    )
    entrants = _number(gettext_lazy("Solo con almeno tanti iscritti"), MOST_ENTRANTS)
    group = LineField(
        label=gettext_lazy("Gruppo"),
        max_length=LONGEST_NAME,
        required=False,
        help_text=gettext_lazy("Un premio a testa per gruppo. Vuoto: un gruppo solo per tutte le categorie."),
    )

    @property
    def wrong_conditions(self) -> list[forms.BoundField]:
        """Of who competes what has an error: this alone is unfolded."""
        return [self[name] for name in CONDITIONS if name in self.errors]

    @property
    def other_conditions(self) -> list[forms.BoundField]:
        return [self[name] for name in CONDITIONS if name not in self.errors]

    def clean_places(self) -> str:
        self.parsed = places_of(self.cleaned_data["places"])
        return str(self.cleaned_data["places"])

    def clean_federation(self) -> str:
        federation: str = self.cleaned_data["federation"].upper()
        if federation and not (len(federation) == 3 and federation.isascii() and federation.isalpha()):
            raise forms.ValidationError(_("Tre lettere, come ITA."))
        return federation

    def clean(self) -> CleanedData:
        """The category; what contradicts itself is an error of its field."""
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        try:
            read_prizes({"categories": [self._plain()]})
        except DocumentError as error:
            for issue in error.issues:
                field = issue.path.rpartition(".")[2].partition("[")[0]
                words = issue_line(issue, reader_language()).partition(": ")[2]
                self.add_error(field if field in self.fields else None, words)
        return cleaned

    def _plain(self) -> CleanedData:
        found = self.cleaned_data
        plain = {
            name: value
            for name, value in found.items()
            if name in self.fields and name not in ("places", "age_on", "DELETE") and value not in (None, "")
        }
        if (day := found.get("age_on")) and {"age_from", "age_to"} & plain.keys():
            plain["age_on"] = day.isoformat()
        places = [
            {name: getattr(place, name) for name in ("money", "thing", "worth")} for place in self.parsed
        ]
        return plain | {"places": places}

    def category(self) -> PrizeCategory:
        return read_prizes({"categories": [self._plain()]}).categories[0]


class RulesForm(forms.Form):
    """What holds for all prizes."""

    games = forms.IntegerField(
        label=gettext_lazy("Partite che bisogna aver giocato"), min_value=0, max_value=MOST_GAMES
    )
    withdrawn = forms.BooleanField(label=gettext_lazy("Anche chi si è ritirato può vincere"), required=False)


class CategoryFormSet(forms.BaseFormSet[CategoryForm]):
    def clean(self) -> None:
        names = [form.cleaned_data["name"] for form in self.kept() if "name" in form.cleaned_data]
        if len(names) > len(set(names)):
            raise forms.ValidationError(_("Due categorie hanno lo stesso nome: cambiane uno."))

    def kept(self) -> list[CategoryForm]:
        """The forms of categories that there are to be."""
        there = [*self.initial_forms, *(form for form in self.extra_forms if form.has_changed())]
        return [form for form in there if form not in self.deleted_forms]


_FormSet = forms.formset_factory(
    CategoryForm,
    formset=CategoryFormSet,
    extra=1,
    can_delete=True,
    max_num=MOST_CATEGORIES,
    absolute_max=MOST_CATEGORIES,
    validate_max=True,
)


class PrizesForm:
    """The rules and the categories of an event, in one form of the page; `more`: with a new category."""

    def __init__(
        self, event: Event, prizes: PrizeList, data: FormData | None = None, *, more: bool = False
    ) -> None:
        self.rules = RulesForm(data, initial={"games": prizes.games, "withdrawn": prizes.withdrawn})
        self.categories: Any = _FormSet(
            data, initial=[_initial(category) for category in prizes.categories], prefix="categories"
        )
        self.categories.extra = int(more or not prizes.categories)
        for form in self.categories.extra_forms:
            form.fields["age_on"].initial = date(event.starts_on.year, 12, 31)
            form.fields["name"].widget.attrs["data-focus"] = True

    @property
    def is_bound(self) -> bool:
        return self.rules.is_bound

    def is_valid(self) -> bool:
        return all([self.rules.is_valid(), self.categories.is_valid()])

    def prizes(self) -> PrizeList:
        return PrizeList(
            categories=tuple(form.category() for form in self.categories.kept()),
            games=self.rules.cleaned_data["games"],
            withdrawn=self.rules.cleaned_data["withdrawn"],
        )


def _initial(category: PrizeCategory) -> CleanedData:
    """The fields of its form, and its conditions in words."""
    names = ("name", "division", "sex", "unrated", "entrants", *NUMBERS, *TEXTS)
    return {name: getattr(category, name) for name in names} | {
        "places": lines_of(category.places),
        "age_on": date.fromisoformat(category.age_on) if category.age_on else None,
        "conditions": conditions_text(category, reader_language()),
    }


class MarksForm(forms.Form):
    """Who has each mark that a category asks for."""

    def __init__(
        self,
        marks: Sequence[str],
        marked: Mapping[str, Sequence[int]],
        entries: Sequence[Entry],
        data: FormData | None = None,
    ) -> None:
        super().__init__(data)
        self.marks = marks
        for place, mark in enumerate(marks):
            self.fields[f"mark-{place}"] = forms.TypedMultipleChoiceField(
                label=mark,
                coerce=int,
                required=False,
                choices=[(entry.entry_no, entry.name) for entry in entries],
                initial=list(marked.get(mark, ())),
                widget=forms.CheckboxSelectMultiple,
            )

    def marked(self) -> dict[str, tuple[int, ...]]:
        return {mark: tuple(self.cleaned_data[f"mark-{place}"]) for place, mark in enumerate(self.marks)}
