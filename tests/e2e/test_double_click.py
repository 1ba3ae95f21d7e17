"""Who presses twice while the server is slow makes one tournament."""

from playwright.sync_api import Route, expect
from pytest_django.live_server_helper import LiveServer

from clubtornei.events.models import Event
from tests.e2e.conftest import Visit
from tests.e2e.signing_in import sign_in
from tests.factories import make_club, make_member


def test_a_second_click_makes_no_second_tournament(visit: Visit, live_server: LiveServer) -> None:
    club, context = make_club("Circolo Alfiere"), visit()
    sign_in(context, make_member(club).user, live_server.url)
    page = context.new_page()
    on_their_way: list[Route] = []
    page.goto(f"/c/{club.slug}/events/new/?formula=round-robin.single")
    page.route("**/events/new/**", lambda route: on_their_way.append(route))
    page.get_by_label("Nome", exact=True).fill("Coppa")
    button = page.get_by_role("button", name="Crea il torneo")
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box is not None
    place = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    with page.expect_request("**/events/new/**"):
        page.mouse.click(*place)
    page.mouse.click(*place)  # were it sent again, the browser would no longer wait for the first answer
    on_their_way[0].continue_()
    expect(page.get_by_text("Il torneo c’è")).to_be_visible()
    assert len(on_their_way) == 1
    assert Event.objects.count() == 1
