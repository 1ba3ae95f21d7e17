"""The public pages of a club's people: the lists of its own ratings, and a page for who wants one."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_safe

from clubtornei.accounts.models import Club
from clubtornei.players.models import PlayerMerge
from clubtornei.public.freshness import cached_response, embeddable, render_page
from clubtornei.public.sharing import sharing_of_club
from clubtornei.season.people.profiles import profile_of, rating_lists, with_pages
from clubtornei.season.people.ratings import fingerprint_of
from scoring.ratings import EloRules, SkillRules


@require_safe
def ratings(request: HttpRequest, club: str) -> HttpResponse:
    """The club's ratings, game by game, of those who have a public page. 404 where the club has none."""
    found = get_object_or_404(Club.objects.filter(pages__people=True), slug=club)

    def make() -> HttpResponse:
        context = {
            "club": found,
            "section": "ratings",
            "has_pages": True,
            "lists": rating_lists(found),
            "elo": EloRules(),
            "skill": SkillRules(),
            "sharing": sharing_of_club(request, found),
        }
        return render_page("public/ratings.html", context)

    return embeddable(request, cached_response(request, fingerprint_of(found), make), found.embedding_sites)


@require_safe
def person(request: HttpRequest, club: str, pk: int) -> HttpResponse:
    """Somebody over the years. Who was merged into another leads to him. 404 unless both the club and he are
    for it.
    """
    found = get_object_or_404(Club.objects.filter(pages__people=True), slug=club)
    people = with_pages(found)
    player = people.filter(pk=pk).first()
    if player is None:
        merged = PlayerMerge.objects.filter(kept__in=people, merged__id=pk, merged__public_page=True)
        return redirect("public:person", club, get_object_or_404(merged).kept_id)

    def make() -> HttpResponse:
        context = {
            "club": found,
            "profile": profile_of(found, player, request.GET.get("page")),
            "query": request.GET,
            "sharing": sharing_of_club(request, found),
        }
        return render_page("public/person.html", context)

    return embeddable(request, cached_response(request, fingerprint_of(found), make), found.embedding_sites)
