import pytest

from clubtornei.players.models import Player
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.documents.importing import import_event
from clubtornei.rounds.numbers.actions import draw_at_once
from clubtornei.rounds.numbers.numbering import methods_of
from clubtornei.rounds.participation.entries import actions as entry_actions
from pairing.registry import SYSTEM_SPECS
from scoring.reading import read
from tests.events.views.test_wizard import FILLED
from tests.factories import (
    draw_by_lot,
    make_club,
    make_drawn_event,
    make_entries,
    make_event,
    make_player,
    make_round,
)
from tests.markup import compact

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def event(club):
    return make_event(club)


def url(event, rest=""):
    return f"/e/{event.slug}/entries/{rest}"


def names(event):
    return list(event.entries.by_name().values_list("name", flat=True))


def told(page):
    return [str(message) for message in page.context["messages"]]


def draw(event):
    draw_by_lot(event)


def test_who_comes_late_is_entered_with_all_that_the_roster_has(arbiter, club):
    event = make_drawn_event(4, club, system="amalfi", options={"rounds": 5})
    make_round(event)
    assert "Tutti gli altri dati" in arbiter.get(url(event, "new/")).content.decode()
    sent = {"name": "Tardi Ugo", "title": "CM", "birth_date": "1990-05-01", "fide_id": "123", "fide_k": "20"}
    arbiter.post(url(event, "new/"), sent)
    entry = event.entries.get(name="Tardi Ugo")
    assert (entry.joined, entry.title) == (2, "CM")
    assert entry.identity["born"] == "1990-05-01"
    assert Player.objects.get(name="Tardi Ugo").fide_k == 20


@pytest.mark.parametrize(("system", "renumbers"), [("dutch", True), ("club-swiss", False)])
def test_that_others_get_new_numbers_is_said_before_and_after(arbiter, club, system, renumbers):
    event = make_event(club, system=system, options={"rounds": 5})
    for name, rating in (("Ada", 1800), ("Bea", 1700), ("Ciro", 1600), ("Dora", 1500)):
        event.entries.create(name=name, rating=rating, entry_no=rating)
    draw_at_once(event, methods_of(event.stages.get())[0])
    make_round(event)
    make_player(club, "Tardi Ugo", fide_rating=2400)
    for before in (url(event, "new/"), url(event) + "?q=tardi"):
        assert ("altri possono cambiare il loro" in arbiter.get(before).text) is renumbers
    after = arbiter.post(url(event, "add/"), {"q": "tardi"}, follow=True).text
    assert ("I numeri d’ordine sono stati riassegnati" in after) is renumbers


def test_who_needs_it_plays_at_a_fixed_table_in_every_round(arbiter, club):
    event = make_drawn_event(8, club, system="amalfi", options={"rounds": 5})
    fixed = {"name": "Giocatore 001", "fixed_table": "3"}
    arbiter.post(url(event, "1/"), fixed)
    answer = arbiter.post(url(event, "2/"), {"name": "Giocatore 002", "fixed_table": "3"})
    assert "Il tavolo 3 è già fissato per Giocatore 001: scegline un altro." in answer.content.decode()
    assert arbiter.post(url(event, "2/"), {"name": "Giocatore 002", "fixed_table": "0"}).status_code == 422

    table = make_round(event).tables.get(number=3)

    assert 1 in [seat.entry.entry_no for seat in table.seated]
    assert table.why[-1].code == "fixed_table"
    copy = import_event(make_club(), document_of(event))
    assert copy.entries.get(entry_no=1).fixed_table == 3


def test_the_search_offers_those_of_the_roster_who_are_not_in_yet(arbiter, event):
    for name in ("D’Angelo Nicolò", "Dangelo Ada", "Rossi Mario"):
        make_player(event.club, name)
    make_player(make_club(), "D’Angelo di un altro circolo")
    entry_actions.enter(event, Player.objects.filter(name="Dangelo Ada"))
    query = {"q": "dangelo"}
    assert [player.name for player in arbiter.get(url(event), query).context["offered"]] == [
        "D’Angelo Nicolò"
    ]
    part = arbiter.get(url(event), query, headers=HTMX).content.decode()
    assert "D’Angelo Nicolò" in part
    assert "Per «dangelo» c’è 1 riga." in compact(part) and "entries/1/remove/" in part
    assert "<html" not in part


