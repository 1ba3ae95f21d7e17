"""What cannot be meant is asked about where it is typed, and taken when it is confirmed."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils.timezone import localdate

from clubtornei.events.doubts import doubtful_points
from clubtornei.events.models import Event
from clubtornei.events.option_forms import option_form
from scoring.methods import METHODS
from tests.events.formula_events import DETAILS
from tests.events.views.test_wizard import FILLED, FORMULA, new
from tests.factories import make_entered_event, make_event

pytestmark = pytest.mark.django_db

AMALFI = "?formula=amalfi"
IN_TWO_YEARS = str(localdate() + timedelta(days=730))


def amalfi(arbiter, club):
    """The fields of the Amalfi system's form as they stand at first."""
    context = arbiter.get(new(club, AMALFI)).context
    fields = {}
    for form in (context["form"], context["stage"].options, context["stage"].scoring):
        for bound in form:
            if bound.value() is not None and bound.value() is not False:
                fields[bound.html_name] = bound.value()
    return fields | {"name": "Open", "ranking": context["stage"].ranking["ranking"].value()}


@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        ({"starts_on": IN_TWO_YEARS}, "a più di un anno da oggi"),
        ({"ends_on": IN_TWO_YEARS}, "più di un anno dopo l’inizio"),
        ({"scoring-bye": "-1"}, "Riposo: −1 punti."),
        ({"scoring-bye": "1000"}, "Riposo: 1000 punti, più di una vittoria (1)."),
        ({"scoring-draw": "0.75"}, "Due patte: 1,5 punti, più di una vittoria e una sconfitta (1)."),
    ],
)
def test_a_new_event_asks_about_what_may_be_a_slip(arbiter, club, typed, asked):
    page = arbiter.post(new(club, FORMULA), FILLED | typed)
    assert page.status_code == 422
    assert any(asked in doubt for doubt in page.context["doubts"])
    assert "Sì, è voluto" in page.text
    assert not Event.objects.exists()
    meant = " ".join(page.context["doubts"])
    assert arbiter.post(new(club, FORMULA), FILLED | typed | {"meant": meant}).status_code == 302
    assert Event.objects.count() == 1


@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        ({"option-bye_points": "-1"}, "Punti del riposo: −1 punti."),
        ({"option-bye_points": "1000"}, "Punti del riposo: 1000 punti, più di una vittoria (1)."),
    ],
)
def test_a_negative_bye_of_the_system_is_asked_about_too(arbiter, club, typed, asked):
    page = arbiter.post(new(club, AMALFI), amalfi(arbiter, club) | {"option-rounds": "5"} | typed)
    assert page.status_code == 422
    assert page.context["doubts"] == [asked]
    assert not Event.objects.exists()


def test_a_negative_number_in_a_list_of_points_is_asked_about() -> None:
    method = METHODS["places"]
    form = option_form(method.options)(
        {"scoring-points": "10 -6 3", "scoring-discards": "0"}, prefix="scoring"
    )
    form.full_clean()
    assert doubtful_points(form) == ["Punti per posto: −6 punti."]


def test_what_was_confirmed_is_that_alone(arbiter, club):
    meant = " ".join(arbiter.post(new(club, FORMULA), FILLED | {"scoring-bye": "-1"}).context["doubts"])
    page = arbiter.post(new(club, FORMULA), FILLED | {"scoring-bye": "-3", "meant": meant})
    assert page.status_code == 422
    assert not Event.objects.exists()


@pytest.mark.parametrize(
    ("rounds", "players", "asked"),
    [("199", "17", "199 turni per 17 giocatori."), ("199", "", "199 turni."), ("7", "17", ""), ("9", "", "")],
)
def test_more_rounds_than_opponents_are_asked_about(arbiter, club, rounds, players, asked):
    typed = amalfi(arbiter, club) | {"option-rounds": rounds, "players": players}
    answer = arbiter.post(new(club, AMALFI), typed)
    if not asked:
        assert answer.status_code == 302
        return
    assert answer.context["doubts"] == [asked]
    assert arbiter.post(new(club, AMALFI), typed | {"meant": asked}).status_code == 302


def test_the_settings_ask_with_the_number_of_those_entered(arbiter, club):
    event = make_entered_event(17, club, system="amalfi", options={"rounds": 5})
    page = f"/e/{event.slug}/settings/"
    typed = amalfi(arbiter, club) | {"option-rounds": "199"}
    answer = arbiter.post(page, typed)
    assert (answer.status_code, answer.context["doubts"]) == (422, ["199 turni per 17 giocatori."])
    assert event.stages.get().options == {"rounds": 5}
    arbiter.post(page, typed | {"meant": "199 turni per 17 giocatori."})
    assert event.stages.get().options["rounds"] == 199
    again = arbiter.post(page, typed)
    assert again.status_code == 302, "what stands there already is not asked about again"


def test_a_later_stage_asks_too(arbiter, club):
    event = make_entered_event(8, club)
    address = reverse("rounds:stage_add", args=[event.slug]) + "?formula=amalfi"
    typed = amalfi(arbiter, club) | {"option-rounds": "199", "number": "2"}
    answer = arbiter.post(address, typed)
    assert (answer.status_code, answer.context["doubts"]) == (422, ["199 turni per 8 giocatori."])
    assert event.stages.count() == 1


def test_a_formula_asks_about_its_date(arbiter, club):
    address = reverse("events:new_by_formula", args=[club.slug, "rtu-one-day"])
    forms = arbiter.get(address).context["forms"]
    fields = {bound.html_name: bound.value() for bound in [*forms.size, *forms.options]}
    sent = {key: value for key, value in fields.items() if value is not None and value is not False}
    sent |= DETAILS | {"starts_on": IN_TWO_YEARS}
    answer = arbiter.post(address, sent)
    [doubt] = answer.context["doubts"]
    assert not Event.objects.exists()
    assert arbiter.post(address, sent | {"meant": doubt}).status_code == 302


def test_the_day_of_a_round_years_away_is_asked_about(arbiter, club):
    event = make_event(club, system="seating", scoring="conversion-150", options={"rounds": 2})
    page = reverse("rounds:days", args=[event.slug])
    answer = arbiter.post(page, {"day-1": str(localdate()), "day-2": IN_TWO_YEARS})
    [doubt] = answer.context["doubts"]
    assert doubt.startswith("Turno 2 il ")
    assert event.stages.get().days == {}
    arbiter.post(page, {"day-1": "", "day-2": IN_TWO_YEARS, "meant": doubt})
    assert event.stages.get().days == {"2": IN_TWO_YEARS}
