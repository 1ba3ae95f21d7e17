"""What the titles of chess players say in full."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TITLES_IN_WORDS: dict[str, str | Promise] = {
    "GM": _("Grande Maestro"),
    "IM": _("Maestro Internazionale"),
    "FM": _("Maestro FIDE"),
    "CM": _("Candidato Maestro"),
    "WGM": _("Grande Maestro femminile"),
    "WIM": _("Maestro Internazionale femminile"),
    "WFM": _("Maestro FIDE femminile"),
    "WCM": _("Candidato Maestro femminile"),
}
