"""Numbers given by rating, and entries made after the numbers were given."""

import hashlib
import html
import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event, NumberingMethod
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.documents.exporting import exported
from clubtornei.rounds.documents.importing import import_event
from clubtornei.rounds.models import Round
from clubtornei.rounds.numbers.actions import announce_draw, cancel_draw, draw_numbers
from clubtornei.rounds.participation.entries import actions as entry_actions
from pairing.registry import SYSTEM_SPECS
from scoring.record import read, write
from tests.factories import make_drawn_event, make_entered_event, make_event, make_player
from tests.rounds.changes import change_entry, change_settings
from tests.rounds.numbers.test_numbers import fresh, numbers_of, page, post

pytestmark = pytest.mark.django_db


def rated(club: Club) -> Event:
    """Five players of an Amalfi: two with equal ratings, one without a rating."""
    event = make_event(club, system="amalfi", options={"rounds": 3})
    for rating, title in ((1500, ""), (1800, ""), (None, "CM"), (1800, ""), (1500, "2N")):
        entry_actions.enter(event, [make_player(club, fide_rating=rating, title=title)])
    return event


def test_without_lots_the_numbers_follow_the_rating_list(club: Club, arbiter: Client) -> None:
    event = rated(club)
    post(arbiter, event, "announce")
    assert "Assegna i numeri" in page(arbiter, event)

    answer = post(arbiter, event, "draw_numbers")

    assert answer.url == reverse("rounds:draw", args=[event.slug])
    event = fresh(event)
    assert (event.draw_method, event.drawn) == ("rating", True)
    given = numbers_of(event)
    assert {given[2], given[4]} == {1, 2}  # level: by lot
    assert (given[5], given[1], given[3]) == (3, 4, 5)  # the title; who has no rating is last
    text = html.unescape(page(arbiter, event))
    assert "Lista per Elo" in text
    assert text.count("…</td>") == 2  # the lots of those two only
    assert "python -m pairing draw" not in text
    first = min(
        (2, 4), key=lambda entry_no: hashlib.sha256(f"{event.seed}\0001\0draw\0{entry_no}".encode()).digest()
    )
    assert given[first] == 1


def test_a_way_that_the_system_has_not_is_refused(club: Club, arbiter: Client) -> None:
    event = rated(club)
    announce_draw(event)
    for method in (NumberingMethod.RANDOM, NumberingMethod.VARMA, NumberingMethod.HAND):
        with pytest.raises(ActionRefused, match="non si danno così"):
            draw_numbers(event, method)
    swiss = make_entered_event(6, club, system="club-swiss")
    announce_draw(swiss)
    with pytest.raises(ActionRefused, match="non si danno così"):
        draw_numbers(swiss, NumberingMethod.VARMA)
    assert "Varma" not in page(arbiter, swiss)


def test_c042_equals_are_numbered_by_name(club: Club, arbiter: Client, client: Client) -> None:
    event = make_event(club, system="dutch", options={"rounds": 3})
    for name, rating in (("D’Àngelo Ugo", 1800), ("Bassi Eva", 1800), ("Danti Ivo", 1800), ("Zen Ada", 1900)):
        entry_actions.enter(event, [make_player(club, name=name, fide_rating=rating)])
    announce_draw(event)
    assert "Chi è pari anche in questo va in ordine alfabetico." in html.unescape(page(arbiter, event))
    draw_numbers(event, NumberingMethod.RATING)

    assert numbers_of(fresh(event)) == {4: 1, 2: 2, 1: 3, 3: 4}
    assert "…</code>" not in page(arbiter, event)  # no lot decided
    Event.objects.filter(pk=event.pk).update(published=True)
    assert "in ordine alfabetico" in html.unescape(client.get(f"/t/{event.slug}/verify/").content.decode())

    entry_actions.enter(event, [make_player(club, name="Abate Leo", fide_rating=1800)])
    assert numbers_of(fresh(event))[5] == 2


def test_a_rating_changed_after_the_numbers_were_given_is_told(club: Club, arbiter: Client) -> None:
    event = rated(club)
    announce_draw(event)
    draw_numbers(event, NumberingMethod.RATING)
    event.entries.filter(entry_no=1).update(rating=2500)
    assert "la lista darebbe altri numeri" in page(arbiter, event)