def test_once_play_has_begun_enter_lets_nobody_in_instead_of_who_is_sought(arbiter, club):
    event = make_drawn_event(6, club, system="amalfi", options={"rounds": 3})
    make_player(club, "Giocatori Ugo")
    found = arbiter.get(url(event), {"q": "gioca"}, headers=HTMX).text
    assert "Giocatori Ugo" in found and "Invio iscrive" not in found
    assert "Giocatore 001" in found and "Chi entra adesso gioca dal turno" in found
    refused = arbiter.post(url(event, "add/"), {"q": "gioca"}, headers=HTMX)
    assert refused.status_code == 422 and event.entries.count() == 6
    arbiter.post(url(event, "add/"), {"q": "giocatori"}, headers=HTMX)
    assert event.entries.count() == 7


def test_enter_takes_the_first_that_is_found_and_clears_the_search(arbiter, event):
    for name in ("Bianchi Bruno", "Bianchi Ada", "Rossi Mario"):
        make_player(event.club, name)
    page = arbiter.post(url(event, "add/"), {"q": "bian"}, headers=HTMX)
    assert page.status_code == 200
    assert "Bianchi Ada è fra gli iscritti." in page.content.decode()
    assert names(event) == ["Bianchi Ada"]
    assert 'name="q" type="search" value=""' in compact(page.text)


def test_a_surname_that_begins_so_comes_before_given_names_that_do(arbiter, event):
    for name in ("Bianchi Rava", "Fioravanti Zoe", "Ravà Emanuele", "Ravasi Ugo"):
        make_player(event.club, name)
    found = arbiter.get(url(event), {"q": "ravà"}, headers=HTMX)
    assert [player.name for player in arbiter.get(url(event), {"q": "ravà"}).context["offered"]] == [
        "Ravà Emanuele",
        "Ravasi Ugo",
        "Bianchi Rava",
    ]
    assert "Invio iscrive il primo." in found.text
    arbiter.post(url(event, "add/"), {"q": "ravà"}, headers=HTMX)
    assert names(event) == ["Ravà Emanuele"]


def test_a_name_sent_again_does_not_enter_the_next_one(arbiter, event):
    """Its answer was lost on the way; the same letters would find somebody else now."""
    for name in ("Bianchi Bruno", "Bianchi Ada"):
        make_player(event.club, name)
    for _time in range(2):
        page = arbiter.post(url(event, "add/"), {"q": "bian"}, headers={**HTMX, "Idempotency-Key": "c3"})
        assert page.status_code == 200
        assert names(event) == ["Bianchi Ada"]
    arbiter.post(url(event, "add/"), {"q": "bian"}, headers={**HTMX, "Idempotency-Key": "d4"})
    assert names(event) == ["Bianchi Ada", "Bianchi Bruno"]


@pytest.mark.parametrize("text", ["", "   ", "nessuno"])
def test_enter_takes_nobody_where_nobody_is_meant(arbiter, event, text):
    make_player(event.club, "Bianchi Ada")
    page = arbiter.post(url(event, "add/"), {"q": text}, headers=HTMX)
    assert page.status_code == 422
    assert names(event) == []


def test_enter_asks_which_of_two_with_the_surname_is_meant(arbiter, event):
    for name in ("Ferrari Ada", "Ferrari Bea", "Ferraris Ugo"):
        make_player(event.club, name)
    assert "Più di uno si chiama così" in arbiter.get(url(event), {"q": "ferrari"}, headers=HTMX).text
    page = arbiter.post(url(event, "add/"), {"q": "ferrari"}, headers=HTMX)
    assert page.status_code == 422
    assert "Più di uno si chiama «ferrari»: Ferrari Ada, Ferrari Bea." in page.text
    assert names(event) == []
    arbiter.post(url(event, "add/"), {"q": "ferrari bea"}, headers=HTMX)
    assert names(event) == ["Ferrari Bea"]
    arbiter.post(url(event, "add/"), {"q": "ferrari"}, headers=HTMX)
    assert names(event) == ["Ferrari Ada", "Ferrari Bea"]


