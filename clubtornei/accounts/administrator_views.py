"""Who administers the site, and what its log says, by whoever does."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubtornei.accounts.access import SignedInRequest, club_of, is_site_administrator
from clubtornei.accounts.actions import appoint_administrator, dismiss_administrator
from clubtornei.accounts.audit import sentence_of
from clubtornei.accounts.forms import UserForm
from clubtornei.accounts.models import NEWEST_FIRST, AuditEntry, Role
from clubtornei.text.untyped import Context
from clubtornei.web.form_pages import form_page
from clubtornei.web.http import post_data
from clubtornei.web.key_pages import key_page


@login_required
@require_http_methods(["GET", "POST"])
def site_administrators(request: SignedInRequest) -> HttpResponse:
    """Who they are, and the form that names another one."""
    by = _administrator(request)
    form = UserForm(post_data(request))
    if form.is_valid():
        user = form.cleaned_data["username"]
        try:
            appoint_administrator(user, by)
        except ValidationError as refused:
            form.add_error("username", refused)
        else:
            messages.success(request, _("%(name)s amministra il sito.") % {"name": user})
            return redirect("accounts:site_administrators")
    found = User.objects.filter(is_superuser=True, is_active=True).order_by("username")
    return form_page(
        request,
        {"administrators": found},
        form,
        title=_("Chi amministra il sito"),
        lead=_(
            "Carica le liste Elo di tutti i circoli, scarica le copie di sicurezza, e toglie il"
            " secondo fattore a chi lo ha perso."
        ),
        button=_("Nomina"),
        back=reverse("accounts:account"),
        template="accounts/site_administrators.html",
    )


@login_required
@require_POST
def site_administrator_dismiss(request: SignedInRequest, pk: int) -> HttpResponse:
    """Somebody administers the site no more; oneself, too."""
    by = _administrator(request)
    user = get_object_or_404(User, pk=pk, is_superuser=True)
    try:
        dismiss_administrator(user, by)
    except ValidationError as refused:
        messages.error(request, refused.messages[0])
    else:
        messages.success(request, _("%(name)s non amministra più il sito.") % {"name": user})
    return redirect("accounts:account" if user == by else "accounts:site_administrators")


def _administrator(request: SignedInRequest) -> User:
    """Raises Http404 for anybody else."""
    if not is_site_administrator(request.user):
        raise Http404
    return request.user


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
