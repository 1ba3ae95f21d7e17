"""The draw of the order numbers: announcing, drawing or typing in, proving, cancelling."""

import hashlib
import html
import json
import re
import subprocess
import sys
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event, NumberingMethod
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.drafts.round_actions import draw_round, publish
from clubtornei.rounds.numbers.actions import (
    announce_draw,
    cancel_draw,
    draw_at_once,
    draw_numbers,
    enter_numbers,
)
from clubtornei.rounds.numbers.numbering import methods_of
from clubtornei.rounds.participation.attendance.actions import set_plans
from tests.factories import (
    draw_by_lot,
    make_all_results,
    make_drawn_event,
    make_entered_event,
    make_entries,
    make_event,
    make_round,
)
from tests.rounds.changes import change_entry

pytestmark = pytest.mark.django_db


def numbers_of(event: Event) -> dict[int, int | None]:
    return dict(event.entries.values_list("entry_no", "number"))


def fresh(event: Event) -> Event:
    return Event.objects.get(pk=event.pk)


def page(client: Client, event: Event, name: str = "draw") -> str:
    return client.get(reverse(f"rounds:{name}", args=[event.slug])).content.decode()


def post(client: Client, event: Event, name: str, **data: Any) -> Any:
    return client.post(reverse(f"rounds:{name}", args=[event.slug]), data)


def test_before_the_draw_the_page_says_how_far_the_roll_call_is(arbiter: Client, club: Club) -> None:
    event = make_entered_event(3, club)
    for present, words in ((None, "L’appello non è stato fatto."), (1, "Appello: 1 presente di 3.")):
        event.entries.filter(entry_no=present).update(present=True)
        assert words in page(arbiter, event)
        assert ("Chi manca resta in calendario" in page(arbiter, event)) == bool(present)
    event.entries.update(present=True)
    assert "ppello" not in page(arbiter, event).partition("<main")[2]


def test_who_is_missing_at_the_roll_call_stays_entered_and_does_not_play_round_1(
    arbiter: Client, club: Club
) -> None:
    event = make_entered_event(6, club, system="amalfi", options={"rounds": 3})
    event.entries.exclude(entry_no__in=[2, 5]).update(present=True)
    called = page(arbiter, event, "presence")
    assert "Mancano Giocatore 002, Giocatore 005. Chi manca resta iscritto ed è assente" in called
    assert f'href="/e/{event.slug}/draw/">Vai' in called
    assert "Chi manca resta iscritto ed è assente al turno 1." in page(arbiter, event)

    post(arbiter, event, "draw_numbers", at_once="1")

    away = "Non giocano il turno 1, ma restano in torneo: Giocatore 002, Giocatore 005."
    assert away in page(arbiter, event)
    assert away in page(arbiter, event, "event")
    round_ = draw_round(event, 1)
    assert set(event.entries.filter(seats__round=round_).values_list("entry_no", flat=True)) == {1, 3, 4, 6}

    # They are still away in round 2, until a tap says that they have come.
    publish(event, 1)
    set_plans(event, 5, {2: "plays"})
    make_all_results(event, round_)
    assert (
        "Non gioca il turno 2, ma resta in torneo: Giocatore 002."
        in arbiter.get(f"/e/{event.slug}/rounds/1/").text
    )
    again = draw_round(event, 2)
    assert set(event.entries.filter(seats__round=again).values_list("entry_no", flat=True)) == {1, 3, 4, 5, 6}


def test_a_bracket_drawn_by_lot_does_not_say_that_ratings_decide(arbiter: Client, club: Club) -> None:
    for drawn, said in ((True, "i posti del tabellone si sorteggiano"), (False, "Dall’Elo più alto")):
        event = make_entered_event(4, club, system="knockout", options={"draw": drawn})
        text = page(arbiter, event)
        assert said in text
        assert ("Dall’Elo più alto" in text) != drawn


def test_without_the_numbers_the_roll_call_is_open_again(arbiter: Client, club: Club) -> None:
    event = make_entered_event(4, club, system="amalfi", options={"rounds": 3})
    event.entries.exclude(entry_no=2).update(present=True)
    draw_at_once(event, methods_of(event.stages.get())[0])
    assert event.entries.get(entry_no=2).absent == [1]

    cancel_draw(event)

    assert event.entries.get(entry_no=2).absent == []


def test_without_a_roll_call_everybody_plays_round_1(club: Club) -> None:
    event = make_entered_event(4, club, system="amalfi", options={"rounds": 3})
    event.entries.filter(entry_no=1).update(present=False)
    draw_at_once(event, methods_of(event.stages.get())[0])
    assert not event.entries.exclude(absent=[]).exists()


