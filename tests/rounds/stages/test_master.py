"""A Master of more than a hundred: two parallel tournaments, two winners, one final ranking."""

from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.stages import entrant_actions
from clubtornei.rounds.stages.closing_actions import close
from scoring.record import write
from tests.commands import run
from tests.rounds.staged import play
from tests.rounds.stages.test_formula_offers import codes, qualified

PLAYERS = 104


def test_a_master_of_more_than_a_hundred_to_its_final_ranking(club: Club, arbiter: Client) -> None:
    event = qualified(club, "master-2016", PLAYERS)
    sizes = []
    for stage in (2, 3, 4, 5):
        entrant_actions.begin_stage(event, stage)
        play(event, 1, stage)
        sizes.append(len(event.stages.get(number=stage).entrants))
    assert sizes == [16, 16, 4, 4]
    entrants = [set(stage.entrants) for stage in event.stages.filter(number__gt=1).order_by("number")]
    assert not entrants[0] & entrants[1] and entrants[2] <= entrants[0] and entrants[3] <= entrants[1]
    assert codes(event) == []
    close(event)
    event.refresh_from_db()

    ranked = event.final_ranking
    assert [row["rank"] for row in ranked[:9]] == [1, 1, 3, 3, 5, 5, 7, 7, 9]
    assert {row["player"] for row in ranked[:8]} == entrants[2] | entrants[3]
    assert sorted(row["player"] for row in ranked) == list(range(1, PLAYERS + 1))
    answer = run("scoring", "standings", "-", "--final", given=write(document_of(event)).encode()).answer
    told = [
        {key: value for key, value in row["values"].items() if value is not None} for row in answer["rows"]
    ]
    assert [
        (row["rank"], row["player"], values) for row, values in zip(answer["rows"], told, strict=True)
    ] == [(row["rank"], row["player"], row["values"]) for row in ranked]
    final = reverse("rounds:final", args=[event.slug])
    shown = [arbiter.get(final, {"page": page}).text.count('id="place-') for page in (1, 2)]
    assert shown == [100, PLAYERS - 100]
    winners = arbiter.get(reverse("rounds:why_final", args=[event.slug, ranked[1]["player"]])).text
    assert "hanno lo stesso posto in finale: restano pari" in winners


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
        table = reverse("rounds:final" if room == "rounds" else "public:event", args=[event.slug])
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
