"""Values that may be a slip of the hand: the form asks whether they are meant before it takes them."""

from collections.abc import Mapping
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction

from django.utils.timezone import localdate
from django.utils.translation import gettext as _, ngettext

from clubtornei.events.forms import EventForm
from clubtornei.events.option_forms import ExactField, OptionForm
from clubtornei.events.stage_forms import StageForms
from clubtornei.events.templatetags.dates import day
from clubtornei.text.numerals import signed
from clubtornei.text.untyped import FormData
from scoring.standings import decimal_text

FAR = timedelta(days=366)  # days further away are asked about
MANY_ROUNDS = 30  # more are asked about where nobody knows how many play


def is_meant(doubts: list[str], data: FormData) -> bool:
    """Whether there is nothing to ask, or just this was asked and confirmed."""
    return not doubts or data.get("meant") == " ".join(doubts)


def doubtful_dates(form: EventForm) -> list[str]:
    """The dates just typed into a valid form that are far from today, or from each other."""
    first, last = form.cleaned_data["starts_on"], form.cleaned_data["ends_on"]
    doubts = []
    if "starts_on" in form.changed_data and _is_far(first, localdate()):
        doubts.append(_("Comincia il %(day)s, a più di un anno da oggi.") % {"day": day(first)})
    if "ends_on" in form.changed_data and last and _is_far(last, first):
        doubts.append(_("Finisce il %(day)s, più di un anno dopo l’inizio.") % {"day": day(last)})
    return doubts


def doubtful_days(days: Mapping[int, date | None], start: date) -> list[str]:
    """The days of rounds that are far from the event's first."""
    text = _("Turno %(number)s il %(day)s, a più di un anno dall’inizio del torneo.")
    return [
        text % {"number": number, "day": day(found)}
        for number, found in days.items()
        if found and _is_far(found, start)
    ]


def _is_far(one: date, other: date) -> bool:
    return abs(one - other) > FAR


def stage_doubts(stage: StageForms, players: int) -> list[str]:
    """The doubts about the valid forms of a stage; `players`: 0, not known."""
    win = stage.scoring.cleaned_data.get("win")
    of_scoring = doubtful_points(stage.scoring, win)
    if not stage.with_options:
        return of_scoring
    return [*doubtful_rounds(stage.options, players), *doubtful_points(stage.options, win), *of_scoring]


def doubtful_rounds(form: OptionForm, players: int) -> list[str]:
    """More rounds than opponents, of a valid form of a system's options; `players`: 0, not known."""
    rounds = form.cleaned_data.get("rounds")
    if "rounds" not in form.changed_data or not rounds:
        return []
    if players > 1 and rounds >= players:
        return [_("%(rounds)s turni per %(players)s giocatori.") % {"rounds": rounds, "players": players}]
    if rounds > MANY_ROUNDS:
        return [_("%(rounds)s turni.") % {"rounds": rounds}]
    return []


def doubtful_points(form: OptionForm, win: Decimal | None = None) -> list[str]:
    """What takes points away, or gives more than a game that is won, of a valid form of a system's or a
    scoring method's options. `win`: what that is worth; None: the method does not say.
    """
    doubts = []
    for name, values in form.cleaned_data.items():
        if name not in form.changed_data:
            continue
        field = form.fields[name]
        of_points = isinstance(field, ExactField) and name != "win"
        for value in values if isinstance(values, list) else [values]:
            if not isinstance(value, int | Decimal):
                continue
            facts = {"outcome": field.label, "points": _points(value)}
            if value < 0:
                doubts.append(_("%(outcome)s: %(points)s.") % facts)
            elif of_points and win is not None and value > win:
                text = _("%(outcome)s: %(points)s, più di una vittoria (%(win)s).")
                doubts.append(text % {**facts, "win": signed(win)})
    return doubts + doubtful_draws(form)


def doubtful_draws(form: OptionForm) -> list[str]:
    """Two draws that bring more than a win and a loss, of a valid form of a method where games end so."""
    names = ("win", "draw", "loss")
    points = [
        Decimal(value) for name in names if isinstance(value := form.cleaned_data.get(name), int | Decimal)
    ]
    if len(points) < len(names) or not set(names) & set(form.changed_data):
        return []
    win, draw, loss = points
    if 2 * draw <= win + loss:
        return []
    draws, others = (Decimal(decimal_text(Fraction(value))) for value in (2 * draw, win + loss))
    text = _("Due patte: %(draws)s, più di una vittoria e una sconfitta (%(others)s).")
    return [text % {"draws": _points(draws), "others": signed(others)}]


def _points(value: int | Decimal) -> str:
    text = ngettext("%(points)s punto", "%(points)s punti", 1 if value == 1 else 2)
    return text % {"points": signed(value)}
