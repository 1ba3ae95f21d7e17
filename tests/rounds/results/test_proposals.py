"""What the tables propose: kept, replaced, confirmed, turned down; and no result before that."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.drafts.round_actions import discard, publish, take_back
from clubtornei.rounds.models import Proposal, ProposalQuerySet, ResultEntry, Table
from clubtornei.rounds.results.actions import record_result, undo_result
from clubtornei.rounds.results.multiplayer_actions import record_scores
from clubtornei.rounds.results.proposal_actions import (
    MAX_PROPOSALS,
    PERIOD,
    confirm,
    confirm_all,
    propose_result,
    propose_scores,
    reject,
)
from clubtornei.rounds.results.table_links import address_of
from scoring.document import SeatScore
from tests.factories import make_drawn_event, make_round, make_user
from tests.markup import compact
from tests.rounds.multiplayer import FOUR, make_table, scores_at, sent, table_of

pytestmark = pytest.mark.django_db
OTHER = [SeatScore(points=10), *FOUR[1:]]
HTMX = {"HTTP_HX_REQUEST": "true"}


def make_game(club: Club | None = None, players: int = 4, **fields: object) -> tuple[Event, Table]:
    event = make_drawn_event(players, club, **fields)
    return event, table_of(make_round(event))


def scores_read(page: str) -> list[list[tuple[str, str]]]:
    """Of each result on the table's page both lines: the colour and the points."""
    line = re.compile(r'<span class="seat (\w*)">[^<]*</span>\s*<strong>([^<]*)</strong>')
    return [line.findall(score) for score in re.findall(r'<ul class="score"[^>]*>.*?</ul>', page, re.DOTALL)]


def statuses(table: Table) -> list[str]:
    """The oldest first."""
    return list(table.proposals.order_by("pk").values_list("status", flat=True))


# Actions


def test_a_proposal_changes_no_result() -> None:
    event, table = make_table()
    propose_scores(event, table.pk, FOUR)
    assert scores_at(table) == [None] * 4
    assert statuses(table) == ["waiting"]
    assert ResultEntry.objects.count() == 0


def test_a_new_one_takes_the_place_of_the_one_that_waits() -> None:
    event, table = make_table()
    for scores in (FOUR, OTHER, OTHER):  # the last one is a double tap
        propose_scores(event, table.pk, scores)
    assert statuses(table) == ["replaced", "waiting"]
    assert table.proposals.get(status="waiting").state.scores == tuple(OTHER)


def test_an_undo_brings_the_confirmed_proposal_back(helper: Client, club: Club) -> None:
    event, table = make_table(club=club)
    propose_scores(event, table.pk, FOUR, phone="a")
    proposal = table.proposals.get().pk
    args = (event.slug, table.pk)
    confirmed = helper.post(reverse("rounds:confirm", args=args), {"proposal": proposal}, **HTMX)
    assert re.search(r"\[data-entered\] > span..\s*Tavolo 1:\s*1°", confirmed.text)
    undone = helper.post(reverse("rounds:undo", args=[event.slug, 1]), **HTMX)
    assert "Annullato. Tavolo 1: senza risultato." in compact(undone.text)
    assert statuses(table) == ["waiting"]
    helper.post(reverse("rounds:confirm", args=args), {"proposal": proposal}, **HTMX)
    assert scores_at(table) == FOUR
    propose_scores(event, table.pk, OTHER, phone="a")
    helper.post(reverse("rounds:undo", args=[event.slug, 1]), **HTMX)
    assert statuses(table) == ["confirmed", "waiting"]


def test_confirming_registers_it() -> None:
    event, table = make_table()
    propose_scores(event, table.pk, FOUR)
    user = make_user()
    confirm(event, user, table.pk, table.proposals.get().pk)
    assert scores_at(table) == FOUR
    assert (table.proposals.get().status, table.proposals.get().decided_by) == ("confirmed", user)
    assert ResultEntry.objects.get().user == user
    undo_result(event, user, table.round)
    assert scores_at(table) == [None] * 4


def test_a_result_by_hand_decides_what_says_the_same() -> None:
    event, table = make_game()
    for phone, code in (("a", "1-0"), ("b", "0-1")):
        propose_result(event, table.pk, code, phone=phone)
    record_result(event, make_user(), table.pk, "1-0")
    assert statuses(table) == ["confirmed", "waiting"]
    event, table = make_table()
    propose_scores(event, table.pk, FOUR)
    record_scores(event, make_user(), table.pk, FOUR)
    assert statuses(table) == ["confirmed"]


