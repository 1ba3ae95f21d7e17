"""The tag `reuse`: rows of large tables are rendered once for each content."""

import pytest
from django.template import Context, Template
from django.test import Client
from django.utils.translation import override

from clubtornei.events.models import Entry
from clubtornei.rounds.templatetags import reuse
from tests.factories import make_played_event, make_result, make_round
from tests.public.pages import page_of

ROW = "{% load i18n reuse %}{% reuse value %}{{ shown }} {% translate 'Turno' %}{% endreuse %}"


@pytest.fixture(autouse=True)
def nothing_rendered() -> None:
    reuse.rendered.clear()


def render(template: Template, value: object, shown: str) -> str:
    return template.render(Context({"value": value, "shown": shown}))


def test_what_has_the_same_value_is_not_rendered_again() -> None:
    row = Template(ROW)
    assert render(row, ("7", 1), "first") == "first Turno"
    assert render(row, ("7", 1), "second") == "first Turno"
    assert render(row, ("7", 2), "second") == "second Turno"


def test_another_place_in_a_template_and_another_language_have_their_own() -> None:
    row = Template(ROW)
    render(row, 1, "first")
    assert render(Template(ROW), 1, "second") == "second Turno"
    with override("en"):
        assert render(row, 1, "third") == "third Round"


def test_what_is_rendered_once_is_escaped_once() -> None:
    row = Template("{% load reuse %}{{ shown }}{% reuse value %}{{ shown }}{% endreuse %}")
    assert [render(row, 1, "<b>") for _ in range(2)] == ["&lt;b&gt;&lt;b&gt;"] * 2


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["event", "pairings", "standings"])
def test_rows_that_are_not_rendered_again_look_as_if_they_were(client: Client, name: str) -> None:
    """After a result and another name, the page made of rows from before is that of an empty memory."""
    event = make_played_event(6, 2)
    round_ = make_round(event)
    pages = [page_of(event, name), page_of(event, name) + "?by=name"]
    for page in pages:
        client.get(page)
    make_result(event, round_, 2, "=-=")
    Entry.objects.filter(event=event, entry_no=3).update(name="Zeno Zanetti")
    make_result(event, round_, 1, "1-0")
    reused = [client.get(page)["ETag"] for page in pages]
    reuse.rendered.clear()
    make_result(event, round_, 3, "0-1")
    make_result(event, round_, 3, "")
    assert [client.get(page)["ETag"] for page in pages] == reused