@pytest.mark.parametrize("seed", ["seme 1", "seme 2", "seme 3"])
def test_a_later_number_leaves_the_draw_as_it_was(seed: str, club: Club, arbiter: Client) -> None:
    """Wherever the newcomer's own random key would be: among the others, last, first."""
    event = drawn_with_newcomer(club, seed)

    text = html.unescape(page(arbiter, event))
    assert "entrato dopo" in text
    assert "non sono quelli che il seme dà" not in text
    assert text.count("…</td>") == 5
    assert "python -m pairing draw" not in text  # it would draw six


def drawn_with_newcomer(club: Club, seed: str = "seme 2") -> Event:
    """Five players drawn in random order, and a sixth entered later.

    With the seed `seme 2` a draw of all six would give the same numbers.
    """
    event = make_entered_event(5, club, system="club-swiss", published=True)
    announce_draw(event, seed=seed)
    draw_numbers(event, NumberingMethod.RANDOM)
    before = numbers_of(event)
    entry_actions.enter(event, [make_player(club, "Tardivo")])
    assert numbers_of(event) == before | {6: 6}
    return fresh(event)


def test_an_entry_after_the_draw_is_told(club: Club, arbiter: Client, client: Client) -> None:
    event = drawn_with_newcomer(club)
    imported = import_event(club, read(write(exported(event)), SYSTEM_SPECS))
    for known in (event, imported):
        Event.objects.filter(pk=known.pk).update(published=True)
        assert client.get(f"/t/{known.slug}/verify/").content.decode().count("…</code>") == 5
        assert "entrato dopo" in page(arbiter, known)
    public = json.loads(client.get(f"/t/{event.slug}/document.json").content)
    assert [player.get("site") for player in public["players"]] == [None] * 5 + [{"late_number": True}]


def test_a_cancelled_draw_forgets_who_came_after_it(club: Club, arbiter: Client) -> None:
    event = drawn_with_newcomer(club)
    cancel_draw(event)
    announce_draw(event, seed="seme 3")
    draw_numbers(event, NumberingMethod.RANDOM)
    text = html.unescape(page(arbiter, event))
    assert "entrato dopo" not in text
    assert text.count("…</td>") == 6


def test_where_all_came_after_the_draw_nothing_is_proven(club: Club, arbiter: Client) -> None:
    event = drawn_with_newcomer(club)
    event.entries.update(late_number=True)
    assert "non sono quelli che il seme dà" in html.unescape(page(arbiter, event))


LISTS = ["fide", "fsi", "club"]


def listed(club: Club, *ratings: dict[str, int], **fields: Any) -> Event:
    """An Amalfi whose players have these ratings."""
    event = make_event(club, system="amalfi", options={"rounds": 3}, **fields)
    for of_lists in ratings:
        entry_actions.enter(event, [make_player(club, **of_lists)])
    return event


def numbered(event: Event) -> dict[int, int]:
    announce_draw(event)
    draw_numbers(event, NumberingMethod.RATING)
    return numbers_of(fresh(event))


CLUB_AND_FIDE = (
    {"club_rating": 2200},
    {"fide_rating": 1800, "club_rating": 1500},
    {"fide_rating": 1800, "fsi_rating": 1},
)


def test_a_club_rating_no_longer_goes_before_those_of_the_events_list(club: Club, arbiter: Client) -> None:
    event = listed(club, *CLUB_AND_FIDE, rating_lists=LISTS)
    assert numbered(event) == {1: 3, 2: 2, 3: 1}
    text = html.unescape(page(arbiter, event))
    assert "seguono la lista «Elo FIDE»" in text
    assert "decide il titolo; poi, nell’ordine: Elo FSI, Punteggio sociale." in text


def test_late_entries_are_numbered_by_the_events_lists(club: Club) -> None:
    event = listed(club, *CLUB_AND_FIDE, rating_lists=LISTS)
    numbered(event)
    entry_actions.enter(event, [make_player(club, fsi_rating=2500)])
    assert numbers_of(fresh(event)) == {1: 4, 2: 2, 3: 1, 4: 3}


def test_choosing_the_lists_reads_the_roster_once_and_then_only_moves_the_ratings(club: Club) -> None:
    event = listed(club, *CLUB_AND_FIDE)
    announce_draw(event)
    change_settings(event, rating_lists=["club", "fide", "fsi"])
    event = fresh(event)
    ratings = lambda: [[entry.rating, *entry.other_ratings] for entry in event.entries.order_by("entry_no")]  # noqa: E731
    assert ratings() == [[2200, None, None], [1500, 1800, None], [None, 1800, 1]]
    assert not event.commitment  # numbers would be others: the draw is announced again

    change_entry(event, 1, rating=2250, other_ratings=[1000, None])
    change_settings(event, rating_lists=LISTS)
    assert ratings()[0] == [1000, None, 2250]