def test_a_match_game_by_game(client: Client) -> None:
    """In the second game the other one has White; while the first one waits nothing is over."""
    event = make_drawn_event(2, system="knockout", options={"games": 2})
    table = table_of(make_round(event))
    address = address_of(table)
    first, second = (seat.entry.name for seat in table.seats.select_related("entry"))
    assert f'<span class="seat white">Vince {first}' in client.get(address).text
    for number in (1, 2):
        client.post(address, {"result": "1-0", "game": number})
        confirm(event, make_user(), table.pk, table.proposals.get(status="waiting").pk)
        if number == 1:
            assert f'<span class="seat white">Vince {second}' in client.get(address).text
    table.refresh_from_db()
    assert table.games == [[1, 0], [0, 1]]


def test_a_game_against_what_is_registered_is_a_conflict() -> None:
    event = make_drawn_event(2, system="knockout", options={"games": 2})
    table = table_of(make_round(event))
    propose_result(event, table.pk, "1-0", game=1)
    record_result(event, make_user(), table.pk, "0-1", game=1)
    with pytest.raises(ActionRefused, match="già registrato un altro risultato"):
        confirm(event, make_user(), table.pk, table.proposals.get().pk)


@pytest.mark.parametrize("code", ["+--", "---", "adjourned", "", "2-0"])
def test_only_games_over_the_board_are_proposed(code: str) -> None:
    event, table = make_game()
    with pytest.raises(ActionRefused):
        propose_result(event, table.pk, code)


def test_what_has_been_replaced_is_not_confirmed() -> None:
    event, table = make_table()
    propose_scores(event, table.pk, FOUR)
    old = table.proposals.get().pk
    propose_scores(event, table.pk, OTHER)
    with pytest.raises(ActionRefused, match="non c’è più"):
        confirm(event, make_user(), table.pk, old)
    assert scores_at(table) == [None] * 4


def test_a_registered_result_is_only_replaced_expressly() -> None:
    event, table = make_table()
    propose_scores(event, table.pk, FOUR)
    record_scores(event, make_user(), table.pk, OTHER)
    proposal = table.proposals.get()
    with pytest.raises(ActionRefused, match="già registrato un altro risultato"):
        confirm(event, make_user(), table.pk, proposal.pk)
    assert scores_at(table) == OTHER
    confirm(event, make_user(), table.pk, proposal.pk, replacing=True)
    assert scores_at(table) == FOUR


def test_turned_down() -> None:
    event, table = make_table()
    propose_scores(event, table.pk, FOUR)
    reject(event, make_user(), table.pk, table.proposals.get().pk)
    assert statuses(table) == ["rejected"]
    assert scores_at(table) == [None] * 4


def on_page(event: Event) -> dict[str, list[int]]:
    """The proposals that the form of all sends: those that its page shows."""
    waiting = Proposal.objects.filter(table__round__stage__event=event, status=Proposal.Status.WAITING)
    return {"proposal": [proposal.pk for proposal in waiting]}


def test_all_at_once_are_those_of_the_page(helper: Client, club: Club) -> None:
    event, table = make_game(club)
    propose_result(event, table.pk, "1-0")
    page = helper.get(f"/e/{event.slug}/rounds/1/").text
    shown = on_page(event)
    assert f'name="proposal" value="{shown["proposal"][0]}" form="confirm-all"' in compact(page)
    other = table_of(table.round, 2)
    propose_result(event, other.pk, "=-=")

    helper.post(reverse("rounds:confirm_all", args=[event.slug, 1]), shown)

    assert [statuses(table), statuses(other)] == [["confirmed"], ["waiting"]]


def test_all_at_once_but_those_against_a_result() -> None:
    event, table = make_table(13)
    first, second, third = (table_of(table.round, number) for number in (1, 2, 3))
    for one, scores in ((first, FOUR), (second, FOUR), (third, [*FOUR, SeatScore(points=1)])):
        propose_scores(event, one.pk, scores)
    record_scores(event, make_user(), second.pk, OTHER)
    assert confirm_all(event, make_user(), table.round) == 2
    assert [scores_at(first), scores_at(second)] == [FOUR, OTHER]
    assert scores_at(third)[4] == SeatScore(points=1)
    assert statuses(second) == ["waiting"]


