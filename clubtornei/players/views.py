"""The organiser's pages about accounts, members and rosters. Writes are in actions.py."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import SetPasswordForm
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers
from django_htmx.middleware import HtmxDetails

from clubtornei.players import actions
from clubtornei.players.access import club_of
from clubtornei.players.forms import (
    AccountForm,
    ColumnsForm,
    MemberForm,
    OwnPasswordForm,
    PlayerForm,
    RoleForm,
    SourceForm,
    StartForm,
)
from clubtornei.players.importing import Plan, Row, plan_of
from clubtornei.players.models import Club, Membership, Player, Role
from clubtornei.players.numerals import wholes

PLAYERS_A_PAGE = 50


class HtmxRequest(HttpRequest):
    """What django-htmx's middleware makes of every request."""

    htmx: HtmxDetails


def _posted(request: HttpRequest) -> QueryDict | None:
    """What a form is bound to: nothing on the first look at its page."""
    return request.POST if request.method == "POST" else None


def _status(form_is_bound: bool) -> int:
    """A form that comes back with its errors is 422, for htmx and for whoever tests."""
    return 422 if form_is_bound else 200


# The first run, and one's own account


@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
def start(request: HttpRequest) -> HttpResponse:
    if Club.objects.own().exists():
        raise Http404
    form = StartForm(_posted(request))
    if form.is_valid():
        data = form.cleaned_data
        try:
            club, user = actions.start_club(data["club"], data["username"], data["password1"])
        except actions.AlreadyStarted:
            messages.warning(request, _("Il circolo è appena stato creato da qualcun altro: accedi."))
            return redirect("login")
        login(request, user)
        messages.success(request, _("Il circolo è pronto. Comincia dai giocatori o da un torneo."))
        return redirect("events:club", club.slug)
    demo = Club.objects.demo().exists()
    return render(request, "players/start.html", {"form": form, "demo": demo}, status=_status(form.is_bound))