@pytest.mark.parametrize("pk", ["", "x", "-1", "99999999999999999999", "12345"])
def test_a_player_who_does_not_exist_is_not_entered(arbiter, event, pk):
    answer = arbiter.post(url(event, "add/"), {"player": pk}, follow=True)
    assert answer.status_code == 200
    assert names(event) == []


def test_who_is_not_known_is_a_new_person_with_all_that_was_typed(arbiter, event):
    event.rating_lists = ["fsi"]
    event.save()
    page = arbiter.get(url(event, "new/"), {"q": "Tardivi Enzo 1505"})
    initial = page.context["form"].initial
    assert initial.items() >= {"name": "Tardivi Enzo", "fsi_rating": 1505, "given_name": "Enzo"}.items()
    assert names(event) == []


def test_a_new_person_goes_to_the_roster_and_is_entered(arbiter, event):
    data = {"name": "rossi, Mario", "affiliation": "Centurini", "fsi_rating": "1500"}
    answer = arbiter.post(url(event, "new/"), data, follow=True)
    assert told(answer) == ["rossi Mario è fra gli iscritti. È ora anche nell’elenco dei giocatori."]
    player = event.club.players.get()
    assert (player.name, player.affiliation, player.fsi_rating) == ("rossi Mario", "Centurini", 1500)
    assert event.entries.get().player == player


def test_a_homonym_is_asked_about_and_entered_from_the_roster(arbiter, event):
    known = make_player(event.club, "Rossi Mario", birth_year=1960)
    page = arbiter.post(url(event, "new/"), {"name": "ROSSI MARIO"})
    assert page.status_code == 422
    assert page.context["homonyms"] == [(known, False)]
    assert names(event) == []
    arbiter.post(url(event, "add/"), {"player": known.pk})
    page = arbiter.post(url(event, "new/"), {"name": "Rossi Mario"})
    assert page.context["homonyms"] == [(known, True)]
    arbiter.post(url(event, "new/"), {"name": "Rossi Mario", "homonym": "on"})
    assert names(event) == ["Rossi Mario (1)", "Rossi Mario (2)"]


def test_the_data_of_the_day_change_and_the_roster_does_not(arbiter, event):
    player = make_player(event.club, "Rossi Mario", fsi_rating=1500)
    entry_actions.enter(event, [player])
    page = arbiter.get(url(event, "1/")).content.decode()
    assert 'value="1500"' in page
    arbiter.post(url(event, "1/"), {"name": "Rossi Mario", "rating": "1612", "affiliation": "Centurini"})
    entry = event.entries.get()
    assert (entry.rating, entry.affiliation) == (1612, "Centurini")
    player.refresh_from_db()
    assert (player.rating, player.affiliation) == (1500, "")


@pytest.mark.parametrize(
    "data", [{"name": ""}, {"name": "123"}, {"name": "Rossi", "rating": "9999"}, {"name": "x" * 201}]
)
def test_wrong_data_come_back_with_their_errors(arbiter, event, data):
    make_entries(event, 1)
    page = arbiter.post(url(event, "1/"), data)
    assert page.status_code == 422
    assert page.context["form"].errors
    assert names(event) == ["Giocatore 001"]


def test_what_a_paste_brings_along_unseen_stays_out_of_the_document(arbiter, event):
    """The engines refuse control characters, and a line end in a club’s name could forge a commitment."""
    make_entries(event, 2)
    data = {
        "name": "Rossi\x07 Ada",
        "affiliation": "Alfiere\r\n3\tBianchi",
        "title": "\x7fCM",
        "group": "A\x85",
    }
    arbiter.post(url(event, "1/"), data)
    new = {"name": "Verdi\x1f Pia", "affiliation": "La\x0cTorre", "group": "B\tC", "title": "\x01"}
    arbiter.post(url(event, "new/"), new)
    arbiter.post(
        f"/e/{event.slug}/settings/", FILLED | {"name": "Coppa\x07", "place": "Sala\x85", "game": "Go\x00"}
    )
    document = read(arbiter.get(f"/e/{event.slug}/export/").content, SYSTEM_SPECS)
    assert document.name == "Coppa"
    first, _second, third = document.players
    assert (first.name, first.club, first.title, first.group) == ("Rossi Ada", "Alfiere 3 Bianchi", "CM", "A")
    assert (third.name, third.club, third.title, third.group) == ("Verdi Pia", "La Torre", None, "B C")