def test_the_lists_are_fixed_by_the_draw(club: Club, arbiter: Client) -> None:
    event = listed(club, *CLUB_AND_FIDE, rating_lists=LISTS)
    numbered(event)
    with pytest.raises(ActionRefused, match="annulla prima il sorteggio"):
        change_settings(event, rating_lists=["club", "fide", "fsi"])
    assert "rating_lists" not in arbiter.get(reverse("rounds:settings", args=[event.slug])).content.decode()


def test_the_wizard_asks_for_the_lists_and_a_document_carries_them(club: Club, arbiter: Client) -> None:
    address = reverse("events:new", args=[club.slug]) + "?formula=amalfi"
    text = html.unescape(arbiter.get(address).content.decode())
    assert "Elo FIDE, Elo FSI, Punteggio sociale" in text
    data = {"name": "Estivo", "starts_on": "2026-08-01", "rating_lists": "fsi fide club"}
    data |= {"option-rounds": "3", "option-bye_points": "1", "option-late_points": "0.5", "ranking": "points"}
    data |= {
        "scoring": "game",
        "shown": "game",
        "scoring-win": "1",
        "scoring-draw": "0.5",
        "scoring-loss": "0",
    }
    assert arbiter.post(address, data).status_code == 302
    event = Event.objects.get(name="Estivo")
    assert event.rating_lists == ["fsi", "fide", "club"]
    entry_actions.enter(event, [make_player(club, fide_rating=1800, club_rating=1500)])
    document = exported(event)
    assert (document.players[0].rating, document.players[0].other_ratings) == (None, (1800, 1500))
    again = import_event(club, read(write(document), SYSTEM_SPECS))
    assert again.rating_lists == event.rating_lists
    assert exported(again).players == document.players


@pytest.mark.parametrize(("rounds", "numbers"), [(3, {1: 2, 2: 3, 3: 4, 4: 5, 5: 1}), (4, {5: 5})])
def test_c042_numbers_are_frozen_from_round_4(rounds: int, numbers: dict[int, int], club: Club) -> None:
    event = make_drawn_event(4, club, system="dutch", options={"rounds": 6}, rating_lists=["fide"])
    for number in range(1, rounds + 1):
        Round.objects.create(stage=event.stages.get(), number=number, published_at=timezone.now())
    entry_actions.enter(event, [make_player(club, fide_rating=2500)])
    assert numbers_of(fresh(event)) == {1: 1, 2: 2, 3: 3, 4: 4} | numbers


def test_the_entries_page_numbers_and_pairs_at_once(club: Club, arbiter: Client) -> None:
    event = make_entered_event(4, club, system="amalfi", options={"rounds": 3})
    entries = page(arbiter, event, "entries")
    assert f'action="{reverse("rounds:draw_numbers", args=[event.slug])}"' in entries
    assert f'href="{reverse("rounds:draw", args=[event.slug])}"' in entries

    answer = arbiter.post(reverse("rounds:draw_numbers", args=[event.slug]), {"at_once": "1", "number": "1"})

    assert answer.headers["Location"] == reverse("rounds:round", args=[event.slug, 1])
    assert fresh(event).drawn
    assert Round.objects.get(stage__event=event).published_at is None


def test_two_official_lists_together_number_the_players(club: Club) -> None:
    event = make_event(club, system="amalfi", options={"rounds": 3}, rating_lists=["fide_fsi", "club"])
    for fide, national in ((1900, 2100), (None, 2000), (None, None)):
        entry_actions.enter(event, [make_player(club, fide_rating=fide, fsi_rating=national)])
    announce_draw(event)
    draw_numbers(event, NumberingMethod.RATING)
    assert numbers_of(event) == {2: 1, 1: 2, 3: 3}

    document = exported(event)
    assert document.report.rating_lists == ("fide-national", "club")
    assert [player.identity.rating_list for player in document.players] == ["national", "fide", ""]
    again = import_event(club, read(write(document), SYSTEM_SPECS))
    assert again.rating_lists == ["fide_fsi", "club"]
