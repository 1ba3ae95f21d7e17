"""The forms of a stage, generated from the engines: the system's options, the scoring, the ranking."""

from collections.abc import Collection, Sequence
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.forms import Form
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from msgspec import Struct
from msgspec.structs import asdict

from clubtornei.events.details import ScoringDetails, StageDetails
from clubtornei.events.option_forms import OptionForm, initial_of, option_form
from clubtornei.events.ranking import RankingField, RankingForm
from clubtornei.events.systems import (
    offered_criteria,
    offered_methods,
    options_decided_later,
    spec_of,
    usual_ranking,
)
from clubtornei.text.languages import translated
from clubtornei.text.numerals import parse_int
from clubtornei.text.untyped import FormData, JsonObject, Options
from clubtornei.web.form_choices import set_choices
from pairing.registry import SYSTEMS
from scoring.method import Method
from scoring.methods import METHODS
from scoring.options import build


def comparison_query(system: str, game: str, scoring: str, discards: object) -> str:
    """The query of the page on which methods stand side by side: what is played, and the method chosen."""
    return urlencode({"system": system, "game": game, "scoring": scoring, "discards": discards or 0})


class MethodForm(forms.Form):
    """The scoring method. `shown`: the one whose options and ranking are on the page; `stored`: the one that
    was stored when the page began.

    Choosing another shows its options at once, where there is JavaScript.
    """

    use_required_attribute = False
    scoring = forms.ChoiceField(
        label=_("Metodo di punteggio"),
        widget=forms.Select(
            {
                "aria-describedby": "method-meaning",
                "hx-post": "",
                "hx-include": "closest form",
                "hx-target": "#scored",
                "hx-swap": "outerHTML",
            }
        ),
    )
    shown = forms.CharField(widget=forms.HiddenInput, required=False)
    stored = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, methods: Sequence[Method], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "scoring", [(method.name, translated(method.title)) for method in methods])


