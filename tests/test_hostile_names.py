"""Every page and sheet, as who may most and as anybody, while all that people wrote is an attacker's."""

from collections.abc import Iterator, Mapping
from html.parser import HTMLParser

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models import CharField, F, Model, TextField, Value
from django.db.models.functions import Cast, Concat, Left
from django.test import Client
from django.urls import reverse

from clubtornei.events.models import Entry, Event, Preset
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.models import Screen
from clubtornei.rounds.printing.catalogue import SHEETS
from clubtornei.rounds.printing.paper_format import A4
from clubtornei.rounds.printing.sheet import html_of, sheet_html
from clubtornei.season.circuits.files import sheet_context
from tests.caches import forget_everything
from tests.e2e.pages import ORGANISERS, PUBLIC, path_in, states
from tests.e2e.world import World
from tests.factories import make_drawn_event, make_seated_event

TEXT = "\"'> zed=1<zed hx-get=/>"
"""Ends an attribute that is not escaped, or has no quotes, and is then an attribute, or an element."""
NO_TEXT = {
    *("accounts.Club.slug", "accounts.Club.colour", "accounts.Club.logo", "accounts.Session"),
    *("accounts.Invitation.email", "players.Player.federation", "events.Event.slug", "events.Event.seed"),
    *("events.Event.commitment", "events.Event.draw_method", "events.Stage.system", "events.Stage.scoring"),
    *("events.SignUp.key", "events.RequestKey", "rounds.Proposal.phone", "rounds.Clock.secret_salt"),
    *("exchange.LoadedList", "exchange.FidePlayer.federation", "exchange.NationalPlayer.federation"),
    *("exchange.FidePlayer.sex", "exchange.NationalPlayer.sex", "exchange.FidePlayer.fide_title"),
    *("exchange.NationalPlayer.fide_title", "season.Circuit.slug", "events.SignUp.address"),
    *("players.Player.fide_month", "players.Player.fsi_month", "players.Player.club_month"),
}
"""Columns, and models, whose text nobody writes, or not as he likes."""
VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
ALONE = {"title", "option", "textarea"}
"""In which there are no elements."""


class Seen(HTMLParser):
    """What of the attacker's is on a page: `run`, as markup; `bare`, as text where htmx would look at it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[tuple[str, bool]] = []
        self.run: list[str] = []
        self.bare: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = dict(attrs)
        if tag == "zed" or "zed" in names:
            self.run.append(self.get_starttag_text() or tag)
        if tag not in VOID:
            self.open.append((tag, "hx-disable" in names))

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        covered = any(disabled or tag in ALONE for tag, disabled in self.open)
        if "zed" in data and not covered:
            self.bare.append(" ".join(tag for tag, _disabled in self.open))


def columns_of(model: type[Model]) -> "Iterator[CharField[str, str] | TextField[str, str]]":
    """The columns in which a model has what people wrote."""
    for field in model._meta.local_fields:
        named = {model._meta.label, f"{model._meta.label}.{field.name}"}
        is_text = isinstance(field, CharField | TextField) and not field.choices
        if is_text and not field.name.startswith("sort_") and not named & NO_TEXT:
            yield field


def write_everywhere(world: World) -> None:
    """The text in everything that people wrote, each row's after its own number."""
    for model in apps.get_models():
        if not model.__module__.startswith("clubtornei") or hasattr(model, "pgh_id"):
            continue  # the history has them by itself
        texts = {
            field.name: Left(Concat(Cast("pk", CharField()), Value(TEXT)), field.max_length or 1000)
            for field in columns_of(model)
        }
        if texts:
            model._default_manager.update(**texts)
    world.owner._meta.model._default_manager.update(first_name=TEXT, last_name=TEXT)
    notices = {code: TEXT for event in Event.objects.all() for code in event.notices}
    Event.objects.exclude(notices={}).update(notices=notices)
    arbiter = {"name": TEXT, "title": "FA", "fide_id": 800001}
    report = {"city": TEXT, "federation": "ITA", "time_control": TEXT, "chief_arbiter": arbiter}
    Event.objects.update(report=report)
    Entry.objects.filter(entry_no=1).update(members=[TEXT, TEXT], captain=TEXT)
    Preset.objects.update(details={"game": TEXT, "place": TEXT, "announcement": TEXT})
    Screen.objects.create(event=world.events["playing"], number=1, message=TEXT)
    Event.objects.update(version=F("version") + 1)
    world.club.refresh_from_db()
    for event in world.events.values():
        event.refresh_from_db()
    forget_everything()


@pytest.fixture(scope="module")
def world(kept_db: None) -> World:
    made = World()
    write_everywhere(made)
    return made


@pytest.fixture(scope="module")
def browsers(world: World) -> Mapping[str, Client]:
    members = {"owner": world.owner, "helper": world.helper}
    browsers = {role: Client(headers={"User-Agent": TEXT}) for role in (*members, "anybody")}
    for role, user in members.items():
        browsers[role].force_login(user)
    return browsers


PAGES = {
    "owner": states(ORGANISERS),  # public pages are the same for everybody: tests/public/test_page_cache.py
    "helper": [("rounds:settings", "playing"), ("rounds:club", "full"), ("rounds:round", "playing")],
    "anybody": states(PUBLIC),
}


@pytest.mark.django_db
@pytest.mark.parametrize("role", PAGES)
def test_no_page_runs_what_people_wrote(role: str, world: World, browsers: Mapping[str, Client]) -> None:
    run, bare = {}, {}
    for name, state in PAGES[role]:
        answer = browsers[role].get(path_in(world, name, state))
        assert answer.status_code < 500, name
        seen = Seen(answer.text)
        run |= {f"{name} {state}": seen.run} if seen.run else {}
        bare |= {f"{name} {state}": set(seen.bare)} if seen.bare else {}
    assert run == {}
    assert bare == {}, "what people wrote is to stand within hx-disable"


@pytest.mark.django_db
def test_the_preview_of_an_import_runs_neither_its_names_nor_that_of_the_file(
    world: World, browsers: Mapping[str, Client]
) -> None:
    file = SimpleUploadedFile(f"{TEXT}.csv", f"Nome;Circolo\n{TEXT};{TEXT}\n".encode())
    page = browsers["owner"].post(reverse("players:import", args=[world.club.slug]), {"file": file}).text
    seen = Seen(page)
    assert "zed" in page
    assert (seen.run, seen.bare) == ([], [])


@pytest.mark.django_db
def test_no_sheet_has_markup_of_people(world: World) -> None:
    """WeasyPrint would fetch what an image names."""
    names = set()
    rotation = {"system": "rotation", "scoring": "places", "options": {"rounds": 3}}
    evening = make_seated_event(12, world.club, name=TEXT, **rotation)
    evening.entries.update(name=TEXT, affiliation=TEXT)
    drawn_by_club = make_drawn_event(9, world.club, name=TEXT)
    for event in (*world.events.values(), evening, drawn_by_club):
        for tab in EventSnapshot(event).stages.begun:
            snapshot = EventSnapshot(event, tab.number)
            for name, sheet in SHEETS.items():
                if sheet.applies(snapshot) and sheet.ready(snapshot):
                    number = snapshot.progress.current.number if sheet.of_round else 1
                    context = sheet.context(snapshot, number, A4)
                    html = sheet_html(SHEETS[name], snapshot, context, "http://testserver", None).html
                    assert Seen(html).run == [], f"{name} {event}"
                    names.add(name)
    assert names == set(SHEETS)
    context = sheet_context(world.club.circuits.get())
    assert Seen(html_of("report.html", context)).run == []
