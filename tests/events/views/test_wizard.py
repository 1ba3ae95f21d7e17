import re
from datetime import date, timedelta
from types import ModuleType

import pytest
from django.urls import reverse
from django.utils.timezone import localdate

from clubtornei.events.models import Event
from clubtornei.events.systems import system_presets
from pairing import registry as pairing_system
from tests.factories import make_event

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
    assert "<html" not in page.text and "consigliato" in page.text


def test_a_game_without_colours_is_not_asked_what_is_of_chess(arbiter, club):
    for game, asked in (("chess", True), ("tables", False), ("duels", False)):
        page = arbiter.get(new(club, f"?formula=round-robin.single&game={game}"))
        assert ("rating_lists" in page.context["form"].fields) is asked
        field = page.context["stage"].ranking.fields["ranking"]
        assert ({"koya", "aro", "rating"} <= dict(field.choices).keys()) is asked
        assert ("koya" in page.context["stage"].ranking["ranking"].value()) is asked


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
def test_tables_are_counted_as_is_usual_for_their_game(arbiter, club, game, method, asked):
    page = arbiter.get(new(club, f"?formula=seating&game={game}&players=16"))
    assert page.context["stage"].method.name == method
    assert page.context["asks_game"] is asked
    assert page.text.count('name="game"') == 1


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


def test_too_few_players_are_told_beside_their_number(arbiter, club):
    first = arbiter.get(new(club), {"players": "0"}, headers={"HX-Request": "true"}).text
    assert "Da 2 a 10.000 giocatori." in first and "families" not in first
    second = arbiter.get(new(club, "?formula=knockout.seeded&players=0"))
    assert (
        second.context["expected"] == "" and "Con questa formula servono almeno 2 giocatori." in second.text
    )


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


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"players": "23", "option-rounds": "7"}, "Con 23 giocatori 7 turni vanno bene: ne bastano 5."),
        ({"players": "8", "option-rounds": "7"}, "Con 8 giocatori 7 turni sono troppi"),
        (
            {"players": "8", "option-rounds": "8"},
            "Con 8 giocatori si giocano al massimo 7 turni; ne bastano 3.",
        ),
        ({"players": "7", "option-rounds": "7"}, "Con 7 giocatori 7 turni sono troppi"),
        ({"players": "7", "option-rounds": "9"}, "si giocano al massimo 7 turni; ne bastano 3."),
        ({"players": "2", "option-rounds": "3"}, "Con 2 giocatori si gioca un turno solo."),
        ({"players": "40", "option-rounds": "3"}, "Meglio almeno 6."),
        ({"players": "40", "option-rounds": ""}, "Con 40 giocatori: almeno 6 turni."),
        ({"players": "100", "option-rounds": ""}, "Con 100 giocatori: almeno 7 turni."),
        ({"players": "100", "option-rounds": "9"}, "Con 100 giocatori 9 turni vanno bene: ne bastano 7."),
        ({"players": "100", "option-rounds": "60"}, "Meglio non più di 50."),
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
