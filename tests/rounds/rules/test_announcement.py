"""The rules as they are announced before round 1: on the public page and on paper, made from the formula."""

import html
import re
from datetime import date
from decimal import Decimal

import pytest
from django.test import Client
from django.utils.timezone import localdate

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.events.systems import spec_of, usual_ranking
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.documents.exporting import exported
from clubtornei.rounds.documents.importing import import_event
from clubtornei.rounds.homologation.queries import report_file
from clubtornei.rounds.pages import settings_actions
from clubtornei.rounds.rules.announcement import AnnouncedStage, announced_rules, render_markdown
from pairing.registry import SYSTEM_SPECS, SYSTEMS
from scoring.games import GameOptions
from scoring.methods import METHODS
from scoring.options import describe
from scoring.record import read, write
from tests.events.views.test_wizard import FILLED
from tests.factories import make_entries, make_event, make_played_event
from tests.markup import compact
from tests.rounds.changes import change_settings
from tests.rounds.printing.reading import words
from tests.rounds.staged import make_staged_event

pytestmark = pytest.mark.django_db


def rules_of(event: Event) -> AnnouncedStage:
    return announced_rules(EventSnapshot(event))[0]


def values(terms: object) -> dict[str, str]:
    return {term.title: term.value for term in terms}  # type: ignore[attr-defined]


def page(client: Client, event: Event) -> str:
    opened = client.get(f"/t/{event.slug}/rules/")
    text = html.unescape(opened.text)
    return " ".join(re.sub(r"<[^>]+>", " ", text).split())


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_and_every_method_is_announced_with_an_example(system: str, club: Club) -> None:
    """Also one that is added later: nothing here or in the templates names a system."""
    spec = spec_of(system)
    for method in METHODS.values():
        if method.multiplayer != spec.multiplayer:
            continue
        options = {"rounds": 3} if "rounds" in spec.options.__struct_fields__ else {}
        options |= {"tables": 3} if system == "bands" else {}
        ranking = list(usual_ranking(system, method.name))
        event = make_event(club, system=system, scoring=method.name, options=options, ranking=ranking)
        rules = rules_of(event)
        assert rules.system.title == SYSTEMS[system].title["it"]
        if rules.method:
            assert (rules.method.title, method.told_by_options) == (method.title["it"], False)
        else:
            assert rules.points
        assert sum(map(len, rules.example)) >= (4 if system == "knockout" else 5)
        assert all(seat.marked and seat.points for table in rules.example for seat in table)
        assert len(rules.ranking) == len(ranking)
        assert rules.notes


def test_amalfi_b_what_has_to_be_announced_before_round_1(client: Client, club: Club) -> None:
    """Rounds, bye, late entries; the list of tie-breaks; what a game is worth."""
    event = make_event(
        club,
        system="amalfi",
        options={"rounds": 5, "late_points": Decimal("0.5"), "bye_points": 1},
        ranking=["points", "buchholz_cut1"],
        published=True,
        rating_lists=["fide", "fsi", "club"],
    )
    make_entries(event, 5)
    text = page(client, event)
    assert "Turni: 5." in text and "Si entra anche dopo" not in text
    assert "Chi riposa perché si è in numero dispari ha punti: 1." in text
    assert "si comincia con mezzo punto. Quei punti valgono solo per l’abbinamento." in text
    assert "Punteggio Vittoria: 1. Patta: ½. Sconfitta: 0." in text
    assert "chi vince 1 chi perde 0 patta ½ chi vince per forfait 1 chi non si presenta 0" in text
    assert re.search(r"in quest’ordine Punti\. .* Buchholz", text)
    assert "seguono la lista «Elo FIDE»" in text
    assert f"/t/{event.slug}/rules/" in client.get(f"/t/{event.slug}/").content.decode()