@login_required
@require_http_methods(["GET", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    form = AccountForm(_posted(request), instance=request.user)
    if form.is_valid():
        actions.rename_user(form.instance, form.cleaned_data["first_name"], form.cleaned_data["last_name"])
        messages.success(request, _("Nome salvato."))
        return redirect("players:account")
    return _account_page(request, form, OwnPasswordForm(request.user))


@sensitive_post_parameters()
@login_required
@require_POST
def password(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    form = OwnPasswordForm(request.user, request.POST)
    if form.is_valid():
        actions.change_password(form.user, form.cleaned_data["new_password1"])
        update_session_auth_hash(request, form.user)
        messages.success(request, _("Password cambiata."))
        return redirect("players:account")
    return _account_page(request, AccountForm(instance=request.user), form)


def _account_page(request: HttpRequest, form: AccountForm, password_form: OwnPasswordForm) -> HttpResponse:
    memberships = Membership.objects.filter(user=form.instance).select_related("club").order_by("club__name")
    context = {"form": form, "password_form": password_form, "memberships": memberships}
    status = _status(form.is_bound or password_form.is_bound)
    return render(request, "players/account.html", context, status=status)


# The demo club


@login_required
@require_http_methods(["GET", "POST"])
def demo_leave(request: HttpRequest) -> HttpResponse:
    """For any owner of a club, the demo's own included."""
    clubs = Club.objects.demo()
    if not clubs or not Club.objects.of(request.user, Role.OWNER).exists():
        raise Http404
    if request.method == "GET":
        return render(request, "players/demo_leave.html", {"clubs": clubs})
    actions.leave_demo()
    messages.success(request, _("Il circolo di prova non c’è più."))
    return redirect("events:home")


# Members


@require_safe
def members(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_of(request, slug, Role.OWNER)
    return _members_page(request, club, MemberForm(club=club))


@sensitive_post_parameters()
@require_POST
def member_add(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_of(request, slug, Role.OWNER)
    form = MemberForm(request.POST, club=club)
    if form.is_valid():
        data = form.cleaned_data
        try:
            member = actions.add_member(club, data["username"], data["password"], data["role"])
        except ValidationError as error:
            form.add_error("username", error)
        else:
            said = _("%(name)s è fra gli organizzatori: %(role)s.")
            messages.success(request, said % {"name": member.user, "role": member.get_role_display()})
            return redirect("players:members", slug)
    return _members_page(request, club, form)


def _members_page(request: HttpRequest, club: Club, form: MemberForm) -> HttpResponse:
    context = {
        "club": club,
        "section": "members",
        "members": club.memberships.by_role(),
        "roles": Role.choices,
        "form": form,
    }
    return render(request, "players/members.html", context, status=_status(form.is_bound))


@require_POST
def member_role(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = club_of(request, slug, Role.OWNER)
    member = _member(club, pk)
    form = RoleForm(request.POST)
    if not form.is_valid():
        messages.error(request, str(form.errors["role"][0]))
        return redirect("players:members", slug)
    try:
        actions.change_role(member, form.cleaned_data["role"])
    except ValidationError as error:
        messages.error(request, error.messages[0])
    else:
        said = _("%(name)s è ora %(role)s.")
        role = Role(form.cleaned_data["role"]).label
        messages.success(request, said % {"name": member.user, "role": role})
    return _back_to_members(request, club)


@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
def member_password(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """A new password for a member who has forgotten his; one's own is changed on the page of the account."""
    club = club_of(request, slug, Role.OWNER)
    member = _member(club, pk)
    if member.user == request.user:
        return redirect("players:account")
    form = SetPasswordForm(member.user, request.POST or None)
    if form.is_valid():
        try:
            actions.give_password(member, form.cleaned_data["new_password1"])
        except ValidationError as error:
            form.add_error(None, error)
        else:
            said = _("%(name)s ha una password nuova: dilla a voce.")
            messages.success(request, said % {"name": member.user})
            return redirect("players:members", slug)
    context = {"club": club, "section": "members", "member": member, "form": form}
    return render(request, "players/member_password.html", context, status=_status(form.is_bound))


@require_http_methods(["GET", "POST"])
def member_remove(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = club_of(request, slug, Role.OWNER)
    member = _member(club, pk)
    if request.method == "GET":
        context = {"club": club, "section": "members", "member": member}
        return render(request, "players/member_remove.html", context)
    try:
        actions.remove_member(member)
    except ValidationError as error:
        messages.error(request, error.messages[0])
    else:
        messages.success(request, _("%(name)s non è più fra gli organizzatori.") % {"name": member.user})
    return _back_to_members(request, club)


def _member(club: Club, pk: int) -> Membership:
    return get_object_or_404(club.memberships.select_related("user", "club"), pk=pk)


def _back_to_members(request: HttpRequest, club: Club) -> HttpResponse:
    """Who has just given up being an owner may not see the members any more."""
    if Club.objects.of(request.user, Role.OWNER).filter(pk=club.pk).exists():
        return redirect("players:members", club.slug)
    return redirect("events:home")


# The roster


@require_safe
@never_cache
@vary_on_headers("HX-Request")
def roster(request: HtmxRequest, slug: str) -> HttpResponse:
    club = club_of(request, slug)
    query = request.GET.get("q", "").strip()
    page = Paginator(club.players.search(query).by_name(), PLAYERS_A_PAGE).get_page(request.GET.get("page"))
    context = {"club": club, "section": "roster", "q": query, "page": page}
    part = "#found" if request.htmx and not request.htmx.history_restore_request else ""
    return render(request, f"players/roster.html{part}", context)


@require_http_methods(["GET", "POST"])
@never_cache
def player_add(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_of(request, slug)
    start = {"name": request.GET.get("name", "")}  # a name that the search did not find
    form = PlayerForm(_posted(request), instance=Player(club=club), initial=start)
    if _saved(form):
        messages.success(request, _("%(name)s è in elenco.") % {"name": form.instance.name})
        if "another" in request.POST:
            return redirect("players:player_add", slug)
        return redirect("players:roster", slug)
    return _player_page(request, club, form)


@require_http_methods(["GET", "POST"])
@never_cache
def player_edit(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = club_of(request, slug)
    player = get_object_or_404(club.players, pk=pk)
    name = player.name
    form = PlayerForm(_posted(request), instance=player)
    if _saved(form):
        messages.success(request, _("%(name)s: salvato.") % {"name": player.name})
        return redirect("players:roster", slug)
    return _player_page(request, club, form, name=name)


def _saved(form: PlayerForm) -> bool:
    """Whether the form was valid and still is under the lock; otherwise it has its errors."""
    if not form.is_valid():
        return False
    try:
        actions.save_player(form.instance, form.homonyms)
    except ValidationError as error:
        form.add_error(None, error.messages)
        return False
    return True


def _player_page(request: HttpRequest, club: Club, form: PlayerForm, name: str = "") -> HttpResponse:
    context = {"club": club, "section": "roster", "form": form, "player": form.instance, "name": name}
    return render(request, "players/player_form.html", context, status=_status(form.is_bound))


@require_http_methods(["GET", "POST"])
def player_delete(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = club_of(request, slug)
    player = get_object_or_404(club.players.select_related("club"), pk=pk)
    if request.method == "GET":
        context = {"club": club, "section": "roster", "player": player}
        return render(request, "players/player_delete.html", context)
    actions.delete_player(player)
    messages.success(request, _("%(name)s non è più in elenco.") % {"name": player.name})
    return redirect("players:roster", slug)


# Import: the preview carries text, columns and fingerprint in its form, nothing is kept on the server


@require_http_methods(["GET", "POST"])
@never_cache
def import_roster(request: HttpRequest, slug: str) -> HttpResponse:
    """GET the form; POST a paste, a file, or a preview whose columns were changed: the (next) preview."""
    club = club_of(request, slug)
    source = SourceForm(_posted(request), request.FILES if request.method == "POST" else None)
    if not source.is_valid():
        return _source_page(request, club, source)
    columns = ColumnsForm(source.lines, request.POST)
    plan = plan_of(club, columns.body, columns.columns) if columns.is_valid() else None
    return _preview_page(request, club, source, columns, plan, status=200 if plan else 422)


@require_POST
@never_cache
def import_confirm(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_of(request, slug)
    source = SourceForm(request.POST)
    if not source.is_valid():
        return _source_page(request, club, source)
    columns = ColumnsForm(source.lines, request.POST)
    if not columns.is_valid():
        return _preview_page(request, club, source, columns, None, status=422)
    taken = wholes(request.POST.getlist("take"))
    seen = request.POST.get("seen", "")
    try:
        done = actions.import_players(club, columns.body, columns.columns, seen, taken)
    except actions.PlanChanged as changed:
        messages.warning(
            request, _("L’anteprima non corrisponde più all’elenco o alle colonne: ricontrollala.")
        )
        return _preview_page(request, club, source, columns, changed.plan, status=422)
    messages.success(request, _told(done))
    return redirect("players:roster", slug)


def _told(done: actions.Imported) -> str:
    parts = [
        ngettext("%(n)d aggiunto", "%(n)d aggiunti", done.added) % {"n": done.added},
        ngettext("%(n)d aggiornato", "%(n)d aggiornati", done.updated) % {"n": done.updated},
        ngettext("%(n)d saltato", "%(n)d saltati", done.skipped) % {"n": done.skipped},
    ]
    return _("Importazione conclusa: %(parts)s.") % {"parts": ", ".join(parts)}


def _source_page(request: HttpRequest, club: Club, source: SourceForm) -> HttpResponse:
    context = {"club": club, "section": "roster", "form": source}
    return render(request, "players/import.html", context, status=_status(source.is_bound))


def _preview_page(
    request: HttpRequest,
    club: Club,
    source: SourceForm,
    columns: ColumnsForm,
    plan: Plan | None,
    *,
    status: int,
) -> HttpResponse:
    """Without a plan (nobody knows yet where the names are) the rows are shown as they came."""
    context: dict[str, Any] = {
        "club": club,
        "section": "roster",
        "text": source.cleaned_data["text"],
        "form": columns,
        "plan": plan,
        "rows": plan.rows if plan else [Row(line) for line in columns.body],
    }
    return render(request, "players/import_preview.html", context, status=status)
