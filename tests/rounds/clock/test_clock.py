"""The clock of a round: its time, who may change it, and the turns that end each table’s game."""

import hashlib
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubtornei.accounts.models import Club, Role
from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.clock import actions
from clubtornei.rounds.clock.end_of_game import TurnEvent
from clubtornei.rounds.drafts.round_actions import discard, take_back
from clubtornei.rounds.models import Clock, EndOfGame, Round, Table
from tests.factories import make_round, make_seated_event, signed_in

pytestmark = pytest.mark.django_db


def make_timed_round(players: int = 8, ending: str = "2014", *, up: bool = False) -> tuple[Event, Round]:
    """A published round with a clock; `up`: its time ran out a minute ago."""
    event = make_seated_event(players, published=True)
    round_ = make_round(event)
    actions.set_clock(event, round_, 90, ending)
    if up:
        Clock.objects.of(round_).update(ends_at=timezone.now() - timedelta(minutes=1), left=None)
    return event, round_


def first_table(round_: Round) -> Table:
    return round_.tables.games()[0]


def test_the_clock_runs_stands_and_runs_on() -> None:
    event, round_ = make_timed_round()

    actions.start(event, round_)
    running = Clock.objects.of(round_).get()
    actions.pause(event, round_)
    standing = Clock.objects.of(round_).get()

    assert running.left is None
    assert running.ends_at is not None
    assert timedelta(minutes=89) < running.ends_at - timezone.now() <= timedelta(minutes=90)
    assert standing.ends_at is None
    assert standing.left is not None
    assert 89 * 60 < standing.left <= 90 * 60


def test_a_clock_that_has_run_out_is_not_paused() -> None:
    event, round_ = make_timed_round(up=True)
    ran_out = Clock.objects.of(round_).get().ends_at

    actions.pause(event, round_)

    clock = Clock.objects.of(round_).get()
    assert (clock.ends_at, clock.left) == (ran_out, None)


def test_starting_twice_does_not_give_more_time() -> None:
    event, round_ = make_timed_round()
    actions.start(event, round_)
    ends_at = Clock.objects.of(round_).get().ends_at

    actions.start(event, round_)

    assert Clock.objects.of(round_).get().ends_at == ends_at


def test_five_minutes_more_are_five_minutes_more_running_or_not() -> None:
    event, round_ = make_timed_round()

    actions.add_minutes(event, round_, 5)
    standing = Clock.objects.of(round_).get().left
    actions.start(event, round_)
    actions.add_minutes(event, round_, -10)
    ends_at = Clock.objects.of(round_).get().ends_at

    assert standing == 95 * 60
    assert ends_at is not None
    assert ends_at - timezone.now() < timedelta(minutes=85, seconds=1)


def test_a_time_that_is_up_gets_no_more_minutes() -> None:
    event, round_ = make_timed_round(up=True)

    with pytest.raises(ActionRefused, match="scaduto"):
        actions.add_minutes(event, round_, 5)


def test_the_secret_time_is_at_least_90_minutes() -> None:
    event, round_ = make_timed_round()

    with pytest.raises(ActionRefused, match="almeno 90"):
        actions.set_clock(event, round_, 60, "secret")


def test_the_judge_stops_the_tables_only_after_the_time_is_up() -> None:
    event, round_ = make_timed_round(ending="secret")
    actions.start(event, round_)
    with pytest.raises(ActionRefused, match="quando il minuto è venuto"):
        actions.stop_all_tables(event, round_)

    Clock.objects.of(round_).update(ends_at=timezone.now() - timedelta(minutes=15, seconds=1))
    actions.stop_all_tables(event, round_)

    assert Clock.objects.of(round_).get().stopped_at is not None


def test_the_secret_minute_is_fixed_beforehand_and_only_its_judge_can_see_it() -> None:
    event, round_ = make_timed_round()
    client, other = (signed_in(event.club, Role.ARBITER) for _ in range(2))
    address = reverse("rounds:set_clock", args=[event.slug, round_.number])
    data = {"minutes": 90, "ending": "secret", "earliest": 97, "latest": 97}
    assert client.post(address, data).status_code == 302
    clock = Clock.objects.of(round_).get()
    shown = f"97 {clock.secret_salt}"
    public = reverse("public:clock", args=[event.slug])
    page = reverse("rounds:clock", args=[event.slug, round_.number])

    assert clock.secret_minute == 97
    assert clock.secret_hash == hashlib.sha256(shown.encode()).hexdigest()
    assert "al minuto 97" in client.get(page).content.decode()
    for text in (other.get(page).content.decode(), Client().get(public).content.decode()):
        assert clock.secret_hash in text
        assert clock.secret_salt not in text
        assert "minuto 97" not in text

    actions.start(event, round_)
    Clock.objects.of(round_).update(ends_at=timezone.now() - timedelta(minutes=6))
    with pytest.raises(ActionRefused, match="quando il minuto è venuto"):
        actions.stop_all_tables(event, round_)
    Clock.objects.of(round_).update(ends_at=timezone.now() - timedelta(minutes=7))
    actions.stop_all_tables(event, round_)

    assert shown in Client().get(public).content.decode()


