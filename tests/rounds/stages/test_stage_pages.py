"""The pages of stages: the list, who enters, the forms."""

import re
from collections.abc import Iterable
from typing import Any

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.events.writing import writing
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.documents.importing import import_event
from clubtornei.rounds.drafts.round_actions import draw_round, publish
from clubtornei.rounds.models import Round, Seat
from clubtornei.rounds.reports.standings import standings_report
from clubtornei.rounds.stages import closing_actions, entrant_actions
from clubtornei.rounds.stages.entrant_queries import stage_entrants_of
from clubtornei.rounds.stages.ranking_values import Placed, placed_in
from scoring.document import SeatScore
from tests.rounds.printing.reading import pages
from tests.rounds.staged import FINALISTS, FIRST_FOUR, SEMI_FINALS, level, make_staged_event, play, score_all


@pytest.mark.parametrize("players", [10, 40])
def test_who_enters(players: int, club: Club, arbiter: Client, django_assert_num_queries: Any) -> None:
    event = make_staged_event(players, SEMI_FINALS, FINALISTS, club=club)
    play(event, 1, 1)
    page = reverse("rounds:stage", args=[event.slug, 2])
    with django_assert_num_queries(11):
        shown = arbiter.get(page)
    assert shown.status_code == 200
    assert shown.text.count('name="declines"') == 10  # eight semi-finalists, and two direct finalists
    direct = [player.name for player in stage_entrants_of(document_of(event), 2).ahead]
    head = shown.text[
        shown.text.index("2 giocatori vanno direttamente") : shown.text.index('class="entrants"')
    ]
    assert re.findall("<strong[^>]*>(.*?)</strong>", head) == direct
    entrant_actions.begin_stage(event, 2)
    assert "Annulla la partenza" in arbiter.get(page).text


def test_one_tap_gives_a_place_up_and_another_takes_it_back(club: Club, arbiter: Client) -> None:
    event = make_staged_event(9, FIRST_FOUR, club=club)
    play(event, 1, 1)
    address = reverse("rounds:stage_decline", args=[event.slug, 2])
    headers = {"HX-Request": "true"}
    part = arbiter.post(address, {"player": "1", "declines": "1"}, headers=headers)
    assert "Togli la rinuncia" in part.text and "ripescato" in part.text
    assert "<html" not in part.text
    assert event.stages.get(number=2).declined == [1]
    plain = arbiter.post(address, {"player": "1", "declines": "0"})
    assert plain["Location"] == reverse("rounds:stage", args=[event.slug, 2])
    assert event.stages.get(number=2).declined == []
    wrong = arbiter.post(address, {"player": "", "declines": "1"}, headers=headers)
    assert "Scegli un giocatore" in wrong.text


def test_the_cut_shows_places_points_who_declined_and_the_reserves(club: Club, arbiter: Client) -> None:
    event = make_staged_event(9, FIRST_FOUR, club=club, published=True)
    play(event, 1, 1)
    level(event, 4, 5)
    cut = stage_entrants_of(document_of(event), 2)
    before = [(row.placed.rank, row.player.id) for row in (*cut.above, *cut.level)]
    entrant_actions.decline(event, 2, before[1][1], True)
    found = stage_entrants_of(document_of(event), 2)
    above = [(row.placed.rank, row.player.id) for row in found.above]
    assert above[:4] == before[:4]
    assert [row.entrant is None for row in found.above] == [False, True, False, False, False]
    assert "a pari merito" in found.above[-1].placed.figures
    assert len(found.reserves) == 3
    shown = arbiter.get(reverse("rounds:stage", args=[event.slug, 2])).text
    assert shown.index("Rinuncia") < shown.index("Togli la rinuncia") < shown.index("Riserve, in ordine")
    for page in ("rounds:standings", "public:standings"):
        standings = arbiter.get(reverse(page, args=[event.slug])).text
        assert standings.count('class="below-cut"') == 1
        assert "Passano alla fase dopo i primi 4" in standings


