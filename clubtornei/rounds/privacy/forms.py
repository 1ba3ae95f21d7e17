"""Forms about what is kept of people."""

from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _, ngettext

from clubtornei.accounts.models import Club
from clubtornei.events.models import SignUp
from clubtornei.events.templatetags.dates import short_day
from clubtornei.players.models import Player
from clubtornei.players.names import sort_key
from clubtornei.rounds.privacy.queries import PublicName, consents_of
from clubtornei.text.text_fields import LineField
from clubtornei.web.form_choices import set_choices


class RetentionForm(forms.ModelForm):
    class Meta:
        model = Club
        fields = ["history_days", "proposals_days"]
        help_texts = {"proposals_days": _("Vuoto: si tengono tutte. Almeno 1.")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        days = settings.HISTORY_DAYS
        says = ngettext("%(days)d giorno", "%(days)d giorni", days) % {"days": days} if days else _("sempre")
        self.fields["history_days"].help_text = _(
            "Dalla chiusura del torneo. Vuoto: come dice il sito, %(says)s. 0: per sempre; altrimenti da 30 a"
            " 36500."
        ) % {"says": says}
        self.fields["history_days"].widget.attrs["placeholder"] = str(days or 0)


class PublicNameForm(forms.Form):
    """What the public reads of a player's name, and the consents of parents to the whole one."""

    initials = forms.BooleanField(label=_("Solo le iniziali: lo ha chiesto"), required=False)
    consent_by = LineField(
        label=_("Genitore che acconsente al nome intero"),
        max_length=Player._meta.get_field("consent_by").max_length,
        required=False,
        help_text=_("Per i minorenni. Se il consenso è ritirato, cancella il nome."),
    )
    withdrawn = forms.MultipleChoiceField(
        label=_("Consensi dati all’iscrizione, da ritirare"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial = {"initials": player.initials, "consent_by": player.consent_by}
        if player.consent_at:
            given = {"day": short_day(localtime(player.consent_at))}
            self.fields["consent_by"].help_text = (
                _("Consenso del %(day)s. Se è ritirato, cancella il nome.") % given
            )
        consents = [(one.pk, _consent_in_words(one)) for one in consents_of(player)]
        set_choices(self, "withdrawn", consents)
        if not consents:
            del self.fields["withdrawn"]

    def choice(self) -> PublicName:
        withdrawn = self.cleaned_data.pop("withdrawn", [])
        return PublicName(**self.cleaned_data, withdrawn=[int(pk) for pk in withdrawn])


def _consent_in_words(sign_up: SignUp) -> str:
    assert sign_up.consent_at
    return f"{sign_up.event.name}: {sign_up.consent_by}, {short_day(localtime(sign_up.consent_at))}"


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
