"""The same rules for the whole event: after round 1 a change is shown, explained, the owner's, and public."""

import html
import re

import pytest
from django.test import Client

from clubtornei.accounts.models import Club
from clubtornei.events.details import StageDetails
from clubtornei.events.models import Event
from clubtornei.rounds.documents.exporting import exported
from clubtornei.rounds.documents.importing import import_event
from clubtornei.rounds.rules.actions import ReasonNeeded, rules_of
from clubtornei.rounds.rules.changes import change_in_words
from clubtornei.rounds.stages import actions as stage_actions
from clubtornei.rounds.stages.entrant_actions import begin_stage
from clubtornei.text.untyped import Options
from pairing.registry import SYSTEM_SPECS
from scoring.record import read, write
from tests.events.views.test_wizard import FILLED
from tests.factories import make_drawn_event, make_played_event, make_round
from tests.rounds.changes import change_settings, change_stage
from tests.rounds.staged import make_staged_event, play

pytestmark = pytest.mark.django_db

TO_WINS = FILLED | {"ranking": ["wins", "points"]}


def settings(event: Event) -> str:
    return f"/e/{event.slug}/settings/"


def words(content: bytes) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html.unescape(content.decode())).split())


@pytest.fixture
def played(club: Club) -> Event:
    return make_played_event(6, 2, club, name="Torneo sociale", ranking=["points"])


def ranking_of(event: Event) -> list[str]:
    return list(event.stages.get(number=1).ranking)


@pytest.mark.parametrize(
    ("system", "options"), [("amalfi", {"waive_colours": [3]}), ("seating", {"tables_by_round": [0, 2]})]
)
def test_what_holds_for_one_round_changes_no_rule(club: Club, system: str, options: Options) -> None:
    event = make_drawn_event(8, club, system=system, options={"rounds": 3})
    before = rules_of(event)
    event.stages.update(options={"rounds": 3, **options})
    assert not list(change_in_words(before, rules_of(event)))


def test_before_round_1_is_published_rules_change_without_a_word(arbiter: Client, club: Club) -> None:
    event = make_drawn_event(6, club, ranking=["points"])
    make_round(event, published=False)
    assert arbiter.post(settings(event), TO_WINS).status_code == 302
    event.refresh_from_db()
    assert (ranking_of(event), event.rule_changes) == (["wins", "points"], [])


def test_the_owner_sees_first_what_a_change_does(owner: Client, played: Event) -> None:
    answer = owner.post(settings(played), TO_WINS | {"scoring-win": "3", "name": "Altro nome"})
    text = words(answer.content)
    assert answer.status_code == 422
    assert "Vittoria: da 1 a 3." in text
    assert "Classifica: da Punti a Vittorie, Punti." in text
    assert "Che cosa cambia in classifica" in text
    assert "→" in text
    assert 'name="reason"' in answer.content.decode()
    assert 'name="name" value="Altro nome"' in answer.content.decode()
    played.refresh_from_db()
    assert (ranking_of(played), played.name, played.rule_changes) == (["points"], "Torneo sociale", [])


def test_a_change_with_a_reason_is_public(owner: Client, client: Client, played: Event) -> None:
    answer = owner.post(settings(played), TO_WINS | {"reason": "Errore nel bando"})
    assert answer.status_code == 302
    played.refresh_from_db()
    assert ranking_of(played) == ["wins", "points"]
    public = words(client.get(f"/t/{played.slug}/rules/").content)
    assert "dopo la pubblicazione del turno 2: Classifica: da Punti a Vittorie, Punti." in public
    assert "Motivo: «Errore nel bando»" in public
    assert "Il bando è cambiato dopo la pubblicazione" in words(client.get(f"/t/{played.slug}/").content)


def test_a_reason_is_one_line_without_characters_that_cannot_be_stored(owner: Client, played: Event) -> None:
    answer = owner.post(settings(played), TO_WINS | {"reason": "Errore\0\nnel \u202ebando"})
    assert answer.status_code == 302
    played.refresh_from_db()
    assert played.rule_changes[0]["reason"] == "Errore nel bando"


def test_an_arbiter_cannot_even_with_a_reason(arbiter: Client, played: Event) -> None:
    answer = arbiter.post(settings(played), TO_WINS | {"reason": "Mi va così"})
    assert "le cambia solo il titolare del circolo" in words(answer.content)
    assert 'name="reason"' not in answer.content.decode()
    assert ranking_of(played) == ["points"]


