"""What tables of three to six have on paper: the plan, the score sheets, the summary, who goes on."""

import re
from datetime import date

import pytest
from django.test import Client

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.documents.importing import import_event
from clubtornei.rounds.models import Seat
from clubtornei.rounds.printing.slips import counts_of
from clubtornei.rounds.stages import entrant_actions
from clubtornei.rounds.stages.days_actions import plan_days
from scoring.document import SeatScore
from tests.documents import document, players, raw, stage
from tests.factories import make_round, make_seated_event
from tests.rounds.printing.reading import pages, printed, words
from tests.rounds.staged import FIRST_FOUR, make_staged_event, play

pytestmark = pytest.mark.django_db


def note(event: Event, table: int, scores: list[SeatScore]) -> None:
    for seat, score in zip(
        Seat.objects.filter(table__number=table).order_by("position"), scores, strict=True
    ):
        Seat.objects.filter(pk=seat.pk).update(score=score)
    event.version += 1
    event.save()


def counted(event: Event) -> list[str]:
    return [count.name for count in counts_of(EventSnapshot(event))]


@pytest.mark.usefixtures("not_laid_out")
def test_the_plan_shows_every_table_in_the_order_of_its_seats(arbiter: Client, club: Club) -> None:
    event = make_seated_event(17, club)
    round_ = make_round(event)
    text = words(arbiter, event, "tables")
    assert "Tav. Sedia 1 Sedia 2 Sedia 3 Sedia 4 Sedia 5" in text
    for table in round_.tables.all():
        names = [f"{one.entry.number} {one.entry.name}" for one in table.seats.order_by("position")]
        assert f"{table.number} {' '.join(names)}" in text


@pytest.mark.usefixtures("not_laid_out")
def test_the_calendar_of_a_rotation_has_every_table_with_everybody_at_it(arbiter: Client, club: Club) -> None:
    event = make_seated_event(18, club, system="rotation", scoring="places", options={"rounds": 3})
    plan_days(event, {1: date(2026, 12, 4)})
    text = words(arbiter, event, "calendar")
    for round_ in EventSnapshot(event).calendar:
        for table in round_.tables:
            seated = " ".join(f"{player.number} {player.name}" for player in table.seats)
            assert f"{table.number} {seated}" in text
    assert text.count("Tav. ") == 3 and "Turno 3" in text and "4 dicembre" in text


@pytest.mark.usefixtures("not_laid_out")
def test_a_sheet_of_a_later_stage_is_headed_by_its_name(arbiter: Client, club: Club) -> None:
    event = make_staged_event(9, FIRST_FOUR, club=club)
    play(event, 1, 1)
    entrant_actions.begin_stage(event, 2)
    play(event, 1, 2)
    for sheet in ("tables", "scores"):
        text = words(arbiter, event, f"stages/2/{sheet}")
        assert "Finale" in text and "Turno 1" not in text


@pytest.mark.usefixtures("not_laid_out")
@pytest.mark.parametrize("scoring", ["winds", "places"])
def test_winds_are_called_by_their_names(arbiter: Client, club: Club, scoring: str) -> None:
    event = make_seated_event(16, club, system="rotation", scoring=scoring, options={"rounds": 2})
    make_round(event)
    assert "Tav. Nord Est Sud Ovest 1 " in words(arbiter, event, "tables")
    assert re.search(r"\d·[NESO] 1 Giocatore 001", words(arbiter, event, "by-name"))
    assert "Vento Giocatore Segnati al tavolo Firma" in words(arbiter, event, "scores")


@pytest.mark.parametrize(
    ("scoring", "options", "columns"),
    [
        ("places", {"ties": "none"}, "points order"),
        ("master", {}, "points outside eliminated risiko order"),
        ("table-points", {}, "points eliminated risiko order"),
        (
            "conversion-150",
            {"ties": "rtu-2003"},
            "points outside eliminated risiko armies_in armies_out dice order",
        ),
        (
            "edition-1997-3",
            {"ties": "none", "armies": "all"},
            "points outside risiko armies_in armies_out order",
        ),
    ],
)
def test_a_score_sheet_has_a_column_for_all_that_the_method_counts(
    club: Club, scoring: str, options: dict[str, str], columns: str
) -> None:
    event = make_seated_event(4, club, scoring=scoring)
    event.stages.update(scoring_options=options)
    make_round(event)
    assert counted(event) == columns.split()


def test_a_penalty_has_a_column_only_where_the_ranking_looks_at_it(club: Club) -> None:
    event = make_seated_event(4, club, scoring="places", ranking=["points", "penalty"])
    make_round(event)
    assert "penalty" in counted(event)


