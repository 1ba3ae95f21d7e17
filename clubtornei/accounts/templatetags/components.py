"""What the components that all pages share ask for."""

import re
from typing import NamedTuple

from django import template
from django.forms import BaseForm, BoundField
from django.utils.translation import gettext as _

from clubtornei.text import qr_codes
from clubtornei.text.languages import LANGUAGE_NAMES, lower_first, reader_language
from clubtornei.text.untyped import Context

register = template.Library()

BETWEEN_POINTS = re.compile(r"(?<=[\d½¼¾]) – (?=[\d½¼¾])")
MANY = 4
"""From so many fields on with the same fault they are counted, and not named one by one."""


class Language(NamedTuple):
    """A language in which the site can be read, by its own name."""

    code: str
    name: str


@register.simple_tag
def other_language() -> Language:
    """The language to which a reader can change."""
    return next(Language(*named) for named in LANGUAGE_NAMES.items() if named[0] != reader_language())


class FormError(NamedTuple):
    """What is wrong, and with which field: its label and its id; with the form as a whole, neither."""

    text: str
    label: str = ""
    anchor: str = ""


@register.inclusion_tag("components/error_summary.html")
def error_summary(*forms: BaseForm | str) -> Context:
    """What is wrong in all forms of a page, in one list, a line a field; a form that the page does not have
    is "" there. What is wrong with many fields alike is said once, and leads to the first of them.
    """
    errors: list[FormError] = []
    for form in (form for form in forms if isinstance(form, BaseForm)):
        errors += [FormError(str(text)) for text in form.non_field_errors()]
        by_text: dict[str, list[BoundField]] = {}
        for field in form:
            if text := " ".join(map(str, field.errors)):
                by_text.setdefault(lower_first(text), []).append(field)
        for text, fields in by_text.items():
            if len(fields) < MANY:
                errors += [FormError(text, str(one.label), _anchor(one)) for one in fields]
            else:
                label = _("%(count)d campi") % {"count": len(fields)}
                errors.append(FormError(text, label, _anchor(fields[0])))
    return {"errors": errors}


def _anchor(field: BoundField) -> str:
    return field.id_for_label or field.auto_id


@register.filter
def message_role(level: str) -> str:
    """The ARIA role of a message: an error interrupts what a screen reader says."""
    return "alert" if level == "error" else "status"


@register.filter(is_safe=True)
def with_whole_results(text: str) -> str:
    """The text, in which no result like 1 – 0 is broken between two lines: after a dash a space that does not
    break is not enough.
    """
    return BETWEEN_POINTS.sub("\N{NO-BREAK SPACE}–\N{WORD JOINER}\N{NO-BREAK SPACE}", str(text))


@register.filter
def qr_code(url: str) -> str:
    """The QR code of an address, as a data URL for an image."""
    return qr_codes.qr_code(url)
