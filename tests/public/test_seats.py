"""Everybody's seat on an event's public page: the same page for all, of which a phone shows one."""

import re
from decimal import Decimal
from typing import Any

import pytest
from django.db.models import F
from django.test import Client

from clubtornei.events.models import Event
from clubtornei.public.seats import SeatCard, seat_cards
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.drafts.round_actions import draw_round, publish
from clubtornei.rounds.models import Seat
from clubtornei.rounds.participation.withdrawals.actions import withdraw
from clubtornei.rounds.prizes.actions import announce_prizes, confirm_awards
from clubtornei.rounds.prizes.queries import computed_awards, digest_of
from clubtornei.rounds.reports.clinch import reachable_places
from clubtornei.rounds.stages.closing_actions import close
from clubtornei.rounds.stages.entrant_actions import begin_stage
from scoring.document import SeatScore
from scoring.ledger import BLACK, WHITE
from scoring.prize_list import PrizeCategory, PrizeList, PrizePlace
from tests.evenings import make_evenings
from tests.factories import (
    make_all_results,
    make_drawn_event,
    make_played_event,
    make_result,
    make_round,
    make_seated_event,
)
from tests.rounds.staged import FINALISTS, FIRST_FOUR, SEMI_FINALS, level, make_staged_event, play

pytestmark = pytest.mark.django_db


def shown(client: Client, event: Event) -> str:
    return client.get(f"/t/{event.slug}/").text


def seats_of(event: Event, number: int) -> list[SeatCard]:
    return seat_cards(EventSnapshot(event), number, (WHITE, BLACK))


def card(page: str, entry_no: int) -> str:
    """Its text, with the names that seat.js puts there (tests/e2e/test_seat.py)."""
    found = re.search(rf'<article id="seat-{entry_no}".*?</article>', page, re.DOTALL)
    about = re.search('data-about="([^"]*)"', page)
    assert found and about
    names = dict(re.findall(r'<article id="seat-(\d+)"[^>]*? data-name="([^"]*)"', page, re.DOTALL))
    text = re.sub(r'(data-of="(\d+)">)', lambda of: f"{of[1]}{names[of[2]]}", found[0])
    text = text.replace('"eyebrow">', f'"eyebrow">{names[str(entry_no)]} · {about[1]}')
    return " ".join(re.sub("<[^>]*>", " ", text).split())


def test_a_card_says_table_colour_opponent_games_and_points(client: Client) -> None:
    event = make_drawn_event(5, published=True)
    make_all_results(event, make_round(event), "1-0")
    round_ = make_round(event)
    bye = round_.tables.get(number=None).seats.get().entry
    table = round_.tables.get(number=1)
    white, black = (seat.entry for seat in table.seats.order_by("position"))

    page = shown(client, event)

    assert f"{white.name} · turno 2" in card(page, white.entry_no)
    told = f"Tavolo 1 col Bianco contro {black.number} {black.name} Perché questo tavolo?"
    assert told in card(page, white.entry_no)
    assert f"col Nero contro {white.number} {white.name}" in card(page, black.entry_no)
    assert "In questo turno riposi." in card(page, bye.entry_no)
    assert f'href="/t/{event.slug}/rounds/2/tables/1/"' in page
    assert len(re.findall("<article", page)) == 5
    for name, games in {white.name: 2, bye.name: 2}.items():
        (own,) = [one for one in seats_of(event, 2) if one.row.name == name]
        assert len(own.games) == games
        assert own.games[1].missed == (name == bye.name)


@pytest.mark.parametrize(
    ("system", "options", "said"), [("amalfi", {"rounds": 3}, "1 riposo"), ("round-robin", {}, "– riposo")]
)
def test_of_a_bye_a_card_says_what_it_is_worth(
    client: Client, system: str, options: dict[str, int], said: str
) -> None:
    event = make_drawn_event(5, published=True, system=system, options=options)
    round_ = make_round(event)
    bye = round_.tables.get(number=None).seats.get().entry
    assert f"{said} La tua scheda" in card(shown(client, event), bye.entry_no)


def test_a_card_says_the_result_once_the_table_has_it(client: Client) -> None:
    event = make_drawn_event(4, published=True)
    round_ = make_round(event)
    make_result(event, round_, 1, "1-0")
    make_result(event, round_, 2, "adjourned")
    page = shown(client, event)
    (white, black), adjourned = (
        [seat.entry.entry_no for seat in round_.tables.get(number=table).seats.order_by("position")]
        for table in (1, 2)
    )
    assert "Hai vinto 1 – 0 " in card(page, white)
    assert "Hai perso 0 – 1 " in card(page, black)
    assert not any("Hai" in card(page, player) for player in adjourned)


