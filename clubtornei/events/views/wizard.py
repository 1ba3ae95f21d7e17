"""A new event in two steps: the choice of a system, and the form with everything else."""

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubtornei.accounts.access import MemberRequest, club_of
from clubtornei.accounts.models import Club
from clubtornei.events import actions
from clubtornei.events.advice import (
    Advice,
    BracketOutline,
    RoundsAdvice,
    advice_by_example,
    advice_for_options,
    fixed_rounds,
    outline_for_system,
    usual_rounds,
)
from clubtornei.events.details import StageDetails
from clubtornei.events.doubts import doubtful_dates, is_meant, stage_doubts
from clubtornei.events.forms import EventForm
from clubtornei.events.offers import Offers, game_named
from clubtornei.events.ranking import apply_move, clear_errors
from clubtornei.events.stage_forms import StageForms
from clubtornei.events.systems import SystemPreset, options_that_seat, system_presets
from clubtornei.text.languages import translated
from clubtornei.text.numerals import grouped, parse_int
from clubtornei.text.untyped import CleanedData, Context
from pairing.offers import GAME_TYPES, GameType, game_type_of
from pairing.registry import SYSTEMS
from scoring.reading import MOST_PLAYERS


@require_http_methods(["GET", "POST"])
def new(request: MemberRequest, slug: str) -> HttpResponse:
    """First what is played, and the formulas for it; with one chosen (`?formula=<preset>`), its form."""
    club = club_of(request, slug)
    preset = system_presets().get(request.GET.get("formula", ""))
    if preset is None:
        context = _page(club) | {"offers": Offers(club, request.GET)}
        if request.htmx:
            return render(request, "events/_offers.html", context)
        return render(request, "events/formulas.html", context | {"presets": club.presets.all()})
    if request.htmx and request.method == "GET":
        return render(request, "events/_advice.html", _advice_context(club, preset, request.GET))
    return _form_page(request, club, preset)


def _form_page(request: MemberRequest, club: Club, preset: SystemPreset) -> HttpResponse:
    """The form of the preset; a valid one creates the event.

    The buttons of the ranking, and the choice of another scoring method, change the form and save nothing.
    """
    moved = apply_move(request.POST)
    data = moved or request.POST or None
    initial = _initial(club, request.GET.get("game", ""))
    expected = request.GET if data is None else request.POST
    players = parse_int(expected.get("players", "")) or 0
    game_type = GAME_TYPES.get(request.GET.get("game", "")) or game_type_of(str(initial["game"]))
    kind = str(initial["game"]) or translated(game_type.title)
    stage = StageForms(data, _usual(preset, players, game_type), kind)
    form = EventForm(data, initial=initial, system=SYSTEMS[preset.system], kind=kind)
    _ask_game(form, request, game_type)
    doubts: list[str] = []
    if data is not None and moved is None and not stage.changed and form.is_valid() & stage.is_valid():
        doubts = [*doubtful_dates(form), *stage_doubts(stage, players)]
        if is_meant(doubts, request.POST):
            return _create(request, club, form, stage)
    context = _page(club) | _expected(club, preset, expected) | {"formula": preset, "form": form}
    context |= {"stage": stage, "doubts": doubts, "asks_game": not game_type.named}
    context["opens_rules"] = form.opens_rules or stage.opens_rules or moved is not None or stage.changed
    context |= {
        "title": _("Nuovo torneo"),
        "lead": _("Passo 2 di 2: i dati. Formula: %(title)s.") % {"title": preset.full_title},
        "button": _("Crea il torneo"),
        "back": reverse("rounds:club", args=[club.slug]),
        "compare": reverse("rounds:club_methods", args=[club.slug]),
    }
    if moved is None and not stage.changed:
        return render(request, "events/new.html", context, status=422 if data else 200)
    clear_errors(form, *stage.all)
    part = "events/_scored.html" if stage.changed else "events/_ranking.html"
    return render(request, part if request.htmx else "events/new.html", context)


def _ask_game(form: EventForm, request: MemberRequest, game_type: GameType) -> None:
    """Ask for the name of the game where only its kind is known: without one it counts as chess, which has
    White and Black.
    """
    form.fields["game"].required = request.GET.get("game", "") in GAME_TYPES and not game_type.named


def _expected(club: Club, preset: SystemPreset, data: QueryDict) -> Context:
    """How many players are expected, and what that means for the rounds."""
    usual = advice_by_example(preset.system)
    fixed = fixed_rounds(preset.system, preset.options, SYSTEMS[preset.system].fewest)
    return {
        "usual": usual,
        "tells_rounds": bool(usual or fixed),
        "expected": data.get("players", "") if parse_int(data.get("players", "")) else "",
    } | _advice_context(club, preset, data)


def _advice_context(club: Club, preset: SystemPreset, data: QueryDict) -> Context:
    """The advice and, where the system itself takes too long for so many, what is usual for them."""
    advice = _advice(preset, data)
    takes_long = isinstance(advice, Advice) and advice.takes_long
    return {"advice": advice, "instead": Offers(club, data).usual_variant if takes_long else None}


def _usual(preset: SystemPreset, players: int, game_type: GameType | None = None) -> StageDetails:
    """The stage as the form begins: with rounds and tables for so many players, where the system advises on
    them, and counted as is usual for the game.
    """
    scoring = game_type.scoring if game_type and SYSTEMS[preset.system].spec.multiplayer else ""
    rounds = usual_rounds(preset.system, players) if players else None
    options = {"rounds": rounds, **preset.options} if rounds else preset.options
    seated = options_that_seat(preset.system, options, players) if players else None
    return StageDetails(system=preset.system, options=seated or options, scoring=scoring)


def _create(request: MemberRequest, club: Club, form: EventForm, stage: StageForms) -> HttpResponse:
    event = actions.create_event(club, form.details(), stage.details())
    messages.success(request, _("Il torneo c’è: adesso iscrivi i giocatori."))
    return redirect("rounds:entries", event.slug)


def _advice(preset: SystemPreset, data: QueryDict) -> RoundsAdvice | Advice | BracketOutline | None:
    """For the number of players expected: advice on the number of rounds, or the outline of the bracket; or
    that they are too few.
    """
    players, rounds = parse_int(data.get("players", "")), parse_int(data.get("option-rounds", ""))
    if players is None:
        return None
    if players < SYSTEMS[preset.system].fewest:
        fewest = SYSTEMS[preset.system].fewest
        return Advice(_("Con questa formula servono almeno %(players)s giocatori.") % {"players": fewest})
    if players > MOST_PLAYERS:
        return Advice(_("Al massimo %(limit_value)s.") % {"limit_value": grouped(MOST_PLAYERS)})
    begun = _usual(preset, 0 if "option-rounds" in data else players)
    form = StageForms(data, begun).options
    written = form.values() if form.is_valid() else begun.options
    options = {**written, "rounds": rounds} if rounds else written
    return (
        advice_for_options(preset.system, options, players)
        or outline_for_system(preset.system, players)
        or fixed_rounds(preset.system, options, players)
    )


def _page(club: Club) -> Context:
    return {"club": club, "section": "events"}


def _initial(club: Club, game_type: str) -> CleanedData:
    """Today, and what is usually the same as in the club's latest event: game, place, rating lists. The game
    is that of the first step, where it named another one.
    """
    last = club.events.latest_first().values("game", "place", "rating_lists").first()
    usual = {name: value for name, value in (last or {"game": _("Scacchi")}).items() if value}
    return {"starts_on": localdate(), **usual, "game": game_named(game_type, str(usual.get("game", "")))}
