"""The tab of the page that is shown."""

from django import template
from django.template.context import Context
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

CURRENT = mark_safe('aria-current="page"')


@register.simple_tag(takes_context=True)
def current(context: Context, section: str) -> SafeString:
    """The attribute of the link to a section, if the page belongs to it."""
    return CURRENT if context.get("section") == section else mark_safe("")
