"""A Master of more than a hundred: two parallel tournaments, two winners, one final ranking."""

from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.rounds.stages import entrant_actions
from clubtornei.rounds.stages.closing_actions import close
from tests.rounds.staged import play
from tests.rounds.stages.test_formula_offers import qualified


def test_why_a_place_of_the_final_ranking_is_said_to_all(club: Club, arbiter: Client) -> None:
    event = qualified(club, "master-2020", 17)
    page = reverse("rounds:why_final", args=[event.slug, 1])
    assert "Il torneo non è ancora chiuso" in arbiter.get(page).text
    for stage in (2, 3):
        entrant_actions.begin_stage(event, stage)
        play(event, 1, stage)
    close(event)
    type(event).objects.filter(pk=event.pk).update(published=True)
    event.refresh_from_db()
    ranked = [row["player"] for row in event.final_ranking]
    champion, fourth, fifth, sixth = ranked[0], ranked[3], ranked[4], ranked[5]
    for room, client in (("rounds", arbiter), ("public", Client())):
        table = reverse("rounds:final" if room == "rounds" else "public:standings", args=[event.slug])
        shown = client.get(table).text
        for entry_no in ranked:
            assert reverse(f"{room}:why_final", args=[event.slug, entry_no]) in shown
        first = client.get(reverse(f"{room}:why_final", args=[event.slug, champion])).text
        assert "è in testa: davanti non c’è nessuno" in first
        assert "per: posto in finale (1 contro 2)" in first
        below = client.get(reverse(f"{room}:why_final", args=[event.slug, fifth])).text
        assert f"Giocatore {fourth:03} ha giocato la finale, Giocatore {fifth:03} no." in below
        assert f"Giocatore {fifth:03} è davanti a Giocatore {sixth:03} per: " in below
        assert "Di che cosa è fatta la somma" in below and "Eliminatoria" in below
        assert client.get(reverse(f"{room}:why_final", args=[event.slug, 99])).status_code == 404