def test_who_shares_a_place_reads_the_same_figures(club: Club) -> None:
    event = make_staged_event(9, FIRST_FOUR, club=club)
    event.stages.filter(number=1).update(ranking=["points", "wins"])
    tables = play(event, 1, 1).tables.order_by("number")
    (won, *others), (first, one, another, *_last) = (table.seats.order_by("position") for table in tables)
    points = {first: 70, one: 60, another: 60, won: 10} | dict.fromkeys(others, 5)  # who wins has 50 more
    for seat, scored in points.items():
        Seat.objects.filter(pk=seat.pk).update(score=SeatScore(points=scored))
    placed = placed_in(document_of(event), 1)
    level = [placed[seat.entry.entry_no] for seat in (one, another)]
    assert level == [Placed(rank=3, figures=("Punti 60", "Vittorie 0", "a pari merito"))] * 2


def test_the_stage_is_begun_and_taken_back(club: Club, arbiter: Client) -> None:
    event = make_staged_event(9, FIRST_FOUR, club=club)
    play(event, 1, 1)
    begun = arbiter.post(reverse("rounds:stage_begin", args=[event.slug, 2]), {"version": event.version})
    assert begun["Location"] == reverse("rounds:round", args=[event.slug, 2, 1])
    assert arbiter.get(begun["Location"]).status_code == 200
    for page in ("standings", "calendar", "crosstable", "prints"):
        for stage in (1, 2):
            shown = arbiter.get(reverse(f"rounds:{page}", args=[event.slug, stage]))
            assert shown.status_code == 200
            assert "Finale" in shown.text  # the switcher
    back = arbiter.post(reverse("rounds:stage_take_back", args=[event.slug, 2]), follow=True)
    assert "puoi di nuovo cambiare chi entra" in back.text


def test_a_field_that_cannot_be_seated_says_which_can_and_what_to_do(club: Club, arbiter: Client) -> None:
    event = make_staged_event(9, FIRST_FOUR, club=club)
    play(event, 1, 1)
    outside = next(entry_no for entry_no in range(1, 10) if entry_no not in entered(event, 2))
    entrant_actions.invite(event, 2, outside, True)
    event.refresh_from_db()
    begin = reverse("rounds:stage_begin", args=[event.slug, 2])
    refused = arbiter.post(begin, {"version": event.version})
    assert refused.status_code == 422
    assert "In tanti non ci si può sedere" in refused.text and "ce ne vogliono 4" in refused.text
    assert "Lasciane fuori 1" in refused.text and "Fai entrare" not in refused.text.split("</section>")[0]
    assert event.stages.get(number=2).entrants is None
    begun = arbiter.post(begin, {"version": event.version, "by_hand": "1"}, follow=True)
    assert begun.status_code == 200
    round_ = event.stages.get(number=2).rounds.get()
    assert len(event.stages.get(number=2).entrants) == 5 and not round_.tables.exists()


def entered(event: Event, number: int) -> list[int]:
    return stage_entrants_of(document_of(event), number).entry_nos


def test_a_stage_is_added_with_its_rule(club: Club, arbiter: Client) -> None:
    event = make_staged_event(9, club=club)
    address = reverse("rounds:stage_add", args=[event.slug])
    assert "Con quale sistema" in arbiter.get(address).text
    form = arbiter.get(f"{address}?formula=bands.final")
    assert "Dal posto" in form.text
    sent = {
        "number": form.context["number"],
        "name": "Finale",
        "option-tables": "1",
        "option-size": "4",
        "option-rounds": "1",
        "option-first": "bands",
        "scoring": "table-points",
        "shown": "table-points",
        "scoring-bonus": "50",
        "scoring-discards": "0",
        "scoring-ties": "none",
        "ranking": ["points"],
        "entry-ranked_stage": "1",
        "entry-ranked_first": "1",
        "entry-ranked_to": "4",
    }
    saved = arbiter.post(f"{address}?formula=bands.final", sent)
    assert saved.status_code == 302, saved.context["qualification"].errors
    again = arbiter.post(f"{address}?formula=bands.final", sent)
    assert "Intanto è stata aggiunta la fase «Finale»" in again.text
    assert again.context["number"] == 3
    stage = event.stages.get(number=2)
    assert stage.qualification == {"ranked": {"stage": 1, "from": 1, "to": 4}}
    assert stage.options == {"tables": 1}
    change = reverse("rounds:stage_change", args=[event.slug, 2])
    refused = arbiter.post(change, sent | {"entry-ranked_first": "5"})
    assert refused.status_code == 422
    assert arbiter.post(change, sent | {"name": "Finalissima"}).status_code == 302
    assert event.stages.get(number=2).name == "Finalissima"
    remove = reverse("rounds:stage_remove", args=[event.slug, 2])
    assert "Finalissima" in arbiter.get(remove).text
    arbiter.post(remove)
    assert event.stages.count() == 1
    assert arbiter.get(change).status_code == 404


