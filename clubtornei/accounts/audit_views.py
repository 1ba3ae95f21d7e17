"""The log of roles, invitations, downloads and restores, for owners."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubtornei.accounts.access import club_of
from clubtornei.accounts.audit import sentence_of
from clubtornei.accounts.models import NEWEST_FIRST, AuditEntry, Role
from clubtornei.text.untyped import Context
from clubtornei.web.key_pages import key_page

ON_A_PAGE = 50


@never_cache
@require_safe
def audit(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_of(request, slug, Role.OWNER)
    page = key_page(AuditEntry.objects.of_club(club), NEWEST_FIRST, request.GET.get("page"), ON_A_PAGE)
    context = {
        "club": club,
        "section": "audit",
        "page": page,
        "query": request.GET,
        "lines": [_line(entry) for entry in page],
        "title": _("Registro"),
        "lead": _("Ruoli, inviti, scaricamenti e ripristini, dal più recente. Si tiene per due anni."),
        "nothing": _(
            "Ancora niente: qui si leggerà chi ha cambiato un ruolo, invitato qualcuno o scaricato dei dati."
        ),
    }
    return render(request, "log_page.html", context)


def _line(entry: AuditEntry) -> Context:
    who = entry.by.get_username() if entry.by else ""
    return {"at": localtime(entry.at), "what": sentence_of(entry), "who": who}