def test_once_the_next_round_is_drawn_nothing_is_proposed() -> None:
    event, table = make_table()
    record_scores(event, make_user(), table.pk, FOUR)
    make_round(event)
    with pytest.raises(ActionRefused, match="parla con l’arbitro"):
        propose_scores(event, table.pk, OTHER)


def test_what_was_said_before_a_round_was_taken_back_is_forgotten() -> None:
    event, table = make_table()
    propose_scores(event, table.pk, FOUR)
    take_back(event, 1)
    publish(event, 1)
    assert not Proposal.objects.waiting().exists()
    propose_scores(event, table.pk, OTHER)
    assert statuses(table) == ["replaced", "waiting"]


def test_nobody_floods_the_arbiter() -> None:
    event, table = make_table()
    for points in range(MAX_PROPOSALS):
        propose_scores(event, table.pk, [SeatScore(points=points), *FOUR[1:]])
    with pytest.raises(ActionRefused, match="Troppe proposte"):
        propose_scores(event, table.pk, FOUR)
    Proposal.objects.update(at=timezone.now() - PERIOD - timedelta(seconds=1))
    propose_scores(event, table.pk, FOUR)


# The paper’s page


def test_who_holds_the_paper_proposes(client: Client) -> None:
    event, table = make_table()
    address = address_of(table)
    answer = client.post(address, sent(FOUR), follow=True)
    assert "in attesa dell’arbitro" in answer.text
    assert statuses(table) == ["waiting"]
    assert scores_at(table) == [None] * 4
    confirm(event, make_user(), table.pk, table.proposals.get().pk)
    assert "Confermato dall’arbitro" in client.get(address).text


def test_a_helper_enters_directly(helper: Client, club: Club) -> None:
    _event, table = make_table(club=club)
    page = helper.get(address_of(table)).text
    assert "registrato subito" in page
    expected = page.partition('name="expected" value="')[2].partition('"')[0]
    helper.post(address_of(table), sent(FOUR, expected=expected))
    assert scores_at(table) == FOUR
    assert statuses(table) == []
    answer = helper.post(address_of(table), sent(OTHER, expected=expected))  # a page that is out of date
    assert answer.status_code == 422
    assert scores_at(table) == FOUR


def test_a_closed_event_takes_nothing(client: Client) -> None:
    event, table = make_table()
    Event.objects.filter(pk=event.pk).update(closed_at=timezone.now())
    assert client.post(address_of(table), sent(FOUR)).status_code == 404
    assert statuses(table) == []


def test_the_public_page_shows_nothing_of_it(client: Client) -> None:
    event, table = make_game()
    Event.objects.filter(pk=event.pk).update(published=True)
    pages = [f"/t/{event.slug}/", f"/t/{event.slug}/rounds/1/", f"/t/{event.slug}/document.json"]
    before = [client.get(page).text for page in pages]
    propose_result(event, table.pk, "1-0")
    after = [client.get(page).text for page in pages]
    assert [text.count("1 – 0") for text in before] == [text.count("1 – 0") for text in after] == [0, 0, 0]
    assert before[2] == after[2]


@pytest.mark.parametrize("players", [4, 25])
def test_the_queries_of_the_page(client: Client, players: int, django_assert_num_queries) -> None:
    event, table = make_table(players)
    propose_scores(event, table.pk, FOUR)
    with django_assert_num_queries(AT_TABLE):
        client.get(address_of(table))


AT_TABLE = 4

# The round’s page


def panel(event: Event, **query: object) -> str:
    address = reverse("rounds:proposals", args=[event.slug, 1])
    return address + "".join(f"?{key}={value}" for key, value in query.items())


def decide(name: str, event: Event, table: Table) -> str:
    return reverse(f"rounds:{name}", args=[event.slug, table.pk])


def test_the_arbiter_sees_it_come_in(helper: Client, club: Club) -> None:
    event, table = make_table(club=club)
    assert helper.get(panel(event, shown=event.version), **HTMX).status_code == 204
    version = event.version
    propose_scores(event, table.pk, FOUR)
    answer = helper.get(panel(event, shown=version), **HTMX)
    assert "Un tavolo propone il suo risultato" in answer.text
    assert "150,23" in answer.text
    assert "150,23" in helper.get(f"/e/{event.slug}/rounds/1/").text


