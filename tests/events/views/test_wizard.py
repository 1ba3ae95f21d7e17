import re
from datetime import date, timedelta
from types import ModuleType

import pytest
from django.http import QueryDict
from django.urls import reverse
from django.utils.timezone import localdate

from clubtornei.accounts.models import Role
from clubtornei.events.details import StageDetails
from clubtornei.events.models import Event
from clubtornei.events.option_forms import initial_of
from clubtornei.events.stage_forms import StageForms
from clubtornei.events.systems import system_presets
from pairing import registry as pairing_system
from scoring.methods import METHODS
from tests.factories import make_club, make_event, signed_in

pytestmark = pytest.mark.django_db

FORMULA = "?formula=round-robin.double"
YEAR = localdate().year
FILLED = {
    "name": "Torneo  sociale",
    "game": "Scacchi",
    "place": "Sala grande",
    "starts_on": f"{YEAR}-05-01",
    "ends_on": "",
    "option-cycles": "2",
    "option-exchange_last_two": "on",
    "scoring-win": "1",
    "scoring-draw": "0.5",
    "scoring-loss": "0",
    "scoring-bye": "",
    "scoring-forfeit_win": "",
    "ranking": ["points", "sonneborn_berger"],
}


def new(club, query=""):
    return f"/c/{club.slug}/events/new/{query}"


def offered(page):
    """The formulas for what was asked, in their order; then those for others."""
    offers = page.context["offers"]
    both = (offers.families, offers.others)
    return [[one for family in families for one in family.variants] for families in both]


def test_the_first_step_shows_every_formula_an_event_can_begin_with(arbiter, club):
    shown = set(re.findall(r'href="\?formula=([^"&]+)&amp;', arbiter.get(new(club)).text))
    assert shown == {key for key, preset in system_presets().items() if preset.opens}
    assert {"round-robin.single", "round-robin.double"} <= shown
    assert not {"bands.final", "rotation.final"} & shown


def test_game_and_players_bring_their_formulas_with_the_usual_choice_first_and_why(arbiter, club):
    fitting, others = offered(arbiter.get(new(club), {"game": "chess", "players": "12"}))
    assert fitting[0].title == "Svizzero FIDE" and "ci vogliono 11 turni" in fitting[0].usual
    assert not any(one.usual for one in [*fitting[1:], *others])
    assert "RTU in una giornata" in [one.title for one in others]
    draughts, _others = offered(arbiter.get(new(club), {"game": "draughts", "players": "14"}))
    assert draughts[0].usual and "scacchi" not in draughts[0].usual + draughts[0].meaning
    two, others = offered(arbiter.get(new(club), {"game": "chess", "players": "2"}))
    assert two[0].title == "Incontri di due partite"
    assert "Svizzero FIDE" in [one.title for one in others] and "Svizzero FIDE" not in [
        one.title for one in two
    ]
    few, _others = offered(arbiter.get(new(club), {"game": "chess", "players": "6"}))
    assert few[0].title == "Girone semplice"
    tables, others = offered(arbiter.get(new(club), {"game": "risiko", "players": "40"}))
    assert tables[0].title == "RTU in una giornata"
    assert "RTU con seconda chance" in [one.title for one in tables]
    assert "RTU a eliminazione diretta" in [one.title for one in others]
    page = arbiter.get(new(club), {"game": "risiko", "players": "40"}, headers={"HX-Request": "true"})
    assert "<html" not in page.text and "di solito" in page.text


def test_as_many_are_expected_as_played_that_game_last(arbiter, club):
    make_event(club, game="Burraco", last_entry_no=12)
    make_event(club, game="Scacchi", last_entry_no=31)
    expected = {
        game: arbiter.get(new(club), {"game": game}).context["offers"].players
        for game in ("chess", "tables", "draughts")
    }
    assert expected == {"chess": 31, "tables": 12, "draughts": 16}


