"""The log of roles, invitations, downloads and restores, for owners."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubtornei.accounts.access import club_of
from clubtornei.accounts.audit import sentence_of
from clubtornei.accounts.models import AuditEntry, Role

ON_A_PAGE = 50


@never_cache
@require_safe
def audit(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_of(request, slug, Role.OWNER)
    page = Paginator(AuditEntry.objects.of_club(club), ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "club": club,
        "section": "audit",
        "page": page,
        "lines": [(entry, sentence_of(entry)) for entry in page],
    }
    return render(request, "accounts/audit.html", context)
