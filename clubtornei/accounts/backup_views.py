"""The page with the backups of the whole site, and their download."""

import shutil
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser, User
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.timesince import timesince
from django.utils.timezone import now
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_safe

from clubtornei.accounts.access import SignedInRequest, club_of
from clubtornei.accounts.audit import record
from clubtornei.accounts.models import Club, Role
from clubtornei.backups import site_backups
from clubtornei.backups.archive import AUTOMATIC, Backup, backups_in, clubs_in
from clubtornei.backups.automatic import LARGEST_TOTAL, last_failure
from clubtornei.text.languages import date_in_words
from clubtornei.web.list_pages import list_page

REASONS = {
    "start": gettext_lazy("all’avvio"),
    "upgrade": gettext_lazy("prima di un aggiornamento"),
    "publication": gettext_lazy("a una pubblicazione"),
    "closing": gettext_lazy("alla chiusura di un torneo"),
    "command": gettext_lazy("fatta a mano"),
    "restore": gettext_lazy("prima di un ripristino"),
}


MOMENT = timedelta(minutes=1)
"""A backup younger than that has just been made."""


def may_have_all_clubs(user: User | AnonymousUser) -> bool:
    """Whether the user may have a backup, which has the data of every club: who owns them all, but for the
    demo, gets nothing that he may not see anyway. So may a superuser.
    """
    if user.is_superuser:
        return True
    own = Club.objects.for_member(user, Role.OWNER)
    return not Club.objects.not_demo().exclude(pk__in=own.values("pk")).exists()


def may_have(user: User | AnonymousUser, name: str) -> bool:
    """Whether all clubs in this very backup are the user's: some may be deleted, or handed over, since."""
    clubs = clubs_in(site_backups.files(), name)
    own = set(Club.objects.for_member(user, Role.OWNER).values_list("pk", flat=True))
    return user.is_superuser or (clubs is not None and own.issuperset(clubs))


@require_safe
def backups(request: HttpRequest, slug: str) -> HttpResponse:
    """Every owner sees when there was a backup; the files are for those who may have them."""
    club = club_of(request, slug, Role.OWNER)
    found = backups_in(site_backups.files())
    failure = last_failure(site_backups.files())
    may_download = may_have_all_clubs(request.user)
    context = {
        "club": club,
        "section": "backups",
        "failure": failure,
        "failed": when(failure.at) if failure else "",
        "size": size_of(found),
        "own_size": size_of([backup for backup in found if backup.reason in AUTOMATIC]),
        "most": LARGEST_TOTAL,
        "automatic": settings.AUTOMATIC_BACKUPS,
        "archived": None if settings.AUTOMATIC_BACKUPS else archived_at(),
        "free": shutil.disk_usage(settings.VAR_DIR).free,
        "may_download": may_download,
    }
    whole = _("Ognuna contiene tutto il sito, ed è stata riletta appena fatta.")
    columns = [(_("Fatta"), ""), (_("Perché"), ""), (_("Grandezza"), "num"), ("", "")]
    return list_page(
        request,
        context,
        "accounts/backups.html",
        title=_("Copie di sicurezza"),
        lead=f"{age_of_newest(found)} {whole}",
        columns=columns if may_download else columns[:-1],
        rows=[(backup, when(backup.made), REASONS[backup.reason]) for backup in found],
        nothing=none_yet(),
    )


def none_yet() -> str:
    """What the page says where there is no backup."""
    if settings.AUTOMATIC_BACKUPS:
        return _(
            "Non ce n’è ancora nessuna: la prima si fa al prossimo avvio, o alla prossima pubblicazione."
        )
    return _("Non ce n’è nessuna: una si fa dal terminale, con make backup.")


def age_of_newest(found: list[Backup]) -> str:
    """A sentence; empty: there is none yet. The newest is the first."""
    if not found:
        return ""
    if now() - found[0].made < MOMENT:
        return _("L’ultima è appena stata fatta.")
    return _("L’ultima è di %(age)s fa.") % {"age": timesince(found[0].made)}


def archived_at() -> datetime | None:
    """Until when PostgreSQL's archive has everything; None: there is none."""
    age = site_backups.archive_age()
    return None if age is None else now() - age


def size_of(found: list[Backup]) -> int:
    """The size of the files together, in bytes."""
    return sum(backup.size for backup in found)


def when(at: datetime) -> str:
    """For example 21 novembre 2026, 18:30."""
    return date_in_words(at, "j F Y, H:i")


@require_safe
def backup(request: SignedInRequest, slug: str, file: str) -> HttpResponseBase:
    """Download one of the backups that the page lists."""
    club_of(request, slug, Role.OWNER)
    if not may_have_all_clubs(request.user):
        refusal = _("La copia contiene anche altri circoli: la scarica solo chi è titolare di tutti.")
        messages.error(request, refusal)
        return redirect("accounts:backups", slug)
    if file not in {found.name for found in backups_in(site_backups.files())}:
        raise Http404
    if not may_have(request.user, file):
        refusal = _(
            "Questa copia è di quando c’era un circolo che non è tuo, o non lo dice: sta solo sul server."
        )
        messages.error(request, refusal)
        return redirect("accounts:backups", slug)
    record("backup", None, request.user, name=file)
    response = FileResponse(site_backups.files().open(file), as_attachment=True, filename=file)
    response["Cache-Control"] = "private, no-store"
    return response