@pytest.mark.parametrize(("size", "more"), [(100, False), (101, True), (130, True)])
def test_a_long_roster_says_how_many_there_are_and_how_to_find_the_others(arbiter, event, size, more):
    Player.objects.bulk_create(Player(club=event.club, name=f"Volpi {n:03}") for n in range(size))
    for query, q in ((url(event), ""), (url(event), "volpi")):
        page = " ".join(arbiter.get(query, {"q": q}).text.split())
        assert (f"Qui i primi 100 di {size}: per gli altri scrivi" in page) is more
        assert page.count('name="player" value=') >= 100
    assert f"Tutto l’elenco: {size} da iscrivere" in " ".join(arbiter.get(url(event)).text.split())


def test_a_refused_change_brings_back_all_that_was_typed(arbiter, event):
    for player in (make_player(event.club, "Rossi Mario"), make_player(event.club, "Rossi Mario")):
        entry_actions.enter(event, [player])
    arbiter.post(url(event, "1/"), {"name": "Rossi Mario", "mark": "junior"})
    answer = arbiter.post(
        url(event, "2/"), {"name": "Rossi Mario", "mark": "junior", "rating": "1234", "affiliation": "Torre"}
    )
    assert answer.status_code == 422
    assert "Un omonimo ha già il contrassegno «junior»" in answer.text
    assert [answer.context["form"][name].value() for name in ("mark", "rating", "affiliation")] == [
        *("junior", "1234", "Torre")
    ]


def test_the_list_is_sorted_by_name_or_rating(arbiter, event):
    for name, rating in (("Zeta Ada", 2000), ("Alfa Ugo", 1500), ("Beta Ivo", None)):
        entry_actions.enter(event, [make_player(event.club, name, fide_rating=rating)])

    def listed(**query):
        return [entry.name for entry in arbiter.get(url(event), query).context["entries"]]

    assert listed() == ["Alfa Ugo", "Beta Ivo", "Zeta Ada"]
    assert listed(order="rating") == ["Zeta Ada", "Alfa Ugo", "Beta Ivo"]
    assert listed(order="nonsense") == ["Alfa Ugo", "Beta Ivo", "Zeta Ada"]


def test_who_is_entered_at_the_desk_during_the_roll_call_is_present(arbiter, event):
    make_entries(event, 3)
    make_player(event.club, "Neri Ada")
    before = arbiter.post(url(event, "add/"), {"q": "neri"}, headers=HTMX)
    assert "presenti" not in compact(before.text).split("Neri Ada è fra gli iscritti.")[1][:40]
    assert not event.entries.filter(present=True).exists()
    entry_actions.check_in(event, 1, True)
    for name in ("Rossi Ada", "Verdi Ada"):
        make_player(event.club, name)
    after = arbiter.post(url(event, "add/"), {"q": "rossi"}, headers=HTMX)
    assert "Rossi Ada è fra gli iscritti. Conta fra i presenti." in after.text
    arbiter.post(url(event, "new/"), {"name": "Bruni Ugo"})
    assert [entry.name for entry in event.entries.filter(present=True).order_by("entry_no")][1:] == [
        *("Rossi Ada", "Bruni Ugo")
    ]
    look = paste(arbiter, event, "Verdi Ada")
    paste(arbiter, event, "Verdi Ada", expected=look.context["names"].fingerprint)
    assert event.entries.get(name="Verdi Ada").present is None, "a list says nothing of who is there"


def test_enter_for_somebody_unknown_offers_a_new_person_and_no_error(arbiter, event):
    make_entries(event, 2)
    make_player(event.club, "Rossi Mario")
    page = arbiter.post(url(event, "add/"), {"q": "Tardini Ugo"}, headers=HTMX)
    assert page.status_code == 422 and 'class="message error"' not in page.text
    assert "Aggiungi «Tardini Ugo» come persona nuova" in page.text


