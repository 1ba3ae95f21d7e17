"""Turning the second factor on and off, one's own and that of others.

Asking for it is a part of signing in (sign_in_views.py).
"""

from base64 import b32encode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from clubtornei.accounts import second_factor as factor
from clubtornei.accounts.access import SignedInRequest, club_of, is_site_administrator
from clubtornei.accounts.account_responses import account_page
from clubtornei.accounts.actions import reset_second_factor, reset_second_factor_of
from clubtornei.accounts.forms import FirstCodeForm, PasswordForm, UserForm
from clubtornei.accounts.models import Role
from clubtornei.web.form_pages import confirmation_page, form_page
from clubtornei.web.http import post_data


@never_cache
@login_required
@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
def second_factor(request: SignedInRequest) -> HttpResponse:
    """What is on; or the QR code for the telephone, and the form for the first code that it shows."""
    if factor.is_on(request.user):
        return _page(request, request.user, PasswordForm(request.user))
    form = FirstCodeForm(request.user, post_data(request))
    if form.is_valid():
        if codes := factor.confirm(request.user, form.cleaned_data["code"]):
            return account_page(request, request.user, codes=codes)
        form.add_error("code", _("Non è il codice di adesso: aspetta il prossimo e riprova."))
    device = factor.begin(request.user)
    secret = b32encode(device.bin_key).decode()
    return form_page(
        request,
        {
            "url": device.config_url,
            "secret": " ".join(secret[at : at + 4] for at in range(0, len(secret), 4)),
        },
        form,
        title=_("Secondo fattore"),
        lead=_(
            "Oltre alla password, un codice che cambia ogni mezzo minuto sul tuo telefono: chi scopre la"
            " password non entra. È facoltativo, consigliato ai titolari di un sito su Internet."
        ),
        button=_("Attiva"),
        back=reverse("accounts:account"),
        template="accounts/second_factor_begin.html",
    )


@never_cache
@login_required
@sensitive_post_parameters()
@require_POST
def second_factor_change(request: SignedInRequest) -> HttpResponse:
    """New recovery codes, or no second factor any more; both with the password."""
    if not factor.is_on(request.user):
        return redirect("accounts:second_factor")
    form = PasswordForm(request.user, request.POST)
    if not form.is_valid():
        return _page(request, request.user, form)
    if "off" not in request.POST:
        return account_page(request, request.user, codes=factor.new_recovery_codes(request.user))
    factor.turn_off(request.user)
    messages.success(request, _("Il secondo fattore è tolto: basta la password."))
    return redirect("accounts:account")


@require_http_methods(["GET", "POST"])
def member_second_factor(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Take it off a member who can give no code any more."""
    club = club_of(request, slug, Role.OWNER)
    member = get_object_or_404(club.memberships.select_related("user", "club"), pk=pk)
    if member.user == request.user:
        return redirect("accounts:second_factor")
    if request.method == "GET":
        name = {"name": member.user.get_username()}
        return confirmation_page(
            request,
            {"club": club, "section": "members"},
            title=_("Togliere il secondo fattore a %(name)s?") % name,
            sentences=[
                _(
                    "A %(name)s basterà la password: fallo solo se te lo chiede di persona, perché ha perso"
                    " telefono e codici di riserva. Potrà rimetterlo quando vuole."
                )
                % name
            ],
            button=_("Togli il secondo fattore"),
            back=reverse("accounts:members", args=[slug]),
        )
    try:
        reset_second_factor(member, request.user)
    except ValidationError as refused:
        messages.error(request, refused.messages[0])
    else:
        messages.success(request, _taken_off(member.user))
    return redirect("accounts:members", slug)


@login_required
@require_http_methods(["GET", "POST"])
def site_second_factor(request: SignedInRequest) -> HttpResponse:
    """Take it off anybody, by the site's administrator: owners ask him."""
    if not is_site_administrator(request.user):
        raise Http404
    form = UserForm(post_data(request))
    if form.is_valid():
        user = form.cleaned_data["username"]
        reset_second_factor_of(user, request.user)
        messages.success(request, _taken_off(user))
        return redirect("accounts:account")
    return confirmation_page(
        request,
        {},
        form,
        title=_("Togliere il secondo fattore"),
        sentences=[
            _("A chi ha perso telefono e codici di riserva, titolari compresi. Poi gli basta la password.")
        ],
        button=_("Togli il secondo fattore"),
        back=reverse("accounts:account"),
    )


def _taken_off(user: User) -> str:
    return _("A %(name)s basta di nuovo la password.") % {"name": user.get_username()}


def _page(request: HttpRequest, user: User, form: PasswordForm) -> HttpResponse:
    left = factor.recovery_codes_left(user)
    return form_page(
        request,
        {"action": reverse("accounts:second_factor_change")},
        form,
        title=_("Secondo fattore"),
        lead=ngettext(
            "È attivo. Ti resta %(n)s codice di riserva.",
            "È attivo. Ti restano %(n)s codici di riserva.",
            left,
        )
        % {"n": left},
        button=_("Nuovi codici di riserva"),
        back=reverse("accounts:account"),
        template="accounts/second_factor.html",
    )
