"""The pages of a bracket: the tree, the exemptions and the plan, for organisers and public."""

import re
from functools import partial

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.events.systems import rounds_of
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.drafts.round_actions import draw_round
from clubtornei.rounds.models import Table
from clubtornei.rounds.participation.exemptions.actions import exempt
from clubtornei.rounds.reports.standings import standings_report
from clubtornei.rounds.results.actions import record_result
from clubtornei.rounds.results.table_links import address_of
from clubtornei.rounds.state.next_step import next_step
from clubtornei.rounds.state.result_codes import USUAL
from clubtornei.rounds.state.table_state import label_of, state_of
from tests.factories import make_played_event, make_round, make_user
from tests.markup import compact
from tests.rounds.knockouts import make_knockout, text_of

pytestmark = pytest.mark.django_db


# The tree


@pytest.mark.parametrize("view", ["public:bracket", "rounds:bracket"])
def test_every_match_stands_in_it_with_its_result(view: str, arbiter: Client, club: Club) -> None:
    event = make_knockout(8, club, rounds=3)
    page = text_of(arbiter, view, event)
    assert page.count('class="bracket-match') == 7
    assert page.count("va avanti") == 7
    assert page.count('class="both"') == 3
    for name in ("Quarti di finale", "Semifinali", "Finale"):
        assert name in page
    assert "Ha vinto" in page


def test_the_public_and_the_projector_head_its_rounds_by_their_names_too(client: Client) -> None:
    event = make_knockout(8, rounds=3)

    def said(view: str, *args: int) -> str:
        return " ".join(re.sub(r"<[^>]*>", "", text_of(client, view, event, *args)).split())

    assert "Finale Turno 3" in said("public:event")
    assert "Semifinali Turno 2" in said("public:pairings", 2)
    assert "Quarti di finale · Turno 1, tavolo 2" in text_of(client, "public:why_pairing", event, 1, 2)
    assert "Finale · Turno 3" in text_of(client, "public:screen", event)
    final = Table.objects.select_related("round__stage").get(round__stage__event=event, round__number=3)
    assert "Finale · Turno 3" in " ".join(client.get(address_of(final)).text.split())


def test_before_the_numbers_it_shows_the_grid_without_names(client: Client) -> None:
    event = make_knockout(5)
    Event.objects.filter(pk=event.pk).update(drawn_at=None)
    page = text_of(client, "public:bracket", event)
    assert "Giocatore" not in page
    assert page.count("passa il turno") == 3
    assert "com’è prima del primo turno" in page


def test_the_way_of_a_player_is_followed(client: Client) -> None:
    event = make_knockout(8, rounds=2)
    finalist = event.stages.get().rounds.get(number=2).seats.filter(score=1).earliest("pk").entry
    plain = text_of(client, "public:bracket", event)
    followed = text_of(client, "public:bracket", event, query=f"?player={finalist.entry_no}")
    assert (plain.count(' path"'), followed.count(' path"')) == (0, 3)
    assert f"Scheda di {finalist.name}" in followed
    for strange in ("99", "x", "1" * 12):
        response = client.get(reverse("public:bracket", args=[event.slug]) + f"?player={strange}")
        assert response.status_code == 404


def test_a_match_of_several_games_shows_each_of_them_while_it_is_played(client: Client) -> None:
    event = make_knockout(2, games=3)
    table = make_round(event).tables.get()
    for code in ("1-0", "=-="):
        record_result(event, make_user(), table.pk, code)
    page = text_of(client, "public:bracket", event)
    assert '1 ½</span><b class="match-score">1½</b>' in compact(page)
    assert "in corso" in page
    assert "1½ – ½" in text_of(client, "public:event", event)
    assert re.findall(r'class="points">(.+?)<', text_of(client, "public:screen", event)) == ["1½", "½"]


def test_other_systems_have_no_tab_for_it_and_no_tree(arbiter: Client, club: Club) -> None:
    event = make_played_event(4, 1, club)
    for view in ("public:standings", "rounds:standings"):
        page = text_of(arbiter, view, event)
        assert "bracket/" not in page
        assert "crosstable/" in page
    page = text_of(arbiter, "public:bracket", event)
    assert "non ha un tabellone a eliminazione" in page
    assert "bracket.css" not in page  # a request less, for the drawing that stands there
    knockout = make_knockout(4, club, rounds=1)
    for view in ("public:standings", "rounds:standings"):
        page = text_of(arbiter, view, knockout)
        assert "bracket/" in page
        assert "crosstable/" not in page


