"""Forms about what is kept of people."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from clubtornei.accounts.models import Club
from clubtornei.players.models import Player
from clubtornei.players.names import sort_key

if TYPE_CHECKING:
    ClubModelForm = forms.ModelForm[Club]
else:
    ClubModelForm = forms.ModelForm


class RetentionForm(ClubModelForm):
    class Meta:
        model = Club
        fields = ["history_days", "proposals_days"]
        help_texts = {
            "history_days": _("Dei tornei chiusi da tanto. Vuoto: si tiene tutto. Almeno 30."),
            "proposals_days": _("Vuoto: si tengono tutte. Almeno 1."),
        }


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
