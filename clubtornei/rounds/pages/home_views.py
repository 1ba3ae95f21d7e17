"""Where everybody comes in: the site's home, and the home of a club."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from clubtornei.accounts.access import MemberRequest, club_of
from clubtornei.accounts.models import Club, Role
from clubtornei.events.models import Event
from clubtornei.rounds.reports.next_step import next_steps

SHOWN_TO_ANYBODY = 50
PAST_ON_A_PAGE = 30


@require_safe
def home(request: MemberRequest) -> HttpResponse:
    """The member's club, or clubs; for everybody else what this is, and the public events."""
    if request.user.is_authenticated:
        clubs = Club.objects.of(request.user).order_by("name")
        if len(clubs) == 1:
            return redirect("rounds:club", clubs[0].slug)
        return render(request, "rounds/pages/clubs.html", {"clubs": clubs})
    if not Club.objects.filter(demo=False).exists():
        demo = Club.objects.filter(demo=True).first()
        return render(request, "rounds/pages/first_run.html", {"demo": demo})
    events = Event.objects.public().in_progress_first().select_related("club")[:SHOWN_TO_ANYBODY]
    return render(request, "rounds/pages/home.html", {"events": events})


@require_safe
def club(request: MemberRequest, slug: str) -> HttpResponse:
    """The club's events: what is to be done in those in progress, and the past ones."""
    club = club_of(request, slug, Role.HELPER)
    current = list(club.events.in_progress().latest_first())
    steps = next_steps(current)
    over = club.events.past().with_several().latest_first()
    past = Paginator(over, PAST_ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "club": club,
        "section": "events",
        "current": [(event, steps[event.pk]) for event in current],
        "past": past,
        "arbiter": request.role in Role.ARBITER.includes,
    }
    return render(request, "rounds/pages/club.html", context)
