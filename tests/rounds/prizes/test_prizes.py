"""Prizes on the site: announced, computed as results stand, confirmed, and read by everybody."""

import json
import re
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.documents.exporting import document_of, exported
from clubtornei.rounds.documents.importing import import_event
from clubtornei.rounds.drafts.round_actions import draw_round, publish
from clubtornei.rounds.models import ResultEntry
from clubtornei.rounds.participation.entries.actions import enter
from clubtornei.rounds.prizes.queries import computed_awards, prizes_of
from clubtornei.rounds.results.actions import correct_result, record_result
from clubtornei.rounds.spreadsheets.event_spreadsheets import spreadsheet_pages_of
from clubtornei.rounds.stages.closing_actions import close, reopen
from clubtornei.rounds.stages.entrant_actions import begin_stage
from pairing.registry import SYSTEM_SPECS
from scoring.record import read, write
from tests.factories import make_all_results, make_drawn_event, make_played_event, make_round
from tests.rounds.pages.test_old_forms import Fields, form_with
from tests.rounds.staged import FIRST_FOUR, make_staged_event, play, score_all

pytestmark = pytest.mark.django_db

GENERAL = {"name": "Assoluta", "places": "1° 100\n60 + coppa\nprosciutto (20)", "division": "half"}
U16 = {"name": "U16", "places": "50", "age_to": "15", "age_on": "2026-12-31", "entrants": "1"}


def page(event: Event, name: str = "prizes", *args: int) -> str:
    return reverse(f"rounds:{name}", args=[event.slug, *args])


def sent(shown: str, *categories: dict[str, str], **rules: str) -> dict[str, str]:
    """The form of the prizes as a browser sends it."""
    counts = {"TOTAL_FORMS": str(len(categories)), "INITIAL_FORMS": "0"}
    fields = {f"categories-{key}": value for key, value in counts.items()}
    for number, category in enumerate(categories):
        fields |= {f"categories-{number}-{key}": value for key, value in category.items()}
    return {"shown": shown, "games": "0", **fields, **rules}


def shown(client: Client, event: Event, name: str = "prizes_change") -> str:
    return form_with(client, page(event, name), "shown")["shown"][0]


def announced(client: Client, event: Event, *categories: dict[str, str], **rules: str) -> Event:
    answer = client.post(page(event, "prizes_change"), sent(shown(client, event), *categories, **rules))
    assert answer.status_code == 302, answer.text
    return Event.objects.get(pk=event.pk)


def played(club: Club, **fields: Any) -> Event:
    """Of four: the ranking is 3, 2, 1, 4; 4 is born in 2012."""
    event = make_played_event(4, 3, club, ranking=["points", "wins", "sonneborn_berger"], **fields)
    event.entries.filter(entry_no=4).update(identity={"born": "2012-05-04", "sex": "w"})
    return event


def test_prizes_are_announced_on_the_public_pages_before_round_1(arbiter: Client, club: Club) -> None:
    event = make_drawn_event(4, club, published=True)
    assert arbiter.get(page(event)).text.count("Scrivi i premi") == 1
    announced(arbiter, event, GENERAL, U16, games="2")
    assert arbiter.get(page(event, "event")).text.count(f'href="{page(event)}"') == 1
    for path in (f"/t/{event.slug}/", f"/t/{event.slug}/rules/", f"/t/{event.slug}/prizes/"):
        text = Client().get(path).text
        assert "età fino a 15 al 31/12/2026 · con almeno 1 iscritti" in text
        assert "Chi ha giocato meno di 2 partite non ha premi." in text
    assert [place.money for place in prizes_of(Event.objects.get()).categories[0].places] == [
        Decimal(100),
        Decimal(60),
        Decimal(0),
    ]