def test_the_first_step_begins_as_the_last_event_was(arbiter, club):
    make_event(club, game="Catan", last_entry_no=9)
    asked = arbiter.get(new(club)).context["offers"]
    assert (asked.game.name, asked.players) == ("tables", 9)
    nonsense = arbiter.get(new(club), {"game": "poker", "players": "-3"})
    assert (nonsense.context["offers"].game.name, nonsense.context["offers"].players) == ("tables", 9)
    assert nonsense.context["offers"].form.errors.keys() == {"game", "players"}


def test_what_was_said_in_the_first_step_is_not_asked_again(arbiter, club):
    make_event(club, game="Dama")
    link = next(
        one.address
        for one in offered(arbiter.get(new(club), {"game": "chess", "players": "12"}))[0]
        if one.title == "Svizzero FIDE"
    )
    page = arbiter.get(new(club, link))
    assert page.context["form"]["game"].value() == "Scacchi"
    assert page.context["expected"] == "12"
    assert page.context["stage"].options["rounds"].value() == 5
    assert "Con 12 giocatori 5 turni vanno bene" in page.text
    for game, filled in (("draughts", "Dama"), ("duels", ""), ("nonsense", "Dama")):
        form = arbiter.get(new(club, f"?formula=dutch&game={game}")).context["form"]
        assert (form["game"].value() or "") == filled


@pytest.mark.parametrize(
    ("game", "method", "asked"), [("risiko", "conversion-150", False), ("tables", "places", True)]
)
def test_tables_are_counted_as_is_usual_for_their_game_which_is_asked_where_it_has_no_name(
    arbiter, club, game, method, asked
):
    page = arbiter.get(new(club, f"?formula=seating&game={game}&players=16"))
    assert page.context["stage"].method.name == method
    assert page.context["asks_game"] is asked
    assert page.text.count('name="game"') == 1


def test_a_double_round_robin_begins_with_the_last_rounds_exchanged(arbiter, club):
    stage = arbiter.get(new(club, FORMULA)).context["stage"]
    assert (stage.options["cycles"].value(), stage.options["exchange_last_two"].value()) == (2, False)
    stage = arbiter.get(new(club, "?formula=round-robin.single")).context["stage"]
    assert (stage.options["cycles"].value(), stage.options["exchange_last_two"].value()) == (1, False)


def test_rating_lists_do_not_number_players_whose_numbers_are_drawn(arbiter, club):
    drawn, rated = (
        arbiter.get(new(club, f"?formula={formula}")).content.decode()
        for formula in ("round-robin.single", "amalfi")
    )
    assert "La prima dà i numeri d’ordine" in rated
    assert "La prima dà i numeri d’ordine" not in drawn and "si sorteggiano" in drawn


def test_only_criteria_that_make_sense_are_offered(arbiter, club):
    field = arbiter.get(new(club, FORMULA)).context["stage"].ranking.fields["ranking"]
    offered = dict(field.choices)
    assert {"points", "direct", "sonneborn_berger", "koya", "wins"} <= offered.keys()
    assert not {"buchholz", "median", "progressive"} & offered.keys()


def test_the_form_makes_an_event_and_goes_on_to_its_entries(arbiter, club):
    answer = arbiter.post(new(club, FORMULA), FILLED, follow=True)
    event = Event.objects.get()
    assert answer.redirect_chain == [(f"/e/{event.slug}/entries/", 302)]
    assert (event.name, event.club, event.starts_on) == ("Torneo sociale", club, date(YEAR, 5, 1))
    stage = event.stages.get()
    assert (stage.system, stage.scoring, stage.scoring_options) == ("round-robin", "game", {})
    assert stage.options == {"cycles": 2, "exchange_last_two": True}
    assert stage.ranking == ["points", "sonneborn_berger"]


def test_other_points_for_a_result_are_kept(arbiter, club):
    arbiter.post(new(club, FORMULA), FILLED | {"scoring-win": "3", "scoring-draw": "1"})
    assert Event.objects.get().stages.get().scoring_options == {"win": 3, "draw": 1}


