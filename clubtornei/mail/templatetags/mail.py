"""Whether a page offers mail."""

from django import template

from clubtornei.mail.models import can_send

register = template.Library()
register.simple_tag(can_send, name="sends_mail")
