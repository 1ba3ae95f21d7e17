"""The log of roles, invitations, downloads and restores, for owners."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubtornei.accounts.access import club_of
from clubtornei.accounts.audit import sentence_of
from clubtornei.accounts.models import NEWEST_FIRST, AuditEntry, Role
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
        "lines": [(entry, sentence_of(entry)) for entry in page],
    }
    return render(request, "accounts/audit.html", context)