def test_at_a_larger_table_a_card_says_who_won_or_the_place_with_the_points(client: Client) -> None:
    event = make_evenings(4, 1)
    page = shown(client, event)
    first, second = Seat.objects.filter(round__stage__event=event).order_by("position")[:2]
    assert "Hai vinto Punti del turno: 12,60" in card(page, first.entry.entry_no)
    assert "2° al tavolo Punti del turno: 7,45" in card(page, second.entry.entry_no)
    Seat.objects.filter(pk=second.pk).update(score=first.score)
    Event.objects.filter(pk=event.pk).update(version=event.version + 1)
    page = shown(client, event)
    for shared in (first, second):
        assert "1° alla pari al tavolo Punti del turno: " in card(page, shared.entry.entry_no)


def test_a_seat_of_a_larger_table_is_said_with_the_table_on_card_and_list(client: Client) -> None:
    event = make_seated_event(8, published=True)
    seat = Seat.objects.filter(round=make_round(event), position=2).select_related("entry", "table").first()
    assert seat
    number = seat.table.number
    assert f"turno 1 Tavolo {number} · sedia 2 contro" in card(shown(client, event), seat.entry.entry_no)
    by_name = client.get(f"/t/{event.slug}/rounds/1/?by=name").text
    assert re.search(r'<abbr title="Tavolo · sedia"\s*>Tav. · sedia</abbr>', by_name)
    assert f">{number}·2</td>" in by_name
    by_table = client.get(f"/t/{event.slug}/rounds/1/").text
    assert re.search(r"<thead>\s*<tr>\s*<th scope=.col.>\s*Sedia", by_table)


def test_in_a_match_that_is_level_all_say_the_next_game_and_its_colours(client: Client) -> None:
    event = make_drawn_event(4, published=True, system="knockout", ranking=["round_reached"])
    round_ = make_round(event)
    table = round_.tables.get(number=1)
    white, black = (seat.entry for seat in table.seats.order_by("position"))
    make_result(event, round_, 1, "=-=")
    page = shown(client, event)
    told = f"Tavolo 1 col Nero contro {black.number} {black.name} 2ª partita (½ – ½)"
    assert told in card(page, white.entry_no)
    assert f"Tavolo 1 col Bianco contro {white.number} {white.name}" in card(page, black.entry_no)
    by_table = client.get(f"/t/{event.slug}/rounds/1/").text
    assert "2ª\xa0partita (½\xa0–\xa0½)" in by_table
    assert by_table.index(f" {black.name}<") < by_table.index(f" {white.name}<")
    assert "2ª\xa0partita (½\xa0–\xa0½)" in client.get(f"/t/{event.slug}/rounds/1/?by=name").text
    why = client.get(f"/t/{event.slug}/rounds/1/tables/1/").text
    assert "Si gioca la partita 2: sono ½ – ½" in why
    assert f"Il Bianco tocca a {black.name}" in why


def test_a_card_has_no_rank_before_a_whole_round_is_played(client: Client) -> None:
    event = make_drawn_event(5, published=True)
    round_ = make_round(event)
    winner = round_.tables.get(number=1).seats.get(position=1).entry.entry_no
    make_result(event, round_, 1, "1-0")
    page = shown(client, event)
    assert not any("Posto" in card(page, player) for player in range(1, 6))
    own = f"/t/{event.slug}/players/{winner}/"
    assert "<dt>Posto</dt>" not in client.get(own).text
    make_result(event, round_, 2, "1-0")
    assert "Posto 1 Punti 1" in card(shown(client, event), winner)
    assert "<dt>Posto</dt>" in client.get(own).text


def test_a_card_says_when_its_round_begins_until_its_game_is_over(client: Client) -> None:
    event = make_drawn_event(4, published=True)
    event.stages.update(days={"1": "2026-11-20T20:30"})
    round_ = make_round(event)
    make_result(event, round_, 1, "1-0")
    page = shown(client, event)
    over, to_come = (round_.tables.get(number=table).seats.get(position=1).entry.entry_no for table in (1, 2))
    assert "turno 1 · 20 novembre 2026 Tavolo" in card(page, to_come)
    assert "Inizio alle 20:30" in card(page, to_come)
    assert "20:30" not in card(page, over)