def test_the_secret_minute_stays_once_the_clock_was_started() -> None:
    event, round_ = make_timed_round(ending="secret")
    first = Clock.objects.of(round_).get()
    again = actions.set_clock(event, round_, 90, "secret", (92, 92))
    assert (again.secret_minute, again.secret_hash == first.secret_hash) == (92, False)

    actions.start(event, round_)
    kept = actions.set_clock(event, round_, 90, "secret", (99, 99))

    assert (kept.secret_minute, kept.secret_hash) == (92, again.secret_hash)
    with pytest.raises(ActionRefused, match="già fissato"):
        actions.add_minutes(event, round_, 5)
    with pytest.raises(ActionRefused, match="già fissato"):
        actions.set_clock(event, round_, 100, "secret")
    with pytest.raises(ActionRefused, match="già fissato"):
        actions.set_clock(event, round_, 90, "2014")


@pytest.mark.parametrize(
    ("limits", "field"),
    [
        ({"earliest": 95, "latest": 92}, "latest"),
        ({"earliest": 95}, "latest"),
        ({"earliest": 80, "latest": 99}, "earliest"),
    ],
)
def test_wrong_limits_of_the_secret_minute_name_their_field(limits: dict[str, int], field: str) -> None:
    event, round_ = make_timed_round()
    client = signed_in(event.club, Role.ARBITER)
    address = reverse("rounds:set_clock", args=[event.slug, round_.number])

    answer = client.post(address, {"minutes": 90, "ending": "secret", **limits})

    assert (answer.status_code, list(answer.context["form"].errors)) == (422, [field])
    assert Clock.objects.of(round_).get().ending == "2014"


def test_the_minute_is_drawn_between_the_limits() -> None:
    event, round_ = make_timed_round()
    drawn = {actions.set_clock(event, round_, 90, "secret", (91, 93)).secret_minute for _ in range(60)}

    assert drawn == {91, 92, 93}


def test_a_draft_has_no_clock() -> None:
    event = make_seated_event(8)
    round_ = make_round(event, published=False)

    with pytest.raises(ActionRefused, match="bozza"):
        actions.set_clock(event, round_, 90, "2014")


def test_what_all_see_changes_with_no_hand_of_the_clock(client: Client) -> None:
    """Their page is kept until something is written; that the time is up, clock.js says. The judge's page is
    made for each request.
    """
    event, _round = make_timed_round(up=True)
    assert "data-clock-up hidden" in client.get(f"/t/{event.slug}/clock/").text
    judges = signed_in(event.club, Role.HELPER).get(f"/e/{event.slug}/rounds/1/clock/").text
    assert "data-clock-up>" in judges


def test_the_end_begins_when_the_time_is_up_with_who_is_still_in() -> None:
    event, round_ = make_timed_round()
    table = first_table(round_)
    with pytest.raises(ActionRefused, match="scaduto"):
        actions.begin_end_of_game(event, table, 1, 1, [])
    Clock.objects.of(round_).update(ends_at=timezone.now(), left=None)

    with pytest.raises(ActionRefused, match="Scegli chi ha cominciato la partita e di chi è il turno"):
        actions.begin_end_of_game(event, table, 1, 0, [])
    with pytest.raises(ActionRefused, match="ancora in gioco"):
        actions.begin_end_of_game(event, table, 2, 3, [3])
    with pytest.raises(ActionRefused, match="non c’è quel posto"):
        actions.begin_end_of_game(event, table, 2, 5, [])
    end = actions.begin_end_of_game(event, table, 2, 4, [3])

    assert (end.order, end.running) == ([2, 4, 1], 4)


def test_two_who_press_for_the_same_turn_end_it_once() -> None:
    event, round_ = make_timed_round(up=True)
    table = first_table(round_)
    actions.begin_end_of_game(event, table, 1, 1, [])

    actions.record_turn(event, table, TurnEvent(what="ended"), 0)
    with pytest.raises(ActionRefused, match="è successo altro"):
        actions.record_turn(event, table, TurnEvent(what="ended"), 0)

    assert len(EndOfGame.objects.get(table=table).turns) == 1


def test_turns_are_taken_back_one_by_one_and_at_last_the_end_itself() -> None:
    event, round_ = make_timed_round(up=True)
    table = first_table(round_)
    actions.begin_end_of_game(event, table, 1, 1, [])
    actions.record_turn(event, table, TurnEvent(what="out", out=3), 0)

    actions.undo_turn(event, table, 1)
    left = EndOfGame.objects.get(table=table).turns
    actions.undo_turn(event, table, 0)

    assert left == []
    assert not EndOfGame.objects.filter(table=table).exists()


