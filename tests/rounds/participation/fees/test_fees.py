"""Who has paid: marks at the roll call, other amounts, and the totals for the treasurer."""

from decimal import Decimal

import pytest
from django.test import Client
from django.utils.timezone import now

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.documents.exporting import document_of, exported
from clubtornei.rounds.documents.importing import import_event
from clubtornei.rounds.participation.fees.actions import mark_paid, set_entry_fee, set_fee
from clubtornei.rounds.participation.fees.queries import fees_of, totals_of
from pairing.registry import SYSTEM_SPECS
from scoring.record import read, write
from tests.factories import make_entered_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(club: Club) -> Event:
    return make_entered_event(3, club)


def test_at_the_roll_call_one_taps_who_has_paid(arbiter: Client, event: Event) -> None:
    address = f"/e/{event.slug}/entries/presence/"
    assert "da pagare" not in arbiter.get(address).text
    set_entry_fee(event, Decimal(10))
    assert arbiter.get(address).text.count("€ 10 da pagare") == 3
    back = arbiter.post(f"/e/{event.slug}/fees/2/paid/", {"paid": "1", "from": "roll-call"})
    assert back["Location"] == address
    page = arbiter.get(address).text
    assert (page.count("€ 10 da pagare"), page.count("€ 10 pagati")) == (2, 1)
    htmx = {"HX-Request": "true"}
    part = arbiter.post(f"/e/{event.slug}/entries/1/present/", {"present": "1"}, headers=htmx).text
    assert "€ 10 da pagare" in part
    mark = arbiter.post(f"/e/{event.slug}/fees/2/paid/", {"paid": "0"}, headers=htmx).text
    assert "€ 10 da pagare" in mark
    assert "<html" not in mark


def test_a_tap_brings_the_totals_along(arbiter: Client, event: Event) -> None:
    set_entry_fee(event, Decimal(10))
    headers = {"HX-Request": "true"}
    part = arbiter.post(f"/e/{event.slug}/fees/2/paid/", {"paid": "1"}, headers=headers).text
    assert 'id="fee-totals"' in part and "hx-swap-oob" in part
    assert "1 ha pagato" in " ".join(part.split())


def test_the_treasurer_reads_the_totals(arbiter: Client, event: Event) -> None:
    address = f"/e/{event.slug}/fees/"
    assert arbiter.post(address, {"amount": "12,50"}).status_code == 302
    assert arbiter.post(f"{address}3/", {"amount": "0"}).status_code == 302
    arbiter.post(f"{address}1/paid/", {"paid": "1"})
    totals = totals_of(fees_of(Event.objects.get(), event.entries.all()))
    assert (totals.due, totals.paid, totals.missing) == (25, Decimal("12.5"), Decimal("12.5"))
    assert (totals.payers, totals.debtors) == (1, 1)
    page = " ".join(arbiter.get(address).text.split())
    for said in ("€ 25,00", "€ 12,50", "1 ha pagato", "da 1<"):
        assert said in page


@pytest.mark.parametrize("amount", ["tanto", "-1", "1.234", "100000"])
def test_a_wrong_amount_is_refused_in_words(arbiter: Client, event: Event, amount: str) -> None:
    address = f"/e/{event.slug}/fees/"
    assert arbiter.post(address, {"amount": amount}).status_code == 422
    told = arbiter.post(f"{address}1/", {"amount": amount}, follow=True).text
    assert "La quota è un importo in euro" in told
    assert Event.objects.get().entry_fee is None


def test_who_pays_late_is_marked_in_a_closed_event(arbiter: Client, event: Event) -> None:
    Event.objects.update(closed_at=now())
    mark_paid(event, 1, paid=True)
    assert event.entries.get(entry_no=1).paid
    gone = arbiter.post(f"/e/{event.slug}/fees/9/paid/", {"paid": "1"}, follow=True).text
    assert "non c’è più" in gone


def test_what_is_paid_is_in_the_organisers_document_and_never_in_the_public_one(event: Event) -> None:
    set_entry_fee(event, Decimal("12.5"))
    mark_paid(event, 1, paid=True)
    set_fee(event, 2, Decimal(5))
    again = import_event(event.club, read(write(exported(Event.objects.get(pk=event.pk))), SYSTEM_SPECS))
    assert again.entry_fee == Decimal("12.5")
    rows = again.entries.order_by("entry_no").values_list("fee", "paid")
    assert list(rows) == [(None, True), (5, False), (None, False)]
    public = write(document_of(event, public=True))
    assert '"paid"' not in public
    assert '"fee"' not in public


def test_the_treasurer_takes_the_fees_out_with_their_totals(arbiter: Client, event: Event) -> None:
    address = f"/e/{event.slug}/spreadsheets/fees.csv"
    assert arbiter.get(address).status_code == 404
    event.entries.filter(entry_no=1).update(name="Rossi Mario", sort_name="rossi mario")
    set_entry_fee(event, Decimal("12.50"))
    set_fee(event, 3, Decimal(0))
    mark_paid(event, 1, paid=True)
    lines = arbiter.get(address).content.decode("utf-8-sig").splitlines()
    assert lines[0] == "Cognome;Nome;Quota;Incassato;Ancora da incassare"
    assert "Rossi;Mario;12,5;12,5;0" in lines
    assert lines[-1] == "Totale;;25;12,5;12,5"
    assert "spreadsheets/fees.xlsx" in arbiter.get(f"/e/{event.slug}/fees/").text
