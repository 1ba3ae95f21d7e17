"""What an organiser announces of an event in his own words beside its rules: a row each."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _
from msgspec import Struct

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

LONGEST_NOTICE = 2_000


class Notice(Struct, frozen=True):
    """What is announced: what it is called, and what helps to write it."""

    title: "str | _StrPromise"
    help_text: "str | _StrPromise" = ""


NOTICES = {
    "address": Notice(_("Indirizzo"), _("Come si arriva, dove si parcheggia.")),
    "hours": Notice(_("Orari"), _("Ritrovo, inizio dei turni, premiazione.")),
    "fee": Notice(_("Quota"), _("Quanto, chi paga meno, come si paga.")),
    "prizes": Notice(_("Premi")),
    "contact": Notice(_("Contatti"), _("Di chi organizza: chiunque li può leggere.")),
}