def test_an_end_that_has_begun_is_not_begun_again() -> None:
    event, round_ = make_timed_round(4, up=True)
    table = first_table(round_)
    actions.begin_end_of_game(event, table, 1, 1, ())
    actions.record_turn(event, table, TurnEvent(what="ended"), 0)

    with pytest.raises(ActionRefused, match="già cominciati"):
        actions.begin_end_of_game(event, table, 1, 1, ())

    assert len(EndOfGame.objects.get(table=table).turns) == 1


def test_a_round_taken_back_leaves_its_clock_behind() -> None:
    event, round_ = make_timed_round(4, up=True)
    actions.begin_end_of_game(event, first_table(round_), 1, 1, ())

    take_back(event, 1)

    assert not Clock.objects.of(round_).exists()
    assert not EndOfGame.objects.exists()


def test_a_secret_minute_outlives_a_round_that_is_taken_back_and_drawn_again() -> None:
    event, round_ = make_timed_round(ending="secret")
    fixed = Clock.objects.of(round_).get()
    actions.start(event, round_)
    arbiter = signed_in(event.club, Role.ARBITER)
    asked = arbiter.get(reverse("rounds:take_back", args=[event.slug, 1]))
    assert "resta quello, con la sua impronta" in " ".join(asked.text.split())

    take_back(event, 1)
    with pytest.raises(ActionRefused, match="bozza"):
        actions.start(event, round_)
    discard(event, 1)
    again = make_round(event)

    kept = Clock.objects.of(again).get()
    assert (kept.secret_text, kept.judge, kept.left) == (fixed.secret_text, fixed.judge, 90 * 60)
    actions.set_clock(event, again, 90, "secret", (120, 120))
    assert Clock.objects.of(again).get().secret_text == fixed.secret_text
    with pytest.raises(ActionRefused, match="già fissato"):
        actions.set_clock(event, again, 100, "bare")
    assert fixed.secret_hash in arbiter.get(reverse("public:clock", args=[event.slug])).text


def test_a_secret_minute_shown_to_everybody_is_not_that_of_the_round_played_again() -> None:
    event, round_ = make_timed_round(ending="secret")
    actions.start(event, round_)
    Clock.objects.of(round_).update(ends_at=timezone.now() - timedelta(hours=1))
    actions.stop_all_tables(event, round_)
    take_back(event, 1)
    assert not Clock.objects.exists()


def test_a_game_is_ended_from_the_page() -> None:
    event, round_ = make_timed_round(up=True)
    table = first_table(round_)
    client = signed_in(event.club, Role.HELPER)
    end, turn = f"/e/{event.slug}/tables/{table.pk}/end/", f"/e/{event.slug}/tables/{table.pk}/turn/"

    client.post(end, {"first": "1", "running": "4"})
    for expected, do in enumerate(["ended", "ended", "ended", "ended"]):
        client.post(turn, {"do": do, "expected": str(expected)})
    refused = client.post(turn, {"do": "dice", "die": ["3", ""], "expected": "4"}, follow=True)
    page = client.post(turn, {"do": "dice", "die": ["1", "2"], "expected": "4"}, follow=True)

    assert "Scegli che cosa hanno dato i due dadi" in refused.content.decode()
    assert "i dadi hanno dato 3" in page.content.decode()


def test_what_the_page_never_sends_is_refused() -> None:
    event, round_ = make_timed_round(up=True)
    table = first_table(round_)
    client = signed_in(event.club, Role.ARBITER)
    turn = f"/e/{event.slug}/tables/{table.pk}/turn/"
    actions.begin_end_of_game(event, table, 1, 1, [])

    for data in (
        {},
        {"do": "out-x", "expected": "0"},
        {"do": "throw", "expected": "0"},
        {"do": "x", "expected": "-1"},
    ):
        assert client.post(turn, data).status_code == 302
    assert client.post(f"/e/{event.slug}/rounds/1/clock/turn/", {"do": "explode"}).status_code == 302
    wrong = client.post(f"/e/{event.slug}/rounds/1/clock/set/", {"minutes": "0", "ending": "x"})

    assert wrong.status_code == 422
    assert EndOfGame.objects.get(table=table).turns == []


def test_an_old_page_does_not_set_back_a_clock_that_was_started_since(club: Club, arbiter: Client) -> None:
    event = make_seated_event(4, club)
    round_ = make_round(event)
    actions.set_clock(event, round_, 90, "2014")
    actions.start(event, round_)
    address = reverse("rounds:set_clock", args=[event.slug, 1])

    refused = arbiter.post(address, {"minutes": 60, "ending": "2014", "expected": ""})

    assert "è stato avviato o cambiato" in refused.text
    assert Clock.objects.of(round_).get().running_until
    page = arbiter.get(reverse("rounds:clock", args=[event.slug, 1])).text
    assert f'value="{Clock.objects.of(round_).get().running_until}"' in page