# Announcing


def test_the_commitment_is_the_sha256_of_seed_and_entries_by_id() -> None:
    event = make_entered_event(2)
    make_entries(event, 1, affiliation="Circolo Centurini")

    announce_draw(event)

    event = fresh(event)
    text = f"{event.seed}\n1\tGiocatore 001\t\n2\tGiocatore 002\t\n3\tGiocatore 003\tCircolo Centurini"
    assert event.commitment == hashlib.sha256(text.encode()).hexdigest()
    assert len(event.seed) == 32
    assert not event.drawn


@pytest.mark.parametrize(
    ("players", "said"),
    [
        (0, "Iscrivi i giocatori: ne servono almeno 3"),
        (1, "C’è 1 iscritto: ne servono almeno 3"),
        (2, "Ci sono 2 iscritti: ne servono almeno 3"),
        (201, "Gli iscritti sono 201"),
    ],
)
def test_too_few_or_too_many_entries_are_not_announced(players: int, said: str) -> None:
    event = make_entered_event(players)

    with pytest.raises(ActionRefused, match=said):
        announce_draw(event)

    assert fresh(event).commitment == ""


def test_an_announced_draw_hides_the_seed(club: Club, arbiter: Client) -> None:
    event = make_entered_event(4, club)

    post(arbiter, event, "announce")

    event, shown = fresh(event), page(arbiter, event)
    assert event.commitment in shown
    assert event.seed not in shown
    assert "Annunciata:" in shown


# Drawing


def test_numbers_follow_the_order_of_the_lots() -> None:
    event = make_entered_event(6)
    announce_draw(event)

    draw_numbers(event, NumberingMethod.RANDOM)

    event = fresh(event)
    lots = {
        entry_no: hashlib.sha256(f"{event.seed}\x001\x00draw\x00{entry_no}".encode()).hexdigest()
        for entry_no in range(1, 7)
    }
    in_order = sorted(lots, key=lots.__getitem__)
    assert numbers_of(event) == {entry_no: number for number, entry_no in enumerate(in_order, 1)}
    assert (event.draw_method, event.drawn) == ("lots", True)


def test_nothing_is_drawn_that_was_not_announced() -> None:
    event = make_entered_event(4)

    with pytest.raises(ActionRefused, match="Prima si annuncia"):
        draw_numbers(event, NumberingMethod.RANDOM)

    assert set(numbers_of(event).values()) == {None}


def test_a_double_click_draws_once(club: Club, arbiter: Client) -> None:
    event = make_entered_event(8, club)
    announce_draw(event)

    first = post(arbiter, event, "draw_numbers", method="lots")
    numbers, drawn_at = numbers_of(event), fresh(event).drawn_at
    second = post(arbiter, event, "draw_numbers", method="varma")

    assert first.url == second.url == reverse("rounds:ceremony", args=[event.slug])
    assert numbers_of(event) == numbers
    assert fresh(event).drawn_at == drawn_at


def test_after_the_draw_the_page_reveals_seed_text_and_lots(club: Club, arbiter: Client) -> None:
    event = make_entered_event(4, club)
    draw_by_lot(event)

    event, shown = fresh(event), page(arbiter, event)

    assert event.seed in shown
    text = re.search(r"<pre[^>]*>(.*?)</pre>", shown, re.S)
    assert text is not None
    assert hashlib.sha256(text[1].encode()).hexdigest() == event.commitment
    assert f"python -m pairing draw {event.slug}.json" in shown
    first = event.entries.get(number=1)
    command = f"printf '%s\\0%s\\0%s\\0%s' {event.seed} 1 draw {first.entry_no} | sha256sum"
    assert command.replace("'", "&#x27;") in shown or command in shown


@pytest.mark.parametrize("method", [NumberingMethod.RANDOM, NumberingMethod.VARMA])
def test_the_command_derives_the_draw(method: NumberingMethod, club: Club, arbiter: Client) -> None:
    event = make_event(club)
    make_entries(event, 4, affiliation="La Torre")
    make_entries(event, 6)
    announce_draw(event)
    draw_numbers(event, method)
    document = arbiter.get(reverse("rounds:export", args=[event.slug])).content

    command = [sys.executable, "-m", "pairing", "draw", "-"] + ["--varma"] * (method == NumberingMethod.VARMA)
    answer = subprocess.run(command, input=document, capture_output=True, check=True)

    derived = {int(entry_no): number for entry_no, number in json.loads(answer.stdout)["numbers"].items()}
    assert derived == numbers_of(event)