def test_the_public_sees_who_passed_and_why(club: Club) -> None:
    event = make_staged_event(10, SEMI_FINALS, FINALISTS, club=club, published=True)
    play(event, 1, 1)
    page = reverse("public:stages", args=[event.slug])
    assert "Chi entra si saprà" in Client().get(page).text
    entrant_actions.begin_stage(event, 2)
    shown = Client().get(page)
    assert "Punti" in shown.text and "Riserve" not in shown.text.split("Finale")[0]
    assert shown.text.count("Chi entra si saprà") == 1
    publish(event, 1)
    for name, stage in (("standings", 1), ("calendar", 1), ("standings", 2)):
        assert "Semifinali" in Client().get(reverse(f"public:{name}", args=[event.slug, stage])).text
    first = Client().get(reverse("public:standings", args=[event.slug, 1])).text
    assert f"/t/{event.slug}/stages/1/standings/" in first  # links stay in the stage
    assert Client().get(reverse("public:standings", args=[event.slug, 3])).status_code == 404


def test_standings_of_semi_finals_say_which_table_winners_go_on(club: Club, arbiter: Client) -> None:
    event = make_staged_event(10, SEMI_FINALS, FINALISTS, club=club, published=True)
    play(event, 1, 1)
    entrant_actions.begin_stage(event, 2)
    round_ = publish(event, draw_round(event, 1, stage=2).number, stage=2)
    pages = [reverse(page, args=[event.slug, 2]) for page in ("rounds:standings", "public:standings")]
    first, second = (table.seats.order_by("entry__entry_no") for table in round_.tables.order_by("number"))
    *_, won = first
    level_with_him, *_, other = second

    def record(seats: Iterable[Seat]) -> None:
        for seat in seats:
            points = {won: 52, level_with_him: 102, other: 110}.get(seat, seat.entry.entry_no)
            Seat.objects.filter(pk=seat.pk).update(score=SeatScore(points=points))
        Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
        event.refresh_from_db()

    record(first)
    for page in pages:
        shown = " ".join(arbiter.get(page).text.split())
        assert f"Passa alla fase «Finale» chi vince il suo tavolo: {won.entry.name}." in shown
    record(second)
    report = standings_report(EventSnapshot(event, 2))
    level_rows = [row.player for row in report.rows if row.rank == 2]
    assert level_rows == [won.entry.entry_no, level_with_him.entry.entry_no]
    both = f"{won.entry.name} e {other.entry.name}"
    assert report.footnotes == (f"Passa alla fase «Finale» chi vince il suo tavolo: {both}.",)
    entrant_actions.decline(event, 3, won.entry.entry_no, True)
    entrant_actions.begin_stage(event, 3)
    event.refresh_from_db()
    [told] = standings_report(EventSnapshot(event, 2)).footnotes
    assert won.entry.name not in told


def played_out(club: Club) -> Event:
    event = make_staged_event(10, SEMI_FINALS, FINALISTS, club=club, published=True)
    play(event, 1, 1)
    for stage in (2, 3):
        entrant_actions.begin_stage(event, stage)
        play(event, 1, stage)
    return event


def test_closing_freezes_the_ranking_of_the_whole_event(club: Club, arbiter: Client) -> None:
    event = played_out(club)
    page = arbiter.get(reverse("rounds:close", args=[event.slug]))
    assert "Il podio" in page.text
    closed = arbiter.post(reverse("rounds:close", args=[event.slug]), {"version": event.version})
    assert closed["Location"] == reverse("rounds:event", args=[event.slug])
    shown = arbiter.get(reverse("rounds:final", args=[event.slug]))
    assert "Prima i finalisti" in shown.text
    assert "Prima i finalisti" in " ".join(pages(arbiter, event, "final"))
    event.refresh_from_db()
    ranked = [row["player"] for row in event.final_ranking]
    assert sorted(ranked) == list(range(1, 11))
    assert set(ranked[:4]) == set(event.stages.get(number=3).entrants)
    public = Client().get(reverse("public:event", args=[event.slug]))
    assert "Classifica finale" in public.text
    for name in ("standings", "screen"):
        expected = re.sub("</?b>", "", Client().get(reverse(f"public:{name}", args=[event.slug])).text)
        assert all(f"Giocatore {entry_no:03}" in expected for entry_no in ranked)
    # Each stage keeps its own ranking, and each player a card in the stage he or she played last.
    assert arbiter.get(reverse("rounds:standings", args=[event.slug, 1])).status_code == 200
    for entry_no in ranked:
        assert Client().get(reverse("public:card", args=[event.slug, entry_no])).status_code == 200
    again = import_event(club, document_of(event))
    assert document_of(again) == document_of(event)