@pytest.mark.parametrize(
    ("wrong", "form"),
    [
        ({"name": "  "}, "form"),
        ({"starts_on": ""}, "form"),
        ({"starts_on": "0226-05-01"}, "form"),
        ({"starts_on": str(localdate() + timedelta(days=3000))}, "form"),
        ({"ends_on": f"{YEAR}-04-30"}, "form"),
        ({"option-cycles": "0"}, "options"),
        ({"option-cycles": ""}, "options"),
        ({"scoring-win": "molto"}, "scoring"),
        ({"ranking": []}, "ranking"),
        ({"ranking": ["points", "points"]}, "ranking"),
        ({"ranking": ["buchholz"]}, "ranking"),
    ],
)
def test_what_is_wrong_comes_back_with_its_errors(arbiter, club, wrong, form):
    page = arbiter.post(new(club, FORMULA), FILLED | wrong)
    assert page.status_code == 422
    stage = page.context["stage"]
    forms = {"form": page.context["form"], "options": stage.options, "scoring": stage.scoring}
    forms["ranking"] = stage.ranking
    assert [name for name, shown in forms.items() if shown.errors] == [form]
    assert not Event.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "opens"), [({"name": ""}, False), ({"starts_on": ""}, False), ({"ranking": []}, True)]
)
def test_the_other_rules_open_where_something_in_them_is_wrong(arbiter, club, wrong, opens):
    page = arbiter.post(new(club, FORMULA), FILLED | wrong).text
    assert ('<details class="panel" id="rules" open>' in page) is opens


def test_one_button_creates_the_event_below_the_other_rules(arbiter, club):
    page = arbiter.get(new(club, FORMULA)).text
    button = '<button class="primary">Crea il torneo</button>'
    assert page.count(button) == 1
    assert button in page.split('id="criterion"')[1]


def test_a_formula_is_begun_without_a_game_where_it_is_for_several(arbiter, club):
    for formula, game in (("labyrinth", ""), ("rtu-one-day", "RisiKo!")):
        page = arbiter.get(f"/c/{club.slug}/events/new/{formula}/")
        assert page.context["form"].initial["game"] == game


@pytest.mark.parametrize(
    ("formula", "said"),
    [("knockout.seeded", "Eliminazione diretta · Con teste di serie"), ("amalfi", "Sistema Amalfi")],
)
def test_a_variant_is_named_after_its_system(arbiter, club, formula, said):
    assert f"Formula: {said}." in arbiter.get(new(club), {"formula": formula}).text


@pytest.mark.parametrize(
    ("formula", "until"),
    [
        ("dutch", "fino all’assegnazione dei numeri."),
        ("amalfi", "fino all’assegnazione dei numeri."),
        ("knockout.seeded", "fino all’assegnazione dei numeri."),
        (FORMULA.removeprefix("?formula="), "fino al sorteggio."),
    ],
)
def test_rules_can_be_changed_until_the_numbers_are_drawn_or_assigned(arbiter, club, formula, until):
    page = arbiter.get(new(club), {"formula": formula}).text
    assert f"Si cambiano anche dopo, {until}" in page
    assert page.count("Si cambiano anche dopo") == 1


def test_where_one_number_of_rounds_is_advised_it_is_said_once(arbiter, club):
    page = arbiter.get(new(club), {"formula": "dutch", "players": "9"}).text
    assert "Con 9 giocatori 4 turni vanno bene." in page


def test_each_formula_offered_is_a_card_of_its_band(arbiter, club):
    page = arbiter.get(new(club), {"game": "tables", "players": "7"}).text
    band = page.partition("Tavoli separando circoli e avversari</a>")[2].partition("</ul>")[0]
    assert band.count('class="variant"') == 1 and "Scegli" in band


