"""Forms about what is kept of people."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from clubtornei.players.models import Player
from clubtornei.players.names import sort_key


class ForgetForm(forms.Form):
    """The player's name, typed again."""

    name = forms.CharField(label=_("Nome"), widget=forms.TextInput({"autocomplete": "off"}))

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.player = player
        self.fields["name"].help_text = _("Per conferma scrivi: %(name)s") % {"name": player.name}

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if sort_key(name) != self.player.sort_name:
            raise ValidationError(_("Non è il nome di chi va dimenticato."))
        return name
