"""How the Markdown of our own pages becomes HTML: with anchors, and with links and pictures of the site.

The texts come with the program, so they may hold HTML; nothing that anybody has typed is rendered here.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

from clubtornei.help.pages import DOCS, help_pages

IMAGES = DOCS / "images"
BY_NIGHT = "-dark"  # behind the name of a picture: the same in dark mode
ELSEWHERE = ("https://", "http://", "mailto:")
TABLE = '<div class="scroll" tabindex="0">'  # on a phone it is scrolled sideways

_MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable("table")


class Heading(NamedTuple):
    """A heading within a page."""

    anchor: str
    title: str


class Text(NamedTuple):
    """A page: its title, what stands under it, and its headings of the second rank."""

    title: str
    html: SafeString
    headings: list[Heading]


@cache
def text_of(path: Path) -> Text:
    """The page in that file."""
    tokens = _MARKDOWN.parse(path.read_text(encoding="utf-8"))
    title = _words(tokens[1]).partition(" — ")[0]  # without what a document calls it
    tokens = tokens[3:]  # the template has the title
    headings = []
    for token, inner in pairwise(tokens):
        if token.type == "heading_open":
            heading = Heading(anchor_of(_words(inner)), _words(inner))
            token.attrSet("id", heading.anchor)
            if token.tag == "h2":
                headings.append(heading)
    return Text(title, _html(tokens, path), headings)


def _html(tokens: list[Token], path: Path) -> SafeString:
    for token in tokens:
        if token.children:
            _lead_home(token.children, path)
            token.children = list(_by_night(token.children))
    html: str = _MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {})
    html = html.replace("<table>", f"{TABLE}<table>").replace("</table>", "</table></div>")
    return mark_safe(html)  # noqa: S308 (our own files)


def anchor_of(title: str) -> str:
    """The anchor of a heading, as those who show Markdown make it."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def _words(inline: Token) -> str:
    """What a heading says, without its marks."""
    return "".join(child.content for child in inline.children or [])


def _lead_home(tokens: list[Token], path: Path) -> None:
    """Let links and pictures in the line lead to the site's own addresses.

    Where the site does not show a file, its name stands in brackets instead of a link, unless the words are
    that name.
    """
    unserved = words = ""
    for token in tokens:
        if token.type == "image":
            token.meta["picture"] = str(_target(path, str(token.attrs["src"])).relative_to(IMAGES))
            token.attrSet("src", static(f"help/{token.meta['picture']}"))
        elif token.type == "link_open":
            href, _mark, anchor = str(token.attrs["href"]).partition("#")
            if not href or href.startswith(ELSEWHERE):
                continue
            target = _target(path, href)
            if page := help_pages().get(target):
                token.attrSet("href", f"{page.url}#{anchor}" if anchor else page.url)
            else:
                token.tag, token.attrs = "span", {}
                unserved = str(target.relative_to(settings.BASE_DIR))
        elif token.type == "link_close" and unserved:
            named = "" if Path(unserved).stem == words else f" (<code>{unserved}</code>)"
            token.type, token.content = "html_inline", f"</span>{named}"
            unserved = ""
        words = token.content


def _by_night(tokens: list[Token]) -> Iterator[Token]:
    """The line, with the dark one of each picture that has one."""
    for token in tokens:
        name = str(token.meta.get("picture", ""))
        dark = name.replace(".webp", f"{BY_NIGHT}.webp")
        if not name or not (IMAGES / dark).exists():
            yield token
            continue
        source = f'<source media="(prefers-color-scheme: dark)" srcset="{static(f"help/{dark}")}">'
        yield Token("html_inline", "", 0, content=f"<picture>{source}")
        yield token
        yield Token("html_inline", "", 0, content="</picture>")


def _target(path: Path, href: str) -> Path:
    return (path.parent / href).resolve()