def test_of_three_players_the_swiss_systems_say_once_that_all_meet(arbiter, club):
    asked = {"game": "chess", "players": "3"}
    assert arbiter.get(new(club), asked).text.count("In così pochi si incontrano tutti") == 1
    assert "In così pochi si incontrano tutti" not in arbiter.get(new(club), asked | {"players": "4"}).text


def test_too_few_players_are_told_beside_their_number(arbiter, club):
    first = arbiter.get(new(club), {"players": "0"}, headers={"HX-Request": "true"}).text
    assert "Da 2 a 10.000 giocatori." in first and "families" not in first
    second = arbiter.get(new(club, "?formula=knockout.seeded&players=0"))
    assert (
        second.context["expected"] == "" and "Con questa formula servono almeno 2 giocatori." in second.text
    )


def test_a_new_event_begins_with_its_name(arbiter, club):
    page = arbiter.get(new(club, "?formula=dutch&game=chess&players=16")).text
    assert re.findall(r'<(?:input|textarea)[^>]*name="([^"]+)"[^>]*data-focus', page) == ["name"]


def test_what_is_wrong_in_several_forms_has_one_summary(arbiter, club):
    page = arbiter.post(
        new(club, FORMULA), FILLED | {"name": "", "option-cycles": "0", "scoring-win": "x"}
    ).text
    assert page.count('class="summary"') == 1
    summary = page.partition('class="summary"')[2].partition("</ul>")[0]
    assert re.findall(r'href="#([^"]+)"', summary) == ["id_name", "id_option-cycles", "id_scoring-win"]


@pytest.mark.parametrize(
    ("move", "after"),
    [
        ("up:koya", ["points", "koya", "wins"]),
        ("down:points", ["wins", "points", "koya"]),
        ("up:points", ["points", "wins", "koya"]),
        ("down:koya", ["points", "wins", "koya"]),
        ("drop:wins", ["points", "koya"]),
        ("add", ["points", "wins", "koya", "lot"]),
        ("add:direct", ["points", "wins", "koya", "direct"]),
        ("up:direct", ["points", "wins", "koya"]),
        ("nonsense", ["points", "wins", "koya"]),
    ],
)
def test_the_buttons_move_criteria_and_save_nothing(arbiter, club, move, after):
    data = FILLED | {"name": "", "ranking": ["points", "wins", "koya"], "criterion": "lot", "move": move}
    page = arbiter.post(new(club, FORMULA), data)
    assert page.status_code == 200
    assert re.findall(r'name="ranking" value="(\w+)"', page.content.decode()) == after
    assert "errorlist" not in page.content.decode()
    address = new(club, f"{FORMULA}&game=chess&players=16")
    part = arbiter.post(address, data, headers={"HX-Request": "true"}).content.decode()
    assert re.findall(r'name="ranking" value="(\w+)"', part) == after
    assert "<html" not in part
    assert not Event.objects.exists()


def test_game_and_place_are_proposed_as_last_time(arbiter, club):
    make_event(club, game="Dama", place="Bocciofila")
    form = arbiter.get(new(club, FORMULA)).context["form"]
    assert (form["game"].value(), form["place"].value()) == ("Dama", "Bocciofila")
    assert form["starts_on"].value() == localdate()


def test_an_unknown_formula_leads_back_to_the_cards(arbiter, club):
    page = arbiter.get(new(club, "?formula=nonsense"))
    assert page.context["offers"].families


