"""Who of the roster is a member, and who has a public page."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from clubtornei.accounts.access import MemberRequest, club_of
from clubtornei.accounts.models import Club
from clubtornei.players.models import Player
from clubtornei.players.names import BY_NAME
from clubtornei.rounds.state.listing import is_searchable
from clubtornei.season.models import ClubPages
from clubtornei.season.people import actions
from clubtornei.text.numerals import parse_ints
from clubtornei.web.key_pages import key_page
from clubtornei.web.list_pages import list_page

PLAYERS_A_PAGE = 400  # each has two boxes, and a form has an end


@require_http_methods(["GET", "POST"])
@never_cache
def people(request: MemberRequest, slug: str) -> HttpResponse:
    """The whole roster, each with two boxes; and whether the club has public pages of people at all."""
    club = club_of(request, slug)
    if request.method == "POST":
        actions.set_marks(
            club,
            shown=parse_ints(request.POST.get("shown", "").split()),
            members=parse_ints(request.POST.getlist("member")),
            public=parse_ints(request.POST.getlist("public")),
            pages="pages" in request.POST,
        )
        messages.success(request, _("I soci e le pagine pubbliche sono salvati."))
        return redirect("season:people", slug)
    return _page(request, club)


def _page(request: MemberRequest, club: Club) -> HttpResponse:
    q = request.GET.get("q", "").strip()
    players = Player.objects.on_roster_of(club).search(q)
    page = key_page(players, BY_NAME, request.GET.get("page"), PLAYERS_A_PAGE)
    context = {
        "club": club,
        "section": "circuits",
        "page": page,
        "q": q,
        "query": request.GET,
        "searchable": q or page.has_other_pages or is_searchable(page),
        "at_once": "" if page.has_other_pages or q else "listed",
        "pages": ClubPages.objects.filter(club=club, people=True).exists(),
    }
    return list_page(
        request,
        context,
        "season/people/people.html",
        title=_("Soci e pagine pubbliche"),
        lead=_(
            "Chi è socio conta nei circuiti per soli soci. Chi ha una pagina pubblica ci trova tornei,"
            " avversari e punteggio del circolo: segna solo chi è d’accordo."
        ),
        columns=[(_("Nome"), ""), (_("Socio"), ""), (_("Pagina pubblica"), "")],
        rows=page.rows,
    )


@require_POST
def members(request: MemberRequest, slug: str) -> HttpResponse:
    """Who of a page of the roster is a member; then back to that page."""
    club = club_of(request, slug)
    actions.set_members(
        club,
        shown=parse_ints(request.POST.get("shown", "").split()),
        members=parse_ints(request.POST.getlist("member")),
    )
    messages.success(request, _("I soci sono salvati."))
    return redirect(f"{reverse('players:roster', args=[slug])}?{request.GET.urlencode()}")
