"""The form that sets the clock of a round."""

from django import forms
from django.utils.translation import gettext_lazy

from clubtornei.events.forms import MOST_MINUTES
from clubtornei.rounds.models import Clock
from clubtornei.untyped import CleanedData


class ClockForm(forms.ModelForm):
    """The playing time in minutes, and what happens when it is up."""

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
