"""The first run, the user's own account, and the members of a club."""

from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubtornei.accounts import actions as account_actions
from clubtornei.accounts.access import SignedInRequest, club_of, may_delete_demo
from clubtornei.accounts.account_responses import account_page
from clubtornei.accounts.forms import (
    AccountForm,
    InvitationForm,
    OwnPasswordForm,
    PasswordForm,
    RoleForm,
    StartForm,
)
from clubtornei.accounts.member_responses import members_page
from clubtornei.accounts.models import Club, Membership, Role, Session
from clubtornei.accounts.sessions import end_sessions, sign_in
from clubtornei.accounts.setup_code import is_set_up
from clubtornei.web.form_pages import confirmation_page, form_page
from clubtornei.web.http import post_data


@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
def start(request: HttpRequest) -> HttpResponse:
    if is_set_up():  # whoever opens the link of the terminal once more wants to come in
        messages.info(request, _("Il circolo c’è già: accedi."))
        return redirect("login")
    if code := request.GET.get("code"):  # out of the address, which others in the room see
        request.session["setup_code"] = code
        return redirect("accounts:start")
    form = StartForm(post_data(request), initial={"code": request.session.get("setup_code", "")})
    if form.is_valid():
        data = form.cleaned_data
        try:
            club, user = account_actions.start_club(data["club"], data["username"], data["password1"])
        except account_actions.AlreadyStarted:
            messages.warning(request, _("Il circolo è appena stato creato da qualcun altro: accedi."))
            return redirect("login")
        messages.success(request, _("Il circolo è pronto."))
        return sign_in(request, user, redirect("rounds:club", club.slug))
    demo = Club.objects.demo().exists()
    return form_page(
        request,
        {"demo": demo},
        form,
        title=_("Crea il tuo circolo"),
        lead=_("Si fa una volta sola; poi vengono i giocatori e il primo torneo."),
        button=_("Crea il circolo"),
        template="accounts/start.html",
    )


@sensitive_post_parameters()
@login_required
@require_http_methods(["GET", "POST"])
def account(request: SignedInRequest) -> HttpResponse:
    form = AccountForm(post_data(request), instance=request.user)
    if form.is_valid():
        form.save()
        messages.success(request, _("Il tuo account è salvato."))
        return redirect("accounts:account")
    return account_page(request, request.user, form)


@sensitive_post_parameters()
@login_required
@require_POST
def password(request: SignedInRequest) -> HttpResponse:
    form = OwnPasswordForm(request.user, request.POST)
    if form.is_valid():
        form.save()
        update_session_auth_hash(request, form.user)
        end_sessions(form.user, but=request.session.session_key)
        messages.success(request, _("Password cambiata."))
        return redirect("accounts:account")
    return account_page(request, request.user, password_form=form)


@sensitive_post_parameters()
@login_required
@require_http_methods(["GET", "POST"])
def account_delete(request: SignedInRequest) -> HttpResponse:
    """Delete the user's own account, with his password."""
    form = PasswordForm(request.user, post_data(request))
    if form.is_valid():
        try:
            account_actions.delete_account(request.user)
        except ValidationError as refused:
            form.add_error(None, refused)
        else:
            logout(request)
            messages.success(request, _("Il tuo account non c’è più."))
            return redirect("rounds:home")
    return confirmation_page(
        request,
        {},
        form,
        title=_("Eliminare il tuo account?"),
        sentences=[
            _(
                "Non potrai più entrare, in nessun circolo. I risultati che hai inserito restano, senza il"
                " tuo nome. Non si può tornare indietro."
            )
        ],
        button=_("Elimina per sempre"),
        back=reverse("accounts:account"),
    )


@login_required
@require_http_methods(["GET", "POST"])
def demo_leave(request: HttpRequest) -> HttpResponse:
    """Delete the demo clubs, after a confirmation."""
    is_owner = Club.objects.for_member(request.user, Role.OWNER).exists()
    if not may_delete_demo(request.user, is_owner=is_owner) or not Club.objects.demo().exists():
        raise Http404
    if request.method == "GET":
        return confirmation_page(
            request,
            {},
            title=_("Togliere il circolo di prova?"),
            sentences=[
                _(
                    "Spariscono il circolo di prova, i suoi tornei, i suoi giocatori e i suoi utenti. Il tuo"
                    " circolo resta com’è."
                )
            ],
            button=_("Togli la prova"),
            back=reverse("rounds:home"),
        )
    account_actions.delete_demo_clubs()
    messages.success(request, _("Il circolo di prova non c’è più."))
    return redirect("rounds:home")


@require_safe
def members(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_of(request, slug, Role.OWNER)
    return members_page(request, club, InvitationForm())


@require_POST
def member_role(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    club = club_of(request, slug, Role.OWNER)
    member = _get_member(club, pk)
    form = RoleForm(request.POST)
    if not form.is_valid():
        messages.error(request, str(form.errors["role"][0]))
        return redirect("accounts:members", slug)
    role = Role(form.cleaned_data["role"])
    try:
        account_actions.change_role(member, role, request.user)
    except ValidationError as error:
        messages.error(request, error.messages[0])
    else:
        message = _("%(name)s è ora %(role)s.")
        messages.success(request, message % {"name": member.user, "role": role.label})
    return _back_to_members(request, club)


@require_POST
def member_unlock(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Let a member sign in who has given too many wrong passwords."""
    member = _get_member(club_of(request, slug, Role.OWNER), pk)
    account_actions.unlock_member(member, request.user)
    messages.success(request, _("%(name)s può riprovare ad accedere.") % {"name": member.user})
    return redirect("accounts:members", slug)


@require_http_methods(["GET", "POST"])
def member_remove(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    club = club_of(request, slug, Role.OWNER)
    member = _get_member(club, pk)
    if request.method == "GET":
        name = member.user.get_username()
        return confirmation_page(
            request,
            {"club": club, "section": "members"},
            title=_("Togliere %(name)s dal circolo?") % {"name": name},
            sentences=[
                _("%(name)s non vedrà più niente di %(club)s. I risultati che ha inserito restano.")
                % {"name": name, "club": club.name}
            ],
            button=_("Togli dal circolo"),
            back=reverse("accounts:members", args=[slug]),
        )
    try:
        account_actions.remove_member(member, request.user)
    except ValidationError as error:
        messages.error(request, error.messages[0])
    else:
        messages.success(request, _("%(name)s non è più fra gli organizzatori.") % {"name": member.user})
    return _back_to_members(request, club)


def _get_member(club: Club, pk: int) -> Membership:
    return get_object_or_404(club.memberships.select_related("user", "club"), pk=pk)


def _back_to_members(request: HttpRequest, club: Club) -> HttpResponse:
    """To the list of members; to the home page if the user has just given up the owner's role."""
    if Club.objects.for_member(request.user, Role.OWNER).filter(pk=club.pk).exists():
        return redirect("accounts:members", club.slug)
    return redirect("rounds:home")


@login_required
@require_POST
def session_end(request: SignedInRequest) -> HttpResponse:
    """End a session of the account, named by its number, or all but this one."""
    others = Session.objects.filter(user=request.user).exclude(pk=request.session.session_key)
    if "number" in request.POST:
        number = request.POST["number"]
        others = others.filter(pk__in=[one.pk for one in others if one.number == number])
    ended, _rows = others.delete()
    said = ngettext("%(count)d accesso terminato.", "%(count)d accessi terminati.", ended)
    messages.success(request, said % {"count": ended})
    return redirect("accounts:account")