def test_the_tab_of_standings_of_a_closed_event_opens_the_ranking_of_all(club: Club, arbiter: Client) -> None:
    event = played_out(club)
    closing_actions.close(event)
    event.refresh_from_db()
    ranked = [f"Giocatore {row['player']:03}" for row in event.final_ranking]
    for room, reader in (("rounds", arbiter), ("public", Client())):
        address = reverse(f"{room}:standings", args=[event.slug])
        home = reader.get(reverse(f"{room}:event", args=[event.slug])).text
        assert f'href="{address}"' in home.split('class="tabs"')[1].split("</ul>")[0]
        shown = reader.get(address, follow=True).text
        assert all(name in shown for name in ranked)
        assert re.findall(r'aria-current="true"[^>]*>([^<]*)<', shown.split("stage-switch")[1])[0] == (
            "Classifica finale"
        )
        # Each stage has a page of its own, the last one too, and the links on it stay there.
        of_last = reverse(f"{room}:standings", args=[event.slug, 3])
        assert f'href="{of_last}"' in shown
        stage = reader.get(of_last).text
        assert sum(name in stage for name in ranked) == len(event.stages.get(number=3).entrants)
    text = Client().get(reverse("public:standings_text", args=[event.slug])).text
    assert "Classifica finale" in text and all(name in text for name in ranked)


def test_the_front_page_of_a_closed_event_says_who_won_and_what_was_played(club: Club) -> None:
    event = played_out(club)
    closing_actions.close(event)
    event.refresh_from_db()
    ranked = [row["player"] for row in event.final_ranking]
    shown = Client().get(reverse("public:event", args=[event.slug])).text.split("<main")[1]
    podium = shown.split('class="winners"')[1].split("</ol>")[0]
    assert [f"Giocatore {player:03}" in podium for player in ranked] == [True] * 3 + [False] * 7
    assert "<table" not in shown
    assert f'href="{reverse("public:standings", args=[event.slug])}"' in shown
    assert "3 · 3 fasi" in " ".join(shown.split())
    assert f'data-own-card="{reverse("public:card", args=[event.slug, 0])}"' in shown
    final_outcomes = re.findall(r'data-own-place="([^"]*)"\s+hidden>\s*([^<]*?) <b>', shown)
    told = {player: text for players, text in final_outcomes for player in players.split()}
    assert told[f"{ranked[0]}:"] == "Hai vinto il torneo."
    assert told[f"{ranked[1]}:2°"] == "In finale:"
    assert told[f"{ranked[9]}:10°"] == "Fuori in semifinale:"


def test_stages_not_played_are_named_before_closing(club: Club, arbiter: Client) -> None:
    event = make_staged_event(10, SEMI_FINALS, FINALISTS, club=club)
    play(event, 1, 1)
    address = reverse("rounds:close", args=[event.slug])
    assert "Non è stata giocata la fase «Semifinali»" in arbiter.get(address).text
    assert "Resta da giocare: Semifinali, Finale." in arbiter.post(address).text
    assert arbiter.post(address, {"unfinished": "on"}).status_code == 302