@pytest.mark.parametrize(
    ("category", "said"),
    [
        ({**GENERAL, "places": "100\n80 70"}, "Riga 2"),
        ({**GENERAL, "places": "50\n100"}, "vale più di quello prima"),
        ({**U16, "age_from": "16"}, "16 è più di 15"),
        ({**U16, "age_on": ""}, "manca il giorno"),
        ({**GENERAL, "federation": "I1"}, "Tre lettere"),
    ],
)
def test_wrong_prizes_are_refused(arbiter: Client, club: Club, category: dict[str, str], said: str) -> None:
    event = make_drawn_event(4, club)
    answer = arbiter.post(page(event, "prizes_change"), sent(shown(arbiter, event), category))
    assert answer.status_code == 422
    assert said in answer.text
    assert Event.objects.get().prizes == {}


def test_an_old_page_overwrites_no_colleagues_prizes(arbiter: Client, club: Club) -> None:
    event = make_drawn_event(4, club)
    old = shown(arbiter, event)
    announced(arbiter, event, GENERAL)
    answer = arbiter.post(page(event, "prizes_change"), sent(old, U16), follow=True)
    assert "Intanto un altro ha cambiato i premi" in answer.text
    assert [category["name"] for category in Event.objects.get().prizes["categories"]] == ["Assoluta"]


def test_after_round_1_a_change_is_dated_as_the_form_says(arbiter: Client, club: Club) -> None:
    said = "Il turno 1 è già pubblicato: fra le regole il pubblico legge che cosa cambia"
    assert said not in arbiter.get(page(make_drawn_event(4, club), "prizes_change")).text
    event = played(club)
    assert said in arbiter.get(page(event, "prizes_change")).text
    announced(arbiter, event, GENERAL)
    rules = f"/t/{event.slug}/rules/"
    assert "Premi (aggiunto): Assoluta: 100 €; 60 € + coppa; prosciutto" in Client().get(rules).text
    in_english = Client(headers={"accept-language": "en"}).get(rules).text
    assert "Prizes: rewritten." in in_english and "tutti" not in in_english


def test_prizes_added_before_round_1_are_no_change_of_the_announcement(arbiter: Client, club: Club) -> None:
    event = make_drawn_event(4, club, published=True)
    announced(arbiter, event, GENERAL)
    assert "Il bando è cambiato" not in Client().get(f"/t/{event.slug}/").text
    announced(arbiter, event, U16)
    assert "Il bando è cambiato" in Client().get(f"/t/{event.slug}/").text


def test_the_form_of_the_prizes_shows_what_is_written_and_no_empty_category(
    arbiter: Client, club: Club
) -> None:
    event = make_drawn_event(4, club)
    empty = arbiter.get(page(event, "prizes_change")).text
    assert "Nuova categoria" in empty
    assert re.findall(r'<input[^>]*name="([\w-]+)"[^>]*data-focus', empty) == ["categories-0-name"]
    announced(arbiter, event, GENERAL, U16)
    written = " ".join(arbiter.get(page(event, "prizes_change")).text.split())
    assert "Nuova categoria" not in written and "data-focus" not in written
    assert "Chi concorre: tutti" in written and "Chi concorre: età fino a 15 al 31/12/2026" in written
    assert '<details class="panel">' in written and '<details class="panel" open>' not in written


def test_the_public_reads_a_prize_a_row(arbiter: Client, club: Club) -> None:
    event = announced(arbiter, played(club, published=True), GENERAL)
    arbiter.post(page(event, "prizes_confirm"), {"shown": shown(arbiter, event, "prizes")})
    answer = Client().get(f"/t/{event.slug}/prizes/")
    columns = [column.key for column in answer.context["report"].page_columns]
    assert columns == ["rank", "name", "money", "thing"]


def test_after_the_last_result_the_desk_says_what_comes_in_which_order(arbiter: Client, club: Club) -> None:
    event = announced(arbiter, played(club), GENERAL)
    sentences = ["conferma i premi, poi chiudi il torneo.", "Tutti i turni sono giocati: chiudi il torneo."]
    before = arbiter.get(page(event, "event"), follow=True).text
    arbiter.post(page(event, "prizes_confirm"), {"shown": shown(arbiter, event, "prizes")})
    after = arbiter.get(page(event, "event"), follow=True).text
    for text, sentence, name in zip((before, after), sentences, ("prizes", "close"), strict=True):
        assert sentence in text
        assert f'class="button primary" href="{page(event, name)}"' in " ".join(text.split())


