"""Correcting a result that others rest on: asked, shown, confirmed, kept."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.documents.importing import import_event
from clubtornei.rounds.drafts.round_actions import draw_round, publish
from clubtornei.rounds.models import ResultEntry, Round, Table
from clubtornei.rounds.results.actions import report_result
from clubtornei.rounds.stages.closing_actions import close
from clubtornei.rounds.state.result_codes import ResultCode, outcome_of
from clubtornei.rounds.state.table_state import state_of
from pairing.registry import SYSTEM_SPECS
from scoring.record import Reported, record_of
from scoring.standings import standings
from tests.factories import (
    make_all_results,
    make_club,
    make_drawn_event,
    make_played_event,
    make_result,
    make_round,
)

pytestmark = pytest.mark.django_db


def begun(club: Club) -> Event:
    """With no round yet."""
    return make_drawn_event(4, club, ranking=["points", "sonneborn_berger"])


@pytest.fixture(scope="module")
def kept_event(kept_db: None) -> Event:
    """Player 1 has beaten 4, and the next round is drawn."""
    event = begun(make_club("Circolo di prova"))
    first: Round = make_round(event)
    make_result(event, first, 1, "1-0")
    make_result(event, first, 2, "=-=")
    make_round(event)
    return event


@pytest.fixture
def club(event: Event) -> Club:
    return event.club


@pytest.fixture
def table(event: Event) -> Table:
    """Where player 1 has beaten 4."""
    return Table.objects.select_related("round").get(round__stage__event=event, round__number=1, number=1)


def path(event: Event, table: Table) -> str:
    return reverse("rounds:correct", args=[event.slug, table.pk])


def ask(client: Client, event: Event, table: Table, code: str) -> Any:
    return client.get(path(event, table), {"result": code})


def offered(answer: Any) -> list[ResultCode]:
    """The results that the page offers."""
    return [outcome for group in answer.context["outcome_groups"] for outcome, *_ in group.outcomes]


def test_it_shows_the_lines_that_change(arbiter: Client, event: Event, table: Table) -> None:
    changes = ask(arbiter, event, table, "0-1").context["changes"]

    lines = [(line.name, line.before, line.after) for line in changes.lines]
    assert lines == [("Giocatore 004", 4, 1), ("Giocatore 001", 1, 4)]
    # The second criterion does not change: it has no column.
    assert [(value.before.text, value.after.text) for value in changes.lines[0].values] == [("0", "1")]
    assert outcome_of(state_of(table)).code == "1-0"


def test_confirmed_it_is_written_and_kept_in_the_history(arbiter: Client, event: Event, table: Table) -> None:
    answer = arbiter.post(path(event, table), {"result": "0-1", "expected": "1-0"}, follow=True)

    assert "risultato corretto" in answer.content.decode()
    assert answer.redirect_chain == [
        (reverse("rounds:round", args=[event.slug, 1]) + f"#table-{table.pk}", 302)
    ]
    table = Table.objects.get(pk=table.pk)
    assert outcome_of(state_of(table)).code == "0-1"
    entry = ResultEntry.objects.first()
    assert entry is not None
    assert (entry.before.scores, entry.after.scores) == ((1, 0), (0, 1))


def test_somebody_elses_correction_meanwhile_is_told(arbiter: Client, event: Event, table: Table) -> None:
    arbiter.post(path(event, table), {"result": "=-=", "expected": "1-0"})

    answer = arbiter.post(path(event, table), {"result": "0-1", "expected": "1-0"}, follow=True)

    assert (
        "ha intanto registrato «Patta (½\N{NO-BREAK SPACE}–\N{WORD JOINER}\N{NO-BREAK SPACE}½)»"
        in answer.text
    )
    assert outcome_of(state_of(Table.objects.get(pk=table.pk))).code == "=-="


def test_a_closed_event_is_corrected_for_the_report(arbiter: Client, event: Event, table: Table) -> None:
    Event.objects.filter(pk=event.pk).update(closed_at="2026-11-21T12:00:00Z")
    address = reverse("rounds:round", args=[event.slug, 1])
    round_page = arbiter.get(address, {"report": 1}).content.decode()
    assert path(event, table) in round_page
    assert "già %s: c per correggere" in round_page
    elsewhere = arbiter.get(address).content.decode()
    assert "per correggere" not in elsewhere
    assert 'data-already="Il torneo è chiuso: prima il titolare del circolo deve riaprirlo."' in elsewhere

    answer = ask(arbiter, event, table, "0-1")
    shown = answer.content.decode()
    assert 'value="report"' in shown
    assert 'value="standings"' not in shown
    assert {outcome.code for outcome in offered(answer)} == {
        *("=-=", "0-1", "1-0u", "=-=u", "0-1u", "=-0", "0-=", "0-0", "+--", "--+", "---")
    }
    arbiter.post(path(event, table), {"result": "0-1", "scope": "report"})
    table = Table.objects.get(pk=table.pk)
    assert (state_of(table).scores, table.reported) == ((1, 0), Reported(result=(0, 1)))


def test_an_unfinished_game_is_not_reported(arbiter: Client, event: Event, table: Table) -> None:
    last = Round.objects.get(stage__event=event, number=2).tables.get(number=1)
    Event.objects.filter(pk=event.pk).update(closed_at="2026-11-21T12:00:00Z")
    shown = ask(arbiter, event, last, "0-1").content.decode()
    assert "deve riaprirlo" in shown
    assert 'value="report"' not in shown


def test_a_table_of_a_draft_is_not_corrected(arbiter: Client, club: Club) -> None:
    event = begun(club)
    draft = make_round(event, published=False)

    assert arbiter.get(path(event, draft.tables.get(number=1))).status_code == 404


# Corrections that come late


@pytest.fixture
def late(event: Event, table: Table) -> Table:
    """The table of round 1, once rounds 2 and 3 are published."""
    make_all_results(event, table.round.stage.rounds.get(number=2))
    make_round(event)
    return table


def test_a_late_correction_is_for_the_report_only(arbiter: Client, event: Event, late: Table) -> None:
    before = document_of(event)
    asked = ask(arbiter, event, late, "0-1").content.decode()
    assert 'value="report"' in asked
    assert asked.index("di regola si corregge solo per il rapporto") < asked.index('id="changes"')
    arbiter.post(path(event, late), {"result": "0-1", "expected": "1-0"})
    after = document_of(event)
    table = after.stages[0].rounds[0].tables[0]
    assert (table.result, table.reported) == ((1, 0), Reported(result=(0, 1)))
    assert standings(record_of(after, SYSTEM_SPECS)) == standings(record_of(before, SYSTEM_SPECS))
    page = arbiter.get(reverse("rounds:round", args=[event.slug, 1])).content.decode()
    assert "nel rapporto" in page
    assert "0 – 1" in page


def test_confirmed_it_changes_the_standings(arbiter: Client, event: Event, late: Table) -> None:
    arbiter.post(path(event, late), {"result": "0-1", "expected": "1-0"})
    arbiter.post(path(event, late), {"result": "0-1", "expected": "1-0", "scope": "standings"})
    table = document_of(event).stages[0].rounds[0].tables[0]
    assert (table.result, table.reported) == ((0, 1), None)


def test_the_last_two_rounds_are_corrected_freely(arbiter: Client, event: Event, table: Table) -> None:
    assert 'value="report"' not in ask(arbiter, event, table, "0-1").content.decode()
    arbiter.post(path(event, table), {"result": "0-1", "expected": "1-0"})
    assert document_of(event).stages[0].rounds[0].tables[0].result == (0, 1)


def test_a_reported_result_is_taken_back(arbiter: Client, event: Event, late: Table) -> None:
    assert 'value="report"' not in ask(arbiter, event, late, "1-0").content.decode()
    report_result(event, late.pk, "0-1")
    answer = ask(arbiter, event, late, "1-0")
    assert "1-0" in [outcome.code for outcome in offered(answer)]
    assert 'value="report"' in answer.content.decode()
    arbiter.post(path(event, late), {"result": "1-0", "scope": "report"})
    late = Table.objects.get(pk=late.pk)
    assert (state_of(late).scores, late.reported) == ((1, 0), None)


def test_a_reported_result_is_public(client: Client, arbiter: Client, event: Event, late: Table) -> None:
    Event.objects.update(published=True)
    home, rules = (reverse(f"public:{page}", args=[event.slug]) for page in ("event", "rules"))
    assert "solo per il rapporto" not in client.get(home).content.decode()
    arbiter.post(path(event, late), {"result": "0-1", "expected": "1-0"})
    assert "solo per il rapporto" in client.get(home).content.decode()
    line = " ".join(client.get(rules).content.decode().split())
    assert "Turno 1, Giocatore 001 – Giocatore 004: nel rapporto <strong>0 – 1</strong>" in line
    assert "in classifica 1 – 0" in line


def test_the_only_round_of_a_final_is_called_by_its_stage_where_it_is_corrected(
    client: Client, arbiter: Client, club: Club
) -> None:
    event = make_played_event(4, 3, club, game="chess", published=True)
    event.stages.update(name="Girone")
    event.stages.create(
        number=2,
        name="Finale",
        system="amalfi",
        options={"rounds": 1},
        scoring="game",
        ranking=["points"],
        entrants=[1, 2, 3, 4],
        qualification={"ranked": {"stage": 1, "from": 1, "to": 4}},
    )
    round_ = publish(event, draw_round(event, 1, stage=2).number, stage=2)
    make_all_results(event, round_)
    close(event, unfinished=True, level=True)
    report_result(event, round_.tables.earliest("number").pk, "0-1")
    listed = arbiter.get(reverse("rounds:homologation", args=[event.slug])).text
    assert "Girone · Turno 1</a>" in listed and ">Finale</a>" in listed
    assert "Finale, Giocatore" in client.get(reverse("public:rules", args=[event.slug])).text


@pytest.mark.parametrize(
    ("code", "reported", "line"),
    [
        ("1-0u", Reported(result=(1, 0), unrated=True), "1 – 0 senza Elo"),
        ("--+", Reported(result=(0, 1), forfeit=True), "0 – 1 f."),
        ("---", Reported(result=(0, 0), forfeit=True), "0 – 0 f."),
    ],
)
def test_a_game_found_late_to_be_unrated_is_corrected_for_the_report(
    code: str, reported: Reported, line: str, client: Client, arbiter: Client, event: Event, late: Table
) -> None:
    Event.objects.update(published=True)
    before = document_of(event)
    assert 'value="report"' in ask(arbiter, event, late, code).content.decode()
    arbiter.post(path(event, late), {"result": code, "scope": "report"})
    after = document_of(event)
    table = after.stages[0].rounds[0].tables[0]
    assert (table.result, table.forfeit, table.unrated, table.reported) == ((1, 0), False, False, reported)
    assert standings(record_of(after, SYSTEM_SPECS)) == standings(record_of(before, SYSTEM_SPECS))
    assert document_of(import_event(event.club, after)).stages[0].rounds[0].tables[0].reported == reported
    rules = " ".join(client.get(reverse("public:rules", args=[event.slug])).content.decode().split())
    assert f"nel rapporto <strong>{line}</strong>, in classifica 1 – 0" in rules
    page = arbiter.get(reverse("rounds:round", args=[event.slug, 1])).content.decode()
    assert line in " ".join(page.split())


@pytest.mark.parametrize(("system", "told"), [("amalfi", 1), ("round-robin", 0)])
def test_a_correction_is_an_intervention(system: str, told: int, arbiter: Client, club: Club) -> None:
    options = {"rounds": 3} if system == "amalfi" else {}
    event = make_drawn_event(4, club, system=system, options=options)
    make_all_results(event, make_round(event), "1-0")
    later = make_round(event)
    table = Table.objects.select_related("round").get(round__stage__event=event, round__number=1, number=1)
    arbiter.post(path(event, table), {"result": "0-1", "expected": "1-0"})
    make_result(event, later, 1, "1-0")
    make_result(event, later, 1, "0-1")  # on which nothing rests yet
    found = document_of(event).stages[0].interventions
    assert len(found) == told
    if found:
        assert (found[0].kind, found[0].round, found[0].players) == ("correction", 1, (1, 4))
        assert found[0].text == "1-0 corrected to 0-1 after round 2 was paired"
        assert document_of(event, public=True).stages[0].interventions == ()
        # With the round that was taken back it goes.
        event.stages.get().rounds.all().delete()
        assert document_of(event).stages[0].interventions == ()


@pytest.mark.parametrize("code", ["adjourned", "", "x"])
def test_only_a_finished_game_is_reported(code: str, event: Event, late: Table) -> None:
    with pytest.raises(ActionRefused):
        report_result(event, late.pk, code)
    late.refresh_from_db()
    assert late.reported is None