def test_the_only_round_of_a_stage_is_called_as_the_stage(club: Club, arbiter: Client) -> None:
    event = make_staged_event(9, FIRST_FOUR, club=club, published=True)
    play(event, 1, 1)
    entrant_actions.begin_stage(event, 2)
    publish(event, draw_round(event, 1, stage=2).number, stage=2)
    told = '<span class="unbroken">Turno 1</span>'
    qualifying = arbiter.get(reverse("rounds:round", args=[event.slug, 1, 1])).text
    assert told not in qualifying and "<span>Fase 1</span>" in qualifying
    of_final = arbiter.get(reverse("rounds:round", args=[event.slug, 2, 1])).text
    assert told not in of_final and "<span>Finale</span>" in of_final
    assert "Turno 1" not in of_final.split("<body")[0] and "Turno 1 pubblicato" not in of_final
    assert "Finale: si può giocare." in of_final
    why = Client().get(f"/t/{event.slug}/stages/2/rounds/1/tables/1/").text.split("<body")[1]
    assert "Finale, tavolo 1" in " ".join(why.split()) and "Turno 1" not in why
    assert ">Finale</a>:" in Client().get(f"/t/{event.slug}/").text
    assert "<title> Finale ·" in " ".join(Client().get(f"/t/{event.slug}/stages/2/rounds/1/").text.split())
    for page in ("", "stages/2/rounds/1/", "screen/"):
        shown = Client().get(f"/t/{event.slug}/{page}").text.split("<body")[1]
        assert "Finale" in shown and "Turno 1" not in shown
    text = Client().get(f"/t/{event.slug}/stages/2/rounds/1/pairings.txt").text
    assert text.splitlines()[1].startswith("Finale ·") or text.splitlines()[1] == "Finale"
    score_all(Round.objects.get(stage__event=event, stage__number=2))
    standings = Client().get(f"/t/{event.slug}/standings/").text
    assert "Fase finita" in standings


@pytest.mark.parametrize("page", ["prints", "clock", "verify", "public_clock", "overlay"])
def test_a_round_is_called_the_same_everywhere(page: str, club: Club, arbiter: Client) -> None:
    event = make_staged_event(9, FIRST_FOUR, club=club, published=True)
    play(event, 1, 1)

    def shown(stage: int) -> str:
        pages = {
            "prints": reverse("rounds:prints", args=[event.slug]),
            "clock": reverse("rounds:clock", args=[event.slug, stage, 1]),
            "verify": reverse("public:verify", args=[event.slug]),
            "public_clock": reverse("public:clock", args=[event.slug]),
            "overlay": reverse("public:overlay_round", args=[event.slug, event.public_key]),
        }
        return arbiter.get(pages[page]).text.split("<body")[1]

    with writing(event):
        event.stages.filter(number=1).update(options={"rounds": 2})
    assert "Fase 1 · Turno 1" in shown(1)
    with writing(event):
        event.stages.filter(number=1).update(options={"rounds": 1})
    entrant_actions.begin_stage(event, 2)
    play(event, 1, 2)
    assert "Finale" in shown(2) and "Turno 1" not in shown(2)


def test_an_address_is_that_of_the_same_round_for_ever(club: Club, arbiter: Client) -> None:
    event = make_staged_event(10, SEMI_FINALS, FINALISTS, club=club, published=True)
    play(event, 1, 1)
    sent = f'href="/t/{event.slug}/stages/1/rounds/1/"'
    assert sent in arbiter.get(f"/t/{event.slug}/").text
    began = entrant_actions.begin_stage(event, 2)
    publish(event, began.number, stage=2)
    for prefix in ("", "stages/1/"):
        for page in (f"/t/{event.slug}/{prefix}rounds/1/", f"/e/{event.slug}/{prefix}rounds/1/"):
            assert "Giocatore 001" in arbiter.get(page).text
        answer = arbiter.get(f"/api/v1/events/{event.slug}/{prefix}rounds/1/").json()
        assert answer["stage"] == 1
    assert f'href="/t/{event.slug}/stages/2/rounds/1/"' in arbiter.get(f"/t/{event.slug}/").text
    assert arbiter.get(f"/e/{event.slug}/")["Location"] == f"/e/{event.slug}/stages/2/rounds/1/"


def test_the_standings_are_of_the_last_stage_with_results_unless_one_is_named(
    club: Club, arbiter: Client
) -> None:
    event = make_staged_event(9, FIRST_FOUR, club=club, published=True)
    play(event, 1, 1)
    entrant_actions.begin_stage(event, 2)
    round_ = publish(event, 1, stage=2)
    for page in ("rounds:standings", "public:standings"):
        by_itself, of_final = reverse(page, args=[event.slug]), reverse(page, args=[event.slug, 2])
        before = arbiter.get(by_itself).text
        assert "Giocatore 009" in before
        assert f'href="{of_final}"' in before
        assert "Chiudi il torneo" not in before
        assert "Giocatore 009" not in arbiter.get(of_final).text
    score_all(round_)
    for page in ("rounds:standings", "public:standings"):
        assert "Giocatore 009" not in arbiter.get(reverse(page, args=[event.slug])).text