def test_written_prizes_are_two_pages_and_a_tie_says_what_confirming_waits_for(
    arbiter: Client, club: Club
) -> None:
    event = make_drawn_event(4, club, published=True)
    make_all_results(event, make_round(event))
    fields = sent(shown(arbiter, event), {"name": "Coppa", "places": "coppa"})
    text = arbiter.post(page(event, "prizes_change"), fields, follow=True).text
    assert "Decidi chi viene prima fra i pari, poi conferma." in text
    assert re.search(r"<button [^>]*disabled[^>]*>\s*Conferma i premi", text)
    level = {"level": ["1", "2", "3", "4"], "first": "2"}
    text = arbiter.post(page(event, "prizes_decide"), level, follow=True).text
    assert "Guarda chi vince che cosa, poi conferma." in text
    assert not re.search(r"<button [^>]*disabled", text)
    digest = {"shown": shown(arbiter, event, "prizes")}
    assert "Premi pubblicati." in arbiter.post(page(event, "prizes_confirm"), digest, follow=True).text


def with_prizes(client: Client, club: Club, *categories: dict[str, str]) -> Event:
    event = played(club)
    event.prizes = announced(client, make_drawn_event(4, club), *categories).prizes
    event.save()
    return event


def winners(event: Event) -> list[tuple[int, int]]:
    found = computed_awards(event)
    assert found
    return [(one.player, one.money) for each in found.awards.categories for one in each.awards]


def test_organisers_see_who_wins_as_the_results_stand(arbiter: Client, club: Club) -> None:
    event = with_prizes(arbiter, club, GENERAL, U16)
    text = arbiter.get(page(event)).text
    [first, *_others] = computed_awards(event).awards.categories[0].awards  # type: ignore[union-attr]
    assert (first.player, first.money) == (3, 10_000)
    assert "È 1° in classifica" in text
    assert "Conferma i premi" in text
    assert "Chi ha vinto che cosa" not in Client().get(f"/t/{event.slug}/").text
    before = winners(event)
    table = ResultEntry.objects.latest("pk").table
    correct_result(event, club.memberships.get().user, table.pk, "0-1")
    assert winners(Event.objects.get(pk=event.pk)) != before


def test_confirmed_prizes_are_public_everywhere_with_the_reason(arbiter: Client, club: Club) -> None:
    event = with_prizes(arbiter, club, GENERAL, U16)
    close(event)
    seen = form_with(arbiter, page(event), "shown")["shown"][0]
    arbiter.post(page(event, "prizes_confirm"), {"shown": seen})
    event = Event.objects.get(pk=event.pk)
    assert event.awards
    public = Client().get(f"/t/{event.slug}/prizes/").text
    assert "Giocatore 004" in public and re.search('<small class="soft">[^<]*di chi concorre', public)
    assert "È 1° in classifica" not in public, "the prize of the first place goes to the first"
    assert "Chi ha vinto che cosa" in Client().get(f"/t/{event.slug}/").text
    assert "Ha vinto il premio «U16»: 50 €." in Client().get(f"/t/{event.slug}/players/4/").text
    answer = Client().get(f"/api/v1/events/{event.slug}/prizes/").json()
    assert answer["confirmed"]
    assert ("U16", 1, 4, "50") in [
        (one["category"], one["place"], one["player"]["id"], one["money"]) for one in answer["prizes"]
    ]
    assert "2012" not in write(document_of(event, public=True))
    assert [row[0] for row in spreadsheet_pages_of(event)["prizes"].rows][-1] == "U16"
    copied = import_event(club, read(write(exported(event)), SYSTEM_SPECS))
    copied.refresh_from_db()
    assert (copied.prizes, copied.awards) == (event.prizes, event.awards)