def test_other_points_for_a_result_are_those_of_the_example(club: Club) -> None:
    event = make_event(club, system="club-swiss", ranking=["points"])
    event.stages.update(scoring_options={"win": 3, "draw": 1, "bye": 2})
    rules = rules_of(event)
    assert [seat.points for table in rules.example for seat in table] == ["3", "0", "1", "3", "0"]
    assert "Chi riposa perché si è in numero dispari ha punti: 2." in rules.notes


def test_players_read_values_and_not_how_a_form_is_filled_in(client: Client, club: Club) -> None:
    """What is left open is told by what it stands for, or not at all; a form goes on to explain itself."""
    event = make_event(club, system="amalfi", options={"rounds": 5}, ranking=["points"], published=True)
    rules = rules_of(event)
    assert values(rules.terms)["Bianco al n. 1"] == "si sorteggia"
    assert "Turni senza limiti di colore" not in values(rules.terms)
    assert values(rules.points) == {"Vittoria": "1", "Patta": "½", "Sconfitta": "0"}
    assert "vuoto" not in page(client, event)
    other = make_event(club, system="club-swiss", ranking=["points"])
    other.stages.update(scoring_options={"bye": 2})
    assert "Riposo" not in values(rules_of(other).points)
    assert "vuoto" in next(option for option in describe(GameOptions) if option.name == "bye").meaning["it"]


def test_risiko_discards_ties_example_semi_finals_and_the_end_of_a_game(client: Client, club: Club) -> None:
    event = make_staged_event(
        16, {"ranked": {"stage": 1, "from": 1, "to": 16}}, {"winners_of": 2}, club=club, published=True
    )
    Event.objects.filter(pk=event.pk).update(minutes=90, ending="2014")
    event.stages.filter(number=1).update(scoring="conversion-150", scoring_options={"discards": 1})
    text = page(client, event)
    assert "Scarti: 1." in text
    assert "Semifinali: " in text
    assert "Chi gioca: posti 1–16" in text
    assert "Chi gioca: chi vince il tavolo" in text
    assert "Giocatori per tavolo: 4. Partite: 1. Se sono più d’una," in text
    # The second made 45: a gap of 17 hundredths for the winner; 100 - 17, 80 - 32, 60 - 44 (least 40).
    assert "62 al tavolo 150,17 45 al tavolo 83,00 30 al tavolo 60,00 18 al tavolo 40,00" in text
    # RisiKo!: 151 less the 55 hundredths of the second.
    assert "RisiKo! 150,45 55 al tavolo 80,00 21 al tavolo 60,00 eliminato per primo 10,00" in text
    assert "Si gioca per 90 minuti. Sdadata, edizione 2014" in text


def test_the_free_text_is_markdown_without_html(client: Client, club: Club) -> None:
    text = "# Premi\n\n**Coppa** al primo <script>alert(1)</script>\n\n[x](javascript:alert(1)) ![i](https://x.org/y.png)"
    event = make_event(club, published=True, announcement=text)
    content = client.get(f"/t/{event.slug}/rules/").content.decode()
    assert "<h3>Premi</h3>" in content
    assert "<strong>Coppa</strong>" in content
    assert "<script>alert" not in content
    assert "&lt;script&gt;" in content
    assert 'href="javascript' not in content
    assert "<img" not in render_markdown(text)
    assert 'href="https://a.org"' in render_markdown("[a](https://a.org)")


def test_a_document_carries_what_was_announced(club: Club) -> None:
    notices = {"fee": "10 €", "hours": "Ritrovo 14:30\nInizio 15"}
    text = "# Premi\n\nCoppa\tal primo"
    event = make_event(club, announcement=text, minutes=90, ending="secret", notices=notices)
    again = import_event(club, read(write(exported(event)), SYSTEM_SPECS))
    said = (again.announcement, again.minutes, again.ending)
    assert said == ("# Premi\n\nCoppa al primo", 90, "secret")
    assert again.notices == notices
    text = write(exported(event)).replace('"fee"', '"toll"')
    with pytest.raises(ActionRefused, match=r"site.notices: «toll» non c’è. Conosco: address, hours, fee"):
        import_event(club, read(text, SYSTEM_SPECS))


