"""What organisers are told on each page, for a while, after something of the machine has failed."""

from datetime import datetime
from pathlib import Path

from django import template
from django.conf import settings
from django.template.context import Context
from django.utils.formats import date_format
from django.utils.timezone import get_current_timezone
from django.utils.translation import gettext_lazy

from clubtornei import interruptions

register = template.Library()

WORDS = {
    "site": gettext_lazy(
        "Alle %(time)s il sito si è riavviato da sé. Tutto ciò che era confermato è salvo: se in quel momento"
        " stavi salvando qualcosa, guarda se c’è."
    ),
    "database": gettext_lazy(
        "Alle %(time)s la base di dati non rispondeva. Tutto ciò che era confermato è salvo: se in quel"
        " momento stavi salvando qualcosa, guarda se c’è."
    ),
    "disk": gettext_lazy(
        "Alle %(time)s il disco era pieno, e non si poteva salvare. Tutto ciò che era confermato è salvo: fa’"
        " posto sul disco del sito, poi inserisci di nuovo il resto."
    ),
    "clock": gettext_lazy(
        "Alle %(time)s l’orologio del computer è saltato, o il computer era sospeso. Nulla è andato perso:"
        " controlla l’ora, e l’orologio del turno se è in moto."
    ),
}


@register.simple_tag(takes_context=True)
def interruption(context: Context) -> str:
    """The sentence for who is signed in; empty for others, and when all is well."""
    user = getattr(context.get("request"), "user", None)
    found = interruptions.latest(Path(settings.VAR_DIR)) if user and user.is_authenticated else None
    if found is None or found.kind not in WORDS:
        return ""
    at = datetime.fromtimestamp(found.at, get_current_timezone())
    return WORDS[found.kind] % {"time": date_format(at, "H:i")}