# Exemptions and plan


def test_the_number_of_rounds_counts_the_preliminary_ones(club: Club) -> None:
    """The published example: 31 with 6 exempt from one round begin with a preliminary round."""
    event = make_knockout(31, club)
    stage = event.stages.get()
    assert rounds_of(stage, 31) == 5
    exempt(event, dict.fromkeys(range(1, 7), 1))
    assert rounds_of(stage, 31) == 6
    assert "di\N{NO-BREAK SPACE}6" in next_step(event).sentence


@pytest.mark.parametrize("view", ["rounds:event", "rounds:draw", "rounds:exemptions"])
def test_the_plan_is_shown_before_the_first_round(view: str, arbiter: Client, club: Club) -> None:
    event = make_knockout(25, club)
    Event.objects.filter(pk=event.pk).update(drawn_at=None)
    shown = text_of(arbiter, view, event)
    assert re.findall(r'</th><td class="num">(\d+)</td>', compact(shown)) == ["18", "16", "8", "4", "2"]


# What else shows a bracket


# Corrections


def test_correcting_shows_the_matches_that_rest_on_it(arbiter: Client, club: Club) -> None:
    event = make_knockout(8, club, rounds=2)
    table = event.stages.get().rounds.get(number=1).tables.get(number=1)
    page = text_of(arbiter, "rounds:correct", event, table.pk, query="?game=1&result=0-1")
    assert "Turno 2, tavolo 1" in page
    assert "sono già giocati" in page
    assert "Correggi e rigioca" in page
    assert "Che cosa cambia in classifica" in page
    draw_round(event, 3)
    assert "Turno 3, tavolo 1" in text_of(arbiter, "rounds:correct", event, table.pk)


def correct(client: Client, event: Event, view: str, round_number: int, table: int, code: str) -> str:
    found = event.stages.get().rounds.get(number=round_number).tables.get(number=table)
    path = reverse(view, args=[event.slug, found.pk])
    answer = client.post(path, {"result": code}, follow=True)
    return re.sub(r"\s+", " ", answer.content.decode())


def seated(event: Event, round_number: int) -> dict[tuple[str, ...], str]:
    """The tables of the round by their players, each with its result."""
    tables = event.stages.get().rounds.get(number=round_number).tables.games().with_seats()
    return {
        tuple(sorted(seat.entry.name[-1] for seat in table.seats.all())): label_of(state_of(table), USUAL)
        for table in tables
    }


def test_a_correction_for_the_record_is_shown_in_bracket_and_ranking(arbiter: Client, club: Club) -> None:
    """1 has won all; that 8 is said to have beaten him makes no second champion."""
    event = make_knockout(8, club, rounds=3)
    ranks = [row.rank for row in standings_report(EventSnapshot(event)).rows]
    correct(arbiter, event, "rounds:correct", 1, 1, "0-1")
    event.refresh_from_db()
    assert [row.rank for row in standings_report(EventSnapshot(event)).rows] == ranks
    said = "Quarti di finale, tavolo 1: il risultato è stato corretto quando il turno dopo era già abbinato."
    for view in ("rounds:bracket", "public:bracket", "rounds:standings", "public:standings"):
        page = text_of(arbiter, view, event)
        assert said in page, view
        assert "il tabellone resta" in page
    assert "corretto per il verbale" in text_of(arbiter, "public:bracket", event)
    assert said not in text_of(arbiter, "public:standings", event, query="?after=1")


@pytest.mark.django_db(transaction=True)
def test_a_correction_replays_only_the_matches_that_rest_on_it(arbiter: Client, club: Club) -> None:
    event = make_knockout(8, club, rounds=2)
    make_round(event)
    before = seated(event, 2)
    page = correct(arbiter, event, "rounds:replay", 1, 1, "0-1")
    assert "si rigiocano" in page
    after = seated(event, 2)
    assert len(after) == 2
    [new] = after.keys() - before.keys()
    assert after[new] == ""
    assert {players: after[players] for players in after if players != new} == {
        players: before[players] for players in before if players in after
    }
    assert event.stages.get().rounds.count() == 2
    history = text_of(arbiter, "rounds:history", event)
    assert "risultato cancellato, era 1 – 0" in history
    assert "Turno 3: abbinamenti tolti, si rigioca." in history


