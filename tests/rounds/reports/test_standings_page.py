"""The ranking as a table, with why its rows stand as they do."""

import re

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.models import Round
from clubtornei.rounds.participation.withdrawals.actions import withdraw
from clubtornei.rounds.reports.ranking_title import ranking_state, ranking_title
from clubtornei.rounds.reports.standings import close_reasons, standings_report
from tests.caches import forget_everything
from tests.evenings import make_evenings
from tests.factories import make_all_results, make_drawn_event, make_played_event, make_result, make_round

pytestmark = pytest.mark.django_db
RANKING = ["points", "direct", "wins", "sonneborn_berger"]


@pytest.fixture(autouse=True)
def cold_cache() -> None:
    forget_everything()


def test_a_criterion_by_which_all_are_level_has_no_column(arbiter: Client, club: Club) -> None:
    event = make_evenings(8, 1, club, scoring="table-points", ranking=["points", "best_1", "previous"])
    page = arbiter.get(f"/e/{event.slug}/standings/").text
    assert ">Miglior risultato</abbr>" in page
    assert ">Classifica precedente</abbr>" not in page, "all were first before the first round"


def test_criteria_by_which_anybody_has_points_are_columns(arbiter: Client, club: Club) -> None:
    event = make_played_event(6, 3, club, ranking=RANKING)
    page = arbiter.get(f"/e/{event.slug}/standings/").content.decode()
    for title in ("Punti", "Vittorie", "Sonneborn-Berger"):
        assert f">{title}</abbr>" in page
    assert ">Scontro diretto</abbr>" not in page  # nobody is level: all have 0
    assert "I punti degli avversari battuti e metà di quelli" in page


def test_level_players_are_told_what_parts_them() -> None:
    # Berger's first round of four: 1-4 and 2-3; then 4-3 and 1-2; then 2-4 and 3-1.
    event = make_drawn_event(4, ranking=RANKING)
    first = make_round(event)
    make_result(event, first, 1, "1-0")
    make_result(event, first, 2, "1-0")
    second = make_round(event)
    make_result(event, second, 1, "=-=")
    make_result(event, second, 2, "=-=")
    report = standings_report(EventSnapshot(Event.objects.get(pk=event.pk)))
    assert [(row.player, row.rank) for row in report.rows] == [(1, 1), (2, 1), (3, 3), (4, 3)]
    assert close_reasons(report) == [
        "Giocatore 001 e Giocatore 002 sono pari in tutto.",
        "Giocatore 003 e Giocatore 004 sono pari in tutto.",
    ]
    assert report.rows[2].why == "Giocatore 002 è davanti a Giocatore 003 per: Punti (1½ contro ½)."
    third = make_round(event)
    make_result(event, third, 1, "1-0")
    make_result(event, third, 2, "0-1")
    report = standings_report(EventSnapshot(Event.objects.get(pk=event.pk)))
    assert close_reasons(report) == [
        "Giocatore 001 e Giocatore 002 sono pari in tutto.",
        "Giocatore 003 e Giocatore 004 sono pari in tutto.",
    ]


def test_only_a_place_that_a_tie_break_decided_has_a_link_to_why(client: Client) -> None:
    event = make_drawn_event(4, ranking=["points", "wins"], published=True)
    first = make_round(event)
    make_result(event, first, 1, "1-0")
    make_result(event, first, 2, "=-=")
    second = make_round(event)
    make_result(event, second, 1, "=-=")
    make_result(event, second, 2, "0-1")
    report = standings_report(EventSnapshot(Event.objects.get(pk=event.pk)))
    decided = [row.player for row in report.rows if row.decided_by == "wins"]
    page = client.get(reverse("public:standings", args=[event.slug])).text
    linked = [row.player for row in report.rows if f"/standings/{row.player}/" in page]
    assert len(decided) == 1 and linked == decided


