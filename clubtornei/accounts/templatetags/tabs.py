"""The tab of the page that is shown."""

from django import template
from django.template.context import Context
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

CURRENT = mark_safe('aria-current="page"')


@register.simple_tag(takes_context=True)
def current(context: Context, *sections: str) -> SafeString:
    """The attribute of the link to a section, if the page belongs to it, or to another that it stands for."""
    return CURRENT if context.get("section") in sections else mark_safe("")


@register.simple_tag(takes_context=True)
def within(context: Context, *sections: str) -> bool:
    """Whether the page belongs to one of the sections."""
    return context.get("section") in sections


@register.simple_tag(takes_context=True)
def shows_circuits(context: Context) -> bool:
    """Whether the club has a circuit, or this is the page to make the first one."""
    return context.get("section") == "circuits" or context["club"].has_circuits
