"""A form of before, sent after a colleague has sent the same one: what it has not changed stays as it is."""

from collections.abc import Callable
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from tests.factories import make_drawn_event, make_entered_event

pytestmark = pytest.mark.django_db

AMALFI = {"system": "amalfi", "options": {"rounds": 4}}
KNOCKOUT = {"system": "knockout", "options": {}}
Fields = dict[str, list[str]]


class FormParser(HTMLParser):
    """The fields of each form of a page with the values that a browser would send, by its action."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Fields] = []
        self.inside = False
        self.select = self.area = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        name, value = found.get("name") or "", found.get("value") or ""
        if tag == "form":
            self.inside = True
            self.forms.append({})
        elif not self.inside:
            return
        elif tag == "input" and name:
            kind = found.get("type", "text")
            if kind in ("checkbox", "radio"):
                if "checked" in found:
                    self.add(name, value or "on")
            else:
                self.add(name, value)
        elif tag == "select":
            self.select = name
            self.forms[-1].setdefault(name, [])
        elif tag == "option" and self.select and ("selected" in found or not self.forms[-1][self.select]):
            self.forms[-1][self.select] = [value]
        elif tag == "textarea":
            self.area = name
            self.forms[-1][name] = [""]

    def handle_data(self, data: str) -> None:
        if self.area:
            self.forms[-1][self.area][0] += data.removeprefix("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False
        elif tag == "select":
            self.select = ""
        elif tag == "textarea":
            self.area = ""

    def add(self, name: str, value: str) -> None:
        self.forms[-1].setdefault(name, []).append(value)


def form_with(client: Client, path: str, name: str) -> Fields:
    """The fields of the form with a field of that name."""
    parser = FormParser()
    parser.feed(client.get(path).content.decode())
    return next(form for form in parser.forms if name in form)


PAGES: dict[str, tuple[tuple[int, ...], tuple[str, str], tuple[str, str]]] = {
    "rounds:settings": ((), ("place", "Sala A"), ("announcement", "Alle 9")),
    "rounds:entry_change": ((1,), ("title", "CM"), ("name", "Rossi Anna")),
    "rounds:sign_up_settings": ((), ("limit", "20"), ("closes_at", "2027-05-04T10:30")),
    "rounds:days": ((), ("day-2", "2026-12-01"), ("day-3", "2026-12-08")),
    "rounds:stage_change": ((2,), ("name", "Finalissima"), ("entry-ranked_to", "3")),
    "rounds:exemptions": ((), ("exempt-1", "1"), ("exempt-2", "1")),
    "rounds:plans": ((1,), ("round-2", "absent"), ("round-3", "absent")),
    "rounds:homologation": ((), ("city", "Udine"), ("deputies", "FA Verdi Anna (800001)")),
    "rounds:screens": ((), ("screen-1-seconds", "30"), ("screen-1-message", "Benvenuti")),
}
"""Of each page: the arguments of its address, a field with a new value, and another."""


@pytest.fixture
def event_for(club: Club) -> Callable[[str], Event]:
    def make(name: str) -> Event:
        if name in ("rounds:settings", "rounds:exemptions"):
            return make_entered_event(8, club, **(KNOCKOUT if "exempt" in name else AMALFI))
        event = make_drawn_event(8, club, **AMALFI)
        event.stages.create(
            number=2,
            system="knockout",
            scoring="game",
            qualification={"ranked": {"stage": 1, "from": 1, "to": 4}},
        )
        return event

    return make


@pytest.mark.parametrize("name", PAGES)
def test_an_unchanged_field_stays_and_what_both_change_is_asked(
    name: str, event_for: Callable[[str], Event], arbiter: Client
) -> None:
    event = event_for(name)
    args, theirs, mine = PAGES[name]
    path = reverse(name, args=[event.slug, *args])
    shown = form_with(arbiter, path, theirs[0])
    assert f"initial-{theirs[0]}" in shown

    for field, value in (theirs, mine):
        assert arbiter.post(path, shown | {field: [value], "meant": ["1"]}).status_code == 302

    now = form_with(arbiter, path, theirs[0])
    assert [now[theirs[0]], now[mine[0]]] == [[theirs[1]], [mine[1]]]
    before = {key: value for key, value in shown.items() if key not in (theirs[0], mine[0])}
    same = {key: now.get(key) for key in before if "initial-" not in key and key != "csrfmiddlewaretoken"}
    assert same == {key: before[key] for key in same}

    field, taken = theirs
    other = {"absent": "0", "2026-12-01": "2026-12-02", "1": "2", "30": "15"}.get(taken, taken[:1])
    asked = arbiter.post(path, shown | {field: [other], "meant": ["1"]})
    assert asked.status_code == 422
    assert "Intanto un altro ha scritto" in asked.content.decode()
    assert form_with(arbiter, path, field)[field] == [taken]
    parser = FormParser()
    parser.feed(asked.content.decode())
    again = next(form for form in parser.forms if field in form)
    assert again[field] == [other]  # typed, not lost
    assert arbiter.post(path, again | {"meant": ["1"]}).status_code == 302
    assert form_with(arbiter, path, field)[field] == [other]