def test_who_shares_a_place_is_named_in_one_sentence() -> None:
    event = make_drawn_event(4, ranking=["points", "wins"])
    first = make_round(event)
    make_result(event, first, 1, "=-=")
    make_result(event, first, 2, "=-=")
    report = standings_report(EventSnapshot(Event.objects.get(pk=event.pk)))
    assert close_reasons(report) == [
        "Giocatore 001, Giocatore 002, Giocatore 003 e Giocatore 004 sono pari in tutto."
    ]


def test_the_deciding_value_is_marked() -> None:
    event = make_drawn_event(4, ranking=["points", "wins"])
    first = make_round(event)
    make_result(event, first, 1, "1-0")
    make_result(event, first, 2, "=-=")
    make_all_results(event, make_round(event), "0-1")
    report = standings_report(EventSnapshot(Event.objects.get(pk=event.pk)))
    decided = [(row.player, row.decided_by) for row in report.rows]
    assert decided == [(2, None), (3, None), (1, "points"), (4, "points")]


def test_the_annulled_come_last_without_a_place(arbiter: Client, club: Club) -> None:
    event = make_played_event(6, 2, club, ranking=RANKING)
    gone = event.entries.get(number=1)
    withdraw(event, gone.pk, 3)
    rows = standings_report(EventSnapshot(Event.objects.get(pk=event.pk))).rows
    assert (rows[-1].player, rows[-1].rank) == (gone.entry_no, None)
    page = arbiter.get(f"/e/{event.slug}/standings/").content.decode()
    assert "annullato" in page
    assert f'<a href="/e/{event.slug}/players/{gone.entry_no}/">' in page


# After which round


def said(event: Event, after: int | None = None) -> tuple[str, str]:
    """The title of the ranking, and the line below it."""
    snapshot = EventSnapshot(Event.objects.get(pk=event.pk))
    return ranking_title(snapshot, after), ranking_state(snapshot, after)


def test_a_complete_round_is_behind() -> None:
    event = make_played_event(4, 2)
    assert said(event) == ("Classifica dopo il turno 2", "Dopo il turno 2 di 3")


def test_a_bye_of_a_round_that_runs_is_not_after_that_round(client: Client) -> None:
    """The bye is worth a win: its player is ahead of all, before anybody has played."""
    event = make_played_event(5, 1, system="club-swiss")
    event.entries.update(affiliation="La Torre")
    make_round(event)
    state = "Turno 2 in corso: 0 risultati su 2; riposi, assenze e forfait contano già"
    assert said(event) == (f"Classifica · {state}", state)
    assert said(event, 1) == ("Classifica dopo il turno 1", "Dopo il turno 1")
    for view in ("public:event", "public:standings", "public:crosstable", "public:clubs", "public:clinch"):
        page = " ".join(client.get(reverse(view, args=[event.slug])).content.decode().split())
        assert state in page, view
        assert "opo il turno 2" not in page
    entry = event.entries.first()
    assert entry is not None
    why = client.get(reverse("public:why_place", args=[event.slug, entry.entry_no])).content.decode()
    assert "Turno 2 in corso" in why
    card = client.get(reverse("public:card", args=[event.slug, entry.entry_no])).text
    running = state.replace(": 0 risultati su 2", "")
    assert running in " ".join(card.split()), "the place on the card is that of a running round"


def test_an_absence_of_a_round_that_runs_counts_already() -> None:
    event = make_played_event(6, 1, system="club-swiss")
    event.entries.filter(entry_no__in=[1, 2]).update(absent=[2])
    make_round(event)
    assert said(event)[1].endswith("0 risultati su 2; riposi, assenze e forfait contano già")


def test_results_entered_for_a_later_round_leave_the_running_one_running() -> None:
    event = make_played_event(6, 1)
    make_round(event)
    make_result(event, make_round(event), 1, "+--")
    assert said(event)[1].startswith("Turno 2 in corso: 0 risultati su 3; ")


