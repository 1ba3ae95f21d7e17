"""What the components that all pages share ask for."""

from typing import NamedTuple

from django import template
from django.forms import BaseForm

from clubtornei import qr_codes
from clubtornei.languages import LANGUAGE_NAMES, reader_language
from clubtornei.untyped import Context

register = template.Library()


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
    """What is wrong in all forms of a page, in one list; a form that the page does not have is "" there."""
    errors = []
    for form in forms:
        if not isinstance(form, BaseForm) or not form.errors:
            continue
        errors += [FormError(str(text)) for text in form.non_field_errors()]
        errors += [
            FormError(str(text), str(field.label), field.id_for_label or field.auto_id)
            for field in form
            for text in field.errors
        ]
    return {"errors": errors}


@register.filter
def message_role(level: str) -> str:
    """The ARIA role of a message: an error interrupts what a screen reader says."""
    return "alert" if level == "error" else "status"


@register.filter
def qr_code(url: str) -> str:
    """The QR code of an address, as a data URL for an image."""
    return qr_codes.qr_code(url)