def test_nothing_of_who_reads_is_asked_or_kept(client: Client) -> None:
    event = make_drawn_event(6, published=True)
    make_round(event)
    answer = client.get(f"/t/{event.slug}/")
    assert not answer.cookies
    assert answer["ETag"] == client.get(f"/t/{event.slug}/")["ETag"]
    assert re.search(r'<section id="seats"[^>]*\bhidden', answer.text)


def test_the_places_that_can_still_be_reached() -> None:
    """One round to come: two players have two points and two have none, and no pair can pass the other."""
    event = make_drawn_event(4, system="amalfi", options={"rounds": 3})
    for codes in (("1-0", "1-0"), ("0-1", "0-1")):
        round_ = make_round(event)
        for table, code in enumerate(codes, 1):
            make_result(event, round_, table, code)
    snapshot = EventSnapshot(event)
    points = {row.player: snapshot.ledger.points_of[row.player] for row in snapshot.standings()}
    places = reachable_places(snapshot)
    assert {points[player]: some for player, some in places.items()} == {2: (1, 2), 0: (3, 4)}


def test_a_card_says_which_places_can_still_be_reached_and_leads_to_what_is_needed(client: Client) -> None:
    event = make_drawn_event(4, system="amalfi", options={"rounds": 3}, published=True)
    for codes in (("1-0", "1-0"), ("0-1", "0-1")):
        round_ = make_round(event)
        for table, code in enumerate(codes, 1):
            make_result(event, round_, table, code)
    page = shown(client, event)
    said = [
        re.findall(r"Puoi ancora arrivare da (\d)° a (\d)°", card(page, player)) for player in range(1, 5)
    ]
    assert sorted(said) == [[("1", "2")], [("1", "2")], [("3", "4")], [("3", "4")]]
    text = client.get(f"/t/{event.slug}/").text
    assert text.count(f'href="/t/{event.slug}/standings/needs/"') == 4


def test_once_anybody_is_out_of_reach_all_have_their_places() -> None:
    """After five of nine rounds there is one who has won all, and one who has lost all."""
    event = make_drawn_event(10, system="amalfi", options={"rounds": 9})
    for _number in range(5):
        round_ = make_round(event)
        for table in round_.tables.all():
            white, black = (seat.entry.entry_no for seat in table.seats.order_by("position"))
            make_result(event, round_, table.number, "1-0" if white < black else "0-1")
    snapshot = EventSnapshot(event)
    points = snapshot.ledger.points_of
    assert max(points.values()) - min(points.values()) == 5
    assert reachable_places(snapshot) == {
        player: (
            1 + sum(points[other] > points[player] + 4 for other in points),
            10 - sum(points[other] + 4 < points[player] for other in points),
        )
        for player in points
    }


@pytest.mark.parametrize("players", [8, 24])
def test_the_cards_cost_no_query(players: int, client: Client, django_assert_num_queries: Any) -> None:
    snapshot = EventSnapshot(make_played_event(players, 2))
    seat_cards(snapshot, 2, (WHITE, BLACK))
    with django_assert_num_queries(0):
        assert len(seat_cards(snapshot, 2, (WHITE, BLACK))) == players


def test_after_a_stage_a_card_says_who_enters_the_next_is_a_reserve_or_is_out(client: Client) -> None:
    event = make_staged_event(12, FIRST_FOUR, published=True)
    play(event, 1, 1)
    page = shown(client, event)
    first = card(page, 4)
    unconfirmed = "L’arbitro deve ancora confermare chi passa."
    assert first.index(f"Sei in finale. {unconfirmed}") < first.index("al tavolo")
    assert f"Sei riserva n. 2 per la fase «Finale». {unconfirmed}" in card(page, 6)
    assert f"Per ora fuori, 12°. {unconfirmed}" in card(page, 12)
    level(event, 4, 5)
    assert "Sei alla pari sul taglio per la fase «Finale»." in card(shown(client, event), 5)