@pytest.mark.parametrize(
    ("shown", "done", "said"),
    [
        ("published", lambda event: take_back(event, 1), "Intanto il turno 1 è stato riportato in bozza."),
        ("draft", None, "Intanto il turno 1 è stato pubblicato."),
        (
            "published",
            lambda event: [take_back(event, 1), discard(event, 1)],
            "Intanto la bozza del turno 1 è stata scartata.",
        ),
        (
            "published",
            lambda event: Event.objects.filter(pk=event.pk).update(closed_at=timezone.now(), version=99),
            "Intanto il torneo è stato chiuso.",
        ),
    ],
)
def test_an_open_page_follows_what_becomes_of_its_round(
    helper: Client, club: Club, shown: str, done: Callable[[Event], object] | None, said: str
) -> None:
    event, _ = make_game(club)
    polled = reverse("rounds:proposals", args=[event.slug, 1])
    assert 'id="phase" name="phase" value="published"' in compact(
        helper.get(f"/e/{event.slug}/rounds/1/").text
    )
    assert helper.get(polled, {"phase": "published"}, **HTMX).status_code == 204

    if done:
        done(event)
    answer = helper.get(polled, {"phase": shown}, **HTMX)

    assert {"HX-Refresh", "HX-Redirect"} & answer.headers.keys()
    assert said in helper.get(f"/e/{event.slug}/", follow=True).text


def test_one_click_confirms(helper: Client, club: Club) -> None:
    event, table = make_table(club=club)
    propose_scores(event, table.pk, FOUR)
    sends = {"proposal": table.proposals.get().pk}
    answer = helper.post(decide("confirm", event, table), sends, **HTMX)
    assert scores_at(table) == FOUR
    assert f'id="table-{table.pk}" hx-swap-oob="true"' in compact(answer.text)
    assert "Un tavolo propone" not in answer.text
    again = helper.post(decide("confirm", event, table), sends, **HTMX)
    assert (again.status_code, ResultEntry.objects.count()) == (422, 1)


def test_the_answer_to_a_decision_has_what_a_colleague_entered_meanwhile(helper: Client, club: Club) -> None:
    """With its panel the page has the newest version, and asks for nothing older any more."""
    event, table = make_game(club)
    propose_result(event, table.pk, "1-0")
    shown = Event.objects.get(pk=event.pk).version
    other = table_of(table.round, 2)
    record_result(event, make_user(), other.pk, "=-=")
    sends = {"proposal": table.proposals.get().pk, "shown": shown}
    answer = helper.post(decide("confirm", event, table), sends, **HTMX)
    for one in (table, other):
        assert f'id="table-{one.pk}" hx-swap-oob="true"' in compact(answer.text)


def test_a_game_reads_in_the_points_that_count(client: Client, helper: Client, club: Club) -> None:
    event, table = make_game(club, scoring_options={"win": "2", "draw": "1"})
    record_result(event, make_user(), table.pk, "1-0")
    propose_result(event, table.pk, "=-=")
    recorded, proposed = scores_read(client.get(address_of(table)).text)
    assert [points for _colour, points in (*recorded, *proposed)] == ["2", "0", "1", "1"]
    assert [colour for colour, _points in proposed] == ["white", "black"]
    desk = helper.get(panel(event), **HTMX).text
    assert "1 – 1" in desk
    assert "½ – ½" not in desk
    assert "(2 – 0)" in desk


def test_a_conflict_is_shown_and_decided(helper: Client, club: Club) -> None:
    event, table = make_table(club=club)
    propose_scores(event, table.pk, FOUR)
    record_scores(event, make_user(), table.pk, OTHER)
    page = helper.get(panel(event), **HTMX).text
    names = [seat.entry.name for seat in table.seats.select_related("entry")]
    noted = ", ".join(
        f"{name} {what}" for name, what in zip(names, ("10", "31", "elim. 1", "22"), strict=True)
    )
    assert f"È già registrato un altro risultato: {noted}." in page
    assert 'name="replacing"' in page


# Two phones of one table that disagree


