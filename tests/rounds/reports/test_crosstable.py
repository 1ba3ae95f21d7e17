"""Everybody against everybody, held against what the engines say."""

import re
from fractions import Fraction

import pytest
from django.test import Client

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.participation.withdrawals.actions import withdraw
from clubtornei.rounds.reports.crosstable import crosstable_report
from clubtornei.rounds.reports.report import CrossGame, Report, ReportRow
from tests.caches import forget_everything
from tests.factories import make_drawn_event, make_played_event, make_result, make_round

pytestmark = pytest.mark.django_db
SHARES = {"1": Fraction(1), "+": Fraction(1), "½": Fraction(1, 2), "0": Fraction(0), "−": Fraction(0)}


@pytest.fixture(autouse=True)
def cold_cache() -> None:
    forget_everything()


def report_of(event: Event, *, by_rank: bool = True) -> Report:
    return crosstable_report(EventSnapshot(Event.objects.get(pk=event.pk)), by_rank=by_rank)


def games_of(report: Report, row: ReportRow) -> list[tuple[CrossGame, ...] | None]:
    """Those against each player; None against himself."""
    values = [row.values.get(column.key) for column in report.columns if column.is_against]
    return [value if isinstance(value, tuple) else None for value in values]


def test_four_players_after_one_round() -> None:
    # Berger's first round of four: 1-4 and 2-3.
    event = make_drawn_event(4)
    round_ = make_round(event)
    make_result(event, round_, 1, "0-1")
    make_result(event, round_, 2, "=-=")
    report = report_of(event, by_rank=False)
    shown = [
        [None if cell is None else "".join(game.symbol or "." for game in cell) for cell in games]
        for games in (games_of(report, row) for row in report.rows)
    ]
    assert shown == [
        [None, ".", ".", "0"],
        [".", None, "½", "."],
        [".", "½", None, "."],
        ["1", ".", ".", None],
    ]
    assert [row.values["points"] for row in report.rows] == [0, Fraction(1, 2), Fraction(1, 2), 1]
    assert [row.player for row in report_of(event).rows] == [4, 2, 3, 1]


@pytest.mark.parametrize("players", [5, 6])
@pytest.mark.parametrize("cycles", [1, 2])
def test_rows_add_up_to_the_points_and_mirror_each_other(players: int, cycles: int) -> None:
    event = make_played_event(players, 4, options={"cycles": cycles})
    report = report_of(event)
    table = [games_of(report, row) for row in report.rows]
    for at, (row, cells) in enumerate(zip(report.rows, table, strict=True)):
        games = [game for cell in cells if cell is not None for game in cell]
        assert len(games) == (players - 1) * cycles
        assert sum(SHARES.get(game.symbol, Fraction(0)) for game in games) == row.values["points"]
        rests = str(row.values["rests"]).split(", ")
        assert len(list(filter(None, rests))) == (cycles if players % 2 else 0)
        assert cells[at] is None
        for other, cell in enumerate(cells):
            mirrored = table[other][at]
            assert cell is None or mirrored is not None
            assert [game.round for game in cell or ()] == [game.round for game in mirrored or ()]
            assert all(
                {a.colour, b.colour} == {"white", "black"}
                for a, b in zip(cell or (), mirrored or (), strict=True)
            )


def test_annulled_games_are_struck_through_and_count_for_nobody(arbiter: Client, club: Club) -> None:
    event = make_played_event(6, 2, club, name="Torneo")
    gone = event.entries.get(number=1)
    withdraw(event, gone.pk, 3)
    report = report_of(event)
    last = report.rows[-1]
    assert "Barrate le partite annullate, che non contano per nessuno." in report.footnotes
    assert (last.player, last.rank, last.values["points"]) == (gone.entry_no, None, None)
    played = [game for cell in games_of(report, last) for game in cell or ()]
    assert len([game for game in played if game.symbol]) == 2
    assert all(game.annulled for game in played if game.symbol)
    for page in (f"/e/{event.slug}/crosstable/", f"/t/{event.slug}/crosstable/"):
        assert arbiter.get(page).content.decode().count("<del>") == 4


def test_places_have_a_column_only_where_the_rows_do_not_tell_them(client: Client, club: Club) -> None:
    for event, column in ((make_played_event(4, 3, club, published=True), []), (make_tie(club), ["Posto"])):
        page = client.get(f"/t/{event.slug}/crosstable/").text
        heads = re.sub("<[^>]*>", " ", page.split("<thead>")[1].split("</thead>")[0]).split()
        assert [word for word in heads if word in ("Riga", "Punti", "Posto")] == ["Riga", "Punti", *column]


def make_tie(club: Club) -> Event:
    event = make_drawn_event(4, club, published=True)
    round_ = make_round(event)
    for table in (1, 2):
        make_result(event, round_, table, "=-=")
    return event


@pytest.mark.parametrize("system", ["round-robin", "amalfi"])
def test_an_adjourned_game_is_told_in_the_language_of_who_reads(
    system: str, client: Client, club: Club
) -> None:
    """Whoever reads it first: the table is kept once for all."""
    options = {"rounds": 3} if system == "amalfi" else {}
    event = make_drawn_event(4, club, system=system, options=options, published=True)
    make_result(event, make_round(event), 1, "adjourned")
    for language, word in (("it", "a:\xa0aggiornata"), ("en", "a:\xa0postponed or adjourned")):
        page = client.get(f"/t/{event.slug}/crosstable/", headers={"Accept-Language": language}).text
        assert len(re.findall(r">\s*a\s*<", page)) == 2
        assert word in page


def test_the_page_is_in_the_order_asked_for(arbiter: Client, club: Club) -> None:
    event = make_played_event(4, 2, club)
    page = f"/e/{event.slug}/crosstable/"
    by_number = arbiter.get(f"{page}?by=number").context["report"].rows
    assert [row.player for row in by_number] == [1, 2, 3, 4]
    ranks = [row.rank for row in arbiter.get(page).context["report"].rows]
    assert ranks == sorted(ranks)


def test_before_the_draw_there_is_none(arbiter: Client, club: Club) -> None:
    event = make_drawn_event(4, club, drawn_at=None)
    assert "dopo il sorteggio" in arbiter.get(f"/e/{event.slug}/crosstable/").content.decode()
