"""Text of organisers in Markdown as safe HTML: no HTML of their own, no pictures, no links that run code."""

from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

_LINKS = ("https://", "http://", "mailto:", "tel:")
_MARKDOWN = MarkdownIt("commonmark", {"html": False, "breaks": True}).disable("image")
_MARKDOWN.validateLink = lambda url: url.lower().startswith(_LINKS)  # type: ignore[method-assign]
TOP_HEADING = 3
"""The level of a first-level heading: the page has its own above it."""


def render_markdown(text: str) -> SafeString:
    """The text as HTML; everything that is no Markdown is escaped."""
    tokens = _MARKDOWN.parse(text)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1:]) + TOP_HEADING - 1, 6)}"
    content: str = _MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {})
    return mark_safe(content)  # noqa: S308 (escaped by the renderer)
