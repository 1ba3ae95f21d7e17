"""Template tags for the tabs of an event: the section of a page, the views of a tab, links to each stage."""

from django import template
from django.urls import reverse
from django.utils.translation import gettext as _, pgettext

from clubtornei.accounts.templatetags.tabs import ViewLink
from clubtornei.rounds.state.stages import StageTabs
from clubtornei.rounds.templatetags.stages import has_several, ranking_url, stage_pages, stage_url, url_in
from pairing.registry import SYSTEMS

register = template.Library()


@register.simple_tag(takes_context=True)
def stage_links(context: template.Context, views: str, final_view: str) -> list[ViewLink]:
    """The page of the same section in each stage that has begun, if there are several and it is about one.

    `views`: the names of the pages that each stage has; from the others one comes to the first. A player's
    card has links of its own (`played_in`). Once the event is closed, the last is of all stages.
    """
    stages: StageTabs | None = context.get("stages")
    event, section = context["event"], context["section"]
    if section in OF_EVENT or not stages or len(stages.begun) < 2 or context.get("played_in"):
        return []
    names = {name.partition(":")[2]: name for name in views.split()}
    view = names.get("standings" if section == "final" else section) or next(iter(names.values()))
    final = bool(context.get("final"))
    shown = None if final or context.get("of_all") else stages.shown
    links = [
        ViewLink(tab.title, url_in(context, tab.number, view), current=tab.number == shown)
        for tab in stages.begun
    ]
    if event.closed and section != "prints":
        links.append(ViewLink(_("Classifica finale"), reverse(final_view, args=[event.slug]), final))
    return links


OF_PLAYERS = ("entries", "presence", "draw", "sign_ups", "fees", "mail")
OF_EVENT = (*OF_PLAYERS, "settings", "stages", "prizes", "rules", "verify", "event")
"""The sections that are not about one of the stages."""
OF_ROUNDS = ("rounds", "calendar", "stages")
WITHOUT_STAGE = ("rounds:stages", *(f"rounds:{name}" for name in OF_PLAYERS))
OF_STANDINGS = ("standings", "crosstable", "bracket", "final")


@register.simple_tag(takes_context=True)
def section_of_event(context: template.Context) -> str:
    """The section that the page belongs to: a part that the event does not use yet is among the settings,
    where it is opened.
    """
    event, section = context["event"], str(context.get("section", ""))
    if section == "stages":
        return section if has_several(context) else "settings"
    in_use = {
        "sign_ups": getattr(event, "has_sign_ups", False),
        "fees": event.entry_fee is not None,
        "mail": getattr(event, "has_mail", False) or event.received,
    }
    return section if in_use.get(section, True) else "settings"


@register.simple_tag(takes_context=True)
def views_of_tab(context: template.Context) -> list[ViewLink]:
    """The pages of the tab: the same on each of them, and on those that they lead to. None if it has one."""
    section, slug = context["section"], context["event"].slug
    if section in OF_PLAYERS:
        views = _views_of_players(context)
    elif section in OF_ROUNDS:
        views = _views_of_rounds(context)
    elif section in OF_STANDINGS:
        views = _views_of_standings(context)
    else:
        return []
    links = [
        ViewLink(title, _address_of(context, view, slug), section in sections)
        for sections, view, title in views
    ]
    return links if len(links) > 1 else []


def _address_of(context: template.Context, view: str, slug: str) -> str:
    if view == "rounds:standings":
        return ranking_url(context, view)
    return reverse(view, args=[slug]) if view in WITHOUT_STAGE else stage_url(context, view)


_Views = list[tuple[tuple[str, ...], str, str]]
"""The sections that each view stands for, its name, and its title."""


def _draws_numbers(context: template.Context) -> bool:
    """Whether the numbers of the event's players are drawn by lot; otherwise they follow the rating list."""
    system = SYSTEMS.get(getattr(context["event"], "first_system", ""))
    return system is None or system.draws_numbers


def _views_of_players(context: template.Context) -> _Views:
    """The steps of an event's players; sign-ups, fees and mail once they are in use."""
    event = context["event"]
    steps = {
        "entries": _("Iscritti"),
        "sign_ups": _("Preiscrizioni") if getattr(event, "has_sign_ups", False) else "",
        "presence": "" if event.closed or event.drawn else _("Appello"),
        "draw": _("Sorteggio") if _draws_numbers(context) else _("Numeri"),
        "fees": "" if event.entry_fee is None else _("Quote"),
        "mail": _("Posta") if getattr(event, "has_mail", False) else "",
    }
    return [((name,), f"rounds:{name}", title) for name, title in steps.items() if title]


def _views_of_rounds(context: template.Context) -> _Views:
    views: _Views = [(("rounds",), "rounds:event", _("Turni"))]
    if stage_pages(context).calendar:
        views.append((("calendar",), "rounds:calendar", _("Calendario")))
    if has_several(context):
        views.append((("stages",), "rounds:stages", _("Fasi")))
    return views


def _views_of_standings(context: template.Context) -> _Views:
    pages = stage_pages(context)
    views: _Views = [(("standings", "final"), "rounds:standings", _("Classifica"))]
    if pages.bracket:
        views.append((("bracket",), "rounds:bracket", pgettext("eliminazione", "Tabellone")))
    else:
        title = _("Incontri") if pages.multiplayer else _("Tabella")
        views.append((("crosstable",), "rounds:crosstable", title))
    return views
