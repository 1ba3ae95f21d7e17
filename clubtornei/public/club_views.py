"""The public pages of a club: its events, its people and records, its calendar and its feed."""

from django.contrib.syndication.views import Feed
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.events.public_address import url_for_others
from clubtornei.players.models import PlayerMerge
from clubtornei.public.appointments import calendar_file, event_appointments
from clubtornei.public.club_pages import (
    ClubState,
    NewsItem,
    archive_of,
    events_of,
    in_calendar,
    news_of,
    people_of,
    people_report,
    records_of,
    year_in,
    years_of,
)
from clubtornei.public.page_cache import cached_response, club_page, embeddable, render_page
from clubtornei.public.sharing import sharing_of_club
from clubtornei.rounds.reports.event_lists import events_report
from clubtornei.rounds.state.listing import is_searchable
from clubtornei.season.people.profiles import profile_of, rating_lists, with_pages
from clubtornei.season.people.ratings import fingerprint_of
from clubtornei.text.text_fields import one_line
from clubtornei.text.untyped import Context
from clubtornei.web.local_hosts import url_for_other_devices
from scoring.ratings import EloRules, SkillRules

LONGEST_SEARCH = 100


def _context(request: HttpRequest, state: ClubState, section: str) -> Context:
    club = state.club
    return {
        "club": club,
        "section": section,
        "has_pages": state.has_pages,
        "query": request.GET,
        "sharing": sharing_of_club(request, club),
        "calendar": url_for_other_devices(request, reverse("public:club_calendar", args=[club.slug])),
    }


@club_page
def club(request: HttpRequest, state: ClubState) -> HttpResponse:
    """What is on, what comes, the circuits, and the archive: `?year=`, `?q=`, `?page=`."""
    club = state.club
    q, year = one_line(request.GET.get("q", ""))[:LONGEST_SEARCH], year_in(request.GET.get("year", ""))
    context = _context(request, state, "events") | events_of(club)
    archive = archive_of(club, q, year, request.GET.get("page"))
    context |= {
        "presented": any(club.presentation),
        "circuits": state.circuits,
        "q": q,
        "years": [(str(one), one == year) for one in years_of(club)],
        "any_year": year is None,
        "archive": archive,
        "past": events_report(_("Tornei chiusi"), archive, _page_of),
    }
    return render_page("public/club.html", context)


def _page_of(event: Event) -> str:
    return reverse("public:event", args=[event.slug])


@club_page
def people(request: HttpRequest, state: ClubState) -> HttpResponse:
    """Who has played in public, and the records."""
    found = people_of(state.club)
    context = _context(request, state, "people")
    context |= {
        "report": people_report(state.club, found),
        "searchable": is_searchable(found),
        "records": records_of(state.club, found),
    }
    return render_page("public/people.html", context)


@club_page
def calendar(request: HttpRequest, state: ClubState) -> HttpResponse:
    """What is on, what comes, and what was closed within a year, with the rounds that have days."""
    club = state.club
    events = in_calendar(club).select_related("club").prefetch_related("stages")
    appointments = [
        one
        for event in events.latest_first()
        for one in event_appointments(
            event,
            event.stages.all(),
            url_for_others(request, event, reverse("public:event", args=[event.slug])),
        )
    ]
    return calendar_file(club.name, appointments)


@club_page
def feed(request: HttpRequest, state: ClubState) -> HttpResponse:
    """What has happened, as Atom."""
    return ClubFeed(state.club)(request)


class ClubFeed(Feed):
    """Events published and closed, rounds published."""

    feed_type = Atom1Feed

    def __init__(self, club: Club) -> None:
        self.club = club

    def title(self) -> str:
        return self.club.name

    def link(self) -> str:
        return reverse("public:club", args=[self.club.slug])

    def feed_url(self) -> str:
        return reverse("public:feed", args=[self.club.slug])

    def items(self) -> list[NewsItem]:
        return news_of(self.club)

    def item_title(self, item: NewsItem) -> str:
        if item.closed:
            return _("%(event)s: classifica finale") % {"event": item.event.name}
        if item.round:
            return _("%(event)s, turno %(number)s") % {"event": item.event.name, "number": item.round}
        return _("%(event)s: il bando") % {"event": item.event.name}

    def item_description(self, item: NewsItem) -> str:
        """HTML, as readers of Atom take it."""
        return escape(" · ".join(filter(None, (item.event.game_title, item.event.place))))

    def item_link(self, item: NewsItem) -> str:
        page = "public:event" if item.closed or item.round else "public:rules"
        return reverse(page, args=[item.event.slug])

    def item_guid(self, item: NewsItem) -> str:
        return f"tag:{self.club.slug}.clubtornei,{item.event.starts_on:%Y}:{item.event.slug}/{item.key}"

    def item_pubdate(self, item: NewsItem) -> object:
        return item.at

    item_updateddate = item_pubdate


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
