"""Ties at a table of RisiKo!: asked for at the table, offered, and what decided them said wherever the result
is (rules/places.md#one-winner).
"""

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.columns import TableState
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.models import Table
from clubtornei.rounds.printing.catalogue import SHEETS
from clubtornei.rounds.printing.paper_format import A4
from clubtornei.rounds.results.multiplayer_actions import record_scores
from clubtornei.rounds.results.proposal_actions import confirm, confirm_all
from clubtornei.rounds.results.table_links import address_of
from clubtornei.rounds.spreadsheets.event_spreadsheets import spreadsheet_pages_of
from clubtornei.rounds.stages.entrant_actions import begin_stage
from scoring.document import SeatScore
from tests.factories import make_round, make_user
from tests.rounds.multiplayer import LEVEL, TIED_FOR_FIRST, make_table, scores_at, sent, table_of
from tests.rounds.staged import FIRST_FOUR, make_staged_event, play

pytestmark = pytest.mark.django_db
HTMX = {"HTTP_HX_REQUEST": "true"}


def semi_final(club: Club | None = None, **fields: object) -> tuple[Event, Table]:
    """A table whose winner goes on, where points of the table are scored and ties shared."""
    event = make_staged_event(8, {"winners_of": 1}, club=club, **fields)
    return event, table_of(make_round(event))


def master(stage: int, club: Club | None = None) -> tuple[Event, Table]:
    """A table of a Master, of its qualifying stage or of the final."""
    event = make_staged_event(8, FIRST_FOUR, club=club)
    event.stages.update(scoring="master")
    round_ = make_round(event) if stage == 1 else None
    if round_ is None:
        play(event, 1, 1)
        begin_stage(event, 2)
        round_ = play(event, 1, 2)
        round_.tables.get().seats.update(score=None)
    return event, table_of(round_)


def names_at(table: Table) -> list[str]:
    return [seat.entry.name for seat in table.seats.select_related("entry").order_by("position")]


def scores_of(event: Event, table: Table) -> str:
    return reverse("rounds:scores", args=[event.slug, table.pk])


def asks(text: str) -> list[str]:
    """The fields that a note asks for."""
    return text.split('data-asks="')[1].split('"')[0].split()


# Asked for at the table


def test_75_75_where_the_winner_goes_on_is_asked(helper: Client, club: Club) -> None:
    event, table = semi_final(club)
    first, second, *_others = names_at(table)
    refused = helper.post(scores_of(event, table), sent(LEVEL), **HTMX)
    assert (refused.status_code, scores_at(table)) == (422, [None] * 4)
    assert (
        f"{first} e {second} sono pari per il 1° posto, che qui va deciso: segna «Punti fuori obiettivo» di"
        " ciascuno."
    ) in refused.text
    assert asks(refused.text) == ["1-outside", "2-outside"]
    assert refused.text.count(" asked") == refused.text.count('aria-invalid="true"') == 2
    level = [SeatScore(points=75, outside=10), SeatScore(points=75, outside=10), *LEVEL[2:]]
    again = helper.post(scores_of(event, table), sent(level), **HTMX)
    assert (again.status_code, asks(again.text)) == (422, ["1-armies_in", "2-armies_in"])
    saved = helper.post(scores_of(event, table), sent(TIED_FOR_FIRST), **HTMX)
    assert (saved.status_code, scores_at(table)) == (200, TIED_FOR_FIRST)
    decided = f"Pari per il 1° posto: decide «Punti fuori obiettivo», {first} 20, {second} 10."
    assert decided in saved.text
    assert f'<strong id="place-{table.pk}-2">2°</strong>' in saved.text


def test_the_same_throw_of_the_dice_is_thrown_again(helper: Client, club: Club) -> None:
    event, table = semi_final(club)
    level = [SeatScore(points=75, dice=7), SeatScore(points=75, dice=7), *LEVEL[2:]]
    thrown = helper.post(scores_of(event, table), sent(level), **HTMX)
    assert asks(thrown.text) == ["1-outside", "2-outside"]
    full = dict.fromkeys(("outside", "armies_in", "armies_out", "cards"), 1)
    full |= {"territories_in": 1, "territories_out": 1, "dice": 7}
    level = [SeatScore(points=75, **full), SeatScore(points=75, **full), *LEVEL[2:]]
    thrown = helper.post(scores_of(event, table), sent(level), **HTMX)
    assert "sono pari anche ai dadi: tirano di nuovo" in thrown.text
    assert asks(thrown.text) == ["1-dice", "2-dice"]


