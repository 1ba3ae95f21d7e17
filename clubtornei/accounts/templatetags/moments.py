"""A template filter for moments: in Italian months are in lower case."""

from datetime import datetime

from django import template
from django.utils.timezone import localtime

from clubtornei.text.languages import date_in_words

register = template.Library()


@register.filter
def moment(value: datetime | None) -> str:
    """For example 14 nov 2026, 15:42, in the site's time zone."""
    return date_in_words(localtime(value), "j M Y, H:i") if value else ""