def test_the_absent_are_shown_before_they_are_removed(arbiter, event):
    make_entries(event, 3)
    entry_actions.check_in(event, 1, True)
    page = arbiter.get(url(event, "remove-absent/"))
    assert [entry.entry_no for entry in page.context["absent"]] == [2, 3]
    assert event.entries.count() == 3
    entry_actions.check_in(event, 3, True)
    arbiter.post(url(event, "remove-absent/"), {"entry_no": ["2", "3"]})
    assert sorted(event.entries.values_list("entry_no", flat=True)) == [1, 3]


def test_after_the_draw_the_list_is_locked_and_says_why(arbiter, event):
    make_entries(event, 4)
    draw(event)
    page = arbiter.get(url(event)).content.decode()
    assert "Chi lascia il torneo si ritira" in page
    assert f'action="/e/{event.slug}/entries/add/"' not in page
    assert "/remove/" not in page
    form = arbiter.get(url(event, "1/")).context["form"]
    assert [field.name for field in form.own] == ["name", "mark", "rating", "title", "fixed_table"]
    answer = arbiter.post(url(event, "2/present/"), {"present": "1"}, follow=True)
    assert "I numeri sono già sorteggiati" in told(answer)[0]
    answer = arbiter.post(url(event, "2/present/"), {"present": "1"}, headers=HTMX)
    assert answer["HX-Redirect"] == url(event, "presence/")


@pytest.mark.parametrize("system", ["round-robin", "seating"])
def test_who_is_offered_has_his_rating_beside_him_for_games_of_two_alone(arbiter, club, system):
    make_player(club, "Rossi Mario", fide_rating=1873)
    event = make_event(club, system=system)
    assert ("1873" in arbiter.get(url(event)).text) == (system == "round-robin")


def paste(arbiter, event, text, **data):
    return arbiter.post(url(event, "names/"), {"text": text, **data})


def test_pasted_names_are_shown_before_anything_is_written(arbiter, event):
    for name in ("Rossi Mario", "Bianchi Ada", "Verdi Ugo", "Verdi Ida"):
        make_player(event.club, name)
    entry_actions.enter(event, event.club.players.filter(name="Bianchi Ada"))
    text = "rossi mario\nMARIO ROSSI\nVerdi\n\nBianchi Ada\nNuova Eva\nNuova Eva"

    shown = paste(arbiter, event, text)

    pasted = shown.context["names"]
    assert [name.name for name in pasted.found] == ["Rossi Mario"]
    assert [name.name for name in pasted.new] == ["Nuova Eva"]
    assert [(name.number, len(name.candidates)) for name in pasted.doubtful] == [(2, 1), (3, 2)]
    assert [(name.number, name.left_out) for name in pasted.left_out] == [
        (5, "è già tra gli iscritti"),
        (7, "è già alla riga 6"),
    ]
    assert names(event) == ["Bianchi Ada"] and event.club.players.count() == 4


def test_pasted_names_are_entered_as_shown_and_doubts_as_chosen(arbiter, event):
    make_player(event.club, "Rossi Mario")
    ida = make_player(event.club, "Verdi Ida")
    text = "Rossi Mario\nVerdi\nVerdi Ugo\nRossi"
    expected = paste(arbiter, event, text).context["names"].fingerprint

    done = paste(arbiter, event, text, expected=expected, **{"who-2": ida.pk})

    assert done.status_code == 302
    assert names(event) == ["Rossi Mario", "Verdi Ida", "Verdi Ugo"]
    assert event.club.players.filter(name="Verdi Ugo").count() == 1
    again = paste(arbiter, event, text, expected=expected)
    assert again.status_code == 422 and "sono cambiati" in again.content.decode()
    assert event.entries.count() == event.club.players.count() == 3


def test_names_pasted_with_the_given_name_first_are_all_turned_round_at_once(arbiter, event):
    make_player(event.club, "Rossi Mario")
    text = "Mario Rossi\nElena De Luca 1500\nVerdi, Anna Maria"

    shown = paste(arbiter, event, text, swap="1")

    parts = [(name.surname, name.given_name) for name in shown.context["names"].entering]
    assert parts == [("Rossi", "Mario"), ("De Luca", "Elena"), ("Verdi", "Anna Maria")]
    assert [name.name for name in shown.context["names"].found] == ["Rossi Mario"]
    assert event.entries.count() == 0

    back = paste(arbiter, event, text, swap="1", given_first="on")
    assert back.context["names"].entering[0].surname == "Elena"

    expected = shown.context["names"].fingerprint
    assert paste(arbiter, event, text, expected=expected).status_code == 422, "not as shown"
    paste(arbiter, event, text, expected=expected, given_first="on")
    assert names(event) == ["De Luca Elena", "Rossi Mario", "Verdi Anna Maria"]


