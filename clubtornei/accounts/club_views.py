"""The clubs of a user, and what an owner does with one of them."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.db.models import BooleanField, ExpressionWrapper, Q
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubtornei.accounts import club_actions as actions
from clubtornei.accounts.access import SignedInRequest, club_of
from clubtornei.accounts.forms import (
    LEAVE,
    ClubForm,
    ClubPagesForm,
    DeleteClubForm,
    HandOverForm,
    LookForm,
    PresentationForm,
)
from clubtornei.accounts.models import Club, Membership, Role
from clubtornei.text.untyped import CleanedData
from clubtornei.web.form_pages import confirmation_page
from clubtornei.web.http import form_status, post_data
from clubtornei.web.key_pages import key_page
from clubtornei.web.list_pages import list_page

CLUBS_A_PAGE = 48
CLOSED = ExpressionWrapper(Q(club__closed_at__isnull=False), BooleanField())


@login_required
@require_http_methods(["GET", "POST"])
def clubs(request: SignedInRequest) -> HttpResponse:
    """To change from one club to another; for owners to make one more."""
    memberships = Membership.objects.filter(user=request.user).select_related("club").annotate(closed=CLOSED)
    page = key_page(memberships, ("closed", "club__name", "pk"), request.GET.get("page"), CLUBS_A_PAGE)
    real = [membership for membership in page.rows if not membership.club.demo]
    owner = any(membership.role == Role.OWNER for membership in real)
    if page.has_other_pages and not owner:
        owner = memberships.filter(role=Role.OWNER, club__demo=False).exists()
    form = ClubForm(post_data(request)) if owner or request.method == "POST" else None
    if form and form.is_valid():
        try:
            club = actions.found_club(request.user, form.cleaned_data["name"])
        except ValidationError as refused:
            form.add_error("name", refused)
        else:
            messages.success(request, _("Il circolo è pronto."))
            return redirect("rounds:club", club.slug)
    context = {
        "page": page,
        "query": request.GET,
        "form": form if owner else None,
        "tries_out": bool(page.rows) and not real,
    }
    return list_page(
        request,
        context,
        "accounts/clubs.html",
        title=_("I tuoi circoli"),
        nothing=_("Non fai ancora parte di nessun circolo: chiedi al titolare del tuo di invitarti."),
        drawing="no-players",
        status=form_status(request.method == "POST"),
    )


@require_http_methods(["GET", "POST"])
def club(request: SignedInRequest, slug: str) -> HttpResponse:
    """The name of the club; below it what is done rarely."""
    found = club_of(request, slug, Role.OWNER, even_closed=True)
    form = ClubPagesForm(post_data(request), initial=_saved(found))
    if form.is_valid():
        name = form.cleaned_data["name"]
        if name != found.name:
            messages.success(request, _("Il circolo ora si chiama %(name)s.") % {"name": name})
        else:
            messages.success(request, _("I dati del circolo sono salvati."))
        actions.change_club(found, name, form.cleaned_data["embedding_sites"])
        return redirect("accounts:club", slug)
    return _page(request, found, form=form)


@require_POST
def club_presentation(request: SignedInRequest, slug: str) -> HttpResponse:
    """Place, evenings and contacts on its public page."""
    found = club_of(request, slug, Role.OWNER, even_closed=True)
    form = PresentationForm(request.POST, instance=found)
    if not form.is_valid():
        return _page(request, club_of(request, slug, Role.OWNER, even_closed=True), presentation=form)
    actions.change_presentation(found, form.changed_data)
    messages.success(request, _("Salvato: si legge nella pagina pubblica del circolo."))
    return redirect("accounts:club", slug)


@require_POST
def club_look(request: SignedInRequest, slug: str) -> HttpResponse:
    """The colour and the logo of its public pages and its sheets."""
    found = club_of(request, slug, Role.OWNER, even_closed=True)
    form = LookForm(found, request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, found, look=form)
    sent = form.cleaned_data
    actions.change_look(found, sent["colour"], sent["logo"], without_logo=sent.get("no_logo", False))
    messages.success(
        request, _("L’aspetto è salvato: vale per le pagine pubbliche, il proiettore e i fogli.")
    )
    return redirect("accounts:club", slug)


@require_POST
def club_close(request: SignedInRequest, slug: str) -> HttpResponse:
    found = club_of(request, slug, Role.OWNER, even_closed=True)
    actions.close_club(found)
    messages.success(request, _("Il circolo è chiuso: si legge, ma non cambia più niente."))
    return redirect("accounts:club", slug)


@require_POST
def club_reopen(request: SignedInRequest, slug: str) -> HttpResponse:
    found = club_of(request, slug, Role.OWNER, even_closed=True)
    actions.reopen_club(found)
    messages.success(request, _("Il circolo è di nuovo aperto."))
    return redirect("accounts:club", slug)


@require_POST
def club_hand_over(request: SignedInRequest, slug: str) -> HttpResponse:
    found = club_of(request, slug, Role.OWNER, even_closed=True)
    form = HandOverForm(found, request.user, request.POST)
    if not form.is_valid():
        return _page(request, found, hand_over=form)
    to, stays = form.cleaned_data["to"], form.cleaned_data["stays"]
    try:
        actions.hand_over(found, request.user, to, None if stays == LEAVE else Role(stays))
    except ValidationError as refused:
        form.add_error("to", refused)
        return _page(request, found, hand_over=form)
    said = _("%(name)s è ora titolare di %(club)s.") % {"name": to.user, "club": found.name}
    messages.success(request, said)
    return redirect("rounds:home")


@require_http_methods(["GET", "POST"])
def club_delete(request: SignedInRequest, slug: str) -> HttpResponse:
    """Delete the club; its owner types its name to confirm."""
    found = club_of(request, slug, Role.OWNER, even_closed=True)
    form = DeleteClubForm(post_data(request), club=found)
    if form.is_valid():
        actions.delete_club(found)
        messages.success(request, _("«%(name)s» è stato eliminato.") % {"name": found.name})
        return redirect("rounds:home")
    return confirmation_page(
        request,
        {"club": found, "section": "club"},
        form,
        title=_("Eliminare il circolo?"),
        sentences=[
            _(
                "Va perso per sempre «%(name)s», con tutti i suoi giocatori, tornei, risultati e la loro"
                " storia. Le pagine pubbliche spariscono. Gli account degli organizzatori restano. Le copie"
                " di sicurezza già fatte lo contengono ancora."
            )
            % {"name": found.name}
        ],
        button=_("Elimina per sempre"),
        back=reverse("accounts:club", args=[slug]),
    )


def _saved(club: Club) -> CleanedData:
    return {"name": club.name, "embedding_sites": club.embedding_sites}


def _page(
    request: SignedInRequest,
    found: Club,
    *,
    form: ClubForm | None = None,
    presentation: PresentationForm | None = None,
    look: LookForm | None = None,
    hand_over: HandOverForm | None = None,
) -> HttpResponse:
    context = {
        "club": found,
        "section": "club",
        "form": form or ClubPagesForm(initial=_saved(found)),
        "presentation": presentation or PresentationForm(instance=found),
        "look": look or LookForm(found),
        "hand_over": hand_over or HandOverForm(found, request.user),
    }
    failed = any(one is not None and one.is_bound for one in (form, presentation, look, hand_over))
    return render(request, "accounts/club.html", context, status=form_status(failed))