def test_a_new_system_is_offered_with_its_options_by_its_file_alone(arbiter, club, monkeypatch):
    robin = pairing_system.SYSTEMS["round-robin"]
    module = ModuleType("pairing.systems.everybody_twice")
    kind = type(robin.spec)(
        name="everybody-twice",
        multiplayer=False,
        family="round-robin",
        options=robin.spec.options,
        scoring="game",
    )
    module.SYSTEM = type(robin)(
        spec=kind,
        pair=robin.pair,
        calendar=robin.calendar,
        rounds=robin.rounds,
        title={"it": "Tutti due volte", "en": "Everybody twice"},
        meaning={"it": "Prova.", "en": "Trial."},
    )
    monkeypatch.setitem(__import__("sys").modules, module.__name__, module)
    monkeypatch.setattr(pairing_system, "_names", lambda: ("everybody-twice", "rotation", "round-robin"))
    page = arbiter.get(new(club)).content.decode()
    assert "Tutti due volte" in page
    page = arbiter.get(new(club, "?formula=everybody-twice"))
    assert list(page.context["stage"].options.fields) == ["cycles", "exchange_last_two"]
    arbiter.post(new(club, "?formula=everybody-twice"), FILLED)
    assert Event.objects.get().stages.get().system == "everybody-twice"


def test_every_system_is_offered_for_an_event_or_for_a_later_stage(arbiter, club):
    add = reverse("rounds:stage_add", args=[make_event(club).slug])
    page = arbiter.get(add).context
    for offers in (page["offers"], page["others"]):
        assert [one.preset.opens for one in offers] == sorted(one.preset.opens for one in offers)
    cards = [offer.preset for offer in (*page["offers"], *page["others"])]
    assert {card.system for card in cards} == set(pairing_system.SYSTEMS)


def test_the_swiss_of_fide_has_its_card_and_its_form_from_the_system_alone(arbiter, club):
    assert "Svizzero FIDE" in arbiter.get(new(club)).content.decode()
    page = arbiter.get(new(club, "?formula=dutch"))
    fields = page.context["stage"].options.fields
    assert list(fields) == ["rounds", "first_white", "acceleration", "late_points"]
    assert "Accelerazione" in page.content.decode()
    english = arbiter.get(new(club, "?formula=dutch"), headers={"Accept-Language": "en"}).content.decode()
    assert "FIDE Swiss" in english
    arbiter.post(
        new(club, "?formula=dutch"),
        FILLED | {"option-rounds": "5", "option-acceleration": "baku", "option-late_points": "0"},
    )
    stage = Event.objects.get().stages.get()
    assert (stage.system, stage.options["rounds"], stage.options["acceleration"]) == ("dutch", 5, "baku")


def test_what_is_decided_round_by_round_is_not_asked_beforehand(arbiter, club):
    """The limits on colours are waived where a round cannot be paired, not in the wizard."""
    fields = arbiter.get(new(club, "?formula=amalfi")).context["stage"].options.fields
    assert list(fields) == [
        *("rounds", "first_white", "bye_points", "late_points", "late_in_standings", "late_entries")
    ]
    assert list(arbiter.get(new(club, "?formula=club-swiss")).context["stage"].options.fields) == ["repeats"]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"players": "23", "option-rounds": "7"}, "Con 23 giocatori 7 turni vanno bene (da 5 a 11)."),
        ({"players": "8", "option-rounds": "7"}, "Con 8 giocatori 7 turni sono troppi"),
        (
            {"players": "8", "option-rounds": "8"},
            "Con 8 giocatori si giocano al massimo 7 turni; meglio da 3",
        ),
        ({"players": "7", "option-rounds": "7"}, "Con 7 giocatori 7 turni sono troppi"),
        ({"players": "7", "option-rounds": "9"}, "si giocano al massimo 7 turni; meglio 3."),
        ({"players": "2", "option-rounds": "3"}, "Con 2 giocatori si gioca un turno solo."),
        ({"players": "40", "option-rounds": "3"}, "sono pochi"),
        ({"players": "40", "option-rounds": ""}, "Con 40 giocatori: da 6 a 20 turni."),
        ({"players": "100", "option-rounds": ""}, "Con 100 giocatori: almeno 7 turni."),
        ({"players": "100", "option-rounds": "9"}, "Con 100 giocatori 9 turni vanno bene (almeno 7)."),
        ({"players": "100", "option-rounds": "60"}, "Meglio da 7 a 50."),
        ({"players": "999999999999", "option-rounds": "9"}, ""),
        ({"players": "molti", "option-rounds": "9"}, ""),
    ],
)
def test_the_wizard_says_as_one_types_how_many_rounds_make_sense(arbiter, club, typed, said):
    page = arbiter.get(
        new(club, "?formula=amalfi"), {"formula": "amalfi", **typed}, headers={"HX-Request": "true"}
    )
    text = " ".join(page.content.decode().split())
    assert said in text
    assert "<form" not in text
    assert bool(said) == ("Con" in text)


