"""The form that sets the clock of a round."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from clubtornei.events.forms import MOST_MINUTES
from clubtornei.events.models import Ending, Stage
from clubtornei.rounds.models import Clock
from clubtornei.text.untyped import CleanedData
from scoring.risiko_methods import METHODS

RISIKO = {method.name for method in METHODS}


class ClockForm(forms.ModelForm):
    """The playing time in minutes, and what happens when it is up. Games other than RisiKo! just end, unless
    something else is chosen: the dice of the sdadata are unknown there.
    """

    minutes = forms.IntegerField(
        label=gettext_lazy("Minuti"), min_value=1, max_value=MOST_MINUTES, initial=90
    )
    earliest = forms.IntegerField(
        label=gettext_lazy("Minuto segreto: non prima del"),
        help_text=gettext_lazy("Solo col tempo segreto; vuoto: fra il tempo scritto sopra e 15 minuti dopo."),
        min_value=1,
        max_value=MOST_MINUTES,
        required=False,
    )
    latest = forms.IntegerField(
        label=gettext_lazy("Minuto segreto: non dopo il"),
        help_text=gettext_lazy(
            "Se i due sono uguali il minuto lo fissa il giudice, altrimenti si sorteggia."
        ),
        min_value=1,
        max_value=MOST_MINUTES,
        required=False,
    )

    class Meta:
        model = Clock
        fields = ("minutes", "ending")

    def __init__(self, *args: Any, stage: Stage, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.is_risiko = stage.scoring in RISIKO
        if self.instance.pk is None and not self.is_risiko:
            announced = (kwargs.get("initial") or {}).get("ending")
            self.initial["ending"] = announced or Ending.BARE

    @property
    def has_another_ending(self) -> bool:
        """Whether something else than the usual is chosen, or wrong: then it is not folded away."""
        return bool(self.errors) or self["ending"].value() != Ending.BARE

    def clean(self) -> CleanedData:
        """Both limits of the secret minute, or neither; and not the second before the first."""
        cleaned = super().clean() or self.cleaned_data
        earliest, latest = cleaned.get("earliest"), cleaned.get("latest")
        if (earliest is None) != (latest is None) and not self.errors:
            missing = "latest" if latest is None else "earliest"
            self.add_error(missing, gettext_lazy("Scrivi tutti e due i limiti, o nessuno."))
        elif earliest is not None and latest is not None and latest < earliest:
            self.add_error("latest", gettext_lazy("Il secondo limite non può venire prima del primo."))
        elif (
            earliest is not None
            and earliest < cleaned.get("minutes", 0)
            and cleaned.get("ending") == "secret"
        ):
            self.add_error("earliest", gettext_lazy("Non prima del tempo scritto sopra."))
        return cleaned

    @property
    def limits(self) -> tuple[int, int] | None:
        """The limits of the secret minute, if they were written."""
        earliest, latest = self.cleaned_data.get("earliest"), self.cleaned_data.get("latest")
        return None if earliest is None or latest is None else (earliest, latest)