def test_a_list_with_most_given_names_in_front_is_shown_turned_round_at_once(arbiter, event):
    text = "Mario Rossi\nElena De Luca 1500\nAnna Bianchi\nVerdi, Ugo"
    shown = paste(arbiter, event, text)
    assert [name.surname for name in shown.context["names"].entering] == [
        "Rossi",
        "De Luca",
        "Bianchi",
        "Verdi",
    ]
    assert "Prima sta il cognome: scambia tutti" in shown.text
    expected = shown.context["names"].fingerprint
    paste(arbiter, event, text, expected=expected, given_first="on")
    assert names(event) == ["Bianchi Anna", "De Luca Elena", "Rossi Mario", "Verdi Ugo"]


def test_who_may_be_nobody_is_entered_only_where_it_is_said(arbiter, event):
    text = "Bianchi Anna\nCircolo Alfiere\nGruppo A\nRossi Mario (forse)"
    shown = paste(arbiter, event, text)
    assert "«Circolo Alfiere» sembra un circolo: è una persona?" in shown.text
    assert "forse" in shown.text
    paste(arbiter, event, text, expected=shown.context["names"].fingerprint)
    assert names(event) == ["Bianchi Anna", "Rossi Mario"]


def test_ratings_pasted_beside_names_are_shown_and_written_where_the_roster_has_none(arbiter, event):
    unrated = make_player(event.club, "Rossi Mario")
    rated = make_player(event.club, "Verdi Ugo", fide_rating=1800)
    text = "Bianchi Anna 1500\nRossi Mario 1600 Pisa\nVerdi Ugo 1700"

    shown = paste(arbiter, event, text)

    assert shown.context["names"].titles == ["Elo FIDE", "Circolo"]
    page = shown.content.decode()
    assert "Iscrivi 3" in page and "incollato: 1700" in page and 'value="1500"' not in page
    unrated.refresh_from_db()
    assert unrated.fide_rating is None

    paste(arbiter, event, text, expected=shown.context["names"].fingerprint)

    ratings = dict(event.entries.values_list("name", "rating"))
    assert ratings == {"Bianchi Anna": 1500, "Rossi Mario": 1600, "Verdi Ugo": 1800}
    unrated.refresh_from_db()
    rated.refresh_from_db()
    assert (unrated.fide_rating, unrated.affiliation, rated.fide_rating) == (1600, "Pisa", 1800)
    assert event.club.players.get(name="Bianchi Anna").fide_rating == 1500


def test_pasted_names_are_not_entered_where_too_many_or_not_as_shown(arbiter, event):
    stranger = make_player(make_club("Altro"), "Rossi Mario")
    text = "Rossi Mario\nRossi"
    expected = paste(arbiter, event, text).context["names"].fingerprint
    assert paste(arbiter, event, text, expected="x").status_code == 422
    assert paste(arbiter, event, text, expected=expected, look="1").status_code == 200
    too_many = "\n".join(
        f"Nuovo {chr(97 + number // 20)}a{chr(97 + number % 20)}o" for number in range(1, 202)
    )
    expected = paste(arbiter, event, too_many).context["names"].fingerprint
    assert "al massimo 200" in paste(arbiter, event, too_many, expected=expected).content.decode()
    assert paste(arbiter, event, " \n").status_code == 422
    assert paste(arbiter, event, "x\n" * 301).status_code == 422
    assert names(event) == [] and list(Player.objects.all()) == [stranger]


def test_a_title_stands_before_the_name(client, arbiter, club):
    event = make_drawn_event(4, club, published=True)
    event.entries.filter(entry_no=1).update(title="GM")
    assert "GM</small>&nbsp;<a " in compact(client.get(f"/t/{event.slug}/").text)
    assert 'title="Grande Maestro">GM</abbr><a ' in compact(arbiter.get(url(event)).text)