def test_dice_alone_settle_what_nobody_can_count_any_more() -> None:
    event, table = semi_final()
    scores = [SeatScore(points=75, dice=7), SeatScore(points=75, dice=9), *LEVEL[2:]]
    record_scores(event, make_user(), table.pk, scores)
    assert scores_at(table) == scores


@pytest.mark.parametrize(("stage", "refused"), [(1, False), (2, True)])
def test_in_the_final_of_a_master_every_place_is_asked(stage: int, refused: bool) -> None:
    event, table = master(stage)
    scores = [SeatScore(points=75), SeatScore(points=54), SeatScore(points=54), SeatScore(points=20)]
    if refused:
        with pytest.raises(ActionRefused, match="sono pari per il 2° posto, che qui va deciso"):
            record_scores(event, make_user(), table.pk, scores)
    else:
        record_scores(event, make_user(), table.pk, scores)
    with pytest.raises(ActionRefused, match="per il 1° posto"):
        record_scores(event, make_user(), table.pk, LEVEL)


def test_at_other_tables_it_is_offered_with_what_comes_without_it(helper: Client, club: Club) -> None:
    event, table = make_table(club=club)
    first, second, *_others = names_at(table)
    trial = helper.post(reverse("rounds:trial", args=[event.slug, table.pk]), sent(LEVEL), **HTMX)
    assert f"{first} e {second} sono pari per il 1° posto: 125,00 a testa. Se volete" in trial.text
    assert asks(trial.text) == ["1-outside", "2-outside"]
    saved = helper.post(scores_of(event, table), sent(LEVEL), **HTMX)
    assert (saved.status_code, scores_at(table)) == (200, LEVEL)
    assert asks(saved.text) == ["1-outside", "2-outside"] and 'aria-invalid="true"' not in saved.text


# On the phone


def test_players_are_asked_on_the_phone_before_anything_is_proposed(client: Client) -> None:
    _event, table = semi_final()
    refused = client.post(address_of(table), sent(LEVEL))
    assert (refused.status_code, table.proposals.count()) == (422, 0)
    assert asks(refused.text) == ["1-outside", "2-outside"]
    client.post(address_of(table), sent(TIED_FOR_FIRST))
    assert table.proposals.get().state.scores == tuple(TIED_FOR_FIRST)
    assert "decide «Punti fuori obiettivo»" in client.get(address_of(table)).text


def test_what_a_phone_proposed_before_the_winner_went_on_is_not_confirmed() -> None:
    event, table = semi_final()
    proposal = table.proposals.create(state=TableState(scores=tuple(LEVEL)), phone="a")
    with pytest.raises(ActionRefused, match="che qui va deciso: segna «Punti fuori obiettivo»"):
        confirm(event, make_user(), table.pk, proposal.pk)
    assert confirm_all(event, make_user(), table.round) == 0
    assert scores_at(table) == [None] * 4


# Wherever the result is


def test_what_decided_is_said_to_the_public_and_on_paper(client: Client, club: Club) -> None:
    event, table = semi_final(club, published=True)
    record_scores(event, make_user(), table.pk, TIED_FOR_FIRST)
    first, second, *_others = names_at(table)
    decided = f"Pari per il 1° posto: decide «Punti fuori obiettivo», {first} 20, {second} 10."
    event.refresh_from_db()
    assert decided in client.get(reverse("public:pairings", args=[event.slug, 1])).text
    for page in ("public:card", "public:why_place"):
        who = table.seats.get(position=2).entry.entry_no
        assert f"Fase 1, tavolo 1: {decided}" in client.get(reverse(page, args=[event.slug, who])).text
    [answered] = client.get(f"/api/v1/events/{event.slug}/rounds/1/").json()["tables"][:1]
    assert answered["ties"] == [decided]
    cells = [row[-1] for row in spreadsheet_pages_of(event)["results-1"].rows]
    assert cells[:3] == [decided, decided, None]
    paper = SHEETS["summary"].context(EventSnapshot(event), 1, A4)
    assert paper["ties"] == [f"Tavolo 1: {decided}"]


def test_a_tie_of_an_import_that_must_be_settled_is_named_as_missing(helper: Client, club: Club) -> None:
    event, table = semi_final(club)
    for seat, score in zip(table.seats.order_by("position"), LEVEL, strict=True):
        seat.score = score
        seat.save()
    page = helper.get(reverse("rounds:round", args=[event.slug, 1])).text
    assert "che qui va deciso: segna «Punti fuori obiettivo»" in page
