"""What is chosen of a named formula: how many players are expected, its options, the scoring, wild cards."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubtornei.events.option_forms import OptionForm, initial_of, option_form, spoken
from clubtornei.events.plans import Choice, Plan, fault_in_words, plan_of
from pairing.event_formats import EventFormat
from scoring.methods import METHODS
from scoring.reading import MOST_PLAYERS

MOST_WILD_CARDS = 8
USUAL = 16  # players expected, where nobody has said anything yet


class SizeForm(forms.Form):
    """How many players, by which scoring, with how many wild cards."""

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
        max_value=MOST_WILD_CARDS,
        initial=0,
    )

    def __init__(self, *args: Any, formula: EventFormat, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        others = [
            row.name for row in METHODS.values() if row.multiplayer and row.name not in formula.scorings
        ]
        titles = {name: spoken(METHODS[name].title) for name in (*formula.scorings, *others)}
        self.fields["scoring"].choices = [  # type: ignore[attr-defined]
            (_("Previsti dalla formula"), [(name, titles[name]) for name in formula.scorings]),
            (_("Altri"), [(name, titles[name]) for name in others]),
        ]


class FormulaForms:
    """The forms together, and the plan that comes of them.

    `players`: how many, to begin with; `kept`: what an event was made by.
    """

    def __init__(
        self,
        formula: EventFormat,
        data: Mapping[str, Any] | None,
        players: int | None = None,
        kept: Choice | None = None,
    ) -> None:
        self.formula = formula
        self.data = data
        usual = Choice(name=formula.name, players=_usual(formula), options={}, scoring=formula.scorings[0])
        self.kept = replace(kept or usual, players=players or (kept or usual).players)

    @cached_property
    def size(self) -> SizeForm:
        kept = self.kept
        initial = {
            "players": kept.players,
            "scoring": kept.scoring or self.formula.scorings[0],
            "wildcards": kept.wildcards,
        }
        return SizeForm(self.data, initial=initial, formula=self.formula)

    @cached_property
    def options(self) -> OptionForm:
        record = self.formula.options
        return option_form(record)(self.data, initial=initial_of(record, self.kept.options), prefix="formula")

    @cached_property
    def choice(self) -> Choice | None:
        """What was chosen; None where a form is wrong."""
        if self.data is None:
            return self.kept
        if not self.size.is_valid() & self.options.is_valid():
            return None
        return Choice(name=self.formula.name, options=self.options.values(), **self.size.cleaned_data)

    @cached_property
    def plan(self) -> Plan | None:
        """The stages, or what does not fit: that stands beside the option it is about."""
        if self.choice is None:
            return None
        plan = plan_of(self.choice)
        for fault in plan.faults if self.data is not None else ():
            part, _dot, name = fault.path.partition(".")
            if part == "options" and name in self.options.fields:
                self.options.add_error(name, fault_in_words(fault))
            elif part in ("wildcards", "scoring"):
                self.size.add_error(part, fault_in_words(fault))
        return plan

    @property
    def problems(self) -> list[str]:
        """What does not fit, in words."""
        return [fault_in_words(fault) for fault in self.plan.faults] if self.plan else []

    @property
    def right(self) -> bool:
        """Can the stages be made?"""
        return self.plan is not None and bool(self.plan.stages)


def _usual(formula: EventFormat) -> int:
    players = max(formula.fewest, USUAL)
    return players if formula.fits(players) else formula.near(players)[-1]