def test_score_sheets_come_two_a_page_in_order_once_the_stack_is_cut(arbiter: Client, club: Club) -> None:
    event = make_seated_event(13, club, name="Serata")
    make_round(event)
    texts = pages(arbiter, event, "scores")
    assert [re.findall(r"Tavolo (\d) Turno 1", text) for text in texts] == [["1", "3"], ["2"]]


@pytest.mark.usefixtures("not_laid_out")
def test_on_a_score_sheet_points_are_large_and_ties_and_eliminations_stand_below(
    arbiter: Client, club: Club
) -> None:
    event = make_seated_event(4, club, name="Serata")
    make_round(event)
    text = words(arbiter, event, "scores")
    below = text.partition("Sedia Giocatore Segnati al tavolo Firma")[2]
    for phrase in ("Eliminato", "RisiKo!", "Ordine", "Dadi"):
        assert phrase in below
    assert text.count("1° 2° 3°") == 4
    assert "lo conferma l’arbitro" in text


@pytest.mark.usefixtures("not_laid_out")
def test_the_summary_has_the_tables_by_place(arbiter: Client, club: Club) -> None:
    event = make_seated_event(4, club)
    make_round(event)
    note(
        event,
        1,
        [
            SeatScore(points=31),
            SeatScore(points=54, risiko=True),
            SeatScore(points=0, eliminated=1),
            SeatScore(points=22),
        ],
    )
    text = words(arbiter, event, "summary")
    seats = Seat.objects.filter(table__number=1).order_by("position")
    names = [f"{seat.entry.entry_no} {seat.entry.name}" for seat in seats]
    assert f"1 {names[1]} RisiKo! 54 150,69 2 {names[0]} 31 80,00 3 {names[3]} 22 60,00" in text
    assert f"4 {names[2]} eliminato 1° 0 10,00" in text


@pytest.mark.usefixtures("not_laid_out")
def test_a_round_without_results_says_so(arbiter: Client, club: Club) -> None:
    event = make_seated_event(4, club)
    make_round(event)
    assert "senza risultato" in words(arbiter, event, "summary")


@pytest.mark.usefixtures("not_laid_out")
def test_the_summary_of_a_round_under_way_says_so(arbiter: Client, club: Club) -> None:
    event = make_seated_event(8, club)
    make_round(event)
    note(event, 1, [SeatScore(points=points) for points in (31, 54, 0, 22)])
    text = words(arbiter, event, "summary")
    assert text.index("Turno 1 in corso") < text.index("Tavolo 1")


@pytest.mark.usefixtures("not_laid_out")
def test_discarded_results_are_struck(arbiter: Client, club: Club) -> None:
    table = {"seats": [1, 2, 3, 4], "result": [{"points": points} for points in (50, 40, 30, 20)]}
    one = stage(
        "seating",
        [{"tables": [table]}] * 2,
        scoring="places",
        scoring_options={"discards": 1},
        options={"rounds": 2},
    )
    event = import_event(club, document(raw(players(4), one)))
    html = printed(arbiter, f"/e/{event.slug}/prints/standings.pdf").getvalue().decode()
    assert "<del>10</del>" in html
    assert "Barrati i risultati scartati" in html


def final_with(club: Club, entrants: list[int]) -> Event:
    table = {"seats": [1, 2, 3, 4], "result": [{"points": points} for points in (10, 50, 30, 20)]}
    other = {"seats": [5, 6, 7, 8], "result": [{"points": points} for points in (11, 41, 31, 21)]}
    first = stage("seating", [{"tables": [table, other]}], scoring="table-points", options={"rounds": 1})
    entry = {"ranked": {"stage": 1, "from": 1, "to": 4}}
    final = stage("bands", scoring="table-points", options={"tables": 1}, entry=entry, name="Finale")
    return import_event(club, document(raw(players(8), first, {**final, "entrants": entrants})))


@pytest.mark.usefixtures("not_laid_out")
def test_the_sheet_of_a_final_says_who_plays_and_from_which_place(arbiter: Client, club: Club) -> None:
    event = final_with(club, [2, 6, 7, 3])
    response = arbiter.get(f"/e/{event.slug}/stages/2/prints/")
    assert f"/e/{event.slug}/stages/2/prints/entrants.pdf" in response.content.decode()
    text = words(arbiter, event, "stages/2/entrants")
    assert re.search("Finale ?Chi è in gara", text)
    assert "1 Player 2 Punti 100" in text
    assert "4 Player 3 Punti " in text
    assert "entrants.pdf" not in arbiter.get(f"/e/{event.slug}/stages/1/prints/").content.decode()


def test_long_reasons_to_play_a_final_take_no_second_page(arbiter: Client, club: Club) -> None:
    event = final_with(club, [1, 4, 5, 8])
    (text,) = pages(arbiter, event, "stages/2/entrants")
    assert text.count("qualche risultato è stato corretto dopo") == 4