def test_the_recipe_gives_the_lot_that_is_shown(club: Club, arbiter: Client) -> None:
    event = make_entered_event(4, club)
    draw_by_lot(event)
    shown = html.unescape(page(arbiter, event))

    recipe = re.search(r"printf .* \| sha256sum", shown)
    assert recipe is not None
    answer = subprocess.run(["sh", "-c", recipe[0]], capture_output=True, check=True, text=True)

    assert f"{answer.stdout[:16]}…" in shown


@pytest.mark.django_db(transaction=True)  # the history tells transactions apart, not statements
def test_a_name_put_right_after_the_draw_does_not_break_the_proof(club: Club, arbiter: Client) -> None:
    event = make_entered_event(4, club)
    draw_by_lot(event)

    change_entry(event, 2, name="Rossi Ugo")

    event, shown = fresh(event), page(arbiter, event)
    text = re.search(r"<pre[^>]*>(.*?)</pre>", shown, re.S)
    assert text is not None
    assert "Giocatore 002" in text[1]
    assert hashlib.sha256(text[1].encode()).hexdigest() == event.commitment


def test_varma_is_offered_where_players_share_a_club(club: Club, arbiter: Client) -> None:
    event = make_event(club)
    make_entries(event, 3, affiliation="La Torre")
    make_entries(event, 6)
    announce_draw(event)

    shown = page(arbiter, event)

    assert "La Torre (3)" in shown
    assert "Busta A" in shown
    assert "3, 4, 8" in shown

    Event.objects.filter(pk=event.pk).update(game="Scopa")
    assert "Busta A" not in page(arbiter, event)


def test_a_varma_draw_shows_which_club_drew_which_group(club: Club, arbiter: Client) -> None:
    event = make_event(club)
    make_entries(event, 3, affiliation="La Torre")
    make_entries(event, 6)
    announce_draw(event)

    post(arbiter, event, "draw_numbers", method="varma")

    torre = sorted(event.entries.filter(affiliation="La Torre").values_list("number", flat=True))
    assert torre in ([3, 4, 8], [5, 7, 9])
    letter = "A" if torre == [3, 4, 8] else "B"
    assert f"busta {letter}: " in page(arbiter, event)
    assert f"La Torre · busta {letter}" in " ".join(page(arbiter, event, "ceremony").split())


@pytest.mark.parametrize("method", ["hand", "lots"])
def test_clubmates_in_the_last_rounds_are_warned_of(club: Club, arbiter: Client, method: str) -> None:
    event = make_event(club)
    make_entries(event, 4, affiliation="La Torre")
    if method == "hand":
        enter_numbers(event, {1: 1, 2: 2, 3: 3, 4: 4})
    else:
        draw_by_lot(event)

    shown = page(arbiter, event)

    assert "Negli ultimi tre turni si incontrano giocatori dello stesso circolo o gruppo" in shown
    assert len(re.findall(r"turno \d: Giocatore", shown)) == 6
    assert "rifallo col Varma" in shown


def test_the_ceremony_holds_everybody_in_the_order_of_the_numbers(club: Club, arbiter: Client) -> None:
    event = make_entered_event(5, club)
    draw_by_lot(event)

    shown = page(arbiter, event, "ceremony")

    names = re.findall(r'<span class="name">([^<]+)</span>', shown)
    assert names == list(event.entries.order_by("number").values_list("name", flat=True))


def test_numbers_that_the_seed_does_not_give_are_said_to_be_such(club: Club, arbiter: Client) -> None:
    event = make_entered_event(5, club)
    draw_by_lot(event)
    assert "non sono quelli che il seme dà" not in page(arbiter, event)

    event.entries.filter(number=1).update(number=6)

    assert "non sono quelli che il seme dà" in page(arbiter, event)


# By hand


def test_numbers_from_an_envelope_are_typed_beside_the_names(club: Club, arbiter: Client) -> None:
    event = make_entered_event(3, club)

    response = post(arbiter, event, "by_hand", **{"number-1": "3", "number-2": "1", "number-3": "2"})

    assert response.url == reverse("rounds:draw", args=[event.slug])
    assert numbers_of(event) == {1: 3, 2: 1, 3: 2}
    event = fresh(event)
    assert (event.draw_method, event.drawn, event.commitment) == ("hand", True, "")
    assert "non c’è un’impronta da controllare" in page(arbiter, event)


