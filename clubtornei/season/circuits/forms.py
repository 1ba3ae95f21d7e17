"""The forms of a circuit, generated from the engines: ways of counting, rules, criteria."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from clubtornei.events.option_forms import OptionForm, initial_of, option_form
from clubtornei.events.ranking import RankingChoice, RankingForm
from clubtornei.season.models import Circuit, EventTag
from clubtornei.text.languages import translated
from clubtornei.text.text_fields import LineField
from clubtornei.text.untyped import FormData, JsonObject, Options
from clubtornei.web.form_choices import set_choices
from scoring.circuit_criteria import CIRCUIT_CRITERIA
from scoring.circuit_document import CircuitRules
from scoring.circuit_points import PLACE_TABLES, WAYS

DAY = {"type": "date"}
PLACES = "places"


def tag_of(text: str) -> str:
    """A tag as it is stored: in small letters, so that «Rapid» is «rapid»."""
    return text.casefold()


class CircuitForm(forms.ModelForm):
    """What the circuit is called, and by which rule events come into it."""

    class Meta:
        model = Circuit
        fields = ["name", "published", "game", "tag", "first_day", "last_day"]
        field_classes = dict.fromkeys(("name", "game", "tag"), LineField)
        widgets = {
            "name": forms.TextInput({"autocomplete": "off", "autocapitalize": "sentences"}),
            "game": forms.TextInput({"list": "games", "autocomplete": "off"}),
            "tag": forms.TextInput({"list": "tags", "autocomplete": "off"}),
            "first_day": forms.DateInput(DAY, format="%Y-%m-%d"),
            "last_day": forms.DateInput(DAY, format="%Y-%m-%d"),
        }
        help_texts = {
            "published": _(
                "Chiunque ha l’indirizzo vede la classifica. Contano allora solo i tornei pubblici."
            ),
            "game": _("Entrano da soli i tornei di questo gioco."),
            "tag": _("Entrano da soli i tornei con questa etichetta."),
            "first_day": _("Entrano da soli i tornei che cominciano da questo giorno."),
            "last_day": _("Entrano da soli i tornei che cominciano entro questo giorno."),
        }

    def clean_tag(self) -> str:
        return tag_of(self.cleaned_data["tag"])

    @property
    def games(self) -> list[str]:
        """The games of the club's events, for the list of the field."""
        return sorted({game for game in self.instance.club.events.values_list("game", flat=True) if game})

    @property
    def tags(self) -> list[str]:
        events = EventTag.objects.filter(event__club=self.instance.club)
        return sorted(set(events.values_list("name", flat=True)))


class WayForm(forms.Form):
    """The way of counting. `shown`: the one whose options are on the page.

    Choosing another shows its options at once, where there is JavaScript.
    """

    use_required_attribute = False
    way = forms.ChoiceField(
        label=_("Che cosa conta"),
        widget=forms.Select(
            {
                "aria-describedby": "way-meaning",
                "hx-post": "",
                "hx-include": "closest form",
                "hx-target": "#counted",
                "hx-swap": "outerHTML",
            }
        ),
    )
    shown = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, like_circuit: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        blank = [("", _("Come nel circuito"))] if like_circuit else []
        self.fields["way"].required = not like_circuit
        set_choices(self, "way", [*blank, *_ways()])


def _ways() -> Iterator[tuple[str, str]]:
    """All ways of counting; behind `places` once for each of the tables that can be filled in."""
    for way in WAYS.values():
        yield way.name, translated(way.title)
        if way.name == PLACES:
            for name, (title, _table) in PLACE_TABLES.items():
                yield f"{PLACES}:{name}", f"{translated(way.title)}, {translated(title)}"


class CountingForms:
    """How events count: the way, and its options. `stored`: the counting as it is; None: as the circuit has
    it, which only an event can say. `changed`: whether another way was chosen than the one whose options were
    on the page, or a table to fill in; then its options are shown first, and nothing is saved.
    """

    def __init__(self, data: FormData | None, stored: Options | None, *, like_circuit: bool = False) -> None:
        stored_way = stored["way"] if stored else ""
        chosen, _colon, table = (stored_way if data is None else data.get("way", stored_way)).partition(":")
        known = chosen in WAYS or (like_circuit and chosen == "")
        self.way = WAYS.get(chosen if known else stored_way)
        name = self.way.name if self.way else ""
        self.changed = data is not None and (bool(table) or name != data.get("shown", stored_way))
        self.choice = WayForm(initial={"way": name, "shown": name}, like_circuit=like_circuit)
        self.data = None if self.changed else data
        self.stored: Options = stored if stored and name == stored_way else {}
        if name == PLACES and (table or not self.stored):
            tables = list(PLACE_TABLES.values())
            self.stored = {**self.stored, "table": PLACE_TABLES.get(table, tables[0])[1]}

    @property
    def meaning(self) -> str:
        return translated(self.way.meaning) if self.way else ""

    @cached_property
    def options(self) -> OptionForm:
        if self.way is None:
            return OptionForm()
        initial = initial_of(self.way.options, self.stored)
        return option_form(self.way.options)(self.data, initial=initial, prefix="way")

    def is_valid(self) -> bool:
        return self.way is None or self.options.is_valid()

    def written(self) -> JsonObject | None:
        """As a document has it; None: as the circuit says."""
        return {"way": self.way.name, **self.options.values()} if self.way else None


class SettingsForms:
    """All that makes the circuit: its data, how events count, the rules, the criteria."""

    def __init__(self, data: FormData | None, circuit: Circuit) -> None:
        self.circuit = circuit
        self.form = CircuitForm(data, instance=circuit)
        self.counting = CountingForms(data, circuit.counting)
        self.rules: OptionForm = option_form(CircuitRules)(
            data, initial=initial_of(CircuitRules, circuit.rules), prefix="rule"
        )
        self.ranking = RankingForm(data, initial={"ranking": circuit.ranking}, criteria=criteria())

    @property
    def all(self) -> tuple[forms.BaseForm, ...]:
        return self.form, self.counting.options, self.rules, self.ranking

    def is_valid(self) -> bool:
        """Each is validated, so that every error is shown at once."""
        valid = [
            self.form.is_valid(),
            self.counting.is_valid(),
            self.rules.is_valid(),
            self.ranking.is_valid(),
        ]
        return all(valid)

    def apply(self) -> list[str]:
        """Give the circuit what is in the forms; returns the names of its fields."""
        circuit = self.circuit
        circuit.counting = self.counting.written()
        circuit.rules = dict(self.rules.values())
        circuit.ranking = self.ranking.cleaned_data["ranking"]
        return [*self.form.fields, "counting", "rules", "ranking"]


def criteria() -> list[RankingChoice]:
    return [
        RankingChoice(row.name, translated(row.title), translated(row.meaning))
        for row in CIRCUIT_CRITERIA.values()
    ]