def test_a_correction_that_changes_no_winner_replays_nothing(arbiter: Client, club: Club) -> None:
    event = make_knockout(8, club, rounds=3)
    correct(arbiter, event, "rounds:replay", 1, 1, "+--")
    assert event.stages.get().rounds.count() == 3
    assert set(seated(event, 3).values()) == {"1 – 0"}


def test_a_match_without_a_winner_takes_back_all_later_rounds(arbiter: Client, club: Club) -> None:
    event = make_knockout(4, club, rounds=2)
    correct(arbiter, event, "rounds:replay", 1, 1, "")
    assert event.stages.get().rounds.count() == 1


def test_a_round_changed_by_hand_is_not_replayed(arbiter: Client, club: Club) -> None:
    event = make_knockout(8, club, rounds=2)
    Table.objects.filter(round__number=2, number=2).update(by_hand=True)
    page = correct(arbiter, event, "rounds:replay", 1, 1, "0-1")
    assert "Il turno 2 è stato cambiato a mano" in page
    assert set(seated(event, 1).values()) == {"1 – 0"}


def test_only_a_bracket_is_replayed(arbiter: Client, club: Club) -> None:
    event = make_played_event(4, 1, club)
    before = event.stages.get().rounds.count()
    page = correct(arbiter, event, "rounds:replay", 1, 1, "0-1")
    assert "Si rigioca solo in un tabellone" in page
    assert event.stages.get().rounds.count() == before


def test_correcting_says_what_becomes_of_the_match(arbiter: Client, club: Club) -> None:
    event = make_knockout(2, club, games=2)
    table = make_round(event).tables.get()
    for code in ("1-0", "=-="):
        record_result(event, make_user(), table.pk, code)
    look = partial(text_of, arbiter, "rounds:correct", event, table.pk)
    assert "finisce <strong>2 – 0</strong>" in look(query="?game=2&result=0-1")
    assert "non ha più un vincitore" in look(query="?game=2&result=1-0")
    assert "Che cosa cambia" not in look(query="?game=2&result=%3D-%3D")


@pytest.mark.parametrize(
    ("games", "codes", "offered", "chosen"),
    [
        (1, ["1-0"], [], []),
        (2, ["1-0", "=-="], ["1", "2"], ["2"]),
        (3, ["1-0", "0-1"], ["1", "2", "3"], ["2"]),
    ],
)
def test_the_last_game_played_is_corrected_unless_another_is_chosen(
    games: int, codes: list[str], offered: list[str], chosen: list[str], arbiter: Client, club: Club
) -> None:
    """A game that may follow can be chosen; where none may, it is not even there. A single one is given."""
    event = make_knockout(2, club, games=games)
    table = make_round(event).tables.get()
    for code in codes:
        record_result(event, make_user(), table.pk, code)
    page = text_of(arbiter, "rounds:correct", event, table.pk)
    radios = re.findall(r'name="game" value="(\d)" required( checked)?', page)
    assert [number for number, _checked in radios] == offered
    assert [number for number, checked in radios if checked] == chosen
    assert ('type="hidden" name="game" value="1"' in page) is (games == 1)


def test_a_draft_that_rests_on_a_result_can_be_thrown_away_at_once(arbiter: Client, club: Club) -> None:
    event = make_knockout(4, club, rounds=1)
    draw_round(event, 2)
    table = event.stages.get().rounds.get(number=1).tables.get(number=1)
    page = text_of(arbiter, "rounds:correct", event, table.pk)
    assert "Scarta la bozza del turno 2" in page


# A tall bracket


def test_a_tall_bracket_begins_with_the_round_that_is_played(client: Client) -> None:
    event = make_knockout(32, rounds=2)
    page = text_of(client, "public:bracket", event)
    assert page.count('class="bracket-match') == 8 + 4 + 2 + 1
    assert page.count("</tr>") == 1 + 2 * 8, "as high as that round needs"
    assert 'href="?from=2" aria-current="true"' in page
    whole = text_of(client, "public:bracket", event, query="?from=1")
    assert whole.count('class="bracket-match') == 16 + 8 + 4 + 2 + 1
    assert whole.count("</tr>") == 1 + 2 * 16


def test_who_is_followed_is_seen_from_the_first_round_on(client: Client) -> None:
    event = make_knockout(32, rounds=2)
    page = text_of(client, "public:bracket", event, query="?player=3")
    assert page.count('class="bracket-match') == 31
    assert (
        'href="?from=2&amp;player=3"'
        in client.get(reverse("public:bracket", args=[event.slug]) + "?player=3").text
    )