@pytest.mark.parametrize("written", [False, True])
def test_who_closes_an_event_reads_what_is_to_be_done_about_prizes(
    written: bool, arbiter: Client, club: Club
) -> None:
    event = with_prizes(arbiter, club, GENERAL) if written else played(club)
    said = "Premi da confermare" if written else "Nessun premio è scritto"
    link = f'href="{page(event) if written else page(event, "prizes_change")}"'
    closing = arbiter.get(page(event, "close")).text
    assert said in closing and link in closing
    close(event)
    closed = arbiter.get(page(event, "event")).text
    assert said in closed and link in closed
    if written:
        digest = shown(arbiter, event, "prizes")
        arbiter.post(page(event, "prizes_confirm"), {"shown": digest})
        assert said not in arbiter.get(page(event, "event")).text


def test_what_was_confirmed_stays_until_it_is_confirmed_again(arbiter: Client, club: Club) -> None:
    event = with_prizes(arbiter, club, GENERAL)
    seen = form_with(arbiter, page(event), "shown")["shown"][0]
    table = ResultEntry.objects.latest("pk").table
    correct_result(event, club.memberships.get().user, table.pk, "0-1")
    old = arbiter.post(page(event, "prizes_confirm"), {"shown": seen}, follow=True)
    assert "Intanto è cambiato qualcosa" in old.text
    assert Event.objects.get(pk=event.pk).awards is None
    arbiter.post(
        page(event, "prizes_confirm"), {"shown": form_with(arbiter, page(event), "shown")["shown"][0]}
    )
    assert "Il pubblico legge chi ha vinto che cosa" in arbiter.get(page(event)).text
    for address in (
        f"/t/{event.slug}/",
        reverse("rounds:own", args=[event.entries.get(entry_no=2).link_key]),
    ):
        assert "Hai vinto il premio «Assoluta»" in Client().get(address).text


@pytest.mark.parametrize("reopened", [False, True])
def test_prizes_are_to_be_confirmed_again_once_the_results_give_them_to_others(
    reopened: bool, arbiter: Client, club: Club
) -> None:
    event = with_prizes(arbiter, club, GENERAL)
    Event.objects.filter(pk=event.pk).update(published=True)
    event.refresh_from_db()
    arbiter.post(page(event, "prizes_confirm"), {"shown": shown(arbiter, event, "prizes")})
    if reopened:
        close(event)
        reopen(event)
    public = f"/api/v1/events/{event.slug}/prizes/"
    assert Client().get(public).json()["confirmed"]
    table = ResultEntry.objects.latest("pk").table
    confirmed = Event.objects.get(pk=event.pk).awards
    assert confirmed
    correct_result(event, club.memberships.get().user, table.pk, "0-1")
    assert Event.objects.get(pk=event.pk).awards == {}
    assert not Client().get(public).json()["confirmed"]
    step = " ".join(arbiter.get(page(event, "event"), follow=True).text.split())
    assert "conferma di nuovo i premi, poi chiudi" in step
    assert f'class="button primary" href="{page(event)}"' in step
    closing = arbiter.get(page(event, "close")).text
    assert "Premi da confermare di nuovo" in closing and f'href="{page(event)}"' in closing
    arbiter.post(page(event, "prizes_confirm"), {"shown": shown(arbiter, event, "prizes")})
    assert winners(event) and Event.objects.get(pk=event.pk).awards not in (confirmed, {})


