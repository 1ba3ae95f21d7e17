"""Results of tables of three to six: entered, refused, overtaken, taken back, corrected."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.drafts.round_actions import discard, take_back
from clubtornei.rounds.models import ResultEntry, Seat, Table
from clubtornei.rounds.results.actions import Overtaken, undo_result
from clubtornei.rounds.results.multiplayer_actions import record_scores, record_sent
from scoring.document import SeatScore
from scoring.record import DocumentError
from tests.factories import make_round, make_user
from tests.rounds.multiplayer import FOUR, LEVEL, expected, make_table, scores_at, sent

pytestmark = pytest.mark.django_db
HTMX = {"HTTP_HX_REQUEST": "true"}


def path(event: Event, table: Table, name: str = "scores") -> str:
    return reverse(f"rounds:{name}", args=[event.slug, table.pk])


# What is written


def test_marks_are_kept_as_the_document_has_them() -> None:
    event, table = make_table()
    record_scores(event, make_user(), table.pk, FOUR)
    assert scores_at(table) == FOUR
    entry = ResultEntry.objects.get()
    assert (entry.before.scores, entry.after.scores) == ((None,) * 4, tuple(FOUR))
    assert document_of(event).stages[0].rounds[0].tables[0].seat_scores[0].points == 54


def test_the_same_again_writes_nothing() -> None:
    event, table = make_table()
    for _again in range(2):
        record_scores(event, make_user(), table.pk, FOUR)
    assert ResultEntry.objects.count() == 1


def test_what_an_import_brought_beside_the_marks_stays() -> None:
    event, table = make_table()
    record_scores(event, make_user(), table.pk, FOUR)
    Seat.objects.filter(table=table, position=1).update(score=SeatScore(points=54, extra={"photo": "a.jpg"}))
    record_scores(event, make_user(), table.pk, [SeatScore(points=60), *FOUR[1:]])
    assert scores_at(table)[0] == SeatScore(points=60, extra={"photo": "a.jpg"})


def test_marks_that_contradict_themselves_are_refused() -> None:
    event, table = make_table()
    with pytest.raises(DocumentError) as caught:
        record_scores(event, make_user(), table.pk, [FOUR[0], SeatScore(points=3, eliminated=1), *FOUR[1:3]])
    assert "[1].points" in {fault.path for fault in caught.value.issues}
    assert scores_at(table) == [None] * 4


def test_a_table_of_two_takes_no_seat_scores() -> None:
    event, table = make_table()
    with pytest.raises(ActionRefused):
        record_scores(event, make_user(), table.pk, FOUR[:3])


def test_who_saw_another_result_is_told() -> None:
    event, table = make_table()
    old = expected(table)
    record_scores(event, make_user(), table.pk, FOUR)
    with pytest.raises(Overtaken, match="Intanto al tavolo 1"):
        record_scores(event, make_user(), table.pk, [SeatScore(points=1), *FOUR[1:]], expected=old)
    record_scores(event, make_user(), table.pk, FOUR, expected=old)  # the same: nothing is lost
    assert scores_at(table) == FOUR


def test_undo_and_clear() -> None:
    event, table = make_table()
    user = make_user()
    record_scores(event, user, table.pk, FOUR)
    record_scores(event, user, table.pk, None)
    assert scores_at(table) == [None] * 4
    undo_result(event, user, table.round)
    assert scores_at(table) == FOUR
    undo_result(event, user, table.round)
    assert scores_at(table) == [None] * 4


def test_a_result_that_others_rest_on_is_only_corrected() -> None:
    event, table = make_table()
    record_scores(event, make_user(), table.pk, FOUR)
    make_round(event)
    changed = [SeatScore(points=99), *FOUR[1:]]
    with pytest.raises(ActionRefused, match="Correggi"):
        record_scores(event, make_user(), table.pk, changed)
    record_sent(event, make_user(), table.pk, lambda _table: changed, correcting=True)
    assert scores_at(table) == changed


# The page


def test_a_result_from_the_page(helper: Client, club: Club) -> None:
    event, table = make_table(club=club)
    answer = helper.post(path(event, table), sent(FOUR, expected=expected(table)), **HTMX)
    assert scores_at(table) == FOUR
    assert "150,23" in answer.text
    assert "1 di 1" in answer.text


@pytest.mark.parametrize(("scoring", "status"), [("conversion-150", 200), ("edition-1993-1", 422)])
def test_points_of_who_made_risiko(helper: Client, club: Club, scoring: str, status: int) -> None:
    event, table = make_table(club=club, scoring=scoring)
    full = [{"points": 30, "outside": 1}, {"points": 22, "outside": 1}, {"points": 9, "outside": 1}]
    answer = helper.post(path(event, table), sent([{"risiko": True, "outside": 1}, *full]), **HTMX)
    assert answer.status_code == status
    recorded = scores_at(table)[0]
    assert (recorded and recorded.points) == (100 if status == 200 else None)


WRONG = {
    "points missing": ([{}, *FOUR[1:]], "1-points", "Mancano i punti."),
    "no number": ([{"points": "tanti"}, *FOUR[1:]], "1-points", "Un numero, 0 o più."),
    "below zero": ([SeatScore(points=-3), *FOUR[1:]], "1-points", "Un numero, 0 o più."),
    "two RisiKo!": (
        [SeatScore(points=54, risiko=True), SeatScore(points=31, risiko=True), *FOUR[2:]],
        "2-risiko",
        "due RisiKo!",
    ),
    "a gap": ([*FOUR[:2], {"eliminated": 2}, FOUR[3]], "3-eliminated", "senza salti"),
    "twice": ([*FOUR[:2], {"eliminated": 1}, {"eliminated": 1}], "4-eliminated", "senza salti"),
    "out with points": ([*FOUR[:3], SeatScore(points=22, eliminated=2)], "4-points", "non ha più nulla"),
    "out with RisiKo!": (
        [*FOUR[:2], {"eliminated": 1, "risiko": True}, FOUR[3]], "3-risiko", "non fa RisiKo!"
    ),
    "order twice": (
        [SeatScore(points=1, order=1), SeatScore(points=2, order=1), *FOUR[2:]], "2-order", "in posizione 1"
    ),
    "order too high": ([SeatScore(points=1, order=5), *FOUR[1:]], "1-order", "posizione 5"),
}  # fmt: skip


@pytest.mark.parametrize("what", WRONG)
def test_what_cannot_be_is_refused_at_its_field(arbiter: Client, club: Club, what: str) -> None:
    event, table = make_table(club=club)
    scores, field, words = WRONG[what]
    answer = arbiter.post(path(event, table), sent(scores, expected=expected(table)), **HTMX)
    assert answer.status_code == 422
    assert scores_at(table) == [None] * 4
    where = f"t{table.pk}-{field}"
    assert f'aria-invalid="true" aria-describedby="{where}-error"' in answer.text
    assert f'<li id="{where}-error">' in answer.text
    assert words.lower() in answer.text.lower()
    assert 'value="22"' in answer.text or "4-" in field  # what was typed is still there


def test_namesakes_stay_told_apart_where_a_score_is_refused(arbiter: Client, club: Club) -> None:
    event, table = make_table(club=club)
    for seat, name in zip(table.seated, ["D'Alessandro Aldo", "D'Alessandro Anna"], strict=False):
        seat.entry.name = name
        seat.entry.save()
    scores, _field, _words = WRONG["order too high"]
    answer = arbiter.post(path(event, table), sent(scores, expected=expected(table)), **HTMX)
    assert answer.status_code == 422
    assert re.findall(r'data-short="(A[^"]*)">', answer.text) == ["Al.", "An."]


def test_who_is_overtaken_keeps_what_he_typed(arbiter: Client, club: Club) -> None:
    event, table = make_table(club=club)
    old = expected(table)
    record_scores(event, make_user(), table.pk, FOUR)
    mine = [SeatScore(points=77), *FOUR[1:]]
    answer = arbiter.post(path(event, table), sent(mine, expected=old), **HTMX)
    assert answer.status_code == 422
    assert re.search(r"Intanto al tavolo 1 \w+ ha inserito il risultato", answer.text)
    assert "1 di 1" in answer.text
    assert 'value="77"' in answer.text
    assert scores_at(table) == FOUR
    assert f'name="expected" value="{expected(table)}"' in answer.text  # who saves now, knows
    arbiter.post(path(event, table), sent(mine, expected=expected(table)), **HTMX)
    assert scores_at(table) == mine


# Counted while one types


def test_what_is_typed_at_a_table_that_is_gone_leads_to_what_there_is_now(helper: Client, club: Club) -> None:
    event, table = make_table(club=club)
    take_back(event, 1)
    discard(event, 1)
    gone = helper.post(path(event, table, "trial"), sent(FOUR), **HTMX)
    hall = reverse("rounds:event", args=[event.slug])
    assert (gone.status_code, gone["HX-Redirect"]) == (200, hall)
    assert "Questo tavolo non c’è più" in helper.get(hall).text


def test_worth_is_counted_and_nothing_is_saved(helper: Client, club: Club) -> None:
    event, table = make_table(club=club)
    answer = helper.post(path(event, table, "trial"), sent(FOUR), **HTMX)
    assert f'<strong id="place-{table.pk}-1" hx-swap-oob="true">1°</strong>' in answer.text.replace(
        " </", "</"
    )
    assert f'<span id="points-{table.pk}-1" hx-swap-oob="true">150,23</span>' in answer.text.replace(
        " </", "</"
    )
    assert scores_at(table) == [None] * 4


def test_points_that_are_the_least_of_their_place_say_so(helper: Client, club: Club) -> None:
    event, table = make_table(club=club)
    scores = [SeatScore(points=points) for points in (60, 50, 35, 10)]
    tried = helper.post(path(event, table, "trial"), sent(scores), **HTMX).text
    saved = helper.post(path(event, table), sent(scores, expected=expected(table)), **HTMX).text
    for page in (tried, saved):
        assert "60,00 <small>min. del 3°</small>" in page and "40,00 <small>min. del 4°</small>" in page
        assert "min. del 2°" not in page


def test_what_is_wrong_is_said_once_and_gives_way_to_what_is_typed(helper: Client, club: Club) -> None:
    event, table = make_table(club=club)
    wrong = [{"points": "abc"}, *FOUR[1:]]
    refused = helper.post(path(event, table), sent(wrong), **HTMX).text
    tried = helper.post(path(event, table, "trial"), sent(wrong), **HTMX).text
    for text in (refused, tried):
        note = text[text.index(f'id="note-{table.pk}"') :]
        assert text.count(f'id="t{table.pk}-1-points-error"') == note.count("<li") == 1
    assert 'role="alert"' in refused
    assert 'role="alert"' not in tried


def test_who_is_level_is_named_as_one_speaks(helper: Client, club: Club) -> None:
    event, table = make_table(club=club)
    first, second, *_others = [seat.entry.name for seat in table.seats.order_by("position")]
    tried = helper.post(path(event, table, "trial"), sent(LEVEL), **HTMX).text
    assert f"{first} e {second} sono pari" in tried


def test_boxes_still_empty_are_not_told_while_one_types(helper: Client, club: Club) -> None:
    event, table = make_table(club=club)
    tried = helper.post(path(event, table, "trial"), sent([FOUR[0], {}, {}, {}]), **HTMX).text
    assert "Manca" not in tried


# Corrected


def test_a_correction_shows_what_it_changes_first(arbiter: Client, club: Club) -> None:
    event, table = make_table(club=club)
    record_scores(event, make_user(), table.pk, FOUR)
    make_round(event)
    page = arbiter.get(f"/e/{event.slug}/rounds/1/").text
    where = path(event, table, "correct_scores")
    assert where in page
    before = arbiter.get(where).text
    names = [seat.entry.name for seat in table.seats.order_by("position")]
    assert " – ".join(names) in " ".join(before.split())
    assert "Ora è registrato" in before
    assert f'href="/e/{event.slug}/rounds/1/#table-{table.pk}"' in before  # the round is not the last one
    better = sent([SeatScore(points=10), *FOUR[1:]], expected=expected(table))
    asked = arbiter.post(where, better)
    assert "Che cosa cambia in classifica" in asked.text
    assert asked.context["changes"].lines[0].name == names[0]  # who is corrected, before who gains by it
    assert scores_at(table) == FOUR
    confirmed = asked.text.partition('name="confirmed" value="')[2].partition('"')[0]
    # Something else was typed after looking: it is shown first, too.
    assert arbiter.post(where, sent(FOUR, expected=expected(table), confirmed=confirmed)).status_code == 200
    assert scores_at(table) == FOUR
    arbiter.post(where, {**better, "confirmed": confirmed})
    assert scores_at(table)[0] == SeatScore(points=10)


# What may be a slip

SLIP = [{"points": 1000}, {"points": 31}, {"points": 25}, {"points": 22}]


def test_points_far_beyond_all_others_are_asked_about(arbiter: Client, club: Club) -> None:
    event, table = make_table(club=club)
    typed = sent(SLIP, expected=expected(table))
    answer = arbiter.post(path(event, table), typed, **HTMX)
    assert answer.status_code == 422
    assert "1000 sono molti più di quelli degli altri" in answer.text
    assert 'name="meant"' in answer.text
    assert scores_at(table) == [None] * 4
    assert arbiter.post(path(event, table), typed | {"meant": "1"}, **HTMX).status_code == 200
    assert scores_at(table)[0].points == 1000
    again = arbiter.post(path(event, table), sent(SLIP, expected=expected(table)), **HTMX)
    assert again.status_code == 200, "what is noted already is not asked about again"


@pytest.mark.parametrize("points", [(2005, 1500, 900, 800), (120, 0, 0, 0), (300, 60, 20, 10)])
def test_points_of_one_size_are_not_asked_about(arbiter: Client, club: Club, points: tuple[int, ...]) -> None:
    event, table = make_table(club=club)
    typed = sent([{"points": value} for value in points], expected=expected(table))
    assert arbiter.post(path(event, table), typed, **HTMX).status_code == 200


def test_a_correction_asks_and_keeps_the_answer(arbiter: Client, club: Club) -> None:
    event, table = make_table(club=club)
    record_scores(event, make_user(), table.pk, FOUR)
    make_round(event)
    typed = sent(SLIP, expected=expected(table))
    address = path(event, table, "correct_scores")
    assert arbiter.post(address, typed).status_code == 422
    shown = arbiter.post(address, typed | {"meant": "1"})
    assert shown.status_code == 200
    assert "checked" in shown.text.split('name="meant"')[1].split(">")[0]
    confirmed = {"meant": "1", "confirmed": shown.context["row"].fingerprint}
    assert arbiter.post(address, typed | confirmed).status_code == 302
    assert scores_at(table)[0].points == 1000