def test_forfeits_entered_for_later_rounds_are_said_to_count_already() -> None:
    """The forfeit of round 3 orders the ranking while nobody has played round 1."""
    event = make_drawn_event(6)
    make_round(event)
    make_round(event)
    make_result(event, make_round(event), 1, "+--")
    state = "Turno 1 in corso: 0 risultati su 3; contano già anche risultati, riposi e forfait del turno 3"
    assert said(event) == (f"Classifica · {state}", state)
    assert said(event, 2)[1] == "Turno 1 in corso: 0 risultati su 3"
    make_result(event, Round.objects.get(stage__event=event, number=2), 1, "+--")
    assert said(event)[1].endswith("contano già anche risultati, riposi e forfait dei turni 2, 3")


def test_adjourned_games_are_named() -> None:
    event = make_played_event(4, 1)
    round_ = make_round(event)
    make_result(event, round_, 1, "adjourned")
    make_result(event, round_, 2, "1-0")
    state = "Dopo il turno 2 di 3, senza 1\u00a0partita aggiornata"
    assert said(event) == (f"Classifica · {state}", state)


def test_the_progressive_score_says_that_the_running_round_is_in_it(arbiter: Client, club: Club) -> None:
    """As the rules have it: the total after a round without a result is that before it."""
    ranking = ["points", "progressive"]
    event = make_drawn_event(6, club, system="club-swiss", ranking=ranking)
    make_all_results(event, make_round(event), "1-0")
    told = "Nel punteggio progressivo conta già il turno 2: chi non l’ha finito"
    page = f"/e/{event.slug}/standings/"
    assert told not in arbiter.get(page).text
    make_round(event)
    assert told in arbiter.get(page).text
    assert told not in arbiter.get(f"{page}?after=1").text
    event.stages.update(ranking=["points", "buchholz"])
    Event.objects.update(version=F("version") + 1)
    assert told not in arbiter.get(page).text


def test_a_knockout_has_a_heading_for_each_round_reached(client: Client) -> None:
    event = make_drawn_event(8, published=True, system="knockout", ranking=["round_reached"])
    make_all_results(event, make_round(event), "1-0")
    make_result(event, make_round(event), 1, "1-0")
    page = client.get(f"/t/{event.slug}/standings/").text
    headings = [
        "Ancora in gara · Finale",
        "Ancora in gara · Semifinali",
        "Eliminati · Semifinali",
        "Eliminati · Quarti di finale",
    ]
    assert re.findall(r'<th scope="rowgroup"[^>]*>([^<]*)', page) == headings
    assert "Turno raggiunto</abbr>" not in page
    assert "Partite</abbr>" not in page, "beside a round reached the games would be read as points"
    before = client.get(f"/t/{event.slug}/standings/?after=1").text
    assert re.findall(r'<th scope="rowgroup"[^>]*>([^<]*)', before) == [
        "Ancora in gara · Semifinali",
        "Eliminati · Quarti di finale",
    ]
    make_result(event, Round.objects.get(stage__event=event, number=2), 2, "1-0")
    make_result(event, make_round(event), 1, "1-0")
    over = client.get(f"/t/{event.slug}/standings/").text
    assert re.findall(r'<th scope="rowgroup"[^>]*>([^<]*)', over) == [
        "Finale",
        "Eliminati · Semifinali",
        "Eliminati · Quarti di finale",
    ]


def test_in_a_knockout_why_somebody_is_ahead_names_the_rounds() -> None:
    event = make_drawn_event(8, published=True, system="knockout", ranking=["round_reached"])
    make_all_results(event, make_round(event), "1-0")
    why = standings_report(EventSnapshot(event)).rows[4].why
    assert why.endswith("per: Turno raggiunto (Semifinali contro Quarti di finale).")


def test_a_league_has_no_headings(client: Client) -> None:
    event = make_played_event(6, 2, published=True)
    assert "rowgroup" not in client.get(f"/t/{event.slug}/standings/").text