class StageForms:
    """The forms of a stage together. `stored`: the stage as it is, or begins; `game`: that of the event;
    `with_options`: whether the page asks for the options of the system, which a draw fixes; `merges`: whether
    the stage exists, and a colleague may have changed it meanwhile (MergedForm).

    `changed`: whether another method was chosen than the one whose options were on the page. Then its own
    options are shown first, and nothing is saved.
    """

    def __init__(
        self,
        data: FormData | None,
        stored: StageDetails,
        game: str = "",
        *,
        with_options: bool = True,
        merges: bool = False,
    ) -> None:
        self.merges = merges
        self.with_options = with_options
        self.spec = spec_of(stored.system)
        self.data = data
        self.stored = stored
        self.game = game if data is None else data.get("game", game)
        stored_method = stored.scoring or self.spec.scoring
        self.methods = offered_methods(stored.system, stored_method, self.game)
        chosen = (data or {}).get("scoring", stored_method)
        is_known = chosen in [method.name for method in self.methods]
        self.method = METHODS[chosen if is_known else stored_method]
        self.changed = data is not None and self.method.name != data.get("shown", stored_method)
        self.is_stored_method = self.method.name == stored_method
        self.overtaken = merges and (data or {}).get("stored", stored_method) != stored_method

    @cached_property
    def choice(self) -> MethodForm:
        stored = self.stored.scoring or self.spec.scoring
        initial = {"scoring": self.method.name, "shown": self.method.name, "stored": stored}
        return MethodForm(initial=initial, methods=self.methods)

    @property
    def comparison(self) -> str:
        """The query of the page on which methods stand side by side, the present one first."""
        discards = self.scoring["discards"].value() if "discards" in self.scoring.fields else 0
        return comparison_query(self.spec.name, self.game, self.method.name, discards)

    @property
    def has_several_methods(self) -> bool:
        return len(self.methods) > 1

    @property
    def meaning(self) -> str:
        """The method's meaning in the reader's language."""
        return translated(self.method.meaning)

    @cached_property
    def options(self) -> OptionForm:
        data = self.data if self.with_options else None
        return self._option_form(data, self.spec.options, "option", self.stored.options, without=self.later)

    @cached_property
    def scoring(self) -> OptionForm:
        stored = self.stored.scoring_options if self.is_stored_method else {}
        data = None if self.changed else self.data
        begun = {**self._defaults, **stored, **self._discards}
        return self._option_form(data, self.method.options, "scoring", begun)

    @property
    def _discards(self) -> Options:
        """How many results are discarded, which another method does not change: as typed, else as stored."""
        typed = parse_int(str((self.data or {}).get("scoring-discards", "")))
        discards = self.stored.scoring_options.get("discards") if typed is None else typed
        return {} if discards is None else {"discards": discards}

    @cached_property
    def ranking(self) -> RankingForm:
        stored = self.stored.ranking if self.is_stored_method else None
        chosen = stored or usual_ranking(self.spec.name, self.method.name, self.game)
        criteria = offered_criteria(self.spec.name, chosen, self.game, by_score=self.method.by_score)
        data = None if self.changed else self.data
        form = RankingForm(data, initial={"ranking": chosen}, criteria=criteria)
        form.merges = self.merges
        return form

    @property
    def draws_numbers(self) -> bool:
        """Whether the players' numbers are drawn by lot; by rating they are assigned."""
        return SYSTEMS[self.spec.name].draws_numbers

    @property
    def criteria(self) -> str:
        """The titles of the criteria, in their order."""
        field = self.ranking.fields["ranking"]
        assert isinstance(field, RankingField)
        known, chosen = field.widget.criteria, self.ranking["ranking"].value() or []
        return ", ".join(known[name].title for name in chosen if name in known)

    @property
    def _defaults(self) -> Options:
        """The system's own default values for the options of its usual method."""
        return self.spec.scoring_defaults if self.method.name == self.spec.scoring else {}

    @property
    def all(self) -> tuple[Form, ...]:
        return self.options, self.scoring, self.ranking

    @property
    def opens_rules(self) -> bool:
        """Whether something is wrong in what a new event has folded away: all but what is asked first."""
        asked = {field.name for field in self.options.asked_first}
        return bool(set(self.options.errors) - asked or self.scoring.errors or self.ranking.errors)

    @property
    def later(self) -> frozenset[str]:
        """Options that are decided round by round and not in this form; their stored values are kept."""
        return options_decided_later(self.spec.name)

    def _option_form(
        self,
        data: FormData | None,
        record: type[Struct],
        prefix: str,
        stored: Options,
        without: Collection[str] = (),
    ) -> OptionForm:
        form = option_form(record, without)(data, initial=initial_of(record, stored), prefix=prefix)
        form.merges = self.merges
        return form

    def is_valid(self) -> bool:
        """Whether all forms are valid. Each is validated, so that every error is shown at once."""
        validated = [self.scoring, self.ranking, *([self.options] if self.with_options else [])]
        invalid = [form for form in validated if not form.is_valid()]
        if self.overtaken:
            stored = METHODS[self.stored.scoring or self.spec.scoring]
            self.scoring.add_error(
                None,
                _("Intanto un altro ha scelto il metodo di punteggio «%(stored)s»: guarda, e salva di nuovo.")
                % {"stored": translated(stored.title)},
            )
        if invalid or self.overtaken:
            return False
        # Options that are not in the form stay as they are stored.
        options, place = (
            (self.options.values(), self.options)
            if self.with_options
            else (self.stored.options, self.scoring)
        )
        if self.method.by_seat and not self.spec.winds(build(self.spec.options, options)):
            place.add_error(
                None, _("I punti per vento si danno solo in una rotazione a tavoli da quattro o da tre.")
            )
            return False
        return True

    def scoring_details(self) -> ScoringDetails:
        return ScoringDetails(
            scoring=self.method.name,
            scoring_options=self.scoring.values(self._defaults),
            ranking=self.ranking.cleaned_data["ranking"],
        )

    def system_options(self) -> JsonObject:
        """The options of the system, in the form of the document."""
        later = {name: value for name, value in self.stored.options.items() if name in self.later}
        return {**later, **self.options.values()}

    def details(self, name: str = "", qualification: JsonObject | None = None) -> StageDetails:
        """The stage as the forms have it, with this name and this qualification rule."""
        return StageDetails(
            system=self.spec.name,
            name=name,
            options=self.system_options(),
            qualification=qualification,
            **asdict(self.scoring_details()),
        )