def test_what_is_no_rule_is_changed_as_ever(arbiter: Client, played: Event) -> None:
    data = FILLED | {"ranking": ["points"], "name": "Altro nome", "place": "Altrove"}
    assert arbiter.post(settings(played), data).status_code == 302
    played.refresh_from_db()
    assert played.name == "Altro nome"
    assert [(change["reason"], change["now"]) for change in played.rule_changes] == [("", [])]


@pytest.mark.parametrize("door", ["add", "change", "remove"])
def test_stages_to_come_are_part_of_the_rules(owner: Client, club: Club, door: str) -> None:
    event = make_staged_event(8, {"ranked": {"stage": 1, "from": 1, "to": 4}}, club=club)
    added = StageDetails(
        name="Consolazione",
        system="bands",
        options={"tables": 1},
        scoring="table-points",
        qualification={"ranked": {"stage": 1, "from": 5, "to": 8}},
    )
    doors = {
        "add": lambda **reason: stage_actions.add_stage(event, added, **reason),
        "change": lambda **reason: change_stage(
            event, 2, qualification={"ranked": {"stage": 1, "from": 5, "to": 8}}, **reason
        ),
        "remove": lambda **reason: stage_actions.remove_stage(event, 2, **reason),
    }
    play(event, 1, 1)
    with pytest.raises(ReasonNeeded):
        doors[door]()
    doors[door](reason="Poco tempo")
    event.refresh_from_db()
    Event.objects.filter(pk=event.pk).update(published=True)
    public = words(owner.get(f"/t/{event.slug}/rules/").content)
    assert {
        "add": "Aggiunta la fase «Consolazione». Chi gioca: posti 5–8.",
        "change": "Finale. Chi gioca: da posti 1–4 a posti 5–8.",
        "remove": "Tolta la fase «Finale».",
    }[door] in public
    # Where there are several stages, the number of a round among all of them is on no other page.
    assert ("dopo la pubblicazione del turno 1" in public) == (door == "remove")


def test_a_stage_to_come_is_renamed_without_a_reason(club: Club) -> None:
    event = make_staged_event(8, {"ranked": {"stage": 1, "from": 1, "to": 4}}, club=club)
    play(event, 1, 1)
    change_stage(event, 2, name="Finalissima")
    event.refresh_from_db()
    assert event.rule_changes == []


def test_an_export_imported_again_tells_the_changes_too(club: Club, played: Event) -> None:
    change_settings(played, ranking=["wins"], reason="Errore nel bando")
    played.refresh_from_db()
    again = import_event(club, read(write(exported(played)), SYSTEM_SPECS))
    assert again.rule_changes == played.rule_changes


def test_a_fifth_evening_is_added_to_a_championship_of_four(owner: Client, club: Club) -> None:
    event = make_staged_event(8, club=club, published=True)
    event.stages.update(options={"rounds": 1})
    play(event, 1, 1)
    page = f"/e/{event.slug}/stages/"
    assert "Aggiungi un turno" in owner.get(page).text
    assert "Serve un turno in più?" in owner.get(f"/e/{event.slug}/attendance/").text
    asked = owner.post(f"{page}1/add-round/")
    assert "Turni: da 1 a 2." in words(asked.content)
    assert owner.post(f"{page}1/add-round/", {"reason": "Serata in più"}).status_code == 302
    assert event.stages.get().options == {"rounds": 2}
    play(event, 2, 1)
    assert event.stages.get().rounds.count() == 2
    assert "Motivo: «Serata in più»." in words(owner.get(f"/t/{event.slug}/rules/").content)


def test_no_round_is_added_where_earlier_ones_depend_on_how_many_there_are(owner: Client, club: Club) -> None:
    event = make_drawn_event(6, club, system="amalfi", options={"rounds": 2})
    make_round(event)
    assert "Aggiungi un turno" not in owner.get(f"/e/{event.slug}/stages/").text
    owner.post(f"/e/{event.slug}/stages/1/add-round/", {"reason": "Serata in più"})
    assert event.stages.get().options == {"rounds": 2}


def test_no_round_is_added_once_the_next_stage_has_begun(owner: Client, club: Club) -> None:
    event = make_staged_event(8, {"ranked": {"stage": 1, "from": 1, "to": 4}}, club=club)
    play(event, 1, 1)
    begin_stage(event, 2)
    answer = owner.post(f"/e/{event.slug}/stages/1/add-round/", {"reason": "Serata in più"}, follow=True)
    assert "La fase dopo è già cominciata" in html.unescape(answer.text)
    assert event.stages.get(number=1).options == {"rounds": 1}
