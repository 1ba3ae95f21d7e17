"""Tables for more than two, as everybody reads them: places, points, discards, opponents, quality."""

import re
from collections import Counter
from html import unescape
from itertools import permutations

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club, Role
from clubtornei.events.models import Event, NumberingMethod
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.documents.importing import import_event
from clubtornei.rounds.drafts.round_actions import publish
from clubtornei.rounds.models import Table
from clubtornei.rounds.numbers.numbering import methods_of
from clubtornei.rounds.reports.crosstable import crosstable_report
from clubtornei.rounds.results.table_links import address_of
from scoring.document import SeatScore
from scoring.record import as_plain
from tests.evenings import make_evenings, score_table
from tests.factories import make_club, make_round, signed_in
from tests.rounds.printing.reading import words as words_on

pytestmark = pytest.mark.django_db


def words(response: object) -> str:
    """The text of the page, without tags and with single blanks."""
    text = re.sub(r"<[^>]+>", " ", response.content.decode())  # type: ignore[attr-defined]
    return re.sub(r"\s+", " ", unescape(text))


def test_a_table_shows_seats_marks_places_and_exact_points(client: Client) -> None:
    event = make_evenings(8, 0, system="rotation", scoring="places", game="Mah-jong")
    round_ = make_round(event)
    score_table(event, round_.tables.get(number=1), (175, 175, 123, 78))
    page = words(client.get(f"/t/{event.slug}/rounds/1/"))
    names = [f"{one.entry.number} {one.entry.name}" for one in round_.tables.get(number=1).seats.all()]
    assert f"N {names[0]} 175 1° 8 E {names[1]} 175 1° 8 S {names[2]} 123 3° 3 O {names[3]} 78 4° 1" in page


@pytest.mark.parametrize(
    ("system", "game", "winds"),
    [
        ("rotation", "Mah-jong", True),
        ("rotation", "Scopa", True),
        ("rotation", "", True),
        ("seating", "Mah-jong", False),
    ],
)
def test_the_seats_of_a_rotation_are_winds_whatever_is_played(
    arbiter: Client, club: Club, system: str, game: str, winds: bool
) -> None:
    event = make_evenings(7 if winds else 8, 0, club, system=system, game=game)

    def is_named(path: str) -> bool:
        return bool(re.search(r"\b(Nord|Est|Sud|Ovest)\b", arbiter.get(path).content.decode()))

    make_round(event, published=False)
    desk = reverse("rounds:round", args=[event.slug, 1])
    assert is_named(desk) is winds
    round_ = publish(event, 1)
    phone = address_of(round_.tables.get(number=2))
    entry = round_.tables.get(number=1).seats.first().entry.entry_no
    public = [f"/t/{event.slug}/{page}" for page in ("rounds/1/", "rounds/1/?by=name", f"players/{entry}/")]
    for path in (desk, phone, *public):
        assert is_named(path) is winds, path


def test_pairs_that_meet_three_times_are_named(client: Client) -> None:
    event = make_evenings(8, 0, system="rotation", options={"rounds": 7})
    for _number in range(7):
        for table in make_round(event).tables.all():
            score_table(event, table, (4, 3, 2, 1))
    for page in ("rounds/7/", "rounds/7/tables/1/"):
        assert "Fin qui si sono incontrati tre volte o più:" in words(client.get(f"/t/{event.slug}/{page}"))


def test_numbers_are_drawn_and_no_rating_of_another_game_is_shown(client: Client) -> None:
    event = make_evenings(8, 0, system="rotation")
    event.entries.update(rating=2187)
    assert methods_of(event.stages.get()) == (NumberingMethod.RANDOM,)
    for page in ("", "players/1/"):
        assert "2187" not in client.get(f"/t/{event.slug}/{page}").text


def test_points_are_written_the_italian_way_and_never_as_halves(client: Client) -> None:
    event = make_evenings(4, 0, scoring="places")
    score_table(event, make_round(event).tables.get(), (50, 50, 50, 1))
    page = words(client.get(f"/t/{event.slug}/standings/"))
    assert "6,3333" in page
    event = make_evenings(4, 0, scoring="places", scoring_options={"points": [10, 5, 0]})
    score_table(event, make_round(event).tables.get(), (50, 50, 40, 1))
    page = words(client.get(f"/t/{event.slug}/standings/"))
    assert "7,5" in page
    assert "½" not in page


@pytest.mark.usefixtures("not_laid_out")
@pytest.mark.parametrize(
    ("scoring", "scores", "written"),
    [
        ("conversion-150", (80, 10, 5, 1), "150,70"),
        ("master", (40, 30, 20, 10), "1,040"),
        ("standard", (50, 30, 20, 10), "12,50"),
        ("maialino", (50, 30, 20, 10), "85,0"),
        ("table-points", (50, 30, 20, 10), "100"),
    ],
)
def test_points_have_the_decimals_of_their_method_everywhere(
    client: Client, scoring: str, scores: tuple[int, ...], written: str
) -> None:
    event = make_evenings(4, 0, scoring=scoring)
    table = make_round(event).tables.get()
    score_table(event, table, scores)
    winner = table.seats.select_related("entry").get(position=1).entry.entry_no
    addresses = ["standings", "rounds/1", f"players/{winner}", "screen"]
    pages = {name: words(client.get(f"/t/{event.slug}/{name}/")) for name in addresses}
    assert [name for name, page in pages.items() if f" {written} " not in page] == []
    arbiter = signed_in(event.club, Role.ARBITER)
    for name in ("rounds/1", "standings"):
        assert f" {written} " in words(arbiter.get(f"/e/{event.slug}/{name}/"))
    assert written in words_on(arbiter, event, "standings")


