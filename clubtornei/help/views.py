"""The help, for anybody who reads it. A page is in the language of its address, whatever the reader's is."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.views.decorators.http import require_safe

from clubtornei import VERSION
from clubtornei.help.pages import INDEX, NEWS, HelpPage, page_at
from clubtornei.help.rendering import text_of

OTHER = {"it": "en", "en": "it"}


@require_safe
def page(request: HttpRequest, language: str, place: str = "") -> HttpResponse:
    """A page of the help, or its index."""
    found, index = page_at(language, place), HelpPage(language, INDEX)
    if found is None:
        raise Http404
    with translation.override(language):
        above = "" if found == index else index.url
        facts = {"text": text_of(found.path), "twin": found.twin.url, "above": above}
        response = render(request, "help/page.html", facts)
    response["Content-Language"] = language
    return response


@require_safe
def version(request: HttpRequest, language: str) -> HttpResponse:
    """Which version this is, what is new in it, and who may use it."""
    news = HelpPage("it", NEWS)
    news = news if language == "it" else news.twin
    with translation.override(language):
        twin = reverse(f"help:version_{OTHER[language]}")
        above = HelpPage(language, INDEX).url
        facts = {"name": f"ClubTornei {VERSION}", "news": text_of(news.path), "twin": twin, "above": above}
        response = render(request, "help/version.html", facts)
    response["Content-Language"] = language
    return response