@pytest.mark.parametrize(
    ("players", "said"),
    [
        (
            "11",
            "Con 11 giocatori 4 turni: ottavi di finale in 6, quarti di finale in 8, semifinali in 4,"
            " finale in 2.",
        ),
        ("2", "Con 2 giocatori un turno solo: finale in 2."),
        ("1", "Con questa formula servono almeno 2 giocatori."),
        ("1025", ""),
    ],
)
def test_the_wizard_says_which_rounds_a_bracket_will_have(arbiter, club, players, said):
    address = new(club, "?formula=knockout.seeded")
    assert "Con 12 giocatori 4 turni: ottavi di finale in 8" in arbiter.get(address).content.decode()
    typed = {"formula": "knockout.seeded", "players": players}
    page = arbiter.get(new(club), typed, headers={"HX-Request": "true"})
    assert bool(page.content.strip()) == bool(said)
    assert said in page.content.decode()


def test_a_calendar_of_many_rounds_is_warned_of_with_what_is_usual_instead(arbiter, club):
    said = (
        "Con 120 giocatori i turni sono 119: a uno la settimana ci vogliono 28 mesi, a cinque al giorno"
        " 24 giorni."
    )
    asked = {"game": "chess", "players": "120"}
    variants, _others = offered(arbiter.get(new(club), asked))
    assert [one.title for one in variants if one.warning] == ["Girone semplice", "Girone doppio"]
    assert said in arbiter.get(new(club), asked).text
    asked["formula"] = "round-robin.single"
    for headers in ({}, {"HX-Request": "true"}):
        page = arbiter.get(new(club), asked, headers=headers).text
        assert said in page
        assert '<a href="?formula=dutch&amp;game=chess&amp;players=120">Svizzero FIDE</a>' in page
    few = arbiter.get(new(club), asked | {"players": "12"}, headers={"HX-Request": "true"}).text
    assert "Con 12 giocatori: 11 turni." in few and "Svizzero" not in few


@pytest.mark.parametrize(("role", "status"), [(Role.HELPER, 403), (None, 404)])
@pytest.mark.parametrize("method", ["get", "post"])
def test_events_are_made_by_arbiters_of_the_club(club, method, role, status):
    client = signed_in(club if role else make_club(), role or Role.OWNER)
    assert getattr(client, method)(new(club, FORMULA), FILLED).status_code == status
    assert not Event.objects.exists()


def test_points_by_wind_are_refused_where_seats_are_no_winds():
    stored = StageDetails(system="rotation", scoring="winds")
    data = QueryDict(
        "scoring=winds&shown=winds&option-rounds=2&option-size=5&option-allow=5&ranking=points"
    ).copy()
    for name, value in initial_of(METHODS["winds"].options, {}).items():
        data[f"scoring-{name}"] = "" if value is None or value is False else value
    forms = StageForms(data, stored)
    assert not forms.is_valid()
    assert not forms.scoring.errors
    assert "da quattro" in str(forms.options.non_field_errors())
    # After the draw the stored options hold, whatever is sent.
    for options, are_winds in (({"allow": [5], "size": 5, "rounds": 2}, False), ({"rounds": 2}, True)):
        forms = StageForms(data, StageDetails(system="rotation", options=options), with_options=False)
        assert forms.is_valid() is are_winds
        assert ("da quattro" in str(forms.scoring.non_field_errors())) is not are_winds
