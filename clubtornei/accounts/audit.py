"""The log of what gives or uses power: roles, invitations, downloads, restores. Owners read it.

An entry is written in the transaction of what it tells of, and deleted after KEPT.
"""

from datetime import timedelta

from django.contrib.auth.models import User
from django.utils.translation import gettext as _, gettext_lazy

from clubtornei.accounts.models import AuditEntry, Club, Role

KEPT = timedelta(days=2 * 365)

SENTENCES = {
    "created": gettext_lazy("Circolo creato"),
    "role": gettext_lazy("Ruolo di %(about)s: %(role)s, prima %(before)s"),
    "joined": gettext_lazy("%(about)s entra con un invito: %(role)s"),
    "removed": gettext_lazy("%(about)s non è più fra gli organizzatori; era %(role)s"),
    "account_deleted": gettext_lazy("Un organizzatore ha eliminato il suo account; era %(role)s"),
    "handed_over": gettext_lazy("Circolo passato a %(about)s"),
    "invited": gettext_lazy("Invito per «%(whom)s»: %(role)s"),
    "invitation_withdrawn": gettext_lazy("Invito per «%(whom)s» ritirato"),
    "password_link": gettext_lazy("Link per una nuova password, per %(about)s"),
    "second_factor_off": gettext_lazy("Tolto il secondo fattore a %(about)s"),
    "administrator_named": gettext_lazy("%(about)s amministra il sito"),
    "administrator_dismissed": gettext_lazy("%(about)s non amministra più il sito"),
    "unlocked": gettext_lazy("Sbloccato l’accesso di %(about)s"),
    "receiving_key": gettext_lazy("Chiave per ricevere i tornei di un portatile: «%(name)s»"),
    "receiving_key_revoked": gettext_lazy("Revocata la chiave per ricevere tornei: «%(name)s»"),
    "roster": gettext_lazy("Scaricato l’elenco dei giocatori"),
    "person": gettext_lazy("Scaricato ciò che il sito sa di un giocatore"),
    "package": gettext_lazy("Scaricato il pacchetto del torneo %(name)s"),
    "backup": gettext_lazy("Scaricata la copia di sicurezza %(name)s"),
    "club_copy": gettext_lazy("Scaricata la copia del circolo %(name)s"),
    "club_copy_deleted": gettext_lazy("Eliminata la copia del circolo %(name)s"),
    "club_restored": gettext_lazy("Ripristinato dalla copia del %(name)s: %(restored)s"),
    "restored": gettext_lazy("Ripristinata la copia di sicurezza %(name)s"),
}
"""Each kind of entry, with the sentence that the page shows."""


def record(what: str, club: Club | None, by: User | None, about: User | None = None, **facts: str) -> None:
    """Write an entry of one of the kinds in SENTENCES. `club`: None: it concerns the whole site."""
    assert what in SENTENCES
    AuditEntry.objects.create(club=club, what=what, by=by, about=about, facts=facts)


def sentence_of(entry: AuditEntry) -> str:
    roles = {name: str(Role(entry.facts[name]).label) for name in ("role", "before") if name in entry.facts}
    about = entry.about.get_username() if entry.about else _("chi non ha più un account")
    return str(SENTENCES[entry.what]) % {"about": about, **entry.facts, **roles}