def test_what_confirmed_prizes_name_stays_while_they_are_public(arbiter: Client, club: Club) -> None:
    event = make_played_event(4, 1, club, system="amalfi", options={"rounds": 3})
    event = announced(arbiter, event, U16, {"name": "Soci", "places": "20", "mark": "socio"})
    late = enter(event, [club.players.create(name="Tardi Ugo", birth_year=2012)]).entries[0]
    arbiter.post(page(event, "prizes_confirm"), {"shown": shown(arbiter, event, "prizes")})
    assert "prima togli la conferma" in arbiter.get(page(event)).text
    fields = sent(shown(arbiter, event), U16)
    refusals = [
        arbiter.post(page(event, "prizes_change"), fields, follow=True),
        arbiter.post(
            page(event, "prizes_marks"), {"mark-0": [1], "shown": shown(arbiter, event)}, follow=True
        ),
        arbiter.post(page(event, "entry_remove", late.entry_no), follow=True),
    ]
    assert all("I premi sono confermati" in answer.text for answer in refusals)
    prizes = prizes_of(Event.objects.get())
    assert (len(prizes.categories), prizes.marked) == (2, {})
    assert event.entries.filter(pk=late.pk).exists()
    arbiter.post(page(event, "prizes_take_back"))
    arbiter.post(page(event, "entry_remove", late.entry_no))
    assert not event.entries.filter(pk=late.pk).exists()


def test_awards_that_no_page_could_explain_are_refused(arbiter: Client, club: Club) -> None:
    event = with_prizes(arbiter, club, U16)
    arbiter.post(page(event, "prizes_confirm"), {"shown": shown(arbiter, event, "prizes")})
    document = json.loads(write(exported(Event.objects.get(pk=event.pk))))
    [award] = document["site"]["awards"]["categories"][0]["awards"]
    for strange in (
        {"code": "magic"},
        {"level": [99]},
        {"moved_up": [{"player": 1, "code": "magic"}]},
        {"division": "magic"},
        {"division": "half", "own": "NaN"},
    ):
        document["site"]["awards"]["categories"][0]["awards"] = [award | strange]
        with pytest.raises(ActionRefused, match=r"site\.awards"):
            import_event(club, read(json.dumps(document), SYSTEM_SPECS))
    document["site"]["awards"]["categories"][0]["awards"] = [award | {"division": "half", "own": 25}]
    assert import_event(club, read(json.dumps(document), SYSTEM_SPECS)).awards


def test_who_gives_up_lets_the_others_move_up(arbiter: Client, club: Club) -> None:
    event = with_prizes(arbiter, club, {**GENERAL, "places": "100", "division": "none"})
    assert winners(event) == [(3, 10_000)]
    arbiter.post(page(event, "prizes_give_up", 3), {"gives_up": "1"})
    event = Event.objects.get(pk=event.pk)
    assert [player for player, _money in winners(event)] == [2]
    assert "rinuncia ai premi" in arbiter.get(page(event)).text
    arbiter.post(page(event, "prizes_give_up", 3), {"gives_up": "0"})
    assert winners(Event.objects.get(pk=event.pk)) == [(3, 10_000)]


def test_who_is_level_on_everything_is_decided_by_somebody(arbiter: Client, club: Club) -> None:
    event = make_drawn_event(4, club)
    make_all_results(event, make_round(event))
    event.prizes = {"categories": [{"name": "Coppa", "places": [{"thing": "coppa"}]}]}
    event.save()
    text = arbiter.get(page(event)).text
    assert "Sono pari in tutto" in text
    arbiter.post(page(event, "prizes_decide"), {"level": ["1", "2", "3", "4"], "first": "2"})
    event = Event.objects.get(pk=event.pk)
    assert [player for player, _money in winners(event)] == [2]
    arbiter.post(page(event, "prizes_decide"))
    assert "Sono pari in tutto" in arbiter.get(page(event)).text