@pytest.mark.usefixtures("not_laid_out")
def test_notices_are_announced_everywhere(arbiter: Client, client: Client, club: Club) -> None:
    """In the settings, on the event's first page, with the rules, and on the sheet."""
    event = make_event(club, published=True)
    written = {
        "address": "Via Roma 1 <b>piano 2</b>",
        "hours": "Ritrovo 14:30\nInizio 15",
        "fee": "10 €, ragazzi 5 €",
        "prizes": "Coppa al primo",
        "contact": "Ada, 333 1234567",
    }
    answer = arbiter.post(
        f"/e/{event.slug}/settings/", FILLED | {f"notice-{code}": text for code, text in written.items()}
    )
    assert answer.status_code == 302
    event.refresh_from_db()
    assert event.notices == written
    for text in (page(client, event), html.unescape(client.get(f"/t/{event.slug}/").text)):
        for said in ("Indirizzo", "Ritrovo 14:30", "10 €, ragazzi 5 €", "Coppa al primo", "333 1234567"):
            assert said in text
    assert "Via Roma 1 &lt;b&gt;" in client.get(f"/t/{event.slug}/rules/").text
    sheet = words(arbiter, event, "announcement")
    assert "Ritrovo 14:30" in sheet
    assert "333 1234567" in sheet
    too_long = FILLED | {"notice-prizes": "x" * 2_001}
    refused = arbiter.post(f"/e/{event.slug}/settings/", too_long)
    assert refused.status_code == 422
    assert '<details class="panel" id="announcement" open>' in compact(refused.text)


@pytest.mark.usefixtures("not_laid_out")
def test_a_change_after_publication_is_dated(arbiter: Client, client: Client, club: Club) -> None:
    """Before round 1, too, and without a reason; what changed before it was public is not."""
    event = make_event(club, name="Sociale", starts_on=date(2026, 5, 1), notices={"fee": "8 €"})
    change_settings(event, notices={"fee": "10 €"})
    assert "Cambiato dopo la pubblicazione" not in page(client, event)
    settings_actions.publish(event)
    change_settings(
        event,
        notices={"fee": "12 €", "hours": "Ore 15\r\n\r\nRitrovo 14:30"},
        starts_on=date(2026, 5, 8),
        announcement="Portare l’orologio",
    )
    for _twice in range(2):  # the second time nothing changes
        event.refresh_from_db()
        change_settings(event, ranking=["wins", "points"])
    text = page(client, event)
    assert len(re.findall(rf"{localdate().year}, \d\d:\d\d :", text)) == 2
    assert "Data d’inizio: da 1 maggio 2026 a 8 maggio 2026." in text
    assert "Quota: da 10 € a 12 €. Orari (aggiunto): Ore 15 Ritrovo 14:30" in text
    assert "<li>Orari (aggiunto): Ore 15<br>Ritrovo 14:30</li>" in client.get(f"/t/{event.slug}/rules/").text
    assert "Testo dell’annuncio: riscritto." in text
    assert "Classifica: da Punti a Vittorie, Punti." in text
    assert "Motivo" not in text
    assert "Quota: da 8 €" not in text
    assert "Il bando è cambiato dopo la pubblicazione" in html.unescape(client.get(f"/t/{event.slug}/").text)
    assert "Cambiato dopo la pubblicazione" in words(arbiter, event, "announcement")
    again = import_event(club, read(write(exported(event)), SYSTEM_SPECS))
    assert len(again.rule_changes) == 2


def test_after_round_1_the_hours_change_without_a_reason_but_dated(client: Client, club: Club) -> None:
    event = make_played_event(6, 1, club, ranking=["points"])
    change_settings(event, notices={"hours": "Ore 16"})
    text = page(client, event)
    assert ", dopo la pubblicazione del turno 1: Orari (aggiunto): Ore 16" in text
    change_settings(event, notices={})
    assert "Orari (tolto): Ore 16" in page(client, event)
    assert report_file(event, 1).comments == ()