def test_two_phones_that_disagree_are_both_kept_and_shown(helper: Client, club: Club) -> None:
    event, table = make_game(club)
    propose_result(event, table.pk, "1-0", phone="one")
    propose_result(event, table.pk, "0-1", phone="two")
    assert statuses(table) == ["waiting", "waiting"]
    page = helper.get(panel(event), **HTMX).text
    assert page.count("Dal tavolo è arrivato anche un altro risultato") == 2
    assert (page.count("1 – 0</strong>"), page.count("0 – 1</strong>")) == (1, 1)
    assert "Conferma tutte" not in page


def test_two_phones_that_agree_are_one_proposal() -> None:
    event, table = make_game()
    propose_result(event, table.pk, "1-0", phone="one")
    propose_result(event, table.pk, "0-1", phone="two")
    propose_result(event, table.pk, "1-0", phone="two")
    assert statuses(table) == ["waiting", "replaced"]


def test_who_comes_second_is_told_that_the_results_differ(club: Club) -> None:
    _event, table = make_game(club)
    first, second, differ = Client(), Client(), "sono arrivati risultati diversi: parlatene"
    assert differ not in first.post(address_of(table), {"result": "1-0"}, follow=True).text
    assert differ in second.post(address_of(table), {"result": "0-1"}, follow=True).text
    assert differ in first.get(address_of(table)).text
    answer = second.post(address_of(table), {"result": "1-0"}, follow=True)  # they have talked
    assert differ not in answer.text
    assert statuses(table) == ["waiting", "replaced"]


@pytest.mark.parametrize("make", [make_game, make_table])
def test_a_proposal_sent_again_is_made_once(make: Callable[[], tuple[Event, Table]]) -> None:
    """Its answer was lost, and with it the cookie: meanwhile the arbiter has turned it down."""
    event, table = make()
    form = {"result": "1-0"} if make is make_game else sent(FOUR)
    for _time in range(2):
        answer = Client().post(address_of(table), form, headers={"Idempotency-Key": "a7"})
        assert answer.status_code == 302
        reject(event, make_user(), table.pk, table.proposals.get().pk)
    assert statuses(table) == ["rejected"]


def test_a_phone_that_sent_again_corrects_what_arrived_first() -> None:
    _event, table = make_game()
    phone, key = Client(), {"Idempotency-Key": "a7"}
    phone.post(address_of(table), {"result": "1-0"}, headers=key)
    phone.cookies.clear()  # the answer was lost
    phone.post(address_of(table), {"result": "1-0"}, headers=key)
    phone.post(address_of(table), {"result": "0-1"}, headers={"Idempotency-Key": "a8"})
    assert statuses(table) == ["replaced", "waiting"]


def test_a_phone_whose_number_cannot_be_stored_proposes_all_the_same() -> None:
    """Anybody may send any cookie."""
    _event, table = make_game()
    for result in ("1-0", "0-1"):
        cookie = '"\\000' + "x" * 40 + '"'
        answer = Client().post(address_of(table), {"result": result}, headers={"Cookie": f"phone={cookie}"})
        assert answer.status_code == 302
    assert statuses(table) == ["replaced", "waiting"]


def test_a_helper_at_the_table_enters_once_what_he_sends_again(helper: Client, club: Club) -> None:
    """Sent again after somebody has undone it."""
    event, table = make_game(club)
    form, key = {"result": "1-0"}, {"Idempotency-Key": "a7"}
    helper.post(address_of(table), form, headers=key)
    assert scores_at(table) == [1, 0]
    undo_result(event, ResultEntry.objects.get().user, table.round)
    helper.post(address_of(table), form, headers=key)
    assert scores_at(table) == [None, None]


def propose_at_two_tables(club: Club) -> tuple[Event, Table, Table]:
    """An event with a table of which two phones contradict each other, and one with a single proposal."""
    event, table = make_game(club)
    other = table_of(table.round, 2)
    propose_result(event, table.pk, "1-0", phone="one")
    propose_result(event, table.pk, "0-1", phone="two")
    propose_result(event, other.pk, "=-=")
    return event, table, other


def test_all_at_once_leaves_out_what_two_phones_contradict(helper: Client, club: Club) -> None:
    event, table, _other = propose_at_two_tables(club)
    answer = helper.post(reverse("rounds:confirm_all", args=[event.slug, 1]), on_page(event), follow=True)
    assert "1 proposta confermata." in answer.text
    assert "Tavolo 1: due risultati diversi, decidi tu quale vale." in answer.text
    assert scores_at(table) == [None, None]
    assert statuses(table) == ["waiting", "waiting"]