def test_who_was_put_first_for_a_prize_stands_first_among_those_level(arbiter: Client, club: Club) -> None:
    event = make_drawn_event(4, club, published=True)
    make_all_results(event, make_round(event))
    event.prizes = {"categories": [{"name": "Coppa", "places": [{"thing": "coppa"}]}]}
    event.save()
    for first in (3, 2):
        arbiter.post(page(event, "prizes_decide"), {"level": ["1", "2", "3", "4"], "first": str(first)})
    close(event, unfinished=True, level=True)

    def ranked() -> list[tuple[int, int]]:
        answer = Client().get(f"/api/v1/events/{event.slug}/standings/").json()
        return [(row["rank"], row["player"]["id"]) for row in answer["rows"]]

    assert ranked() == [(1, 1), (1, 2), (1, 3), (1, 4)]
    arbiter.post(page(event, "prizes_confirm"), {"shown": shown(arbiter, event, "prizes")})
    assert ranked() == [(1, 3), (1, 2), (1, 1), (1, 4)]
    podium = Client().get(f"/t/{event.slug}/").text.split('class="winners"')[1]
    assert podium.index("Giocatore 003") < podium.index("Giocatore 002") < podium.index("Giocatore 001")
    text = arbiter.get(page(event)).text
    assert "Rinuncia<" not in text and "Dimentica chi viene prima" not in text
    before = Event.objects.get(pk=event.pk).prizes
    for old_button, fields in (
        (page(event, "prizes_decide"), {"level": ["1", "2", "3", "4"], "first": "4"}),
        (page(event, "prizes_decide"), {}),
        (page(event, "prizes_give_up", 3), {"gives_up": "1"}),
    ):
        answer = arbiter.post(old_button, fields, follow=True)
        assert "prima togli la conferma, con il pulsante della pagina «Premi»" in answer.text
    assert Event.objects.get(pk=event.pk).prizes == before
    arbiter.post(page(event, "prizes_take_back"))
    text = arbiter.get(page(event)).text
    assert "Rinuncia<" in text and "Dimentica chi viene prima" in text


def test_while_a_round_is_played_nobody_is_asked_who_comes_first(arbiter: Client, club: Club) -> None:
    event = with_prizes(arbiter, club, GENERAL)
    assert page(event, "prizes_confirm") in arbiter.get(page(event)).text
    table = ResultEntry.objects.latest("pk").table
    record_result(event, club.memberships.get().user, table.pk, "")
    text = arbiter.get(page(event)).text
    assert "Il turno 3 non è finito: chi prende che cosa si vede quando lo è." in text
    assert "viene prima" not in text and page(event, "prizes_confirm") not in text


def test_while_a_final_is_played_nobody_is_asked_who_comes_first(arbiter: Client, club: Club) -> None:
    event = make_staged_event(12, FIRST_FOUR, club=club)
    event.prizes = {"categories": [{"name": "Coppa", "places": [{"thing": "coppa"}]}]}
    event.save()
    play(event, 1, 1)
    begin_stage(event, 2)
    final = publish(event, draw_round(event, 1, stage=2).number, stage=2)
    text = arbiter.get(page(event)).text
    assert "La fase «Finale» non è finita: chi prende che cosa si decide quando lo è." in text
    assert "viene prima" not in text and page(event, "prizes_confirm") not in text
    score_all(final)
    assert page(event, "prizes_confirm") in arbiter.get(page(event)).text


def test_a_mark_of_ones_own_says_who_competes_and_nobody_else_reads_it(arbiter: Client, club: Club) -> None:
    event = with_prizes(arbiter, club, {"name": "Soci", "places": "20", "mark": "socio"})
    assert winners(event) == []
    fields: Fields = form_with(arbiter, page(event, "prizes_marks"), "shown")
    arbiter.post(page(event, "prizes_marks"), fields | {"mark-0": ["4"]})
    event = Event.objects.get(pk=event.pk)
    assert winners(event) == [(4, 2000)]
    assert '"marked"' not in write(document_of(event, public=True))


def test_a_minor_has_initials_in_public(arbiter: Client, club: Club) -> None:
    event = with_prizes(arbiter, club, GENERAL, U16)
    entry = event.entries.get(entry_no=4)
    entry.player.birth_year = event.starts_on.year - 14
    entry.player.save()
    event.entries.filter(entry_no=4).update(name="G. 0.")
    arbiter.post(
        page(event, "prizes_confirm"), {"shown": form_with(arbiter, page(event), "shown")["shown"][0]}
    )
    assert "Giocatore 004" in arbiter.get(page(event)).text
    assert "Giocatore 004" not in Client().get(f"/t/{event.slug}/prizes/").text
