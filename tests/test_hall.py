"""What `bench/hall.py` reads on the site's pages."""

import pytest

from bench.browser import Answer
from bench.hall_people import ENTRY, Freshness, shown_results
from clubtornei.accounts.models import Role
from tests.caches import forget_everything
from tests.factories import make_club, make_drawn_event, make_result, make_round, signed_in
from tests.loops import result_of


@pytest.mark.django_db
def test_pages_of_a_round_are_read() -> None:
    event = make_drawn_event(4, make_club(), published=True)
    round_ = make_round(event)
    client = signed_in(event.club, Role.ARBITER)
    public, own = f"/t/{event.slug}/rounds/1/", f"/e/{event.slug}/rounds/1/"
    before = client.get(public).content.decode()
    assert shown_results(before) == {1: "", 2: ""}
    tables = [
        (int(pk), int(number)) for pk, _expected, number in ENTRY.findall(client.get(own).content.decode())
    ]
    assert tables == list(round_.tables.order_by("number").values_list("pk", "number"))

    freshness = Freshness(shown_results(before))

    async def enter() -> Answer:
        return Answer(200, {}, {}, b"")

    result_of(freshness.after(2, enter()))
    make_result(event, round_, 2, "1-0")
    forget_everything()
    after = client.get(public).content.decode()
    freshness.seen(after)
    assert (len(freshness.seconds), freshness.awaited, freshness.went_back) == (1, {}, 0)
    freshness.seen(before)
    assert freshness.went_back == 1