def test_who_is_eliminated_or_made_risiko_is_marked(client: Client) -> None:
    event = make_evenings(4, 1)
    table = event.stages.get().rounds.get().tables.get()
    first, *_others, last = table.seats.all()
    first.score = SeatScore(points=70, risiko=True)
    last.score = SeatScore(points=0, eliminated=1, penalty=2)
    first.save()
    last.save()
    Event.objects.filter(pk=event.pk).update(version=event.version + 1)
    page = words(client.get(f"/t/{event.slug}/rounds/1/"))
    assert f"{first.entry.name} RisiKo!" in page
    assert f"{last.entry.name} eliminato 1° penalità 2" in page


def test_the_ranking_has_a_column_a_round_and_strikes_what_is_discarded(client: Client) -> None:
    event = make_evenings(8, 3, scoring_options={"discards": 1})
    page = client.get(f"/t/{event.slug}/standings/").content.decode()
    assert [f"Turno {number}" in page for number in (1, 2, 3)] == [True] * 3
    assert page.count('class="discarded"') == 8
    ledger = EventSnapshot(event).ledger
    for player in ledger.players:
        (dropped,) = ledger.discarded(player)
        assert ledger.round_results[player][dropped - 1].points == min(ledger.single_results(player))
    without = client.get(f"/t/{make_evenings(8, 2).slug}/standings/").content.decode()
    assert "discarded" not in without


def test_the_card_has_every_table_with_opponents_place_and_points(client: Client) -> None:
    event = make_evenings(8, 2)
    page = words(client.get(f"/t/{event.slug}/players/1/"))
    ledger = EventSnapshot(event).ledger
    for number, round_ in enumerate(event.stages.get().rounds.all(), 1):
        table = round_.tables.get(seats__entry__entry_no=1)
        seated = [seat.entry for seat in table.seats.all() if seat.entry.entry_no != 1]
        others = [f"{entry.number} {entry.name}" for entry in seated]
        outcome = ledger.round_results[1][number - 1]
        assert " , ".join(others) in page
        assert f"{table.number} {outcome.place}°" in page


def test_a_round_that_is_being_played_is_what_the_card_opens_with(client: Client) -> None:
    event = make_evenings(8, 1)
    make_round(event)
    assert "Si gioca adesso · turno 2" in words(client.get(f"/t/{event.slug}/players/1/"))


def test_who_met_whom_is_counted_over_all_published_rounds(client: Client) -> None:
    event = make_evenings(8, 3)
    report = crosstable_report(EventSnapshot(event))
    assert len(report.rows) == 8
    met: Counter[tuple[int, int]] = Counter()
    for table in Table.objects.filter(round__stage__event=event):
        met.update(permutations(table.seats.values_list("entry__entry_no", flat=True), 2))
    for row in report.rows:
        counts = {other: times for (player, other), times in met.items() if player == row.player}
        assert row.values["different"] == len(counts)
        assert {player.id for player in row.values["met"].players} == set(counts)  # type: ignore[union-attr]
        again = {other for other, times in counts.items() if times > 1}
        assert {player.id for player in row.values["again"].players} == again  # type: ignore[union-attr]
    page = words(client.get(f"/t/{event.slug}/crosstable/"))
    assert "Ha incontrato" in page
    assert ("Più volte" in page) is (max(met.values()) > 1)


def test_before_the_first_round_nobody_has_met_anybody(client: Client) -> None:
    assert client.get(f"/t/{make_evenings(8, 0).slug}/crosstable/").status_code == 200


def test_a_draw_says_how_good_it_is_to_organisers_and_public(arbiter: Client, club: Club) -> None:
    event = make_evenings(12, 0, club)
    round_ = make_round(event)
    # Three clubs of four each at three tables: each table has a pair of one of them.
    assert dict(round_.quality["cost"])["clubs"] == 3
    said = "Tre coppie dello stesso circolo o gruppo: meno non si può."
    for page in (
        f"/e/{event.slug}/rounds/1/",
        f"/t/{event.slug}/rounds/1/",
        f"/t/{event.slug}/rounds/1/tables/1/",
    ):
        assert said in words(arbiter.get(page))


def test_quality_days_and_marks_come_through_export_and_import(club: Club) -> None:
    event = make_evenings(9, 2, club)
    document = document_of(event)
    again = import_event(make_club(), document)
    assert as_plain(document_of(again)) == as_plain(document)
    stage = again.stages.get()
    assert set(stage.days) == {"1", "2"}
    assert dict(stage.rounds.get(number=2).quality["cost"]).keys() == {
        "fives",
        "winners",
        "clubs",
        "opponents",
    }