def test_wrong_numbers_are_told_at_their_fields(club: Club, arbiter: Client) -> None:
    event = make_entered_event(4, club)

    response = post(arbiter, event, "by_hand", **{"number-1": "2", "number-2": "2", "number-3": "5"})

    assert response.status_code == 422
    errors = response.context["form"].errors
    assert errors == {
        "number-1": ["Il 2 è anche di Giocatore 002."],
        "number-2": ["Il 2 è anche di Giocatore 001."],
        "number-3": ["Un numero da 1 a 4."],
        "number-4": ["Manca il numero."],
    }
    assert not fresh(event).drawn


def test_numbers_by_hand_make_an_announcement_void() -> None:
    event = make_entered_event(3)
    announce_draw(event)
    announced = fresh(event).seed

    enter_numbers(event, {1: 3, 2: 1, 3: 2})

    event = fresh(event)
    assert event.commitment == ""
    assert event.seed not in ("", announced)


@pytest.mark.parametrize("numbers", [{1: 1, 2: 2}, {1: 1, 2: 2, 3: 4}, {1: 1, 2: 2, 4: 3}])
def test_numbers_that_do_not_fit_the_entries_are_refused(numbers: dict[int, int]) -> None:
    event = make_entered_event(3)

    with pytest.raises(ActionRefused, match="gli iscritti sono cambiati"):
        enter_numbers(event, numbers)

    assert set(numbers_of(event).values()) == {None}


# Cancelling


def test_a_cancelled_draw_leaves_nothing_and_is_counted(club: Club, arbiter: Client) -> None:
    event = make_entered_event(4, club)
    draw_by_lot(event)
    seed = fresh(event).seed
    assert "Annullare il sorteggio?" in page(arbiter, event, "cancel_draw")

    post(arbiter, event, "cancel_draw")

    event = fresh(event)
    assert (event.seed, event.commitment, event.draw_method, event.drawn) == ("", "", "", False)
    assert set(numbers_of(event).values()) == {None}
    assert "Prima di questo è stato annunciato o fatto 1 sorteggio, poi annullato." in page(arbiter, event)
    announce_draw(event)
    assert fresh(event).seed != seed


def test_an_announcement_that_fell_is_counted_like_a_draw(club: Club, arbiter: Client) -> None:
    """Otherwise a draw could be announced and cancelled until the seed gives a convenient result."""
    event = make_entered_event(4, club)
    for _ in range(2):
        announce_draw(event)
        cancel_draw(event)

    announce_draw(event)

    assert "sono stati annunciati o fatti 2 sorteggi, poi annullati." in page(arbiter, event)


def test_a_draw_that_a_round_rests_on_stays(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(4, club)
    make_round(event, published=False)

    with pytest.raises(ActionRefused, match="C’è già un turno"):
        cancel_draw(event)

    assert fresh(event).drawn
    assert "Non si può più" in page(arbiter, event, "cancel_draw")
    assert reverse("rounds:cancel_draw", args=[event.slug]) not in page(arbiter, event)


def test_drawn_numbers_are_neither_announced_nor_typed_again() -> None:
    event = make_drawn_event(4)

    with pytest.raises(ActionRefused, match="già stati sorteggiati"):
        announce_draw(event)
    with pytest.raises(ActionRefused, match="già stati sorteggiati"):
        enter_numbers(event, {1: 4, 2: 3, 3: 2, 4: 1})

    assert numbers_of(event) == {1: 1, 2: 2, 3: 3, 4: 4}


def test_where_nobody_waits_the_draw_is_one_click(club: Club, arbiter: Client) -> None:
    event = make_entered_event(5, club)
    assert "Sorteggia subito" in page(arbiter, event)

    answer = post(arbiter, event, "draw_numbers", at_once="1")

    assert answer.url == reverse("rounds:draw", args=[event.slug])  # without the ceremony
    event = fresh(event)
    assert event.drawn and event.seed
    assert sorted(numbers_of(event).values()) == [1, 2, 3, 4, 5]
    drawn = numbers_of(event)
    post(arbiter, event, "draw_numbers", at_once="1")
    assert numbers_of(fresh(event)) == drawn


def test_a_draw_at_once_claims_no_announcement(club: Club, arbiter: Client, client: Client) -> None:
    event = make_entered_event(5, club, published=True)
    post(arbiter, event, "draw_numbers", at_once="1")

    drawn = page(arbiter, event)
    assert "senza annuncio" in drawn and fresh(event).seed in drawn and "python -m pairing draw" in drawn
    assert "annunciata" not in drawn.lower() and "Controllare l’impronta" not in drawn
    public = client.get(reverse("public:verify", args=[event.slug])).content.decode()
    assert "non è stata annunciata nessuna impronta" in public and fresh(event).seed in public
    assert "prima del sorteggio" not in public.lower()


# After the draw players are always called by their number