def test_who_is_out_reads_his_place_and_points_and_who_plays(client: Client) -> None:
    event = make_staged_event(12, FIRST_FOUR, published=True)
    play(event, 1, 1)
    begin_stage(event, 2)
    assert "Sei in finale." in card(shown(client, event), 4)
    assert "deve ancora confermare" not in shown(client, event)
    draw_round(event, 1, stage=2)
    publish(event, 1, stage=2)
    page = shown(client, event)
    assert "Sei fuori: per te il torneo finisce qui. Fase 1: 12°, 48 punti La tua scheda" in card(page, 12)
    assert re.findall(r'<article id="seat-(\d+)"[^>]*data-away', page) == [
        str(number) for number in range(5, 13)
    ]
    finalist = card(page, 4)
    by_code = "Il risultato? Inquadra il codice sul foglio del tavolo."
    assert by_code in finalist
    assert "Fase 1: 4°, 56 punti" in finalist and finalist.count("Giocatore 001") == 1
    playing = page[page.index("data-not-here") :].partition("</p>")[0]
    assert sorted(re.findall(r'data-of="(\d+)"', playing)) == ["1", "2", "3", "4"]
    assert "°" not in playing
    seats = Seat.objects.filter(round__stage__event=event, round__stage__number=2).order_by("-position")
    for seat in seats:
        Seat.objects.filter(pk=seat.pk).update(score=SeatScore(points=10 + seat.position))
    Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
    page = shown(client, event)
    assert by_code not in page
    places = re.findall(r'(\d)°\s*<span class="unbroken" data-of="(\d+)"', page)
    order = [str(seat.entry.entry_no) for seat in seats]
    assert places == [(str(place), player) for place, player in enumerate(order, 1)]


def test_after_semi_finals_and_final_a_card_begins_with_how_it_ended(client: Client) -> None:
    event = make_staged_event(12, SEMI_FINALS, FINALISTS, published=True)
    play(event, 1, 1)
    assert "Sei in semifinale. " in card(shown(client, event), 3)
    begin_stage(event, 2)
    play(event, 1, 2)
    page = shown(client, event)
    winner, *others = EventSnapshot(event).ranks
    assert "Sei in finale." in card(page, winner)
    assert "Per ora fuori, 8°. L’arbitro deve ancora" in card(page, others[-1])
    begin_stage(event, 3)
    play(event, 1, 3)
    page = shown(client, event)
    assert "Finale Hai vinto il torneo. Il torneo non è ancora chiuso. Hai vinto" in card(page, 1)
    assert "Finale In finale: 2°." in card(page, 2)
    assert "Fuori in semifinale. Semifinali: 8°" in card(page, others[-1])
    close(event)
    public = client.get(f"/t/{event.slug}/players/1/").text
    assert "Fase 1: 1°, 109 punti" in public and "Classifica finale: 1°, somma 218" in public
    in_stage = re.search(r"<dt>\s*Posto\s+· Finale\s*</dt>", public)
    assert in_stage and public.index("Classifica finale: 1°") < in_stage.start()


def test_who_is_out_reads_his_confirmed_prizes_above_all_else(client: Client) -> None:
    event = make_staged_event(12, FIRST_FOUR, published=True)
    places = tuple(PrizePlace(money=Decimal(10)) for _place in range(6))
    announce_prizes(
        event, PrizeList(categories=(PrizeCategory(name="Assoluti", places=places),)), shown=digest_of(event)
    )
    play(event, 1, 1)
    begin_stage(event, 2)
    play(event, 1, 2)
    event.refresh_from_db()
    awards = computed_awards(event)
    assert awards
    confirm_awards(event, shown=awards.digest)
    assert card(shown(client, event), 6).startswith("Hai vinto il premio «Assoluti»: 10")


def test_who_has_lost_in_a_knockout_reads_that_he_is_out(client: Client) -> None:
    event = make_drawn_event(4, published=True, system="knockout", ranking=["round_reached"])
    make_all_results(event, make_round(event), "1-0")
    loser = Seat.objects.get(round__stage__event=event, table__number=1, position=2).entry.entry_no
    assert "Sei fuori dal tabellone." in card(shown(client, event), loser)
    make_round(event)
    assert "Sei fuori dal tabellone. In classifica: 3° La tua scheda" in card(shown(client, event), loser)


def test_who_has_withdrawn_reads_so_from_that_round_on(client: Client) -> None:
    event = make_played_event(6, 1, published=True, system="amalfi", options={"rounds": 4})
    withdraw(event, event.entries.get(entry_no=3).pk, 2)
    assert "Hai lasciato" not in shown(client, event)
    make_round(event)
    assert "Hai lasciato il torneo." in card(shown(client, event), 3)


def test_after_the_final_the_games_open_on_the_stage_that_most_have_played(client: Client) -> None:
    event = make_staged_event(12, FIRST_FOUR, published=True)
    play(event, 1, 1)
    begin_stage(event, 2)
    play(event, 1, 2)
    address = f"/t/{event.slug}/"
    for closed in (False, True):
        games = client.get(f"{address}crosstable/")
        assert len(games.context["report"].rows) == 12
        assert f'href="{address}stages/2/crosstable/"' in games.text
        if not closed:
            close(event, level=True)
    assert "stage-switch" not in client.get(f"{address}prizes/").text
