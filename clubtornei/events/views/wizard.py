"""A new event in two steps: which formula, and then everything else."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubtornei.accounts.access import MemberRequest, club_of
from clubtornei.accounts.models import Club
from clubtornei.events import actions
from clubtornei.events.advice import Advice, Course, advice_for, course_for, usual
from clubtornei.events.forms import EventForm
from clubtornei.events.plans import named_formulas
from clubtornei.events.ranking import forgive, moved
from clubtornei.events.stage_forms import StageForms
from clubtornei.events.systems import system_presets
from clubtornei.numerals import whole


@require_http_methods(["GET", "POST"])
def new(request: MemberRequest, slug: str) -> HttpResponse:
    """First the cards of the formulas; with one chosen (`?formula=`), the form."""
    club = club_of(request, slug)
    formula = system_presets().get(request.GET.get("formula", ""))
    if formula is None:
        return render(
            request,
            "events/formulas.html",
            _page(club) | {"system_presets": system_presets().values(), "named": named_formulas()},
        )
    if request.htmx and "players" in request.GET:
        return render(request, "events/_advice.html", {"advice": _advice(formula.system, request.GET)})
    shuffled = moved(request.POST)
    data = shuffled or request.POST or None
    form = EventForm(data, initial=_as_last_time(club))
    stage = StageForms(formula.system, data, {"options": formula.options})
    looking = data is None or shuffled is not None or stage.changed
    valid = not looking and form.is_valid() & stage.is_valid()
    if valid:
        event = actions.create_event(club, form.cleaned_data, {"system": formula.system, **stage.stage()})
        messages.success(request, _("Il torneo c’è: adesso iscrivi i giocatori."))
        return redirect("rounds:entries", event.slug)
    context = _page(club) | {
        "formula": formula,
        "form": form,
        "stage": stage,
        "usual": usual(formula.system),
        "expected": request.POST.get("players", ""),
        "advice": _advice(formula.system, request.POST),
    }
    if shuffled is None and not stage.changed:
        return render(request, "events/new.html", context, status=422 if data else 200)
    forgive(form, *stage.all)
    part = "events/_scored.html" if stage.changed else "events/_ranking.html"
    return render(request, part if request.htmx else "events/new.html", context)


def _advice(system: str, typed: QueryDict) -> Advice | Course | None:
    """For the players expected: how many rounds make sense, and what the number typed is worth; or which
    rounds there will be.
    """
    players, rounds = whole(typed.get("players", "")), whole(typed.get("option-rounds", ""))
    if not players:
        return None
    return advice_for(system, {"rounds": rounds} if rounds else {}, players) or course_for(system, players)


def _page(club: Club) -> dict[str, Any]:
    return {"club": club, "section": "events"}


def _as_last_time(club: Club) -> dict[str, Any]:
    """Today, and the game and place of the club's latest event: mostly they are the same."""
    last = club.events.latest_first().values("game", "place").first()
    return {"starts_on": localdate(), **(last or {"game": _("Scacchi")})}
