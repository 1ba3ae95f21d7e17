"""The tab of the page that is shown."""

from typing import NamedTuple

from django import template
from django.template.context import Context
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

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


class ViewLink(NamedTuple):
    """A view of a tab, or the page of a stage; `current`: it is the one that is shown."""

    title: str
    url: str
    current: bool


@register.simple_tag(takes_context=True)
def views_of_club(context: Context) -> list[ViewLink]:
    """The views of the club itself, each with the sections that it leads to."""
    views = [
        (("members",), "accounts:members", _("Organizzatori")),
        (("club", "audit", "publishing"), "accounts:club", _("Nome e aspetto")),
        (("backups",), "accounts:backups", _("Copie")),
    ]
    slug, shown = context["club"].slug, context.get("section")
    return [ViewLink(title, reverse(name, args=[slug]), shown in sections) for sections, name, title in views]
