"""The forms of a named formula: the number of players expected, scoring, wild cards, and its own options."""

from dataclasses import replace
from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from clubtornei.events.option_forms import OptionForm, initial_of, option_form
from clubtornei.events.plans import FormulaChoice, FormulaPlan, issue_in_words, plan_stages
from clubtornei.events.stage_forms import comparison_query
from clubtornei.text.languages import translated
from clubtornei.text.untyped import FormData
from clubtornei.web.form_choices import set_choices
from pairing.event_formats import EventFormat
from scoring.methods import METHODS
from scoring.reading import MOST_PLAYERS

MAX_WILD_CARDS = 8
DEFAULT_PLAYERS = 16  # the number of players expected that the form shows at first


class SizeForm(forms.Form):
    """The number of players, the scoring method, the number of wild cards."""

    players = forms.IntegerField(
        label=_("Giocatori previsti"),
        help_text=_("Quanti ne aspetti: alla chiusura delle iscrizioni le fasi si adeguano in un attimo."),
        min_value=1,
        max_value=MOST_PLAYERS,
    )
    scoring = forms.ChoiceField(label=_("Metodo di punteggio"))
    wildcards = forms.IntegerField(
        label=_("Wild card"),
        help_text=_("Quanti degli ultimi posti vanno ai migliori risultati di una sola partita."),
        min_value=0,
        max_value=MAX_WILD_CARDS,
        initial=0,
    )

    def __init__(self, *args: Any, formula: EventFormat, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        others = [
            row.name for row in METHODS.values() if row.multiplayer and row.name not in formula.scorings
        ]
        titles = {name: translated(METHODS[name].title) for name in (*formula.scorings, *others)}
        planned = [(name, titles[name]) for name in formula.scorings]
        rest = [(name, titles[name]) for name in others]
        set_choices(self, "scoring", [(_("Previsti dalla formula"), planned), (_("Altri"), rest)])


class FormulaForms:
    """The forms of a formula together, and the plan for what was chosen.

    `data`: the submitted data, None at first; `players`: the number shown at first; `stored`: the choice an
    existing event was created with.
    """

    def __init__(
        self,
        formula: EventFormat,
        data: FormData | None,
        players: int | None = None,
        stored: FormulaChoice | None = None,
    ) -> None:
        self.formula = formula
        self.data = data
        initial = stored or FormulaChoice(
            name=formula.name, players=_default_players(formula), options={}, scoring=formula.scorings[0]
        )
        self.initial = replace(initial, players=players or initial.players)

    @cached_property
    def size(self) -> SizeForm:
        initial = {
            "players": self.initial.players,
            "scoring": self.initial.scoring or self.formula.scorings[0],
            "wildcards": self.initial.wildcards,
        }
        return SizeForm(self.data, initial=initial, formula=self.formula)

    @cached_property
    def options(self) -> OptionForm:
        record = self.formula.options
        initial = initial_of(record, self.initial.options)
        return option_form(record)(self.data, initial=initial, prefix="formula")

    @cached_property
    def choice(self) -> FormulaChoice | None:
        """What was chosen; None if a form is not valid."""
        if self.data is None:
            return self.initial
        if not self.size.is_valid() & self.options.is_valid():
            return None
        return FormulaChoice(name=self.formula.name, options=self.options.values(), **self.size.cleaned_data)

    @cached_property
    def plan(self) -> FormulaPlan | None:
        """The plan of the choice; None if there is no choice. Its issues become errors of their fields."""
        if self.choice is None:
            return None
        plan = plan_stages(self.choice)
        if plan.misfits and self.data is not None:
            self.size.add_error("players", _("Con questa formula non va."))
        for issue in plan.issues if self.data is not None else ():
            part, _dot, name = issue.path.partition(".")
            if part == "options" and name in self.options.fields:
                self.options.add_error(name, issue_in_words(issue))
            elif part in ("wildcards", "scoring"):
                self.size.add_error(part, issue_in_words(issue))
        return plan

    @property
    def comparison(self) -> str:
        """The query of the page on which methods stand side by side; empty while there are no stages."""
        if self.plan is None or not self.plan.stages:
            return ""
        first = self.plan.stages[0].stage
        discards = first.scoring_options.get("discards", 0)
        return comparison_query(first.system, translated(self.formula.game), first.scoring, discards)

    @property
    def folded_errors(self) -> list[str]:
        """What is wrong in the fields that a new event has folded away: all but the number of players."""
        return [name for form in (self.size, self.options) for name in form.errors if name != "players"]

    @property
    def problems(self) -> list[str]:
        """The plan's issues as sentences."""
        return [issue_in_words(issue) for issue in self.plan.issues] if self.plan else []

    @property
    def has_stages(self) -> bool:
        """Whether the choice is valid and gives stages."""
        return self.plan is not None and bool(self.plan.stages)


def _default_players(formula: EventFormat) -> int:
    players = max(formula.fewest, DEFAULT_PLAYERS)
    return players if formula.fits(players) else formula.nearest_sizes(players)[-1]