def test_all_at_once_is_told_on_the_page_with_what_is_left(helper: Client, club: Club) -> None:
    """Nothing is loaded again: the rows that changed, and the panel of what two phones contradict."""
    event, _table, other = propose_at_two_tables(club)
    answer = helper.post(reverse("rounds:confirm_all", args=[event.slug, 1]), on_page(event), **HTMX)
    assert answer.status_code == 200
    assert answer.text.count("1 proposta confermata.") == 2, "shown, and read aloud"
    assert f'id="table-{other.pk}"' in answer.text
    assert answer.text.count("decidi tu quale vale") == 2
    Event.objects.filter(pk=event.pk).update(closed_at=timezone.now())
    refused = helper.post(reverse("rounds:confirm_all", args=[event.slug, 1]), **HTMX)
    assert refused.status_code == 422
    assert "Il torneo è chiuso" in refused.text


def test_all_at_once_of_a_round_that_is_gone_leads_to_what_there_is_now(helper: Client, club: Club) -> None:
    event, _table, _other = propose_at_two_tables(club)
    take_back(event, 1)
    discard(event, 1)
    gone = helper.post(reverse("rounds:confirm_all", args=[event.slug, 1]), **HTMX)
    hall = reverse("rounds:event", args=[event.slug])
    assert (gone.status_code, gone["HX-Redirect"]) == (200, hall)
    assert "Il turno 1 non c’è più" in helper.get(hall).text


def test_choosing_one_of_two_turns_the_other_down() -> None:
    event, table = make_game()
    propose_result(event, table.pk, "1-0", phone="one")
    propose_result(event, table.pk, "0-1", phone="two")
    second = table.proposals.get(phone="two")
    with pytest.raises(ActionRefused, match="sono arrivati due risultati diversi"):
        confirm(event, make_user(), table.pk, second.pk)  # from a page that did not show both
    confirm(event, make_user(), table.pk, second.pk, replacing=True)
    assert scores_at(table) == [0, 1]
    assert statuses(table) == ["rejected", "confirmed"]


def test_what_says_the_same_as_the_result_is_settled(helper: Client, club: Club) -> None:
    event, table = make_game(club)
    propose_result(event, table.pk, "1-0")
    record_result(event, make_user(), table.pk, "1-0")
    assert "propone" not in helper.get(panel(event), **HTMX).text


def test_correcting_starts_from_what_the_table_says(arbiter: Client, club: Club) -> None:
    event, table = make_table(club=club)
    propose_scores(event, table.pk, FOUR)
    proposal = table.proposals.get()
    page = arbiter.get(f"/e/{event.slug}/rounds/1/?proposal={proposal.pk}").text
    assert f'id="t{table.pk}-1-points" name="1-points" value="54"' in page
    expected = page.partition('name="expected" value="')[2].partition('"')[0]
    arbiter.post(decide("scores", event, table), sent(OTHER, expected=expected, proposal=proposal.pk))
    assert scores_at(table) == OTHER
    assert statuses(table) == ["rejected"]


def test_result_and_proposal_are_one(arbiter: Client, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    event, table = make_table(club=club)
    propose_scores(event, table.pk, FOUR)

    def refuse(_proposals: ProposalQuerySet, **_kwargs: object) -> None:
        raise ActionRefused("Il torneo è stato chiuso.")

    monkeypatch.setattr(ProposalQuerySet, "update", refuse)
    answer = arbiter.post(
        decide("scores", event, table), sent(OTHER, proposal=table.proposals.get().pk), **HTMX
    )
    assert (answer.status_code, "Il torneo è stato chiuso." in answer.text) == (422, True)
    assert scores_at(table) == [None] * 4
    assert statuses(table) == ["waiting"]


@pytest.mark.parametrize("players", [4, 25])
def test_queries_of_the_panel(helper: Client, club: Club, players: int, django_assert_num_queries) -> None:
    event, table = make_table(players, club=club)
    for one in table.round.tables.all():
        propose_scores(event, one.pk, [*FOUR, SeatScore(points=3)][: one.seats.count()])
    with django_assert_num_queries(PANEL):
        helper.get(panel(event), **HTMX)


PANEL = 9
