"""The link from a page to what the help says of it, and the version of the program."""

from typing import NamedTuple

from django import template
from django.template.context import Context
from django.urls import reverse

from clubtornei import VERSION
from clubtornei.help.pages import INDEX, HelpPage
from clubtornei.help.topics import FIRST_TOPIC_OF, TOPIC_OF
from clubtornei.text.languages import reader_language

register = template.Library()


@register.simple_tag(takes_context=True)
def help_url(context: Context) -> str:
    """Where the help speaks of the page that is shown, in the reader's language; else its first page."""
    request = context.get("request")
    match = getattr(request, "resolver_match", None)
    language = reader_language()
    drawn = getattr(context.get("event"), "drawn", True)
    topics = TOPIC_OF if drawn else TOPIC_OF | FIRST_TOPIC_OF
    topic = topics.get(match.view_name) if match else None
    return topic.url(language) if topic else HelpPage(language, INDEX).url


class Program(NamedTuple):
    """The program’s version, and the page that tells of it."""

    version: str
    url: str


@register.simple_tag
def program() -> Program:
    """Which version of the program this is."""
    return Program(VERSION, reverse(f"help:version_{reader_language()}"))
