"""Template filters for dates: in Italian months are in lower case, and a period names its year once."""

from datetime import date, datetime

from django import template
from django.utils.formats import date_format
from django.utils.translation import gettext as _, pgettext

from clubtornei.events.models import Event
from clubtornei.text.languages import date_in_words

register = template.Library()


@register.filter(expects_localtime=True)
def day(value: date | None) -> str:
    """For example 28 novembre 2026; in English 28 November 2026. With the time where a round has one.

    Of a moment the day in the site's time zone: in Italy the next one begins before midnight UTC.
    """
    if not value:
        return ""
    words = date_in_words(value, "j F Y")
    if isinstance(value, datetime) and value.tzinfo is None:
        return _("%(day)s, ore %(time)s") % {"day": words, "time": date_format(value, "H:i")}
    return words


@register.filter
def short_day(value: date | None) -> str:
    """For example 28 nov 2026, or 28 nov 2026, 20:30: where there is little room."""
    if not value:
        return ""
    return date_in_words(value, "j M Y, H:i" if isinstance(value, datetime) else "j M Y")


@register.filter
def day_within(value: date | None, event: Event) -> str:
    """The day of a round below the days of its event: of an event of that day alone only the time."""
    alone = event.ends_on in (None, event.starts_on)
    date_alone = value.date() if isinstance(value, datetime) else value
    if not alone or date_alone != event.starts_on:
        return day(value)
    return _("ore %(time)s") % {"time": date_format(value, "H:i")} if isinstance(value, datetime) else ""


@register.filter
def days(event: Event) -> str:
    """The day of the event, or its first and last day."""
    first, last = event.starts_on, event.ends_on
    if last is None or last == first:
        return day(first)
    end = day(last)
    if (first.year, first.month) == (last.year, last.month):
        return pgettext("giorni di un mese", "%(first)s–%(last)s") % {"first": first.day, "last": end}
    start = day(first) if first.year != last.year else date_in_words(first, "j F")
    return _("%(first)s – %(last)s") % {"first": start, "last": end}
