"""The forms of both sides: where a laptop sends its events, and for which laptop a key is."""

import re
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from clubtornei.publishing.models import Destination, ReceivingKey
from clubtornei.text.text_fields import LineField

KEY = re.compile(r"[0-9]{1,10}-[A-Za-z0-9_-]{43}")


class DestinationForm(forms.ModelForm):
    """Without a key where there is one: that stays, and is never shown."""

    class Meta:
        model = Destination
        fields = ["address", "key", "place"]
        field_classes = dict.fromkeys(fields, LineField)
        widgets = {
            "address": forms.TextInput({"inputmode": "url", "autocomplete": "off"}),
            "key": forms.PasswordInput({"autocomplete": "off"}),
        }
        help_texts = {
            "address": gettext_lazy(
                "Quello di un altro ClubTornei su internet, per esempio https://tornei.example.org"
            ),
            "key": gettext_lazy(
                "La fa il titolare del circolo sul server, in «Ricevi i tornei di un portatile»."
            ),
            "place": gettext_lazy(
                "Lo legge chi guarda sul server da dove arriva il torneo: «Portatile di sala»."
            ),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kept = self.instance.key
        if self.kept:
            self.fields["key"].required = False
            self.fields["key"].help_text = _("Vuota: resta quella di adesso.")

    def clean_address(self) -> str:
        """Scheme, host and port, perhaps a path, without a final slash."""
        typed: str = self.cleaned_data["address"]
        try:
            parts = urlsplit(typed if "://" in typed else f"https://{typed}")
            host, port = parts.hostname or "", parts.port
        except ValueError:
            host, port = "", None
        if (
            not host
            or parts.scheme not in ("http", "https")
            or parts.username
            or parts.query
            or parts.fragment
        ):
            raise forms.ValidationError(
                _("Scrivi solo l’indirizzo del sito, per esempio https://tornei.example.org")
            )
        if parts.scheme == "http" and not _is_near(host):
            raise forms.ValidationError(_("Su internet serve https://, perché nessuno legga ciò che passa."))
        netloc = f"[{host}]" if ":" in host else host
        return f"{parts.scheme}://{netloc}{f':{port}' if port else ''}{parts.path.rstrip('/')}"

    def clean_key(self) -> str:
        typed: str = self.cleaned_data["key"] or self.kept
        if not KEY.fullmatch(typed):
            raise forms.ValidationError(_("Non è una chiave intera: copiala di nuovo dal server."))
        return typed


def _is_near(host: str) -> bool:
    """Whether it is this machine or one of a private network."""
    try:
        return ip_address(host).is_private
    except ValueError:
        return host == "localhost" or host.endswith(".local")


class KeyForm(forms.ModelForm):
    class Meta:
        model = ReceivingKey
        fields = ["name"]
        field_classes = {"name": LineField}
        help_texts = {
            "name": gettext_lazy("Per riconoscerla quando la vorrai revocare: «Portatile di sala».")
        }
