"""The forms of names pasted to enter people in an event."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from clubtornei.players.models import Player
from clubtornei.players.pasted_names import SOMEBODY_NEW, PastedName
from clubtornei.players.reading.lines import people_lines
from clubtornei.players.reading.rows import Unreadable

MOST_NAMES = 300


class NamesForm(forms.Form):
    """The names to be entered, one a line."""

    text = forms.CharField(
        label=gettext_lazy("Nomi, uno per riga"),
        help_text=gettext_lazy("Anche righe di un foglio di calcolo, o «Bianchi, Anna»."),
        max_length=100 * MOST_NAMES,
        strip=False,
        widget=forms.Textarea({"rows": 8, "spellcheck": "false", "autocomplete": "off"}),
    )

    given_first = forms.BooleanField(
        label=gettext_lazy("Prima viene il nome, poi il cognome: «Anna Bianchi»"), required=False
    )

    def __init__(self, *args: Any, rated: bool, **kwargs: Any) -> None:
        """`rated`: whether the event is of a game with ratings."""
        super().__init__(*args, **kwargs)
        if rated:
            self.fields["text"].help_text = _(
                "Anche con l’Elo: «Bianchi Anna 1500»; o righe di un foglio di calcolo, o «Bianchi, Anna»."
            )

    def clean_text(self) -> str:
        text: str = self.cleaned_data["text"]
        if not text.strip():
            raise forms.ValidationError(_("Scrivi almeno un nome."))
        if len(text.splitlines()) > MOST_NAMES:
            raise forms.ValidationError(_("Al massimo %(most)d righe alla volta.") % {"most": MOST_NAMES})
        try:
            people_lines(text)
        except Unreadable as error:
            raise forms.ValidationError(str(error)) from error
        return text


class DoubtsForm(forms.Form):
    """Whom each of the doubtful names means: the only one it may be, if there is one, or else nobody, unless
    another is chosen.
    """

    one_is_enough = True  # none of them is marked as optional: that somebody stays out is one of the choices

    def __init__(self, *args: Any, names: Sequence[PastedName], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.numbers = [name.number for name in names]
        for name in names:
            label = _("Riga %(number)d: %(name)s") % {"number": name.number, "name": name.name}
            if name.namesake:
                label = _("%(line)s, con un altro Elo che alla riga %(number)d") % {
                    "line": label,
                    "number": name.namesake,
                }
            if name.doubt:
                label = f"{label}. {name.doubt}"
            self.fields[f"who-{name.number}"] = forms.ChoiceField(
                label=label,
                required=False,
                initial=name.candidates[0].pk if len(name.candidates) == 1 and not name.doubt else "",
                choices=[
                    ("", _("nessuno: resta fuori")),
                    *((str(player.pk), _told_apart(player)) for player in name.candidates),
                    (SOMEBODY_NEW, _("un’altra persona") if name.namesake else _("una persona nuova")),
                ],
            )

    def choices(self) -> dict[int, str]:
        """By line; only where the form is valid."""
        return {number: self.cleaned_data[f"who-{number}"] for number in self.numbers}


def _told_apart(player: Player) -> str:
    said = (player.name, player.affiliation, player.birth_year)
    return " · ".join(str(part) for part in said if part)
