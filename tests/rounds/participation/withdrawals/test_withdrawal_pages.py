"""The pages of leaving and coming back: shown first, then done."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.drafts.round_actions import draw_round, publish
from clubtornei.rounds.participation.withdrawals.actions import withdraw
from clubtornei.rounds.participation.withdrawals.consequences import consequences
from clubtornei.rounds.stages import closing_actions as closing
from tests.factories import make_all_results, make_drawn_event, make_played_event, make_round

pytestmark = pytest.mark.django_db


def page(client: Client, event: Event, **query: Any) -> Any:
    return client.get(reverse("rounds:withdraw", args=[event.slug]), query)


def confirm(client: Client, event: Event, **data: Any) -> Any:
    return client.post(reverse("rounds:withdraw", args=[event.slug]), data, follow=True)


def words(response: Any) -> str:
    return " ".join(response.content.decode().split())


def test_one_chooses_a_player_and_the_page_says_what_it_does(arbiter: Client, club: Club) -> None:
    event = make_played_event(6, 2, club)
    publish(event, draw_round(event, 3).number)
    before = document_of(event)

    response = page(arbiter, event, player=6)

    text = words(response)
    assert "Giocatore 006 lascia dal turno 3: con 2 partite giocate su 5, meno della metà" in text
    assert "Cambiano i tavoli del turno 3, già pubblico" in text
    assert "Giocatore 002 – Giocatore 006" in text
    assert '½ → <strong>1<span class="half"></span></strong>' in text
    assert "0.5" not in text
    assert document_of(event) == before


def test_what_the_preview_shows_is_what_is_done(club: Club) -> None:
    """Ranking, ranks and tables of the preview are those found after confirming."""
    event = make_played_event(6, 2, club)
    publish(event, 3 if draw_round(event, 3) else 0)
    leaving = event.entries.get(entry_no=6)
    foreseen = consequences(event, leaving, 3)
    withdraw(event, leaving.pk, 3)
    back = consequences(event, event.entries.get(entry_no=6), None)
    assert [(line.name, line.before, line.after) for line in foreseen.ranking.lines]
    assert {(line.name, line.before, line.after) for line in foreseen.ranking.lines} == {
        (line.name, line.after, line.before) for line in back.ranking.lines
    }
    assert [(game.before, game.after) for game in foreseen.games] == [
        (game.after, game.before) for game in back.games
    ]
    assert foreseen.published == back.published == [3]


def test_confirming_withdraws_and_leads_back_to_the_entries(arbiter: Client, club: Club) -> None:
    event = make_played_event(6, 3, club)
    response = confirm(arbiter, event, player=6, round=4, effect="forfeits")
    assert response.redirect_chain[-1][0] == reverse("rounds:entries", args=[event.slug])
    assert "Ritiro registrato: Giocatore 006 non gioca più dal turno 4." in words(response)
    assert "Annulla il ritiro" in arbiter.get(reverse("rounds:card", args=[event.slug, 6])).text
    assert event.entries.get(entry_no=6).withdrawn == 4


def test_who_leaves_an_open_table_is_told_so_before_and_after(arbiter: Client, club: Club) -> None:
    event = make_drawn_event(6, club, system="amalfi", options={"rounds": 3})
    round_ = make_round(event)
    player = round_.tables.get(number=2).seated[0].entry.entry_no
    still = "Turno 1, tavolo 2: manca ancora il suo risultato. Se non gioca, lì si segna"
    assert still in words(page(arbiter, event, player=player))

    assert still in words(confirm(arbiter, event, player=player, round=2, effect="forfeits"))

    make_all_results(event, round_)
    other = round_.tables.get(number=1).seated[0].entry.entry_no
    assert "manca ancora" not in words(page(arbiter, event, player=other))


def test_what_changed_meanwhile_is_shown_again(arbiter: Client, club: Club) -> None:
    event = make_played_event(6, 2, club)
    response = confirm(arbiter, event, player=6, round=3, effect="forfeits")
    assert response.status_code == 422
    assert "Intanto è cambiato un risultato" in words(response)
    assert event.entries.get(entry_no=6).withdrawn is None


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"player": 6, "round": 2}, "ha giocato il turno 2"),
        ({"player": 99}, "Non è tra chi può ritirarsi"),
        ({"player": "x"}, "Non è tra chi può ritirarsi"),
        ({"player": 6, "round": 40}, "40"),
        ({"player": ""}, "obbligatorio"),
    ],
)
def test_what_cannot_be_is_said(arbiter: Client, club: Club, query: dict[str, Any], sentence: str) -> None:
    event = make_played_event(6, 2, club)
    response = page(arbiter, event, **query)
    assert response.status_code == 422
    assert sentence in words(response)
    assert "Non è stato salvato niente" not in words(response), "a link was followed"
    assert confirm(arbiter, event, **query).status_code == 422
    assert not event.entries.exclude(withdrawn=None).exists()


def test_coming_back_shows_and_gives_the_games_back(arbiter: Client, club: Club) -> None:
    event = make_played_event(6, 2, club)
    withdraw(event, event.entries.get(entry_no=6).pk, 3)
    publish(event, draw_round(event, 3).number)
    address = reverse("rounds:come_back", args=[event.slug, 6])
    text = words(arbiter.get(address))
    assert "Ritiro dal turno 3" in text
    assert "Giocatore 002 – Giocatore 006" in text

    assert "Giocatore 006 è di nuovo in gioco." in words(arbiter.post(address, follow=True))
    assert event.entries.get(entry_no=6).withdrawn is None
    assert arbiter.post(address).url == reverse("rounds:card", args=[event.slug, 6]), "he has not withdrawn"
    assert arbiter.get(reverse("rounds:come_back", args=[event.slug, 99])).status_code == 404


def test_a_closed_event_refuses(arbiter: Client, club: Club) -> None:
    event = make_played_event(4, 1, club)
    withdraw(event, event.entries.get(entry_no=1).pk, 2)
    closing.close(event, unfinished=True, level=True)
    assert "Il torneo è chiuso" in words(page(arbiter, event, player=4))
    assert "Il torneo è chiuso" in words(confirm(arbiter, event, player=4, round=2, effect="annulled"))
    address = reverse("rounds:come_back", args=[event.slug, 1])
    assert "Il torneo è chiuso" in words(arbiter.get(address))
    assert "Il torneo è chiuso" in words(arbiter.post(address))
    assert [entry.withdrawn for entry in event.entries.order_by("entry_no")] == [2, None, None, None]


def test_only_who_is_still_in_a_bracket_can_leave(arbiter: Client, club: Club) -> None:
    event = make_drawn_event(8, club, system="knockout")
    round_ = make_round(event)
    lost = [table.seats.get(position=2).entry for table in round_.tables.games()]

    def offered() -> set[str]:
        field = arbiter.get(reverse("rounds:withdraw", args=[event.slug])).context["form"].fields["player"]
        return {entry.name for entry in field.queryset}

    assert len(offered()) == 8
    make_all_results(event, round_, "1-0")
    assert offered() == {entry.name for entry in event.entries.all()} - {entry.name for entry in lost}


def test_once_the_last_round_is_paired_nobody_is_offered_to_leave(arbiter: Client, club: Club) -> None:
    event = make_drawn_event(4, club, system="amalfi", options={"rounds": 2})
    make_all_results(event, make_round(event))
    hall = reverse("rounds:event", args=[event.slug])
    assert "Ritira un giocatore" in words(arbiter.get(hall, follow=True))
    make_round(event)

    assert "Ritira un giocatore" not in words(arbiter.get(hall, follow=True))
    shown = page(arbiter, event, player=1)  # as the list of entries leads there
    assert shown.status_code == 200
    assert "non c’è più un turno da cui ritirarsi. Chi non si presenta si segna al suo tavolo." in words(
        shown
    )
    assert "Guarda che cosa comporta" not in words(shown)


def test_a_draft_in_the_way_is_discarded_from_the_page_that_asks_for_it(arbiter: Client, club: Club) -> None:
    event = make_drawn_event(6, club, system="amalfi", options={"rounds": 3})
    draw_round(event, 1)
    shown = page(arbiter, event, player=2).text
    address = reverse("rounds:discard", args=[event.slug, 1])
    assert f'action="{address}"' in shown and 'name="back" value="rounds:withdraw"' in shown
    answer = arbiter.post(address, {"back": "rounds:withdraw", "player": "2"}, follow=True)
    assert "Ritira Giocatore 002 dal turno 1" in words(answer)
    assert "Scarta la bozza" not in words(answer)
