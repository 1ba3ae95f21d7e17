"""Tags and filters that all pages share."""

import re
from datetime import datetime
from typing import NamedTuple

from django import template
from django.conf import settings
from django.forms import BaseForm, BoundField
from django.utils.timezone import localtime
from django.utils.translation import gettext as _, pgettext

from clubtornei.accounts.models import Club
from clubtornei.text.languages import date_in_words, reader_language
from clubtornei.text.qr_codes import qr_code
from clubtornei.text.untyped import Context
from clubtornei.web.build_id import build_id

register = template.Library()
register.filter(qr_code)
register.simple_tag(build_id)

BETWEEN_POINTS = re.compile(r"(?<=[\d½¼¾]) – (?=[\d½¼¾])")
MANY = 4
"""From so many wrong fields on they are counted, and not named one by one."""


class Language(NamedTuple):
    """A language in which the site can be read, by its own name."""

    code: str
    name: str


@register.simple_tag
def other_language() -> Language:
    """The language to which a reader can change."""
    return next(Language(*named) for named in settings.LANGUAGES if named[0] != reader_language())


@register.simple_tag(takes_context=True)
def club_of_page(context: Context) -> Club | None:
    """Whose page it is: of the event, or of the club itself."""
    event = context.get("event")
    return event.club if event else context.get("club")


class FormError(NamedTuple):
    """What is wrong: a sentence about the whole form, or the label and the id of a field, which says it."""

    text: str
    anchor: str = ""


@register.inclusion_tag("components/error_summary.html")
def error_summary(*forms: BaseForm | str) -> Context:
    """What is wrong in all forms of a page, in one list; a form that the page does not have is "" there.
    Where many fields of a form are wrong, the first of them stands for all.
    """
    errors: list[FormError] = []
    for form in (form for form in forms if isinstance(form, BaseForm)):
        hidden = [str(text) for field in form.hidden_fields() for text in field.errors]
        errors += [FormError(str(text)) for text in [*form.non_field_errors(), *hidden]]
        wrong = [field for field in form.visible_fields() if field.errors]
        if len(wrong) < MANY:
            errors += [FormError(str(field.label), _anchor(field)) for field in wrong]
        else:
            errors.append(FormError(_("%(count)d campi") % {"count": len(wrong)}, _anchor(wrong[0])))
    return {"errors": errors}


def _anchor(field: BoundField) -> str:
    return field.id_for_label or field.auto_id


@register.inclusion_tag("components/state.html")
def event_state(*, closed: bool, begun: bool = True) -> Context:
    """The state of an event, a circuit or a club. `begun`: an event has a published round."""
    if closed:
        return {"word": _("chiuso"), "look": "closed"}
    if not begun:
        return {"word": _("in preparazione"), "look": "draft"}
    return {"word": _("in corso"), "look": "live"}


@register.inclusion_tag("components/state.html")
def stage_state(*, begun: bool, over: bool) -> Context:
    """The state of a stage. `over`: all its rounds have all their results."""
    if not begun:
        return {"word": _("da cominciare"), "look": "draft"}
    if over:
        return {"word": _("finita"), "look": "closed"}
    return {"word": _("in corso"), "look": "live"}


@register.inclusion_tag("components/state.html")
def round_state(*, over: bool = False) -> Context:
    """The state of a published round."""
    if over:
        return {"word": pgettext("turno", "finito"), "look": "closed"}
    return {"word": _("in corso"), "look": "live"}


@register.filter(is_safe=True)
def with_whole_results(text: str) -> str:
    """The text, in which no result like 1 – 0 is broken between two lines: after a dash a space that does not
    break is not enough.
    """
    return BETWEEN_POINTS.sub("\N{NO-BREAK SPACE}–\N{WORD JOINER}\N{NO-BREAK SPACE}", str(text))


@register.filter
def moment(value: datetime | None) -> str:
    """For example 14 nov 2026, 15:42, in the site's time zone; Italian months are in lower case."""
    return date_in_words(localtime(value), "j M Y, H:i") if value else ""
