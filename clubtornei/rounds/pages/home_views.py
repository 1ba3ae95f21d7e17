"""The site's home page and the home page of a club."""

from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubtornei.accounts.access import MemberRequest, club_of, may_delete_demo
from clubtornei.accounts.models import Club, Role
from clubtornei.events.models import LATEST_FIRST, Event
from clubtornei.rounds.reports.event_lists import events_report
from clubtornei.rounds.state.next_step import next_steps
from clubtornei.rounds.state.stages import HAS_ROUNDS
from clubtornei.text.untyped import Context
from clubtornei.web.key_pages import key_page

PUBLIC_EVENTS = Count("events", filter=Q(events__published=True))
EVENTS_ON_A_PAGE = 20


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """For members their club, or the list of them; for everybody else the public events: those of the demo
    only while there is no other club.
    """
    if request.user.is_authenticated:
        clubs = Club.objects.for_member(request.user)[:2]
        return redirect("rounds:club", clubs[0].slug) if len(clubs) == 1 else redirect("accounts:clubs")
    shown = Event.objects.public().brief().in_progress_first()
    public = shown.select_related("club").annotate(has_rounds=HAS_ROUNDS)
    if not Club.objects.filter(demo=False).exists():
        demo = Club.objects.filter(demo=True).annotate(event_count=PUBLIC_EVENTS).first()
        context = {"demo": demo, "events": public[:EVENTS_ON_A_PAGE], "only": demo}
        return render(request, "rounds/pages/first_run.html", context)
    events = public.filter(club__demo=False)[:EVENTS_ON_A_PAGE]
    organisers = {event.club for event in events}
    only = organisers.pop() if len(organisers) == 1 else None
    return render(request, "rounds/pages/home.html", {"events": events, "only": only})


@require_safe
def club(request: MemberRequest, slug: str) -> HttpResponse:
    """The club's events: those in progress with their next step, today's first, and the past ones by page."""
    club = club_of(request, slug, Role.HELPER)
    today = localdate()
    own = club.events.run_here()
    current = sorted(
        own.in_progress().annotate(has_rounds=HAS_ROUNDS).latest_first(),
        key=lambda event: event.starts_on != today,
    )
    steps = next_steps(current)
    events = own.past().brief().with_several()
    past = key_page(events, LATEST_FIRST, request.GET.get("page"), EVENTS_ON_A_PAGE)
    arbiter = request.role.is_arbiter
    begins = arbiter and not (club.closed or current or past.rows)
    context = {
        "club": club,
        "section": "events",
        "current": [
            (event, steps[event.pk], not club.closed and (arbiter or steps[event.pk].is_for_everybody))
            for event in current
        ],
        "past": past,
        "query": request.GET,
        "past_events": events_report(_("Tornei chiusi"), past, _ranking_page),
        "begins": begins,
        "has_players": begins and club.players.exists(),
        "may_add": arbiter and not club.closed,
        "received": club.events.filter(received=True).brief().latest_first()[:EVENTS_ON_A_PAGE],
    }
    return render(request, "rounds/pages/club.html", context | _demo_context(request, club))


def _demo_context(request: MemberRequest, club: Club) -> Context:
    """For an owner: whether there is nothing but the demo yet, or it is there beside a real club and he may
    delete it.
    """
    is_owner = request.role.is_owner
    others = is_owner and club.demo and Club.objects.not_demo().exists()
    may_delete = may_delete_demo(request.user, is_owner=is_owner)
    return {
        "demo_alone": is_owner and club.demo and not others,
        "demo_left_over": may_delete and (others if club.demo else Club.objects.demo().exists()),
    }


def _ranking_page(event: Event) -> str:
    return reverse("rounds:final" if event.several else "rounds:standings", args=[event.slug])
